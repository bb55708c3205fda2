// Copyright (c) 2026 The Mote authors. MIT licence.
//
// KA-4 and KB-63 (spec): rate, spacing and speed of what sources let in; what a blocked source does; sinks.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "mote/point_tree.h"
#include "worlds.h"

namespace mote {
namespace {

struct Jet {
    const char* name;
    const char* scene;
    double      area;   ///< [m^2; m]
    double      speed;  ///< [m/s]
};

// No gravity; openings that are no whole number of spacings wide, and every kind of them.
const Jet jets[] = {
    {"disc", "spacing: 2 cm\nsources: {tap: {disc: 7.3 cm, direction: [1, 2, 3], material: water, speed: 1.3 m/s}}\n",
     std::numbers::pi * 0.073 * 0.073, 1.3},
    {"rectangle",
     "spacing: 2 cm\nsources: {tap: {rectangle: [17 cm, 9 cm], turn: 20 deg, material: water, rate: 20 L/s}}\n",
     0.17 * 0.09, 0.02 / (0.17 * 0.09)},
    {"line", "dimension: 2\nspacing: 1 cm\nsources: {tap: {rectangle: 9.6 cm, direction: [3, -1], material: water, speed: 2 m/s}}\n",
     0.096, 2},
    {"disc in 2-D", "dimension: 2\nspacing: 1 cm\nsources: {tap: {disc: 31 mm, material: water, speed: 0.7 m/s}}\n", 0.062, 0.7},
};

std::unique_ptr<World> jet(const char* scene, int threads = 0) {
    return world_of("gravity: [0, 0, 0]\nmaterials: {water: {preset: water}}\n" + std::string(scene), threads);
}

double volume_of(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) sum += double(w.particles.position_volume.host()[i].w);
    return sum;
}

float least_distance(const World& w) {
    const Particles&   p = w.particles;
    const PointTree    tree(std::span(p.position_volume.host().data, p.size()));
    std::vector<Index> near;
    float              least = 1e30f;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec3 x = xyz(p.position_volume.host()[i]);
        tree.nearest(x, 2, near);
        least = std::min(least, length(x - xyz(p.position_volume.host()[near.back()])));
    }
    return least;
}

/// The volume that has come in is area * speed * t to within one layer at any time, for steps of any length.
void expect_exact_rate(const Jet& j) {
    const auto   w     = jet(j.scene);
    const double layer = j.area * double(w->spacing);
    int          k     = 0;
    while (w->time < 0.3) {
        step(*w, 1e-4f * float(7 + 13 * (k++ % 5)));
        EXPECT_LE(std::abs(volume_of(*w) - j.area * j.speed * w->time), 1.0001 * layer) << j.name << ", t = " << w->time;
    }
    EXPECT_EQ(w->sources->withheld(), 0u) << j.name;
}
TEST(Sources, TheVolumeRateIsExact) {
    for (const Jet& j : jets) expect_exact_rate(j);
}
// Also where the opening is the flat faces of a mesh: an L of 20 cm by 10 cm and 10 cm by 10 cm.
TEST(Sources, TheVolumeRateOfAMeshIsExact) {
    const auto file = std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + "-mote_opening.obj");
    std::ofstream(file) << "v 0 0 0\nv 0.2 0 0\nv 0.2 0 0.1\nv 0.1 0 0.1\nv 0.1 0 0.2\nv 0 0 0.2\nv 0 0 0.1\nf 1 2 3 4 7\nf 7 4 5 6\n";
    const std::string scene = "spacing: 2 cm\nsources: {tap: {mesh: " + file.string() + ", material: water, ";
    const std::string by_speed = scene + "speed: 1.1 m/s}}\n", by_rate = scene + "rate: 30 L/s}}\n";
    expect_exact_rate({"mesh", by_speed.c_str(), 0.03, 1.1});
    expect_exact_rate({"mesh by rate", by_rate.c_str(), 0.03, 1});
    std::filesystem::remove(file);
}

// Over many layers nothing adds up: a second of a closed hour-glass is as exact as a moment.
TEST(Sources, AWholeNumberOfLayersHasExactlyTheirVolume) {
    for (const Jet& j : jets) {
        const auto w                = jet(j.scene);
        w->sources->list[0].open = {{0, 20 * w->sources->list[0].period}};
        advance(*w, 25 * w->sources->list[0].period);
        EXPECT_NEAR(volume_of(*w) / (20 * j.area * double(w->spacing)), 1, 1e-5) << j.name;
    }
}

// In a free jet nobody is nearer to another than 0.8 spacings, and all move at the speed of the source.
TEST(Sources, AFreeJetIsEven) {
    for (const Jet& j : jets) {
        const auto w = jet(j.scene);
        advance(*w, 0.25);
        ASSERT_GT(w->particles.size(), 100u) << j.name;
        EXPECT_GE(least_distance(*w), 0.8f * w->spacing) << j.name;
        double           along = 0, across = 0;
        const Particles& p = w->particles;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3  v = xyz(p.velocity_density.host()[i]), d = w->sources->list[0].direction;
            const float u = dot(v, d);
            along += double(u);
            across = std::max(across, double(length(v - u * d)));
        }
        EXPECT_NEAR(along / p.size(), j.speed, 0.01 * j.speed) << j.name;
        EXPECT_LT(across, 0.03 * j.speed) << j.name;
    }
}

