// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Stiff bodies (10 MPa at a spacing of 5 mm) that touch something, at steps of a millisecond or more: explicit ones would be a hundred times shorter.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <ctime>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

struct Whole {
    double mass = 0, kinetic = 0, potential = 0;
    Vec3d  place{}, momentum{};
};
Whole whole_of(const World& w, int material = -1) {
    Whole            m;
    const Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        if (material >= 0 && int(p.material.host()[i]) != material) continue;
        const double mass = double(p.mass.host()[i]);
        const Vec3   x = xyz(p.position_volume.host()[i]), v = xyz(p.velocity_density.host()[i]);
        m.mass += mass, m.kinetic += 0.5 * mass * double(dot(v, v)), m.potential -= mass * double(dot(w.gravity, x));
        m.place = m.place + mass * Vec3d{double(x.x), double(x.y), double(x.z)}, m.momentum = m.momentum + mass * Vec3d{double(v.x), double(v.y), double(v.z)};
    }
    m.place = (1 / m.mass) * m.place;
    return m;
}
double pressed(const World& w) {
    double sum = 0;
    for (Index s = 0; s < w.solids->elastic_rows(); ++s) sum += double(w.solids->rest.press.host()[s]);
    return sum;
}
/// All steps to `end` are implicit; returns their mean length over that of explicit ones.
double solve_until(World& w, double end) {
    const double from = w.time;
    int          steps = 0, iterations = 0, fallbacks = 0;
    while (w.time < end - 1e-9) {
        const StepReport report = step(w, float(end - w.time));
        ++steps, iterations += report.solid_iterations, fallbacks += report.solid_fallback ? 1 : 0;
        EXPECT_EQ(report.solid_steps, 1) << w.time;
    }
    EXPECT_EQ(fallbacks, 0);
    record("iterations", double(iterations) / steps);
    return (end - from) / steps / double(w.solids->stable_step(w.materials, w.spacing));
}

// It sags under its weight, which the floor carries: on the mean by rho g H (H/3 - s/2) (1 - nu^2) / E, as the half spacing below the first layer is that of contact, and by
// what this gives way.
TEST(StiffSolids, ABlockFallsOnAFloorAndRests) {
    for (const char* method : {"implicit", "sampled"}) {
        const auto   w = world_of(std::string(R"(
dimension: 2
spacing: 5 mm
solids: {method: implicit}
materials: {rubber: {density: 1000, friction: 0, elastic: {youngs_modulus: 10 MPa, poissons_ratio: 0.3}}}
objects: {block: {box: [0.1, 0.2], at: [0, 0.12], material: rubber}}
boundaries: {floor: {box: [1, 0.1], at: [0, -0.05], method: )") + method + "}}\n");
        const double start = whole_of(*w).potential, zero = whole_of(*w).mass * 9.81 * 0.1;
        for (int k = 1; k <= 100; ++k) {
            EXPECT_GT(solve_until(*w, 0.01 * k), 10);
            const Whole m = whole_of(*w);
            EXPECT_LT(m.kinetic + m.potential + observe_solids(*w) - zero, 1.001 * (start - zero)) << method << k;
        }
        double mean = 0, sunk = 0;  // it still trembles, by a micrometre
        for (int k = 1; k <= 20; ++k) solve_until(*w, 1 + 0.002 * k), mean += pressed(*w) / 20, sunk += (0.1 - whole_of(*w).place.y) / 20;
        const Whole  m   = whole_of(*w);
        const double sag = 1000 * 9.81 * 0.2 * (0.2 / 3 - 0.0025) * (1 - 0.09) / 10e6, give = 1000 * 9.81 * 0.2 * 0.005 / (4 * 10e6 * 0.7 / (1.3 * 0.4));
        record(std::string("weight_") + method, mean / (m.mass * 9.81)), record(std::string("sag_") + method, sunk / (sag + give));
        record(std::string("kinetic_") + method, m.kinetic / (start - zero));
        EXPECT_NEAR(mean, m.mass * 9.81, 0.02 * m.mass * 9.81) << method;
        EXPECT_NEAR(sunk, sag + give, 0.05 * (sag + give)) << method;
        EXPECT_LT(m.kinetic, 1e-6 * (start - zero)) << method;
    }
}

TEST(StiffSolids, ABlockOnASlopeSlidesOrRests) {
    for (const double mu : {0.0, 0.3, 0.7}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 5 mm
solids: {{method: implicit}}
gravity: [4.905, -8.496]
materials: {{rubber: {{density: 1000, friction: {}, elastic: {{youngs_modulus: 10 MPa}}}}}}
objects: {{block: {{box: [0.1, 0.05], at: [0, 0.0251], material: rubber}}}}
boundaries: {{slope: {{plane: [0, 1]}}}}
)", mu));
        solve_until(*w, 0.2);
        const double halfway = whole_of(*w).place.x;
        solve_until(*w, 0.4);
        const Whole  m     = whole_of(*w);
        const double asked = 0.4 * std::max(4.905 - mu * 8.496, 0.0);
        record(fmt::format("off_in_g_sin_{}", mu), (m.momentum.x / m.mass - asked) / (0.4 * 4.905));
        EXPECT_NEAR(m.momentum.x / m.mass, asked, 0.03 * 0.4 * 4.905) << mu;
        if (mu > 0.6) { EXPECT_LT(std::abs(m.place.x - halfway), 2e-4); }
    }
}

