// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Virtual materials, elastic and rigid bodies and liquids in one scene.
#include <gtest/gtest.h>

#include <cmath>

#include "bodies.h"
#include "worlds.h"

namespace mote {
namespace {

const std::string materials = R"(spacing: 12 mm
materials:
  goo: {density: 1000, friction: 0.4, lattice: {youngs_modulus: 60 kPa, poissons_ratio: 0.2, damping: 2 ms}}
  rubber: {density: 800, friction: 0.4, elastic: {youngs_modulus: 80 kPa, poissons_ratio: 0.3, damping: 2 ms}}
  wood: {density: 600, friction: 0.4, rigid: true}
  water: {preset: water}
)";

/// Two balls that run into each other, without loss in themselves.
std::unique_ptr<World> hit_of(const char* left, const char* right, double off = 0) {
    return world_of(R"(spacing: 10 mm
gravity: [0, 0, 0]
materials:
  goo: {density: 1000, friction: 0, lattice: {youngs_modulus: 200 kPa, poissons_ratio: 0.2}}
  soft: {density: 500, friction: 0, lattice: {youngs_modulus: 20 kPa, poissons_ratio: 0.2}}
  rubber: {density: 800, friction: 0, elastic: {youngs_modulus: 300 kPa, poissons_ratio: 0.3}}
  stiff: {density: 2000, friction: 0, elastic: {youngs_modulus: 10 MPa, poissons_ratio: 0.3}}
  wood: {density: 600, friction: 0, rigid: true}
objects:
  left: {sphere: 0.04, at: [-0.046, 0, 0], velocity: [0.3, 0, 0], material: )" + std::string(left) + "}\n  right: {sphere: 0.04, at: [0.046, " + std::to_string(off) + ", 0], velocity: [-0.3, 0, 0], material: " + right + "}\n");
}

// What one gives the other takes: head on and off centre, alike and a hundred times stiffer. They part again, and have gained nothing.
TEST(Mixed, HitsKeepMomentumAndGainNoEnergy) {
    const std::tuple<const char*, const char*, double> cases[] = {{"goo", "rubber", 0}, {"rubber", "goo", 0.02}, {"soft", "stiff", 0}, {"goo", "wood", 0}, {"wood", "goo", 0.02}};
    for (const auto& [left, right, off] : cases) {
        SCOPED_TRACE(std::string(left) + " " + right);
        const auto    w     = hit_of(left, right, off);
        const Momenta start = momenta_of(*w);
        double        most = 0, slowest = start.kinetic;
        const double  end = 0.25;
        while (w->time < end) {
            step(*w, 2e-3f);
            const double kinetic = momenta_of(*w).kinetic, whole = kinetic + observe_solids(*w);
            most = std::max(most, whole), slowest = std::min(slowest, kinetic);
        }
        const Momenta now = momenta_of(*w);
        EXPECT_LT(length(now.linear - start.linear), 3e-6 * start.speeds);
        EXPECT_LT(length(now.angular - start.angular), 1e-4 * 0.08 * start.speeds);
        EXPECT_LT(slowest, 0.8 * start.kinetic) << "they meet";
        EXPECT_LT(most, 1.01 * start.kinetic);
        EXPECT_GT(velocity_of(*w, "right").x - velocity_of(*w, "left").x, off > 0 ? 0.0 : 0.2) << "they part";
        EXPECT_GT(centre_of(*w, "right").x - centre_of(*w, "left").x, 0.08 * (off > 0 ? 0.9 : 1));
    }
}

/// How steady an object is over the last half second: its mean acceleration over g.
double unrest(World& w, const std::string& object, double end) {
    advance(w, end - 0.5);
    const Vec3d before = velocity_of(w, object);
    advance(w, end);
    return length(velocity_of(w, object) - before) / (0.5 * 9.81);
}

// Off centre and with friction, fast: both momenta are kept and no energy is gained.
TEST(Mixed, AHitThatRubsKeepsMomenta) {
    const auto w = world_of(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials:
  goo: {density: 1000, friction: 0.5, lattice: {youngs_modulus: 200 kPa}}
  rubber: {density: 800, friction: 0.5, elastic: {youngs_modulus: 300 kPa}}
objects:
  a: {material: goo, box: 0.06, at: [-0.04, 0, 0], velocity: [4, 0, 0]}
  b: {material: rubber, box: 0.06, at: [0.04, 0.013, 0.007], velocity: [-4, 0, 0]}
)");
    const Changes most = changes_until(*w, 0.04);
    EXPECT_GT(velocity_of(*w, "b").x, 1) << "it was hit";
    EXPECT_LT(most.linear, 1e-6);
    EXPECT_LT(most.angular, 1e-4);
    EXPECT_LT(most.energy, 1.005);
}

// A ball rests on a block: what holds it is its weight, by its own motion and by what the block is squeezed by.
TEST(Mixed, ARigidBodyRestsOnAVirtualOne) {
    const auto w = world_of(R"(spacing: 10 mm
materials:
  goo: {density: 1000, friction: 0.4, lattice: {youngs_modulus: 100 kPa, poissons_ratio: 0, damping: 3 ms}}
  lead: {density: 6000, friction: 0.4, rigid: true}
objects:
  block: {box: [0.08, 0.08, 0.08], at: [0, 0.04, 0], material: goo}
  plate: {box: [0.08, 0.04, 0.08], at: [0, 0.101, 0], material: lead}
boundaries: {floor: {plane: [0, 1, 0], friction: 0}}
)");
    EXPECT_LT(unrest(*w, "plate", 2), 0.001);
    EXPECT_LT(momenta_of(*w).kinetic, 1e-6);
    double strain = 0, count = 0, mass = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        if (w->bodies[w->particles.body.host()[i]].name != "block") continue;
        const double y = double(w->particles.position_volume.host()[i].y);
        if (std::abs(y - 0.038) < 0.015) strain += 1 - double(w->lattice->map.host()[i].row[1].y), ++count;
        mass += double(w->particles.mass.host()[i]);
    }
    strain /= count;
    const double area = 0.08 * 0.08, weight = 9.81 * (6000 * area * 0.04 + 0.5 * mass), expected = weight / area / 1e5;
    EXPECT_NEAR(strain, expected, 0.05 * expected);
    EXPECT_GT(centre_of(*w, "plate").y, 0.095);
}