// The density in the middle of a wide jet is that of matter at rest.
TEST(Sources, AWideJetHasTheDensityOfItsMaterial) {
    const auto w = jet("spacing: 2 cm\nsources: {tap: {disc: 11.7 cm, material: water, speed: 1 m/s}}\n");
    advance(*w, 0.3);
    int              inner = 0;
    const Particles& p     = w->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x = p.position_volume.host()[i];
        if (std::hypot(x.x, x.z) > 0.06f || x.y > -0.08f || x.y < -0.2f) continue;
        EXPECT_NEAR(p.velocity_density.host()[i].w, 1000, 20);
        ++inner;
    }
    EXPECT_GT(inner, 50);
}

// A source is open in its times and at no other; layers of different openings are as far apart as the times.
TEST(Sources, OpenAndCloseInTime) {
    const auto w = jet("dimension: 2\nspacing: 1 cm\nsources: {tap: {rectangle: 10 cm, material: water, speed: 1 m/s, "
                       "on: [[0.1 s, 0.2 s], [0.3 s, 0.35 s]]}}\n");
    const auto count_at = [&](double t) {
        advance(*w, t);
        return w->particles.size();
    };
    EXPECT_EQ(count_at(0.095), 0u);
    EXPECT_NEAR(count_at(0.155), 55, 10);
    EXPECT_EQ(count_at(0.25), 100u);
    EXPECT_EQ(count_at(0.299), 100u);
    EXPECT_EQ(count_at(0.5), 150u);
    for (Index i = 0; i < 150; ++i) {
        const float y = w->particles.position_volume.host()[i].y;
        EXPECT_TRUE((y > -0.405f && y < -0.295f) || (y > -0.205f && y < -0.145f)) << y;
    }
}

// Under water a source gives its whole rate: nothing is withheld or gets behind the opening, and the water rises by what has come in.
TEST(Sources, WaterRisesByWhatComesInBelowItsSurface) {
    const auto w = world_of(R"(
dimension: 2
spacing: 1 cm
materials: {water: {preset: water}}
objects: {pool: {box: [0.4, 0.2], at: [0, 0.1], material: water}}
boundaries: {tank: {box: [0.4, 0.6], at: [0, 0.3], inside: true}}
sources: {well: {rectangle: 6 cm, at: [0, 0], direction: [0, 1], material: water, speed: 0.4 m/s}}
)");
    const Index before = w->particles.size();
    advance(*w, 1.0);
    const Source& s = w->sources->list[0];
    EXPECT_EQ(s.withheld(), 0u);
    EXPECT_NEAR(double(s.emitted), 0.06 * 0.4 * 1e4, 6);  // one layer
    EXPECT_EQ(w->particles.size(), before + s.emitted);
    double           height = 0;
    const Particles& p      = w->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x = p.position_volume.host()[i];
        height += double(x.y) / p.size();
        EXPECT_GT(x.y, 0);
    }
    EXPECT_NEAR(2 * height, volume_of(*w) / 0.4, 0.005);  // measured 0.0012
}

// A source that fills a closed tank ends by withholding; nothing becomes unsound, and the tank holds hardly more than fits.
TEST(Sources, AFullTankWithholds) {
    for (const char* solver : {"dfsph", "iisph", "pbf", "{solver: equation_of_state, sound_speed: 40 m/s, damping: 0.2}"}) {
        const auto w = world_of("dimension: 2\nspacing: 1.1 cm\npressure: " + std::string(solver) + R"(
materials: {water: {preset: water}}
boundaries: {tank: {box: [0.2, 0.1], inside: true}}
sources: {tap: {rectangle: 4 cm, at: [0, 5 cm], material: water, speed: 1 m/s}}
)");
        advance(*w, 1.5);  // three times the time that fills it
        EXPECT_GT(w->sources->withheld(), 0u) << solver;
        EXPECT_NEAR(volume_of(*w), 0.02, 0.001) << solver;
        const Statistics s = find_statistics(w->exec, w->particles, w->gravity);
        EXPECT_LT(s.kinetic_energy, 20) << solver;  // that of all of it at the speed of the jet is 10 J
        EXPECT_EQ(w->particles.size(), w->sources->emitted()) << solver;
    }
}

// A sink takes everything that falls into it, and counts it.
TEST(Sinks, DrainAndCountEverything) {
    const auto w = world_of(R"(
dimension: 2
spacing: 2 cm
materials: {water: {preset: water}}
objects: {drop: {box: [0.2, 0.2], at: [0, 0.4], material: water}}
sources: {tap: {rectangle: 10 cm, at: [0.5, 0.5], material: water, speed: 1 m/s, stop: 0.1 s}}
sinks: {left: {box: [0.6, 0.2], at: [0, 0]}, right: {sphere: 0.15, at: [0.5, 0]}}
)");
    advance(*w, 0.6);
    EXPECT_EQ(w->particles.size(), 0u);
    EXPECT_EQ(w->sinks.list[0].drained, 100u);
    EXPECT_EQ(w->sinks.list[1].drained, 25u);
}

}  // namespace
}  // namespace mote