TEST(StiffSolids, AHitKeepsMomentum) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
solids: {method: implicit}
gravity: [0, 0]
time_step: {largest: 1 ms}
materials:
  red: {density: 1000, elastic: {youngs_modulus: 10 MPa}}
  blue: {density: 1000, elastic: {youngs_modulus: 10 MPa}}
objects:
  a: {box: [0.1, 0.05], at: [-0.06, 0.012], material: red, velocity: [1, 0]}
  b: {box: [0.1, 0.05], at: [0.06, 0], material: blue}
)");
    const Whole before = whole_of(*w);
    solve_until(*w, 0.2);
    const Whole  after = whole_of(*w), b = whole_of(*w, 1);
    record("momentum_drift", length(after.momentum - before.momentum) / before.momentum.x), record("handed_over", b.momentum.x / before.momentum.x);
    record("energy", (after.kinetic + observe_solids(*w)) / before.kinetic);
    EXPECT_LT(length(after.momentum - before.momentum), 1e-5 * before.momentum.x);
    EXPECT_GT(b.momentum.x, 0.4 * before.momentum.x);
    EXPECT_LT(after.kinetic + observe_solids(*w), before.kinetic);
}

// Bodies that meet off their centres and rub keep their angular momentum too: friction of pairs hands on the moment that it lacks.
TEST(StiffSolids, AHitKeepsMomenta) {
    for (const int dimension : {2, 3})
        for (const double friction : {0.0, 0.8}) {
            SCOPED_TRACE(fmt::format("{}_{}", dimension, friction));
            const auto w = world_of(fmt::format(R"(
dimension: {0}
spacing: 1 cm
solids: {{method: implicit}}
gravity: [0, 0, 0]
time_step: {{largest: 1 ms}}
materials: {{rubber: {{density: 1000, friction: {1}, elastic: {{youngs_modulus: 10 MPa}}}}}}
objects:
  a: {{box: [0.1, 0.05, 0.05], at: [-0.03, 0.06, 0], material: rubber, velocity: [1, -1, {2}]}}
  b: {{box: [0.1, 0.05, 0.05], at: [0.02, 0, {3}], material: rubber, spin: [0, 0, 3]}}
)", dimension, friction, dimension == 2 ? 0 : 0.2, dimension == 2 ? 0 : 0.01));
            const Momenta start = momenta_of(*w);
            double        linear = 0, angular = 0, energy = 0, pushed = 0;
            while (w->time < 0.06) {
                EXPECT_EQ(step(*w, 1e-3f).solid_steps, 1) << w->time;
                const Momenta now = momenta_of(*w);
                linear  = std::max(linear, length(now.linear - start.linear) / start.speeds);
                angular = std::max(angular, length(now.angular - start.angular) / (0.05 * start.speeds));
                energy  = std::max(energy, (now.kinetic + observe_solids(*w)) / start.kinetic);
                pushed  = std::max(pushed, length(velocity_of(*w, "b")));
            }
            record(fmt::format("momentum_{}_{}", dimension, friction), linear), record(fmt::format("spin_{}_{}", dimension, friction), angular), record(fmt::format("energy_{}_{}", dimension, friction), energy);
            EXPECT_GT(pushed, 0.3);
            EXPECT_LT(linear, 1e-5);
            EXPECT_LT(angular, 1e-4);
            EXPECT_LT(energy, 1.001);
        }
}

// A stack of rubber, steel and rubber; the floor carries all of it, each face what is above.
TEST(StiffSolids, AStackWithARigidBodyRests) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
solids: {method: implicit}
materials:
  rubber: {density: 1000, elastic: {youngs_modulus: 10 MPa}}
  steel: {density: 4000, rigid: true}
objects:
  low: {box: [0.1, 0.05], at: [0, 0.0251], material: rubber}
  plate: {box: [0.12, 0.02], at: [0, 0.0605], material: steel}
  high: {box: [0.08, 0.05], at: [0, 0.0958], material: rubber}
  top: {box: [0.06, 0.05], at: [0, 0.146], material: rubber}
boundaries: {floor: {plane: [0, 1]}}
)");
    EXPECT_GT(solve_until(*w, 0.5), 10);
    double mean = 0;
    for (int k = 1; k <= 50; ++k) solve_until(*w, 0.5 + 0.002 * k), mean += pressed(*w) / 50;
    const Whole  m   = whole_of(*w), steel = whole_of(*w, 1);
    const double g = 9.81, low = 1000 * 0.1 * 0.05, plate = 4000 * 0.12 * 0.02, high = 1000 * 0.08 * 0.05, top = 1000 * 0.06 * 0.05;
    const double asked = g * (low + 2 * plate + 3 * high + 5 * top);  // rows count what presses them from above and from below
    record("pressed", mean / asked), record("kinetic", m.kinetic), record("height", steel.place.y);
    EXPECT_NEAR(mean, asked, 0.05 * asked);
    EXPECT_NEAR(steel.place.y, 0.06, 2e-4);
    EXPECT_NEAR(m.place.x, 0, 1e-4);
    EXPECT_LT(m.kinetic, 1e-4);  // 3 mm/s
}

