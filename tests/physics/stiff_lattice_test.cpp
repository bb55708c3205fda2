// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Stiff virtual materials: one step that is solved for, in place of many short ones.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

std::string block(const std::string& law, const std::string& object, const std::string& more) {
    return "spacing: 10 mm\nmaterials: {goo: {density: 1000, lattice: {" + law + "}}}\nobjects: {block: {material: goo, " + object + "}}\n" + more + "\n";
}
/// Short steps that a step would need.
double stiffness_of(const World& w) { return double(w.last_dt / Lattice::stable_step(w.materials, w.lattice_settings())); }

// A body a hundred times as stiff as the step of a liquid allows falls, lands and lies still.
TEST(StiffLattice, FallsAndRests) {
    const auto w = world_of(block("youngs_modulus: 200 MPa, poissons_ratio: 0.3, damping: 0.2 ms", "box: [0.06, 0.06, 0.06], at: [0, 0.08, 0]",
                                  "boundaries: {floor: {plane: [0, 1, 0]}}\nsolids: {method: implicit}\ntime_step: {largest: 2 ms}"));
    double most = 0;
    int    fell_back = 0;
    advance(*w, 0.05);
    EXPECT_NEAR(centre_of(*w, "block").y, 0.08 - 0.5 * 9.81 * 0.0025, 3e-4);
    EXPECT_GT(stiffness_of(*w), 20.);
    while (w->time < 0.8) fell_back += step(*w, 1).solid_fallback;
    const Vec3d there = centre_of(*w, "block");
    while (w->time < 1.5) fell_back += step(*w, 1).solid_fallback, most = std::max(most, momenta_of(*w).kinetic);
    EXPECT_EQ(fell_back, 0);
    EXPECT_NEAR(there.y, 0.03, 0.004);
    EXPECT_LT(length(centre_of(*w, "block") - there), 1e-5);
    EXPECT_LT(most, 1e-6 * 9.81 * 0.216 * 0.05);
}

// Both momenta are kept, whatever shakes.
TEST(StiffLattice, KeepsMomenta) {
    for (const char* plane : {"", "dimension: 2\n"}) {
        const auto w = world_of(plane + block("youngs_modulus: 20 MPa, poissons_ratio: 0.3", "box: [0.1, 0.06, 0.06], spin: [0, 0, 4], velocity: [0.3, 0.2, 0]",
                                              "gravity: [0, 0, 0]\nsolids: {method: implicit}\ntime_step: {largest: 1 ms}"));
        step(*w, 1e-4f);
        for (Index i = 0; i < w->particles.size(); ++i) {
            Vec4&      v = w->particles.velocity_density.edit()[i];
            const Vec4 x = w->particles.position_volume.host()[i];
            v.x += x.x, v.y += x.x - 0.5f * x.y;
        }
        const Momenta start = momenta_of(*w);
        while (w->time < 0.2) EXPECT_FALSE(step(*w, 1).solid_fallback);
        const Momenta end = momenta_of(*w);
        EXPECT_LT(length(end.linear - start.linear), 1e-6 * start.speeds);
        EXPECT_LT(length(end.angular - start.angular), 1e-5 * length(start.angular)) << plane;
    }
}

// So do two cubes that meet off their centres and rub.
TEST(StiffLattice, AHitThatRubsKeepsMomenta) {
    const auto w = world_of(R"(
spacing: 10 mm
gravity: [0, 0, 0]
solids: {method: implicit}
materials: {goo: {density: 1000, friction: 0.5, lattice: {youngs_modulus: 1 MPa}}}
objects:
  a: {material: goo, box: 0.06, at: [-0.035, 0, 0], velocity: [1, 0, 0]}
  b: {material: goo, box: 0.06, at: [0.035, 0.013, 0.007], velocity: [-1, 0, 0]}
)");
    const Changes most = changes_until(*w, 0.04);
    EXPECT_GT(velocity_of(*w, "b").x, 0.01) << "it was hit";
    EXPECT_LT(most.linear, 1e-5);
    EXPECT_LT(most.angular, 1e-4);
    EXPECT_LT(most.energy, 1.005);
}

// A bar that is held at one end sags under its own weight as far as by short steps.
TEST(StiffLattice, SagsAsByShortSteps) {
    double sag[2];
    for (int implicit = 0; implicit < 2; ++implicit) {
        const auto w = world_of(block("youngs_modulus: 1 MPa, poissons_ratio: 0.3, damping: 0.3 ms", "box: [0.1, 0.03, 0.03]",
                                      std::string("pins: {left: {box: [0.02, 1, 1], at: [-0.05, 0, 0]}}\ntime_step: {largest: 2 ms}\nsolids: {tolerance: 0.001, method: ") + (implicit ? "implicit" : "explicit") + "}"));
        const double before = centre_of(*w, "block").y;
        while (w->time < 0.4) {  // through honey, so that it comes to rest
            const float kept = std::exp(-100 * step(*w, 1).dt);
            for (Index i = 0; i < w->particles.size(); ++i)
                if (Vec4& v = w->particles.velocity_density.edit()[i]; w->time < 0.35) v = with_w(kept * xyz(v), v.w);
        }
        sag[implicit] = before - centre_of(*w, "block").y;
    }
    EXPECT_GT(sag[0], 2e-5);
    EXPECT_NEAR(sag[1], sag[0], 0.01 * sag[0]);
}

