// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Virtual materials that keep dents (W-12, docs/decisions/046), against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "bodies.h"
#include "curves.h"
#include "mote/random.h"
#include "worlds.h"

namespace mote {
namespace {

std::string clay(const std::string& plastic, const std::string& object, const std::string& more = "gravity: [0, 0, 0]\n", double damping = 1) {
    return fmt::format("spacing: 10 mm\nmaterials: {{clay: {{density: 1000, lattice: {{youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: {} ms}}{}}}}}\nobjects: {{block: {{material: clay, {}}}}}\n{}", damping,
                       plastic.empty() ? "" : ", plastic: {" + plastic + "}", object, more);
}
std::vector<Vec3> places_by_id(const World& w) {
    std::vector<Vec3> places(w.particles.size());
    for (Index i = 0; i < w.particles.size(); ++i) places[w.particles.id.host()[i]] = xyz(w.particles.position_volume.host()[i]);
    return places;
}
/// Steps to `end` under gravity along x that goes evenly to `to`, through honey.
void load(World& w, double end, double to) {
    const double start = w.time, from = double(w.gravity.x);
    while (w.time < end) {
        w.gravity.x      = float(from + (to - from) * std::min(1.0, 1.25 * (w.time - start) / (end - start)));
        const float kept = std::exp(-60 * step(w, float(end - w.time) + 1e-6f).dt);
        for (Index i = 0; i < w.particles.size(); ++i) {
            Vec4& v = w.particles.velocity_density.edit()[i];
            v       = with_w(kept * xyz(v), v.w);
        }
    }
    w.gravity.x = float(to);
}
constexpr float near = 0.025f;  // to a place, in a bar
/// Of a bar along x whose low end is held: by how much it is longer at a place, from its particles there, over what it was.
double stretch_at(const World& w, const std::vector<Vec3>& rest, float at) {
    const auto now = places_by_id(w);
    double     moved = 0, place = 0, square = 0, both = 0, count = 0;
    for (std::size_t k = 0; k < rest.size(); ++k) {
        if (std::abs(rest[k].x - at) > near) continue;
        const double x = double(rest[k].x - at), u = double(now[k].x - rest[k].x);
        moved += u, place += x, square += x * x, both += x * u, ++count;
    }
    return (both - place * moved / count) / (square - place * place / count);
}

constexpr double yield_stress = 2000, hardening = 20000, modulus = 1e5, length_of_bar = 0.3;

// A bar hangs and is made heavier, and then without weight again. Where it bears less than the yield stress it is stretched by that over its modulus and is as before in the end; where it bears s, more than that,
// it flows by (s - Y)/H, which stays.
TEST(VirtualDents, ABarThatHangsFlowsWhereItBearsMore) {
    const auto w = world_of(clay("law: von_mises, yield_stress: 2 kPa, hardening: 20 kPa", "box: [0.3, 0.06, 0.06]", "gravity: [0, 0, 0]\npins: {nail: {box: [0.03, 1, 1], at: [-0.15, 0, 0]}}\n"));
    step(*w, 1e-5f);
    const auto rest = places_by_id(*w);
    load(*w, 1.0, 12);
    observe_solids(*w);
    constexpr float places[] = {-0.07f, -0.045f, 0.05f};
    double          whole[3], flowed[3];
    for (int k = 0; k < 3; ++k) {
        whole[k]   = stretch_at(*w, rest, places[k]);
        double sum = 0, count = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (std::abs(rest[w->particles.id.host()[i]].x - places[k]) < near) sum += double(w->lattice->flow->shown->host()[i]), ++count;
        flowed[k] = sum / count;
    }
    load(*w, 1.6, 0);
    for (int k = 0; k < 3; ++k) {
        // Force over area as it is, which is smaller by the stretch; logarithmic strain.
        const double bears = 1000 * 12 * (0.5 * length_of_bar - double(places[k])), left = stretch_at(*w, rest, places[k]), stress = bears * (1 + whole[k]);
        const double kept = std::max(0.0, (stress - yield_stress) / hardening);
        const std::string name = fmt::format("bears {:.0f} Pa", bears);
        record(name + ": stretch over the closed form", std::log(1 + whole[k]) / (stress / modulus + kept));
        EXPECT_NEAR(std::log(1 + whole[k]), stress / modulus + kept, 0.06 * (stress / modulus + kept)) << name;
        if (kept > 0) {
            record(name + ": what stays over the closed form", std::log(1 + left) / kept), record(name + ": column over the closed form", flowed[k] / kept);
            EXPECT_NEAR(flowed[k], kept, 0.1 * kept) << name;
            EXPECT_NEAR(std::log(1 + left), kept, 0.1 * kept) << name;
            EXPECT_NEAR(std::log(1 + whole[k]) - std::log(1 + left), stress / modulus, 0.1 * stress / modulus) << name;
        } else {
            EXPECT_EQ(flowed[k], 0) << name;
            EXPECT_LT(std::abs(left), 0.01 * whole[k]) << name;
        }
    }
}

// Below its yield stress it is as stiff as without one, and returns wholly.
TEST(VirtualDents, WhatIsNotYieldedReturns) {
    for (const char* plastic : {"law: von_mises, yield_stress: 2 kPa", ""}) {
        const auto w = world_of(clay(plastic, "box: [0.3, 0.06, 0.06]", "gravity: [0, 0, 0]\npins: {nail: {box: [0.03, 1, 1], at: [-0.15, 0, 0]}}\n"));
        step(*w, 1e-5f);
        const auto rest = places_by_id(*w);
        load(*w, 0.6, 5);
        const double stress = 1000 * 5 * (0.5 * length_of_bar + 0.05) * (1 + stretch_at(*w, rest, -0.05f));
        record(fmt::format("modulus{}", *plastic ? " of what may flow" : ""), stress / stretch_at(*w, rest, -0.05f) / modulus);
        EXPECT_NEAR(stretch_at(*w, rest, -0.05f), stress / modulus, 0.05 * stress / modulus) << plastic;
        load(*w, 1.2, 0);
        const auto now = places_by_id(*w);
        double     most = 0;
        for (std::size_t k = 0; k < now.size(); ++k) most = std::max(most, double(length(now[k] - rest[k])));
        EXPECT_LT(most, 2e-5) << plastic;  // of 3.5 mm
    }
}

// What is shaken, spins and flows keeps both momenta, and all of its energy only falls.
TEST(VirtualDents, FlowKeepsMomentaAndTakesEnergy) {
    for (const char* plane : {"", "dimension: 2\n"}) {
        const auto w = world_of(plane + clay("law: von_mises, yield_stress: 1 kPa", *plane ? "box: [0.1, 0.06], spin: [0, 0, 4], velocity: [0.3, 0.2, 0]" : "box: [0.1, 0.06, 0.06], spin: [0, 0, 4], velocity: [0.3, 0.2, 0]",
                                             *plane ? "gravity: [0, 0]\n" : "gravity: [0, 0, 0]\n", 0));
        step(*w, 1e-5f);
        for (Index i = 0; i < w->particles.size(); ++i) {  // stretches along x, shears
            Vec4&      v = w->particles.velocity_density.edit()[i];
            const Vec4 x = w->particles.position_volume.host()[i];
            v.x += 6 * x.x, v.y += 4 * x.x - 3 * x.y;
        }
        const Momenta start = momenta_of(*w);
        const float   dt    = Lattice::stable_step(w->materials, w->lattice_settings());
        double        whole = 0, least = 0, rise = 0, stored = observe_solids(*w), last = start.kinetic;
        for (int k = 0; w->time < 0.2; ++k) {  // velocities are half a step behind places, so energies of motion of two steps count
            ASSERT_EQ(step(*w, 0.7f * dt).solid_steps, 1);
            const double motion = momenta_of(*w).kinetic, now = stored + 0.5 * (last + motion);
            last = motion, stored = observe_solids(*w);
            if (k == 0) whole = least = now;
            rise = std::max(rise, now - least), least = std::min(least, now);
        }
        const Momenta end  = momenta_of(*w);
        float         flow = 0;
        for (Index i = 0; i < w->particles.size(); ++i) flow = max(flow, w->lattice->flow->shown->host()[i]);
        record(fmt::format("{}energy left", plane), least / whole), record(fmt::format("{}largest rise of energy", plane), rise / whole), record(fmt::format("{}largest plastic strain", plane), double(flow));
        EXPECT_LT(length(end.linear - start.linear), 1e-5 * start.speeds) << plane;
        EXPECT_LT(length(end.angular - start.angular), 2e-5 * length(start.angular)) << plane;
        EXPECT_GT(flow, 0.02f) << plane;
        EXPECT_LT(least, 0.95 * whole) << plane;
        EXPECT_LT(rise, 0.01 * whole) << plane;
    }
}

// What may flow and does not is as sound as what may not: shaken for a thousand short steps of the bound it gains no energy, whatever its Poisson's ratio.
TEST(VirtualDents, ShortStepsAreStableUpToTheirBound) {
    for (const bool plane : {false, true})
        for (const double nu : {0.0, 0.3, 0.45}) {
            const auto w = world_of(fmt::format("{}spacing: 10 mm\ngravity: [0, 0{}]\nmaterials: {{clay: {{density: 1000, lattice: {{youngs_modulus: 100 kPa, poissons_ratio: {}}}, plastic: {{law: von_mises, yield_stress: 1 MPa}}}}}}\nobjects: {{block: {{material: clay, box: {}}}}}\n",
                                                plane ? "dimension: 2\n" : "", plane ? "" : ", 0", nu, plane ? "[0.1, 0.08]" : "[0.06, 0.05, 0.05]"));
            step(*w, 1e-6f);
            for (Index i = 0; i < w->particles.size(); ++i) {
                const Vec3 r = random_point(5, w->particles.id.host()[i], 0, Purpose::test);
                w->particles.velocity_density.edit()[i] = with_w(0.1f * Vec3{2 * r.x - 1, 2 * r.y - 1, plane ? 0 : 2 * r.z - 1}, w->particles.velocity_density.host()[i].w);
            }
            const float dt = Lattice::stable_step(w->materials, w->lattice_settings());
            double      first = 0, most = 0, sum = 0, last = momenta_of(*w).kinetic, stored = observe_solids(*w);
            for (int k = 1; k <= 1000; ++k) {
                ASSERT_EQ(step(*w, 0.999f * dt).solid_steps, 1);
                const double now = momenta_of(*w).kinetic;
                sum += stored + 0.5 * (last + now), last = now, stored = observe_solids(*w);
                if (k % 100 != 0) continue;
                first = k == 100 ? sum : first, most = std::max(most, sum), sum = 0;
            }
            record(fmt::format("{}, nu {}: rise", plane ? "2-D" : "3-D", nu), most / first - 1);
            EXPECT_LT(most, 1.02 * first) << plane << nu;
        }
}

// A block that is pressed to two thirds of its height between smooth plates keeps its volume, and most of that when it is let go, at rest in itself; its short steps stay above 0.3 of those at the start.
TEST(VirtualDents, ABlockThatIsPressedStaysSo) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials: {clay: {density: 1000, friction: 0, lattice: {youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: 1 ms}, plastic: {law: von_mises, yield_stress: 2 kPa}}}
objects: {block: {material: clay, box: [0.15, 0.12], at: [0, 0.06]}}
boundaries:
  floor: {plane: [0, 1, 0]}
  press: {box: [0.6, 0.04], at: [0, 0.145], motion: [{time: 0 s}, {time: 1 s, move: [0, -0.045]}, {time: 1.1 s, move: [0, -0.045]}, {time: 1.5 s, move: [0, 0.1]}]}
)");
    const auto extent = [&](bool along) {
        double sum = 0, square = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Vec4   x = w->particles.position_volume.host()[i];
            const double a = double(along ? x.x : x.y);
            sum += a, square += a * a;
        }
        const double n = double(w->particles.size());
        return std::sqrt(square / n - sum * sum / (n * n));
    };
    const double wide = extent(true), high = extent(false), step_at_rest = double(Lattice::stable_step(w->materials, w->lattice_settings()));
    advance(*w, 1.05);
    const double wider = extent(true) / wide, lower = extent(false) / high;
    advance(*w, 2);
    observe_solids(*w);
    const double left = extent(false) / high, shorter = double(Lattice::stable_step(w->materials, w->lattice_settings())) / step_at_rest;
    record("pressed: area over that before", wider * lower), record("height when let go, over that at the start; under the press", left), record("height under the press", lower), record("short steps over those at rest", shorter);
    EXPECT_NEAR(lower, 0.64, 0.05);
    EXPECT_NEAR(wider * lower, 1, 0.04);
    EXPECT_LT(left, lower + 0.05);
    EXPECT_GT(shorter, 0.3);
    const Momenta all = momenta_of(*w);  // the press pushed it off
    EXPECT_LT(all.kinetic - 0.5 * dot(all.linear, all.linear) / 18, 1e-4);
}

