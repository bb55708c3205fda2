// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>

#include "curves.h"
#include "mote/random.h"
#include "worlds.h"

namespace mote {
namespace {

/// A block of honey so thick, on a floor.
std::unique_ptr<World> thick_block(const std::string& viscosity, const std::string& method = "automatic") {
    return world_of("spacing: 25 mm\nmaterials: {honey: {density: 1400, viscosity: " + viscosity + R"( Pa s}}
objects: {block: {box: [0.2, 0.3, 0.2], at: [0, 0.15, 0], material: honey}}
boundaries: {floor: {box: [1.2, 0.1, 1.2], at: [0, -0.05, 0]}}
viscosity_solver: {method: )" + method + "}\n");
}

float height(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) sum += double(w.particles.position_volume.host()[i].y);
    return float(2 * sum / w.particles.size());
}

// In short steps the implicit solve and the plain sum say the same.
TEST(Viscosity, ImplicitAndExplicitAgreeInShortSteps) {
    std::vector<Vec3> end[2];
    for (const char* method : {"explicit", "implicit"}) {
        const auto world = thick_block("5", method);
        Particles& p     = world->particles;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3 r = random_point(3, p.id.host()[i], 0, Purpose::test);
            p.velocity_density.edit()[i] = with_w(r, 1400);
        }
        for (int k = 0; k < 10; ++k) step(*world, 2e-5f);
        auto& v = end[method[0] == 'i'];
        v.resize(p.size());
        for (Index i = 0; i < p.size(); ++i) v[p.id.host()[i] % p.size()] = xyz(p.velocity_density.host()[i]);
    }
    double apart = 0, speed = 0;
    for (std::size_t i = 0; i < end[0].size(); ++i)
        apart += double(length(end[0][i] - end[1][i])), speed += double(length(end[0][i]));
    EXPECT_LT(apart, 0.01 * speed);
}

// However thick, the step stays that of the flow, nothing blows up, and the thicker the matter, the slower it slumps.
TEST(Viscosity, MatterOfAnyViscosityIsStableAtTheTimeStepOfTheFlow) {
    float last = 0;
    for (const char* viscosity : {"10", "1000", "1000000"}) {
        const auto world = thick_block(viscosity);
        while (world->time < 0.4) {
            const StepReport report = step(*world, 1e-2f);
            EXPECT_GT(report.dt, 1e-3f);
            EXPECT_EQ(report.retries, 0);
        }
        const Statistics s = find_statistics(world->exec, world->particles, world->gravity);
        EXPECT_LT(s.largest_speed, 3);
        EXPECT_LT(s.largest_density_error, 0.08);
        EXPECT_GT(height(*world), last) << viscosity;
        last = height(*world);
    }
    EXPECT_NEAR(last, 0.3, 0.005);  // 1e6 Pa s: it hardly moves
}

// Turning as a whole is no shear: a free disc of honey keeps its spin, and its place.
TEST(Viscosity, RigidRotationIsNotSlowed) {
    const auto world = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
xsph: 0
materials: {honey: {density: 1400, viscosity: 100 Pa s}}
objects: {disc: {sphere: 0.1, material: honey, spin: [0, 0, 5]}}
viscosity_solver: {method: implicit}
)");
    const Statistics before = find_statistics(world->exec, world->particles, {});
    advance(*world, 0.2);
    const Statistics after = find_statistics(world->exec, world->particles, {});
    EXPECT_NEAR(after.angular_momentum[2] / before.angular_momentum[2], 1, 0.02);
    for (const double p : after.momentum) EXPECT_LT(std::abs(p), 1e-6 * before.mass);
}

struct PouredJet {
    double mean_step, volume, density_error;
};
/// A jet of 1 m/s that falls on a floor for half a second.
PouredJet poured_jet(const std::string& viscosity) {
    const auto world = world_of("spacing: 20 mm\nmaterials: {paste: {density: 1000, viscosity: " + viscosity + R"( Pa s}}
boundaries: {floor: {box: [1, 0.1, 1], at: [0, -0.05, 0]}}
sources: {jet: {disc: 6 cm, at: [0, 0.3, 0], material: paste, speed: 1 m/s}}
)");
    while (world->time < 0.5) EXPECT_EQ(step(*world, 1e-2f).retries, 0);
    double           volume = 0, excess = 0;
    const Particles& p      = world->particles;
    for (Index i = 0; i < p.size(); ++i) {
        EXPECT_TRUE(finite(p.velocity_density.host()[i]));
        volume += double(p.position_volume.host()[i].w);
        excess += std::max(0.0, double(p.velocity_density.host()[i].w) / 1000 - 1) / p.size();
    }
    return {world->time / double(world->step_number), volume, excess};
}

// Jets of 4 and 10 kPa s [Keiser] are poured at the time step of a jet of water, and keep their volume.
TEST(Viscosity, StiffJetsArePouredAtTheTimeStepOfWater) {
    const PouredJet water = poured_jet("0.001");
    for (const char* viscosity : {"4000", "10000"}) {
        const PouredJet jet = poured_jet(viscosity);
        record(std::string("step_") + viscosity, jet.mean_step / water.mean_step), record(std::string("excess_") + viscosity, jet.density_error);
        EXPECT_GT(jet.mean_step, 0.8 * water.mean_step) << viscosity;
        EXPECT_NEAR(jet.volume, M_PI * 0.06 * 0.06 * 0.5, 1.01 * M_PI * 0.06 * 0.06 * 0.02) << viscosity;  // a layer
        EXPECT_LT(jet.density_error, 0.005) << viscosity;
    }
}

}  // namespace
}  // namespace mote
