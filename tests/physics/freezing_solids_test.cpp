// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Liquids that freeze into elastic bodies: new rows of the shape at rest, unstressed, alone or as part of what they freeze to.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "worlds.h"

namespace mote {
namespace {

Vec3d momentum_of(const World& w) {
    Vec3d sum{};
    for (Index i = 0; i < w.particles.size(); ++i) sum = sum + double(w.particles.mass.host()[i]) * wide(xyz(w.particles.velocity_density.host()[i]));
    return sum;
}
/// The largest stress of particles of one object [Pa].
float stress_of(World& w, int body = -1) {
    w.solids->observe(w.exec, w.particles, w.material_view());
    float most = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (body < 0 || int(w.particles.body.host()[i]) == body) most = max(most, w.solids->stress.host()[i]);
    return most;
}
/// Turns what is right of x by an angle about a place.
void turn(World& w, float right_of, float angle, const Vec3& about) {
    const float c = std::cos(angle), s = std::sin(angle);
    for (Index i = 0; i < w.particles.size(); ++i) {
        Vec4& x = w.particles.position_volume.edit()[i];
        if (x.x < right_of) continue;
        const Vec3 r = xyz(x) - about;
        x            = with_w(about + Vec3{c * r.x - s * r.y, s * r.x + c * r.y, r.z}, x.w);
    }
}

// A bar of liquid that freezes at once keeps mass, momentum and size, has no stress, and then swings as long as its modulus says: c/(2 L), c^2 = E/rho.
TEST(FreezingSolids, ABarFreezesAtOnceAndHasTheModulusOfItsLaw) {
    const auto w = world_of(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials:
  melt: {density: 1000, viscosity: 1, becomes: [{to: gum, after: 1 ms}]}
  gum: {density: 1000, elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0.3}}
objects: {bar: {box: [0.4, 0.06, 0.06], material: melt, velocity: [0.3, 0.1, 0], sampling: {jitter: 0.1}}}
)");
    const Vec3d before = momentum_of(*w);
    while (w->solids->rest.rows() == 0) step(*w, 5e-4f);
    EXPECT_GT(w->solids->elastic_rows(), 0.99 * w->particles.size());  // some corners have too little to hold on to
    EXPECT_LT(stress_of(*w), 100);  // a thousandth of the modulus
    EXPECT_NEAR(momentum_of(*w).x / before.x, 1, 1e-5);
    EXPECT_NEAR(momentum_of(*w).y / before.y, 1, 1e-5);
    double volume = 0;
    for (Index s = 0; s < w->solids->rest.rows(); ++s)
        volume += double(w->solids->rest.rest_position_volume.host()[s].w) * double(determinant(w->solids->rest.deformation.host()[s]));
    EXPECT_NEAR(volume / (0.4 * 0.06 * 0.06) * w->particles.size() / w->solids->rest.rows(), 1, 0.015);

    const auto   mode   = [&](Index i) { return std::sin(M_PI * (double(w->particles.position_volume.host()[i].x) - 0.3 * w->time) / 0.4); };
    for (Index i = 0; i < w->particles.size(); ++i) w->particles.velocity_density.edit()[i].x += float(0.1 * mode(i));
    const auto amplitude = [&] {
        double sum = 0;
        for (Index i = 0; i < w->particles.size(); ++i) sum += mode(i) * (double(w->particles.velocity_density.host()[i].x) - 0.3);
        return sum;
    };
    const double start = w->time;
    double       last = amplitude(), last_time = start;
    std::vector<double> crossings;
    while (crossings.size() < 3 && w->time < start + 0.2) {
        step(*w, 1e-3f);
        const double now = amplitude(), at = w->time - 0.5 * double(w->last_solid_step);
        if (now * last < 0) crossings.push_back(last_time + (at - last_time) * last / (last - now));
        last = now, last_time = at;
    }
    ASSERT_EQ(crossings.size(), 3u);
    const double period = crossings[2] - crossings[0], wanted = 2 * 0.4 / std::sqrt(100e3 / 1000);
    EXPECT_NEAR(std::pow(wanted / period, 2), 1, 0.05);
}

/// A bar of gum with more fields than these, and a drop at its end that becomes gum after 0.1 ms.
auto bar_and_drop(const std::string& of_bar = "") {
    return world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  melt: {density: 1000, viscosity: 1, becomes: [{to: gum, after: 0.1 ms}]}
  gum: {density: 1000, elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0.3}}
objects:
  bar: {box: [0.2, 0.1], material: gum)" + of_bar + R"(}
  drop: {box: [0.1, 0.1], at: [0.15, 0], material: melt}
)");
}