// What creeps forgets: held at its ends, a bar loses its stress as exp(-2/3 (1 + nu) rate t), as shape is what flows.
TEST(VirtualDents, StressFadesWhereItCreeps) {
    const auto w = world_of(clay("law: creep, yield_strain: 0, rate: 5 1/s", "box: [0.4, 0.05, 0.05]", R"(gravity: [0, 0, 0]
pins:
  left: {box: [0.03, 1, 1], at: [-0.2, 0, 0]}
  right: {box: [0.03, 1, 1], at: [0.2, 0, 0], motion: [{time: 0 s}, {time: 0.05 s, move: [0.008, 0, 0]}, {time: 10 s, move: [0.008, 0, 0]}]}
)"));
    const auto stress = [&] {
        observe_solids(*w);
        double sum = 0, count = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (std::abs(w->particles.position_volume.host()[i].x) < 0.1f) sum += double(w->lattice->stress->host()[i]), ++count;
        return sum / count;
    };
    advance(*w, 0.15);
    const double first = stress();
    advance(*w, 0.4);
    const double left = stress() / first, expected = std::exp(-2.0 / 3 * 1.3 * 5 * 0.25);
    record("stress left over the closed form", left / expected);
    EXPECT_GT(first, 500);
    EXPECT_NEAR(left, expected, 0.06 * expected);
}

// A disc that falls keeps the flat side it gets where it may flow (W-51), and else not (W-50).
TEST(VirtualDents, ADiscThatFallsStaysDented) {
    double height[2];
    for (const int flows : {0, 1}) {
        const auto w = world_of("dimension: 2\n" + clay(flows ? "law: von_mises, yield_stress: 3 kPa" : "", "sphere: 0.08, at: [0, 0.1], velocity: [0, -2.5]", "boundaries: {floor: {plane: [0, 1, 0]}}\n"));
        advance(*w, 1.5);
        observe_solids(*w);
        float low = 1, high = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const float y = w->particles.position_volume.host()[i].y;
            low = min(low, y), high = max(high, y);
        }
        height[flows] = double(high - low);
    }
    record("height of the dented disc over that of the elastic one", height[1] / height[0]);
    EXPECT_GT(height[0], 0.145);
    EXPECT_LT(height[1], 0.92 * height[0]);
}

