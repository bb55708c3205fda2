// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Matter whose Young's modulus, yield stress, strength or cohesion follows the temperature (KB-66).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

constexpr const char* curve = "{20 degC: 400 kPa, 60 degC: 200 kPa, 100 degC: 50 kPa}";

/// A bar 0.2 m long that hangs from its upper end, at one temperature [deg C].
std::unique_ptr<World> hung(const std::string& law, const std::string& modulus, double warm, const std::string& more = "", const char* damping = "5 ms") {
    return world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
materials: {{stuff: {{density: 1000, {}: {{youngs_modulus: {}, poissons_ratio: 0, damping: {}}}}}}}
objects: {{bar: {{box: [0.05, 0.2], at: [0, -0.1], material: stuff, temperature: {} degC}}}}
pins: {{top: {{box: [1, 0.0101], at: [0, -0.005]}}}}
{}
)", law, modulus, damping, warm, more));
}
double sag(World& w, double until = 0.6) {
    const double from = centre_of(w, "bar").y;
    advance(w, until);
    return from - centre_of(w, "bar").y;
}

// It sags as the modulus at its temperature says, straight between the points of the curve and level beyond. In short steps, in long ones, and as a virtual material.
TEST(WarmSolids, ABarSagsAsItsModulusSays) {
    struct Case {
        const char *name, *law, *more;
        double      within;  // of rho g l^2/(3 E), the mean over what is free
    };
    for (const Case& c : {Case{"short", "elastic", "", 0.05}, Case{"long", "elastic", "solids: {method: implicit}", 0.05}, Case{"virtual", "lattice", "", 0.2}}) {
        const auto over_exact = [&](double warm, double modulus) { return sag(*hung(c.law, curve, warm, c.more)) / (1000 * 9.81 * 0.19 * 0.19 / (3 * modulus) * 0.19 / 0.2); };
        const double cold = over_exact(0, 400e3);
        record(c.name, cold);
        EXPECT_NEAR(cold, 1, c.within) << c.name;
        for (const auto& [warm, modulus] : {std::pair{40., 300e3}, {60., 200e3}, {90., 87.5e3}, {150., 50e3}}) {
            const double ratio = over_exact(warm, modulus) / cold;
            record(fmt::format("{}_{}", c.name, warm), ratio);
            EXPECT_NEAR(ratio, 1, 0.005) << c.name << ' ' << warm;
        }
    }
}

// At the ends of the curve it is what has that modulus alone: to the last bit where that is the largest, as steps are made for it, and to what other steps leave where it is not.
TEST(WarmSolids, TheEndsOfACurveAreTheTwoMaterials) {
    for (const char* law : {"elastic", "lattice"}) {
        const bool   elastic = law[0] == 'e';
        const char*  damping = elastic ? "5 ms" : "0.5 ms";  // virtual matter swings on
        const double until   = elastic ? 0.6 : 0.05;
        const auto   of      = [&](const char* modulus, double warm) { return hung(law, modulus, warm, "", damping); };
        const auto   stiff = of("400 kPa", 20), at_stiff = of(curve, 20), soft = of("50 kPa", 100), at_soft = of(curve, 100);
        sag(*stiff, until), sag(*at_stiff, until);
        for (Index i = 0; i < stiff->particles.size(); ++i) {
            const Vec3 a = xyz(stiff->particles.position_volume.host()[i]), b = xyz(at_stiff->particles.position_volume.host()[i]);
            ASSERT_TRUE(a.x == b.x && a.y == b.y && a.z == b.z) << law << i;
        }
        const double one = sag(*soft, until), other = sag(*at_soft, until);
        record(law, other / one);
        EXPECT_NEAR(other / one, 1, elastic ? 1e-3 : 5e-3) << law;
        EXPECT_NEAR(observe_solids(*at_soft) / observe_solids(*soft), 1, elastic ? 5e-3 : 2e-2) << law;
    }
}

