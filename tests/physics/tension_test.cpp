// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The tensile instability [Swegle, Hicks & Attaway 1995] and its remedy, artificial stress [Monaghan 2000].
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "worlds.h"

namespace mote {
namespace {

/// A jittered patch of 40 by 40 particles that holds together, drawn out by a tenth in both directions.
std::unique_ptr<World> stretched_patch(const char* artificial_stress) {
    auto       world = world_of(std::string(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
xsph: 0
materials: {water: {preset: water}}
objects: {patch: {box: [0.4, 0.4], material: water, sampling: {jitter: 0.05}}}
pressure: {solver: equation_of_state, sound_speed: 10 m/s, tension: 1, damping: 0.1, artificial_stress: )") + artificial_stress + "}\n");
    Particles& p     = world->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x               = p.position_volume.host()[i];
        p.position_volume.edit()[i] = with_w(1.1f * xyz(x), x.w);
    }
    return world;
}

/// How many particles have their nearest neighbour within 0 to 0.1, 0.1 to 0.2, ... 1.4 to 1.5 spacings, or further.
std::vector<int> nearest_neighbours(const World& w) {
    const auto       x = w.particles.position_volume.host();
    std::vector<int> histogram(16);
    for (Index i = 0; i < w.particles.size(); ++i) {
        float nearest = 1.5f * w.spacing;
        for (Index j = 0; j < w.particles.size(); ++j)
            if (i != j) nearest = std::min(nearest, length(xyz(x[i]) - xyz(x[j])));
        ++histogram[std::size_t(10 * nearest / w.spacing)];
    }
    return histogram;
}

double share_below(const std::vector<int>& histogram, std::size_t tenths) {
    double near = 0, all = 0;
    for (std::size_t k = 0; k < histogram.size(); ++k) near += k < tenths ? histogram[k] : 0, all += histogram[k];
    return near / all;
}

/// One hill: up, then down.
bool unimodal(const std::vector<int>& histogram) {
    const auto top = std::max_element(histogram.begin(), histogram.end());
    return std::is_sorted(histogram.begin(), top) &&
           std::is_sorted(std::make_reverse_iterator(histogram.end()), std::make_reverse_iterator(top));
}

// Stretched matter pairs up: a third of it comes nearer than 0.6 spacings, and pairs make a second hill near zero.
TEST(Tension, StretchedMatterPairsUpWithoutARemedy) {
    const auto world = stretched_patch("0");
    advance(*world, 0.2);
    const auto histogram = nearest_neighbours(*world);
    EXPECT_GT(share_below(histogram, 6), 0.2);
    EXPECT_GT(share_below(histogram, 2), 0.03);
}

// With artificial stress it keeps its distances; the push takes no energy from nowhere.
TEST(Tension, ArtificialStressKeepsStretchedMatterFromPairingUp) {
    for (const char* strength : {"0.2", "0.3"}) {
        const auto       world = stretched_patch(strength);
        const Statistics start = find_statistics(world->exec, world->particles, {});
        advance(*world, 0.05);
        const Statistics middle = find_statistics(world->exec, world->particles, {});
        advance(*world, 0.2);
        const Statistics end       = find_statistics(world->exec, world->particles, {});
        const auto       histogram = nearest_neighbours(*world);
        EXPECT_LT(share_below(histogram, 6), 0.005) << strength;
        EXPECT_TRUE(unimodal(histogram)) << strength;
        EXPECT_LT(end.kinetic_energy, 0.1 * middle.kinetic_energy) << strength;
        const double scale = std::sqrt(2 * middle.mass * middle.kinetic_energy);
        for (int k = 0; k < 2; ++k) EXPECT_LT(std::abs(end.momentum[k] - start.momentum[k]), 1e-6 * scale) << strength;
    }
}

// The remedy answers to tension alone: without it the same bits come out.
TEST(Tension, ArtificialStressDoesNothingWhereTensionIsOff) {
    const auto end = [](const char* stress) {
        const auto world = world_of(std::string(R"(
dimension: 2
spacing: 10 mm
materials: {water: {preset: water}}
objects: {drop: {sphere: 0.1, material: water, sampling: {jitter: 0.2}}}
boundaries: {floor: {plane: [0, 1], at: [0, -0.11]}}
pressure: {solver: equation_of_state, artificial_stress: )") + stress +
                                    "}\n");
        for (int k = 0; k < 50; ++k) step(*world, 1e-3f);
        std::vector<Vec3> x;
        for (Index i = 0; i < world->particles.size(); ++i) x.push_back(xyz(world->particles.position_volume.host()[i]));
        return x;
    };
    EXPECT_EQ(end("0"), end("0.3"));
}

}  // namespace
}  // namespace mote
