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
    for (const char* solver : {"dfsph", "iisph", "{solver: equation_of_state, sound_speed: 20 m/s}"})
        for (const char* light : {"50", "5"}) {
            const auto world = world_of(std::string(R"(
spacing: 10 mm
gravity: [0, 0, 0]
xsph: 0.2
materials: {heavy: {density: 5000, viscosity: 0.1}, light: {viscosity: 0.1, density: )") + light + R"(}}
pairs: {surface: {between: [heavy, light], tension: 0.5 N/m}}
objects: {a: {box: [0.1, 0.05, 0.1], material: heavy}, b: {box: [0.1, 0.05, 0.1], at: [0, 0.05, 0], material: light}}
pressure: )" + solver + "\n");
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
                EXPECT_LT(std::abs(after.momentum[k] - before.momentum[k]), 2e-6 * scale) << solver << ", " << light << " kg/m^3, axis " << k;
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

// Statistics of two particles are those found by hand (KA-7).
TEST(Conservation, StatisticsOfTwoParticlesAreThoseByHand) {
    const auto world = world_of(R"(
spacing: 0.1
gravity: [0, -10, 0]
materials: {light: {density: 1000}, heavy: {density: 3000}}
objects: {a: {box: 0.1, at: [1, 2, 0], material: light, velocity: [0, 3, 0]}, b: {box: 0.1, at: [-1, 0.5, 0], material: heavy, velocity: [1, 0, -2]}}
)");
    ASSERT_EQ(world->particles.size(), 2u);
    compute_material_values(world->exec, world->particles, world->material_view(), {}, {});
    const Statistics s = find_statistics(world->exec, world->particles, world->gravity);
    EXPECT_NEAR(s.mass, 4, 1e-5);
    const double momentum[] = {3, 3, -6}, angular[] = {-3, -6, -1.5 + 3};  // (1, 2, 0) x (0, 3, 0) = (0, 0, 3); (-1, 0.5, 0) x (3, 0, -6) = (-3, -6, -1.5)
    for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(s.momentum[k], momentum[k], 1e-5) << k;
        EXPECT_NEAR(s.angular_momentum[k], angular[k], 1e-5) << k;
    }
    EXPECT_NEAR(s.kinetic_energy, 0.5 * 9 + 0.5 * 3 * 5, 1e-4);
    EXPECT_NEAR(s.potential_energy, 10 * 2 + 30 * 0.5, 1e-4);
    EXPECT_NEAR(s.largest_speed, 3, 1e-6);
}

// XSPH takes energy out of noise, the more the more of it there is (AW-34).
TEST(Conservation, XsphTakesNoiseAway) {
    const auto energies = [](const char* xsph) {
        const auto world = world_of(std::string(R"(
spacing: 10 mm
dimension: 2
gravity: [0, 0]
domain: {low: [0, 0], high: [0.2, 0.2], faces: periodic}
materials: {ideal: {density: 1000, viscosity: 0}}
objects: {block: {box: [0.2, 0.2], at: [0.1, 0.1], material: ideal}}
time_step: {largest: 0.1 ms}
xsph: )") + xsph + "\n");
        Particles& p = world->particles;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3 r                  = random_point(7, p.id.host()[i], 0, Purpose::test);
            p.velocity_density.edit()[i] = with_w(0.1f * Vec3{r.x - 0.5f, r.y - 0.5f, 0}, 1000);
        }
        std::vector<double> energy;
        for (int k = 0; k < 20; ++k) step(*world, 1e-4f), energy.push_back(find_statistics(world->exec, p, {}).kinetic_energy);
        return energy;
    };
    const auto none = energies("0"), some = energies("0.05"), more = energies("0.2");
    EXPECT_LT(some[19], 0.5 * none[19]);
    EXPECT_LT(more[19], 0.5 * some[19]);
    EXPECT_GT(none[19], 0.5 * none[0]);  // pressure takes what compresses, and not much of the rest
}

// Two drops that touch and are drawn apart slowly part freely without tension, and stick together with it (AW-35).
TEST(Conservation, DropsThatTouchPartUnlessThereIsTension) {
    const auto gap = [](const char* tension) {
        const auto world = world_of(std::string(R"(
spacing: 5 mm
dimension: 2
gravity: [0, 0]
materials: {water: {density: 1000, viscosity: 0}}
objects: {a: {box: [40 mm, 40 mm], at: [-20 mm, 0], material: water, velocity: [-0.05, 0]}, b: {box: [40 mm, 40 mm], at: [20 mm, 0], material: water, velocity: [0.05, 0]}}
pressure: {solver: equation_of_state, sound_speed: 10 m/s, damping: 0.1, tension: )") + tension + "}\n");
        advance(*world, 0.5);
        double left = 0, right = 0;
        for (Index i = 0; i < world->particles.size(); ++i) (world->particles.body.host()[i] == 0 ? left : right) += double(world->particles.position_volume.host()[i].x) / 64;
        return right - left;
    };
    EXPECT_NEAR(gap("0"), 0.04 + 0.1 * 0.5, 0.01);
    EXPECT_NEAR(gap("1"), 0.04, 0.01);
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
