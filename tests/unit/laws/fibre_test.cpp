// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Stiffness of bodies with fibres, against the engineering constants that they are made from.
#include "laws/point/fibre.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "mote/pseudo_inverse.h"
#include "mote/random.h"

namespace mote {
namespace {

const Fibre wood{
    .young_along = 1e7f, .young_across = 8e5f, .shear_along = 6e5f, .poisson_along = 0.35f, .poisson_across = 0.45f};

Fibre along(Fibre fibre, const Vec3& direction) {
    fibre.direction = direction;
    return fibre;
}
Vec3 vector(Index n) { return 2.f * random_point(13, n, 0, Purpose::test) - Vec3{1, 1, 1}; }
Mat3 strain(Index n) { return 0.3f * symmetric(Mat3{{vector(3 * n), vector(3 * n + 1), vector(3 * n + 2)}}); }

/// What stress does to strain, the inverse of C; shear is engineering shear.
struct Compliance {
    double s[6][6];

    explicit Compliance(const Fibre& fibre) {
        const Stiffness c = stiffness(fibre);
        for (int r = 0; r < 6; ++r)
            for (int k = 0; k < 6; ++k) s[r][k] = c.c[r][k];
        EXPECT_EQ(pseudo_inverse(s, 6, 1e-10), 6);
    }
    double operator()(int r, int k) const { return s[r][k]; }
};

// Pulled along and across, and sheared: the moduli and ratios that were asked for, whichever axis has the fibres.
TEST(Fibre, HasItsModuliAlongAndAcross) {
    for (int x = 0; x < 3; ++x) {
        const int        y = (x + 1) % 3, z = (x + 2) % 3;
        const Compliance s(along(wood, 7.f * identity().row[x]));
        EXPECT_NEAR(1 / s(x, x), 1e7, 1e2);
        EXPECT_NEAR(-s(y, x) / s(x, x), 0.35, 1e-5);
        EXPECT_NEAR(-s(z, x) / s(x, x), 0.35, 1e-5);
        for (const auto& [one, other] : {std::pair{y, z}, std::pair{z, y}}) {
            EXPECT_NEAR(1 / s(one, one), 8e5, 10);
            EXPECT_NEAR(-s(other, one) / s(one, one), 0.45, 1e-5);
            EXPECT_NEAR(-s(x, one) / s(one, one), 0.35 * 8e5 / 1e7, 1e-5);
        }
        EXPECT_NEAR(1 / s(3 + x, 3 + x), 6e5, 10);  // xy, yz, zx: with the fibres along x, those that contain x
        EXPECT_NEAR(1 / s(3 + z, 3 + z), 6e5, 10);
        EXPECT_NEAR(1 / s(3 + y, 3 + y), 8e5 / (2 * 1.45), 10);
    }
}

// Pulled at 30 degrees to its fibres it is neither as stiff nor as soft, and it shears [Jones 1975, off-axis compliance
// of a lamina].
TEST(Fibre, ShearsWhenPulledAskew) {
    const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6), s11 = 1e-7, s22 = 1 / 8e5, s12 = -0.35e-7,
                 s66 = 1 / 6e5;
    for (const double hand : {1., -1.}) {
        const Compliance m(along(wood, {float(c), float(hand * s), 0}));
        EXPECT_NEAR(m(0, 0) / (s11 * c * c * c * c + (2 * s12 + s66) * s * s * c * c + s22 * s * s * s * s), 1, 1e-5);
        EXPECT_NEAR(
            m(3, 0) / (hand * ((2 * s11 - 2 * s12 - s66) * s * c * c * c - (2 * s22 - 2 * s12 - s66) * s * s * s * c)),
            1, 1e-5);
        EXPECT_NEAR(m(4, 0) * 1e7, 0, 1e-5);
    }
}

// The same moduli in all directions: Hooke's law.
TEST(Fibre, IsIsotropicWhereItsModuliAre) {
    const float young = 3e6f, nu = 0.3f, mu = young / (2 * (1 + nu)), lambda = young * nu / ((1 + nu) * (1 - 2 * nu));
    for (Index n = 0; n < 20; ++n) {
        const Stiffness c = stiffness({vector(900 + n), young, young, mu, nu, nu});
        const Mat3      e = strain(n), s = diagonal(lambda * trace(e)) + 2 * mu * e;
        EXPECT_LT(norm(c.second_piola(e) - s), 2e-6f * norm(s));
    }
}

// Fibres turned with the body: stress is turned, energy the same.
TEST(Fibre, TurnsWithItsFibres) {
    for (Index n = 0; n < 50; ++n) {
        const Vec3 direction = vector(300 + n);
        const Mat3 q = rotation(normalised(vector(400 + n)), 2), e = strain(n),
                   s           = stiffness(along(wood, direction)).second_piola(e);
        const Stiffness turned = stiffness(along(wood, q * direction));
        EXPECT_LT(norm(turned.second_piola(q * e * transpose(q)) - q * s * transpose(q)), 5e-6f * norm(s));
        EXPECT_NEAR(turned.energy(q * e * transpose(q)) / stiffness(along(wood, direction)).energy(e), 1, 2e-5f);
    }
}

// S : dE = dW, so the body gives back what it took; C is symmetric.
TEST(Fibre, StressIsTheSlopeOfEnergy) {
    const Stiffness c = stiffness(along(wood, {1, 2, -1}));
    for (int r = 0; r < 6; ++r)
        for (int k = 0; k < r; ++k) EXPECT_NEAR(c.c[r][k], c.c[k][r], 1e-6f * c.c[0][0]);
    for (Index n = 0; n < 20; ++n) {
        const Mat3  e = strain(n), de = strain(100 + n), s = c.second_piola(e);
        const float slope = (c.energy(e + de) - c.energy(e - de)) / 2;  // W is quadratic: exact at any distance
        EXPECT_NEAR(dot(s.row[0], de.row[0]) + dot(s.row[1], de.row[1]) + dot(s.row[2], de.row[2]), slope,
                    1e-5f * norm(s) * norm(de));
    }
}

// Moduli make a body if E > 0, G > 0, |nu_across| < 1 and 2 nu_along^2 E_across / E_along < 1 - nu_across [Lempriere
// 1968].
TEST(Fibre, PositiveDefiniteTellsWhichModuliArePossible) {
    int possible = 0;
    for (Index n = 0; n < 400; ++n) {
        const Vec3  u = vector(n), v = vector(1000 + n);
        const Fibre fibre{v, 1e6f * (u.x + 0.8f), 1e6f, 1e6f * (u.y + 0.8f), 1.5f * u.z, 1.2f * v.x};
        const float margin = 1 - fibre.poisson_across -
                             2 * fibre.poisson_along * fibre.poisson_along * fibre.young_across / fibre.young_along;
        if (std::abs(margin) < 1e-3f || std::abs(std::abs(fibre.poisson_across) - 1) < 1e-3f ||
            std::abs(fibre.young_along) < 1e3f)
            continue;
        const bool sound =
            fibre.young_along > 0 && fibre.shear_along > 0 && std::abs(fibre.poisson_across) < 1 && margin > 0;
        EXPECT_EQ(positive_definite(stiffness(fibre)), sound) << n;
        possible += sound;
    }
    EXPECT_GT(possible, 50);
    EXPECT_TRUE(positive_definite(stiffness({})));
    EXPECT_FALSE(positive_definite({}));
    EXPECT_FALSE(positive_definite(stiffness({.young_along = 0})));
}

// Waves of an isotropic body run at sqrt((lambda + 2 mu)/rho); along stiff fibres it is C_xx that counts, wherever they
// point.
TEST(Fibre, FastestWaveRunsAlongTheFibres) {
    EXPECT_NEAR(wave_modulus(stiffness({{1, 2, 3}, 1e6f, 1e6f, 4e5f, 0.25f, 0.25f})), 1.2e6f, 2e2f);
    const float c_xx = stiffness(wood).c[0][0];
    for (Index n = 0; n < 20; ++n) EXPECT_NEAR(wave_modulus(stiffness(along(wood, vector(n)))) / c_xx, 0.995f, 0.0055f);
}

}  // namespace
}  // namespace mote
