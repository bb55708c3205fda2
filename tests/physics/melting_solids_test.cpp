// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Elastic bodies that melt: particles leave the shape at rest, and what is left goes on.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "worlds.h"

namespace mote {
namespace {

struct Motion3 {
    Vec3d  momentum{}, angular{};
    double mass = 0, kinetic = 0;
};
Motion3 motion_of(const World& w) {
    Motion3 m;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec4  x = w.particles.position_volume.host()[i], v = w.particles.velocity_density.host()[i];
        const Vec3d at{double(x.x), double(x.y), double(x.z)}, speed{double(v.x), double(v.y), double(v.z)};
        const double mass = double(w.particles.mass.host()[i]);
        m.mass += mass, m.momentum = m.momentum + mass * speed, m.angular = m.angular + mass * cross(at, speed), m.kinetic += 0.5 * mass * dot(speed, speed);
    }
    return m;
}
Index count_of(const World& w, MaterialId kind) {
    Index count = 0;
    for (Index i = 0; i < w.particles.size(); ++i) count += w.particles.material.host()[i] == kind;
    return count;
}

// A turning block of which one half becomes liquid at once: momentum, angular momentum and energy do not jump, and only the other half has a shape.
TEST(MeltingSolids, HalfABodyLeavesItsShape) {
    const auto w = world_of(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials:
  gum: {density: 1000, elastic: {youngs_modulus: 200 kPa}, becomes: [{to: slime, after: 0.1 s, inside: {plane: {normal: [0, 1, 0]}}}]}
  slime: {density: 1000, viscosity: 1}
objects: {block: {box: 0.16, material: gum, velocity: [0.2, 0, 0], spin: [0, 0, 4]}}
time_step: {largest: 2 ms}
)");
    advance(*w, 0.1);
    const Motion3 before = motion_of(*w);
    const Index   all    = w->solids->rest.rows();
    step(*w, 1e-4f), step(*w, 1e-4f), step(*w, 1e-4f);
    const Motion3 after = motion_of(*w);
    EXPECT_EQ(all, w->particles.size());
    EXPECT_NEAR(double(w->solids->rest.rows()) / all, 0.5, 0.1);
    EXPECT_EQ(w->solids->rest.rows(), count_of(*w, 0));
    for (Index i = 0; i < w->particles.size(); ++i) EXPECT_EQ(w->solids->place.host()[i] == Solids::none, w->particles.material.host()[i] == 1);
    EXPECT_NEAR(after.momentum.x / before.momentum.x, 1, 1e-5);
    EXPECT_NEAR(after.angular.z / before.angular.z, 1, 1e-3);
    EXPECT_NEAR(after.kinetic / before.kinetic, 1, 0.01);
    advance(*w, 0.5);
    const Motion3 later = motion_of(*w);
    EXPECT_NEAR(later.momentum.x / before.momentum.x, 1, 1e-4);
    EXPECT_LT(later.kinetic, 1.01 * before.kinetic);
}

// A bar under load of which the part that carries nothing melts: stress and bending of the rest stay.
TEST(MeltingSolids, WhatRemainsKeepsItsStress) {
    const auto stress_at = [](const char* becomes) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  gum: {{density: 1000, elastic: {{youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: 1 ms}}{}}}
  slime: {{density: 1000, viscosity: 1}}
objects: {{bar: {{box: [0.4, 0.1], material: gum, rest_scale: [0.95, 1]}}}}
pins: {{left: {{box: [0.041, 0.2], at: [-0.18, 0]}}, right: {{box: [0.041, 0.2], at: [0.18, 0]}}}}
)", becomes));
        double sum = 0, count = 0;  // it trembles a little
        for (int k = 0; k < 20; ++k) {
            advance(*w, 0.4 + 0.01 * k);
            w->solids->observe(w->exec, w->particles, w->material_view());
            for (Index i = 0; i < w->particles.size(); ++i)
                if (const Vec4 x = w->particles.position_volume.host()[i]; std::abs(x.x) < 0.1f && x.y < -0.02f) sum += double(w->solids->stress.host()[i]), ++count;
        }
        return sum / count;
    };
    const double whole = stress_at(""), half = stress_at(", becomes: [{to: slime, after: 0.3 s, inside: {box: [1, 1], at: [0, 0.51]}}]");
    EXPECT_GT(whole, 3e3);
    EXPECT_NEAR(half / whole, 1, 0.05);  // held at both ends, the strain is what it was
}

// A block on a hot plate melts away, down to the last particle, without trouble, and all mass is there in the end.
TEST(MeltingSolids, ABlockMeltsAway) {
    const auto w = world_of(R"(
spacing: 10 mm
materials:
  wax: {preset: wax, conductivity: 3000, melting: {at: 335 K, latent_heat: 100 kJ/kg, to: molten}}
  molten: {preset: wax_melt, density: 900, conductivity: 3000, viscosity: 0.1 Pa s}
objects: {block: {box: 0.06, at: [0, 0.036, 0], material: wax, temperature: 330 K}}
boundaries: {pan: {box: [0.2, 0.2, 0.2], at: [0, 0.1, 0], inside: true, temperature: 450 K}}
)");
    const Motion3 before = motion_of(*w);
    Index last = w->solids->rest.rows();
    bool  grows = false;
    for (int k = 1; k <= 80 && last > 0; ++k) {
        advance(*w, 0.1 * k);
        const Index now = w->solids->rest.rows();
        grows = grows || now > last, last = now;
        for (Index i = 0; i < w->particles.size(); ++i) ASSERT_LT(length(xyz(w->particles.velocity_density.host()[i])), 4) << w->time;  // the film below it squirts (docs/roadmap.md)
    }
    EXPECT_FALSE(grows);
    EXPECT_EQ(last, 0u);
    EXPECT_EQ(motion_of(*w).mass, before.mass);
}

}  // namespace
}  // namespace mote
