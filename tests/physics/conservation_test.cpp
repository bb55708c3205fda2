// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>

#include "mote/random.h"
#include "worlds.h"

namespace mote {
namespace {

/// A block in free space whose particles move at random: pressure and viscosity both have work to do. Jitter gives it
/// pressure to start with.
std::unique_ptr<World> stirred_block(const char* jitter, const char* pressure = "{solver: equation_of_state, sound_speed: 20 m/s}") {
    auto world = world_of(std::string(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials: {honey: {density: 1400, viscosity: 2 Pa s}}
objects: {block: {box: 0.1, material: honey, sampling: {jitter: )") + jitter + "}}}\npressure: " + pressure + "\n");
    Particles& p = world->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec3 r                  = random_point(7, p.id.host()[i], 0, Purpose::test);
        p.velocity_density.edit()[i] = with_w(Vec3{r.x - 0.5f, r.y - 0.5f, r.z - 0.5f}, 1400);
    }
    return world;
}

double momentum_scale(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        sum += double(w.particles.mass.host()[i]) * double(length(xyz(w.particles.velocity_density.host()[i])));
    return sum;
}

// Pair forces are equal and opposite: a free block keeps its linear momentum, whatever it does inside.
TEST(Conservation, LinearMomentumOfAFreeBlockDriftsLessThanAMillionthOverAThousandSteps) {
    const auto       world  = stirred_block("0.2");
    const Statistics before = find_statistics(world->exec, world->particles, {});
    const double     scale  = momentum_scale(*world);
    for (int k = 0; k < 1000; ++k) step(*world, 1e-3f);
    const Statistics after = find_statistics(world->exec, world->particles, {});
    for (int k = 0; k < 3; ++k) EXPECT_LT(std::abs(after.momentum[k] - before.momentum[k]), 1e-6 * scale) << "axis " << k;
}

// The implicit solvers too, converged or not: their pressures push both ways. Float positions round more than velocities.
TEST(Conservation, IncompressibleMatterKeepsItsMomentum) {
    for (const char* solver : {"dfsph", "iisph", "pbf"}) {
        const auto world = stirred_block("0.2", ("{solver: " + std::string(solver) + ", most_iterations: 3}").c_str());
        const Statistics before = find_statistics(world->exec, world->particles, {});
        const double     scale  = momentum_scale(*world);
        for (int k = 0; k < 200; ++k) step(*world, 1e-3f);
        const Statistics after = find_statistics(world->exec, world->particles, {});
        for (int k = 0; k < 3; ++k)
            EXPECT_LT(std::abs(after.momentum[k] - before.momentum[k]), 2e-6 * scale) << solver << ", axis " << k;
    }
}

// Also between liquids of different weight, whose velocities are smoothed by XSPH and whose surface has a tension.
TEST(Conservation, LiquidsOfDifferentDensityKeepTheirMomentum) {
    for (const char* solver : {"dfsph", "{solver: equation_of_state, sound_speed: 20 m/s}"}) {
        const auto world = world_of(std::string(R"(
spacing: 10 mm
gravity: [0, 0, 0]
xsph: 0.2
materials: {heavy: {density: 5000, viscosity: 0.1}, light: {density: 50, viscosity: 0.1}}
pairs: {surface: {between: [heavy, light], tension: 0.5 N/m}}
objects: {a: {box: [0.1, 0.05, 0.1], material: heavy}, b: {box: [0.1, 0.05, 0.1], at: [0, 0.05, 0], material: light}}
pressure: )") + solver + "\n");
        Particles& p = world->particles;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3 r                  = random_point(7, p.id.host()[i], 0, Purpose::test);
            p.velocity_density.edit()[i] = with_w(Vec3{r.x, r.y - 0.5f, r.z - 0.5f}, p.rest_density.host()[i]);
        }
        const Statistics before = find_statistics(world->exec, p, {});
        const double     scale  = momentum_scale(*world);
        for (int k = 0; k < 100; ++k) step(*world, 1e-3f);
        const Statistics after = find_statistics(world->exec, p, {});
        for (int k = 0; k < 3; ++k)
            EXPECT_LT(std::abs(after.momentum[k] - before.momentum[k]), 2e-6 * scale) << solver << ", axis " << k;
    }
}

// Pair forces lie along the line between the particles: angular momentum is kept too.
TEST(Conservation, AngularMomentumOfAFreeBlockIsKept) {
    const auto       world  = stirred_block("0.2");
    const Statistics before = find_statistics(world->exec, world->particles, {});
    const double     scale  = momentum_scale(*world) * 0.05;
    for (int k = 0; k < 200; ++k) step(*world, 1e-3f);
    const Statistics after = find_statistics(world->exec, world->particles, {});
    // Velocities stand half a step behind positions, which shows in x cross v by dt/2 (v cross v = 0) + rounding.
    for (int k = 0; k < 3; ++k) EXPECT_LT(std::abs(after.angular_momentum[k] - before.angular_momentum[k]), 1e-3 * scale);
}

// Viscosity and damping only ever take kinetic energy out of random motion.
TEST(Conservation, MassIsExactAndRandomMotionDies) {
    const auto       world  = stirred_block("0");
    const Statistics before = find_statistics(world->exec, world->particles, {});
    for (int k = 0; k < 100; ++k) step(*world, 1e-3f);
    const Statistics after = find_statistics(world->exec, world->particles, {});
    EXPECT_EQ(before.mass, after.mass);
    EXPECT_LT(after.kinetic_energy, 0.5 * before.kinetic_energy);
}

// Without anything to hit, a body falls g t^2 / 2 and keeps its shape.
TEST(Conservation, AFreeBlockFallsAsGalileoSays) {
    const auto world = world_of(R"(
spacing: 20 mm
materials: {water: {preset: water}}
objects: {block: {box: 0.1, material: water}}
)");
    const float  before = world->particles.position_volume.host()[0].y;
    const Index  id     = world->particles.id.host()[0];
    advance(*world, 0.5);
    for (Index i = 0; i < world->particles.size(); ++i)
        if (world->particles.id.host()[i] == id) {
            EXPECT_NEAR(before - world->particles.position_volume.host()[i].y, 0.5 * 9.81 * 0.25, 2e-4);
        }
}

}  // namespace
}  // namespace mote