// A free bar that is warm at one end swings and spins: what is soft pulls what is stiff as much as that pulls it. Nor is energy gained while nothing gets colder.
TEST(WarmSolids, ABarThatIsWarmAtOneEndKeepsItsMomenta) {
    for (const char* law : {"elastic", "lattice"}) {
        const auto w = world_of(fmt::format(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials: {{stuff: {{density: 1000, {}: {{youngs_modulus: {}, poissons_ratio: 0.3}}}}}}
objects: {{bar: {{box: [0.2, 0.04, 0.04], at: [0.3, 0.1, 0], material: stuff, velocity: [1, 0.5, 0], spin: [0, 2, 6]}}}}
)", law, curve));
        Particles& p = w->particles;
        for (Index i = 0; i < p.size(); ++i) {
            const float x = p.position_volume.host()[i].x - 0.3f;
            Vec4&       v = p.velocity_density.edit()[i];
            p.temperature.edit()[i] = 333.15f + 400 * x;
            v = with_w(xyz(v) + Vec3{2 * x, 20 * x * x, 0}, v.w);
        }
        const Changes most = changes_until(*w, 0.1);
        record(fmt::format("momentum_{}", law), most.linear), record(fmt::format("spin_{}", law), most.angular), record(fmt::format("energy_{}", law), most.energy);
        EXPECT_LT(most.linear, 1e-6) << law;
        EXPECT_LT(most.angular, 1e-5) << law;
        EXPECT_LT(most.energy, 1.005) << law;
    }
}

// The stress at which metal flows is its own, however soft it has become: drawn out by a twentieth it flows where it is cold, and springs back where it is warm.
TEST(WarmSolids, YieldStressDoesNotFollowTheModulus) {
    for (const auto& [warm, modulus] : {std::pair{20., 400e3}, {100., 50e3}}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
solids: {{method: explicit}}
materials: {{lead: {{density: 1000, elastic: {{youngs_modulus: {}, poissons_ratio: 0, damping: 1 ms}}, plastic: {{law: von_mises, yield_stress: 10 kPa, hardening: 20 kPa}}}}}}
objects: {{bar: {{box: [0.2, 0.05], material: lead, temperature: {} degC}}}}
pins:
  left: {{box: [0.0201, 0.1], at: [-0.1, 0]}}
  right: {{box: [0.0201, 0.1], at: [0.1, 0], motion: [{{time: 0 s}}, {{time: 0.2 s, move: [9.5 mm, 0]}}, {{time: 10 s, move: [9.5 mm, 0]}}]}}
)", curve, warm));
        advance(*w, 0.3);
        observe_solids(*w);
        double stress = 0, flowed = 0, count = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (std::abs(w->particles.position_volume.host()[i].x) < 0.05f) stress += double(w->solids->stress.host()[i]) / modulus, flowed += double(w->solids->plastic->shown.host()[i]), ++count;
        const double strain = 9.5 / 190, flow = std::max((modulus * strain - 10e3) / (modulus + 20e3), 0.0);
        record(fmt::format("stress_{}", warm), stress / count / (strain - flow)), record(fmt::format("flowed_{}", warm), flowed / count);
        EXPECT_NEAR(stress / count, strain - flow, 0.1 * (strain - flow)) << warm;
        EXPECT_NEAR(flowed / count, flow, 0.1 * strain) << warm;
    }
}

/// A bar 0.2 m long that is drawn out by a twentieth, at one temperature [deg C], after it has come to rest.
std::unique_ptr<World> drawn(const std::string& law, double warm) {
    auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
solids: {{method: explicit}}
materials: {{stuff: {{density: 1000, {}}}}}
objects: {{bar: {{box: [0.2, 0.05], material: stuff, temperature: {} degC}}}}
pins:
  left: {{box: [0.0401, 0.1], at: [-0.1, 0]}}
  right: {{box: [0.0401, 0.1], at: [0.1, 0], motion: [{{time: 0 s}}, {{time: 0.2 s, move: [8.5 mm, 0]}}, {{time: 10 s, move: [8.5 mm, 0]}}]}}
)", law, warm));
    advance(*w, 0.3);
    observe_solids(*w);
    return w;
}
/// Mean over its middle.
double in_the_middle(const World& w, const Column<float>& of) {
    double sum = 0, count = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (std::abs(w.particles.position_volume.host()[i].x) < 0.05f) sum += double(of.host()[i]), ++count;
    return sum / count;
}

