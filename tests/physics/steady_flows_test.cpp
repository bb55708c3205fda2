// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Steady flows between walls: V-16 and V-17 (spec/validation.md), and liquids of a power law.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

bool nightly() { return std::getenv("MOTE_NIGHTLY") != nullptr; }

/// A gap of 1 m with so many particles across, periodic along x, in which a liquid of density 0.25 is driven so hard [Pa/m] until its flow is steady.
std::unique_ptr<World> driven(double drive, const std::string& liquid, int across = 20) {
    auto w = world_of(fmt::format(R"(
dimension: 2
spacing: {}
support: 3
xsph: 0
gravity: [{}, 0]
materials: {{liquid: {{density: 0.25, {}}}}}
objects: {{liquid: {{box: [0.8, 1], at: [0, 0.5], material: liquid, sampling: {{lattice: hexagonal}}}}}}
domain: {{low: [-0.4, 0], high: [0.4, 1], faces: {{x: periodic, y: closed}}}}
pressure: {{solver: dfsph, tolerance: 1 %, divergence_tolerance: 0.00001 %}}
viscosity_solver: {{tolerance: 1e-5}}
)", 1.0 / across, drive / 0.25, liquid));
    advance(*w, 4);
    return w;
}

/// Relative L2 of velocities along x, whose exact values depend on the distance from the middle of the gap.
double error_of(const World& w, const std::function<double(double)>& exact) {
    double error = 0, all = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const double u = exact(std::abs(double(w.particles.position_volume.host()[i].y) - 0.5)), found = double(w.particles.velocity_density.host()[i].x);
        error += (found - u) * (found - u), all += u * u;
    }
    return std::sqrt(error / all);
}

// Bingham's liquid moves as a plug where its stress is below the yield stress, |y| < tau/G, and shears beyond (V-16). At 20 across the plug is a
// sixth too slow and at 40 it is right: a pair rubs with the mean of two viscosities, so within a support of the plug all is as stiff as half of it.
TEST(SteadyFlows, BinghamsLiquidHasAPlug) {
    const double drive = 1, mu = 0.1, yield = 0.2, half = 0.5, plug = yield / drive, speed = drive / (2 * mu) * (half - plug) * (half - plug);
    const auto   w     = driven(drive, "viscosity: 0.1, shear: {law: bingham, yield_stress: 0.2, sharpness: 50 s}", nightly() ? 40 : 20);
    const auto   exact = [&](double y) { return y < plug ? speed : drive / (2 * mu) * (half * half - y * y) - yield / mu * (half - y); };
    double       sum = 0, count = 0, least = 1e30, most = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const double u = double(w->particles.velocity_density.host()[i].x);
        if (std::abs(double(w->particles.position_volume.host()[i].y) - 0.5) > plug - 0.05) continue;
        sum += u, ++count, least = std::min(least, u), most = std::max(most, u);
    }
    record("plug", sum / count / speed), record("profile", error_of(*w, exact)), record("creep", (most - least) / speed);
    EXPECT_NEAR(sum / count / speed, 1, nightly() ? 0.04 : 0.2);
    EXPECT_LT(error_of(*w, exact), nightly() ? 0.06 : 0.21);
    EXPECT_LT(most - least, 0.02 * speed);
}

// A liquid of a power law has u = n/(n+1) (G/K)^(1/n) (B^(1+1/n) - |y|^(1+1/n)).
TEST(SteadyFlows, APowerLawHasItsProfile) {
    for (const double n : {0.5, 1.5}) {
        const auto   w     = driven(0.6, fmt::format("viscosity: 0.1, shear: {{law: power, index: {}}}", n), nightly() ? 40 : 20);
        const double error = error_of(*w, [&](double y) { return n / (n + 1) * std::pow(6, 1 / n) * (std::pow(0.5, 1 + 1 / n) - std::pow(y, 1 + 1 / n)); });
        record(fmt::format("index_{}", n), error);
        EXPECT_LT(error, (n < 1 ? 2 : 1) * (nightly() ? 0.045 : 0.1)) << n;
    }
}

struct Cavity {
    std::unique_ptr<World> world;

