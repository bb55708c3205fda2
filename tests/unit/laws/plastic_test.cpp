// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Plastic flow of one particle along given paths of F. The elastic law of these tests is Hencky's: stress is linear in
// logarithmic strain, so closed forms of small strain hold at any strain.
#include "laws/point/plastic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mote/random.h"

namespace mote {
namespace {

using Kind = Plastic::Kind;

constexpr float mu = 4e7f, lambda = 6e7f, bulk = lambda + 2 * mu / 3,
                young = mu * (3 * lambda + 2 * mu) / (lambda + mu);

Mat3 stretch(float x, float y, float z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }
Mat3 shear(float gamma) { return {{{1, gamma, 0}, {0, 1, 0}, {0, 0, 1}}}; }
Vec3 vector(Index n) { return 2.f * random_point(12, n, 0, Purpose::test) - Vec3{1, 1, 1}; }
Mat3 turned(Index n) { return rotation(normalised(vector(5000 + n)), 3 * vector(6000 + n).x); }

/// ln V_e = 1/2 ln (F_e F_e^T).
Mat3 strain_of(const Mat3& elastic) {
    const Svd3<float> s = svd(elastic);
    return product(s.u, {log(s.sigma.x), log(s.sigma.y), log(s.sigma.z)}, s.u);
}
/// Kirchhoff stress [Pa].
Mat3 stress_of(const Mat3& elastic) {
    return 2 * mu * strain_of(elastic) + diagonal(lambda * trace(strain_of(elastic)));
}
float energy_of(const Mat3& elastic) {
    const Mat3 e = strain_of(elastic);
    return mu * norm(e) * norm(e) + 0.5f * lambda * trace(e) * trace(e);
}

struct Particle {
    Plastic law;
    Mat3    inverse_plastic = identity();
    float   plastic_strain  = 0;

    Mat3 elastic(const Mat3& F, float dt = 0.001f) {
        return elastic_part(law, mu, lambda, F, inverse_plastic, plastic_strain, dt);
    }

