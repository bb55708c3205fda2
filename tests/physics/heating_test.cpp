// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Heat that comes and goes otherwise than by conduction, and values that follow the temperature.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "laws/point/specific_heat.h"
#include "worlds.h"

namespace mote {
namespace {

double mean_temperature(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) sum += double(w.particles.temperature.host()[i]) + double(w.heat->rest.host()[i]);
    return sum / w.particles.size();
}

/// How matter is laid.
struct Laid {
    const char *law, *lattice;
    bool        daily = false;

    bool asked() const { return daily || std::getenv("MOTE_NIGHTLY"); }
    bool flows() const { return law == std::string("liquid"); }
    std::string material() const { return flows() ? "viscosity: 0.001" : law == std::string("elastic") ? "elastic: {youngs_modulus: 5 kPa}" : "lattice: {youngs_modulus: 5 kPa}"; }
};
constexpr Laid all_ways[] = {{"liquid", "cubic", true}, {"liquid", "packed", true}, {"liquid", "poured"}, {"liquid", "crystal", true}, {"elastic", "cubic"}, {"elastic", "packed"}, {"elastic", "poured", true}, {"elastic", "crystal"}, {"virtual", "crystal", true}};

// A block that conducts well cools in air as exp(-h A t/(m c)), within 3 %, however its particles are laid: its edges and corners count for all the faces that meet there. So does a ball, whose surface is a staircase. All
// ways by night.
TEST(Heating, ALumpedBlockCoolsExponentially) {
    for (const Laid& laid : all_ways)
        for (const bool ball : {false, true}) {
            if (!laid.asked() || (ball && laid.flows())) continue;  // a ball of liquid would go on to a rounder one
            const auto w = world_of(fmt::format(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials: {{stuff: {{density: 1000, {}, heat_capacity: 500, conductivity: 2e5, cooling: {{to: 300 K, rate: 20 kW/(m^2 K)}}}}}}
objects: {{block: {{{}, material: stuff, temperature: 400 K, sampling: {{lattice: {}}}}}}}
)", laid.material(), ball ? "sphere: 0.1" : "box: [0.2, 0.16, 0.12]", laid.lattice));
            double mass = 0;
            for (Index i = 0; i < w->particles.size(); ++i) mass += double(w->particles.mass.host()[i]);
            advance(*w, 0.1);
            const double area = ball ? 4 * M_PI * 0.01 : 2 * (0.2 * 0.16 + 0.2 * 0.12 + 0.16 * 0.12);
            const double exact = 20e3 * area * 0.1 / (mass * 500), found = -std::log((mean_temperature(*w) - 300) / 100);
            const std::string name = fmt::format("{} {} {}", laid.law, laid.lattice, ball ? "ball" : "block");
            RecordProperty(name, fmt::format("{:.4f}", found / exact));
            EXPECT_NEAR(found / exact, 1, 0.03) << name;
        }
}

// So does that part of a block of two materials that air cools, here its lower half.
TEST(Heating, APartCoolsThroughItsOwnFaces) {
    const auto w = world_of(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials:
  bare: {density: 1000, elastic: {youngs_modulus: 5 kPa}, heat_capacity: 500, cooling: {to: 300 K, rate: 20 kW/(m^2 K)}}
  wrapped: {density: 1000, elastic: {youngs_modulus: 5 kPa}, heat_capacity: 500}
objects: {block: {box: [0.2, 0.16, 0.12], material: wrapped, temperature: 301 K, sampling: {lattice: crystal}, regions: [{plane: [0, 1, 0], material: bare}]}}
)");
    advance(*w, 1e-3);
    double lost = 0;
    for (Index i = 0; i < w->particles.size(); ++i) lost += double(w->particles.mass.host()[i]) * 500 * (301 - double(w->particles.temperature.host()[i]) - double(w->heat->rest.host()[i]));
    const double exact = 20e3 * (0.2 * 0.12 + 2 * 0.08 * (0.2 + 0.12)) * 1e-3;
    RecordProperty("lost", fmt::format("{:.4f}", lost / exact));
    EXPECT_NEAR(lost / exact, 1, 0.03);
}

// What flows forgets how it was laid: what a share of the surface of a stirred pool counts is that of what has no order, whether it was a crystal or a cubic lattice.
TEST(Heating, WhatFlowsForgetsHowItWasLaid) {
    for (const bool crystal : {false, true}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
materials: {{stuff: {{density: 1000, viscosity: 0.5, heat_capacity: 500, cooling: {{to: 300 K, rate: 20 kW/(m^2 K)}}}}}}
objects: {{pool: {{box: [0.24, 0.16], at: [0.12, 0.08], material: stuff, temperature: 300 K, sampling: {{lattice: {}}}}}}}
boundaries: {{floor: {{plane: [0, 1, 0], insulated: true}}}}
domain: {{low: [0, -1], high: [0.24, 1], faces: {{x: periodic}}}}
)", crystal ? "crystal" : "cubic"));
        const float laid = w->facing->host()[0];
        for (Index i = 0; i < w->particles.size(); ++i) {  // two eddies
            const Vec4  x = w->particles.position_volume.host()[i];
            Vec4&       v = w->particles.velocity_density.edit()[i];
            const float kx = 2 * float(M_PI) / 0.24f, up = float(M_PI) / 0.16f;
            v.x = 0.8f * std::sin(kx * x.x) * std::cos(up * x.y), v.y = -0.8f * kx / up * std::cos(kx * x.x) * std::sin(up * x.y);
        }
        step(*w, 1e-4f);
        const float first = w->facing->host()[0];
        advance(*w, 0.5);
        float off = 0;
        for (Index i = 0; i < w->particles.size(); ++i) off = std::max(off, std::abs(w->facing->host()[i] - 1.012f));
        RecordProperty(crystal ? "crystal" : "cubic", fmt::format("laid {:.3f}, then {:.2e} off", laid, off));
        EXPECT_GT(std::abs(laid - 1.012f), crystal ? 0.05f : 0.f);
        EXPECT_NEAR(first, laid, 0.05f * std::abs(laid - 1.012f)) << "it takes time";
        EXPECT_LT(off, 1e-3f);
    }
}

// It radiates with the fourth power: dT/dt = -e sigma A (T^4 - T_a^4)/(m c), for which T(t) is known where the air is at 0 K.
TEST(Heating, AHotBlockRadiates) {
    for (const Laid& laid : all_ways) {
        if (!laid.asked()) continue;
        const auto w = world_of(fmt::format(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials: {{lava: {{density: 1000, {}, heat_capacity: 1000, conductivity: 2e4, cooling: {{to: 0 K, emissivity: 0.9}}}}}}
objects: {{block: {{box: 0.16, material: lava, temperature: 1500 K, sampling: {{lattice: {}}}}}}}
time_step: {{largest: 20 ms}}
)", laid.material(), laid.lattice));
        double mass = 0;
        for (Index i = 0; i < w->particles.size(); ++i) mass += double(w->particles.mass.host()[i]);
        advance(*w, 1);
        const double k = 0.9 * 5.670374e-8 * 6 * 0.16 * 0.16 / (mass * 1000), exact = std::pow(std::pow(1500., -3) + 3 * k * 1, -1. / 3);
        const std::string name = fmt::format("{} {}", laid.law, laid.lattice);
        RecordProperty(name, fmt::format("{:.4f}", (1500 - mean_temperature(*w)) / (1500 - exact)));
        EXPECT_NEAR((1500 - mean_temperature(*w)) / (1500 - exact), 1, 0.03) << name;
    }
}

// What touches a wall is not in the air: a block in a closed box keeps its heat.
TEST(Heating, WhatIsWalledInDoesNotCool) {
    const auto w = world_of(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials: {stuff: {density: 1000, cooling: {to: 300 K, rate: 20 kW/(m^2 K)}}}
objects: {block: {box: 0.2, material: stuff, temperature: 400 K}}
boundaries: {tank: {box: 0.2, inside: true, insulated: true}}
)");
    advance(*w, 0.2);
    EXPECT_NEAR(mean_temperature(*w), 400, 1e-4);
}

// Power is exact: half a second of 1 kW between two times in steps that do not meet them, and only what was asked for is heated.
TEST(Heating, HeatersGiveTheirPower) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {a: {density: 1000, heat_capacity: 1000}, b: {density: 2000, heat_capacity: 500}}
objects:
  left: {box: [0.2, 0.2], at: [-0.2, 0], material: a, temperature: 300 K}
  right: {box: [0.2, 0.2], at: [0.2, 0], material: b, temperature: 300 K}
heaters:
  all: {box: [2, 2], power: 60 kW, on: [[0.1003 s, 0.35 s], [0.4 s, 0.6503 s]]}
  one: {box: [2, 2], power: -20 kW, start: 0.5 s, stop: 1 s, object: left}
time_step: {largest: 7 ms}
)");
    advance(*w, 2);
    double heat = 0, left = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const Material& m = w->materials[w->particles.material.host()[i]];
        const double    h = double(w->particles.mass.host()[i]) * double(m.heat_capacity) * (double(w->particles.temperature.host()[i]) + double(w->heat->rest.host()[i]) - 300);
        heat += h, left += w->particles.material.host()[i] == 0 ? h : 0;
    }
    EXPECT_NEAR(heat, 60e3 * 0.5 - 20e3 * 0.5, 0.01);
    EXPECT_NEAR(left, 60e3 * 0.5 / 3 - 20e3 * 0.5, 0.01);  // a third of the mass
}

