// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Matter that takes up a liquid, dries, shrinks, cracks and heals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "laws/point/specific_heat.h"
#include "worlds.h"

namespace mote {
namespace {

double liquid_in(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) sum += double(w.particles.mass.host()[i]) + double(w.mixture->rest.host()[i]) - double(w.mixture->dry.host()[i]);
    return sum;
}
double dry_in(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) sum += double(w.mixture->dry.host()[i]);
    return sum;
}
Index count_of(const World& w, MaterialId m) {
    Index n = 0;
    for (Index i = 0; i < w.particles.size(); ++i) n += w.particles.material.host()[i] == m;
    return n;
}
/// Exchange among particles that stand still.
void exchange(World& w, float dt, int times) {
    w.neighbours.build(w.exec, w.points());
    for (int n = 0; n < times; ++n) exchange_liquids(w.exec, w.particles, w.neighbours, w.kernel(), w.material_view(), *w.mixture, w.heat.get(), {dt, w.spacing, w.dimension, w.facing ? w.facing->read() : View<const float>{}});
}
Index row_of(const World& w, MaterialId m) {
    for (Index i = 0; i < w.particles.size(); ++i)
        if (w.particles.material.host()[i] == m) return i;
    return 0;
}

// Water on both sides of a grain of dirt: each loses m (1 - 0.9^(t/0.1)), whatever the step, and the dirt has it all, with its momentum.
TEST(Mixtures, DirtTakesATenthInATenthOfASecond) {
    for (const float dt : {1e-3f, 0.02f}) {
        const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  water: {preset: water}
  dirt: {density: 1500, viscosity: 100, takes_up: {liquid: water, until: 100 %}}
objects:
  left: {box: [10 mm, 10 mm], at: [-10 mm, 0], material: water, velocity: [1, 0]}
  grain: {box: [10 mm, 10 mm], material: dirt}
  right: {box: [10 mm, 10 mm], at: [10 mm, 0], material: water, velocity: [1, 0]}
)");
        ASSERT_EQ(w->particles.size(), 3u);
        const double water = 0.09982;  // kg in a metre of depth: 998.2 kg/m^3 in a square centimetre
        const Index  grain = row_of(*w, 1);
        exchange(*w, dt, int(std::lround(1 / double(dt))));
        const double taken = 2 * water * (1 - std::pow(0.9, 10)), all = double(w->particles.mass.host()[grain]);
        EXPECT_NEAR(all, 0.15 + taken, 2e-5 * water) << dt;
        EXPECT_NEAR(w->particles.velocity_density.host()[grain].x, taken / all, 1e-4) << dt;
        EXPECT_NEAR(w->mixture->moisture.host()[grain], taken / all, 1e-5);
        EXPECT_NEAR(liquid_in(*w) / (2 * water), 1, 1e-6);
    }
}

// Poured on dirt, water goes into it and is not lost: particles of it are used up, mud swells, splits and flows.
TEST(Mixtures, WaterIsKept) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
materials:
  water: {preset: water}
  dirt: {preset: dirt, takes_up: {liquid: water, rate: 8 1/s, becomes: mud}}
  mud: {preset: mud, takes_up: {liquid: water, rate: 8 1/s}, dries: {to: dirt}}
objects:
  dirt: {box: [0.2, 60 mm], at: [0, 30 mm], material: dirt, moisture: 10 %}
  rain: {box: [0.2, 80 mm], at: [0, 0.11], material: water}
