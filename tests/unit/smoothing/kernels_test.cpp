// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>

#include "mote/any_kernel.h"
#include "mote/error.h"
#include "mote/lane.h"

namespace mote {
namespace {

struct Case {
    KernelName name;
    int        dimension;
};
std::string label(const testing::TestParamInfo<Case>& info) {
    return std::string(to_string(info.param.name)) + "_" + std::to_string(info.param.dimension) + "d";
}
std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (std::size_t k = 0; k < kernel_names().size(); ++k)
        for (int d = 1; d <= 3; ++d) cases.push_back({KernelName(k), d});
    return cases;
}

class EveryKernel : public testing::TestWithParam<Case> {
protected:
    template <class T>
    AnyKernelT<T> make(T h) const {
        return make_kernel<T>(GetParam().name, h, GetParam().dimension);
    }
};
INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel, testing::ValuesIn(all_cases()), label);

double shell(double r, int d) { return d == 1 ? 2 : d == 2 ? 2 * exact_pi * r : 4 * exact_pi * r * r; }

/// Gauss-Legendre with three points per interval; intervals shrink towards 0, where two kernels have a pole.
template <class F>
double integral(const F& f, double h) {
    double     sum  = 0;
    const int  n    = 4000;
    const auto edge = [&](int k) { return h * std::pow(double(k) / n, 3); };
    for (int k = 0; k < n; ++k) {
        const double a = edge(k), b = edge(k + 1), middle = 0.5 * (a + b), half = 0.5 * (b - a), g = std::sqrt(0.6);
        sum += half / 9 * (5 * f(middle - g * half) + 8 * f(middle) + 5 * f(middle + g * half));
    }
    return sum;
}

// V-1: the integral over all space is 1, for any support radius. (Capping the pole of the viscosity kernel takes 3e-8
// of it away.)
TEST_P(EveryKernel, HasUnitIntegral) {
    const int    d         = GetParam().dimension;
    const double tolerance = GetParam().name == KernelName::viscosity ? 4e-8 : 1e-8;
    for (const double h : {0.03, 1.0, 7.0}) {
        const auto w = make<double>(h);
        const auto f = make<float>(float(h));
        EXPECT_NEAR(integral([&](double r) { return shell(r, d) * w(r); }, h), 1, tolerance) << "h = " << h;
        EXPECT_NEAR(integral([&](double r) { return shell(r, d) * double(f(float(r))); }, h), 1, 1e-6) << "h = " << h;
    }
}

// V-1: slope, curvature and Laplacian are the derivatives of the value.
TEST_P(EveryKernel, DerivativesMatchCentralDifferences) {
    const double h           = 0.7;
    const int    d           = GetParam().dimension;
    const auto   w           = make<double>(h);
    const double first_scale = w(0.2 * h) / h, second_scale = first_scale / h;
    for (double q = 0.013; q < 0.99; q += 0.0171) {
        const double r = q * h, step = 1e-4 * r;
        const double slope     = (w(r + step) - w(r - step)) / (2 * step);
        const double curvature = (w.slope(r + step) - w.slope(r - step)) / (2 * step);
        const double both      = w.curvature(r) + (d - 1) * w.slope_over_r(r);
        EXPECT_NEAR(w.slope(r), slope, 1e-6 * (first_scale + std::fabs(slope))) << q;
        EXPECT_NEAR(w.slope_over_r(r) * r, w.slope(r), 1e-12 * std::fabs(slope)) << q;
        EXPECT_NEAR(w.curvature(r), curvature, 1e-6 * (second_scale + std::fabs(curvature))) << q;
        EXPECT_NEAR(w.laplacian(r), both, 1e-12 * (second_scale + std::fabs(curvature))) << q;
    }
}

// V-1: the gradient points along x_ij and equals central differences of the value in space.
TEST_P(EveryKernel, GradientMatchesCentralDifferences) {
    const auto   w    = make<double>(1.0);
    const int    d    = GetParam().dimension;
    const double step = 1e-5;
    const Vec3d  x{0.31, d > 1 ? -0.22 : 0, d > 2 ? 0.17 : 0}, g = w.gradient(x);
    const auto   difference = [&](const Vec3d& along) {
        return (w.at(x + step * along) - w.at(x - step * along)) / (2 * step);
    };
    EXPECT_NEAR(g.x, difference({1, 0, 0}), 1e-6);
    EXPECT_NEAR(g.y, d > 1 ? difference({0, 1, 0}) : 0, 1e-6);
    EXPECT_NEAR(g.z, d > 2 ? difference({0, 0, 1}) : 0, 1e-6);
}