// A wall whose temperature goes with time: matter that conducts well follows it. Implicit walls do the same.
TEST(Heating, WallsFollowTheirTemperatureInTime) {
    for (const char* method : {"sampled", "implicit"}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {{stuff: {{density: 1000, heat_capacity: 100, conductivity: 1e4}}}}
objects: {{block: {{box: [0.2, 0.2], material: stuff, temperature: 300 K}}}}
boundaries: {{tank: {{box: [0.2, 0.2], inside: true, method: {}, temperature: {{0 s: 300 K, 0.5 s: 300 K, 1 s: 400 K, 2 s: 350 K}}}}}}
)", method));
        advance(*w, 0.5);
        EXPECT_NEAR(mean_temperature(*w), 300, 0.01) << method;
        advance(*w, 1);
        EXPECT_NEAR(mean_temperature(*w), 400, 10) << method;
        advance(*w, 3);
        EXPECT_NEAR(mean_temperature(*w), 350, 0.1) << method;
    }
}

// Where a surface resists with a conductance H the temperature jumps there: the steady flux through a slab of thickness L between two walls is
// 100 K/(L/k + 1/H), and across a pair of materials in touch the same.
TEST(Heating, ContactResists) {
    const auto flux = [](const std::string& wall, const std::string& pairs) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials:
  a: {{density: 1000, heat_capacity: 100, conductivity: 1e4}}
  b: {{density: 1000, heat_capacity: 100, conductivity: 1e4}}
objects:
  left: {{box: [0.2, 0.2], at: [-0.1, 0], material: a, temperature: 350 K}}
  right: {{box: [0.2, 0.2], at: [0.1, 0], material: b, temperature: 350 K}}
boundaries:
  below: {{box: [0.8, 0.2], at: [0, -0.2], insulated: true}}
  above: {{box: [0.8, 0.2], at: [0, 0.2], insulated: true}}
  hot: {{box: [0.2, 0.2], at: [-0.3, 0], temperature: 400 K{}}}
  cold: {{box: [0.2, 0.2], at: [0.3, 0], temperature: 300 K}}
{})", wall, pairs));
        advance(*w, 6);
        double near = 0, far = 0;  // means of columns in the right half
        for (Index i = 0; i < w->particles.size(); ++i) {
            const float x = w->particles.position_volume.host()[i].x;
            if (std::abs(x - 0.05f) < 0.015f) near += double(w->particles.temperature.host()[i]) / 10;
            if (std::abs(x - 0.15f) < 0.015f) far += double(w->particles.temperature.host()[i]) / 10;
        }
        return 1e4 * (near - far) / 0.1;
    };
    const double through = 0.4 / 1e4, resists = 1 / 5e3;
    EXPECT_NEAR(flux("", ""), 100 / through, 0.02 * 100 / through);
    EXPECT_NEAR(flux(", conductance: 5000", ""), 100 / (through + resists), 0.02 * 100 / (through + resists));
    EXPECT_NEAR(flux("", "pairs: {seam: {between: [a, b], conductance: 5000}}\n"), 100 / (through + resists), 0.1 * 100 / (through + resists));
}

