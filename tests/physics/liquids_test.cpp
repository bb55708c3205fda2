// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Several liquids in one world (KA-48, KA-52, D-25); waves, growth and bubbles are in two_liquids_test.cpp. Air that is made at surfaces (AW-41) there is none.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "curves.h"
#include "heavy_over_light.h"
#include "worlds.h"

namespace mote {
namespace {

// A round drop of oil in water has a pressure that is higher by tension/R (V-30); neither has a tension of its own.
TEST(Liquids, PressureInADropFollowsTheTensionOfThePair) {
    const auto w = world_of(R"(
dimension: 2
spacing: 0.01
gravity: [0, 0]
materials: {oil: {density: 0.9, viscosity: 0.1}, water: {density: 1, viscosity: 0.1}}
pairs: {oil_in_water: {between: [water, oil], tension: 1 N/m}}
objects:
  drop: {sphere: 0.1, material: oil}
  rest: {difference: [{box: 0.4}, {sphere: 0.1}], material: water}
boundaries: {tank: {box: 0.4, inside: true}}
)");
    const Particles& p = w->particles;
    advance(*w, 0.03);
    double jump = 0;
    for (int k = 1; k <= 10; ++k) {
        advance(*w, 0.03 + 0.003 * k);
        double inside = 0, within = 0, outside = 0, around = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const float r = length(xyz(p.position_volume.host()[i]));
            if (r < 0.06f) inside += double(p.pressure.host()[i]), ++within;
            if (r > 0.14f && r < 0.17f) outside += double(p.pressure.host()[i]), ++around;
        }
        jump += (inside / within - outside / around) / 10;
    }
    RecordProperty("jump", fmt::format("{:.3f}", jump / 10));
    EXPECT_NEAR(jump, 10, 0.8);
}

// A square of oil in water becomes round by their tension, and stays a square without.
TEST(Liquids, WithoutATensionASquareStaysASquare) {
    double stretch[2];
    for (const int k : {0, 1}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 0.02
gravity: [0, 0]
materials: {{oil: {{density: 0.9, viscosity: 0.1}}, water: {{density: 1, viscosity: 0.1}}}}
{}
objects:
  drop: {{box: 0.24, material: oil}}
  rest: {{difference: [{{box: 0.48}}, {{box: 0.24}}], material: water}}
boundaries: {{tank: {{box: 0.48, inside: true}}}}
)", k == 0 ? "" : "pairs: {oil_in_water: {between: [oil, water], tension: 1 N/m}}"));
        advance(*w, 0.4);
        double far = 0, near = 1e9;  // the fourth moment of the angle: 1 for a circle
        double sum = 0, count = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            if (w->particles.material.host()[i] != 0) continue;
            const Vec4 x = w->particles.position_volume.host()[i];
            far = std::max(far, double(std::abs(x.x) + std::abs(x.y)) / std::sqrt(2)), sum += double(x.x * x.x + x.y * x.y), ++count;
        }
        near       = std::sqrt(2 * sum / count);  // radius of a disc with that moment
        stretch[k] = far / near;
    }
    RecordProperty("stretch", fmt::format("{:.3f} {:.3f}", stretch[0], stretch[1]));
    EXPECT_GT(stretch[0], 1.1);
    EXPECT_LT(stretch[1], 1.06);
}

// A pair may let through what its materials alone would not, whatever they let through themselves.
TEST(Liquids, APairMayLetTheConcentrationThrough) {
    for (const char* own : {"", "diffusion: 0.002 m^2/s"}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {{water: {{{}}}, oil: {{density: 800}}}}
pairs: {{p: {{between: [water, oil], diffusion: 0.01 m^2/s}}}}
objects:
  left: {{box: [0.2, 0.2], at: [-0.1, 0], material: water, concentration: 1}}
  right: {{box: [0.2, 0.2], at: [0.1, 0], material: oil}}
)", own));
        advance(*w, 0.02);
        double left = 0, right = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            (w->particles.material.host()[i] == 0 ? left : right) += double(w->solute->concentration.host()[i]);
        EXPECT_NEAR(left + right, 100, 1e-4) << own;
        EXPECT_GT(right, 1) << own;
    }
}

/// Mean of pressure over that of the weight above, in the lower and the upper liquid, over half a second.
struct Carried {
    double below = 0, above = 0;
};
Carried carried(float below, float above) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
xsph: 0.05
materials: {{heavy: {{density: {0}, viscosity: {2}}}, light: {{density: {1}, viscosity: {3}}}}}
objects:
  below: {{box: [0.2, 0.15], at: [0, 0.075], material: heavy}}
  above: {{box: [0.2, 0.15], at: [0, 0.225], material: light}}
boundaries: {{tank: {{box: [0.2, 0.6], at: [0, 0.3], inside: true}}}}
pressure: {{solver: dfsph, tolerance: 0.01 %, divergence_tolerance: 0.01 %}}
)", below, above, 1e-3f * below, 1e-2f * above));
    const Particles& p = w->particles;
    advance(*w, 1);
    double sum[2] = {}, expected[2] = {};
    while (w->time < 1.5) {
        step(*w, 1e-2f);
        for (Index i = 0; i < p.size(); ++i) {
            const float y = p.position_volume.host()[i].y;
            const int   k = p.material.host()[i];
            if (y < 0.02f || y > 0.27f || std::abs(y - 0.15f) < 0.02f) continue;
            double mass = 0.5 * double(p.mass.host()[i]);  // above its middle
            for (Index j = 0; j < p.size(); ++j)
                if (p.position_volume.host()[j].y > y) mass += double(p.mass.host()[j]);
            sum[k] += double(p.pressure.host()[i]);
            expected[k] += 9.81 * mass / 0.2;
        }
    }
    return {sum[0] / expected[0], sum[1] / expected[1]};
}

// Layers of liquids carry their weight: the pressure in each is that of all that lies above, also where one is a thousand
// times as heavy as the other.
TEST(Liquids, PressureInLayersIsTheWeightAbove) {
    const Carried oil = carried(1000, 900), air = carried(1000, 1);
    RecordProperty("oil_over_water", fmt::format("{:.3f} {:.3f}", oil.below, oil.above));
    RecordProperty("air_over_water", fmt::format("{:.3f} {:.3f}", air.below, air.above));
    EXPECT_NEAR(oil.below, 1, 0.05);
    EXPECT_NEAR(oil.above, 1, 0.05);
    EXPECT_NEAR(air.below, 1, 0.05);
    EXPECT_NEAR(air.above, 1, 0.05);
}

// A heavy liquid that lies on a light one ends below it, all of it (KA-52). At a support of 2 drops of a few particles stay where they are: 7 % are on the wrong side, however long it takes.
TEST(Liquids, WhatIsHeavyEndsBelowWhatIsLight) {
    const auto w = heavy_over_light(2.5);
    advance(*w, 10);
    const Particles& p     = w->particles;
    const auto       heavy = [&](Index i) { return p.material.host()[i] == 1; };
    double           count = 0, strayed = 0;
    for (Index i = 0; i < p.size(); ++i) count += heavy(i);
    const double level = count / p.size() * 0.975;  // of the surface between them [m]
    for (Index i = 0; i < p.size(); ++i) strayed += (double(p.position_volume.host()[i].y) > level) == heavy(i);
    record("strayed", strayed / p.size());
    EXPECT_LT(strayed, 0.05 * p.size());
}

}  // namespace
}  // namespace mote