boundaries: {tank: {box: [0.24, 0.4], at: [0, 0.2], inside: true}}
)");
    const double water = liquid_in(*w), dirt = dry_in(*w);
    const Index  before = w->particles.size();
    advance(*w, 1.5);
    EXPECT_NEAR(liquid_in(*w) / water, 1, 1e-6);
    EXPECT_NEAR(dry_in(*w) / dirt, 1, 1e-6);
    EXPECT_GT(count_of(*w, 2), 50u);                       // mud
    EXPECT_LT(count_of(*w, 0), 130u);                      // of 160 particles of water
    EXPECT_GT(w->particles.next_id, before + w->particles.rows() - w->particles.size());  // some were split
    // Volume follows the masses: nobody has more than two spacings squared, and all of them together what liquid and grains have.
    double volume = 0;
    for (Index i = 0; i < w->particles.size(); ++i) volume += double(w->particles.position_volume.host()[i].w);
    for (Index i = 0; i < w->particles.size(); ++i) EXPECT_LT(w->particles.position_volume.host()[i].w, 2e-4f);
    const double grains = 0.6 * dirt / 1500 + water / 998.2;
    EXPECT_GE(volume, 0.999 * grains);
    EXPECT_LT(volume, 1.06 * grains);  // where pores are not full
}

// Moisture between the thresholds leaves both as they are; beyond them they turn.
TEST(Mixtures, ThresholdsDoNotFlicker) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  water: {preset: water}
  dirt: {density: 1500, viscosity: 100, takes_up: {liquid: water, becomes: mud}}
  mud: {density: 1500, viscosity: 1, takes_up: {liquid: water}, dries: {to: dirt}}
objects: {grain: {box: [10 mm, 10 mm], material: dirt}}
)");
    MaterialId was = 1;
    for (const auto& [moisture, becomes] : {std::pair{0.249f, 1}, {0.251f, 2}, {0.22f, 2}, {0.201f, 2}, {0.199f, 1}, {0.22f, 1}, {0.249f, 1}, {0.26f, 2}}) {
        w->particles.mass.edit()[0] = w->mixture->dry.host()[0] / (1 - moisture);
        exchange(*w, 1e-3f, 5);
        EXPECT_EQ(w->particles.material.host()[0], becomes) << moisture << ", was " << was;
        was = w->particles.material.host()[0];
    }
}

// Of two that touch the wetter gives until both are alike, and 1 - exp(-k t w) of it in a time t.
TEST(Mixtures, MoistureSpreadsUntilItIsEven) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  water: {preset: water}
  mud: {density: 1500, viscosity: 100, takes_up: {liquid: water, rate: 0.5129 1/s}}
objects:
  wet: {box: [10 mm, 10 mm], material: mud, moisture: 60 %}
  dry: {box: [10 mm, 10 mm], at: [10 mm, 0], material: mud, moisture: 30 %}
)");
    const auto   moist = [&](Index i) { return w->mixture->moisture.host()[i]; };
    const Index  wet = moist(0) > moist(1) ? 0 : 1;
    const double water = liquid_in(*w), apart = 0.6 / 0.4 - 0.3 / 0.7;
    exchange(*w, 0.01f, 100);
    const auto u = [&](Index i) { return double(moist(i)) / (1 - double(moist(i))); };
    EXPECT_NEAR((u(wet) - u(1 - wet)) / apart, std::exp(-0.5129 * (5. / 9) / (8. / 3)), 2e-3);
    exchange(*w, 1.f, 200);
    EXPECT_NEAR(moist(0), moist(1), 1e-5);
    EXPECT_NEAR(liquid_in(*w) / water, 1, 1e-7);
}

