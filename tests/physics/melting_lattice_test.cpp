// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Virtual materials melt and freeze by the column `material` alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "curves.h"
#include "laws/point/lattice_sites.h"
#include "worlds.h"

namespace mote {
namespace {

// A crystal that melts and freezes again where it is has its mass and momentum, is solid again, and stays so.
TEST(MeltingLattice, ACrystalMeltsAndFreezes) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials:
  ice: {density: 1000, heat_capacity: 2000, lattice: {youngs_modulus: 100 kPa}, melting: {at: 273.15 K, latent_heat: 100 kJ/kg, to: water}}
  water: {density: 1000, heat_capacity: 2000, viscosity: 1, freezing: {at: 273.15 K, to: ice}}
objects: {block: {box: [0.2, 0.2], material: ice, temperature: 270 K, velocity: [0.5, 0]}}
heaters:
  flame: {box: [20, 20], power: 50 MW, stop: 0.1 s}
  frost: {box: [20, 20], power: -50 MW, start: 0.2 s, stop: 0.3 s}
time_step: {largest: 2 ms}
)");
    const auto momentum = [&] {
        double sum = 0;
        for (Index i = 0; i < w->particles.size(); ++i) sum += double(w->particles.mass.host()[i]) * double(w->particles.velocity_density.host()[i].x);
        return sum;
    };
    const double before = momentum();
    advance(*w, 0.01);
    EXPECT_EQ(w->lattice->count(), w->particles.size());
    advance(*w, 0.15);
    EXPECT_EQ(w->lattice->count(), 0u);
    advance(*w, 0.35);
    EXPECT_EQ(w->lattice->count(), w->particles.size());
    EXPECT_NEAR(momentum() / before, 1, 1e-5);
    advance(*w, 0.8);
    EXPECT_NEAR(momentum() / before, 1, 1e-4);
    for (Index i = 0; i < w->particles.size(); ++i) {
        EXPECT_NEAR(w->particles.temperature.host()[i], 270, 1e-3);
        EXPECT_NEAR(w->particles.velocity_density.host()[i].x, 0.5, 0.02);
    }
}

// A ball of wax lands on a hot plate at 1.6 m/s, is squeezed together by a quarter, melts where it touches and comes off again: then none of it is faster than it came. (Faces that were squeezed counted
// as the inside, which touches nothing. They went into the plate, and were thrown through the ball at 4 to 6 m/s.)
TEST(MeltingLattice, NothingOfABodyThatLandsIsThrown) {
    const auto w = world_of(R"(
spacing: 10 mm
materials:
  wax: {density: 900, heat_capacity: 2000, conductivity: 120, friction: 0.6, lattice: {youngs_modulus: 40 kPa, poissons_ratio: 0.3, damping: 0.5 ms}, melting: {at: 60 degC, latent_heat: 10 kJ/kg, to: molten}}
  molten: {density: 900, viscosity: 20 Pa s, heat_capacity: 2000, conductivity: 120}
objects: {ball: {sphere: 70 mm, at: [0, 0.206, 0], material: wax, temperature: 50 degC}}
boundaries: {plate: {plane: [0, 1, 0], method: implicit, temperature: 350 degC}}
)");
    advance(*w, 0.3);
    float fastest = 0;
    for (Index i = 0; i < w->particles.size(); ++i) fastest = std::max(fastest, length(xyz(w->particles.velocity_density.host()[i])));
    RecordProperty("fastest", fmt::format("{:.2f}", fastest));
    EXPECT_LT(w->lattice->count(), w->particles.size() - 10);
    EXPECT_LT(fastest, 1.6f);
}

// What falls and melts has the velocity g t all the same, and what freezes in its fall too: velocities are half a step behind places, or half a short step.
TEST(MeltingLattice, WhatMeltsInItsFallFallsOn) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
materials:
  ice: {density: 1000, lattice: {youngs_modulus: 100 kPa}, becomes: [{to: water, after: 100 ms}]}
  water: {density: 1000, viscosity: 0, becomes: [{to: snow, after: 200 ms}]}
  snow: {density: 1000, lattice: {youngs_modulus: 100 kPa}}
