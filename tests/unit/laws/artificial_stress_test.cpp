// Copyright (c) 2026 The Mote authors. MIT licence.
#include "laws/pair/artificial_stress.h"

#include <gtest/gtest.h>

#include "mote/smoothing_kernel.h"

namespace mote {
namespace {

constexpr float spacing = 0.01f;

struct StressOfPairs {
    CubicSpline      w;
    ArtificialStress law;

    explicit StressOfPairs(float support) : w(support * spacing, 2), law(0.3f, w.at_zero(), w(spacing)) {}

    float at(float spacings, float term_i, float term_j) const { return law(term_i, term_j, w(spacings * spacing)); }
};

// At one spacing a pair is pushed apart by 0.3 times its tension, whatever the support.
TEST(ArtificialStressLaw, HasTheStrengthOfTheTensionAtOneSpacing) {
    for (const float support : {2.f, 2.5f, 3.f, 4.f}) {
        const StressOfPairs stress(support);
        EXPECT_NEAR(stress.at(1, -2, -4), 0.3f * 6, 1e-5);
        EXPECT_EQ(stress.at(support, -2, -4), 0);
    }
}

// The cubic spline grows from one spacing to zero 4-fold at a support of 2, and 1.8-fold at 3: f^2 and f^4.
TEST(ArtificialStressLaw, GrowsTenToTwentyfoldAsTwoParticlesMeet) {
    EXPECT_NEAR(StressOfPairs(2).at(0, -2, -4) / (0.3f * 6), 16, 1e-3);
    EXPECT_NEAR(StressOfPairs(3).at(0, -2, -4) / (0.3f * 6), 1.8 * 1.8 * 1.8 * 1.8, 1e-3);
}

// Both particles feel the same push, so momentum is kept.
TEST(ArtificialStressLaw, IsSymmetric) {
    const StressOfPairs stress(2);
    EXPECT_EQ(stress.at(0.7f, -2, -4), stress.at(0.7f, -4, -2));
    EXPECT_EQ(stress.at(0.7f, -2, 4), stress.at(0.7f, 4, -2));
    EXPECT_GT(stress.at(0.7f, -2, 4), 0);
}

// Only tension counts: pressure neither adds nor takes away.
TEST(ArtificialStressLaw, IsZeroWithoutTension) {
    const StressOfPairs stress(2);
    EXPECT_EQ(stress.at(0.5f, 2, 4), 0);
    EXPECT_EQ(stress.at(0.5f, 0, 0), 0);
    EXPECT_EQ(stress.at(0.5f, -2, 4), stress.at(0.5f, -2, 0));
}

}  // namespace
}  // namespace mote
