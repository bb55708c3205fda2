// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rigid bodies that touch, against mechanics in closed form.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

const BodyTable& bodies(const World& w) { return w.rigid->table; }
Vec3d centre(const World& w, Index b = 0) { return bodies(w).centre.host()[b]; }
Vec3d velocity(const World& w, Index b = 0) { return bodies(w).velocity.host()[b]; }
/// How far a body has turned from how it began, as a cosine.
double upright(const World& w, Index b = 0) { return bodies(w).turn.host()[b].row[1].y; }
Statistics statistics(const World& w) { return find_statistics(w.exec, w.particles, w.gravity); }

/// A floor with gravity as on a slope of that angle.
std::string slope(double degrees, double friction, const std::string& object, int dimension = 3, const std::string& method = "sampled") {
    const double a = degrees * M_PI / 180;
    return fmt::format("dimension: {}\nspacing: 1 cm\ngravity: [{}, {}, 0]\nmaterials: {{wood: {{density: 600, rigid: true, friction: {}}}}}\nobjects: {{a: {{{}, material: wood}}}}\n"
                       "boundaries: {{floor: {{plane: [0, 1, 0], method: {}}}}}\n",
                       dimension, 9.81 * std::sin(a), -9.81 * std::cos(a), friction, object, method);
}

// V-73
TEST(RigidContact, SlidesDownASlopeAsCoulombSays) {
    for (const char* method : {"sampled", "implicit"}) {
        const auto world = world_of(slope(30, 0.3, "box: [0.08, 0.04, 0.06], at: [0, 0.02, 0]", 3, method));
        advance(*world, 0.5);
        const double a = 9.81 * (0.5 - 0.3 * std::sqrt(0.75));
        record(fmt::format("speed_over_theory_{}", method), velocity(*world).x / (a * 0.5));
        EXPECT_NEAR(velocity(*world).x, a * 0.5, 0.01 * a * 0.5) << method;
        EXPECT_NEAR(centre(*world).y, 0.02, 1e-4);
        EXPECT_GT(upright(*world), 0.9999);
    }
}
TEST(RigidContact, RestsOnASlopeWhereFrictionHolds) {
    for (const auto& [dimension, box] : {std::pair{3, "box: [0.08, 0.04, 0.06], at: [0, 0.02, 0]"}, {2, "box: [0.08, 0.04], at: [0, 0.02]"}}) {
        const auto  world = world_of(slope(25, 0.5, box, dimension));
        const Vec3d from  = centre(*world);
        advance(*world, 2);
        record(fmt::format("moved_in_spacings_{}", dimension), length(centre(*world) - from) / 0.01);
        EXPECT_LT(length(centre(*world) - from), 1e-4) << dimension;  // a hundredth of a spacing
        EXPECT_LT(length(velocity(*world)), 1e-4);
    }
}
// A ball of even density: 5/7 g sin; its inertia is that of its particles.
TEST(RigidContact, ABallRollsWithoutSlipping) {
    const auto world = world_of(slope(20, 0.6, "sphere: 0.05, at: [0, 0.05, 0]"));
    advance(*world, 0.6);
    const double m = bodies(*world).mass.host()[0], inertia = bodies(*world).moments.host()[0].x;
    const double a = 9.81 * std::sin(20 * M_PI / 180) / (1 + inertia / (m * 0.05 * 0.05));
    EXPECT_NEAR(a, 5. / 7 * 9.81 * std::sin(20 * M_PI / 180), 0.02 * a);
    EXPECT_NEAR(velocity(*world).x, a * 0.6, 0.02 * a * 0.6);
    EXPECT_NEAR(bodies(*world).angular_momentum.host()[0].z, -inertia * velocity(*world).x / 0.05, 0.02 * inertia * velocity(*world).x / 0.05);
    EXPECT_NEAR(centre(*world).y, 0.05, 1e-4);
}

