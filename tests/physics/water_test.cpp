// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Quick forms of V-10 and V-20 (spec/validation.md), and the speed of sound.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

/// Water of depth 0.3 m in a tank so wide [m] (V-10).
std::string still_water(const std::string& pressure, const std::string& width = "0.2") {
    return R"(
dimension: 2
spacing: 10 mm
xsph: 0.05
materials: {water: {preset: water}}
objects: {water: {box: [)" + width + R"(, 0.3], at: [0, 0.15], material: water}}
boundaries: {tank: {box: [)" + width + R"(, 0.6], at: [0, 0.3], inside: true}}
pressure: )" + pressure;
}

// Water at rest carries its weight, its surface stays where it was, and it is still. In a tank ten particles wide: walls that take no
// part in gradients along them make 3 % too much pressure, and it does not come to rest. Averaged over time, as sound fades slowly.
TEST(Water, WeaklyCompressibleWaterCarriesItsWeight) {
    const auto world = world_of(still_water("{solver: equation_of_state, sound_speed: 25 m/s, damping: 0.2}\n", "0.1"));
    advance(*world, 1.0);
    const Particles& p     = world->particles;
    double           depth = 0, moment = 0;
    while (world->time < 1.3) {
        step(*world, 1e-2f);
        double level = 0;  // where the surface is
        for (Index i = 0; i < p.size(); ++i) level += 2 * double(p.position_volume.host()[i].y) / p.size();
        for (Index i = 0; i < p.size(); ++i) {
            const double y = double(p.position_volume.host()[i].y), d = level - y;
            if (y > 0.02 && y < 0.28) depth += d * d, moment += d * double(p.pressure.host()[i]);
        }
    }
    const double slope = moment / depth / (998.2 * 9.81);
    RecordProperty("slope", std::to_string(slope));
    EXPECT_NEAR(slope, 1, 0.015);
    const Statistics s = find_statistics(world->exec, p, world->gravity);
    EXPECT_LT(s.kinetic_energy, 1e-6 * s.mass * 9.81 * 0.3);
    EXPECT_LT(s.largest_density_error, 0.02);
}

/// How still water is over the next half second: the mean over its steps of the kinetic energy over m g H, and of the largest speed over sqrt(g H).
struct Stillness {
    double motion = 0, fastest = 0;

    Stillness(World& w, double height) {
        double steps = 0;
        for (const double end = w.time + 0.5; w.time < end; ++steps) {
            step(w, 1e-2f);
            const Statistics s = find_statistics(w.exec, w.particles, w.gravity);
            motion += s.kinetic_energy / (s.mass * 9.81 * height), fastest += double(s.largest_speed) / std::sqrt(9.81 * height);
        }
        motion /= steps, fastest /= steps;
        testing::Test::RecordProperty("motion", fmt::format("{:.2e}", motion));
        testing::Test::RecordProperty("fastest", fmt::format("{:.4f}", fastest));
    }
};

// The incompressible solver does it better: the pressure field is that of the velocity solve, so density corrections do
// not blur it. Averaged over time, as the arrangement of particles makes single ones scatter. After two seconds it has the energy that V-10 asks for, and is as fast as fast solvers may be (1 % is reached after six, below).
TEST(Water, IncompressibleWaterCarriesItsWeight) {
    const auto world = world_of(still_water("{solver: dfsph, tolerance: 0.01 %, divergence_tolerance: 0.01 %}\n"));
    advance(*world, 1.0);
    const Particles& p     = world->particles;
    double           depth = 0, moment = 0;
    while (world->time < 1.5) {
        step(*world, 1e-2f);
        for (Index i = 0; i < p.size(); ++i) {
            const double y = double(p.position_volume.host()[i].y), d = 0.3 - y;
            if (y < 0.02 || y > 0.28) continue;
            depth += d * d, moment += d * double(p.pressure.host()[i]);
        }
    }
    record("slope", moment / depth / (1000 * 9.81));
    EXPECT_NEAR(moment / depth, 1000 * 9.81, 0.02 * 1000 * 9.81);
    advance(*world, 2.0);
    const Stillness still(*world, 0.3);
    EXPECT_LT(still.motion, 1e-4);
    EXPECT_LT(still.fastest, 0.03);
    float top = 0;
    for (Index i = 0; i < p.size(); ++i) top = std::max(top, p.position_volume.host()[i].y);
    EXPECT_NEAR(top, 0.295, 0.006);
}

