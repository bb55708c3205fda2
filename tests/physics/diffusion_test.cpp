// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Heat and concentration against the closed forms of diffusion in one dimension (KA-13, AW-44).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "mote/random.h"
#include "worlds.h"

namespace mote {
namespace {

/// Matter at rest in a closed tank; x goes from -0.5 m to 0.5 m.
std::unique_ptr<World> bar(const std::string& material, const std::string& more, float support = 2, const char* lattice = "cubic") {
    return world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
support: {}
gravity: [0, 0]
materials: {{stuff: {{density: 1000, {}}}}}
objects: {{bar: {{box: [1, 0.2], material: stuff, temperature: 300 K, sampling: {{lattice: {}}}}}}}
boundaries:
  below: {{box: [1.4, 0.2], at: [0, -0.2], insulated: true}}
  above: {{box: [1.4, 0.2], at: [0, 0.2], insulated: true}}
  left: {{box: [0.2, 0.2], at: [-0.6, 0], {}}}
  right: {{box: [0.2, 0.2], at: [0.6, 0], {}}}
)",
                                support, material, lattice, more == "insulated" ? "insulated: true" : "temperature: 400 K",
                                more == "insulated" ? "insulated: true" : "temperature: 300 K"));
}

/// Root of the mean square of quantity - exact(x), away from the ends by `margin`.
double error(const World& w, View<const float> quantity, const std::function<double(double)>& exact, double margin = 0) {
    double sum = 0, count = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const double x = double(w.particles.position_volume.host()[i].x);
        if (std::abs(x) > 0.5 - margin) continue;
        const double off = double(quantity[i]) - exact(x);
        sum += off * off, ++count;
    }
    return std::sqrt(sum / count);
}

double content(const World& w, View<const float> quantity, double of_nothing = 0) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Material& m = w.materials[w.particles.material.host()[i]];
        sum += double(w.particles.mass.host()[i]) * double(m.heat_capacity) * (double(quantity[i]) - of_nothing);
    }
    return sum;
}

// Between a hot and a cold wall the temperature falls in a straight line: within 1 % of the difference everywhere.
TEST(Diffusion, HeatBetweenTwoWallsFallsInAStraightLine) {
    for (const float support : {2.f, 3.f}) {
        const auto w = bar("heat_capacity: 1000, conductivity: 1e5", "walls", support);  // 0.1 m^2/s
        advance(*w, 5);
        const double off = error(*w, w->particles.temperature.host(), [](double x) { return 350 - 100 * x; });
        RecordProperty(fmt::format("error_at_{}", support), fmt::format("{:.3f}", off));
        EXPECT_LT(off, support == 2 ? 1 : 2) << support;
    }
}

// A step of the temperature becomes an error function; so does one of a concentration. The amount is kept.
TEST(Diffusion, AStepBecomesAnErrorFunction) {
    const auto  w = bar("heat_capacity: 500, conductivity: 5000, diffusion: 0.01 m^2/s", "insulated");
    Particles&  p = w->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const bool left = p.position_volume.host()[i].x < 0;
        p.temperature.edit()[i] = left ? 400.f : 300.f;
        w->solute->concentration.edit()[i] = left ? 1.f : 0.f;
    }
    const double heat = content(*w, p.temperature.host()), amount = content(*w, w->solute->concentration.host());
    advance(*w, 0.8);
    const auto exact = [](double x) { return 0.5 * std::erfc(x / std::sqrt(4 * 0.01 * 0.8)); };
    const double off = error(*w, w->solute->concentration.host(), exact, 0.1);
    RecordProperty("error", fmt::format("{:.5f}", off));
    EXPECT_LT(off, 0.01);
    EXPECT_LT(error(*w, p.temperature.host(), [&](double x) { return 300 + 100 * exact(x); }, 0.1), 1);
    EXPECT_NEAR(content(*w, p.temperature.host()) / heat, 1, 1e-7);
    EXPECT_NEAR(content(*w, w->solute->concentration.host()) / amount, 1, 1e-7);
}