// Air takes the rate times the area and the time; or of each particle in the surface a share, exponentially.
TEST(Mixtures, EvaporationIsLinearOrExponentialAsSet) {
    const auto left = [](const char* law) {
        const auto w = world_of(std::string(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
domain: {low: [0, -1], high: [0.2, 1], faces: {x: periodic}}
materials: {water: {density: 1000, evaporation: )") + law + R"(}}
objects: {pool: {box: [0.2, 60 mm], at: [0.1, 30 mm], material: water}}
boundaries: {floor: {plane: [0, 1, 0]}}
)");
        make_images(w->exec, w->particles, w->periodic(), w->reach());
        exchange(*w, 0.01f, 100);
        return liquid_in(*w);
    };
    EXPECT_NEAR(12 - left("{rate: 0.5 kg/(m^2 s)}"), 0.5 * 0.2, 1e-3);
    EXPECT_NEAR(12 - left("{share: 0.7 1/s}"), 2 * (1 - std::exp(-0.7)), 0.02);  // two kilograms are in the surface
}

/// Over that at 300 K, of dry matter and of what it holds.
double heat_in(const World& w) {
    double sum = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Material& m   = w.materials[w.particles.material.host()[i]];
        const double    dry = double(w.mixture->dry.host()[i]), wet = double(w.particles.mass.host()[i]) + double(w.mixture->rest.host()[i]) - dry;
        const Material& liquid = m.uptake.takes() ? w.materials[m.uptake.liquid] : m;
        const double    T = double(w.particles.temperature.host()[i]) + double(w.heat->rest.host()[i]);
        sum += dry * SpecificHeat{&m}.between(300, T) + wet * SpecificHeat{&liquid}.between(300, T);
    }
    return sum;
}

// Hot water brings its heat: a cold grain that has drunk x of it is as warm as both together are, by the heat capacities of dry matter and of water.
TEST(Mixtures, LiquidBringsItsHeat) {
    for (const char* capacity : {"4180", "{300 K: 4000, 350 K: 4500}"}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  water: {{density: 1000, heat_capacity: {}, conductivity: 0.6}}
  dirt: {{density: 1500, viscosity: 100, heat_capacity: 850, takes_up: {{liquid: water, until: 100 %}}}}
objects:
  left: {{box: [10 mm, 10 mm], at: [-10 mm, 0], material: water, temperature: 350 K}}
  grain: {{box: [10 mm, 10 mm], material: dirt, temperature: 300 K}}
  right: {{box: [10 mm, 10 mm], at: [10 mm, 0], material: water, temperature: 350 K}}
)", capacity));
        const Index  grain = row_of(*w, 1);
        const double heat  = heat_in(*w);
        exchange(*w, 1e-3f, 1000);
        const double taken = double(w->particles.mass.host()[grain]) - 0.15, brought = taken * SpecificHeat{&w->materials[0]}.between(300, 350);
        const double T = SpecificHeat{&w->materials[1], &w->materials[0], taken / (0.15 + taken)}.reached(300, brought / (0.15 + taken));
        EXPECT_GT(taken, 0.1);
        EXPECT_NEAR(w->particles.temperature.host()[grain], T, 1e-3) << capacity;
        EXPECT_NEAR(heat_in(*w) / heat, 1, 1e-6) << capacity;
    }
}

// It is warmed by a heater as dry matter and water are; and dirt that becomes mud keeps its heat, also where dry mud would take more than dry dirt.
TEST(Mixtures, MudTakesHeatAsWhatIsInIt) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  water: {density: 1000, heat_capacity: 4180, conductivity: 100}
  dirt: {density: 1500, viscosity: 100, heat_capacity: 850, conductivity: 50, takes_up: {liquid: water, rate: 20 1/s, becomes: mud, above: 30 %}}
  mud: {density: 1500, viscosity: 1, heat_capacity: 1200, conductivity: 80, takes_up: {liquid: water, rate: 20 1/s}}
objects:
  wet: {box: [60 mm, 30 mm], at: [0, 15 mm], material: dirt, moisture: 25 %, temperature: 300 K}
  drops: {box: [60 mm, 20 mm], at: [0, 40 mm], material: water, temperature: 340 K}
heaters: {all: {box: [1, 1], power: 500 kW, start: 0.1 s, stop: 0.2 s}}
)");
    // Heat is counted from 20 degC as dirt turns into mud.
    const auto above = [&] {
        double sum = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Material& m   = w->materials[w->particles.material.host()[i]];
            const double    dry = double(w->mixture->dry.host()[i]), wet = double(w->particles.mass.host()[i]) + double(w->mixture->rest.host()[i]) - dry;
            sum += (dry * double(m.heat_capacity) + wet * 4180) * (double(w->particles.temperature.host()[i]) + double(w->heat->rest.host()[i]) - 293.15);
        }
        return sum;
    };
    const double heat = above();
    advance(*w, 0.1);
    EXPECT_NEAR(above() / heat, 1, 1e-6);
    advance(*w, 0.3);
    RecordProperty("heat", fmt::format("{:.2e} off; {} of mud", above() / (heat + 50e3) - 1, count_of(*w, 2)));
    EXPECT_GT(count_of(*w, 2), 5u);
    EXPECT_NEAR(above() / (heat + 50e3), 1, 1e-6);
}

