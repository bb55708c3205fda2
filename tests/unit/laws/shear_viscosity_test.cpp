// Copyright (c) 2026 The Mote authors. MIT licence.
#include "laws/point/shear_viscosity.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mote {
namespace {

using Kind = ShearLaw::Kind;

// Each law at rates whose value is known by hand.
TEST(ShearViscosity, FollowsItsLaw) {
    EXPECT_EQ(shear_viscosity({}, 3, 1e6f), 3);
    const ShearLaw power{.kind = Kind::power, .index = 0.5f, .rate = 4};
    EXPECT_NEAR(shear_viscosity(power, 10, 4), 10, 1e-5);
    EXPECT_NEAR(shear_viscosity(power, 10, 400), 1, 1e-5);
    EXPECT_NEAR(shear_viscosity(power, 10, 0.04f), 100, 1e-3);
    ShearLaw carreau{.kind = Kind::carreau, .index = 0};
    carreau.time = 2, carreau.infinite = 1;
    EXPECT_NEAR(shear_viscosity(carreau, 5, 0), 5, 1e-6);
    EXPECT_NEAR(shear_viscosity(carreau, 5, std::sqrt(3.f) / 2), 1 + 4 / 2.0, 1e-5);
    EXPECT_NEAR(shear_viscosity(carreau, 5, 1e6f), 1, 1e-4);
    ShearLaw cross{.kind = Kind::cross, .index = 0.5f};
    cross.time = 2, cross.infinite = 1;
    EXPECT_NEAR(shear_viscosity(cross, 5, 0), 5, 1e-4);
    EXPECT_NEAR(shear_viscosity(cross, 5, 0.5f), 3, 1e-5);
    EXPECT_NEAR(shear_viscosity(cross, 5, 4.5f), 1 + 4 / 4.0, 1e-5);
}

// Above the yield stress a Bingham body has the stress yield + mu gamma; below it is stiff, and the law has no jump.
TEST(ShearViscosity, YieldStressIsTheStressOfTheSlowestFlow) {
    ShearLaw bingham{.kind = Kind::herschel_bulkley};
    bingham.yield_stress = 50, bingham.sharpness = 1000;
    for (const float gamma : {0.01f, 0.1f, 1.f, 10.f}) EXPECT_NEAR(gamma * shear_viscosity(bingham, 2, gamma), 50 + 2 * gamma, 0.01) << gamma;
    EXPECT_NEAR(shear_viscosity(bingham, 2, 0), 50e3 + 2, 1);
    EXPECT_NEAR(shear_viscosity(bingham, 2, 0.99e-6f) / shear_viscosity(bingham, 2, 1.01e-6f), 1, 1e-4);
    bingham.largest = 1000, bingham.smallest = 8;
    EXPECT_EQ(shear_viscosity(bingham, 2, 0), 1000);
    EXPECT_EQ(shear_viscosity(bingham, 2, 1e3f), 8);
    bingham.smallest = 0, bingham.index = 0.5f;
    EXPECT_NEAR(4 * shear_viscosity(bingham, 2, 4), 50 + 2 * 2, 0.01);
}

}  // namespace
}  // namespace mote