    /// Velocity along y or x at a place of the unit box: a linear fit to what is within three spacings.
    double at(Vec3 place, bool vertical) const {
        const Particles& p = world->particles;
        const float      h = 1.5f * world->spacing;
        double           one[3][4] = {};  // fit of a + b x + c y, weighted
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3  d = xyz(p.position_volume.host()[i]) - place;
            const float q = length(d) / (2 * h);
            if (q >= 1) continue;
            const double weight = double((1 - q) * (1 - q)), basis[] = {1, double(d.x / h), double(d.y / h)};
            const Vec4   v      = p.velocity_density.host()[i];
            for (int r = 0; r < 3; ++r) {
                for (int c = 0; c < 3; ++c) one[r][c] += weight * basis[r] * basis[c];
                one[r][3] += weight * basis[r] * double(vertical ? v.y : v.x);
            }
        }
        for (int k = 2; k > 0; --k)  // upwards, as the first unknown is asked for
            for (int r = 0; r < k; ++r) {
                const double share = one[r][k] / one[k][k];
                for (int c = 0; c < 4; ++c) one[r][c] -= share * one[k][c];
            }
        return one[0][3] / one[0][0];
    }
};

/// A box whose lid moves at 1 m/s, at Re = 100.
Cavity cavity(int per_side, const char* fields) {
    auto w = world_of(fields + fmt::format(R"(
dimension: 2
spacing: {}
support: 3
xsph: 0
gravity: [0, 0]
materials: {{liquid: {{density: 1, viscosity: 0.01}}}}
objects: {{liquid: {{box: [1, 1], at: [0.5, 0.5], material: liquid, sampling: {{lattice: packed}}}}}}
domain: {{low: [0, 0], high: [1, 1], faces: closed}}
)", 1.0 / per_side));
    Particles& p = w->particles;
    for (Index i = p.size(); i < p.rows(); ++i) {
        const Vec4 x = p.position_volume.host()[i];
        if (x.y > 1 && x.x > 0 && x.x < 1) p.velocity_density.edit()[i].x = 1;
    }
    return {std::move(w)};
}

/// Root mean square of what velocities on the middle lines are off, along the lid and across, over their range; and the velocity in the middle over what it should be.
struct OffGhia {
    double along, across, middle;
};
/// Means of twenty looks at a steady flow: no two are alike, as particles come and go.
OffGhia off_ghia(const Cavity& flow, bool save) {
    const double y[] = {0.9531, 0.8516, 0.7344, 0.6172, 0.5, 0.4531, 0.2813, 0.1719, 0.1016, 0.0703}, u[] = {0.68717, 0.23151, 0.00332, -0.13641, -0.20581, -0.2109, -0.15662, -0.1015, -0.06434, -0.04775};
    const double x[] = {0.9453, 0.9063, 0.8594, 0.8047, 0.5, 0.2344, 0.2266, 0.1563, 0.0938, 0.0703}, v[] = {-0.10313, -0.16914, -0.22445, -0.24533, 0.05454, 0.17527, 0.17507, 0.16077, 0.12317, 0.10091};
    double       us[10] = {}, vs[10] = {}, middle = 0, down = 0, across = 0;
    SavedCurve   found{"y [m],u [m/s]"}, table{"y [m],u [m/s]"};
    for (int look = 0; look < 20; ++look) {
        advance(*flow.world, 10 + 0.2 * look);
        for (int k = 0; k < 10; ++k) us[k] += flow.at({0.5f, float(y[k]), 0}, false) / 20, vs[k] += flow.at({float(x[k]), 0.5f, 0}, true) / 20;
        middle += flow.at({0.5f, 0.5f, 0}, false) / 20 / -0.20581;
    }
    for (int k = 0; k < 10; ++k) {
        down += (us[k] - u[k]) * (us[k] - u[k]) / 10, across += (vs[k] - v[k]) * (vs[k] - v[k]) / 10;
        found.add(y[k], us[k]), table.add(y[k], u[k]);
    }
    if (save) found.save("cavity"), table.save("cavity_ghia_1982");
    return {std::sqrt(down) / 1.2109, std::sqrt(across) / 0.4206, middle};
}

// The velocities on the middle lines of a box with a moving lid are those of Ghia, Ghia & Shin [1982] at Re = 100 (V-17), whatever the step.
TEST(SteadyFlows, ABoxWithAMovingLidIsThatOfGhia) {
    const OffGhia off = off_ghia(cavity(nightly() ? 80 : 30, ""), true), brief = off_ghia(cavity(nightly() ? 40 : 30, nightly() ? "time_step: {largest: 1 ms}" : "time_step: {largest: 4 ms}"), false);
    record("rms_u", off.along), record("rms_v", off.across), record("u_middle", off.middle);
    record("brief_rms_u", brief.along), record("brief_rms_v", brief.across), record("brief_u_middle", brief.middle);
    for (const OffGhia& each : {off, brief}) {
        EXPECT_LT(each.along, 0.03);
        EXPECT_LT(each.across, 0.03);
        EXPECT_NEAR(each.middle, 1, 0.15);
    }
}

}  // namespace
}  // namespace mote
