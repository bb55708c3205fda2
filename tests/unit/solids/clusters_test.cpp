// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Shape matching (V-70, KB-12).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "block.h"

namespace mote {
namespace {

constexpr auto clusters = Elastic::Law::clusters;

struct Clusters : ::testing::TestWithParam<bool> {
    Block::Spec of(int x, int y, int z, int dimension = 3) const {
        return {.law = clusters, .x = x, .y = y, .z = z, .disorder = 0.05f, .dimension = dimension, .poissons_ratio = 0, .whole = GetParam()};
    }
};
INSTANTIATE_TEST_SUITE_P(EachAndWhole, Clusters, ::testing::Bool());

float fastest(const Block& b) {
    float most = 0;
    for (Index i = 0; i < b.p.size(); ++i) most = std::max(most, length(b.velocity(i)));
    return most;
}
/// How far an even strain of 1 % would pull in a step, which is what others are measured by.
float pulled_by_strain(const Block::Spec& spec, float dt) {
    Block block(spec);
    block.move([](const Vec3& x) { return 1.01f * x; });
    block.run(dt, 1);
    return fastest(block);
}

TEST_P(Clusters, RigidMotionPullsNobody) {
    for (const int dimension : {2, 3}) {
        const auto spec = of(6, 5, dimension == 2 ? 1 : 4, dimension);
        Block      block(spec);
        const Mat3 r = dimension == 2 ? rotation(Vec3{0, 0, 1}, 2) : rotation(normalised(Vec3{1, 2, 3}), 2);
        block.move([&](const Vec3& x) { return r * x + Vec3{0.1f, -0.2f, 0}; });
        block.run(1e-3f, 1);
        EXPECT_LT(fastest(block), 1e-3f * pulled_by_strain(spec, 1e-3f)) << dimension;  // 1e-5 of the size of the strain
    }
}

// An even strain costs the energy of Young's modulus, turned or not.
TEST(ClustersOfEach, AnEvenStrainCostsTheEnergyOfTheModulus) {
    for (const auto& [x, y, z, dimension] : {std::array{8, 8, 8, 3}, std::array{12, 12, 1, 2}, std::array{12, 12, 1, 3}}) {
        Block      block({.law = clusters, .x = x, .y = y, .z = z, .dimension = dimension});
        const Mat3 r = rotation(Vec3{0, 0, 1}, 1.f);
        block.move([&](const Vec3& at) { return r * Vec3{1.02f * at.x, at.y, at.z}; });
        const double volume = double(block.p.size()) * std::pow(double(Block::spacing), dimension), asked = 0.5 * 1e5 * 0.02 * 0.02 * volume;
        EXPECT_NEAR(block.energy(), asked, 0.03 * asked) << x << " " << z << " " << dimension;
    }
}

// Both momenta stay, and the energy while steps are short.
TEST_P(Clusters, MomentaAndEnergyStay) {
    Block block(of(8, 5, 5));
    block.move([](const Vec3& x) { return Vec3{1.1f * x.x, 0.97f * x.y + 0.05f * x.x, 0.97f * x.z}; });
    const double start = block.energy(), scale = std::sqrt(2 * start * 0.2);
    for (int k = 0; k < 50; ++k) {
        block.run(0.2f * block.stable(), 16);
        EXPECT_NEAR(block.energy() + block.kinetic(), start, 0.1 * start);
    }
    EXPECT_LT(length(block.momentum()), 1e-5 * scale);
    EXPECT_LT(length(block.angular_momentum()), 1e-5 * scale * 0.08);
}

// As stiff as can be a whole body is back in one step; without stiffness it flies apart freely.
TEST(ClustersOfWhole, AllOrNothing) {
    for (const float modulus : {1e12f, 1e-12f}) {
        Block block({.law = clusters, .x = 5, .y = 4, .z = 3, .youngs_modulus = modulus, .whole = true});
        const Mat3 r = rotation(normalised(Vec3{1, 2, 3}), 1);
        std::vector<Vec3> rest, moved;
        for (Index i = 0; i < block.p.size(); ++i) rest.push_back(block.place(i));
        block.move([&](const Vec3& x) { return r * Vec3{1.3f * x.x, 0.8f * x.y + 0.2f * x.x, x.z}; });
        for (Index i = 0; i < block.p.size(); ++i) moved.push_back(block.place(i));
        block.last_step = 1e-3f;
        block.run(1e-3f, 1);
        float off = 0;
        for (Index i = 0; i < block.p.size(); ++i)
            off = std::max(off, modulus > 1 ? std::abs(length(block.place(i) - block.place(0)) - length(rest[i] - rest[0])) : length(block.place(i) - moved[i]));
        EXPECT_LT(off, 1e-6f) << modulus;
    }
}

// No step is too long and no state too bad: flat, drawn to a line, mirrored and all in one place, and far too stiff, nothing gains energy for long.
TEST_P(Clusters, WhateverIsDoneToItItComesBack) {
    const std::function<Vec3(const Vec3&)> states[] = {[](const Vec3& x) { return Vec3{x.x, 0, x.z}; }, [](const Vec3& x) { return Vec3{x.x, 0, 0}; }, [](const Vec3& x) { return Vec3{-x.x, x.y, x.z}; },
                                                       [](const Vec3&) { return Vec3{}; }, [](const Vec3& x) { return Vec3{9 * x.x, 0.1f * x.y, x.z}; }};
    for (const float modulus : {1e4f, 1e9f})
        for (const auto& state : states) {
            auto spec           = of(6, 5, 4);
            spec.youngs_modulus = modulus, spec.damping = 2e-3f;
            Block block(spec);
            block.move(state);
            for (int k = 0; k < 500; ++k) block.run(2e-3f, 1);
            Box box;
            for (Index i = 0; i < block.p.size(); ++i) box.include(block.place(i));
            EXPECT_LT(length(box.size()), 0.15f) << modulus;  // at rest 0.07
            EXPECT_LT(fastest(block), 0.5f) << modulus;
        }
}

// Two blocks that hang together, one of them turned by 180 degrees about what joins them: each cluster goes with its own block, and is off by less than one that would fit both (KB-12).
TEST(ClustersOfEach, AHingeThatIsTurnedPullsLessThanOneFitOfAll) {
    double off[2];
    for (const bool whole : {false, true}) {
        Block block({.law = clusters, .x = 16, .y = 3, .z = 3, .youngs_modulus = 1e12f, .whole = whole});
        block.move([](const Vec3& x) { return x.x > 0.075f ? Vec3{x.x, 0.02f - x.y, 0.02f - x.z} : x; });
        block.last_step = 1e-3f;
        block.run(1e-3f, 1);  // all the way in one step
        off[whole] = 0;
        for (Index i = 0; i < block.p.size(); ++i) off[whole] += 1e-3 * double(length(block.velocity(i))) / double(block.p.size());
    }
    EXPECT_GT(off[1], 0.5 * 0.01);
    EXPECT_LT(off[0], 0.25 * off[1]);
}

}  // namespace
}  // namespace mote
