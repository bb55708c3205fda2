// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/mls.h"

#include <gtest/gtest.h>

#include "unit/smoothing/clouds.h"

namespace mote {
namespace {

/// A polynomial with all terms up to the order, and its derivatives by hand.
struct Polynomial {
    int order, dimension;

    template <class T>
    T value(const Vec3T<T>& p) const {
        const T y = dimension > 1 ? p.y : T(0), z = dimension > 2 ? p.z : T(0);
        T       f = T(0.7);
        if (order > 0) f += T(0.5) * p.x - T(0.3) * y + T(0.2) * z;
        if (order > 1) f += T(0.1) * p.x * p.x - T(0.2) * p.x * y + T(0.15) * y * y + T(0.05) * y * z - T(0.1) * z * z;
        return f;
    }
};

struct MlsCase {
    int order, dimension;
};
class EveryOrder : public testing::TestWithParam<MlsCase> {
protected:
    template <class T>
    Cloud<T> cloud(int n, unsigned seed = 1) const {
        const int d = GetParam().dimension;
        return {jittered_lattice<T>(n, d, 0.25, seed), make_kernel<T>(KernelName::cubic_spline, T(2.9), d), T(1)};
    }
    MlsSpec spec(int derivatives) const { return {GetParam().order, GetParam().dimension, derivatives, 0}; }
    Vec3d   inside(double x, double y, double z) const {
          return {x, GetParam().dimension > 1 ? y : 0, GetParam().dimension > 2 ? z : 0};
    }
};
INSTANTIATE_TEST_SUITE_P(Mls, EveryOrder,
                         testing::Values(MlsCase{0, 1}, MlsCase{0, 2}, MlsCase{0, 3}, MlsCase{1, 1}, MlsCase{1, 2},
                                         MlsCase{1, 3}, MlsCase{2, 1}, MlsCase{2, 2}, MlsCase{2, 3}),
                         [](const auto& its) {
                             return "order_" + std::to_string(its.param.order) + "_" +
                                    std::to_string(its.param.dimension) + "d";
                         });

template <class T>
T approximate(const MlsFit<T>& fit, const Cloud<T>& c, const std::vector<T>& f) {
    T sum = 0;
    for (const Index j : c.search.near(fit.x)) sum += fit.shape(c.kernel, c.position[j]).value * f[j];
    return sum;
}

// AW-12: polynomials of the order are recovered, inside and at the corners, in double to 1e-10.
TEST_P(EveryOrder, ReproducesPolynomials) {
    const auto       c = cloud<double>(7);
    const Polynomial polynomial{GetParam().order, GetParam().dimension};
    const auto       f = sampled(c.position, [&](const Vec3d& p) { return polynomial.value(p); });
    for (const Vec3d& x : c.position) {
        const Vec3d at  = x + inside(0.1, -0.05, 0.02);
        const auto  fit = fit_mls(spec(0), c.kernel, c.position, c.search.near(at), at);
        ASSERT_EQ(fit.order, GetParam().order);
        EXPECT_NEAR(approximate(fit, c, f), polynomial.value(at), 1e-10);
    }
}

// In float to 1e-5 for linear fields, 1e-4 for quadratic ones (values of size 1 within the support).
TEST_P(EveryOrder, ReproducesPolynomialsInFloat) {
    const auto       c = cloud<float>(7);
    const Polynomial polynomial{GetParam().order, GetParam().dimension};
    for (const Vec3& x : c.position) {
        const auto fit = fit_mls(spec(0), c.kernel, c.position, c.search.near(x), x);
        ASSERT_EQ(fit.order, GetParam().order);
        const auto f = sampled(c.position, [&](const Vec3& p) { return polynomial.value(p - x); });
        EXPECT_NEAR(approximate(fit, c, f), polynomial.value(Vec3{}), GetParam().order == 2 ? 1e-4f : 1e-5f);
    }
}

// AW-13, AW-16: sum Phi = 1, sum Phi x = x, sum grad Phi = 0, sum grad Phi x^T = 1, and second derivatives of squares.
TEST_P(EveryOrder, ShapeFunctionsSatisfyTheMomentConditions) {
    const auto  c   = cloud<double>(7);
    const Vec3d x   = inside(2.8, 3.3, 0.4);
    const auto  fit = fit_mls(spec(2), c.kernel, c.position, c.search.near(x), x);
    double      sum = 0, laplacian_of_square = 0;
    Vec3d       mean, slope;
    Mat3d       unit, curvature;
    for (const Index j : c.search.near(x)) {
        const ShapeValue<double> s = fit.shape(c.kernel, c.position[j]);
        const Vec3d              y = c.position[j];
        sum += s.value, mean += s.value * y, slope += s.gradient;
        unit      = unit + outer(y, s.gradient);
        curvature = curvature + s.hessian;
        laplacian_of_square += trace(s.hessian) * dot(y, y);
    }
    const int d = GetParam().dimension;
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_LT(length(slope), 1e-11);
    EXPECT_LT(norm(curvature), 1e-9);
    if (GetParam().order >= 1) {
        EXPECT_LT(length(mean - x), 1e-12);
        EXPECT_LT(norm(unit - Mat3d{{{1, 0, 0}, {0, double(d > 1), 0}, {0, 0, double(d > 2)}}}), 1e-10);
    }
    if (GetParam().order == 2) {
        EXPECT_NEAR(laplacian_of_square, 2 * d, 1e-9);
    }
}

// AW-16: first and second derivatives of every shape function match finite differences.
TEST_P(EveryOrder, DerivativesMatchFiniteDifferences) {
    const int           d = GetParam().dimension;
    const Cloud<double> c(jittered_lattice<double>(7, d, 0.25), make_kernel<double>(KernelName::wendland_c4, 3.3, d),
                          1.0);
    const double        step = 1e-5;
    for (const Vec3d x : {inside(3.1, 2.7, 3.4), inside(0.3, 0.1, 0.2)}) {
        const auto near = SampleSearch<double>(c.position, 3.4).near(x);
        const auto at   = [&](const Vec3d& y) { return fit_mls(spec(2), c.kernel, c.position, near, y); };
        const auto fit  = at(x);
        for (int k = 0; k < d; ++k) {
            const Vec3d e     = step * Vec3d{double(k == 0), double(k == 1), double(k == 2)};
            const auto  ahead = at(x + e), behind = at(x - e);
            for (const Index j : near) {
                const auto  s = fit.shape(c.kernel, c.position[j]);
                const auto  a = ahead.shape(c.kernel, c.position[j]), b = behind.shape(c.kernel, c.position[j]);
                const Vec3d along = (a.gradient - b.gradient) / (2 * step);
                EXPECT_NEAR(dot(s.gradient, e) / step, (a.value - b.value) / (2 * step), 1e-7);
                EXPECT_LT(length((1 / step) * (s.hessian * e) - along), 1e-6);
            }
        }
    }
}

// KA-21: the error for a smooth function falls with the power n + 1 of the spacing.
TEST_P(EveryOrder, ConvergesWithOrderPlusOne) {
    const auto  c     = cloud<double>(9);
    const Vec3d x     = inside(3.9, 4.1, 4.2) + inside(0.13, 0.07, -0.08);
    const auto  fit   = fit_mls(spec(0), c.kernel, c.position, c.search.near(x), x);
    const auto  error = [&](double size) {  // shrinking the lattice by s is stretching the function by 1/s
        const auto f = [&](const Vec3d& p) { return std::sin(size * p.x + 0.3) * std::cos(size * (p.y - p.z)); };
        return std::fabs(approximate(fit, c, sampled(c.position, f)) - f(x));
    };
    const double rate = std::log2(error(0.01) / error(0.005));
    EXPECT_GT(rate, GetParam().order + 0.8);
}

// AW-14: a million lengths from the origin nothing changes.
TEST_P(EveryOrder, DoesNotDependOnTheOrigin) {
    auto points = jittered_lattice<double>(7, GetParam().dimension, 0.25);
    for (Vec3d& p : points)
        p = {std::round(p.x * 1024) / 1024, std::round(p.y * 1024) / 1024, std::round(p.z * 1024) / 1024};
    auto        far    = points;
    const Vec3d offset = inside(1e6, -1e6, 1e6), x = inside(3.25, 2.5, 3.125);
    for (Vec3d& p : far) p += offset;
    const auto kernel = make_kernel<double>(KernelName::cubic_spline, 2.9, GetParam().dimension);
    const auto near   = SampleSearch<double>(points, 2.9).near(x);
    const auto here   = fit_mls(spec(1), kernel, points, near, x),
               there  = fit_mls(spec(1), kernel, far, near, x + offset);
    for (const Index j : near) {
        const auto a = here.shape(kernel, points[j]), b = there.shape(kernel, far[j]);
        EXPECT_NEAR(a.value, b.value, 1e-9);
        EXPECT_LT(length(a.gradient - b.gradient), 1e-9);
    }
}

// ---- degenerate neighbourhoods (V-3, AW-15, AW-21) --------------------------------------------------------------

struct Flat {
    const char*        name;
    int                rank;    // of the linear fit
    std::vector<Vec3d> points;  // around (3, 3, 3), that point among them
};
std::vector<Flat> flat_neighbourhoods() {
    const Vec3d centre{3, 3, 3}, u = normalised(Vec3d{1, 2, -1}), v = normalised(cross(u, Vec3d{0, 1, 3}));
    Noise       noise(3);
    Flat sheet{"sheet", 3, {centre}}, string{"string", 2, {centre}}, pile{"pile", 1, {}}, pair{"pair", 2, {centre}};
    for (int k = 0; k < 30; ++k) sheet.points.push_back(centre + (1.5 * noise()) * u + (1.5 * noise()) * v);
    for (int k = 0; k < 10; ++k) string.points.push_back(centre + (1.8 * noise()) * v);
    for (int k = 0; k < 12; ++k) pile.points.push_back(centre);
    pair.points.push_back(centre + 0.8 * u);
    return {sheet, string, pair, pile, {"single", 1, {centre}}};
}

template <class T>
void expect_sound_on_flat_neighbourhoods(double tolerance) {
    for (const Flat& flat : flat_neighbourhoods()) {
        std::vector<Vec3T<T>> points;
        std::vector<Index>    near;
        for (const Vec3d& p : flat.points)
            points.push_back({T(p.x), T(p.y), T(p.z)}), near.push_back(Index(near.size()));
        const auto     kernel = make_kernel<T>(KernelName::cubic_spline, T(2.5), 3);
        const Vec3T<T> x      = points[0], slope{T(0.3), T(-0.2), T(0.4)};
        for (int order = 0; order <= 2; ++order) {
            const MlsSpec spec{.order = order, .derivatives = 2};
            const auto    fit = fit_mls(spec, kernel, points, near, x);
            EXPECT_EQ(fit.rank, order == 0 ? 1 : flat.rank) << flat.name;
            EXPECT_EQ(fit.order, fit.rank == 1 ? 0 : 1) << flat.name;
            if (order > 0) {
                EXPECT_STRNE(describe_fallback(spec, fit), "") << flat.name;
            }
            T        sum = 0, value = 0;
            Vec3T<T> gradient;
            for (const auto& p : points) {
                const ShapeValue<T> s = fit.shape(kernel, p);
                sum += s.value, value += s.value * dot(slope, p - x), gradient += dot(slope, p - x) * s.gradient;
                EXPECT_TRUE(std::isfinite(norm(s.hessian))) << flat.name;
            }
            EXPECT_NEAR(sum, 1, tolerance) << flat.name;
            if (order == 0) continue;
            EXPECT_NEAR(value, 0, tolerance) << flat.name;
            for (const auto& p : points)  // linear fields are exact along the sheet or string
                EXPECT_NEAR(dot(gradient, p - x), dot(slope, p - x), 10 * tolerance) << flat.name;
        }
    }
}
// Sheets, strings, piles and lone samples: no NaN, sum Phi = 1, linear exact in the directions that exist.
TEST(FlatNeighbourhoods, KeepWhatCanBeKnown) { expect_sound_on_flat_neighbourhoods<double>(1e-10); }
TEST(FlatNeighbourhoods, KeepWhatCanBeKnownInFloat) { expect_sound_on_flat_neighbourhoods<float>(1e-5); }

// Beside a sheet the value is that of the nearest point of the sheet, not an extrapolation.
TEST(FlatNeighbourhoods, AreNotExtrapolatedAcross) {
    const auto  points = jittered_lattice<double>(7, 2, 0.2);
    const auto  kernel = make_kernel<double>(KernelName::cubic_spline, 2.5, 3);
    const Vec3d x{3, 3, 0.7};
    const auto  near = SampleSearch<double>(points, 2.5).near(x);
    const auto  fit  = fit_mls(MlsSpec{.order = 2}, kernel, points, near, x);
    double      sum = 0, value = 0;
    for (const Index j : near) {
        const auto s = fit.shape(kernel, points[j]);
        sum += s.value, value += s.value * (2 * points[j].x - points[j].y);
    }
    EXPECT_EQ(fit.rank, 3);
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(value, 3, 1e-10);
}

// Samples on a sphere satisfy a quadratic equation, so that a quadratic is not determined: linear, and said so.
TEST(Mls, StepsDownFromQuadraticOnASphere) {
    std::vector<Vec3d> points;
    std::vector<Index> near;
    Noise              noise(5);
    while (points.size() < 60) {
        points.push_back(normalised(Vec3d{noise(), noise(), noise()}));
        near.push_back(Index(near.size()));
    }
    const auto    kernel = make_kernel<double>(KernelName::wendland_c2, 2.5, 3);
    const MlsSpec spec{.order = 2};
    const auto    fit = fit_mls(spec, kernel, points, near, Vec3d{0.1, 0.2, 0.3});
    EXPECT_EQ(fit.order, 1);
    EXPECT_STREQ(describe_fallback(spec, fit), "singular moment matrix: linear instead of quadratic");
}

// Out of reach, or with positions that are no numbers, there is no value: order -1 and zero shape functions.
TEST(Mls, SaysWhenNobodyIsInReach) {
    const auto               kernel = make_kernel<double>(KernelName::cubic_spline, 1.0, 3);
    const std::vector<Vec3d> points{{5, 0, 0}, {NAN, 0, 0}};
    for (const std::vector<Index>& near : {std::vector<Index>{}, {0}, {1}}) {
        const auto fit = fit_mls(MlsSpec{.order = 2}, kernel, points, near, Vec3d{});
        EXPECT_EQ(fit.order, -1);
        EXPECT_EQ(fit.shape(kernel, Vec3d{}).value, 0);
        EXPECT_STREQ(describe_fallback({.order = 2}, fit), "no sample in reach: no value");
    }
}

}  // namespace
}  // namespace mote