/// The height of its lowest row; with a minus, of its highest.
double lowest(const World& w, const std::string& object, double sign = 1) {
    double least = 1e30;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (w.bodies[w.particles.body.host()[i]].name == object) least = std::min(least, sign * double(w.particles.position_volume.host()[i].y));
    return sign * least;
}

// A cube of a virtual material on an elastic block, and the other way round: the gap of their particles stays that of a contact.
TEST(Mixed, VirtualAndElasticBodiesRestOnEachOther) {
    for (const auto& [low, high] : {std::pair{"rubber", "goo"}, std::pair{"goo", "rubber"}}) {
        const auto w = world_of(materials + "objects:\n  low: {box: [0.084, 0.048, 0.084], at: [0, 0.024, 0], material: " + low + "}\n  high: {box: 0.048, at: [0, 0.074, 0], material: " + high +
                                "}\nboundaries: {floor: {plane: [0, 1, 0]}}\n");
        EXPECT_LT(unrest(*w, "high", 1.2), 0.01) << low;
        EXPECT_LT(std::abs(centre_of(*w, "high").x), 2e-3);
        const double gap = lowest(*w, "high") - lowest(*w, "low", -1);
        EXPECT_GT(gap, 0.007) << low;
        EXPECT_LT(gap, 0.0135) << low;
    }
}

// Three kinds on top of each other.
TEST(Mixed, AStackOfThreeKindsRests) {
    const char* kinds[] = {"rubber", "goo", "wood"};
    for (int first = 0; first < 3; ++first) {
        std::string text = materials + "objects:\n";
        for (int k = 0; k < 3; ++k)
            text += std::string("  ") + "abc"[k] + ": {box: 0.048, at: [0, " + std::to_string(0.025 + 0.05 * k) + ", 0], material: " + kinds[(first + k) % 3] + "}\n";
        const auto w = world_of(text + "boundaries: {floor: {plane: [0, 1, 0]}}\n");
        EXPECT_LT(unrest(*w, "c", 1.2), 0.01) << kinds[first];
        EXPECT_NEAR(centre_of(*w, "c").y, 0.12, 0.008) << kinds[first];
        EXPECT_LT(std::abs(centre_of(*w, "c").x), 3e-3) << kinds[first];
        EXPECT_LT(std::abs(centre_of(*w, "c").z), 3e-3) << kinds[first];
    }
}

// Nothing goes through at some metres a second.
TEST(Mixed, NothingPassesThrough) {
    for (const char* kind : {"goo", "rubber", "wood"}) {
        const bool goo = std::string(kind) == "goo";
        const auto w   = world_of(materials + "gravity: [0, 0, 0]\nobjects:\n  slab: {box: [0.12, 0.036, 0.12], material: " + (goo ? "rubber" : "goo") + "}\n  bullet: {sphere: 0.03, at: [0, 0.055, 0], velocity: [0, -2, 0], material: " + kind +
                                  "}\npins: {rim: {difference: [{box: 1}, {box: [0.1, 1.1, 0.1]}], object: slab}}\n");
        advance(*w, 0.08);
        EXPECT_GT(lowest(*w, "bullet") - lowest(*w, "slab"), 0.0) << kind;
    }
}

// Bodies of all kinds float at their density, and both kinds are held by one pin.
TEST(Mixed, AllKindsFloat) {
    const auto w = world_of(R"(spacing: 20 mm
materials:
  goo: {density: 500, lattice: {youngs_modulus: 100 kPa, damping: 1 ms}}
  rubber: {density: 500, elastic: {youngs_modulus: 100 kPa, damping: 1 ms}}
  wood: {density: 500, rigid: true}
  water: {preset: water, viscosity: 1}
objects:
  pool: {box: [0.6, 0.16, 0.2], at: [0, 0.08, 0], material: water}
  a: {box: 0.1, at: [-0.2, 0.2, 0], material: goo}
  b: {box: 0.1, at: [0, 0.2, 0], material: rubber}
  c: {box: 0.1, at: [0.2, 0.2, 0], material: wood}
boundaries: {tank: {box: [0.6, 0.6, 0.2], at: [0, 0.3, 0], inside: true}}
)");
    advance(*w, 2);
    const double level = 0.16 + 0.5 * 3e-3 / 0.12, half = centre_of(*w, "c").y;
    for (const char* name : {"a", "b", "c"}) {
        EXPECT_NEAR(centre_of(*w, name).y, level, 0.02) << name;
        EXPECT_NEAR(centre_of(*w, name).y, half, 0.012) << name;
    }
}

TEST(Mixed, OnePinHoldsBothKinds) {
    const auto w = world_of(materials + R"(objects:
  a: {box: 0.06, at: [-0.04, 0.5, 0], material: goo}
  b: {box: 0.06, at: [0.04, 0.5, 0], material: rubber}
pins: {rod: {box: [1, 0.012, 1], at: [0, 0.525, 0]}}
)");
    advance(*w, 0.2);
    ASSERT_EQ(w->pins.size(), 1u);
    for (const char* name : {"a", "b"}) EXPECT_NEAR(centre_of(*w, name).y, 0.5, 2e-3) << name;
}

}  // namespace
}  // namespace mote
