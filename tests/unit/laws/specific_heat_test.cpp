// Copyright (c) 2026 The Mote authors. MIT licence.
#include "laws/point/specific_heat.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mote {
namespace {

Material with(std::initializer_list<std::pair<float, float>> points) {
    Material m;
    for (const auto& [at, value] : points) m.heat_curve.at[m.heat_curve.points] = at, m.heat_curve.value[m.heat_curve.points++] = value, m.heat_capacity = std::max(m.heat_capacity * float(m.heat_curve.points > 1), value);
    return m;
}

// c = 1000 + 10 (T - 300) J/(kg K) between 300 and 400 K, level beyond: h is a parabola there.
TEST(SpecificHeat, HeatIsItsIntegral) {
    const Material     m = with({{300, 1000}, {400, 2000}});
    const SpecificHeat c{&m};
    EXPECT_NEAR(c.between(300, 360), 1000 * 60 + 5 * 60 * 60, 1e-9 * 8e4);
    EXPECT_NEAR(c.between(250, 300), 1000 * 50, 1e-6);
    EXPECT_NEAR(c.between(250, 500), 1000 * 50 + 150e3 + 2000 * 100, 1e-5);
    EXPECT_NEAR(c.between(500, 250), -c.between(250, 500), 1e-5);
    EXPECT_DOUBLE_EQ(c.at(350), 1500);
}

// The way back is exact, up and down, over points, from points and beyond them, of two curves at once too.
TEST(SpecificHeat, TemperatureIsItsInverse) {
    const Material dry = with({{280, 800}, {300, 1000}, {310, 500}, {350, 900}}), liquid = with({{290, 4200}, {310, 4180}, {330, 4300}}), plain;
    for (const SpecificHeat& c : {SpecificHeat{&dry}, SpecificHeat{&dry, &liquid, 0.3}, SpecificHeat{&plain, &liquid, 0.6}, SpecificHeat{&plain, &plain, 0.2}, SpecificHeat{&plain}})
        for (const double from : {200., 280., 295.5, 300., 312., 400.})
            for (const double to : {150., 280., 299.9, 300., 310., 345., 500.}) EXPECT_NEAR(c.reached(from, c.between(from, to)), to, 1e-9) << from << ' ' << to;
    EXPECT_DOUBLE_EQ((SpecificHeat{&plain}.reached(300, 4184)), 301);
    EXPECT_DOUBLE_EQ((SpecificHeat{&plain}.reached(1, -1e9)), 0) << "nothing is colder";
}

// Of a mixture it is that of both by their masses.
TEST(SpecificHeat, AMixtureHasThatOfBoth) {
    Material dry, water;
    dry.heat_capacity = 850, water.heat_capacity = 4180;
    EXPECT_DOUBLE_EQ((SpecificHeat{&dry, &water, 0.2}.at(300)), 0.8 * 850 + 0.2 * 4180);
    EXPECT_DOUBLE_EQ((SpecificHeat{&dry, &water, 0.2}.between(300, 310)), 10 * (0.8 * 850 + 0.2 * 4180));
}

}  // namespace
}  // namespace mote
