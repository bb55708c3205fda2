// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Bodies of several materials against mechanics in closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <tuple>

#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

/// A bar of 40 by 8 particles that is slowly pulled by a hundredth of its length.
std::unique_ptr<World> pulled(const std::string& composition, const std::string& solids) {
    auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  soft: {density: 1000, elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0, damping: 0.5 ms}}
  stiff: {density: 2000, elastic: {youngs_modulus: 400 kPa, poissons_ratio: 0, damping: 0.5 ms}}
objects: {bar: {box: [0.4, 0.08], material: soft, )" + composition + R"(}}
pins:
  left: {box: [0.02, 1], at: [-0.2, 0]}
  right: {box: [0.02, 1], at: [0.2, 0], motion: [{time: 0 s}, {time: 0.4 s, move: [4 mm, 0]}]}
solids: {method: )" + solids + "}\n");
    advance(*w, 0.5);
    return w;
}

// Springs in a row: the strain of each half is as its softness, and the whole has the harmonic mean of both.
TEST(Composition, ABarOfTwoMaterialsIsTwoSpringsInARow) {
    const auto energy = [](World& w) { return w.solids->observe(w.exec, w.particles, w.material_view()); };
    const auto plain  = pulled("regions: []", "explicit");
    for (const char* method : {"explicit", "implicit"}) {
        const auto       both = pulled("regions: [{box: [0.2, 1], at: [0.1, 0], material: stiff}]", method);
        const Particles& p    = both->particles;
        double           seam = 0, rows = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3 x = xyz(p.position_volume.host()[i]), rest = xyz(both->solids->rest.rest_position_volume.host()[both->solids->place.host()[i]]);
            if (std::abs(rest.x) < 0.006f) seam += double(x.x - rest.x), ++rows;
        }
        EXPECT_EQ(rows, 16);
        const double stiffness = energy(*both) / energy(*plain);
        record(fmt::format("series_stiffness_off_{}", method), stiffness / 1.6 - 1), record(fmt::format("seam_{}", method), seam / rows / 3.2e-3 - 1);
        EXPECT_NEAR(stiffness, 2 / (1 + 1 / 4.), 0.03 * 1.6) << method;
        EXPECT_NEAR(seam / rows, 3.2e-3, 0.02 * 3.2e-3) << method;
    }
}

// By the picture of a texture too, in a row and side by side: that has the mean of both.
TEST(Composition, ATextureIsAsStiffAsItsMaterials) {
    const auto energy = [](World& w) { return w.solids->observe(w.exec, w.particles, w.material_view()); };
    const auto plain  = pulled("regions: []", "explicit");
    for (const auto& [name, values, expected] : {std::tuple{"series", "0,1\n", 2 / (1 + 1 / 4.)}, {"parallel", "0\n1\n1\n0\n", (1 + 4) / 2.}}) {
        const std::string file = testing::TempDir() + "bar.csv";
        std::ofstream(file) << values;
        const double stiffness = energy(*pulled("texture: {file: " + file + ", levels: [{above: 0.5, material: stiff}]}", "explicit")) / energy(*plain);
        record(fmt::format("{}_off", name), stiffness / expected - 1);
        EXPECT_NEAR(stiffness, expected, 0.03 * expected) << name;
    }
}

// A light particle beside a stiff one is moved by its stiffness: short steps know.
TEST(Composition, LightFoamOnAStiffCoreStaysCalm) {
    const auto w = world_of(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials:
  foam: {density: 20, elastic: {youngs_modulus: 10 kPa}}
  core: {density: 8000, elastic: {youngs_modulus: 10 MPa}}
solids: {method: explicit}
objects: {block: {box: 0.1, material: foam, spin: [0, 5, 0], regions: [{box: 0.06, material: core}]}}
)");
    const auto fastest = [&] {
        float most = 0;
        for (Index i = 0; i < w->particles.size(); ++i) most = std::max(most, length(xyz(w->particles.velocity_density.host()[i])));
        return most;
    };
    const float before = fastest();
    advance(*w, 0.05);
    EXPECT_NEAR(fastest(), before, 0.1f * before);
}

// Two boxes side by side, of which one is three times as heavy: Steiner's sums, to rounding.
TEST(Composition, ARigidBodyHasTheMassOfItsParts) {
    const auto   w = world_of("spacing: 2 cm\ngravity: [0, 0, 0]\nmaterials: {wood: {density: 500, rigid: true}, iron: {density: 1500, rigid: true}}\n"
                              "objects: {hammer: {box: [0.2, 0.12, 0.08], at: [1, 0, 0], rotate: {axis: [0, 1, 0], angle: 90 deg}, material: wood, spin: [0, 3, 0],\n"
                              "                   regions: [{plane: [-1, 0, 0], material: iron}]}}\n");
    const double half = 500 * 0.1 * 0.12 * 0.08, m = 4 * half, off = 0.05 * 2 / 4;  // along its own x, which is -z now
    const auto&  t    = w->rigid->table;
    EXPECT_NEAR(t.mass.host()[0], m, 1e-6 * m);
    EXPECT_NEAR(t.centre.host()[0].x, 1, 1e-6);
    EXPECT_NEAR(t.centre.host()[0].y, 0, 1e-6);
    EXPECT_NEAR(t.centre.host()[0].z, -off, 1e-6);
    const auto across = [&](double a, double b) { return m / 12 * (a * a + b * b); };
    const double spread = half * (0.05 + off) * (0.05 + off) + 3 * half * (0.05 - off) * (0.05 - off);
    Mat3d       axes = t.axes.host()[0], inertia = axes * (Mat3d{{{t.moments.host()[0].x, 0, 0}, {0, t.moments.host()[0].y, 0}, {0, 0, t.moments.host()[0].z}}} * transpose(axes));
    EXPECT_NEAR(inertia.row[2].z, across(0.12, 0.08), 1e-5 * across(0.12, 0.08));
    EXPECT_NEAR(inertia.row[0].x, across(0.12, 0.1) + spread, 1e-5 * across(0.12, 0.2));
    EXPECT_NEAR(inertia.row[1].y, across(0.08, 0.1) + spread, 1e-5 * across(0.08, 0.2));
    EXPECT_LT(length(t.velocity.host()[0]), 1e-6);  // it spins about its centre of mass
    EXPECT_NEAR(t.angular_momentum.host()[0].y, 3 * inertia.row[1].y, 1e-4 * inertia.row[1].y);
}

// It rubs with what its surface is of where it touches, not with what most of it is of.
TEST(Composition, ABlockSlidesOnItsSole) {
    for (const auto& [sole, mu] : {std::pair{"ice", 0.0}, {"rubber", 0.8}}) {
        const auto w = world_of(std::string(R"(
spacing: 20 mm
gravity: [4.905, -8.496, 0]
materials:
  wood: {density: 500, rigid: true, friction: 0.3}
  ice: {density: 500, rigid: true, friction: 0}
  rubber: {density: 500, rigid: true, friction: 0.8}
objects: {block: {box: [0.2, 0.08, 0.2], at: [0, 0.0401, 0], material: wood, regions: [{box: [1, 0.02, 1], at: [0, -0.03, 0], material: )") + sole + R"(}]}}
boundaries: {slope: {plane: [0, 1, 0]}}
)");
        advance(*w, 0.2);
        EXPECT_NEAR(w->rigid->table.velocity.host()[0].x, mu == 0 ? 0.2 * 4.905 : 0, 0.02 * 0.2 * 4.905) << sole;
    }
}

}  // namespace
}  // namespace mote