// Viscosity by temperature: at its points it is theirs, in between its logarithm is straight, beyond it is level; a shear law starts from it.
TEST(Heating, ViscosityFollowsTheTemperature) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {wax: {density: 900, viscosity: {20 degC: 100 Pa s, 60 degC: 1 Pa s, 80 degC: 0.5 Pa s}}}
objects: {block: {box: [0.2, 0.2], material: wax}}
time_step: {largest: 1 ms}
)");
    for (const auto& [celsius, expected] : {std::pair{0., 100.}, {20., 100.}, {40., 10.}, {60., 1.}, {70., std::sqrt(0.5)}, {80., 0.5}, {200., 0.5}}) {
        for (Index i = 0; i < w->particles.size(); ++i) w->particles.temperature.edit()[i] = float(celsius + 273.15);
        step(*w, 1e-3f);
        EXPECT_NEAR(w->particles.viscosity.host()[0] / expected, 1, 1e-4) << celsius;
    }
}

/// Heat of all matter over that at `level`.
double heat_of(const World& w, double level) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const SpecificHeat c{&w.materials[w.particles.material.host()[i]]};
        sum += double(w.particles.mass.host()[i]) * c.between(level, double(w.particles.temperature.host()[i]) + double(w.heat->rest.host()[i]));
    }
    return sum;
}

