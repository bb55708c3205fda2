// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Boundaries that move, rub or slip: displaced volume, weight on a moving floor, spin-up of a turning drum.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "worlds.h"

namespace mote {
namespace {

// A wall that moves into a pool raises it by the volume it has taken: depth times width stays, and nothing gets past it. Measured:
// 0.5 % too deep with samples, 0.2 % low without.
TEST(MovingWalls, APistonRaisesTheWaterByWhatItDisplaces) {
    for (const char* method : {"sampled", "implicit"}) {
        SCOPED_TRACE(method);
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 1 cm
xsph: 0.05
materials: {{water: {{preset: water}}}}
objects: {{pool: {{box: [0.4, 0.2], at: [0.2, 0.1], material: water}}}}
boundaries:
  tank: {{box: [0.8, 0.6], at: [0, 0.3], inside: true, method: {0}}}
  piston: {{box: [0.1, 0.8], at: [-0.05, 0.2], method: {0}, motion: [{{time: 0 s}}, {{time: 1.5 s, move: [0.1, 0, 0]}}]}}
)", method));
        advance(*w, 2.0);
        double height = 0, steps = 0;
        for (; w->time < 2.5; ++steps) {
            step(*w, 1e-2f);
            for (Index i = 0; i < w->particles.size(); ++i)
                height += double(w->particles.position_volume.host()[i].y) / w->particles.size();
        }
        EXPECT_NEAR(2 * height / steps, 0.4 * 0.2 / 0.3, 0.015 * 0.4 * 0.2 / 0.3);
        const auto x = w->particles.position_volume.host();
        for (Index i = 0; i < w->particles.size(); ++i) EXPECT_TRUE(x[i].x > 0.1f && x[i].x < 0.4f && x[i].y > 0) << x[i].x << ' ' << x[i].y;
    }
}

/// Mean pressure in a pool in a box, from 0.7 s to 1 s, as a share of rho (g + a) depth, a being the box's acceleration A omega^2
/// sin(omega t) with omega = pi/4: it moves by -A sin(omega t) + A omega t.
double weight_in_box(const std::string& motion, double amplitude) {
    const auto w = world_of(R"(
dimension: 2
spacing: 1 cm
xsph: 0.05
materials: {water: {preset: water}}
objects: {pool: {box: [0.2, 0.2], at: [0, 0.1], material: water}}
boundaries: {lift: {box: [0.2, 0.5], at: [0, 0.25], inside: true)" + motion + "}}\n");
    advance(*w, 0.7);
    double found = 0, expected = 0;
    while (w->time < 1.0) {
        step(*w, 1e-2f);
        const double t = w->time - double(w->last_dt), omega = M_PI / 4, a = amplitude * omega * omega * std::sin(omega * t);
        const double floor = amplitude * (omega * t - std::sin(omega * (t)));
        const auto   x     = w->particles.position_volume.host();
        for (Index i = 0; i < w->particles.size(); ++i) {
            const double depth = floor + 0.2 - double(x[i].y);
            if (depth < 0.03 || depth > 0.17) continue;
            found += double(w->particles.pressure.host()[i]);
            expected += 998.2 * (9.81 + a) * depth;
        }
    }
    return found / expected;
}

// In a box that is lifted with acceleration a, water weighs m (g + a): half as much again after a second of this one.
TEST(MovingWalls, WaterIsHeavierInALiftThatStarts) {
    const double rest = weight_in_box("", 0);
    const double lift = weight_in_box(", motion: {swing: {period: 8 s, move: [0, -8]}, keys: [{time: 0 s}, {time: 1e4 s, "
                                      "move: [0, 62831.853]}], interpolation: linear}", 8);
    EXPECT_NEAR(lift / rest, 1, 0.04);  // measured 1.031
}

/// Angular momentum as a share of that of rigid rotation at 1 rad/s.
double spun_up(const World& w) {
    double sum = 0, rigid = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec4 x = w.particles.position_volume.host()[i], v = w.particles.velocity_density.host()[i];
        sum += double(x.x * v.y - x.y * v.x);
        rigid += double(x.x * x.x + x.y * x.y);
    }
    return sum / rigid;
}
std::string drum(const char* friction, const char* method) {
    return std::string(R"(
dimension: 2
spacing: 6 mm
xsph: 0
gravity: [0, 0, 0]
materials: {syrup: {density: 1000, viscosity: 2 Pa s}}
objects: {filling: {sphere: 0.15, material: syrup}}
time_step: {largest: 4 ms}
viscosity_solver: {method: )") + method + R"(}
boundaries:
  drum:
    sphere: 0.15
    inside: true
    friction: )" + friction + R"(
    motion: {keys: [{time: 0 s}, {time: 1 s, rotate: {axis: [0, 0, 1], angle: 1 rad}}], interpolation: linear, repeat: true}
)";
}

