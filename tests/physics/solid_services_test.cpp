// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What scenes can ask of solids beside being elastic: fibres, changes, freezing, springs, tension at the start. Against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "curves.h"
#include "laws/point/elastic.h"
#include "worlds.h"

namespace mote {
namespace {

constexpr double pi2 = 2 * std::numbers::pi;

/// Mean over the particles of an object [by mass], where `in` says so of a place.
template <class Value>
double mean(const World& w, const std::string& object, const Value& value, const std::function<bool(const Vec3&)>& in = nullptr) {
    const Particles& p   = w.particles;
    double           sum = 0, mass = 0;
    for (Index i = 0; i < p.size(); ++i) {
        if (w.bodies[p.body.host()[i]].name != object || (in && !in(xyz(p.position_volume.host()[i])))) continue;
        sum += double(p.mass.host()[i]) * double(value(i)), mass += double(p.mass.host()[i]);
    }
    return sum / mass;
}
double x_of(const World& w, const std::string& object) {
    return mean(w, object, [&](Index i) { return w.particles.position_volume.host()[i].x; });
}
double stress_of(World& w, const std::string& object, const std::function<bool(const Vec3&)>& in) {
    observe_solids(w);
    return mean(w, object, [&](Index i) { return w.solids->stress.host()[i]; }, in);
}

/// The period of `value` between zeros from `start` on, by its next `crossings` zeros.
double period_of(World& w, double start, int crossings, double dt, const std::function<double()>& value) {
    advance(w, start);
    double first = 0, last = 0, was = value();
    for (int k = 0; k <= crossings; ++k) {
        for (double now = was;; was = now) {
            const double before = w.time;
            advance(w, w.time + dt);
            now = value();
            if (now * was < 0) {
                last = before + (w.time - before) * was / (was - now);
                if (k == 0) first = last;
                was = now;
                break;
            }
            if (w.time > start + 100) return 0;
        }
    }
    return 2 * (last - first) / crossings;
}

// A bar that is pulled by 1 % has the stress of its modulus: along fibres one, across them another; by short steps and by solves (KB-4).
TEST(SolidServices, ABarWithFibresHasTwoModuli) {
    for (const char* method : {"explicit", "implicit"})
        for (const bool along : {true, false}) {
            const auto w = world_of(std::string(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials: {wood: {density: 1000, elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: 1 ms, fibre: {direction: )") + (along ? "[1, 0, 0]" : "[0, 1, 0]") + R"(, youngs_modulus: 400 kPa, shear_modulus: 60 kPa}}}}
objects: {bar: {box: [0.24, 0.04, 0.04], material: wood}}
pins:
  left: {box: [0.022, 1, 1], at: [-0.12, 0, 0]}
  right: {box: [0.022, 1, 1], at: [0.12, 0, 0], motion: [{time: 0 s}, {time: 0.2 s, move: [0.0022, 0, 0]}]}
time_step: {largest: 5 ms}
solids: {method: )" + method + "}\n");
            advance(*w, 0.4);
            const double stress = stress_of(*w, "bar", [](const Vec3& x) { return std::abs(x.x) < 0.04f; });
            const double asked  = (along ? 4e5 : 1e5) * 0.0022 / 0.22;
            EXPECT_NEAR(stress, asked, 0.02 * asked) << method << " " << along;
        }
}

/// Of a bar that is pulled to twice its length and held there for a tenth of a second, in its middle: how much longer it is, how much its volume is of what it was, and what that should be; and its fastest particle
/// after half a second more [m/s].
struct PulledBar {
    double stretch = 0, volume = 0, asked = 0, fastest = 0;
};
PulledBar pull_bar(double stiffness, const char* method, int largest) {
    const auto w = world_of(fmt::format(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 100 kPa, poissons_ratio: 0.2, law: neo_hookean, damping: 0.5 ms, volume_stiffness: {}}}}}}}
objects: {{bar: {{box: [0.21, 0.04, 0.04], material: rubber}}}}
pins:
  left: {{box: [0.012, 1, 1], at: [-0.1, 0, 0]}}
  right: {{box: [0.012, 1, 1], at: [0.1, 0, 0], motion: [{{time: 0 s}}, {{time: 0.15 s, move: [0.2, 0, 0]}}, {{time: 10 s, move: [0.2, 0, 0]}}]}}