objects: {block: {box: [0.2, 0.2], material: ice}}
time_step: {largest: 4 ms}
)");
    Particles& p = w->particles;
    for (const double until : {0.09, 0.15, 0.3}) {
        advance(*w, until);
        const bool   solid = w->lattice->count() > 0;
        const double lag = 0.5 * double(solid ? w->last_lattice_step : w->last_dt);
        double       mean = 0;
        for (Index i = 0; i < p.size(); ++i) mean += double(p.velocity_density.host()[i].y) / double(p.size());
        EXPECT_EQ(solid, until != 0.15);
        EXPECT_NEAR(mean, -9.81 * (until - lag), 2e-5) << until;
    }
}

/// Solids in a tray that fits, melted and frozen again: twice the height of their centre, over that before.
struct Heights {
    double sample, molten, frozen;  ///< `sample`: that before, over that of what was laid
};
Heights heights_of(const std::string& law, int dimension) {
    const bool   flat = dimension == 2;
    const double side = flat ? 0.28 : law.starts_with("lattice") ? 12 * 0.0158740105 : 0.2;  // in space: twelve layers of the crystal
    const double mass = 1000 * std::pow(side, dimension);
    const auto   w = world_of(fmt::format(R"(
dimension: {0}
spacing: 20 mm
materials:
  ice: {{density: 1000, heat_capacity: 2000, friction: 0, {1}, melting: {{at: 273.15 K, latent_heat: 100 kJ/kg, to: water}}}}
  water: {{density: 1000, heat_capacity: 2000, viscosity: 5, freezing: {{at: 273.15 K, to: ice}}}}
objects: {{block: {{box: [{2}, {2}{3}], at: [0, {4}{5}], material: ice, temperature: 270 K}}}}
boundaries: {{tray: {{box: [{2}, 1{3}], at: [0, 0.5{5}], inside: true}}}}
heaters:
  flame: {{box: 20, power: {6}, start: 0.2 s, stop: 0.3 s}}
  frost: {{box: 20, power: -{6}, start: 1 s, stop: 1.1 s}}
time_step: {{largest: 2 ms}}
)", dimension, law, side, flat ? "" : fmt::format(", {}", side), 0.5 * side, flat ? "" : ", 0", 1.275e6 * mass));
    const auto height = [&] {
        double sum = 0;
        for (Index i = 0; i < w->particles.size(); ++i) sum += 2 * double(w->particles.position_volume.host()[i].y) / double(w->particles.size());
        return sum;
    };
    const auto solid = [&] {
        Index count = 0;
        for (Index i = 0; i < w->particles.size(); ++i) count += w->particles.material.host()[i] == 0;
        return count;
    };
    advance(*w, 0.2);
    const double before = height();
    advance(*w, 0.9);
    EXPECT_EQ(solid(), 0u);
    const double molten = height();
    advance(*w, 1.6);
    EXPECT_EQ(solid(), w->particles.size());
    return {before * std::pow(side, dimension - 1) / (std::pow(0.02, dimension) * double(w->particles.size())), molten / before, height() / before};
}

// Melted and frozen again in a tray, it stands as high as it did: it has the volume that it had.
void expect_volume_kept(int dimension) {
    for (const char* law : {"lattice: {youngs_modulus: 500 kPa, damping: 2 ms}", "elastic: {youngs_modulus: 500 kPa, damping: 2 ms}"}) {
        const Heights h    = heights_of(law, dimension);
        const auto    name = fmt::format("{:.7}", law);
        record("laid_" + name, h.sample - 1), record("molten_" + name, h.molten - 1), record("frozen_" + name, h.frozen - 1);
        EXPECT_NEAR(h.sample, 1, 0.03) << name << ": a square or cube of a spacing each";
        EXPECT_NEAR(h.molten, 1, 0.015) << name;
        EXPECT_NEAR(h.frozen, 1, 0.015) << name;
    }
}
TEST(MeltingLattice, KeepsItsVolume) { expect_volume_kept(2); }
TEST(MeltingLattice, KeepsItsVolumeInSpace) {
    if (std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly";
    expect_volume_kept(3);
}

/// Energies of what moves and of bonds, and how fast the fastest is, at their largest in a pool that freezes from above, cooled by air, before and after the first is frozen [J, J, m/s].
struct Unrest {
    double motion = 0, stress = 0, speed = 0;
};
std::pair<Unrest, Unrest> unrest_of_a_pool(double frame) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
materials:
  water: {density: 1000, viscosity: 0.5, heat_capacity: 2000, conductivity: 200, cooling: {to: -60 degC, rate: 20 kW/(m^2 K)}, freezing: {at: 0 degC, latent_heat: 50 kJ/kg, to: ice}}
  ice: {density: 1000, friction: 0.3, heat_capacity: 2000, conductivity: 200, cooling: {to: -60 degC, rate: 20 kW/(m^2 K)}, lattice: {youngs_modulus: 60 kPa, damping: 0.5 ms}, melting: {at: 0 degC, to: water}}
objects: {pool: {box: [0.4, 0.2], at: [0, 0.1], material: water, temperature: 1 degC}}
boundaries: {tray: {box: [0.4, 1], at: [0, 0.5], inside: true, insulated: true}}
)");
    std::pair<Unrest, Unrest> most;
    for (double time = frame; time < 1.5; time += frame) {
        advance(*w, time);
        Unrest& now    = w->lattice->count() > 0 ? most.second : most.first;
        double  motion = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const double speed = double(length(xyz(w->particles.velocity_density.host()[i])));
            motion += 0.5 * double(w->particles.mass.host()[i]) * speed * speed;
            now.speed = std::max(now.speed, speed);
        }
        now.motion = std::max(now.motion, motion);
        now.stress = std::max(now.stress, w->lattice->observe(w->exec, w->particles, w->material_view(), w->lattice_settings()));
    }
    EXPECT_GT(w->lattice->count(), 30u);
    return most;
}