const char* const narrow_tank = R"(
spacing: 10 mm
materials: {water: {preset: water}}
objects: {water: {box: [0.1, 0.2, 0.1], at: [0, 0.1, 0], material: water}}
boundaries: {tank: {box: [0.1, 0.4, 0.1], at: [0, 0.2, 0], inside: true}}
)";

// Side walls carry nothing: a tank ten particles wide has the pressure of its depth, layer by layer, and comes to rest. While walls
// took no part in gradients along them, it had 7 % too much; while its edges did not, water ran down them at 0.2 m/s.
TEST(Water, ANarrowTankHasThePressureOfItsDepth) {
    const auto world = world_of(narrow_tank);
    advance(*world, 1.0);
    const Particles& p = world->particles;
    double           sum[20] = {}, count[20] = {};
    double           motion = 0, steps = 0, height = 0, samples = 0;
    while (world->time < 1.3) {
        step(*world, 1e-2f);
        motion += find_statistics(world->exec, p, world->gravity).kinetic_energy, ++steps;
        for (Index i = 0; i < p.size(); ++i) {
            const double y = double(p.position_volume.host()[i].y);
            const int    k = std::clamp(int(y / 0.01), 0, 19);
            sum[k] += double(p.pressure.host()[i]), ++count[k], height += y, ++samples;
        }
    }
    const double level = 2 * height / samples, bottom = 1000 * 9.81 * level;  // where the surface is
    for (int k = 0; k < 17; ++k) EXPECT_NEAR(sum[k] / count[k], 1000 * 9.81 * (level - 0.01 * k - 0.005), 0.02 * bottom) << k;
    EXPECT_NEAR(level, 0.2, 0.002);  // volume
    EXPECT_LT(motion / steps, 7e-4 * find_statistics(world->exec, p, world->gravity).mass * 9.81 * 0.2);
}

/// Pressure in each layer of a column at rest, as means over the time until `end`.
struct LayerPressures {
    LayerPressures(World& w, double end) {
        const Particles& p = w.particles;
        double           all = 0, samples = 0, steps = 0;
        for (; w.time < end; ++steps) {
            const SolveReport solve = step(w, 1e-2f).pressure;
            iterations += solve.iterations + solve.divergence_iterations;
            for (Index i = 0; i < p.size(); ++i) {
                const double      y = double(p.position_volume.host()[i].y);
                const std::size_t k = std::size_t(std::max(y / double(w.spacing), 0.0));
                if (k >= push.size()) push.resize(k + 1), height.resize(k + 1), count.resize(k + 1);
                push[k] += double(p.pressure.host()[i]), height[k] += y, ++count[k], all += y, ++samples;
            }
        }
        level = 2 * all / samples, weight = 9.81 * double(p.rest_density.host()[0]);
        layers = std::size_t(std::lround(level / double(w.spacing)));
        iterations /= steps;
    }
    /// Of the layers k to n: what they have too much, as a share of the pressure of the bottom.
    double error(std::size_t k, std::size_t n) const { return too_much(k, n).first / (weight * level); }
    /// The same in Pa, and what they should have.
    std::pair<double, double> too_much(std::size_t k, std::size_t n) const {
        double sum = 0, y = 0, rows = 0;
        for (std::size_t l = k; l <= n; ++l) sum += push[l], y += height[l], rows += count[l];
        const double due = weight * (level - y / rows);
        return {sum / rows - due, due};
    }
    /// The largest of these, of the layer on the floor alone and above it of two at a time: where particles stand in order single ones alternate. The uppermost is left out.
    double worst() const {
        double most = std::abs(error(0, 0));
        for (std::size_t k = 1; k + 2 < layers; ++k) most = std::max(most, std::abs(error(k, k + 1)));
        return most;
    }
    /// The largest of the same layers below half of the depth, as a share of the pressure of their own depth.
    double worst_below() const {
        const auto share = [&](std::size_t k, std::size_t n) { const auto [more, due] = too_much(k, n); return std::abs(more) / due; };
        double     most  = share(0, 0);
        for (std::size_t k = 1; k + 1 < layers / 2; ++k) most = std::max(most, share(k, k + 1));
        return most;
    }