// Air takes what evaporates through the area of the shape, however it is laid: blocks of dirt are crystals.
TEST(Mixtures, EvaporationGoesThroughTheAreaOfTheShape) {
    for (const auto& [law, lattice] : {std::pair{"lattice: {youngs_modulus: 5 kPa}", "crystal"}, {"viscosity: 0.01", "crystal"}, {"viscosity: 0.01", "cubic"}}) {
        const auto w = world_of(fmt::format(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials:
  water: {{density: 1000}}
  stuff: {{density: 1500, {}, pores: 50 %, takes_up: {{liquid: water}}, evaporation: {{rate: 1 kg/(m^2 s)}}}}
objects: {{block: {{box: [0.2, 0.16, 0.12], material: stuff, moisture: 20 %, sampling: {{lattice: {}}}}}}}
)", law, lattice));
        const double before = liquid_in(*w);
        step(*w, 1e-4f);
        const double lost = (before - liquid_in(*w)) / (double(w->last_dt) * 2 * (0.2 * 0.16 + 0.2 * 0.12 + 0.16 * 0.12));
        RecordProperty(fmt::format("{} {}", law, lattice), fmt::format("{:.4f}", lost));
        EXPECT_NEAR(lost, 1, 0.03) << law << ' ' << lattice;
    }
}

// A thin layer that dries on ground which does not shrink is torn; where liquid fills only pores nothing shrinks and nothing tears. Wetted it is mud, and has no cracks.
TEST(Mixtures, WhatShrinksCracksAndRainHeals) {
    const auto cracks_in = [](const World& w) {
        int n = 0;
        for (Index i = 0; i < w.particles.size(); ++i)
            for (const auto* four : {&w.lattice->docking->first, &w.lattice->docking->second})
                if (w.particles.material.host()[i] == 1)
                    for (const float rate : {four->host()[i].x, four->host()[i].y}) n += rate == 0;
        return n;
    };
    for (const char* pores : {"5 %", "90 %"}) {
        const auto w = world_of(std::string(R"(
dimension: 2
spacing: 10 mm
materials:
  water: {preset: water}
  dirt: {preset: dirt, lattice: {youngs_modulus: 60 kPa, damping: 2 ms, strength: 1 kPa, flaws: 0.3}, takes_up: {liquid: water, rate: 10 1/s, becomes: mud}, evaporation: {share: 6 1/s}, pores: )") + pores + R"(}
  mud: {preset: mud, takes_up: {liquid: water, rate: 10 1/s}, dries: {to: dirt}, pores: )" + pores + R"(}
objects: {layer: {box: [0.5, 40 mm], at: [0, 20 mm], material: dirt, moisture: 20 %}}
pins: {ground: {box: [1, 24 mm], object: layer}}
boundaries: {tank: {box: [0.5, 0.3], at: [0, 0.15], inside: true}}
)");
        advance(*w, 1.5);
        if (pores[0] == '9') {
            EXPECT_EQ(cracks_in(*w), 0);
            continue;
        }
        EXPECT_GT(cracks_in(*w), 10);
        for (Material& m : w->materials) m.uptake.drying = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (const float dry = w->mixture->dry.host()[i]; dry > 0) w->particles.mass.edit()[i] = dry / 0.7f;  // rain
        advance(*w, 1.6);
        EXPECT_EQ(count_of(*w, 1), 0u);
        for (Index i = 0; i < w->particles.size(); ++i)
            if (const float dry = w->mixture->dry.host()[i]; dry > 0) w->particles.mass.edit()[i] = dry / 0.81f;  // and sun
        while (count_of(*w, 2) > 0 && w->time < 1.7) step(*w, 1e-3f);
        step(*w, 1e-4f);  // solid again
        EXPECT_EQ(count_of(*w, 2), 0u);
        EXPECT_EQ(cracks_in(*w), 0);
    }
}

// Rain that falls on a cracked layer goes into it, makes mud of it, and the cracks are gone: the widest gap between neighbours along the layer is that of matter which lies side by side.
TEST(Mixtures, RainClosesCracks) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
materials:
  water: {preset: water}
  dirt: {preset: dirt, lattice: {youngs_modulus: 60 kPa, damping: 2 ms, strength: 1 kPa, flaws: 0.3}, takes_up: {liquid: water, rate: 60 1/s, becomes: mud}, evaporation: {share: 6 1/s}, pores: 5 %}
  mud: {preset: mud, takes_up: {liquid: water, rate: 60 1/s}, dries: {to: dirt}, pores: 5 %}
objects: {layer: {box: [0.5, 40 mm], at: [0, 20 mm], material: dirt, moisture: 20 %}}
pins: {ground: {box: [1, 24 mm], object: layer}}
sources: {rain: {rectangle: 0.46, at: [0, 0.2], material: water, speed: 0.5 m/s, start: 1.5 s, stop: 1.6 s}}
boundaries: {tank: {box: [0.5, 0.3], at: [0, 0.15], inside: true}}
)");
    const auto matter = [&](const auto& visit) {  // what is no water
        for (Index i = 0; i < w->particles.size(); ++i)
            if (w->mixture->dry.host()[i] > 0) visit(i);
    };
    const auto widest = [&] {  // in spacings, of all that lies above the ground
        std::vector<float> places;
        matter([&](Index i) {
            if (const Vec4 x = w->particles.position_volume.host()[i]; x.y > 24e-3f) places.push_back(x.x);
        });
        std::sort(places.begin(), places.end());
        float gap = 0;
        for (std::size_t k = 1; k < places.size(); ++k) gap = std::max(gap, places[k] - places[k - 1]);
        return gap / w->spacing;
    };
    advance(*w, 1.49);
    const float cracked = widest();
    for (Material& m : w->materials) m.uptake.drying = 0;  // clouds
    const double water = liquid_in(*w);
    float        fastest = 0;
    while (w->time < 4) {
        step(*w, 5e-3f);
        matter([&](Index i) { fastest = std::max(fastest, length(xyz(w->particles.velocity_density.host()[i]))); });
    }
    const float healed = widest();
    RecordProperty("widest gap", fmt::format("{:.2f} spacings, after the rain {:.2f}; fastest {:.2f} m/s; {} of mud, {} of dirt, {} of water", cracked, healed, fastest, count_of(*w, 2), count_of(*w, 1), count_of(*w, 0)));
    EXPECT_GT(liquid_in(*w), water + 15) << "it has rained";
    EXPECT_GT(cracked, 1.8f);
    EXPECT_LT(healed, 1.2f);
    EXPECT_GT(count_of(*w, 2), 2 * count_of(*w, 1)) << "most of it is mud";
}

