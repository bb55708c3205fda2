// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Singular values and nearest rotations, in float and double, of all kinds of 3x3 matrices; Eigen in double is the
// judge.
#include "mote/svd.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "mote/random.h"

namespace mote {
namespace {

constexpr Index trials = 300;

Vec3d vector_d(Index n) {
    const Vec3 u = random_point(11, n, 0, Purpose::test);
    return {4.0 * u.x - 2, 4.0 * u.y - 2, 4.0 * u.z - 2};
}
Mat3d matrix(Index n) { return {{vector_d(3 * n), vector_d(3 * n + 1), vector_d(3 * n + 2)}}; }
Mat3d turned(Index n) {
    const Vec3d axis = vector_d(7000 + n);
    const Mat3  r =
        rotation(normalised(Vec3{float(axis.x), float(axis.y), float(axis.z)}), 3 * float(vector_d(9000 + n).x));
    return {{Vec3d{} + r.row[0], Vec3d{} + r.row[1], Vec3d{} + r.row[2]}};
}
Mat3d scaled(double x, double y, double z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

template <class R>
Mat3T<R> as(const Mat3d& a) {
    Mat3T<R> m;
    for (int r = 0; r < 3; ++r) m.row[r] = {R(a.row[r].x), R(a.row[r].y), R(a.row[r].z)};
    return m;
}
template <class R>
Mat3d in_double(const Mat3T<R>& a) {
    Mat3d m;
    for (int r = 0; r < 3; ++r) m.row[r] = {double(a.row[r].x), double(a.row[r].y), double(a.row[r].z)};
    return m;
}

/// All kinds of trouble: plain, mirrored, near a rotation, flat, nearly flat, a line, nearly a line, graded, two or
/// three equal values.
Mat3d kind_of_trouble(Index n) {
    const Mat3d a = matrix(n), r = turned(n), q = turned(n + trials);
    switch (n % 10) {
        case 0:
            return a;
        case 1:
            return scaled(1, -1, 1) * (r * transpose(q));
        case 2:
            return r * (identity<double>() + 0.01 * a);
        case 3:
            return r * (identity<double>() + 0.2 * a);
        case 4:
            return {{a.row[0], a.row[1], a.row[0] + a.row[1]}};
        case 5:
            return {{a.row[0], a.row[1], a.row[0] + a.row[1] + 1e-6 * a.row[2]}};
        case 6:
            return outer(a.row[0], a.row[1]);
        case 7:
            return outer(a.row[0], a.row[1]) + 1e-7 * a;
        case 8:
            return r * scaled(1, std::pow(10, vector_d(n).y * 3 - 6), std::pow(10, vector_d(n).z * 3 - 6)) * q;
        default:
            return r * scaled(2, 2, n % 20 == 9 ? 2 : -0.5) * q;
    }
}

template <class R>
class Svd : public testing::Test {
protected:
    static constexpr double tolerance = sizeof(R) == 4 ? 1e-6 : 1e-12;

    static void expect_rotation(const Mat3T<R>& m) {
        const Mat3d r = in_double(m);
        EXPECT_LT(norm(transpose(r) * r - identity<double>()), tolerance);
        EXPECT_NEAR(determinant(r), 1, tolerance);
    }
    /// a = u diag(sigma) v^T, with what `Svd3` promises of each.
    static void expect_sound(const Mat3T<R>& a) {
        const Svd3<R> s = svd(a);
        expect_rotation(s.u);
        expect_rotation(s.v);
        EXPECT_GE(s.sigma.x, s.sigma.y);
        EXPECT_GE(s.sigma.y, std::abs(s.sigma.z));
        EXPECT_LE(
            norm(in_double(s.u) * scaled(s.sigma.x, s.sigma.y, s.sigma.z) * transpose(in_double(s.v)) - in_double(a)),
            tolerance * norm(in_double(a)) + std::numeric_limits<R>::denorm_min() * 4);
    }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Svd, Scalars);

TYPED_TEST(Svd, TakesApartIntoRotationsAndStretch) {
    for (Index n = 0; n < trials; ++n) {
        SCOPED_TRACE(n);
        this->expect_sound(as<TypeParam>(kind_of_trouble(n)));
    }
}

// Singular values are those of Eigen, and the last one has the sign of the determinant.
TYPED_TEST(Svd, HasTheValuesOfEigen) {
    for (Index n = 0; n < trials; ++n) {
        const Mat3T<TypeParam> a = as<TypeParam>(kind_of_trouble(n));
        const auto             s = svd(a).sigma;
        Eigen::Matrix3d        e;
        for (int r = 0; r < 3; ++r) e.row(r) << a.row[r].x, a.row[r].y, a.row[r].z;
        const Eigen::Vector3d sigma = e.jacobiSvd().singularValues();
        const double          close = 2 * this->tolerance * sigma[0];
        EXPECT_NEAR(s.x, sigma[0], close) << n;
        EXPECT_NEAR(s.y, sigma[1], close) << n;
        EXPECT_NEAR(std::abs(s.z), sigma[2], close) << n;
        if (sigma[2] > 100 * close) {
            EXPECT_EQ(s.z < 0, e.determinant() < 0) << n;
        }
    }
}

// From the smallest number to nearly the largest; zero too, and entries that are alone in their row and column.
TYPED_TEST(Svd, IsSoundAtEveryScale) {
    using Limits      = std::numeric_limits<TypeParam>;
    const auto smooth = [&](double scale) {
        return scale > double(Limits::min()) * 1e8;
    };  // below, entries have lost digits
    for (const double scale : {double(Limits::denorm_min()), double(Limits::min()), 1e-30, 1e-20, 1e-8, 1e8, 1e20, 1e30,
                               double(Limits::max()) / 30})
        for (Index n = 0; n < trials; ++n) {
            SCOPED_TRACE(scale);
            const auto a = as<TypeParam>(scale * kind_of_trouble(n));
            this->expect_rotation(rotation_of(a));
            this->expect_rotation(svd(a).u);
            this->expect_rotation(svd(a).v);
            if (smooth(scale)) this->expect_sound(a);
        }
    this->expect_sound({});
    this->expect_rotation(rotation_of(Mat3T<TypeParam>{}));
    for (int r = 0; r < 3; ++r) {
        Mat3T<TypeParam> a{};
        a.row[r].z = TypeParam(-3);
        this->expect_sound(a);
        this->expect_rotation(rotation_of(a));
        EXPECT_EQ(svd(a).sigma, (Vec3T<TypeParam>{3, 0, 0}));
    }
    const TypeParam most = Limits::max();
    const auto      s    = svd(Mat3T<TypeParam>{{{most, most, most}, {most, -most, most}, {most, most, -most}}});
    this->expect_rotation(s.u);
    this->expect_rotation(s.v);
}

// No rotation lies nearer: R : a = sigma_0 + sigma_1 + sigma_2 is the most that any rotation reaches.
TYPED_TEST(Svd, RotationIsTheNearest) {
    for (Index n = 0; n < trials; ++n) {
        SCOPED_TRACE(n);
        const auto a = as<TypeParam>(kind_of_trouble(n)), r = rotation_of(a);
        this->expect_rotation(r);
        const Svd3<double> s    = svd(in_double(a));
        double             most = s.sigma.x + s.sigma.y + s.sigma.z, reached = 0;
        for (int k = 0; k < 3; ++k) reached += dot(in_double(r).row[k], in_double(a).row[k]);
        EXPECT_NEAR(reached, most, 3 * this->tolerance * s.sigma.x);
    }
}

// A rotation is its own; a stretch has none; R S has R; a body twice as large has the same.
TYPED_TEST(Svd, RotationOfAPolarProductIsItsRotation) {
    for (Index n = 0; n < trials; ++n) {
        const Mat3d r = in_double(rotation_of(turned(n))), q = turned(n + trials);
        const Mat3d stretch = q * scaled(0.4 + 0.01 * (n % 100), 1, 1.3) * transpose(q);
        const auto  close   = 10 * this->tolerance;
        EXPECT_LT(norm(in_double(rotation_of(as<TypeParam>(r))) - r), close);
        EXPECT_LT(norm(in_double(rotation_of(as<TypeParam>(symmetric(stretch)))) - identity<double>()), close);
        EXPECT_LT(norm(in_double(rotation_of(as<TypeParam>(r * symmetric(stretch)))) - r), close);
        EXPECT_LT(norm(in_double(rotation_of(as<TypeParam>(200.0 * (r * symmetric(stretch))))) - r), close);
    }
}

}  // namespace
}  // namespace mote
