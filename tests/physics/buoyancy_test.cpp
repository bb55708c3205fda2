// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Warm matter rises (KA-14, D-21).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "worlds.h"

namespace mote {
namespace {

double mean_rise(const World& w, BodyId body) {  // [m/s]
    double sum = 0, count = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (w.particles.body.host()[i] == body) sum += double(w.particles.velocity_density.host()[i].y), ++count;
    return sum / count;
}

// Gas whose surrounding air is not simulated rises by beta (T - T0) g, and with drag k it comes to beta (T - T0) g / k.
TEST(Buoyancy, AWarmGasRisesInAirThatIsNotThere) {
    for (const float drag : {0.f, 4.f}) {
        const auto w = world_of(fmt::format(R"(
spacing: 20 mm
xsph: 0
materials: {{gas: {{density: 1.2, viscosity: 0, expansion: 0.004 1/K, reference_temperature: 300 K, ambient_density: 1.2, drag: {}}}}}
objects: {{puff: {{box: 0.1, material: gas, temperature: 350 K}}}}
)", drag));
        advance(*w, 0.5);
        const double push = 0.004 * 50 * 9.81, seen = 0.5 - 0.5 * double(w->last_dt);  // velocities are half a step behind
        const double exact = drag > 0 ? push / double(drag) * (1 - std::exp(-double(drag) * seen)) : push * seen;
        EXPECT_NEAR(mean_rise(*w, 0), exact, 0.005 * exact) << drag;
    }
}

// Gas as warm as the air around it neither falls nor rises; heavier gas falls with its surplus.
TEST(Buoyancy, AmbientAirBearsItsShare) {
    const auto w = world_of(R"(
spacing: 20 mm
materials: {air: {density: 1.2, ambient_density: 1.2}, heavy: {density: 2.4, ambient_density: 1.2}}
objects: {a: {box: 0.1, material: air}, b: {box: 0.1, at: [1, 0, 0], material: heavy}}
)");
    advance(*w, 0.2);
    EXPECT_NEAR(mean_rise(*w, 0), 0, 1e-5);
    EXPECT_NEAR(mean_rise(*w, 1), -0.5 * 9.81 * (0.2 - 0.5 * double(w->last_dt)), 0.005);
}

/// Mean velocity upwards of the disc after 0.04 s, and how long it had been pushed [s].
struct Rise {
    double speed, time;
};
Rise disc_in_pipe(float temperature) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
xsph: 0
materials: {{water: {{density: 1000, viscosity: 0, expansion: 0.002 1/K}}}}
objects:
  disc: {{sphere: 0.15, material: water, temperature: {} K, sampling: {{lattice: packed}}}}
  rest: {{difference: [{{sphere: 0.4}}, {{sphere: 0.15}}], material: water, sampling: {{lattice: packed}}}}
boundaries: {{pipe: {{sphere: 0.4, inside: true}}}}
pressure: {{solver: dfsph, divergence_tolerance: 0.001 %, most_iterations: 500}}
time_step: {{largest: 2 ms}}
)", temperature));
    advance(*w, 0.04);
    return {mean_rise(*w, 1), 0.04 - 0.5 * double(w->last_dt)};
}

// A warm disc of radius a in a cool liquid that fills a pipe of radius R begins to rise with beta (T - T0) g (R^2 - a^2)/(2 R^2): the
// liquid that it pushes aside has to be moved too (added mass of a cylinder in a concentric one). Packed particles fill the pipe; that
// they settle a little is seen without warmth and taken away.
TEST(Buoyancy, AWarmDiscInAPipeMovesTheLiquidToo) {
    const Rise   cool = disc_in_pipe(293.15f), warm = disc_in_pipe(343.15f);
    const double measured = (warm.speed - cool.speed) / warm.time, exact = 0.002 * 50 * 9.81 * (0.16 - 0.0225) / 0.32;
    RecordProperty("acceleration", fmt::format("{:.3f} {:.3f}", measured, exact));
    EXPECT_NEAR(measured, exact, 0.05 * exact);
}

// In a periodic box that is full the disc outruns the whole by beta (T - T0) g (1 - share)/2, whatever its shape that is the same along x and y:
// of the waves of a push along y half are free of divergence, but for the mean, which all of the liquid follows. Measured 1.004.
TEST(Buoyancy, AWarmDiscInALiquidMovesTheLiquidToo) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
xsph: 0
materials: {water: {density: 1000, viscosity: 0, expansion: 0.002 1/K}}
objects:
  disc: {sphere: 0.15, material: water, temperature: 343.15 K}
  rest: {difference: [{box: [0.8, 0.8]}, {sphere: 0.15}], material: water}
domain: {low: [-0.4, -0.4], high: [0.4, 0.4], faces: periodic}
pressure: {solver: dfsph, divergence_tolerance: 0.001 %, most_iterations: 500}
time_step: {largest: 2 ms}
)");
    double count = 0, all = 0;
    for (Index i = 0; i < w->particles.size(); ++i) count += w->particles.body.host()[i] == 0;
    const double share = count / w->particles.size();
    advance(*w, 0.04);
    for (Index i = 0; i < w->particles.size(); ++i) all += double(w->particles.velocity_density.host()[i].y) / w->particles.size();
    const double measured = (mean_rise(*w, 0) - all) / (0.04 - 0.5 * double(w->last_dt)), exact = 0.002 * 50 * 9.81 * (1 - share) / 2;
    RecordProperty("acceleration", fmt::format("{:.4f} {:.4f}", measured, exact));
    EXPECT_NEAR(measured, exact, 0.03 * exact);
}

// A layer that is heated in the middle of its floor turns over: warm matter comes up there and cool matter goes down at the
// sides. At a support of 2 spacings such slow flows stick to the order of their particles, hence 3.
TEST(Buoyancy, LiquidOverAHotFloorTurnsOver) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
support: 3
materials: {water: {density: 1000, viscosity: 0.2, expansion: 0.003 1/K, conductivity: 400, heat_capacity: 1000}}
objects: {water: {box: [0.3, 0.15], at: [0, 0.075], material: water, sampling: {jitter: 0.2}}}
boundaries:
  left: {box: [0.1, 0.5], at: [-0.2, 0.15], insulated: true}
  right: {box: [0.1, 0.5], at: [0.2, 0.15], insulated: true}
  heater: {box: [0.1, 0.1], at: [0, -0.05], temperature: 373.15 K}
  floor_left: {box: [0.1, 0.1], at: [-0.1, -0.05], insulated: true}
  floor_right: {box: [0.1, 0.1], at: [0.1, -0.05], insulated: true}
)");
    double up = 0, over = 0, down = 0, aside = 0;
    for (int look = 0; look < 4; ++look) {  // when it begins, after 5 to 9 s, is a matter of rounding
        advance(*w, 6.5 + 2 * look);
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Vec4 x = w->particles.position_volume.host()[i], v = w->particles.velocity_density.host()[i];
            if (x.y < 0.04f || x.y > 0.11f) continue;
            if (std::abs(x.x) < 0.03f) up += double(v.y), ++over;
            if (std::abs(x.x) > 0.1f) down += double(v.y), ++aside;
        }
    }
    RecordProperty("speeds", fmt::format("{:.4f} {:.4f}", up / over, down / aside));
    EXPECT_GT(up / over, 0.01);
    EXPECT_LT(down / aside, -0.005);
}

}  // namespace
}  // namespace mote