// Metal flows from the stress on that it has at its temperature, straight between points: what is drawn out by e beyond it flows by (E e - Y)/(E + H).
TEST(WarmSolids, YieldStressFollowsTheTemperature) {
    constexpr double E = 400e3, H = 20e3, strain = 8.5 / 170;
    for (const auto& [warm, yields] : {std::pair{20., 30e3}, {60., 17.5e3}, {80., 11.25e3}, {120., 5e3}}) {
        const auto   w    = drawn("elastic: {youngs_modulus: 400 kPa, poissons_ratio: 0, damping: 1 ms}, plastic: {law: von_mises, yield_stress: {20 degC: 30 kPa, 100 degC: 5 kPa}, hardening: 20 kPa}", warm);
        const double flow = std::max((E * strain - yields) / (E + H), 0.0), stress = E * (strain - flow);
        record(fmt::format("yield_{}", warm), in_the_middle(*w, w->solids->stress) / stress);
        EXPECT_NEAR(in_the_middle(*w, w->solids->plastic->shown), flow, 0.1 * strain) << warm;
        EXPECT_NEAR(in_the_middle(*w, w->solids->stress), stress, 0.1 * stress) << warm;
    }
}

// A virtual bar under a tension of 20 kPa holds where its strength at that temperature is more, and is torn, and bears nothing, where it is less.
TEST(WarmSolids, StrengthFollowsTheTemperature) {
    for (const auto& [warm, holds] : {std::pair{20., true}, {50., true}, {85., false}, {120., false}}) {  // 60, 40, 16.7 and 10 kPa
        const auto   w      = drawn("lattice: {youngs_modulus: 400 kPa, poissons_ratio: 0, damping: 1 ms, strength: {20 degC: 60 kPa, 95 degC: 10 kPa}}", warm);
        const double stress = in_the_middle(*w, *w->lattice->stress) / 20e3;
        record(fmt::format("strength_{}", warm), stress);
        if (holds) {
            EXPECT_NEAR(stress, 1, 0.2) << warm;
        } else {
            EXPECT_LT(stress, 0.2) << warm;
        }
    }
}

/// How fast the right half of a block goes that is torn apart at 0.2 m/s to either side, after 50 ms [m/s].
double speed_apart(const std::string& cohesion, double warm) {
    const auto w = world_of(fmt::format("dimension: 2\nspacing: 10 mm\nsupport: 2.5\ngravity: [0, 0]\nmaterials: {{syrup: {{viscosity: 1, cohesion: {}}}}}\nobjects: {{block: {{box: 0.2, material: syrup, temperature: {} degC}}}}\n", cohesion, warm));
    Particles& p = w->particles;
    std::vector<ParticleId> right;
    for (Index i = 0; i < p.size(); ++i) {
        const bool is_right = p.position_volume.host()[i].x > 0;
        p.velocity_density.edit()[i].x = is_right ? 0.2f : -0.2f;
        if (is_right) right.push_back(p.id.host()[i]);
    }
    advance(*w, 0.05);
    double sum = 0;
    for (Index i = 0; i < p.size(); ++i)
        if (std::find(right.begin(), right.end(), p.id.host()[i]) != right.end()) sum += double(p.velocity_density.host()[i].x);
    return sum / double(right.size());
}

// Liquid bears the tension that its temperature gives it: the halves of a block hold each other back where it is cold and part where it is warm; beyond the points it is the liquid of the last one, to the last bit.
TEST(WarmSolids, CohesionFollowsTheTemperature) {
    const std::string by_heat = "{20 degC: 20 kPa, 60 degC: 0}";
    record("apart_cold", speed_apart(by_heat, 20)), record("apart_warm", speed_apart(by_heat, 80));
    EXPECT_LT(std::abs(speed_apart(by_heat, 20)), 0.1);
    EXPECT_GT(speed_apart(by_heat, 80), 0.15);
    EXPECT_EQ(speed_apart(by_heat, 80), speed_apart("0", 80));
    EXPECT_EQ(speed_apart(by_heat, 10), speed_apart("20 kPa", 10));
}

}  // namespace
}  // namespace mote