// With c = 1000 J/(kg K) at 300 K and 3000 J/(kg K) at 400 K, straight in between, 100 kJ/kg warm from 300 K by 60.2 K, 250 kJ/kg by 117 K: c stays beyond. What a heater gives is there, to 1e-6.
TEST(Heating, HeatCapacityFollowsTheTemperature) {
    for (const auto& [given, warmer] : {std::pair{100e3, (std::sqrt(1e6 + 2 * 20 * 100e3) - 1000) / 20}, {250e3, 100 + 50e3 / 3000}, {-50e3, -50.}}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {{stuff: {{density: 1000, heat_capacity: {{300 K: 1000, 400 K: 3000}}}}}}
objects: {{block: {{box: [0.2, 0.2], material: stuff, temperature: 300 K}}}}
heaters: {{all: {{box: [2, 2], power: {} W, stop: 0.5 s}}}}
time_step: {{largest: 7 ms}}
)", given * 40 / 0.5));  // 40 kg
        advance(*w, 0.6);
        EXPECT_NEAR(mean_temperature(*w), 300 + warmer, 1e-4) << given;
        EXPECT_NEAR(heat_of(*w, 300) / (given * 40), 1, 1e-6) << given;
    }
}

// Between two halves of 300 and 420 K it flows until both are as warm as their heat together says, and none is made or lost on the way, however many steps there are; across two materials too.
TEST(Heating, HeatIsKeptAsItFlowsAlongACurve) {
    for (const char* other : {"a", "b"}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials:
  a: {{density: 1000, heat_capacity: {{300 K: 1000, 350 K: 400, 400 K: 3000}}, conductivity: 2e4}}
  b: {{density: 1000, heat_capacity: {{320 K: 500, 380 K: 800}}, conductivity: 1e4}}
objects:
  left: {{box: [0.2, 0.2], at: [-0.1, 0], material: a, temperature: 300 K}}
  right: {{box: [0.2, 0.2], at: [0.1, 0], material: {}, temperature: 420 K}}
)", other));
        const double heat = heat_of(*w, 280);
        const Material &a = w->materials[0], &b = w->materials[other == std::string("b")];
        double low = 300, high = 420;  // halves of 40 kg
        for (int k = 0; k < 60; ++k) {
            const double middle = 0.5 * (low + high);
            (40 * (SpecificHeat{&a}.between(280, middle) + SpecificHeat{&b}.between(280, middle)) < heat ? low : high) = middle;
        }
        advance(*w, 0.1);
        const double kept = heat_of(*w, 280) / heat;
        advance(*w, 25);
        RecordProperty(other, fmt::format("heat {:.2e}, then {:.2e} off; {:.5f} K, {:.5f} K asked for", kept - 1, heat_of(*w, 280) / heat - 1, mean_temperature(*w), low));
        EXPECT_NEAR(kept, 1, 1e-6) << other;
        EXPECT_NEAR(heat_of(*w, 280) / heat, 1, 1e-6) << other;
        EXPECT_NEAR(mean_temperature(*w), low, 1e-3) << other;
    }
}