time_step: {{largest: {} ms}}
solids: {{method: {}}}
)", stiffness, largest, method), 1);
    advance(*w, 0.25);
    PulledBar bar;
    double    count = 0;
    for (Index s = 0; s < w->solids->rest.rows(); ++s) {
        if (std::abs(w->solids->rest.rest_position_volume.host()[s].x) > 0.035f) continue;
        const Mat3 f = w->solids->rest.deformation.host()[s];
        bar.stretch += double(f.row[0].x), bar.volume += double(determinant(f)), ++count;
    }
    bar.stretch /= count, bar.volume /= count;
    const auto energy = [&](double across) { return double(elastic_energy(w->materials[0].elastic, Mat3{{{float(bar.stretch), 0, 0}, {0, float(across), 0}, {0, 0, float(across)}}})); };
    double     low = 0.5, high = 1;  // where the energy is least
    while (high - low > 1e-4) {
        const double third = (high - low) / 3;
        if (energy(low + third) < energy(high - third))
            high -= third;
        else
            low += third;
    }
    bar.asked = bar.stretch * low * low;
    if (method[0] == 'e') return bar;
    advance(*w, 0.75);
    for (Index i = 0; i < w->particles.size(); ++i) bar.fastest = std::max(bar.fastest, double(length(xyz(w->particles.velocity_density.host()[i]))));
    return bar;
}

// Pulled to twice its length a bar changes its volume the less the more it resists that, as much as makes the energy of the law least (KB-10); by short steps and by the solves that a scene takes by itself, and then it rests.
TEST(SolidServices, VolumeStiffnessKeepsTheVolume) {
    for (const auto& [method, largest] : {std::pair{"explicit", 30}, {"automatic", 2}, {"automatic", 30}}) {
        double last = 1;
        for (const double stiffness : {0., 1e5, 5e5}) {
            SCOPED_TRACE(fmt::format("{} {} {}", method, largest, stiffness));
            const PulledBar   bar  = pull_bar(stiffness, method, largest);
            const std::string name = fmt::format("{}_{}_{}", stiffness, method, largest);
            record("change_" + name, bar.volume - 1), record("asked_" + name, bar.asked - 1), record("fastest_" + name, bar.fastest);
            EXPECT_NEAR(bar.stretch, 2, 0.1);  // the ends, which are held, stretch less
            EXPECT_NEAR(bar.volume, bar.asked, 0.01);
            EXPECT_LT(std::abs(bar.volume - 1), 0.6 * last);
            EXPECT_LT(bar.fastest, 0.03);
            last = std::abs(bar.volume - 1);
        }
        EXPECT_LT(last, 0.05);
    }
}

// A rod that is held at one end swings with T = 4 L / sqrt(E / rho); four times as stiff from some time on, with half of that (KB-14).
TEST(SolidServices, ARodThatBecomesStifferSwingsFaster) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  rubber:
    density: 1000
    elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0}
    changes: [{time: 0.4 s, over: 0.02 s, youngs_modulus: 400 kPa}]
objects: {rod: {box: [0.41, 0.04], material: rubber, rest_scale: [0.999, 1]}}
pins: {wall: {box: [0.022, 1], at: [-0.205, 0]}}
time_step: {largest: 1 ms}
)");
    const double length = 0.39, slow = 4 * length / 10, middle = x_of(*w, "rod");
    const float  before = w->solids->stable_step(w->materials, w->spacing);
    const auto   speed  = [&] { return mean(*w, "rod", [&](Index i) { return w->particles.velocity_density.host()[i].x; }); };
    EXPECT_NEAR(period_of(*w, 0.01, 3, 1e-3, speed), slow, 0.03 * slow);
    EXPECT_LT(w->time, 0.4);
    EXPECT_NEAR(period_of(*w, 0.43, 6, 1e-3, speed), slow / 2, 0.03 * slow / 2);
    EXPECT_NEAR(w->solids->stable_step(w->materials, w->spacing), before / 2, 0.01f * before);
    EXPECT_LT(std::abs(x_of(*w, "rod") - middle), 1e-3);
}

// A block that is dropped bounces; it becomes soft metal in flight, and the next hit leaves a dent and gives nothing back; it becomes stiff and elastic, is thrown up, keeps its dent and bounces again (KB-14, figure 5.5).
TEST(SolidServices, ABlockIsElasticThenPlasticThenStiff) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
materials:
  block:
    density: 1000
    friction: 0
    elastic: {youngs_modulus: 500 kPa, damping: 0.2 ms}
    plastic: {law: von_mises, yield_stress: 10 MPa}
    changes: [{time: 0.2 s, yield_stress: 2 kPa}, {time: 0.46 s, youngs_modulus: 5 MPa, yield_stress: 10 MPa}]