    std::vector<double> push, height, count;
    double              level, weight;  // of the surface [m]; of a cubic metre [N/m^3]
    double              iterations = 0;  // in a step
    std::size_t         layers;
};

/// Lets a column come to rest for 5 s, and holds its centre of mass to what it may still move in the next, as a share of the height; then its energy and its fastest particle as Stillness
/// has them.
void expect_stillness(World& w, double height, double most, double motion, double fastest) {
    const auto centre = [&] {
        double sum = 0;
        for (Index i = 0; i < w.particles.size(); ++i) sum += double(w.particles.position_volume.host()[i].y);
        return sum / w.particles.size();
    };
    const double filled = centre();
    advance(w, 5);
    const double settled = centre();
    double       moved   = 0;
    for (int k = 1; k <= 100; ++k) {
        advance(w, 5 + 0.01 * k);
        moved = std::max(moved, std::abs(centre() - settled));
    }
    testing::Test::RecordProperty("sunk", fmt::format("{:.5f}", (filled - settled) / height));
    testing::Test::RecordProperty("moved", fmt::format("{:.5f}", moved / height));
    EXPECT_LT(moved, most * height);
    const Stillness still(w, height);
    EXPECT_LT(still.motion, motion);
    EXPECT_LT(still.fastest, fastest);
    EXPECT_NEAR(settled, filled, 0.5 * 0.01 * height);  // 1 % of the volume
}