    /// Pulled to the logarithmic strain along x, free to the sides.
    struct Pulled {
        float stress;  // along x [Pa]
        float volume;  // ln det F
    };
    Pulled pull(float strain, float dt = 0.001f) {
        float low = -strain - 0.2f, high = -strain + 0.2f;
        if (low > high) std::swap(low, high);
        for (int k = 0; k < 40; ++k) {
            const float side = (low + high) / 2;
            Particle    test = *this;
            (stress_of(test.elastic(stretch(exp(strain), exp(side), exp(side)), dt)).row[1].y > 0 ? high : low) = side;
        }
        const Mat3 F = stretch(exp(strain), exp(low), exp(low));
        return {stress_of(elastic(F, dt)).row[0].x, strain + 2 * low};
    }
};

Plastic metal(float yield_stress, float hardening = 0) {
    return {.kind = Kind::von_mises, .yield_stress = yield_stress, .hardening = hardening};
}
Plastic gum(float yield_strain, float rate) {
    Plastic law{.kind = Kind::creep};
    law.yield_strain = yield_strain, law.rate = rate;
    return law;
}

// Pulled along one axis: E strain up to Y, then Y + E H/(E + H) (strain - Y/E); relaxed, it goes back along E. Only the
// stress changes the volume.
TEST(Plastic, FollowsTheLineOfHardening) {
    const float yield = 1e6f, hardening = 3e7f, slope = young * hardening / (young + hardening);
    Particle    p{metal(yield, hardening)};
    for (int k = 1; k <= 60; ++k) {
        const float strain = 0.6f * float(k) * yield / young;  // to 36 times the yield strain, over a third
        const auto  pulled = p.pull(strain);
        EXPECT_NEAR(pulled.stress, strain < yield / young ? young * strain : yield + slope * (strain - yield / young),
                    2e-3f * yield)
            << strain;
        EXPECT_NEAR(pulled.volume, pulled.stress / (3 * bulk), 1e-5f);
        EXPECT_NEAR(p.plastic_strain, max(strain - pulled.stress / young, 0.f), 1e-4f);
        EXPECT_NEAR(determinant(p.inverse_plastic), 1, 1e-6f);
    }
    const float end = 36 * yield / young, top = p.pull(end).stress, before = p.plastic_strain;
    for (const float less : {0.2f, 0.5f, 1.f, 1.5f})
        EXPECT_NEAR(p.pull(end - less * yield / young).stress, top - less * yield, 2e-3f * yield) << less;
    EXPECT_EQ(p.plastic_strain, before);
    // Pushed back, it yields at the stress that it has hardened to.
    EXPECT_NEAR(p.pull(end - 20 * yield / young).stress, -top - slope * (20 * yield - 2 * top) / young, 2e-3f * yield);
    EXPECT_GT(p.plastic_strain, before);
}

// Before the first yield, one or many steps give the same.
TEST(Plastic, IsElasticBelowTheYieldStress) {
    Particle p{metal(1e6f)};
    for (const float part : {0.3f, 0.9f, -0.9f, 0.99f})
        EXPECT_NEAR(p.pull(part * 1e6f / young).stress, part * 1e6f, 2e3f);
    EXPECT_EQ(p.plastic_strain, 0);
    EXPECT_EQ(norm(p.inverse_plastic - identity()), 0);
    Particle none{{}};
    EXPECT_EQ(norm(none.elastic(shear(3)) - shear(3)), 0);
    none.inverse_plastic = stretch(2, 1, 0.5f);  // a metal that became elastic keeps its dent
    EXPECT_EQ(norm(none.elastic(shear(3)) - shear(3) * stretch(2, 1, 0.5f)), 0);
}

// Simple shear yields at Y/sqrt(3), and a perfectly plastic body never carries more.
TEST(Plastic, YieldsInShearAtTheYieldStressOverRootThree) {
    const float yield = 1e5f, gamma = yield / std::sqrt(3.f) / mu;
    Particle    p{metal(yield)};
    for (const float part : {0.5f, 0.98f})
        EXPECT_NEAR(stress_of(p.elastic(shear(part * gamma))).row[0].y, part * mu * gamma, 5e-3f * yield);
    EXPECT_EQ(p.plastic_strain, 0);
    for (const float part : {1.02f, 2.f, 5.f, 20.f})
        EXPECT_NEAR(stress_of(p.elastic(shear(part * gamma))).row[0].y, yield / std::sqrt(3.f), 5e-3f * yield);
    EXPECT_NEAR(p.plastic_strain, 19 * gamma / std::sqrt(3.f), 5e-2f * gamma);
}

/// A walk of F, by about `size` in each step.
Mat3 next_on_path(const Mat3& F, Index n, float size) {
    return (identity() + size * Mat3{{vector(3 * n), vector(3 * n + 1), vector(3 * n + 2)}}) * F;
}

// Turned after the deformation, F_e is turned and the state is the same; with the body turned as a whole, so are F_e
// and state.
TEST(Plastic, KnowsNoDirections) {
    for (const Plastic& law : {metal(1e6f, 1e7f), gum(0.02f, 300)})
        for (Index trial = 0; trial < 20; ++trial) {
            const Mat3 q = turned(trial);
            Particle   p{law}, spun{law}, whole{law};
            Mat3       F = identity();
            for (Index n = 0; n < 30; ++n) {
                F            = next_on_path(F, 100 * trial + n, 0.03f);
                const Mat3 e = p.elastic(F), late = turned(1000 + n);
                EXPECT_LT(norm(spun.elastic(late * F) - late * e), 1e-5f * norm(F));
                EXPECT_LT(norm(whole.elastic(q * F * transpose(q)) - q * e * transpose(q)), 1e-5f * norm(F));
            }
            EXPECT_GT(p.plastic_strain, 0.1f);
            EXPECT_LT(norm(spun.inverse_plastic - p.inverse_plastic), 2e-5f);
            EXPECT_LT(norm(whole.inverse_plastic - q * p.inverse_plastic * transpose(q)), 2e-5f);
            EXPECT_NEAR(whole.plastic_strain, p.plastic_strain, 2e-5f);
        }
}

// Plastic strain never falls, flow never gives energy, F = F_e F_p, and plastic volume stays.
TEST(Plastic, DissipatesAlongAnyPath) {
    Plastic capped = gum(0.02f, 300), soaking = gum(0.02f, 300);
    capped.most_strain  = 0.1f;
    soaking.volume_kept = false;
    for (const Plastic& law : {metal(1e6f, 1e7f), metal(1e6f), gum(0.02f, 300), capped, soaking})
        for (Index trial = 0; trial < 20; ++trial) {
            Particle p{law};
            Mat3     F = identity();
            for (Index n = 0; n < 100; ++n) {
                F                     = next_on_path(F, 200 * trial + n, 0.04f);
                const float before    = p.plastic_strain;
                const Mat3  untouched = F * p.inverse_plastic, e = p.elastic(F);
                EXPECT_GE(p.plastic_strain, before);
                EXPECT_LE(energy_of(e), energy_of(untouched) * 1.00001f + 1e-5f * mu * 1e-3f);
                EXPECT_LT(norm(e - F * p.inverse_plastic), 1e-5f * norm(F));
                if (law.volume_kept) {
                    EXPECT_NEAR(determinant(p.inverse_plastic), 1, 1e-5f);
                }
            }
            EXPECT_GT(p.plastic_strain, 0.1f);
        }
}

// Held at a strain above yield, the elastic strain decays as exp(-rate t) whatever the step, down to the yield strain,
// and stays there.
TEST(Plastic, CreepsDownToTheYieldStrain) {
    const float held = 0.12f, yield = 0.03f, rate = 5;
    const Mat3  F     = stretch(exp(held), exp(-held / 2), exp(-held / 2));
    const float start = held * std::sqrt(1.5f);
    for (const float dt : {0.001f, 0.02f, 0.1f}) {
        Particle p{gum(yield, rate)};
        for (float t = dt; t < 1; t += dt)
            EXPECT_NEAR(norm(strain_of(p.elastic(F, dt))), max(start * exp(-rate * t), yield), 1e-3f * start)
                << dt << ' ' << t;
        EXPECT_NEAR(p.plastic_strain, std::sqrt(2.f / 3) * (start - yield), 1e-4f);
    }
    Particle at_once{gum(yield, 1e6f)};
    EXPECT_NEAR(norm(strain_of(at_once.elastic(F, 0.1f))), yield, 1e-5f);
}

// Below yield nothing stays, however long and often it is strained.
TEST(Plastic, CreepLeavesNothingBelowYield) {
    Particle p{gum(0.05f, 100)};
    for (int k = 0; k < 1000; ++k) p.elastic(shear(0.06f * std::sin(0.1f * float(k))));
    EXPECT_EQ(norm(p.inverse_plastic - identity()), 0);
    EXPECT_EQ(p.plastic_strain, 0);
}

// Pressure creeps only where volume may.
TEST(Plastic, CreepKeepsVolumeUnlessToldOtherwise) {
    Particle kept{gum(0.01f, 100)}, soaking = kept;
    soaking.law.volume_kept = false;
    const Mat3 small        = diagonal(0.8f);
    for (int k = 0; k < 100; ++k) kept.elastic(small), soaking.elastic(small);
    EXPECT_EQ(norm(kept.inverse_plastic - identity()), 0);
    EXPECT_NEAR(norm(strain_of(soaking.elastic(small))), 0.01f, 1e-5f);
}

// The plastic strain stops at its bound; what is pulled further is elastic, and it can flow back.
TEST(Plastic, StoresNoMoreThanMostStrain) {
    Particle p{gum(0.01f, 1e4f)};
    p.law.most_strain = 0.2f;
    const auto pulled = [](float e) { return stretch(exp(e), exp(-e / 2), exp(-e / 2)); };
    const auto stored = [&] { return norm(strain_of(inverse(p.inverse_plastic))); };
    for (int k = 1; k <= 100; ++k) {
        const float e = 0.004f * float(k), size = e * std::sqrt(1.5f);
        EXPECT_NEAR(norm(strain_of(p.elastic(pulled(e)))), max(min(size, 0.01f), size - 0.2f), 1e-4f) << e;
        EXPECT_LE(stored(), 0.2f + 1e-5f);
    }
    EXPECT_NEAR(p.plastic_strain, std::sqrt(2.f / 3) * 0.2f, 2e-3f);
    const float before = p.plastic_strain;
    for (int k = 0; k < 1000; ++k) p.elastic(pulled(0.4f));
    EXPECT_NEAR(p.plastic_strain, before, 1e-5f);
    p.elastic(identity());
    EXPECT_NEAR(stored(), 0.01f, 1e-4f);
}

// Inside out, flat, torn, huge: numbers stay numbers, and the state that was comes through.
TEST(Plastic, SurvivesWhatIsNoStateOfMatter) {
    Plastic soaking = gum(0.02f, 300), capped = gum(0.02f, 300);
    soaking.volume_kept = false, capped.most_strain = 0.5f;
    for (const Plastic& law : {metal(1e6f, 1e7f), gum(0.02f, 300), soaking, capped})
        for (const Mat3& bad : {Mat3{}, stretch(1, 1, -1), stretch(-1, -2, -1), stretch(1, 1, 0), stretch(1, 0, 0),
                                stretch(1e30f, 1, 1), diagonal(1e30f), diagonal(1e-30f), stretch(1, 1, 1e-20f),
                                diagonal(1e-45f), stretch(1e19f, 1e-19f, 1), stretch(1, 0.9f, -1e-6f)}) {
            Particle   p{law};
            const Mat3 dent = shear(0.3f), before = (p.elastic(dent), p.inverse_plastic);
            for (int k = 0; k < 50; ++k) {
                const Mat3 e = p.elastic(turned(Index(k)) * bad);
                for (int r = 0; r < 3; ++r) EXPECT_TRUE(finite(e.row[r]) && finite(p.inverse_plastic.row[r]));
                EXPECT_GT(determinant(e), 0);
            }
            EXPECT_TRUE(finite(p.plastic_strain));
            EXPECT_EQ(norm(p.inverse_plastic - before), 0);
            EXPECT_GT(determinant(Particle{law}.elastic(bad)), 0);
        }
}

// A body kneaded a hundred thousand times has the volume that it had.
TEST(Plastic, RoundingDoesNotAddUpToVolume) {
    Particle   p{metal(1e5f)};
    const Mat3 dented = shear(0.3f) * stretch(1.1f, 1, 1 / 1.1f);
    for (Index n = 0; n < 100000; ++n) p.elastic(next_on_path(dented, n, 0.002f));
    EXPECT_GT(p.plastic_strain, 100);
    EXPECT_NEAR(determinant(p.inverse_plastic), 1, 1e-6f);
}

// What has flowed resists by stress over strain: Y / (Y + 3 mu strain), with the yield stress of now.
TEST(Plastic, StiffnessThatIsLeftIsTheSecant) {
    const Plastic copper{.kind = Plastic::Kind::von_mises, .yield_stress = 4e5f, .hardening = 1e5f};
    EXPECT_EQ(share_after_flow({}, mu, 1), 1);
    EXPECT_EQ(share_after_flow(copper, mu, 0), 1);
    for (const float strain : {0.01f, 0.3f}) {
        const float stress = 4e5f + 1e5f * strain, left = stress / (stress + 3 * mu * strain);
        EXPECT_NEAR(share_after_flow(copper, mu, strain), left, 1e-4f * left);
    }
}

}  // namespace
}  // namespace mote
