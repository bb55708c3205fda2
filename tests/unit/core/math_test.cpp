// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Identities of small vectors and matrices, for matrices drawn at random.
#include "mote/math.h"

#include <gtest/gtest.h>

#include <limits>

#include "mote/random.h"

namespace mote {
namespace {

Vec3 vector(Index n) {
    const Vec3 u = random_point(2, n, 0, Purpose::test);
    return 4.f * u - Vec3{2, 2, 2};
}
Vec3d vector_d(Index n) {
    const Vec3 v = vector(n);
    return {v.x, v.y, v.z};
}
Mat3d matrix(Index n) { return {{vector_d(3 * n), vector_d(3 * n + 1), vector_d(3 * n + 2)}}; }

constexpr Index trials = 200;

// A^-1 A = A A^-1 = I, and det(A^-1) = 1 / det A.
TEST(Math, InverseUndoes) {
    for (Index n = 0; n < trials; ++n) {
        const Mat3d  a = matrix(n);
        const double d = determinant(a);
        if (std::abs(d) < 0.05) continue;
        EXPECT_LT(norm(inverse(a) * a - identity<double>()), 1e-10);
        EXPECT_LT(norm(a * inverse(a) - identity<double>()), 1e-10);
        EXPECT_NEAR(determinant(inverse(a)) * d, 1, 1e-10);
    }
}

// cof(A) = det(A) A^-T; (A v) x (A w) = cof(A) (v x w), for singular A too.
TEST(Math, CofactorCarriesAreas) {
    for (Index n = 0; n < trials; ++n) {
        Mat3d a = matrix(n);
        if (n % 2) a.row[2] = a.row[0] + a.row[1];
        const Vec3d v = vector_d(1000 + n), w = vector_d(2000 + n);
        EXPECT_LT(length(cross(a * v, a * w) - cofactor(a) * cross(v, w)), 1e-10);
        EXPECT_LT(norm(a * transpose(cofactor(a)) - diagonal<double>(determinant(a))), 1e-10);
    }
}

// det(A B) = det(A) det(B), (A B)^T = B^T A^T, (A B) v = A (B v), tr(A B) = tr(B A).
TEST(Math, ProductsAreMatrixProducts) {
    for (Index n = 0; n < trials; ++n) {
        const Mat3d a = matrix(n), b = matrix(n + trials);
        const Vec3d v = vector_d(n);
        EXPECT_NEAR(determinant(a * b), determinant(a) * determinant(b), 1e-9);
        EXPECT_LT(norm(transpose(a * b) - transpose(b) * transpose(a)), 1e-12);
        EXPECT_LT(length((a * b) * v - a * (b * v)), 1e-12);
        EXPECT_NEAR(trace(a * b), trace(b * a), 1e-12);
    }
}

// a x b is normal to both and as long as the area they span; dot and cross obey Lagrange's identity.
TEST(Math, CrossIsNormal) {
    for (Index n = 0; n < trials; ++n) {
        const Vec3d a = vector_d(n), b = vector_d(n + trials), c = cross(a, b);
        EXPECT_NEAR(dot(a, c), 0, 1e-12);
        EXPECT_NEAR(dot(b, c), 0, 1e-12);
        EXPECT_NEAR(dot(c, c), dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b), 1e-10);
        EXPECT_EQ(cross(b, a), -c);
    }
    EXPECT_EQ(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}), (Vec3{0, 0, 1}));
}

// A deviator has no trace, the trace part commutes with everything, and the two are orthogonal.
TEST(Math, DeviatorHasNoTrace) {
    for (Index n = 0; n < trials; ++n) {
        const Mat3d a = matrix(n), d = deviator(a), mean = a - d;
        EXPECT_NEAR(trace(d), 0, 1e-14);
        EXPECT_LT(norm(deviator(d) - d), 1e-14);
        EXPECT_LT(norm(mean - diagonal<double>(trace(a) / 3)), 1e-14);
        EXPECT_NEAR(norm(a) * norm(a), norm(d) * norm(d) + norm(mean) * norm(mean), 1e-11);
        EXPECT_LT(norm(symmetric(a) - transpose(symmetric(a))), 1e-15);
        EXPECT_NEAR(dot(vector_d(n), (a - symmetric(a)) * vector_d(n)), 0,
                    1e-12);  // the rest turns, it does not stretch
    }
}

// a b^T v = a (b . v), and its trace is a . b.
TEST(Math, OuterProduct) {
    for (Index n = 0; n < trials; ++n) {
        const Vec3d a = vector_d(n), b = vector_d(n + 1), v = vector_d(n + 2);
        EXPECT_LT(length(outer(a, b) * v - dot(b, v) * a), 1e-12);
        EXPECT_NEAR(trace(outer(a, b)), dot(a, b), 1e-13);
    }
}