// V-1: value and slope vanish at the support radius, and everything is exactly zero beyond it, however far.
TEST_P(EveryKernel, IsZeroFromTheSupportRadiusOn) {
    for (const float h : {1e-5f, 0.04f, 1e5f}) {
        const auto  w    = make<float>(h);
        const float unit = w(0.2f * h);
        EXPECT_NEAR(w(h) / unit, 0, 1e-6);
        EXPECT_NEAR(w.slope(h) * h / unit, 0, 1e-5);
        for (const float r : {1.001f * h, 2 * h, 1e18f, 1.74e18f}) {
            EXPECT_EQ(w(r), 0) << r;
            EXPECT_EQ(w.slope(r), 0) << r;
            EXPECT_EQ(w.slope_over_r(r), 0) << r;
            EXPECT_EQ(w.curvature(r), 0) << r;
            EXPECT_EQ(w.laplacian(r), 0) << r;
        }
        EXPECT_EQ(w.gradient(Vec3{1e18f, 1e18f, 1e18f}), Vec3{});  // the padding row of a neighbour list
    }
}

// Coincident particles give finite numbers and no direction.
TEST_P(EveryKernel, IsFiniteAtTheCentre) {
    for (const float h : {1e-5f, 0.04f, 1e5f}) {
        const auto w = make<float>(h);
        for (const float r : {0.f, 1e-30f, 1e-12f * h}) {
            EXPECT_TRUE(finite(w(r)) && w(r) > 0) << h;
            EXPECT_TRUE(finite(w.slope_over_r(r))) << h;
            EXPECT_TRUE(finite(w.curvature(r))) << h;
            EXPECT_TRUE(finite(w.laplacian(r))) << h;
        }
        EXPECT_EQ(w.gradient(Vec3{}), Vec3{});
        EXPECT_EQ(w.at_zero(), w(0.f));
    }
}

// No negative lobes, and never rising with distance.
TEST_P(EveryKernel, FallsMonotonically) {
    const auto w = make<double>(1.0);
    for (double q = 0; q < 1; q += 0.01) {
        EXPECT_GE(w(q), w(q + 0.01));
        EXPECT_LE(w.slope_over_r(q), 0);
        EXPECT_GE(w(q), 0);
    }
}

// One formula for one number and for a batch of numbers.
template <class Kernel>
void expect_same_in_lanes(const Kernel& w) {
    float r[16];
    for (Index k = 0; k < 16; ++k) r[k] = w.h * (float(k) * 0.083f);
    r[14] = 1.7e18f, r[15] = 0;
    for (Index start = 0; start < 16; start += lane_width) {
        const Lane lanes     = Lane::load_unaligned(r + start);
        const Lane batches[] = {w(lanes),           w.slope_over_r(lanes),
                                w.slope(lanes),     w.curvature(lanes),
                                w.laplacian(lanes), w.gradient(Vec3T<Lane>{lanes, Lane(0.f), Lane(0.f)}).x};
        for (Index k = 0; k < lane_width; ++k) {
            const float one       = r[start + k];
            const float scalars[] = {w(one),           w.slope_over_r(one), w.slope(one),
                                     w.curvature(one), w.laplacian(one),    w.gradient(Vec3{one, 0, 0}).x};
            for (int f = 0; f < 6; ++f)
                EXPECT_NEAR(batches[f].get(k), scalars[f], 2e-6f * (1 + std::fabs(scalars[f]))) << f << " at " << one;
        }
    }
}
TEST(Lanes, GiveWhatScalarsGive) {
    for (int d = 1; d <= 3; ++d) {
        expect_same_in_lanes(Poly6(1.f, d));
        expect_same_in_lanes(Spiky(1.f, d));
        expect_same_in_lanes(ViscosityKernel(1.f, d));
        expect_same_in_lanes(CubicSpline(1.f, d));
        expect_same_in_lanes(WendlandC2(1.f, d));
        expect_same_in_lanes(WendlandC4(1.f, d));
        expect_same_in_lanes(WendlandC6(1.f, d));
        expect_same_in_lanes(GaussianLike(1.f, d));
    }
}

