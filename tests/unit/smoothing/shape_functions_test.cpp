// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/shape_functions.h"

#include <gtest/gtest.h>

#include <cstring>

#include "unit/smoothing/clouds.h"

namespace mote {
namespace {

// AW-17: exact for linear fields at every sample, also where the support is a thousandth of a millimetre.
TEST(DirectGradient, IsExactForLinearFields) {
    const Cloud<float> c(jittered_lattice<float>(6, 3, 0.2), make_kernel(KernelName::cubic_spline, 2.2f, 3), 1.f);
    const auto         f = sampled(c.position, [](const Vec3& p) { return 0.3f * p.x - 0.2f * p.y + 0.1f * p.z; });
    for (Index i = 0; i < c.position.size(); ++i) {
        const auto near = c.near(i);
        const auto p    = prepare_direct_gradient(c.kernel, c.position, near, c.position[i]);
        const Vec3 g    = direct_gradient(p, c.kernel, c.position, near, c.position[i], f, f[i]);
        EXPECT_EQ(p.rank, 3);
        EXPECT_LT(length(g - Vec3{0.3f, -0.2f, 0.1f}), 1e-5f);
    }
    const std::vector<Vec3> tiny{{0, 0, 0}, {1e-5f, 0, 0}, {0, 1e-5f, 0}, {0, 0, 1e-5f}};
    const auto              kernel = make_kernel(KernelName::cubic_spline, 2e-5f, 3);
    const Index             all[]  = {0, 1, 2, 3};
    const auto              p      = prepare_direct_gradient(kernel, tiny, all, tiny[0]);
    const Vec3 g = direct_gradient(p, kernel, tiny, all, tiny[0], std::vector<float>{0, 1e-5f, 2e-5f, 3e-5f}, 0);
    EXPECT_LT(length(g - Vec3{1, 2, 3}), 1e-4f);
}

// AW-18: the same call gives SPH, Shepard and MLS; gradients are the derivatives of the values.
TEST(ShapeFunctions, ServeEverySchemeThroughOneCall) {
    const Cloud<double> c(jittered_lattice<double>(7, 3, 0.2), make_kernel<double>(KernelName::wendland_c2, 2.9, 3),
                          1.0);
    const auto          f = sampled(c.position, [](const Vec3d& p) { return std::sin(0.3 * p.x) + 0.2 * p.y * p.z; });
    const Vec3d         x{2.9, 3.2, 3.1};
    const double        step = 1e-5;
    for (const ShapeScheme scheme : {ShapeScheme::sph, ShapeScheme::shepard, ShapeScheme::mls1, ShapeScheme::mls2}) {
        const auto at     = [&](const Vec3d& y) { return shape_functions(scheme, c.samples, y, c.search.near(y)); };
        const auto shapes = at(x);
        EXPECT_EQ(shapes.order, int(scheme) - 1);
        EXPECT_NEAR(shapes.value(f), std::sin(0.87) + 0.2 * 3.2 * 3.1, 0.1);
        const Vec3d e{0, step, 0};
        EXPECT_NEAR(shapes.gradient(f).y, (at(x + e).value(f) - at(x - e).value(f)) / (2 * step), 1e-7);
    }
}

// AW-20: a cached evaluation equals the fresh one, and the cache notices when anything moved.
TEST(ShapeCache, IsMadeOnceAndRemadeOnChange) {
    Cloud<float>            c(jittered_lattice<float>(6, 3, 0.2), make_kernel(KernelName::cubic_spline, 2.4f, 3), 1.f);
    const std::vector<Vec3> points{{2.2f, 2.4f, 2.9f}, {0.1f, 0, 0}, {40, 0, 0}};
    const auto              f = sampled(c.position, [](const Vec3& p) { return 1 + p.x - 2 * p.y; });
    ShapeCache<float>       cache(ShapeScheme::mls1);
    EXPECT_TRUE(cache.update(c.samples, points));
    EXPECT_FALSE(cache.update(c.samples, points));
    const auto values = cache.value(f);
    const auto slopes = cache.gradient(f);
    for (int k = 0; k < 2; ++k) {
        EXPECT_FLOAT_EQ(values[k],
                        shape_functions(ShapeScheme::mls1, c.samples, points[k], c.search.near(points[k])).value(f));
        EXPECT_NEAR(values[k], 1 + points[k].x - 2 * points[k].y, 1e-5f);
        EXPECT_LT(length(slopes[k] - Vec3{1, -2, 0}), 1e-4f);
    }
    EXPECT_EQ(cache.order(1), 1);
    EXPECT_EQ(cache.order(2), -1);  // out of reach
    EXPECT_EQ(values[2], 0);
    EXPECT_EQ(cache.value(c.position)[2], Vec3{});
    EXPECT_LT(length(cache.value(c.position)[0] - points[0]), 1e-5f);

    c.position[7].x += 1e-6f;
    EXPECT_TRUE(cache.update(c.samples, points));
    EXPECT_THROW(cache.value(std::vector<float>{1, 2}), BugError);
}

// The pseudo-inverse of a matrix of known rank satisfies A A+ A = A.
TEST(PseudoInverse, SatisfiesItsDefinition) {
    Noise noise(11);
    for (int rank = 0; rank <= 6; ++rank) {
        double a[6][6] = {}, inverse[6][6];
        for (int k = 0; k < rank; ++k) {
            double v[6];
            for (double& x : v) x = noise();
            for (int r = 0; r < 6; ++r)
                for (int c = 0; c < 6; ++c) a[r][c] += v[r] * v[c];
        }
        std::memcpy(inverse, a, sizeof a);
        EXPECT_EQ(pseudo_inverse(inverse, 6, 1e-10), rank);
        for (int r = 0; r < 6; ++r)
            for (int c = 0; c < 6; ++c) {
                double sum = 0;
                for (int k = 0; k < 6; ++k)
                    for (int l = 0; l < 6; ++l) sum += a[r][k] * inverse[k][l] * a[l][c];
                EXPECT_NEAR(sum, a[r][c], 1e-9);
            }
    }
}

}  // namespace
}  // namespace mote