// A drum that begins to turn takes its filling along: L/L_rigid = 1 - 8 sum exp(-z^2 nu t/R^2)/z^2 over the zeros z of J1,
// with both viscosity solvers. Measured: 0.06 (implicit 0.08) behind at first, where the sheared layer is four spacings thin.
TEST(MovingWalls, ATurningDrumSpinsUpItsFilling) {
    const double zeros[] = {3.831706, 7.015587, 10.173468, 13.323692, 16.470630, 19.615859};
    for (const char* method : {"explicit", "implicit"}) {
        const auto w = world_of(drum("1", method));
        for (const double t : {0.3, 0.8, 2.0}) {
            advance(*w, t);
            double exact = 1;
            for (const double z : zeros) exact -= 8 / (z * z) * std::exp(-z * z * 2e-3 * t / (0.15 * 0.15));
            EXPECT_NEAR(spun_up(*w), exact, 0.1) << method << ", t = " << t;
        }
    }
}

// A drum that slips takes nothing along; one that half sticks takes it along more slowly.
TEST(MovingWalls, ASlipperyDrumTurnsAlone) {
    for (const char* method : {"explicit", "implicit"}) {
        const auto none = world_of(drum("0", method)), some = world_of(drum("0.1", method)), full = world_of(drum("1", method));
        for (World* w : {none.get(), some.get(), full.get()}) advance(*w, 0.5);
        EXPECT_LT(std::abs(spun_up(*none)), 0.03) << method;
        EXPECT_GT(spun_up(*some), 0.05) << method;
        EXPECT_LT(spun_up(*some), 0.8 * spun_up(*full)) << method;
    }
}

// A glass that is taken away: its samples are gone, nobody is pushed, and then the water runs off.
TEST(MovingWalls, OneThatIsTakenAwayPushesNobody) {
    for (const char* method : {"sampled", "implicit"}) {
        const auto w = world_of(std::string(R"(
dimension: 2
spacing: 10 mm
materials: {water: {preset: water}}
objects: {column: {box: [0.2, 0.2], at: [0, 0.1], material: water}}
boundaries:
  floor: {box: [2, 0.1], at: [0, -0.05]}
  glass: {box: [0.2, 0.6], at: [0, 0.3], inside: true, until: 0.3 s, method: )") + method + "}\n");
        advance(*w, 0.3);
        std::map<ParticleId, Vec3> before;
        for (Index i = 0; i < w->particles.size(); ++i) before[w->particles.id.host()[i]] = xyz(w->particles.velocity_density.host()[i]);
        const Index rows = w->particles.rows();
        const float dt   = step(*w, 1e-3f).dt;
        for (Index i = 0; i < w->particles.size(); ++i)  // what pressure does that nothing holds any more: g H/s at the face
            EXPECT_LT(length(xyz(w->particles.velocity_density.host()[i]) - before[w->particles.id.host()[i]]), 2 * 9.81f * dt * (1 + 0.2f / 0.01f)) << method;
        EXPECT_LE(w->particles.rows(), rows - (std::string(method) == "sampled" ? 100 : 0)) << method;
        advance(*w, 0.6);
        float widest = 0;
        for (Index i = 0; i < w->particles.size(); ++i) widest = max(widest, std::abs(w->particles.position_volume.host()[i].x));
        EXPECT_GT(widest, 0.3f) << method;
    }
}

}  // namespace
}  // namespace mote
