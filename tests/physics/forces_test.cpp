// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/point/tait.h"
#include "solvers/equation_of_state.h"
#include "worlds.h"

namespace mote {
namespace {

/// A lattice of water with the neighbours of its middle complete.
struct Lattice {
    std::unique_ptr<World> world;
    Index                  middle = 0;

    explicit Lattice(int dimension = 3, float support = 3) {
        world = world_of("dimension: " + std::to_string(dimension) + "\nspacing: 10 mm\nsupport: " + std::to_string(support) +
                         "\ngravity: [0, 0, 0]\nmaterials: {water: {density: 1000, viscosity: 0.5 Pa s}}\nobjects: {block: {box: " +
                         (dimension == 3 ? "[0.11, 0.11, 0.11]" : "[0.21, 0.21]") + ", material: water}}\n");
        World& w = *world;
        w.neighbours.build(w.exec, w.points());
        compute_density(w.exec, w.particles, w.neighbours, w.kernel());
        for (Index i = 0; i < w.particles.size(); ++i)
            if (length(x(i)) < length(x(middle))) middle = i;
    }
    Vec3 x(Index i) const { return xyz(world->particles.position_volume.host()[i]); }
    void set_velocity(Vec3 (*field)(Vec3)) {
        for (Index i = 0; i < world->particles.size(); ++i)
            world->particles.velocity_density.edit()[i] = with_w(field(x(i)), world->particles.velocity_density.host()[i].w);
    }
    Vec3 viscous_acceleration() {
        World& w = *world;
        apply_gravity(w.exec, w.particles, {});
        add_viscosity(w.exec, w.particles, w.neighbours, w.kernel(), {w.dimension, 20, 0, 0.5f});
        return w.particles.acceleration.host()[middle];
    }
};

// A uniform lattice has the density m / spacing^d, away from its faces.
TEST(Forces, DensityOfALatticeIsMassOverCellVolume) {
    for (const int dimension : {2, 3})
        for (const float support : {2.f, 3.f}) {
            const Lattice l(dimension, support);
            EXPECT_NEAR(l.world->particles.velocity_density.host()[l.middle].w, 1000, 10) << dimension << "-D, support " << support;
        }
}

// At rest density there is no pressure; the slope there is the square of the speed of sound.
TEST(Forces, TaitLawHasItsSoundSpeed) {
    for (const float exponent : {1.f, 4.f, 7.f}) {
        const Tait law{30, exponent, 1};
        EXPECT_NEAR(law.pressure(1000, 1000), 0, 1e-2);
        EXPECT_NEAR((law.pressure(1001, 1000) - law.pressure(999, 1000)) / 2, 900, 2);
    }
    EXPECT_EQ((Tait{30, 7, 0}.pressure(900, 1000)), 0);
    EXPECT_NEAR((Tait{30, 7, 0.5f}.pressure(990, 1000)), (0.5f * Tait{30, 7, 1}.pressure(990, 1000)), 1e-2);
}

// Pressure pushes with -grad p / rho.
TEST(Forces, PressureAccelerationIsMinusGradientOverDensity) {
    Lattice    l;
    World&     w = *l.world;
    Particles& p = w.particles;
    // Densities that make the pressure rise by 2 kPa per metre along x: p = c^2 (rho - rho0) with exponent 1.
    const float c = 20, slope = 2000;
    for (Index i = 0; i < p.size(); ++i) p.velocity_density.edit()[i].w = 1000 + (500 + slope * l.x(i).x) / (c * c);
    apply_gravity(w.exec, p, {});
    EquationOfState({.sound_speed = c, .exponent = 1, .tension = 1}, w.spacing)
        .solve(w.exec, p, w.neighbours, w.kernel(), {1e-3f, 1e-3f});
    const Vec3 a = p.acceleration.host()[l.middle];
    EXPECT_NEAR(a.x, -slope / 1000, 0.05 * slope / 1000);
    EXPECT_NEAR(a.y, 0, 1e-3);
    EXPECT_NEAR(a.z, 0, 1e-3);
}

// Shear flow v = (y^2, 0, 0) feels mu / rho times its Laplacian, 2.
TEST(Forces, LaminarViscosityIsTheLaplacianOfVelocity) {
    for (const int dimension : {2, 3}) {
        Lattice l(dimension);
        l.set_velocity([](Vec3 x) { return Vec3{x.y * x.y, 0, 0}; });
        const Vec3 a = l.viscous_acceleration();
        EXPECT_NEAR(a.x, 2 * 0.5 / 1000, 0.15 * 2 * 0.5 / 1000) << dimension << "-D";
        EXPECT_NEAR(a.y, 0, 1e-5);
    }
}

// A rigid motion is not felt: neither translation nor rotation.
TEST(Forces, RigidMotionFeelsNoViscosityAndTranslationNoXsph) {
    Lattice l;
    l.set_velocity([](Vec3) { return Vec3{3, -1, 2}; });
    EXPECT_LT(length(l.viscous_acceleration()), 1e-6f);
    EXPECT_LT(length(l.world->particles.drift.host()[l.middle]), 1e-6f);
    l.set_velocity([](Vec3 x) { return cross(Vec3{1, 2, 3}, x); });
    EXPECT_LT(length(l.viscous_acceleration()), 1e-6f);
}

// XSPH moves a particle towards the mean velocity of its neighbours.
TEST(Forces, XsphDriftFollowsTheNeighbours) {
    Lattice l;
    l.set_velocity([](Vec3 x) { return length(x) < 1e-3f ? Vec3{} : Vec3{1, 0, 0}; });
    l.viscous_acceleration();
    const Vec3 drift = l.world->particles.drift.host()[l.middle];
    EXPECT_GT(drift.x, 0.3f);
    EXPECT_LT(drift.x, 0.5f);
    EXPECT_NEAR(drift.y, 0, 1e-5);
}

// The time step obeys each of its limits.
TEST(Forces, TimeStepFollowsSoundSpeedAccelerationAndViscosity) {
    Lattice    l;
    World&     w = *l.world;
    Particles& p = w.particles;
    apply_gravity(w.exec, p, {});
    const float h = 0.015f;  // half the support of 3 spacings
    const auto  dt = [&](float sound) { return choose_time_step(w.exec, p, {1, 0.4f, 2 * h, sound, {}}).all; };
    p.viscosity.edit()[l.middle] = 0;
    for (Index i = 0; i < p.size(); ++i) p.viscosity.edit()[i] = 0;
    EXPECT_NEAR(dt(20), 0.4f * h / 20, 1e-7);
    p.velocity_density.edit()[l.middle].x = 30;
    EXPECT_NEAR(dt(20), 0.4f * h / 50, 1e-7);
    p.acceleration.edit()[l.middle] = {1e6f, 0, 0};
    EXPECT_NEAR(dt(20), 0.25f * std::sqrt(h / 1e6f), 1e-8);
    p.viscosity.edit()[l.middle] = 1e6f;
    EXPECT_NEAR(dt(20), 0.125f * 1000 * h * h / 1e6f, 1e-9);
    EXPECT_EQ(choose_time_step(w.exec, p, {1e-9f, 0.4f, 2 * h, 20, {}}).all, 1e-9f);
}

// A hand pushes with its whole acceleration in its middle, less towards its border and not beyond; one with a body pushes no other.
TEST(Forces, AHandFadesWithDistance) {
    const auto speed_at = [](float distance, int body) {
        const auto w = world_of("spacing: 2 cm\nduration: 1 s\ngravity: [0, 0, 0]\nmaterials: {water: {preset: water}}\nobjects: {drop: {box: 2 cm, material: water}}\n");
        w->hand = Hand{{0, distance, 0}, {}, 0.1f, {10, 0, 0}, 0, body};
        const float dt = step(*w, 1e-3f).dt;
        return w->particles.velocity_density.host()[0].x / (5 * dt);   // the first kick is half a step
    };
    EXPECT_NEAR(speed_at(0, -1), 1, 1e-4);
    EXPECT_NEAR(speed_at(0.05f, -1), 0.5625, 1e-4);
    EXPECT_EQ(speed_at(0.11f, -1), 0);
    EXPECT_NEAR(speed_at(0, 0), 1, 1e-4);
    EXPECT_EQ(speed_at(0, 1), 0);
}

}  // namespace
}  // namespace mote
