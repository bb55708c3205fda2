// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "mote/random.h"
#include "worlds.h"

namespace mote {
namespace {

/// A vortex of Lamb and Oseen, u = G/(2 pi r) (1 - exp(-r^2/a^2)), a = 40 mm, in water that fills a pipe of 0.2 m.
std::unique_ptr<World> vortex(const std::string& vorticity) {
    auto       w = world_of("dimension: 2\nspacing: 10 mm\ngravity: [0, 0]\nxsph: 0.02\nmaterials: {water: {preset: water}}\n"
                              "objects: {water: {sphere: 0.2, material: water}}\nboundaries: {pipe: {sphere: 0.2, inside: true}}\n" + vorticity);
    Particles& p = w->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4  x  = p.position_volume.host()[i];
        const float rr = max(x.x * x.x + x.y * x.y, 1e-9f), spin = 0.02f / rr * (1 - std::exp(-rr / 0.0016f));
        p.velocity_density.edit()[i] = {-spin * x.y, spin * x.x, 0, 998.2f};
    }
    return w;
}
double kinetic(const World& w) { return find_statistics(w.exec, w.particles, {}).kinetic_energy; }

// Particles that turn on their own keep the flow of a vortex alive longer, and never make energy: flow and spin together lose it.
TEST(Vorticity, AVortexLivesLonger) {
    const auto   with = vortex("vorticity: true\n"), without = vortex("");
    const double start = kinetic(*without);
    step(*with, 1e-3f);
    double least = kinetic(*with) + spin_energy(with->exec, with->particles, *with->vorticity), worst = 0;
    while (with->time < 1) {
        step(*with, 1e-2f);
        const double energy = kinetic(*with) + spin_energy(with->exec, with->particles, *with->vorticity);
        worst = std::max(worst, energy - least);
        least = std::min(least, energy);
    }
    advance(*without, 1);
    const double turned[2] = {find_statistics(with->exec, with->particles, {}).angular_momentum[2],
                              find_statistics(without->exec, without->particles, {}).angular_momentum[2]};
    RecordProperty("kept", fmt::format("{:.3f} with, {:.3f} without; angular momentum {:.4f} {:.4f}", kinetic(*with) / start,
                                       kinetic(*without) / start, turned[0], turned[1]));
    RecordProperty("worst_gain", fmt::format("{:.5f}", worst / start));
    EXPECT_LT(start - kinetic(*with), 0.9 * (start - kinetic(*without)));
    EXPECT_GT(turned[0], turned[1]);
    EXPECT_LT(worst, 0.002 * start);
}

// A stirred block keeps its momentum: what one particle pushes another feels.
TEST(Vorticity, MomentumIsKept) {
    const auto w = world_of(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials: {heavy: {density: 3000}, light: {density: 300}}
objects: {a: {box: [0.08, 0.04, 0.08], material: heavy}, b: {box: [0.08, 0.04, 0.08], at: [0, 0.04, 0], material: light}}
vorticity: {size: 3, rate: 50}
)");
    Particles& p = w->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec3 r                  = random_point(7, p.id.host()[i], 0, Purpose::test);
        p.velocity_density.edit()[i] = with_w(Vec3{r.x - 0.5f, r.y, r.z - 0.5f}, p.rest_density.host()[i]);
    }
    const Statistics before = find_statistics(w->exec, p, {});
    for (int k = 0; k < 100; ++k) step(*w, 1e-3f);
    const Statistics after = find_statistics(w->exec, p, {});
    for (int k = 0; k < 3; ++k) EXPECT_LT(std::abs(after.momentum[k] - before.momentum[k]), 2e-6 * before.momentum[1]) << k;
}

// Turning as a whole is no vorticity that is lost: a free disc goes on, and its particles turn with it.
TEST(Vorticity, RigidRotationIsLeftAlone) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
xsph: 0
materials: {water: {viscosity: 0}}
objects: {disc: {sphere: 0.1, material: water, spin: [0, 0, 4]}}
vorticity: true
)");
    const double before = find_statistics(w->exec, w->particles, {}).angular_momentum[2];
    advance(*w, 0.1);  // later it flies apart, as nothing holds it
    EXPECT_NEAR(find_statistics(w->exec, w->particles, {}).angular_momentum[2] / before, 1, 0.01);
    for (Index i = 0; i < w->particles.size(); ++i)
        if (length(xyz(w->particles.position_volume.host()[i])) < 0.05f) {
            EXPECT_NEAR(w->vorticity->spin.host()[i].z, 4, 0.4);
        }
}

}  // namespace
}  // namespace mote