// A block that could freeze hits the floor at 2 m/s and is squeezed by a quarter: its lowest layer, which sees as much matter as what is inside, stays above the floor, and it gains nothing.
TEST(Mixtures, WhatIsSqueezedDoesNotGoIntoTheFloor) {
    const auto w = world_of(R"(
dimension: 2
spacing: 15 mm
materials:
  water: {preset: water}
  dirt: {preset: dirt, takes_up: {liquid: water, becomes: mud}, lattice: {youngs_modulus: 60 kPa, damping: 0.5 ms}}
  mud: {preset: mud, takes_up: {liquid: water}, dries: {to: dirt}}
objects: {block: {box: [0.15, 0.15], at: [0, 0.085], material: dirt, velocity: [0, -2]}}
boundaries: {floor: {plane: [0, 1, 0]}}
)");
    double begin = 0, most = 0;
    float  lowest = 1;
    while (w->time < 0.15) {
        EXPECT_EQ(step(*w, 2e-3f).caught, 0) << w->time;
        double energy = w->lattice->observe(w->exec, w->particles, w->material_view(), w->lattice_settings());
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Vec3 v = xyz(w->particles.velocity_density.host()[i]);
            const Vec4 x = w->particles.position_volume.host()[i];
            energy += double(w->particles.mass.host()[i]) * (0.5 * double(dot(v, v)) + 9.81 * double(x.y));
            lowest = std::min(lowest, x.y);
        }
        begin = begin == 0 ? energy : begin, most = std::max(most, energy);
    }
    RecordProperty("squeezed", fmt::format("lowest {:.2f} spacings, largest energy {:.4f} of that at the start", lowest / w->spacing, most / begin));
    EXPECT_GT(lowest, 0.25f * w->spacing);
    EXPECT_LT(most / begin, 1.001);
}