// A bar that is stretched by a tenth and turned by 40 degrees grows at its end: the new part has no stress, the old one keeps its own.
TEST(FreezingSolids, WhatGrowsOnAStretchedBarIsUnstressed) {
    const auto w = bar_and_drop(", rest_scale: [0.9, 1, 1]");
    turn(*w, -1, 0.7f, {});
    step(*w, 1e-5f);
    const Index old = w->solids->rest.rows();
    const float stress = stress_of(*w);
    const double energy = w->solids->energy(w->exec, w->material_view());
    EXPECT_GT(stress, 8e3);
    while (w->solids->rest.rows() == old) step(*w, 1e-5f);
    EXPECT_EQ(w->solids->rest.rows(), w->particles.size());
    std::set<Index> parts;
    for (Index s = 0; s < w->solids->rest.rows(); ++s) parts.insert(w->solids->rest.part.host()[s]);
    EXPECT_EQ(parts.size(), 1u);
    w->solids->observe(w->exec, w->particles, w->material_view());
    double fresh = 0, kept = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const bool is_new = w->particles.id.host()[i] >= old;
        (is_new ? fresh : kept) += double(w->solids->stress.host()[i]) / double(is_new ? w->particles.size() - old : old);
    }
    EXPECT_LT(fresh, 0.02 * double(stress));
    EXPECT_NEAR(kept / double(stress), 1, 0.05);
    EXPECT_NEAR(w->solids->energy(w->exec, w->material_view()) / energy, 1, 0.05);
    // At rest it goes on as the bar does: the same distance along it as across.
    for (Index i = 0; i < w->particles.size(); ++i) EXPECT_LT(std::abs(w->solids->rest.rest_position_volume.host()[w->solids->place.host()[i]].y), 0.051f);
}

// A bar that is bent grows: rows at its end have other neighbours then, and the stress of each is what it was.
TEST(FreezingSolids, StressOfABentBarDoesNotJump) {
    const auto w = bar_and_drop();
    for (Index i = 0; i < w->particles.size(); ++i) {  // about a circle
        Vec4&       x = w->particles.position_volume.edit()[i];
        const float angle = 3 * x.x, r = 1 / 3.f - x.y;
        x = {r * std::sin(angle), 1 / 3.f - r * std::cos(angle), 0, x.w};
    }
    step(*w, 1e-5f);
    const Index                 old = w->solids->rest.rows();
    std::map<ParticleId, float> before;
    float                       most = 0;
    while (w->solids->rest.rows() == old) {
        most = stress_of(*w);
        for (Index i = 0; i < w->particles.size(); ++i) before[w->particles.id.host()[i]] = w->solids->stress.host()[i];
        step(*w, 1e-5f);
    }
    EXPECT_GT(most, 8e3);
    stress_of(*w);
    float jump = 0;
    for (Index i = 0; i < w->particles.size(); ++i) jump = max(jump, std::abs(w->solids->stress.host()[i] - before[w->particles.id.host()[i]]));
    EXPECT_LT(jump, 0.01f * most);
}

// Two blocks, one of them turned since, and liquid between that freezes: they are one body then, without stress; a third that only lies there stays another.
TEST(FreezingSolids, PartsThatFreezeTogetherAreOneBody) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  melt: {density: 1000, viscosity: 1, becomes: [{to: gum, after: 0.1 ms}]}
  gum: {density: 1000, elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: 1 ms}}