std::string drop(const char* object, double restitution) {
    return fmt::format("spacing: 1 cm\nmaterials: {{ball: {{density: 1200, rigid: true, restitution: {}}}}}\nobjects: {{a: {{{}, at: [0, 0.3, 0], material: ball}}}}\n"
                       "boundaries: {{floor: {{plane: [0, 1, 0]}}}}\n",
                       restitution, object);
}
TEST(RigidContact, BouncesAsHighAsRestitutionSays) {
    for (const auto& [object, half] : {std::pair{"sphere: 0.05", 0.05}, {"box: 0.06", 0.03}})
        for (const double e : {0.0, 0.5, 0.9}) {
            const auto world = world_of(drop(object, e));
            double     highest = 0;
            const double fall = std::sqrt(2 * (0.3 - half) / 9.81);
            while (world->time < fall + e * fall * 2) {
                step(*world, 2e-3f);
                if (world->time > fall + 0.01) highest = std::max(highest, centre(*world).y - half);
            }
            record(fmt::format("off_in_heights_{}_{}", object[0] == 's' ? "ball" : "box", e), (highest - e * e * (0.3 - half)) / (0.3 - half));
            EXPECT_NEAR(highest, e * e * (0.3 - half), 0.02 * (0.3 - half)) << object << ", " << e;
        }
}
// V-73: a head-on hit of a resting equal body keeps (1 + e^2)/2 of the energy.
TEST(RigidContact, AHitKeepsMomentumAndTheEnergyOfItsRestitution) {
    for (const double e : {0.0, 0.6, 1.0}) {
        const auto world = world_of(fmt::format(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials: {{steel: {{density: 7800, rigid: true, restitution: {}}}}}
objects:
  a: {{box: 0.06, at: [-0.1, 0, 0], material: steel, velocity: [3, 0, 0]}}
  b: {{box: 0.06, at: [0.02, 0, 0], material: steel}}
)", e));
        const double before = statistics(*world).kinetic_energy;
        advance(*world, 0.1);
        record(fmt::format("energy_off_{}", e), statistics(*world).kinetic_energy / before - 0.5 * (1 + e * e));
        EXPECT_NEAR(statistics(*world).kinetic_energy, 0.5 * (1 + e * e) * before, 1e-3 * before) << e;
        EXPECT_NEAR(velocity(*world, 0).x + velocity(*world, 1).x, 3, 1e-6);
        EXPECT_NEAR(velocity(*world, 1).x - velocity(*world, 0).x, 3 * e, 1e-3);
    }
}
TEST(RigidContact, AHitAsideKeepsAngularMomentum) {
    const auto world = world_of(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials: {steel: {density: 7800, rigid: true, restitution: 0.5, friction: 0.4}}
objects:
  a: {box: [0.06, 0.04, 0.05], at: [-0.12, 0.03, 0.02], rotate: {axis: [1, 1, 0], angle: 30 deg}, material: steel, velocity: [3, 0.2, 0], spin: [0, 4, 6]}
  b: {box: [0.05, 0.08, 0.04], at: [0.02, 0, 0], material: steel}
)");
    const auto before = statistics(*world);
    const auto whole  = [&] {
        Vec3d sum{};
        for (Index b = 0; b < 2; ++b) sum += bodies(*world).angular_momentum.host()[b] + cross(centre(*world, b), bodies(*world).mass.host()[b] * velocity(*world, b));
        return sum;
    };
    const Vec3d l = whole();
    advance(*world, 0.12);
    EXPECT_GT(length(velocity(*world, 1)), 0.3);
    EXPECT_LT(statistics(*world).kinetic_energy, before.kinetic_energy);
    EXPECT_LT(length(whole() - l), 1e-3 * length(l));
}

// V-73
TEST(RigidContact, AStackOfTenStaysForFiveSeconds) {
    std::string objects;
    for (int k = 0; k < 10; ++k) objects += fmt::format("  b{}: {{box: 0.06, at: [0, {}, 0], material: wood}}\n", k, 0.03 + 0.06 * k);
    const auto world = world_of("spacing: 1 cm\nmaterials: {wood: {density: 600, rigid: true}}\nboundaries: {floor: {plane: [0, 1, 0]}}\nobjects:\n" + objects);
    advance(*world, 5);
    double moved = 0, speed = 0;
    for (Index b = 0; b < 10; ++b) moved = std::max(moved, length(centre(*world, b) - Vec3d{0, 0.03 + 0.06 * b, 0})), speed = std::max(speed, length(velocity(*world, b)));
    record("moved_in_spacings", moved / 0.01), record("speed", speed);
    for (Index b = 0; b < 10; ++b) {
        EXPECT_LT(length(centre(*world, b) - Vec3d{0, 0.03 + 0.06 * b, 0}), 0.02 * 0.01) << b;
        EXPECT_GT(upright(*world, b), 0.99999);
        EXPECT_LT(length(velocity(*world, b)), 1e-3);
    }
}
TEST(RigidContact, TheFirstDominoFellsTheLast) {
    std::string objects;
    for (int k = 0; k < 6; ++k) objects += fmt::format("  d{}: {{box: [0.01, 0.08, 0.04], at: [{}, 0.04, 0], material: wood{}}}\n", k, 0.04 * k, k == 0 ? ", spin: [0, 0, -10]" : "");
    const auto world = world_of("spacing: 5 mm\nmaterials: {wood: {density: 600, rigid: true, friction: 0.4}}\nboundaries: {floor: {plane: [0, 1, 0]}}\nobjects:\n" + objects);
    advance(*world, 0.1);
    EXPECT_GT(upright(*world, 5), 0.9999);
    advance(*world, 1.2);
    for (Index b = 0; b < 6; ++b) EXPECT_LT(upright(*world, b), 0.7) << b;
}
TEST(RigidContact, AThinPlateDoesNotPassThroughAnother) {
    const auto world = world_of(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials: {steel: {density: 7800, rigid: true}}
objects:
  a: {box: [0.01, 0.08, 0.08], at: [-0.06, 0, 0], material: steel, velocity: [10, 0, 0]}
  b: {box: [0.01, 0.08, 0.08], at: [0.02, 0.01, 0], material: steel}
)");
    while (world->time < 0.05) {
        step(*world, 0.005f);
        const Vec3d across = transpose(bodies(*world).turn.host()[0]).row[0];
        ASSERT_GT(dot(centre(*world, 1) - centre(*world, 0), across), 0.0099);
    }
    EXPECT_NEAR(velocity(*world, 0).x + velocity(*world, 1).x, 10, 1e-5);
    EXPECT_LT(velocity(*world, 0).x, 6);
}
// What lies on a belt is taken along: mu g t, then the speed of the belt.
TEST(RigidContact, ABeltTakesABodyAlong) {
    const auto world = world_of(R"(spacing: 1 cm
materials: {wood: {density: 600, rigid: true, friction: 0.2}}
objects: {a: {box: [0.06, 0.04, 0.06], at: [0, 0.02, 0], material: wood}}
boundaries: {belt: {box: [2, 0.04, 0.2], at: [0.2, -0.02, 0], motion: {interpolation: linear, keys: [{time: 0 s}, {time: 1 s, move: [0.5, 0, 0]}]}}}
)");
    advance(*world, 0.15);
    EXPECT_NEAR(velocity(*world).x, 0.2 * 9.81 * 0.15, 0.02 * 0.2 * 9.81 * 0.15);
    advance(*world, 0.6);
    EXPECT_NEAR(velocity(*world).x, 0.5, 1e-3);
}
// Bodies that begin in each other part without gaining energy.
TEST(RigidContact, WhatOverlapsParts) {
    const auto world = world_of(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials: {steel: {density: 7800, rigid: true}}
objects:
  a: {box: 0.06, at: [-0.03, 0, 0], material: steel}
  b: {box: 0.06, at: [0.03, 0, 0], material: steel}
)");
    world->rigid->table.centre.edit()[1].x -= 0.004;
    advance(*world, 0.5);
    EXPECT_NEAR(centre(*world, 1).x - centre(*world, 0).x, 0.06, 0.01 * 0.01);
    EXPECT_LT(statistics(*world).kinetic_energy, 1e-6);
}

/// Where the middle of the elastic particles is, and how fast.
std::pair<Vec3d, Vec3d> elastic_middle(const World& w) {
    Vec3d  at{}, v{};
    double n = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (w.solids->place.host()[i] < w.solids->elastic_rows()) {
            const Vec4 x = w.particles.position_volume.host()[i], u = w.particles.velocity_density.host()[i];
            at += Vec3d{x.x, x.y, x.z}, v += Vec3d{u.x, u.y, u.z}, n += 1;
        }
    return {at / n, v / n};
}

// An elastic body carries rigid ones, heavy or light: they come to rest, and do not hop or sink in.
TEST(RigidContact, LiesOnAnElasticBody) {
    for (const double density : {200., 4000.}) {
        const auto world = world_of(fmt::format(R"(spacing: 1 cm
materials:
  iron: {{density: {}, rigid: true}}
  rubber: {{density: 1000, elastic: {{youngs_modulus: 1 MPa, poissons_ratio: 0.3, damping: 0.2 ms}}}}
objects:
  slab: {{box: [0.12, 0.06, 0.12], at: [0, 0.03, 0], material: rubber}}
  block: {{box: [0.06, 0.04, 0.06], at: [0, 0.085, 0], material: iron}}
boundaries: {{floor: {{plane: [0, 1, 0], method: implicit}}}}
)", density));
        advance(*world, 0.3);
        EXPECT_NEAR(centre(*world).y, 0.08, 0.25 * 0.01) << density;
        EXPECT_LT(length(velocity(*world)), 0.01) << density;
        EXPECT_GT(upright(*world), 0.999);
    }
}
// V-73, with a rigid slope.
TEST(RigidContact, AnElasticBodySlidesOnARigidOne) {
    const double a = 30 * M_PI / 180;
    const auto   world = world_of(fmt::format(R"(spacing: 1 cm
gravity: [{}, {}, 0]
materials:
  iron: {{density: 4000, rigid: true}}
  rubber: {{density: 1000, friction: 0.3, elastic: {{youngs_modulus: 200 kPa, poissons_ratio: 0.3, damping: 1 ms}}}}
objects:
  plate: {{box: [0.5, 0.03, 0.1], at: [0.15, -0.015, 0], material: iron}}
  block: {{box: [0.06, 0.04, 0.06], at: [0, 0.02, 0], material: rubber}}
pins: {{hand: {{box: 0.04, at: [0.15, -0.015, 0]}}}}
)", 9.81 * std::sin(a), -9.81 * std::cos(a)));
    advance(*world, 0.1);
    const double before = elastic_middle(*world).second.x;
    advance(*world, 0.3);
    const double expected = 9.81 * (0.5 - 0.3 * std::sqrt(0.75)) * 0.2;
    record("speed_over_theory", (elastic_middle(*world).second.x - before) / expected);
    EXPECT_NEAR(elastic_middle(*world).second.x - before, expected, 0.05 * expected);
}
TEST(RigidContact, ElasticAndRigidBodiesKeepTheirMomentum) {
    const auto world = world_of(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials:
  iron: {density: 2000, rigid: true}
  rubber: {density: 1000, friction: 0.3, elastic: {youngs_modulus: 500 kPa, poissons_ratio: 0.3}}
objects:
  block: {box: 0.06, at: [-0.08, 0.01, 0], material: iron, velocity: [2, 0, 0], spin: [0, 0, 6]}
  jelly: {box: 0.06, at: [0, 0, 0], material: rubber}
)");
    const auto before = statistics(*world);
    advance(*world, 0.08);
    const auto   after     = statistics(*world);
    const double exchanged = bodies(*world).mass.host()[0] * length(velocity(*world) - Vec3d{2, 0, 0});
    EXPECT_GT(exchanged, 0.1);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(after.momentum[k], before.momentum[k], 1e-4 * exchanged) << k;
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(after.angular_momentum[k], before.angular_momentum[k], 0.01 * 0.06 * exchanged) << k;
    EXPECT_LT(after.kinetic_energy, 1.001 * before.kinetic_energy);
    EXPECT_GT(after.kinetic_energy, 0.7 * before.kinetic_energy);
}

}  // namespace
}  // namespace mote