/// How fast the fastest grain was, of what is no water, and by how much the energy of motion and weight has risen above what it had been before [m/s; J]: what works on bonds by shrinking may come out of them.
struct Thrown {
    float  fastest = 0;
    double risen   = 0;
};
Thrown thrown_until(World& w, double end) {
    Thrown thrown;
    double least = 1e30;
    while (w.time < end) {
        step(w, 5e-3f);
        double energy = 0;
        for (Index i = 0; i < w.particles.size(); ++i) {
            const Vec3   v = xyz(w.particles.velocity_density.host()[i]);
            const double m = double(w.particles.mass.host()[i]);
            energy += m * (0.5 * double(dot(v, v)) + 9.81 * double(w.particles.position_volume.host()[i].y));
            if (w.mixture->dry.host()[i] > 0) thrown.fastest = std::max(thrown.fastest, length(v));
        }
        least        = std::min(least, energy);
        thrown.risen = std::max(thrown.risen, energy - least);
    }
    return thrown;
}

// A layer of mud that dries from above gets a crust, which shrinks, on liquid that does not hold it: nobody is thrown, and no energy comes from nowhere (docs/decisions/044).
TEST(Mixtures, NothingIsThrownAsALayerDriesFromAbove) {
    for (const auto& [rate, below] : {std::pair{8, 12}, {1, 20}}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
materials:
  water: {{preset: water}}
  dirt: {{preset: dirt, pores: 10 %, takes_up: {{liquid: water, rate: {0} 1/s, becomes: mud, above: 28 %}}, evaporation: {{share: 4 1/s}}}}
  mud: {{preset: mud, pores: 10 %, takes_up: {{liquid: water, rate: {0} 1/s, until: 50 %}}, dries: {{to: dirt, below: {1} %}}, evaporation: {{share: 4 1/s}}}}
objects: {{layer: {{box: [0.4, 6 cm], at: [0, 3 cm], material: mud, moisture: 30 %}}}}
boundaries: {{tank: {{box: [0.4, 0.3], at: [0, 0.15], inside: true}}}}
)", rate, below));
        const auto thrown = thrown_until(*w, 1);
        RecordProperty(fmt::format("rate {}", rate), fmt::format("fastest {:.2f} m/s, energy risen by {:.4f} J", thrown.fastest, thrown.risen));
        EXPECT_GT(count_of(*w, 1), 40u) << "there is a crust";
        EXPECT_LT(thrown.fastest, 0.3f) << rate;
        EXPECT_LT(thrown.risen, 0.02) << rate;  // of 9.7 J of weight
    }
}

