// Copyright (c) 2026 The Mote authors. MIT licence.
#include "laws/point/elastic_change.h"

#include <gtest/gtest.h>

#include "laws/point/fibre.h"
#include "mote/random.h"

namespace mote {
namespace {

constexpr Elastic::Law laws[] = {Elastic::Law::saint_venant, Elastic::Law::corotated, Elastic::Law::neo_hookean};

Elastic rubber(Elastic::Law law, float volume = 0) { return {law, lame_of(1, 0.3f), shear_of(1, 0.3f), volume, 0}; }

Mat3 random_matrix(Index n) {
    Mat3 m;
    for (int r = 0; r < 3; ++r) m.row[r] = 2 * random_point(1, 3 * n + Index(r), 0, Purpose::test) - Vec3{1, 1, 1};
    return m;
}
Mat3 measured(const Elastic& e, const Mat3& f, const Mat3& df) {
    constexpr float d = 2e-3f;
    return (0.5f / d) * (piola_stress(e, f + d * df) - piola_stress(e, f - d * df));
}

TEST(StressChange, IsTheDerivativeOfTheStressUnderTension) {
    for (const auto law : {Elastic::Law::saint_venant, Elastic::Law::neo_hookean})
        for (Index n = 0; n < 50; ++n) {
            const Elastic e = rubber(law);
            const Mat3    f = rotation_of(random_matrix(n + 100)) * (1.06f * identity() + 0.03f * symmetric(random_matrix(n))), df = random_matrix(n + 200);
            EXPECT_LT(norm(stress_change(e, f, df) - measured(e, f, df)), 2e-3f * norm(df)) << int(law) << " " << n;
        }
}

TEST(StressChange, IsHookesLawAtEveryRotation) {
    for (const auto law : laws)
        for (const float volume : {0.f, 2.f})
            for (Index n = 0; n < 50; ++n) {
                const Elastic e = rubber(law, volume);
                const Mat3    f = rotation_of(random_matrix(n + 100)), df = random_matrix(n + 200);
                EXPECT_LT(norm(stress_change(e, f, df) - measured(e, f, df)), 3e-3f * norm(df)) << int(law) << " " << n;
            }
}

TEST(StressChange, OfACorotatedBodyIsNearTheDerivativeUnderSmallStrain) {
    const Elastic e = rubber(Elastic::Law::corotated, 1);
    for (Index n = 0; n < 50; ++n) {
        const Mat3 f = identity() + 0.02f * random_matrix(n), df = random_matrix(n + 200);
        EXPECT_LT(norm(stress_change(e, f, df) - measured(e, f, df)), 0.15f * norm(df)) << n;
    }
}

TEST(StressChange, IsDefiniteWhateverTheDeformation) {
    for (const auto law : laws)
        for (Index n = 0; n < 500; ++n) {
            const Elastic e  = rubber(law, n % 2 ? 3.f : 0.f);
            const Mat3    f  = random_matrix(n), df = random_matrix(n + 1000);
            const Mat3    dp = stress_change(e, f, df);
            EXPECT_GE(inner(dp, df), -1e-4f * norm(dp) * norm(df)) << int(law) << " " << n;
        }
}

TEST(StressChange, IsSymmetric) {
    for (const auto law : laws)
        for (Index n = 0; n < 100; ++n) {
            const Elastic e = rubber(law, 1);
            const Mat3    f = identity() + 0.4f * random_matrix(n), a = random_matrix(n + 1000), b = random_matrix(n + 2000);
            const Mat3    pa = stress_change(e, f, a), pb = stress_change(e, f, b);
            EXPECT_NEAR(inner(pa, b), inner(pb, a), 1e-4f * (norm(pa) * norm(b) + norm(pb) * norm(a)));
        }
}

TEST(StressChange, OfStrainIsNothingForRotations) {
    for (const auto law : laws)
        for (Index n = 0; n < 100; ++n) {
            const Mat3         f = identity() + 0.3f * random_matrix(n), turn = random_matrix(n + 500), spin = turn - transpose(turn);
            const StressChange c = stress_change_at(rubber(law), f);
            EXPECT_LT(norm(stress_change(c, spin * f * c.right, 1, 0)), 1e-4f) << int(law) << " " << n;
        }
}

/// Ten times as stiff along (1, 2, -1) as across.
Elastic with_fibres(Elastic::Law law) {
    const Fibre       fibre{{1, 2, -1}, 10, 1, 0.8f, 0.3f, 0.4f};
    const FibreModuli m = moduli_of(fibre);
    return {law,           float(m.lame),  float(m.shear), 0,
            0,             normalised(fibre.direction), float(m.along), float(m.mixed),
            float(m.twist), wave_modulus(stiffness(fibre))};
}

TEST(StressChange, OfFibresIsExactAtRotationsDefiniteAndSymmetric) {
    for (const auto law : laws)
        for (Index n = 0; n < 100; ++n) {
            const Elastic e = with_fibres(law);
            const Mat3    turned = rotation_of(random_matrix(n + 100)), f = random_matrix(n), a = random_matrix(n + 200), b = random_matrix(n + 300);
            EXPECT_LT(norm(stress_change(e, turned, a) - measured(e, turned, a)), 0.01f * norm(a)) << int(law) << " " << n;
            const Mat3 pa = stress_change(e, f, a), pb = stress_change(e, f, b);
            EXPECT_GE(inner(pa, a), -1e-4f * norm(pa) * norm(a)) << int(law) << " " << n;
            EXPECT_NEAR(inner(pa, b), inner(pb, a), 1e-4f * (norm(pa) * norm(b) + norm(pb) * norm(a)));
        }
}

// Stress of any law with fibres is the slope of its energy, and with Green's strain that of the stiffness of fibre.h.
TEST(Elastic, FibresPullByTheSlopeOfTheirEnergy) {
    for (const auto law : laws)
        for (Index n = 0; n < 50; ++n) {
            const Elastic   e = with_fibres(law);
            const Mat3      f = identity() + 0.2f * random_matrix(n), df = random_matrix(n + 200);
            constexpr float d = 2e-3f;
            EXPECT_NEAR(inner(piola_stress(e, f), df), (elastic_energy(e, f + d * df) - elastic_energy(e, f - d * df)) / (2 * d), 0.02f * norm(df)) << int(law) << " " << n;
            if (law == Elastic::Law::saint_venant) {
                EXPECT_NEAR(elastic_energy(e, f), stiffness(Fibre{{1, 2, -1}, 10, 1, 0.8f, 0.3f, 0.4f}).energy(green_strain(f)), 1e-4f);
            }
        }
}

}  // namespace
}  // namespace mote