// A crust that grows on a pool gives nothing to it: neither by its bonds, as they are made and become stiff, nor by pressure, nor at the walls.
TEST(FreezingLattice, ACrustOnAPoolRests) {
    for (const double frame : {50e-3, 2.5e-3}) {
        const auto [before, after] = unrest_of_a_pool(frame);
        EXPECT_LT(after.motion, 1.5 * before.motion) << frame;
        EXPECT_LT(after.stress, before.motion) << frame;
        EXPECT_LT(after.speed, 0.5) << frame;
    }
}

/// A block of ice, on its crystal, and water of which it may become by chance.
std::unique_ptr<World> block_and_water(const std::string& freezing, const std::string& objects) {
    return world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  ice: {density: 1000, lattice: {youngs_modulus: 100 kPa, damping: 1 ms}}
  water: {density: 1000, viscosity: 0.1, freezing: {at: 0 degC, to: ice, rate: 1 1/(K s), neighbours: 1)" + freezing + R"(}}
objects:
  block: {box: [0.3, 0.1], material: ice, temperature: -10 degC}
)" + objects + R"(
time_step: {largest: 2 ms}
)");
}

// A liquid particle in the place of one of a flat face fits; moved along it by d it is off a free site of each of its four neighbours by d.
TEST(FreezingLattice, MisfitIsTheWayToFreeSites) {
    const auto w = block_and_water(", misfit: 0.1", "");
    Particles& p = w->particles;
    step(*w, 1e-5f);
    Index top = 0;
    for (Index i = 0; i < p.size(); ++i) {
        const auto height = [&](Index k) { return double(p.position_volume.host()[k].y) - 0.1 * std::abs(double(p.position_volume.host()[k].x)); };
        if (height(i) > height(top)) top = i;
    }
    p.material.edit()[top] = 1;
    Scratch<float> misfit;
    for (const float off : {0.f, 0.05f, 0.2f}) {
        p.position_volume.edit()[top].x += off * w->lattice_settings().distance();
        w->neighbours.build(w->exec, w->points());
        w->lattice->find(w->exec, p, w->neighbours, w->material_view(), w->kernel(), w->lattice_settings());
        w->lattice->find_misfit(w->exec, p, w->neighbours, w->material_view(), w->lattice_settings(), misfit);
        EXPECT_NEAR(misfit.host()[top], 4 * off, 0.02) << off;
        p.position_volume.edit()[top].x -= off * w->lattice_settings().distance();
    }
}