objects: {block: {box: [0.1, 0.1], at: [0, 0.151], material: block}}
boundaries: {floor: {plane: [0, 1]}}
)");
    const auto speed = [&] { return mean(*w, "block", [&](Index i) { return w->particles.velocity_density.host()[i].y; }); };
    const auto until = [&](double end) {  // how fast it falls and comes back meanwhile
        std::pair<double, double> most{0, 0};
        while (w->time < end) {
            step(*w, 1e-3f);
            most.first = std::max(most.first, -speed());
            if (most.first > 0.5 && -speed() < 0.5 * most.first) most.second = std::max(most.second, speed());
        }
        return most;
    };
    const auto height = [&] {
        Box box;
        for (Index i = 0; i < w->particles.size(); ++i) box.include(xyz(w->particles.position_volume.host()[i]));
        return double(box.high.y - box.low.y) + 0.01;
    };
    const auto elastic = until(0.2);
    EXPECT_NEAR(height(), 0.1, 0.002);
    const auto   plastic = until(0.5);
    const double dented  = height();
    for (Index i = 0; i < w->particles.size(); ++i) w->particles.velocity_density.edit()[i].y += 1.4f;
    const auto stiff = until(0.9);
    record("elastic", elastic.second / elastic.first), record("plastic", plastic.second / plastic.first), record("stiff", stiff.second / stiff.first), record("dented", dented), record("kept", height());
    EXPECT_GT(elastic.second, 0.55 * elastic.first);
    EXPECT_GT(plastic.first, 0.7);
    EXPECT_LT(plastic.second, 0.2 * plastic.first);
    EXPECT_LT(dented, 0.096);
    EXPECT_GT(stiff.first, 1);
    EXPECT_GT(stiff.second, 0.4 * stiff.first);
    EXPECT_NEAR(height(), dented, 0.001);
}

// A value goes evenly from what it was to what it becomes, and is a function of time alone.
TEST(SolidServices, AMaterialChangesEvenly) {
    const auto w = world_of(R"(
spacing: 5 cm
materials: {rubber: {friction: 0.2, elastic: {youngs_modulus: 100 kPa}, changes: [{time: 1 s, youngs_modulus: 300 kPa}, {time: 2 s, over: 2 s, youngs_modulus: 100 kPa, friction: 0.6}]}}
objects: {a: {box: 0.2, material: rubber}}
)");
    const auto& s = w->schedules.at(0);
    const float one = s.first.elastic.shear;
    EXPECT_EQ(s.at(0.999).elastic.shear, one);
    EXPECT_EQ(s.at(1).elastic.shear, 3 * one);
    EXPECT_EQ(s.at(1).friction, 0.2f);
    EXPECT_NEAR(s.at(2.5).elastic.shear, 2.5f * one, 1e-4f * one);
    EXPECT_NEAR(s.at(3).friction, 0.4f, 1e-6f);
    EXPECT_EQ(s.at(4).elastic.shear, one);
    EXPECT_EQ(s.at(1e6).friction, 0.6f);
}

// A part that freezes while the body flies stays where it is then; thawed, it falls from rest.
TEST(SolidServices, APartFreezesWhereItIsAndThaws) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, -10]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 200 kPa, damping: 1 ms}}}
objects: {block: {box: 0.1, material: rubber}}
pins: {ice: {box: [1, 0.05], at: [0, 0.05], on: [[0.2 s, 0.5 s]]}}
domain: {low: [-10, -10, -10], high: [10, 10, 10]}
)");
    const auto part = [&] {  // of those that are held
        double sum = 0, count = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (w->solids->rest.pin.host()[w->solids->place.host()[i]] > 0) sum += double(w->particles.position_volume.host()[i].y), ++count;
        return sum / count;
    };
    const double start = part();
    advance(*w, 0.2);
    const double frozen = part();
    EXPECT_NEAR(frozen - start, -0.5 * 10 * 0.04, 2e-3);
    advance(*w, 0.35);
    EXPECT_NEAR(part(), frozen, 1e-6);
    advance(*w, 0.5);
    EXPECT_NEAR(part(), frozen, 1e-6);
    const double whole = mean(*w, "block", [&](Index i) { return w->particles.position_volume.host()[i].y; });
    advance(*w, 0.7);
    EXPECT_NEAR(mean(*w, "block", [&](Index i) { return w->particles.position_volume.host()[i].y; }) - whole, -0.5 * 10 * 0.04, 5e-3);
}