// Solid all through, it cracks as it shrinks, and what tears is set free: with the strength and the modulus of the preset, at about 3 kPa/sqrt(E rho) = 0.3 m/s. No piece is faster than twice that.
TEST(Mixtures, NothingIsThrownAsALayerCracks) {
    const auto w = world_of(R"(
spacing: 15 mm
materials:
  water: {preset: water}
  dirt: {preset: dirt, friction: 1.5, pores: 10 %, takes_up: {liquid: water, rate: 8 1/s, becomes: mud, above: 28 %}, evaporation: {share: 4 1/s}}
  mud: {preset: mud, pores: 10 %, takes_up: {liquid: water, rate: 8 1/s, until: 50 %}, dries: {to: dirt, below: 20 %}, evaporation: {share: 4 1/s}}
objects: {layer: {box: [0.24, 6 cm, 0.24], at: [0, 3 cm, 0], material: dirt, moisture: 27 %}}
boundaries: {tank: {box: [0.24, 0.3, 0.24], at: [0, 0.15, 0], inside: true}}
)");
    const auto thrown = thrown_until(*w, 2);
    RecordProperty("dirt", fmt::format("fastest {:.2f} m/s, energy risen by {:.4f} J", thrown.fastest, thrown.risen));
    EXPECT_LT(thrown.fastest, 0.6f);
    EXPECT_LT(thrown.risen, 0.02);
}

// Water runs down a dry block at one corner, which swells, sheds grains and turns into mud. It hits at 1.8 m/s. After that the block stands, and what is in motion comes to rest.
TEST(Mixtures, NothingIsThrownWhereABlockIsWetted) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
materials:
  water: {preset: water}
  dirt: {preset: dirt, pores: 10 %, takes_up: {liquid: water, rate: 8 1/s, becomes: mud, above: 28 %}}
  mud: {preset: mud, pores: 10 %, takes_up: {liquid: water, rate: 8 1/s, until: 50 %}, dries: {to: dirt, below: 12 %}}
objects: {block: {box: [0.3, 0.12], at: [0, 6 cm], material: dirt, moisture: 2 %}}
sources: {jug: {rectangle: 30 mm, at: [-0.13, 0.18], material: water, speed: 0.5 m/s, stop: 1 s}}
boundaries: {tank: {box: [0.6, 0.4], at: [0, 0.2], inside: true}}
)");
    const float fall  = std::sqrt(0.25f + 2 * 9.81f * 0.15f);
    const auto  first = thrown_until(*w, 1.1), then = thrown_until(*w, 2);
    float       lowest = 1;
    for (Index i = 0; i < w->particles.size(); ++i) lowest = std::min(lowest, w->particles.position_volume.host()[i].y);
    RecordProperty("wetted", fmt::format("fastest {:.2f}, then {:.2f} m/s, energy risen by {:.4f} J, lowest {:.2f} mm", first.fastest, then.fastest, then.risen, 1e3f * lowest));
    EXPECT_LT(std::max(first.fastest, then.fastest), fall + 0.3f);
    EXPECT_LT(then.risen, 0.2);  // of 40 J: swelling lifts
    EXPECT_GT(count_of(*w, 2), 20u) << "mud";
}

// So it is in scenes/mud_cracks.yaml, at twice its spacing, and by night as it is: rain falls by 14 cm.
TEST(Mixtures, NothingIsThrownInMudCracks) {
    const bool nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    SceneFile  file    = read_scene(MOTE_SOURCE_DIR "/scenes/mud_cracks.yaml");
    if (!nightly) file.scene.spacing *= 2;
    const auto  w    = build_scene(file, test_exec()).world;
    const float fall = std::sqrt(0.64f + 2 * 9.81f * 0.14f);
    const auto  dry = thrown_until(*w, 3), wet = thrown_until(*w, 4);
    RecordProperty("mud_cracks", fmt::format("fastest {:.2f} m/s as it dries, {:.2f} m/s as it rains; energy risen by {:.4f} J as it dries", dry.fastest, wet.fastest, dry.risen));
    EXPECT_LT(dry.risen, 0.02);
    EXPECT_LT(std::max(dry.fastest, wet.fastest), fall + 0.3f);
}

}  // namespace
}  // namespace mote