// A packing without order spreads as fast as a lattice, within 8 % (measured 5 % less): seen by the growth of the variance, 2 D t.
TEST(Diffusion, DisorderHardlyChangesTheRate) {
    const auto w = bar("diffusion: 0.01 m^2/s", "insulated", 2, "packed");
    Particles& p = w->particles;
    const auto variance = [&] {
        double sum = 0, square = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const double x = double(p.position_volume.host()[i].x), c = double(w->solute->concentration.host()[i]);
            sum += c, square += c * x * x;
        }
        return square / sum;
    };
    for (Index i = 0; i < p.size(); ++i)
        w->solute->concentration.edit()[i] = std::abs(p.position_volume.host()[i].x) < 0.1f ? 1.f : 0.f;
    const double before = variance();
    advance(*w, 0.3);
    const double rate = (variance() - before) / (2 * 0.01 * 0.3);
    RecordProperty("rate", fmt::format("{:.4f}", rate));
    EXPECT_NEAR(rate, 1, 0.08);
}

// Two liquids of different capacity and conductivity in violent motion: heat goes from one to the other and none is lost. The
// slow flow of heat is not lost in the last bit of the temperature either.
TEST(Diffusion, HeatIsKeptInAFlow) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
materials:
  water: {density: 1000, conductivity: 600, heat_capacity: 4000}
  oil: {density: 800, conductivity: 100, heat_capacity: 2000, viscosity: 0.1}
objects:
  left: {box: [0.4, 0.6], at: [-0.3, 0.3], material: water, temperature: 350 K}
  right: {box: [0.4, 0.6], at: [0.3, 0.3], material: oil, temperature: 280 K}
boundaries: {tank: {box: [1, 1], at: [0, 0.5], inside: true, insulated: true}}
)");
    const auto heat_of = [&](MaterialId kind) {
        double sum = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (w->particles.material.host()[i] == kind)
                sum += double(w->particles.mass.host()[i]) * double(w->materials[kind].heat_capacity) *
                       (double(w->particles.temperature.host()[i]) + double(w->heat->rest.host()[i]));
        return sum;
    };
    const double water = heat_of(0), all = water + heat_of(1);
    advance(*w, 0.5);
    const double given = water - heat_of(0);
    EXPECT_GT(given, 1e-4 * all);
    EXPECT_LT(std::abs(heat_of(0) + heat_of(1) - all), 1e-6 * given);
}

// Through periodic faces heat and dye go on as through any matter: a sine decays as exp(-D k^2 t), within 1 %, and nothing is lost.
TEST(Diffusion, SpreadsThroughPeriodicFaces) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {stuff: {density: 1000, heat_capacity: 1000, conductivity: 1e4, diffusion: 0.01 m^2/s}}
objects: {stuff: {box: [0.8, 0.2], material: stuff}}
domain: {low: [-0.4, -0.1], high: [0.4, 0.1], faces: {x: periodic, y: periodic}}
)");
    Particles&   p = w->particles;
    const double k = 2 * M_PI / 0.8;
    const auto   wave = [&](Index i) { return std::sin(k * double(p.position_volume.host()[i].x) + 1); };
    for (Index i = 0; i < p.size(); ++i) p.temperature.edit()[i] = float(350 + 50 * wave(i)), w->solute->concentration.edit()[i] = float(0.5 + 0.5 * wave(i));
    const double heat = content(*w, p.temperature.host());
    advance(*w, 1);
    double warm = 0, dyed = 0;
    for (Index i = 0; i < p.size(); ++i) warm += (double(p.temperature.host()[i]) - 350) * wave(i) / 25 / p.size(), dyed += double(w->solute->concentration.host()[i]) * wave(i) * 4 / p.size();
    EXPECT_NEAR(warm, std::exp(-0.01 * k * k), 0.01);
    EXPECT_NEAR(dyed, std::exp(-0.01 * k * k), 0.01);
    EXPECT_NEAR(content(*w, p.temperature.host()) / heat, 1, 1e-7);
}

// A material that does not let the substance spread holds it back.
TEST(Diffusion, NothingSpreadsIntoAMaterialWithoutDiffusion) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {water: {diffusion: 0.01 m^2/s}, oil: {density: 800}}
objects:
  left: {box: [0.2, 0.2], at: [-0.1, 0], material: water, concentration: 1}
  right: {box: [0.2, 0.2], at: [0.1, 0], material: oil}
)");
    advance(*w, 0.1);
    for (Index i = 0; i < w->particles.size(); ++i)
        EXPECT_EQ(w->solute->concentration.host()[i], w->particles.material.host()[i] == 0 ? 1.f : 0.f);
}

}  // namespace
}  // namespace mote
