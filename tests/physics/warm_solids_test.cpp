// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Solids whose Young's modulus follows the temperature.
#include <gtest/gtest.h>

#include <fmt/format.h>

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

}  // namespace
}  // namespace mote