// It swings as fast: the first swing of the same bar, let go, at a step that follows it.
TEST(StiffLattice, SwingsAsByShortSteps) {
    double period[2];
    for (int implicit = 0; implicit < 2; ++implicit) {
        const auto w = world_of(block("youngs_modulus: 2 MPa, poissons_ratio: 0.3", "box: [0.2, 0.05, 0.05]",
                                      std::string("pins: {left: {box: [0.04, 1, 1], at: [-0.1, 0, 0]}}\ntime_step: {largest: 0.5 ms}\nsolids: {tolerance: 0.001, dissipation: 0, method: ") + (implicit ? "implicit" : "explicit") + "}"));
        double lowest = 1, when = 0;
        while (w->time < 0.06) {
            step(*w, 1);
            if (const double y = centre_of(*w, "block").y; y < lowest) lowest = y, when = w->time;
        }
        period[implicit] = 2 * when;
    }
    EXPECT_NEAR(period[1], period[0], 0.05 * period[0]);
}

// Solved for, a bar tears at its strength too, and what was torn does not hold when it is pushed together and pulled again.
TEST(StiffLattice, TearsAtItsStrength) {
    const auto w = world_of(block("youngs_modulus: 10 MPa, damping: 2 ms, strength: 300 kPa", "box: [0.2, 0.06, 0.06]", R"(gravity: [0, 0, 0]
solids: {method: implicit}
time_step: {largest: 4 ms}
pins:
  left: {box: [0.04, 1, 1], at: [-0.1, 0, 0]}
  right: {box: [0.04, 1, 1], at: [0.1, 0, 0], motion: [{time: 0 s}, {time: 0.4 s, move: [0.03, 0, 0]}, {time: 0.8 s, move: [-0.001, 0, 0]}, {time: 0.9 s, move: [-0.001, 0, 0]}, {time: 1.0 s, move: [0.004, 0, 0]}]})"));
    const auto largest_pull = [&](double end) {
        double most = -1;
        while (w->time < end) {
            EXPECT_FALSE(step(*w, 1).solid_fallback);
            double sum = 0, count = 0;
            for (Index i = 0; i < w->particles.size(); ++i)
                if (const float x = w->particles.position_volume.host()[i].x; x > -0.07f && x < -0.03f) sum += double(w->lattice->map.host()[i].row[0].x) - 1, count += 1;
            most = std::max(most, sum / count);
        }
        return most;
    };
    const double tears = largest_pull(0.4);
    largest_pull(0.95);
    const double again = largest_pull(1);
    record("strain at which it tears, over that of its strength", tears / 0.03), record("the same when it is pulled again", again / 0.03);
    EXPECT_NEAR(tears, 0.03, 0.008);
    EXPECT_LT(again, 0.005);
}

// A liquid that freezes in a tray while steps are solved for is a solid afterwards: it has its volume, its momentum is that of what lies still, and it stands when the tray is gone.
TEST(StiffLattice, WhatFreezesStands) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
materials:
  water: {density: 1000, viscosity: 5, becomes: [{to: ice, after: 0.4 s}]}
  ice: {density: 1000, lattice: {youngs_modulus: 5 MPa, poissons_ratio: 0.3, damping: 2 ms}}
objects: {pool: {box: [0.28, 0.28], at: [0, 0.14], material: water}}
boundaries:
  floor: {plane: [0, 1]}
  left: {box: [0.2, 1], at: [-0.24, 0.5], until: 0.8 s}
  right: {box: [0.2, 1], at: [0.24, 0.5], until: 0.8 s}
solids: {method: implicit}
time_step: {largest: 2 ms}
)");
    const auto height = [&] { return 2 * centre_of(*w, "pool").y; };
    advance(*w, 0.4);
    const double molten = height();
    int          fell_back = 0;
    double       fastest = 0;
    while (w->time < 2) {
        fell_back += step(*w, 1).solid_fallback;
        if (w->time > 0.42)
            for (Index i = 0; i < w->particles.size(); ++i) fastest = std::max(fastest, double(length(xyz(w->particles.velocity_density.host()[i]))));
    }
    record("height over that of the liquid", height() / molten), record("fastest", fastest), record("steps that fell back to short ones", fell_back);
    EXPECT_EQ(w->lattice->count(), w->particles.size());
    EXPECT_NEAR(height() / molten, 1, 0.015);
    EXPECT_LT(fastest, 0.3);
    EXPECT_LT(find_statistics(w->exec, w->particles, {}).largest_speed, 0.01f);
}

// What is stiff moves in less time than by short steps.
TEST(StiffLattice, IsFasterThanShortSteps) {
    double seconds[2];
    for (int implicit = 0; implicit < 2; ++implicit) {
        const auto w = world_of(block("youngs_modulus: 200 MPa, poissons_ratio: 0.3, damping: 0.1 ms", "box: [0.1, 0.1, 0.1], at: [0, 0.055, 0]",
                                      std::string("boundaries: {floor: {plane: [0, 1, 0]}}\ntime_step: {largest: 2 ms}\nsolids: {method: ") + (implicit ? "implicit" : "explicit") + "}"), 1);
        advance(*w, 0.01);
        const std::clock_t start = std::clock();
        advance(*w, implicit ? 0.11 : 0.016);
        seconds[implicit] = double(std::clock() - start) / CLOCKS_PER_SEC / (implicit ? 0.1 : 0.006);
    }
    RecordProperty("times_as_fast", std::to_string(seconds[0] / seconds[1]));
    EXPECT_GT(seconds[0], 2 * seconds[1]);
}

}  // namespace
}  // namespace mote