// In air: with c = c_0 + s (T - T_a) it is c_0 ln((T_0 - T_a)/(T - T_a)) + s (T_0 - T) that grows as h A t/m, whatever the step.
TEST(Heating, WhatCoolsFollowsItsCurve) {
    const auto cooled = [](const char* capacity, const char* step) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {{stuff: {{density: 1000, heat_capacity: {}, conductivity: 2e6, cooling: {{to: 300 K, rate: 20 kW/(m^2 K)}}}}}}
objects: {{block: {{box: [0.2, 0.2], material: stuff, temperature: 400 K}}}}
time_step: {{largest: {}}}
)", capacity, step));
        advance(*w, 0.4);
        return mean_temperature(*w);
    };
    for (const char* step : {"1 ms", "10 ms"}) {
        const double plain = cooled("500", step), grown = -500 * std::log((plain - 300) / 100), T = cooled("{300 K: 500, 400 K: 1500}", step);
        RecordProperty(step, fmt::format("{:.3f} K", T));
        EXPECT_NEAR((500 * std::log(100 / (T - 300)) + 10 * (400 - T)) / grown, 1, 3e-3) << step;
        EXPECT_LT(T, 395);
    }
}

// What melts and freezes along curves keeps its heat: 10 times up and down by a heater.
TEST(Heating, MeltingAlongCurvesKeepsHeat) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials:
  ice: {density: 1000, viscosity: 1, heat_capacity: {260 K: 1900, 290 K: 2300}, conductivity: 100, melting: {at: 300 K, latent_heat: 50 kJ/kg, to: water}}
  water: {density: 1000, viscosity: 1, heat_capacity: {280 K: 4300, 310 K: 4100, 320 K: 4200}, conductivity: 100, freezing: {at: 290 K, to: ice}}
objects: {block: {box: [0.12, 0.12], material: ice, temperature: 270 K}}
heaters:
  up: {box: [2, 2], power: 48 MW, on: [[0, 0.05], [0.1, 0.15], [0.2, 0.25], [0.3, 0.35]]}
  down: {box: [2, 2], power: -48 MW, on: [[0.05, 0.1], [0.15, 0.2], [0.25, 0.3], [0.35, 0.4]]}
time_step: {largest: 1.7 ms}
)");
    double hottest = 0;
    const auto turned = [&] { return std::count_if(w->particles.material.host().data, w->particles.material.host().data + w->particles.size(), [](MaterialId m) { return m == 1; }); };
    Index most = 0;
    while (w->time < 0.41) step(*w, 5e-3f), hottest = std::max(hottest, mean_temperature(*w)), most = std::max(most, Index(turned()));
    RecordProperty("heat", fmt::format("{:.2e} K off, hottest {:.1f} K", mean_temperature(*w) - 270, hottest));
    EXPECT_EQ(most, w->particles.size());
    EXPECT_EQ(turned(), 0);
    EXPECT_GT(hottest, 310);
    EXPECT_NEAR(mean_temperature(*w), 270, 1e-4);
}

// Between a cold plate and a hot one that is moved along, the stress is the same everywhere, so shear is where it is hot: with
// mu = mu_0 exp(-b y) the speed is (e^(b y) - 1)/(e^(b L) - 1) of the plate's.
TEST(Heating, ThinLiquidTakesTheShear) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
support: 3
gravity: [0, 0]
materials: {oil: {density: 1000, heat_capacity: 1000, viscosity: {300 K: 100 Pa s, 400 K: 10 Pa s}}}
objects: {layer: {box: [0.2, 0.2], at: [0.1, 0.1], material: oil}}
boundaries:
  low: {box: [2, 0.1], at: [0.1, -0.05]}
  high: {box: [10, 0.1], at: [0.1, 0.25], motion: {interpolation: linear, keys: [{time: 0 s}, {time: 10 s, move: [0.5, 0]}]}}
domain: {low: [0, -1], high: [0.2, 1], faces: {x: periodic}}
viscosity_solver: {method: implicit, tolerance: 1e-5}
)");
    for (Index i = 0; i < w->particles.size(); ++i) w->particles.temperature.edit()[i] = 300 + 500 * w->particles.position_volume.host()[i].y;
    advance(*w, 3);
    const double b = std::log(10.) / 0.2, plate = 0.05;
    for (const double at : {0.05, 0.1, 0.15}) {
        double sum = 0, count = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (std::abs(double(w->particles.position_volume.host()[i].y) - at) < 0.0101) sum += double(w->particles.velocity_density.host()[i].x), ++count;
        EXPECT_NEAR(sum / count / plate, std::expm1(b * at) / std::expm1(b * 0.2), 0.05) << at;
    }
}

}  // namespace
}  // namespace mote
