// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/consistency.h"

#include <gtest/gtest.h>

#include <map>

#include "unit/smoothing/clouds.h"

namespace mote {
namespace {

template <class T>
std::vector<Consistency> report_on_jittered(int dimension) {
    const Cloud<T> c(jittered_lattice<T>(dimension == 3 ? 7 : 10, dimension, 0.2),
                     make_kernel<T>(KernelName::cubic_spline, T(2.7), dimension), T(1));
    return consistency_report(c.samples);
}

const std::map<std::string, int> expected_orders = {
    {"value: plain", -1},        {"value: CSPM (Shepard)", 0},  {"value: CSPH", 1},
    {"value: MLS 1", 1},         {"value: MLS 2", 2},           {"gradient: plain", -1},
    {"gradient: difference", 0}, {"gradient: product rule", 0}, {"gradient: symmetric", -1},
    {"gradient: CSPM", 1},       {"gradient: direct", 1},       {"gradient: MLS 1", 1},
    {"gradient: MLS 2", 2},
};

// KA-18: each operator has the order it is known for, on disordered samples with free edges: the table in the docs.
TEST(Consistency, OfEveryOperatorIsAsDocumented) {
    for (int d = 2; d <= 3; ++d) {
        const auto report = report_on_jittered<double>(d);
        EXPECT_EQ(report.size(), expected_orders.size());
        for (const Consistency& c : report)
            EXPECT_EQ(c.order, expected_orders.at(c.name)) << c.name << " in " << d << "-D";
    }
}

// The same orders are reached in float.
TEST(Consistency, HoldsInFloat) {
    for (const Consistency& c : report_on_jittered<float>(3)) EXPECT_EQ(c.order, expected_orders.at(c.name)) << c.name;
}

// The plain sum errs by a few percent inside and by more than a quarter at the edge.
TEST(Consistency, TellsInteriorFromBoundary) {
    const Cloud<double> rough(jittered_lattice<double>(9, 3, 0.2),
                              make_kernel<double>(KernelName::cubic_spline, 2.7, 3), 1.0);
    const auto          value = measure_value<double>(
        "plain", [&](auto f, auto x, NearRows near) { return plain_value(rough.samples, f, x, near); }, rough.position,
        2.7, 3);
    EXPECT_LT(value.error[0].interior, 0.15);
    EXPECT_GT(value.error[0].boundary, 0.25);

    const Cloud<double> even(jittered_lattice<double>(9, 3, 0), rough.kernel, 1.0);
    const auto          slope = measure_gradient<double>(
        "plain",
        [&](auto f, Index i, NearRows near) { return gradient(OperatorForm::plain, even.samples, f, i, near); },
        even.position, 2.7, 3);
    EXPECT_EQ(slope.interior_order, 0);  // by symmetry
    EXPECT_EQ(slope.order, -1);
}

// The printed table has one aligned line per operator and calls order -1 "none".
TEST(Consistency, PrintsATable) {
    const std::string table = to_string(report_on_jittered<double>(2));
    EXPECT_NE(table.find("value: plain               none"), std::string::npos) << table;
    EXPECT_NE(table.find("value: MLS 2                  2"), std::string::npos) << table;
    std::size_t width = table.find('\n');
    for (std::size_t start = 0; start < table.size(); start += width + 1)
        EXPECT_EQ(table[start + width], '\n') << table;
    EXPECT_EQ(to_string(std::vector<Consistency>{}), "");
}

// A single NaN is found out, wherever it stands among right answers.
TEST(Consistency, FindsOutNaN) {
    const auto points = jittered_lattice<double>(5, 2, 0.1);
    int        calls  = 0;
    const auto once   = [&](std::span<const double>, const Vec3d&, NearRows) { return ++calls == 4 ? NAN : 1.0; };
    const auto c      = measure_value<double>("once", once, points, 2.0, 2, {.highest_order = 0});
    EXPECT_EQ(c.order, -1);
    EXPECT_EQ(calls, 25);
}

}  // namespace
}  // namespace mote