struct Sum {
    double momentum = 0, angular = 0, size = 0;
};
/// Along x, about z; and what they would be if all went the same way.
Sum sum_of(const World& w) {
    Sum              s;
    const Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        const double m = double(p.mass.host()[i]);
        const Vec4   x = p.position_volume.host()[i], v = p.velocity_density.host()[i];
        s.momentum += m * double(v.x), s.angular += m * double(x.x * v.y - x.y * v.x), s.size += m * double(std::sqrt(v.x * v.x + v.y * v.y));
    }
    return s;
}

// Two masses on a spring swing with w^2 = k (1/m + 1/M), elastic or rigid, and keep their momenta.
TEST(SolidServices, TwoBodiesOnASpringHaveItsFrequency) {
    for (const char* other : {"rubber", "steel"}) {
        const auto w = world_of(std::string(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  rubber: {density: 1000, elastic: {youngs_modulus: 500 kPa, damping: 0.2 ms}}
  steel: {density: 2000, rigid: true}
objects:
  a: {box: 0.1, at: [-0.2, 0], material: rubber, velocity: [0.02, 0.01]}
  b: {box: 0.1, at: [0.2, 0.02], material: )") + other + R"(, velocity: [-0.02, 0]}
springs: {s: {from: {object: a, at: [-0.2, 0]}, to: {object: b, at: [0.2, 0.02]}, stiffness: 500 N/m}}
domain: {low: [-10, -10, -10], high: [10, 10, 10]}
)");
        const double m = 10, big = std::string(other) == "steel" ? 20 : 10, asked = pi2 / std::sqrt(500 * (1 / m + 1 / big));
        const Sum    before = sum_of(*w);
        const auto   speed = [&] {
            return mean(*w, "b", [&](Index i) { return w->particles.velocity_density.host()[i].x; }) - mean(*w, "a", [&](Index i) { return w->particles.velocity_density.host()[i].x; });
        };
        EXPECT_NEAR(period_of(*w, 0, 4, 5e-3, speed), asked, 0.01 * asked) << other;
        const Sum after = sum_of(*w);
        EXPECT_NEAR(after.momentum, before.momentum, 1e-6 * before.size) << other;
        EXPECT_NEAR(after.angular, before.angular, 1e-5 * before.size * 0.2) << other;
    }
}

// A weight that hangs from a fixed place by a damped spring comes to rest lower by m g / k.
TEST(SolidServices, AHangingWeightStretchesItsSpring) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, -10]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 1 MPa, damping: 0.5 ms}}}
objects: {weight: {box: 0.1, material: rubber}}
springs: {rope: {from: {object: weight, at: [0, 0.05]}, to: {at: [0, 0.5]}, stiffness: 5 kN/m, damping: 200 N s/m}}
)");
    const auto   y     = [&] { return mean(*w, "weight", [&](Index i) { return w->particles.position_volume.host()[i].y; }); };
    const double start = y();
    advance(*w, 1.5);
    EXPECT_NEAR(y() - start, -10 * 10. / 5000, 0.03 * 0.02);
}

// Held at both ends, a bar whose length at rest is shorter has the stress E strain; let go, it has that length.
TEST(SolidServices, ABarUnderTensionShrinksWhenItIsFreed) {
    const auto w = world_of(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0, damping: 4 ms}}}
objects: {bar: {box: [0.24, 0.05, 0.05], material: rubber, rest_scale: [0.95, 1, 1]}}
pins:
  left: {box: [0.042, 1, 1], at: [-0.12, 0, 0], stop: 0.2 s}
  right: {box: [0.042, 1, 1], at: [0.12, 0, 0], stop: 0.2 s}
time_step: {largest: 4 ms}
)");
    const auto length = [&] {
        Box box;
        for (Index i = 0; i < w->particles.size(); ++i) box.include(xyz(w->particles.position_volume.host()[i]));
        return double(box.size().x);
    };
    const double start = length(), strain = 1 / 0.95 - 1;
    advance(*w, 0.2);
    EXPECT_NEAR(length(), start, 1e-6);
    EXPECT_NEAR(stress_of(*w, "bar", [](const Vec3& x) { return std::abs(x.x) < 0.04f; }), 1e5 * strain, 0.01 * 1e5 * strain);
    advance(*w, 0.8);
    EXPECT_NEAR(length(), 0.95 * start, 0.002 * start);
    EXPECT_LT(stress_of(*w, "bar", [](const Vec3&) { return true; }), 0.02 * 1e5 * strain);
}

}  // namespace
}  // namespace mote
