// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Every kind of matter becomes every other, by heat and at a time: mass, momentum and heat stay, nothing is thrown, and what it has become is what it behaves as.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bodies.h"
#include "worlds.h"

namespace mote {
namespace {

struct Kind {
    const char* name;
    const char* law;
    bool        solid;
};
constexpr Kind kinds[] = {{"Elastic", "density: 1000, elastic: {youngs_modulus: 100 kPa, damping: 1 ms}", true},
                          {"Plastic", "density: 1000, elastic: {youngs_modulus: 100 kPa, damping: 1 ms}, plastic: {law: von_mises, yield_stress: 5 kPa}", true},
                          {"Virtual", "density: 1000, lattice: {youngs_modulus: 100 kPa, damping: 1 ms}", true},
                          {"Viscoelastic", "density: 1000, viscosity: 5, viscoelastic: {youngs_modulus: 1 kPa, relaxation_time: 0.1 s}", false},
                          {"Liquid", "density: 1000, viscosity: 0.1", false},
                          {"Gas", "density: 600, viscosity: 1e-3, ambient_density: 900", false}};

enum class By { heating, cooling, time };

struct Case {
    Kind from, to;
    By   by;
};
bool        is_gas(const Kind& k) { return std::string(k.name) == "Gas"; }
std::string name_of(const Case& c) { return fmt::format("{}Becomes{}By{}", c.from.name, c.to.name, c.by == By::heating ? "Heating" : c.by == By::cooling ? "Cooling" : "Time"); }
std::vector<Case> all_cases() {
    std::vector<Case> all;
    for (const Kind& from : kinds)
        for (const Kind& to : kinds)
            for (const By by : {By::heating, By::cooling, By::time})
                if (&from != &to) all.push_back({from, to, by});
    return all;
}

std::vector<Case> cases_by_time() {
    std::vector<Case> some = all_cases();
    std::erase_if(some, [](const Case& c) { return c.by != By::time; });
    return some;
}

constexpr double power = 20e6;  // [W], of a metre of depth

/// From which heat is counted [K]: that at which the two turn into each other, else 20 degrees.
double level_of(By by) { return by == By::time ? 293.15 : 300; }

/// A block that conducts, the right half of which turns in the course of 20 ms by heat, or at once at 20 ms.
std::string scene_of(const Case& c, const char* rest) {
    const std::string change = c.by == By::heating   ? "melting: {at: 300 K, latent_heat: 10 kJ/kg, to: b}"
                               : c.by == By::cooling ? "freezing: {at: 300 K, latent_heat: 10 kJ/kg, to: b}"
                                                     : "becomes: [{to: b, after: 20 ms, inside: {box: [20, 20], at: [10, 0]}}]";
    const std::string heat   = c.by == By::time ? "" : fmt::format("heaters: {{flame: {{box: [20, 20], at: [10, 0], power: {} W, start: 20 ms, stop: 40 ms}}}}\n", c.by == By::heating ? power : -power);
    return fmt::format("dimension: 2\nspacing: 20 mm\nmaterials:\n  a: {{{}, heat_capacity: 2000, conductivity: 500, {}}}\n  b: {{{}, heat_capacity: 3000, conductivity: 500}}\n{}{}", c.from.law, change, c.to.law, heat, rest);
}

double mass_of(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) sum += double(w.particles.mass.host()[i]);
    return sum;
}
/// Over that of the first material at `level`.
double heat_of(const World& w, double level) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const MaterialId kind  = w.particles.material.host()[i];
        const double     above = double(w.particles.temperature.host()[i]) - level + double(w.heat->rest.host()[i]), way = w.materials[0].warmer.happens() ? 1 : -1;
        sum += double(w.particles.mass.host()[i]) * (double(w.materials[kind].heat_capacity) * above + (!w.heat->latent ? 0 : kind == 1 ? way * 10e3 : double(w.heat->latent->host()[i])));
    }
    return sum;
}
double share_turned(const World& w) {
    Index turned = 0;
    for (Index i = 0; i < w.particles.size(); ++i) turned += w.particles.material.host()[i] == 1;
    return double(turned) / w.particles.size();
}
double speed_off(const World& w, const Vec3& mean) {
    double most = 0;
    for (Index i = 0; i < w.particles.size(); ++i) most = std::max(most, double(length(xyz(w.particles.velocity_density.host()[i]) - mean)));
    return most;
}