TEST(StiffSolids, ElasticAndRigidBodiesKeepTheirMomentum) {
    const auto w = world_of(R"(
spacing: 1 cm
gravity: [0, 0, 0]
solids: {method: implicit}
time_step: {largest: 1 ms}
materials:
  iron: {density: 2000, rigid: true}
  rubber: {density: 1000, friction: 0.3, elastic: {youngs_modulus: 10 MPa, poissons_ratio: 0.3}}
objects:
  block: {box: 0.06, at: [-0.08, 0.01, 0], material: iron, velocity: [2, 0, 0], spin: [0, 0, 6]}
  jelly: {box: 0.06, at: [0, 0, 0], material: rubber}
)");
    const auto before = whole_of(*w);
    solve_until(*w, 0.08);
    const auto after = whole_of(*w), jelly = whole_of(*w, 1);
    record("handed_over", jelly.momentum.x / before.momentum.x), record("drift", length(after.momentum - before.momentum) / before.momentum.x);
    EXPECT_GT(jelly.momentum.x, 0.2 * before.momentum.x);
    EXPECT_LT(length(after.momentum - before.momentum), 1e-5 * before.momentum.x);
    EXPECT_LT(after.kinetic, before.kinetic);
}

// Half as heavy as water.
TEST(StiffSolids, ABlockFloatsAtTheStepOfTheWater) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
solids: {method: implicit}
materials:
  foam: {density: 500, friction: 0, elastic: {youngs_modulus: 10 MPa}}
  water: {preset: water, viscosity: 0.3 Pa s}