objects:
  left: {box: [0.15, 0.1], at: [-0.125, 0], material: gum}
  right: {box: [0.1, 0.1], at: [0.1, 0], material: gum}
  other: {box: [0.06, 0.1], at: [-0.231, 0], material: gum}
  seam: {box: [0.1, 0.1], at: [0, 0], material: melt}
)");
    turn(*w, 0.05f, 0.08f, {0.05f, 0.05f, 0});
    for (int k = 0; k < 30; ++k) step(*w, 1e-5f);
    const RestShape& rest = w->solids->rest;
    EXPECT_EQ(rest.rows(), w->particles.size());
    std::set<Index> of_body[4];
    for (Index i = 0; i < w->particles.size(); ++i) {
        const Index s = w->solids->place.host()[i];
        of_body[w->particles.body.host()[i]].insert(rest.part.host()[s]);
    }
    EXPECT_EQ(of_body[0], of_body[1]);
    EXPECT_EQ(of_body[0].size(), 1u);
    EXPECT_NE(of_body[0], of_body[2]);
    EXPECT_LT(stress_of(*w), 10);
    EXPECT_LT(w->solids->energy(w->exec, w->material_view()), 1e-6 * 100e3 * 0.035);  // nor does what the gradient does not see resist
    for (Index i = 0; i < w->particles.size(); ++i)  // pulled at both ends it holds together
        w->particles.velocity_density.edit()[i].x = w->particles.position_volume.host()[i].x;
    const auto length_of = [&] {
        float low = 1, high = -1;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (w->particles.body.host()[i] < 2) low = min(low, w->particles.position_volume.host()[i].x), high = max(high, w->particles.position_volume.host()[i].x);
        return high - low;
    };
    const float before = length_of();
    advance(*w, w->time + 0.3);
    EXPECT_NEAR(length_of() / before, 1, 0.02);
}

// Cold rubber in its hot melt: some melts, some freezes, many times over. No heat is made or lost, and who has a shape is who is rubber.
TEST(FreezingSolids, HeatIsKeptThereAndBack) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  gum: {density: 1000, heat_capacity: 2000, conductivity: 2000, elastic: {youngs_modulus: 50 kPa, damping: 1 ms}, melting: {at: 330 K, latent_heat: 20 kJ/kg, to: melt}}
  melt: {density: 1000, viscosity: 5, heat_capacity: 2000, conductivity: 2000, freezing: {at: 330 K, to: gum}}
objects:
  cold: {box: [0.12, 0.2], at: [-0.06, 0], material: gum, temperature: 322 K}
  hot: {box: [0.12, 0.2], at: [0.06, 0], material: melt, temperature: 334 K}
boundaries: {box: {box: [0.24, 0.2], inside: true, temperature: {0 s: 330 K, 0.2 s: 280 K, 0.6 s: 380 K, 1 s: 300 K}}}
)");
    const auto heat_of = [&] {
        double sum = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const double T = double(w->particles.temperature.host()[i]) + double(w->heat->rest.host()[i]), q = double(w->heat->latent->host()[i]);
            sum += double(w->particles.mass.host()[i]) * (2000 * T + q + (w->particles.material.host()[i] == 1 ? 20e3 : 0));
        }
        return sum;
    };
    Index most = 0, least = w->particles.size();
    for (int k = 0; k < 20; ++k) {
        advance(*w, 0.05 * (k + 1));
        most = std::max(most, w->solids->rest.rows()), least = std::min(least, w->solids->rest.rows());
        for (Index i = 0; i < w->particles.size(); ++i) ASSERT_LT(length(xyz(w->particles.velocity_density.host()[i])), 0.1) << w->time;  // what freezes has no stress
    }
    EXPECT_GT(most, 0.7 * w->particles.size());
    EXPECT_LT(least, 0.5 * w->particles.size());
    w->heat->insulated[0] = 1;  // from here on nothing comes or goes
    const double start = heat_of();
    for (Boundary& b : w->boundaries.list) b.temperature_in_time.clear();
    for (Index i = 0; i < w->particles.size(); ++i) w->particles.temperature.edit()[i] += w->particles.position_volume.host()[i].x > 0 ? 9.f : -9.f;
    const double stirred = heat_of();
    const Index  rows = w->solids->rest.rows();
    advance(*w, 1.5);
    EXPECT_NE(rows, w->solids->rest.rows());
    EXPECT_NEAR(heat_of() / stirred, 1, 1e-6) << start;
}

}  // namespace
}  // namespace mote