// What it is when it becomes another material: fired clay does not spring back.
TEST(VirtualDents, ADentIsKeptByWhatItBecomes) {
    const auto w = world_of(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials:
  clay: {density: 1000, lattice: {youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: 1 ms}, plastic: {law: von_mises, yield_stress: 1 kPa}, becomes: [{to: brick, after: 0.5 s}]}
  brick: {density: 1000, lattice: {youngs_modulus: 200 kPa, poissons_ratio: 0.3, damping: 1 ms}}
objects: {block: {material: clay, box: [0.2, 0.05, 0.05]}}
pins:
  left: {box: [0.03, 1, 1], at: [-0.1, 0, 0]}
  right: {box: [0.03, 1, 1], at: [0.1, 0, 0], stop: 0.6 s, motion: [{time: 0 s}, {time: 0.4 s, move: [0.03, 0, 0]}]}
)");
    step(*w, 1e-5f);
    const auto rest = places_by_id(*w);
    advance(*w, 0.5);
    const double drawn = stretch_at(*w, rest, 0);
    advance(*w, 1);
    const double left = stretch_at(*w, rest, 0);
    record("stretch that fired clay keeps", left / drawn);
    EXPECT_GT(drawn, 0.15);
    EXPECT_NEAR(left, drawn, 0.1 * drawn);
}

}  // namespace
}  // namespace mote