objects:
  pool: {box: [0.25, 0.08], at: [0, 0.04], material: water}
  block: {box: [0.12, 0.04], at: [0, 0.105], material: foam}
boundaries: {tank: {box: [0.25, 0.3], at: [0, 0.15], inside: true}}
)");
    EXPECT_GT(solve_until(*w, 1.5), 10);
    const double level = 0.08 + 0.5 * 0.12 * 0.04 / 0.25;
    record("off_in_spacings", (whole_of(*w, 0).place.y - level) / 0.005);
    EXPECT_NEAR(whole_of(*w, 0).place.y, level, 0.0025);  // half of it is below
}

// Water that is thrown at stiff bodies, and stiff bodies that are thrown at water: what one loses the other gains.
TEST(StiffSolids, WaterThatHitsABodyKeepsMomentum) {
    for (const int dimension : {2, 3}) {
        const auto w = world_of(fmt::format(R"(
dimension: {}
spacing: 1 cm
gravity: [0, 0, 0]
solids: {{method: implicit}}
materials:
  rubber: {{density: 1200, elastic: {{youngs_modulus: 10 MPa}}}}
  water: {{preset: water}}
objects:
  water: {{box: 0.08, at: [-0.09, 0.013, 0], material: water, velocity: [2, 0, 0]}}
  block: {{box: [0.04, 0.12, 0.08], at: [-0.02, 0, 0], material: rubber}}
)", dimension));
        const Momenta start = momenta_of(*w);
        double        linear = 0, angular = 0;
        int           iterations = 0;
        while (w->time < 0.1) {
            const StepReport r = step(*w, float(0.1 - w->time) + 1e-6f);
            EXPECT_EQ(r.solid_steps, 1);
            iterations += r.solid_iterations;
            const Momenta now = momenta_of(*w);
            linear = std::max(linear, length(now.linear - start.linear) / start.speeds), angular = std::max(angular, length(now.angular - start.angular) / (0.08 * start.speeds));
        }
        record(fmt::format("momentum_{}", dimension), linear), record(fmt::format("spin_{}", dimension), angular), record(fmt::format("handed_over_{}", dimension), velocity_of(*w, "block").x);
        EXPECT_GT(iterations, 0);
        EXPECT_GT(velocity_of(*w, "block").x, 0.3) << dimension;
        EXPECT_LT(linear, 2e-5) << dimension;
    }
}

// Pulled beyond what it bears, a bar of metal yields as short steps have it.
TEST(StiffSolids, APlasticBarYieldsAsInShortSteps) {
    const auto after = [](const char* method) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
solids: {{method: {}}}
time_step: {{largest: 1 ms}}
materials: {{lead: {{density: 2000, elastic: {{youngs_modulus: 10 MPa, damping: 0.2 ms}}, plastic: {{law: von_mises, yield_stress: 100 kPa, hardening: 1 MPa}}}}}}
objects: {{bar: {{box: [0.2, 0.05], at: [0, 0], material: lead}}}}
pins:
  left: {{box: [0.0201, 0.1], at: [-0.1, 0]}}
  right: {{box: [0.0201, 0.1], at: [0.1, 0], motion: [{{time: 0 s}}, {{time: 0.2 s, move: [0.02, 0]}}, {{time: 10 s, move: [0.02, 0]}}]}}
)", method));
        if (method[0] == 'i') solve_until(*w, 0.25); else advance(*w, 0.25);
        observe_solids(*w);
        double       strain = 0, stress = 0, middle = 0, most = 0, least = 1e30, off = 0;
        const double shear = 10e6 / 2.6;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const double flowed = double(w->solids->plastic->shown.host()[i]), pulled = double(w->solids->stress.host()[i]);
            strain += flowed, stress += pulled;
            const Index s = w->solids->place.host()[i];
            if (std::abs(w->solids->rest.rest_position_volume.host()[s].x) > 0.03f) continue;
            // Far from its ends, in the plane: by Mises' equivalents the logarithms of the stretches are what has flowed and what is elastic, and the true stress is that of the flow.
            const Mat3   f = w->solids->rest.deformation.host()[s];
            const double along = std::log(double(f.row[0].x)), across = std::log(double(f.row[1].y)), asked = 1e5 + 1e6 * flowed;
            const double strain_of_all = 2 / 3. * std::sqrt(along * along - along * across + across * across);
            most = std::max(most, pulled / asked), least = std::min(least, pulled / asked), middle += 1;
            off += flowed / (strain_of_all - pulled / (3 * shear));
        }
        record(fmt::format("stress_over_theory_{}", method), most), record(fmt::format("least_stress_{}", method), least), record(fmt::format("strain_over_theory_{}", method), off / middle);
        EXPECT_NEAR(most, 1, 0.05) << method;
        EXPECT_NEAR(least, 1, 0.05) << method;
        EXPECT_NEAR(off / middle, 1, 0.05) << method;
        return std::pair(strain / w->particles.size(), stress / w->particles.size());
    };
    const auto direct = after("explicit"), implicit = after("implicit");
    record("strain_over_explicit", implicit.first / direct.first), record("stress_over_explicit", implicit.second / direct.second);
    EXPECT_GT(direct.first, 0.05);
    EXPECT_NEAR(implicit.first, direct.first, 0.02 * direct.first);
    EXPECT_NEAR(implicit.second, direct.second, 0.02 * direct.second);
}