// A rotation keeps lengths and hands, leaves its axis alone, turns by its angle, and is undone by the opposite angle.
TEST(Math, RotationTurns) {
    for (Index n = 0; n < trials; ++n) {
        const Vec3  axis  = normalised(vector(n));
        const float angle = 6.f * random_uniform(2, n, 1, Purpose::test) - 3.f;
        const Mat3  r     = rotation(axis, angle);
        EXPECT_LT(norm(r * transpose(r) - identity()), 2e-6f);
        EXPECT_NEAR(determinant(r), 1, 2e-6f);
        EXPECT_LT(length(r * axis - axis), 1e-6f);
        EXPECT_LT(norm(r * rotation(axis, -angle) - identity()), 2e-6f);
        EXPECT_NEAR(trace(r), 1 + 2 * std::cos(angle), 2e-6f);
    }
    // A quarter turn about z takes x to y, by the right-hand rule.
    EXPECT_LT(length(rotation({0, 0, 1}, pi / 2) * Vec3{1, 0, 0} - Vec3{0, 1, 0}), 1e-6f);
}

// The unit vector has length one; zero stays zero.
TEST(Math, Normalised) {
    for (Index n = 0; n < trials; ++n) EXPECT_NEAR(length(normalised(vector(n))), 1, 1e-6f);
    EXPECT_EQ(normalised(Vec3{}), Vec3{});
}

// A 16-byte row takes apart into its parts; float and double operands mix.
TEST(Math, RowsAndMixedOperands) {
    const Vec4 row = with_w({1, 2, 3}, 4);
    EXPECT_EQ(xyz(row), (Vec3{1, 2, 3}));
    EXPECT_EQ(row.w, 4);
    EXPECT_EQ(sizeof(Vec4), 16u);
    EXPECT_EQ(alignof(Vec4), 16u);
    const Vec3d d = Vec3{1, 2, 3} + Vec3d{0.5, 0.5, 0.5};
    EXPECT_EQ(d, (Vec3d{1.5, 2.5, 3.5}));
    Vec3 sum{1, 1, 1};
    sum += Vec3{1, 2, 3};
    sum -= Vec3{0, 0, 1};
    EXPECT_EQ(sum / 2.f, (Vec3{1, 1.5f, 1.5f}));
}

TEST(Math, Scalars) {
    EXPECT_EQ(min(2.f, -1.f), -1.f);
    EXPECT_EQ(max(2.0, -1.0), 2.0);
    EXPECT_EQ(abs(-3.f), 3.f);
    EXPECT_EQ(clamp(5.f, 0.f, 1.f), 1.f);
    EXPECT_EQ(clamp(-5.f, 0.f, 1.f), 0.f);
    EXPECT_EQ(clamp(0.25f, 0.f, 1.f), 0.25f);
    EXPECT_EQ(select(true, 1.f, 2.f), 1.f);
}

// Infinite and not-a-number are found in any component; the largest and smallest floats are finite.
TEST(Math, FiniteLooksAtEveryComponent) {
    using Limits = std::numeric_limits<float>;
    for (const float bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN()}) {
        EXPECT_FALSE(finite(bad));
        EXPECT_FALSE(finite(Vec3{bad, 0, 0}));
        EXPECT_FALSE(finite(Vec3{0, bad, 0}));
        EXPECT_FALSE(finite(Vec3{0, 0, bad}));
        EXPECT_FALSE(finite(Vec4{0, 0, 0, bad}));
    }
    for (const float good : {0.f, -0.f, Limits::max(), -Limits::max(), Limits::min(), Limits::denorm_min()})
        EXPECT_TRUE(finite(good));
}

// A box starts empty, holds every point it included, its faces too, and nothing beside.
TEST(Math, BoxGrows) {
    Box box;
    EXPECT_TRUE(box.empty());
    EXPECT_FALSE(box.contains({0, 0, 0}));
    box.include({1, 2, 3});
    EXPECT_FALSE(box.empty());
    EXPECT_TRUE(box.contains({1, 2, 3}));
    box.include({-1, 0, 5});
    EXPECT_TRUE(box.contains({0, 1, 4}));
    EXPECT_TRUE(box.contains({-1, 2, 5}));
    EXPECT_FALSE(box.contains({0, 1, 5.5f}));
    EXPECT_EQ(box.size(), (Vec3{2, 2, 2}));
    EXPECT_EQ(box.centre(), (Vec3{0, 1, 4}));
}

}  // namespace
}  // namespace mote