// AW section 11 and KA 4.4: the printed constants of the classical kernels.
TEST(Kernels, HaveTheConstantsOfTheLiterature) {
    const double h = 0.5, q = 0.3, r = q * h, pi3 = exact_pi * h * h * h, h2 = h * h;
    EXPECT_NEAR(Poly6T<double>(h, 3)(r), 315 / (64 * pi3) * std::pow(1 - q * q, 3), 1e-12);
    EXPECT_NEAR(Poly6T<double>(h, 3).laplacian(r), 945 / (32 * pi3 * h2) * (1 - q * q) * (7 * q * q - 3), 1e-10);
    EXPECT_NEAR(Poly6T<double>(h, 2).laplacian(r), 48 / (exact_pi * h2 * h2) * (1 - q * q) * (3 * q * q - 1), 1e-10);
    EXPECT_NEAR(SpikyT<double>(h, 3).laplacian(r), 90 / (pi3 * h2) * (1 - q) * (2 * q - 1) / q, 1e-10);
    EXPECT_NEAR(SpikyT<double>(h, 2).laplacian(r), 30 / (exact_pi * h2 * h2) * (1 - q) * (3 * q - 1) / q, 1e-10);
    EXPECT_NEAR(ViscosityT<double>(h, 3)(r), 15 / (2 * pi3) * (-q * q * q / 2 + q * q + 1 / (2 * q) - 1), 1e-12);
    EXPECT_NEAR(ViscosityT<double>(h, 3).laplacian(r), 45 / (pi3 * h2) * (1 - q), 1e-10);
    EXPECT_NEAR(ViscosityT<double>(h, 2).laplacian(r), 40 / (exact_pi * h2 * h2) * (1 - q), 1e-10);
    EXPECT_NEAR(CubicSplineT<double>(h, 3)(r), 8 / pi3 * (6 * (q * q * q - q * q) + 1), 1e-12);
    EXPECT_NEAR(CubicSplineT<double>(h, 3)(0.7 * h), 8 / pi3 * 2 * std::pow(0.3, 3), 1e-12);
}

// KA-17: viscosity must never push apart what moves together.
TEST(ViscosityKernel, HasAPositiveLaplacian) {
    for (int d = 1; d <= 3; ++d)
        for (float q = 0; q < 1; q += 0.01f) EXPECT_GT(ViscosityKernel(1.f, d).laplacian(q), 0);
}

// AW-5: the repulsion of two particles does not fade as they meet.
TEST(Spiky, StaysSteepAtTheCentre) {
    const Spiky w(1.f, 3);
    EXPECT_LT(w.slope(1e-4f), w.slope(0.1f));
    EXPECT_NEAR(w.slope(1e-4f), -45 / pi, 0.01);
}

// AW-6: an anisotropic kernel with the unit metric is the kernel itself; another metric keeps the integral.
TEST(Anisotropic, WithUnitMetricIsIsotropic) {
    const CubicSplineT<double>              w(0.8, 3);
    const Anisotropic<CubicSplineT<double>> same(w, identity<double>());
    const Vec3d                             x{0.1, -0.3, 0.2};
    EXPECT_EQ(same.at(x), w.at(x));
    EXPECT_EQ(same.gradient(x), w.gradient(x));

    const Anisotropic<CubicSplineT<double>> flat(w, Mat3d{{{2, 0.3, 0}, {0, 1, 0}, {0.1, 0, 0.7}}});
    double                                  sum = 0;
    for (double a = -1.5; a < 1.5; a += 0.05)
        for (double b = -1.5; b < 1.5; b += 0.05)
            for (double c = -1.5; c < 1.5; c += 0.05) sum += flat.at(Vec3d{a, b, c}) * 0.05 * 0.05 * 0.05;
    EXPECT_NEAR(sum, 1, 1e-3);
    const double step = 1e-6;
    EXPECT_NEAR(flat.gradient(x).y, (flat.at(x + Vec3d{0, step, 0}) - flat.at(x - Vec3d{0, step, 0})) / (2 * step),
                1e-6);
}

TEST(KernelNames, ReadBackWhatTheyWrite) {
    for (const auto name : kernel_names()) EXPECT_EQ(to_string(*find_kernel(name)), name);
    EXPECT_FALSE(find_kernel("poly7"));
}

TEST(MakeKernel, RefusesSizesThatMakeNoSense) {
    EXPECT_THROW(make_kernel(KernelName::poly6, 0.f, 3), SceneError);
    EXPECT_THROW(make_kernel(KernelName::poly6, -1.f, 3), SceneError);
    EXPECT_THROW(make_kernel(KernelName::poly6, NAN, 3), SceneError);
    EXPECT_THROW(make_kernel(KernelName::poly6, 1.f, 4), SceneError);
}

}  // namespace
}  // namespace mote