// What is stiff takes a fifth of the CPU time of short steps, where its foot is held as where it lands (`mote bench elastic`). A smaller block by day, for which the fixed costs of a step count for more.
TEST(StiffSolids, AreFasterThanByShortSteps) {
    const bool nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    for (const bool falls : {false, true}) {
        double seconds[2];
        for (const int implicit : {0, 1}) {
            const double side = nightly ? 0.135 : 0.06, end = nightly ? 0.1 : 0.05;
            const auto   w = world_of(fmt::format(R"(
spacing: 5 mm
materials: {{rubber: {{density: 1100, elastic: {{youngs_modulus: 10 MPa, poissons_ratio: 0.4}}}}}}
objects: {{block: {{box: {0}, at: [0, {1}, 0], material: rubber, velocity: [0, -1, 0]}}}}
{2}
time_step: {{largest: 2 ms}}
solids: {{method: {3}}}
)", side, 0.5 * side + (falls ? 0.005 : 0), falls ? "boundaries: {floor: {plane: [0, 1, 0]}}" : "pins: {foot: {box: [1, 0.01, 1]}}", implicit ? "implicit" : "explicit"), 1);
            step(*w, 1e-4f);
            const std::clock_t start = std::clock();
            advance(*w, end);
            seconds[implicit] = double(std::clock() - start) / CLOCKS_PER_SEC;
        }
        record(falls ? "landing_times_as_fast" : "times_as_fast", seconds[0] / seconds[1]);
        EXPECT_GT(seconds[0], (nightly ? 5 : 3) * seconds[1]) << (falls ? "landing" : "held");
    }
}

/// How fast a ball comes back that hits the ground at that speed, over it, and whether steps were solved for before and after.
struct Rebound {
    double speed = 0;
    int    solved = 0;
};
Rebound rebound(int dimension, const char* method, const char* ground, double speed) {
    const auto w = world_of(fmt::format(R"(
dimension: {}
spacing: 5 mm
gravity: [0, 0, 0]
materials:
  rubber: {{density: 1100, friction: 0.5, elastic: {{youngs_modulus: 10 MPa, poissons_ratio: 0.4}}}}
  steel: {{density: 7800, rigid: true}}
objects:
  ball: {{sphere: 3 cm, at: [0, 0.034, 0], material: rubber, velocity: [0, -{}, 0]}}
{}
solids: {{method: {}}}
)", dimension, speed, ground, method));
    Rebound r;
    while (w->time < 0.01 + 0.008 / speed) {
        r.solved += step(*w, 2e-3f).solid_iterations > 0 ? 1 : 0;
        r.speed = std::max(r.speed, velocity_of(*w, "ball").y / speed);
    }
    return r;
}

// A ball of rubber bounces by itself, from walls, rigid and elastic bodies: hits take short steps (restitution by height at least 80 % of that of short steps all the time), and what flies is solved for again.
TEST(StiffSolids, ABallBounces) {
    const char* grounds[] = {"boundaries: {floor: {plane: [0, 1, 0]}}", "  plate: {box: [0.1, 0.02, 0.1], at: [0, -0.01, 0], material: steel}\npins: {hand: {box: 0.1, at: [0, -0.01, 0], object: plate}}",
                             "  block: {box: [0.08, 0.06, 0.08], at: [0, -0.03, 0], material: rubber}\npins: {foot: {box: [1, 0.01, 1], at: [0, -0.06, 0]}}"};
    for (int k = 0; k < 3; ++k)
        for (const auto& [dimension, speed] : {std::pair{2, 0.3}, {2, 0.6}, {2, 1.4}, {2, 3.132}, {3, 3.132}}) {
            if (dimension == 3 && k > 0) continue;
            const Rebound direct = rebound(dimension, "explicit", grounds[k], speed), by_default = rebound(dimension, "automatic", grounds[k], speed);
            const double  height = by_default.speed * by_default.speed / (direct.speed * direct.speed);
            record(fmt::format("speed_{}_{}_{}", k, dimension, speed), direct.speed), record(fmt::format("height_{}_{}_{}", k, dimension, speed), height);
            EXPECT_GT(direct.speed, 0.7) << grounds[k] << speed;
            EXPECT_GT(height, 0.8) << grounds[k] << speed;
            if (speed < 1) { EXPECT_GT(by_default.solved, 0) << grounds[k]; }
        }
}

// What is at rest takes no short steps for that, nor does what settles.
TEST(StiffSolids, AStackThatRestsIsSolvedFor) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
materials: {rubber: {density: 1000, friction: 0.5, elastic: {youngs_modulus: 10 MPa}}}
objects:
  low: {box: [0.06, 0.05], at: [0, 0.0251], material: rubber}
  middle: {box: [0.06, 0.05], at: [0, 0.0753], material: rubber}
  high: {box: [0.06, 0.05], at: [0, 0.1255], material: rubber}
boundaries: {floor: {plane: [0, 1]}}
)");
    int solved = 0, steps = 0;
    while (w->time < 0.3) solved += step(*w, 5e-3f).solid_steps == 1 ? 1 : 0, ++steps;
    record("solved", double(solved) / steps);
    EXPECT_EQ(solved, steps);
}

// What flies and spins and touches nothing is solved for, without weight too: rounding of its stress is no hit.
TEST(StiffSolids, WhatFliesWithoutWeightIsSolvedFor) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
gravity: [0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 10 MPa}}}
objects: {block: {box: [0.1, 0.1], material: rubber, velocity: [2, 1], spin: [0, 0, 3]}}
)");
    int solved = 0, steps = 0;
    while (w->time < 0.2) solved += step(*w, 2e-3f).solid_steps == 1 ? 1 : 0, ++steps;
    EXPECT_EQ(solved, steps);
}

}  // namespace
}  // namespace mote