TEST(Water, ASettledColumnIsStillInANarrowTank) {
    if (std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly";
    const auto world = world_of(narrow_tank);
    expect_stillness(*world, 0.2, 1e-3, 7e-4, 0.2);
}

// Deep water stands: 80 layers, in disorder, carry each other. They did not while steps took no heed of the pressure.
TEST(Water, EightyLayersStand) {
    const auto world = world_of(R"(
dimension: 2
spacing: 5 mm
materials: {water: {preset: water}}
objects: {water: {box: [0.1, 0.4], at: [0, 0.2], material: water, sampling: {jitter: 0.1}}}
boundaries: {tank: {box: [0.1, 0.6], at: [0, 0.3], inside: true}}
)");
    advance(*world, 0.4);
    const Particles& p = world->particles;
    double           height = 0, weight = 0;
    for (Index i = 0; i < p.size(); ++i) height += double(p.position_volume.host()[i].y), weight += double(p.pressure.host()[i]);
    const Statistics s = find_statistics(world->exec, p, world->gravity);
    EXPECT_NEAR(height / p.size(), 0.2, 0.002);
    EXPECT_NEAR(weight / p.size(), 1000 * 9.81 * 0.2, 0.1 * 1000 * 9.81 * 0.2);
    EXPECT_LT(s.kinetic_energy, 1e-3 * s.mass * 9.81 * 0.4);
}

// What all incompressible solvers hold.
class Incompressible : public testing::TestWithParam<const char*> {
protected:
    bool        is(const char* solver) const { return std::string(GetParam()) == solver; }
    std::string still() const { return still_water(std::string(GetParam()) + "\n"); }
};
INSTANTIATE_TEST_SUITE_P(Solvers, Incompressible, testing::Values("dfsph", "iisph", "pbf"),
                         [](const auto& solver) { return std::string(solver.param); });

// At all depths, and in the layer on the floor, pressure is that of the depth within 2 % of that of the bottom, below half of the depth within 2 % of its own: walls carry their share of the weight of that layer,
// which had half a layer too much pressure (2.2 to 4.5 % at supports of 2.5 and 3). Pressures of `pbf` are what its corrections come to, and 3 to 7 % too high (4 to 5 % at wider supports).
TEST_P(Incompressible, AColumnHasThePressureOfItsDepthDownToTheFloor) {
    for (const char* method : {"sampled", "implicit"})
        for (const double support : {2.0, 2.5, 3.0}) {
            if (is("pbf") && support > 2) continue;
            const auto world = world_of(fmt::format("dimension: 2\nspacing: 10 mm\nsupport: {}\nmaterials: {{water: {{preset: water}}}}\nobjects: {{water: {{box: [0.2, 0.3], at: [0, 0.15], "
                                                    "material: water}}}}\nboundaries: {{tank: {{box: [0.2, 0.6], at: [0, 0.3], inside: true, method: {}}}}}\npressure: {}\n", support, method, GetParam()));
            advance(*world, 1.0);
            const LayerPressures of(*world, 2.0);
            record(fmt::format("{}_{}", method, support), of.worst()), record(fmt::format("{}_{}_below", method, support), of.worst_below());
            EXPECT_LT(of.worst(), is("pbf") ? 0.1 : 0.02) << method << " " << support;
            EXPECT_LT(of.worst_below(), is("pbf") ? 0.1 : 0.02) << method << " " << support;
            EXPECT_NEAR(of.level, 0.3, 0.01 * 0.3) << method << " " << support;
        }
}

// So has a tank of twelve by twelve particles, at a support of 2.5.
TEST_P(Incompressible, ATankHasThePressureOfItsDepth) {
    if (is("pbf")) GTEST_SKIP() << "its pressures are too high";
    const auto world = world_of(fmt::format(R"(
spacing: 10 mm
support: 2.5
materials: {{water: {{preset: water}}}}
objects: {{water: {{box: [0.12, 0.2, 0.12], at: [0, 0.1, 0], material: water}}}}
boundaries: {{tank: {{box: [0.12, 0.4, 0.12], at: [0, 0.2, 0], inside: true}}}}
pressure: {}
)", GetParam()));
    advance(*world, 1.0);
    const LayerPressures of(*world, 1.5);
    record("worst", of.worst()), record("below", of.worst_below()), record("level", of.level / 0.2);
    EXPECT_LT(of.worst(), 0.02);
    EXPECT_LT(of.worst_below(), 0.02);
}

// So has deep water, of 80 layers; in 3-D in a tank of twelve by twelve particles every night. What density asks for does not move rows so far that the pressure of the last step
// no longer fits, and what a column lacks as a whole is found at once: a dozen iterations a step are enough. (At a support of 2 in 3-D `dfsph` took 48, and was 3.4 % off.)
TEST_P(Incompressible, DeepWaterHasThePressureOfItsDepth) {
    if (is("pbf")) GTEST_SKIP() << "its pressures are too high";
    const bool nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    using Case = std::pair<int, double>;  // dimension and support
    for (const auto& [dimension, support] : nightly ? std::vector<Case>{{2, 2}, {3, 2}, {3, 2.5}} : std::vector<Case>{{2, 2}}) {
        const auto world = world_of(fmt::format(R"(
dimension: {0}
spacing: 5 mm
support: {1}
materials: {{water: {{preset: water}}}}
objects: {{water: {{box: [{2}, 0.4, 0.06], at: [0, 0.2, 0], material: water}}}}
boundaries: {{tank: {{box: [{2}, 0.6, 0.06], at: [0, 0.3, 0], inside: true}}}}
pressure: {3}
)", dimension, support, dimension == 3 ? 0.06 : 0.1, GetParam()));
        advance(*world, 1.0);
        const LayerPressures of(*world, 1.5);
        const std::string which = fmt::format("{}_{}", dimension, support);
        record("worst_" + which, of.worst()), record("below_" + which, of.worst_below()), record("iterations_" + which, of.iterations), record("level_" + which, of.level / 0.4);
        EXPECT_LT(of.worst(), 0.02) << which;
        EXPECT_LT(of.worst_below(), 0.02) << which;
        EXPECT_LT(of.iterations, dimension == 3 ? 12 : 9) << which;
    }
}

// A settled column stands: its centre of mass is still to a thousandth of the height. Before that it has sunk by two, from the lattice in which it
// was filled in: the uppermost layer lacks neighbours and comes nearer, what is below loses its order, and all of it may be a tenth of a
// percent too dense. `pbf`, which shakes what it corrects, moves it by 0.0016 at most.
TEST_P(Incompressible, ASettledColumnIsStill) {
    const auto world = world_of(still());
    is("pbf") ? expect_stillness(*world, 0.3, 3e-3, 1.5e-3, 0.3) : expect_stillness(*world, 0.3, 1e-3, 1e-4, 0.01);
}

// In 3-D (V-10), a tank of 0.5 m sixteen particles wide after two seconds: its energy is within the class of fast solvers, its fastest particle above it, 3 % (docs/validation.md).
TEST_P(Incompressible, ATankComesToRest) {
    if (is("pbf")) GTEST_SKIP() << "it shakes what it corrects";
    const auto world = world_of(fmt::format(R"(
spacing: 31.25 mm
materials: {{water: {{preset: water}}}}
objects: {{water: {{box: [0.5, 0.4375, 0.5], at: [0, 0.21875, 0], material: water}}}}
boundaries: {{tank: {{box: [0.5, 0.75, 0.5], at: [0, 0.375, 0], inside: true}}}}
pressure: {}
)", GetParam()));
    advance(*world, 2.0);
    const Stillness still(*world, 0.4375);
    EXPECT_LT(still.motion, 1e-4);
    EXPECT_LT(still.fastest, 0.05);
}

// A solve leaves no more compression than was asked for, in every step of a violent flow, and no energy comes from nowhere.
TEST_P(Incompressible, ADamBreakStaysDenseAndLosesEnergyOnly) {
    const auto world = world_of(std::string(R"(
dimension: 2
spacing: 10 mm
materials: {water: {preset: water}}
objects: {column: {box: [0.3, 0.4], at: [0.15, 0.2], material: water}}
boundaries: {tank: {box: [0.9, 1.2], at: [0.45, 0.6], inside: true}}
pressure: {tolerance: 0.1 %, solver: )") + GetParam() + "}\n");
    const auto energy = [&] {
        const Statistics s = find_statistics(world->exec, world->particles, world->gravity);
        return s.kinetic_energy + s.potential_energy;
    };
    const double start = energy();
    double       least = start, gained = 0, densest = 0, steps = 0, iterations = 0;
    int          dense = 0;  // steps that leave more than was asked for
    while (world->time < 1.2) {
        const StepReport report = step(*world, 5e-3f);
        EXPECT_EQ(report.retries, 0);
        dense += report.pressure.density_error > 1e-3f;
        densest = std::max(densest, double(report.pressure.density_error));
        gained  = std::max(gained, energy() - least);
        least   = std::min(least, energy());
        iterations += report.pressure.iterations + report.pressure.divergence_iterations, ++steps;
    }
    record("density_error", densest), record("gained", gained / start), record("left", least / start), record("iterations", iterations / steps), record("steps", steps), record("dense", dense);
    EXPECT_LT(least, 0.9 * start);
    EXPECT_LE(dense, is("pbf") ? 5 : 0);
    EXPECT_LT(gained, 0.01 * start);
}

// The front of a collapsing column runs as Martin & Moyce (1952) measured (V-20), over the whole length of their tank: with the one shift of time that their
// gate allows, and nearly with their speed. Up to Z = 3.67 by their table, beyond by their figure 3 (a = 2.25 in), to its last point at Z = 13.97.
TEST(Water, DamBreakFrontRunsAsMeasured) {
    const double z[]  = {1.11, 1.23, 1.44, 1.67, 1.89, 2.11, 2.33, 2.56, 2.78, 3.00, 3.22, 3.44, 3.67, 4.134, 4.944, 5.881, 6.98, 7.945, 8.966, 9.986, 10.963, 11.977, 13.005, 13.97};
    const double t[]  = {0.41, 0.84, 1.19, 1.43, 1.63, 1.82, 1.97, 2.20, 2.32, 2.50, 2.64, 2.82, 2.96, 3.345, 4.034, 4.418, 5.091, 5.685, 6.306, 6.822, 7.439, 8.031, 8.633, 9.237};
    const double a    = 0.05715, unit = std::sqrt(2 * 9.81 / a);
    constexpr int n   = 24, table = 13;
    const auto  world = world_of(R"(
dimension: 2
spacing: 1.42875 mm
materials: {water: {preset: water}}
objects: {column: {box: [57.15 mm, 114.3 mm], at: [28.575 mm, 57.15 mm], material: water}}
boundaries: {tank: {box: [0.9, 0.2], at: [0.45, 0.1], inside: true}}
)");
    const auto front = [&] {
        float x = 0;
        for (Index i = 0; i < world->particles.size(); ++i) {
            const Vec4 at = world->particles.position_volume.host()[i];
            if (at.y < 0.01f) x = std::max(x, at.x);
        }
        return (double(x) + 0.5 * 1.42875e-3) / a;
    };
    SavedCurve run{"T = t sqrt(2g/a),Z = front/a"}, measured{"T,Z"};
    double     here[n] = {};
    for (int k = 0; k < n;) {
        step(*world, 1e-3f);
        const double at = front();
        for (; k < n && at > z[k]; ++k) here[k] = world->time * unit, measured.add(t[k], z[k]);
        run.add(world->time * unit, at);
        ASSERT_LT(world->time * unit, 12);
    }
    run.save("dam_break_front"), measured.save("martin_moyce_1952");
    double shift = 0;
    for (int k = 0; k < n; ++k) shift += (here[k] - t[k]) / n;
    shift = std::clamp(shift, -0.3, 0.3);  // more is not allowed
    const auto off = [&](int many) {  // RMS of so many points over their range
        double square = 0;
        for (int k = 0; k < many; ++k) square += (here[k] - t[k] - shift) * (here[k] - t[k] - shift) / many;
        return std::sqrt(square) / (t[many - 1] - t[0]);
    };
    double place = 0;  // the same of places, as a share of each
    for (int k = 0; k < n; ++k) {
        const std::size_t next = std::size_t(std::lower_bound(run.x.begin(), run.x.end() - 1, t[k] + shift) - run.x.begin());
        const double      last = next > 0 ? run.x[next - 1] : 0, from = next > 0 ? run.y[next - 1] : 1;
        const double      z_k  = from + (run.y[next] - from) * (t[k] + shift - last) / (run.x[next] - last);
        place += (z_k / z[k] - 1) * (z_k / z[k] - 1) / n;
    }
    const auto speed = [&](int from, int to) { return (z[to] - z[from]) / (here[to] - here[from]); };
    record("shift", shift), record("rms_over_range", off(n)), record("rms_of_the_table", off(table)), record("rms_of_places", std::sqrt(place)), record("speed", speed(3, table - 1));
    record("speed_beyond", speed(table, n - 1) / ((z[n - 1] - z[table]) / (t[n - 1] - t[table])));
    EXPECT_LT(off(n), 0.05);
    EXPECT_LT(off(table), 0.05);
    EXPECT_LT(std::sqrt(place), 0.05);
    EXPECT_NEAR(speed(3, table - 1), 1.31, 0.08 * 1.31);
    EXPECT_LT(speed(3, table - 1), 2 * std::sqrt(9.81 * 2 * a) / a / unit);  // Ritter (1892): no front is faster
    EXPECT_LT(speed(table, n - 1), 2 * std::sqrt(9.81 * 2 * a) / a / unit);
}

// Liquids of different densities share a tank: each keeps its own density up to their surface, where nobody has one in between (KA-48), and the pressure at the
// floor is the weight of both. Without their own volumes in the sums the light one would be squeezed to the density of the heavy one.
TEST(Water, ALightLiquidFloatsOnAHeavyOne) {
    const auto world = world_of(R"(
dimension: 2
spacing: 10 mm
xsph: 0.05
materials: {mercury: {density: 13534}, foam: {density: 20}}
objects:
  below: {box: [0.2, 0.1], at: [0, 0.05], material: mercury}
  above: {box: [0.2, 0.1], at: [0, 0.15], material: foam}
boundaries: {tank: {box: [0.2, 0.4], at: [0, 0.2], inside: true}}
)");
    advance(*world, 1);
    const Particles& p = world->particles;
    double           heavy = 0, light = 0, least[2] = {1, 1}, most = 0, sum[2] = {};
    Index            near[2] = {};
    for (Index i = 0; i < p.size(); ++i) {
        const double y = double(p.position_volume.host()[i].y), share = double(p.velocity_density.host()[i].w / p.rest_density.host()[i]);
        const int    k = p.material.host()[i];
        (k == 0 ? heavy : light) += y / 200;
        most = std::max(most, share);
        if (y > 0.17) continue;  // who sees the free surface
        least[k] = std::min(least[k], share);
        if (std::abs(y - 0.1) < 0.02) sum[k] += share, ++near[k];  // who sees the other
    }
    record("heavy_least", least[0]), record("light_least", least[1]), record("most", most);
    for (int k = 0; k < 2; ++k) {
        ASSERT_GE(near[k], 20u);
        record(k == 0 ? "heavy_mean" : "light_mean", sum[k] / near[k]);
        EXPECT_NEAR(sum[k] / near[k], 1, 0.05);
        EXPECT_GT(least[k], 0.85);
    }
    EXPECT_LT(most, 1.05);
    EXPECT_NEAR(heavy, 0.05, 0.005);
    EXPECT_NEAR(light, 0.15, 0.01);
}

// One particle, and two in one place, do nothing that is not a number.
TEST(Water, LoneAndCoincidentParticlesAreHarmless) {
    const auto world = world_of(R"(
spacing: 10 mm
materials: {water: {preset: water}}
objects: {a: {box: 10 mm, material: water}, b: {box: 10 mm, at: [0.05, 0, 0], material: water}}
)");
    Particles& p = world->particles;
    ASSERT_EQ(p.size(), 2u);
    p.position_volume.edit()[1].x = p.position_volume.host()[0].x;
    advance(*world, 0.1);
    for (Index i = 0; i < 2; ++i) {
        EXPECT_TRUE(finite(p.velocity_density.host()[i]));
        EXPECT_NEAR(p.velocity_density.host()[i].y, -9.81f * 0.1f, 0.06f);
    }
}

// A pressure pulse runs through a bar of water with the speed the scene asks for.
TEST(Water, SoundRunsAtTheChosenSpeed) {
    const auto world = world_of(R"(
dimension: 2
spacing: 5 mm
gravity: [0, 0]
xsph: 0
materials: {water: {preset: water}}
objects: {bar: {box: [1.0, 0.1], material: water}}
boundaries: {pipe: {box: [1.0, 0.1], inside: true}}
pressure: {solver: equation_of_state, sound_speed: 20 m/s, exponent: 1, tension: 1, damping: 0.02}
)");
    Particles& p = world->particles;
    for (Index i = 0; i < p.size(); ++i)
        if (p.position_volume.host()[i].x < -0.45f) p.velocity_density.edit()[i].x = 0.05f;
    const auto arrival = [&](float place) {
        for (;;) {
            step(*world, 1e-3f);
            double sum = 0;
            int    n   = 0;
            for (Index i = 0; i < p.size(); ++i)
                if (std::abs(p.position_volume.host()[i].x - place) < 0.02f) sum += double(p.velocity_density.host()[i].x), ++n;
            if (sum / n > 0.01) return world->time;
            if (world->time > 0.1) return 1e9;
        }
    };
    const double first = arrival(-0.2f), second = arrival(0.2f);
    record("speed", 0.4 / (second - first) / 20);
    EXPECT_NEAR(0.4 / (second - first), 20, 1);
}

}  // namespace
}  // namespace mote