/// A pool beside a block, of which some froze.
struct Grown {
    double residual = 0;  ///< mean of how far it is off the crystal, in distances of sites
    double astray   = 0;  ///< and off the sites of the block's crystal, went it on
    Index  rows     = 0;
    double motion = 0, stress = 0;  ///< largest energies after a tenth of the time [J]
};
Grown grown(std::unique_ptr<World> w, double until) {
    std::set<ParticleId> crystal;
    Particles&           p = w->particles;
    for (Index i = 0; i < p.size(); ++i)
        if (p.material.host()[i] == 0) crystal.insert(p.id.host()[i]);
    Grown g;
    while (w->time < until) {
        step(*w, float(until - w->time) + 1e-6f);
        double motion = 0;
        for (Index i = 0; i < p.size(); ++i) motion += 0.5 * double(p.mass.host()[i]) * double(dot(xyz(p.velocity_density.host()[i]), xyz(p.velocity_density.host()[i])));
        if (w->time < 0.1 * until) continue;
        g.motion = std::max(g.motion, motion);
        g.stress = std::max(g.stress, w->lattice->observe(w->exec, p, w->material_view(), w->lattice_settings()));
    }
    Index sites = 0, origin = 0;
    while (!crystal.contains(p.id.host()[origin])) ++origin;
    for (Index i = 0; i < p.size(); ++i) {
        const SiteOffsets off = w->lattice->offsets->host()[i];
        if (p.material.host()[i] != 0 || crystal.contains(p.id.host()[i])) continue;
        ++g.rows;
        const Vec3 q = (1 / w->lattice_settings().distance()) * (xyz(p.position_volume.host()[i]) - xyz(p.position_volume.host()[origin]));
        g.astray += double(length(q - crystal::place(crystal::nearest_site(q, true), true)));
        for (Index s = 0; s < 6; ++s)
            if (off.is_taken(s)) g.residual += double(length(off.of(s))), ++sites;
    }
    g.residual /= std::max(double(sites), 1.0), g.astray /= std::max(double(g.rows), 1.0);
    return g;
}

// What must fit goes on with the crystal that is there: its bonds are nearer to sites than those of what freezes anyhow.
TEST(FreezingLattice, WhatFitsGoesOnWithTheCrystal) {
    const auto beside = [](const std::string& freezing) {
        return grown(block_and_water(freezing, "  pool: {box: [0.3, 0.1], at: [0, 0.1], material: water, temperature: -10 degC, sampling: {jitter: 0.2}}\n"), 0.05);
    };
    const Grown anyhow = beside(""), fitting = beside(", misfit: 0.05");
    EXPECT_GT(fitting.rows, 10u);
    EXPECT_GT(anyhow.rows, fitting.rows);
    EXPECT_LT(fitting.residual, 0.8 * anyhow.residual) << anyhow.residual;
}

/// A pool in a tray on a seed that is held, long enough after it began to freeze, by one row of chances.
Grown grown_by_chance(const std::string& law, int chances) {
    return grown(world_of("seed: " + std::to_string(chances) + R"(
dimension: 2
spacing: 10 mm
materials:
  ice: {density: 1000, lattice: {youngs_modulus: 100 kPa, damping: 1 ms)" + law + R"(}}
  water: {density: 1000, viscosity: 1, freezing: {at: 0 degC, to: ice, rate: 0.2 1/(K s), neighbours: 2, misfit: 0.05}}
objects:
  seed: {box: [0.3, 0.05], at: [0, 0.025], material: ice, temperature: -10 degC}
  pool: {box: [0.3, 0.1], at: [0, 0.1], material: water, temperature: -10 degC, sampling: {jitter: 0.1}}
boundaries: {tray: {box: [0.3, 0.6], at: [0, 0.3], inside: true, insulated: true}}
pins: {seed: {box: [1, 0.04], at: [0, 0.01]}}
time_step: {largest: 2 ms}
)"), 1.5);
}

/// The mean of several.
Grown grown_on_a_seed(const std::string& law) {
    constexpr int runs = 4;
    Grown         sum{};
    for (int n = 1; n <= runs; ++n) {
        const Grown g = grown_by_chance(law, n);
        sum.rows += g.rows / runs, sum.residual += g.residual / runs, sum.astray += g.astray / runs, sum.motion += g.motion / runs, sum.stress += g.stress / runs;
    }
    return sum;
}

// W-31: given time, what froze on a seed extends its lattice. More of it freezes then, so that largest energies may be somewhat more than without.
TEST(FreezingLattice, WhatAnnealsExtendsTheSeed) {
    const Grown held = grown_on_a_seed(""), annealed = grown_on_a_seed(", annealing_time: 0.1 s");
    record("held_residual", held.residual), record("held_astray", held.astray), record("annealed_residual", annealed.residual), record("annealed_astray", annealed.astray);
    EXPECT_GT(annealed.rows, 50u);
    EXPECT_LT(annealed.residual, 0.2);
    EXPECT_LT(annealed.astray, 0.2) << held.astray;
    EXPECT_LT(annealed.motion, 2 * held.motion);
    EXPECT_LT(annealed.stress, 2.5 * held.stress);
}

}  // namespace
}  // namespace mote