class EveryKind : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(PhaseChange, EveryKind, testing::ValuesIn(all_cases()), [](const auto& c) { return name_of(c.param); });

// Half of a block that flies turns: mass to the last bit, momentum to 1e-5 and heat to 1e-6 are what they were, and it goes on for 0.3 s, with no particle thrown. What turns at a time is 100 K
// warmer than 20 degrees, so that it has two thirds of that from then on, and takes heat from the other half.
TEST_P(EveryKind, KeepsMassMomentumAndHeat) {
    const By      by     = GetParam().by;
    const auto    w      = world_of(scene_of(GetParam(), fmt::format("gravity: [0, 0]\nobjects: {{block: {{box: [0.24, 0.24], material: a, temperature: {} K, velocity: [-0.5, 0.25]}}}}\n",
                                                                    by == By::time ? 393.15 : 300).c_str()));
    const Momenta before = momenta_of(*w);
    const double  mass = mass_of(*w), heat = heat_of(*w, level_of(by));
    double        off = 0, thrown = 0;
    while (w->time < 0.34) {
        step(*w, 2e-3f);
        off    = std::max(off, length(momenta_of(*w).linear - before.linear) / before.speeds);
        thrown = std::max(thrown, speed_off(*w, {-0.5f, 0.25f, 0}));
    }
    RecordProperty("momentum", fmt::format("{:.2g}", off)), RecordProperty("thrown", fmt::format("{:.2g}", thrown));
    EXPECT_NEAR(share_turned(*w), 0.5, 0.1);
    EXPECT_EQ(mass_of(*w), mass);
    EXPECT_LT(off, 1e-5);
    EXPECT_LT(thrown, is_gas(GetParam().to) ? 6 : 0.2);  // of which the particles take 1.7 times the room, and what is beside them makes way
    const double given = by == By::time ? 0 : by == By::heating ? power * 0.02 : -power * 0.02;
    EXPECT_NEAR(heat_of(*w, level_of(by)), heat + given, 1e-6 * std::max(heat, power * 0.02));
}

struct Outline {
    double height, bottom, width;
};
/// Of all but 3 % on each side: lone corners of a crystal stay liquid when it becomes elastic (docs/decisions/017).
Outline outline_of(const World& w) {
    std::vector<double> x, y;
    for (Index i = 0; i < w.particles.size(); ++i) x.push_back(double(w.particles.position_volume.host()[i].x)), y.push_back(double(w.particles.position_volume.host()[i].y));
    std::sort(x.begin(), x.end()), std::sort(y.begin(), y.end());
    const std::size_t first = x.size() * 3 / 100, last = x.size() - 1 - first;
    return {y[last] - y[first], y[first], x[last] - x[first]};
}

class EveryKindOnAFloor : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(PhaseChange, EveryKindOnAFloor, testing::ValuesIn(cases_by_time()), [](const auto& c) { return name_of(c.param); });

// All of a block on a floor turns at once: as a solid it keeps its outline within 10 % for 0.4 s, as a liquid it becomes a fifth wider, and as a gas lighter than the air it leaves the floor.
TEST_P(EveryKindOnAFloor, BehavesAsWhatItIs) {
    const auto& [from, to, by] = GetParam();
    const auto w = world_of(fmt::format("dimension: 2\nspacing: 20 mm\nmaterials:\n  a: {{{}, becomes: [{{to: b, after: 20 ms}}]}}\n  b: {{{}}}\n"
                                        "objects: {{block: {{box: [0.24, 0.24], material: a, at: [0, 0.12]}}}}\nboundaries: {{floor: {{box: [3, 0.1], at: [0, -0.05]}}}}\n",
                                        from.law, to.law));
    const Outline before = outline_of(*w);
    while (w->time < 0.42) step(*w, 2e-3f);
    const Outline after = outline_of(*w);
    RecordProperty("height", fmt::format("{:.3f}", after.height / before.height)), RecordProperty("width", fmt::format("{:.3f}", after.width / before.width));
    EXPECT_EQ(share_turned(*w), 1);
    if (to.solid) {
        EXPECT_NEAR(after.height, before.height, 0.1 * before.height);
        EXPECT_NEAR(after.width, before.width, 0.1 * before.width);
    } else if (is_gas(to)) {
        EXPECT_GT(after.bottom, before.bottom + 0.1);
    } else {
        EXPECT_GT(after.width, 1.2 * before.width);
    }
}

}  // namespace
}  // namespace mote
