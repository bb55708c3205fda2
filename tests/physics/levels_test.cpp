// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where the surface of water stands tells what is left of it: water that runs out, and water that has come to rest.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

/// Height of the surface above y = 0: half a spacing above the highest particle, as the mean over the cells of a tank that is so wide (and
/// so deep) [m].
double level(const World& w, double width) {
    const Particles&   p   = w.particles;
    const int          n   = int(std::lround(width / double(w.spacing)));
    const auto         bin = [&](float x) { return std::clamp(int(n * (double(x) / width + 0.5)), 0, n - 1); };
    std::vector<float> top(std::size_t(w.dimension == 3 ? n * n : n), 0);
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x    = p.position_volume.host()[i];
        float&     high = top[std::size_t(w.dimension == 3 ? bin(x.x) * n + bin(x.z) : bin(x.x))];
        high            = std::max(high, x.y);
    }
    double sum = 0, wet = 0;
    for (const float y : top)
        if (y > 0) sum += double(y), ++wet;
    return sum / wet + 0.5 * double(w.spacing);
}

// Through a slit in the floor water leaves with Torricelli's sqrt(2 g H). The jet goes on contracting below the slit, to pi/(pi + 2)
// of its width, so speed and H are those of a place two widths below it, and the surface, which sinks with V, gives V^2 on top.
// Measured: 0.978 to 0.990 of the speed; the rate is 0.65 widths times the speed in the slit, where 0.61 are known for a fine jet.
TEST(Levels, WaterRunsOutAsTorricelliSays) {
    const double width = 0.8, slit = 0.1;
    const auto   w = world_of(R"(
dimension: 2
spacing: 10 mm
xsph: 0
materials: {water: {density: 1000, viscosity: 0}}
objects: {water: {box: [0.8, 0.6], at: [0, 0.3], material: water}}
boundaries:
  left: {box: [0.1, 0.8], at: [-0.45, 0.36], friction: 0}
  right: {box: [0.1, 0.8], at: [0.45, 0.36], friction: 0}
  floor_left: {box: [0.35, 0.04], at: [-0.225, -0.02], friction: 0}
  floor_right: {box: [0.35, 0.04], at: [0.225, -0.02], friction: 0}
domain: {leaving: remove, low: [-1, -0.4], high: [1, 2]}
)");
    const Particles& p = w->particles;
    advance(*w, 0.25);  // the jet has formed
    double before = level(*w, width), mean = 0, rate = 0;
    for (const double t : {0.3, 0.35, 0.4, 0.45, 0.5}) {
        advance(*w, t);
        const double now = level(*w, width), sinking = (before - now) / 0.05;
        double       count = 0, square = 0, height = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec4 x = p.position_volume.host()[i];
            if (x.y > -0.15f || x.y < -0.25f) continue;
            const Vec3 v = xyz(p.velocity_density.host()[i]);
            square += double(dot(v, v)), height += double(x.y), ++count;
        }
        ASSERT_GT(count, 30);
        const double exact = std::sqrt(2 * 9.81 * (now - height / count) + sinking * sinking), speed = std::sqrt(square / count);
        EXPECT_NEAR(speed, exact, 0.05 * exact) << "at " << t << " s";
        mean += speed / exact / 5;
        rate += sinking * width / (slit * std::sqrt(2 * 9.81 * now)) / 5;
        before = now;
    }
    RecordProperty("speed_over_torricelli", fmt::format("{:.4f}", mean));
    RecordProperty("rate", fmt::format("{:.4f}", rate));
    EXPECT_NEAR(mean, 1, 0.03);
    EXPECT_NEAR(rate, 0.61, 0.1 * 0.61);
}

struct Settled {
    double level  = 0;  // [m]
    double motion = 0;  // kinetic energy [J/kg]
};
/// Level of liquid that a dam has let go, in a tank of even width, from time `rest` on and for `seconds` [m]: twice the height of its
/// centre of mass, which does not ask where between particles a surface is. Waves have as much energy in their height as in their
/// motion, so the latter is taken off the former.
Settled settled(World& w, double rest, double seconds) {
    Settled   sum;
    const int times = int(seconds / 0.02);
    for (int k = 0; k < times; ++k) {
        advance(w, rest + 0.02 * k);
        const Statistics s = find_statistics(w.exec, w.particles, w.gravity);
        sum.level += 2 * (s.potential_energy - s.kinetic_energy) / (s.mass * 9.81) / times;
        sum.motion += s.kinetic_energy / s.mass / times;
    }
    return sum;
}
/// A dam that is let go.
std::string dam(double support, const char* solver) {
    return fmt::format(R"(
dimension: 2
spacing: 10 mm
support: {}
xsph: 0.05
materials: {{water: {{preset: water}}}}
objects: {{water: {{box: [0.2, 0.4], at: [-0.1, 0.2], material: water}}}}
boundaries: {{tank: {{box: [0.4, 1], at: [0, 0.5], inside: true}}}}
pressure: {}
)", support, solver);
}

// Water that has broken through a dam and come to rest fills as much of its tank as was put in: the level is that of its volume within
// 1 %, however wide the support. Measured 0.998, 1.000 and 1.002; 1.003, 1.030 and 1.042 while nobody could be
// compressed, and voids that a splash had opened stayed open.
class Pool : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Pool, testing::Values("dfsph", "iisph", "pbf"), [](const auto& solver) { return std::string(solver.param); });
TEST_P(Pool, SettledWaterHasTheVolumeThatWasFilledIn) {
    const bool pbf = std::string(GetParam()) == "pbf";  // its waves live on at wider supports: 1.1 % of m g H
    for (const double support : pbf ? std::vector{2.0} : std::vector{2.0, 2.5, 3.0}) {
        const auto w = world_of(dam(support, GetParam()));
        const auto [high, motion] = settled(*w, 3.2, 0.8);  // a period of the longest wave
        record(fmt::format("level_at_{}", support), high / 0.2), record(fmt::format("motion_at_{}", support), motion / (9.81 * 0.2));
        EXPECT_NEAR(high, 0.2, 0.01 * 0.2) << "support " << support;
        EXPECT_LT(motion, 8e-3 * 9.81 * 0.2) << "support " << support;  // waves
    }
}

// The same in three dimensions, of syrup, which is at rest sooner. Measured 0.997.
TEST(Levels, SettledSyrupHasTheVolumeThatWasFilledIn) {
    const auto   w    = world_of(R"(
spacing: 20 mm
xsph: 0.05
materials: {syrup: {density: 1300, viscosity: 1 Pa s}}
objects: {syrup: {box: [0.16, 0.48, 0.32], at: [-0.08, 0.24, 0], material: syrup}}
boundaries: {tank: {box: [0.32, 0.8, 0.32], at: [0, 0.4, 0], inside: true}}
)");
    const auto [high, motion] = settled(*w, 2.4, 0.4);
    RecordProperty("level", fmt::format("{:.4f}", high / 0.24));
    EXPECT_NEAR(high, 0.24, 0.01 * 0.24);
    EXPECT_LT(motion, 2e-3 * 9.81 * 0.24);
}

}  // namespace
}  // namespace mote
