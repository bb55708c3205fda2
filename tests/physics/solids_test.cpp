// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Elastic bodies among walls, water and each other. What they are without anything around them is tested in tests/unit/solids.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

struct Mean {
    double mass = 0;
    Vec3d  place{}, momentum{};
    double kinetic = 0;
    Box    box;
};
/// Of the matter of one material.
Mean mean_of(World& w, MaterialId material = 0) {
    Mean             m;
    const Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        if (p.material.host()[i] != material) continue;
        const double mass = double(p.mass.host()[i]);
        const Vec3   x = xyz(p.position_volume.host()[i]), v = xyz(p.velocity_density.host()[i]);
        m.mass += mass;
        m.place    = m.place + mass * Vec3d{double(x.x), double(x.y), double(x.z)};
        m.momentum = m.momentum + mass * Vec3d{double(v.x), double(v.y), double(v.z)};
        m.kinetic += 0.5 * mass * double(dot(v, v));
        m.box.include(x);
    }
    m.place = (1 / m.mass) * m.place;
    return m;
}

// A rod that strikes a wall stays for 2 L / c, presses it with rho c v and leaves with its speed (V-42).
TEST(Solids, ARodStrikesAWallAndReturns) {
    const auto  w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials: {rubber: {density: 1000, friction: 0, elastic: {youngs_modulus: 1 MPa, poissons_ratio: 0}}}
objects: {rod: {box: [0.5, 0.04], at: [0.256, 0], material: rubber, velocity: [-0.3, 0]}}
boundaries: {wall: {plane: [1, 0], method: implicit}}
)");
    const double c = std::sqrt(1e6 / 1000), before = mean_of(*w).kinetic, brought = -mean_of(*w).momentum.x;
    double       was = -brought, from = 0, to = 0, quarter = 0, three = 0;
    for (double v = mean_of(*w).momentum.x; w->time < 0.1;) {
        step(*w, 2e-4f);
        const double now = mean_of(*w).momentum.x;
        if (quarter == 0 && now > 0.5 * v) quarter = w->time - 2e-4 * (now - 0.5 * v) / (now - was);
        if (three == 0 && now > -0.5 * v) three = w->time - 2e-4 * (now + 0.5 * v) / (now - was);
        was = now;
        if (from == 0 && now > 0.99 * v) from = w->time;
        if (to == 0 && now > 0.93 * -v) to = w->time;
    }
    const Mean after = mean_of(*w);
    record("time_over_theory", (to - from) / 0.96 / (2 * 0.5 / c)), record("energy_back", 0.5 * dot(after.momentum, after.momentum) / after.mass / before);
    EXPECT_NEAR((to - from) / 0.96, 2 * 0.5 / c, 0.03 * 2 * 0.5 / c);  // momentum changes evenly, from 0.99 to -0.93 of what it was
    EXPECT_GT(0.5 * dot(after.momentum, after.momentum) / after.mass, 0.9 * before);
    const double stress = brought / (three - quarter) / 0.04;  // of the face, while momentum goes from half of what it was to its opposite
    record("stress_over_theory", stress / (1000 * c * 0.3));
    EXPECT_NEAR(stress, 1000 * c * 0.3, 0.03 * 1000 * c * 0.3);
}

// Coulomb: a block slides down a slope at g (sin - mu cos), or rests (V-73). The slope is in the direction of gravity.
TEST(Solids, ABlockOnASlopeSlidesOrRests) {
    for (const double mu : {0.0, 0.3, 0.7})
    for (const char* method : {"implicit", "sampled"}) {
        const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [4.905, -8.496]
materials: {rubber: {density: 1000, friction: )" + std::to_string(mu) + R"(, elastic: {youngs_modulus: 200 kPa, damping: 2 ms}}}
objects: {block: {box: 0.1, at: [0, 0.0501], material: rubber}}
boundaries: {slope: {plane: [0, 1], method: )" + method + R"(}}
)");
        advance(*w, 0.2);
        const double halfway = mean_of(*w).place.x;
        advance(*w, 0.4);
        const Mean   m     = mean_of(*w);
        const double asked = 0.4 * std::max(4.905 - mu * 8.496, 0.0);
        record(fmt::format("off_in_g_sin_{}_{}", mu, method), (m.momentum.x / m.mass - asked) / (0.4 * 4.905));
        EXPECT_NEAR(m.momentum.x / m.mass, asked, 0.03 * 0.4 * 4.905) << mu << method;
        if (mu > 0.6) { EXPECT_LT(std::abs(m.place.x - halfway), 2e-4); }
    }
}

// Two equal bodies meet head-on: momentum is exact, and the energy goes from one to the other (V-73 with e = 1 less what vibrates).
TEST(Solids, AHitHandsMomentumOver) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  red: {density: 1000, friction: 0, elastic: {youngs_modulus: 500 kPa, poissons_ratio: 0}}
  blue: {density: 1000, friction: 0, elastic: {youngs_modulus: 500 kPa, poissons_ratio: 0}}
objects:
  a: {box: [0.2, 0.05], at: [-0.12, 0], material: red, velocity: [0.4, 0]}
  b: {box: [0.2, 0.05], at: [0.12, 0], material: blue}
)");
    const double before = mean_of(*w, 0).momentum.x, energy = mean_of(*w, 0).kinetic;
    advance(*w, 0.3);
    const Mean a = mean_of(*w, 0), b = mean_of(*w, 1);
    record("momentum_drift", (a.momentum.x + b.momentum.x) / before - 1), record("handed_over", b.momentum.x / before);
    EXPECT_NEAR(a.momentum.x + b.momentum.x, before, 1e-5 * before);
    EXPECT_GT(b.momentum.x, 0.9 * before);
    EXPECT_LT(std::abs(a.momentum.x), 0.1 * before);
    EXPECT_LT(a.kinetic + b.kinetic, 1.01 * energy);
}

// Bodies that meet off their centres, of clusters too, and sheets of one layer at 10 m/s, keep both momenta whether they rub or not, gain no energy and part.
TEST(Solids, AHitKeepsMomenta) {
    struct Case {
        const char *name, *law, *box;
        double      apart, speed;
    };
    for (const double friction : {0.0, 0.5})
        for (const Case& c : {Case{"cubes", "corotated", "0.05", 0.035, 6}, Case{"sheets", "corotated", "[0.08, 0.01, 0.08]", 0.02, 5}, Case{"clusters", "clusters", "0.05", 0.035, 6}}) {
            SCOPED_TRACE(fmt::format("{}_{}", c.name, friction));
            const auto    w    = world_of(fmt::format(R"(
spacing: 1 cm
gravity: [0, 0, 0]
materials: {{rubber: {{density: 1000, friction: {}, elastic: {{youngs_modulus: 500 kPa, poissons_ratio: 0, law: {}}}}}}}
objects:
  a: {{material: rubber, box: {}, at: [0, {}, 0], velocity: [0, -{}, 0]}}
  b: {{material: rubber, box: {}, at: [0.013, -{}, 0.007], velocity: [0, {}, 0]}}
)", friction, c.law, c.box, c.apart, c.speed, c.box, c.apart, c.speed));
            const Changes most = changes_until(*w, 0.02);
            record(fmt::format("momentum_{}_{}", c.name, friction), most.linear), record(fmt::format("spin_{}_{}", c.name, friction), most.angular), record(fmt::format("energy_{}_{}", c.name, friction), most.energy);
            EXPECT_LT(velocity_of(*w, "b").y, -1) << "they part";
            EXPECT_LT(centre_of(*w, "b").y, centre_of(*w, "a").y - 0.01);
            EXPECT_LT(most.linear, 1e-6);
            EXPECT_LT(most.angular, 5e-5);
            EXPECT_LT(most.energy, 1.002);
        }
}

/// Of elastic rows, and of rigid bodies as cubes: those have more than their particles show.
Vec3d spin_of(const World& w) {
    const Particles& p = w.particles;
    Vec3d            sum{};
    for (Index i = 0; i < p.size(); ++i)
        if (!w.materials[p.material.host()[i]].rigid) sum += double(p.mass.host()[i]) * cross(wide(xyz(p.position_volume.host()[i])), wide(xyz(p.velocity_density.host()[i])));
    for (Index b = 0; w.rigid && b < w.rigid->table.rows(); ++b) {
        const BodyTable& t = w.rigid->table;
        sum += t.mass.host()[b] * cross(t.centre.host()[b], t.velocity.host()[b]) + t.angular_momentum.host()[b];
    }
    return sum;
}

// A sheet of one layer does not pass another, or a rigid plate as thin, at 10 m/s: softer than the blow or stiff, on particles or surfaces, by the steps that a scene takes by itself. Both momenta are kept, and no energy is gained.
TEST(Solids, AShellDoesNotPassAnother) {
    for (const char* contact : {"particles", "surfaces"})
        for (const char* young : {"50 kPa", "2 MPa", "10 MPa"})
            for (const char* other : {"elastic", "rigid"}) {
                SCOPED_TRACE(fmt::format("{} {} {}", contact, young, other));
                const auto    w    = world_of(fmt::format(R"(
spacing: 1 cm
gravity: [0, 0, 0]
solids: {{contact: {}}}
materials:
  rubber: {{density: 1000, friction: 0.5, elastic: {{youngs_modulus: {}}}}}
  steel: {{density: 1000, friction: 0.5, rigid: true}}
objects:
  a: {{material: rubber, box: [0.08, 0.01, 0.08], at: [0, 0.02, 0], velocity: [0, -5, 0]}}
  b: {{material: {}, box: [0.08, 0.01, 0.08], at: [0.013, -0.02, 0.007], velocity: [0, 5, 0]}}
)", contact, young, other[0] == 'e' ? "rubber" : "steel"));
                const Momenta start = momenta_of(*w);
                const Vec3d   spin  = spin_of(*w);
                double        nearest = 1, linear = 0, angular = 0, energy = 0;
                while (w->time < 0.02) {
                    step(*w, float(0.02 - w->time) + 1e-6f);
                    const Momenta now = momenta_of(*w);
                    linear  = std::max(linear, length(now.linear - start.linear) / start.speeds);
                    angular = std::max(angular, length(spin_of(*w) - spin) / length(spin));
                    energy  = std::max(energy, (now.kinetic + observe_solids(*w)) / start.kinetic);
                    nearest = std::min(nearest, centre_of(*w, "a").y - centre_of(*w, "b").y);
                }
                const std::string name = fmt::format("{}_{}_{}", contact, std::string(young, 2), other);
                record("nearest_in_spacings_" + name, nearest / 0.01), record("energy_" + name, energy), record("spin_" + name, angular);
                EXPECT_GT(velocity_of(*w, "a").y - velocity_of(*w, "b").y, 0.4) << "they part";
                EXPECT_GT(centre_of(*w, "a").y, centre_of(*w, "b").y + 0.01);
                EXPECT_GT(nearest, 0.35 * 0.01);
                EXPECT_LT(linear, 1e-6);
                EXPECT_LT(angular, 5e-5);
                EXPECT_LT(energy, 1.002);
            }
}

// Nor do soft blocks that meet at 1.7 times the speed of their waves: they part on their own sides.
TEST(Solids, WhatIsFasterThanItsWavesDoesNotPass) {
    for (const int dimension : {2, 3})
        for (const int layers : {2, 8}) {
            if (dimension == 3 && layers == 8) continue;
            const std::string name = fmt::format("{}_{}", dimension, layers);
            SCOPED_TRACE(name);
            const double high = 0.01 * layers, at = 0.5 * high + 0.006;
            const auto   w    = world_of(fmt::format(R"(
dimension: {0}
spacing: 1 cm
gravity: [0, 0, 0]
materials: {{rubber: {{density: 1000, friction: 0.5, elastic: {{youngs_modulus: 100 kPa, law: neo_hookean}}}}}}
objects:
  a: {{material: rubber, box: [0.05, {1}, 0.05], at: [0, {2}, 0], velocity: [0, -10, 0]}}
  b: {{material: rubber, box: [0.05, {1}, 0.05], at: [0.003, -{2}, 0], velocity: [0, 10, 0]}}
)", dimension, high, at));
            const Momenta start = momenta_of(*w);
            const Changes most  = changes_until(*w, 0.05);
            const double  left  = (momenta_of(*w).kinetic + observe_solids(*w)) / start.kinetic;
            record("energy_left_" + name, left), record("momentum_" + name, most.linear);
            EXPECT_GT(centre_of(*w, "a").y - centre_of(*w, "b").y, high) << "they are apart, and on their own sides";
            EXPECT_GT(velocity_of(*w, "a").y - velocity_of(*w, "b").y, 1) << "they part";
            EXPECT_LT(most.linear, 1e-6);
            EXPECT_LT(left, 1);
        }
}

/// How many parts matter is in, where particles nearer than 1.5 spacings belong together.
int parts_of(World& w) {
    const Particles&   p     = w.particles;
    const float        reach = 1.5f * w.spacing;
    std::vector<Index> open, left(p.size());
    for (Index i = 0; i < p.size(); ++i) left[i] = i;
    int parts = 0;
    for (; !left.empty(); ++parts)
        for (open = {left.back()}, left.pop_back(); !open.empty();) {
            const Vec3 x = xyz(p.position_volume.host()[open.back()]);
            open.pop_back();
            for (std::size_t k = left.size(); k-- > 0;)
                if (length(xyz(p.position_volume.host()[left[k]]) - x) < reach) open.push_back(left[k]), left[k] = left.back(), left.pop_back();
        }
    return parts;
}
/// Of a ring of that material: how far a particle is from the circle that it stood on at rest, at most, over the outer radius.
double out_of_round(World& w, MaterialId material, const Vec3d& middle_at_rest, double radius) {
    const Vec3d      now  = mean_of(w, material).place;
    const Particles& p    = w.particles;
    double           most = 0;
    for (Index i = 0; i < p.size(); ++i)
        if (p.material.host()[i] == material)
            most = std::max(most, std::abs(length(wide(xyz(p.position_volume.host()[i])) - now) - length(wide(xyz(w.solids->rest.rest_position_volume.host()[w.solids->place.host()[i]])) - middle_at_rest)));
    return most / radius;
}

/// How far particles of two materials whose places at rest are each other's image in x = 0 are from being so now [m]; the least that are nobody's image, if any, is infinite.
double uneven(const World& w) {
    const Particles& p    = w.particles;
    const auto       rest = [&](Index i) { return xyz(w.solids->rest.rest_position_volume.host()[w.solids->place.host()[i]]); };
    std::map<std::pair<long, long>, Index> others;  // by places at rest, in tenths of a spacing
    const auto key = [&](float x, float y) { return std::pair(std::lround(10 * x / w.spacing), std::lround(10 * y / w.spacing)); };
    for (Index i = 0; i < p.size(); ++i)
        if (p.material.host()[i] == 1) others[key(rest(i).x, rest(i).y)] = i;
    double most = 0;
    Index  met  = 0;
    for (Index i = 0; i < p.size(); ++i) {
        if (p.material.host()[i] != 0) continue;
        const auto other = others.find(key(-rest(i).x, rest(i).y));
        if (other == others.end()) return 1e30;
        const Vec3 a = xyz(p.position_volume.host()[i]), b = xyz(p.position_volume.host()[other->second]);
        most = std::max(most, double(length(Vec3{a.x + b.x, a.y - b.y, a.z - b.z}))), ++met;
    }
    return met == others.size() ? most : 1e30;
}

// Rubber rings meet at 0.059 c each, c = sqrt(K/rho), and part: two whole bodies before and after, mirrored, with most of the energy that they came with; damped from then on, they become round again
// (V-47, in our units).
TEST(Solids, RubberRingsMeetAndPart) {
    const double spacing = 1.25e-3, speed = 0.059 * std::sqrt(1e6 / (3 * (1 - 2 * 0.3975)) / 1000), parted = 0.06;
    const auto   w = world_of(fmt::format(R"(
dimension: 2
spacing: {}
gravity: [0, 0]
materials:
  red: &rubber {{density: 1000, elastic: {{youngs_modulus: 1 MPa, poissons_ratio: 0.3975, law: neo_hookean}}, changes: [{{time: {}, over: 5 ms, damping: 4 ms}}]}}
  blue: *rubber
objects:
  a: {{difference: [{{sphere: 40 mm}}, {{sphere: 30 mm}}], at: [-0.041, 0], material: red, velocity: [{}, 0]}}
  b: {{difference: [{{sphere: 40 mm}}, {{sphere: 30 mm}}], at: [0.041, 0], material: blue, velocity: [-{}, 0]}}
)", spacing, parted, speed, speed));
    const Momenta start  = momenta_of(*w);
    const double  before = mean_of(*w, 0).momentum.x;
    EXPECT_EQ(parts_of(*w), 2);
    double drift = 0;
    int    fewest = 2;
    for (int k = 1; k <= 30; ++k) {
        advance(*w, parted * k / 30);
        drift  = std::max(drift, length(momenta_of(*w).linear) / start.speeds);
        fewest = std::min(fewest, parts_of(*w));
    }
    const Mean   a = mean_of(*w, 0), b = mean_of(*w, 1);
    const double left = (momenta_of(*w).kinetic + observe_solids(*w)) / start.kinetic;
    record("energy_left", left), record("momentum_back", -a.momentum.x / before), record("momentum_drift", drift), record("uneven_in_spacings", uneven(*w) / spacing);
    EXPECT_EQ(fewest, 1) << "they touch";
    EXPECT_EQ(parts_of(*w), 2);
    EXPECT_LT(drift, 1e-6);
    EXPECT_LT(uneven(*w), spacing) << "particle by particle";
    EXPECT_LT(a.momentum.x, -0.3 * before);                  // it has turned round
    EXPECT_LT(a.box.high.x, b.box.low.x - float(spacing));   // and away
    EXPECT_GT(left, 0.7);
    EXPECT_LT(left, 1.005);
    record("out_of_round_ringing", out_of_round(*w, 0, {-0.041, 0, 0}, 0.04));

    advance(*w, parted + 0.1);
    const double red = out_of_round(*w, 0, {-0.041, 0, 0}, 0.04), blue = out_of_round(*w, 1, {0.041, 0, 0}, 0.04);
    record("out_of_round", std::max(red, blue));
    EXPECT_LT(red, 0.02);
    EXPECT_LT(blue, 0.02);
    EXPECT_EQ(parts_of(*w), 2);
    EXPECT_LT(length(momenta_of(*w).linear), 1e-6 * start.speeds);
}

/// How a stack of ten cubes of rubber stands, or of squares.
struct Stack {
    double                 modulus;  // a tower so high would buckle below 0.6 MPa if it were one piece [Greenhill 1881]
    std::unique_ptr<World> world;

    Stack(const std::string& contact, double youngs_modulus, int dimension) : modulus(youngs_modulus) {
        std::string objects;
        for (int k = 0; k < 10; ++k) objects += fmt::format("  c{}: {{box: {}, at: [0, {}, 0], material: rubber}}\n", k, dimension == 2 ? "[0.04, 0.04]" : "0.04", 0.02 + 0.04 * k);
        world = world_of(fmt::format("dimension: {}\nspacing: 1 cm\nsolids: {{contact: {}}}\nmaterials: {{rubber: {{density: 1000, friction: 0.5, elastic: {{youngs_modulus: {}, poissons_ratio: 0.3, damping: 0.5 ms}}}}}}\n"
                                     "boundaries: {{floor: {{plane: [0, 1, 0], method: implicit}}}}\nobjects:\n{}", dimension, contact, modulus, objects), 1);
    }
    std::vector<Vec3d> centres() const {
        std::vector<Vec3d> all;
        for (int k = 0; k < 10; ++k) all.push_back(centre_of(*world, fmt::format("c{}", k)));
        return all;
    }
    /// How far a cube is from where it was, at most, in spacings.
    double moved_since(const std::vector<Vec3d>& then) const {
        double     most = 0;
        const auto now  = centres();
        for (std::size_t k = 0; k < now.size(); ++k) most = std::max(most, length(now[k] - then[k]));
        return most / 0.01;
    }
    /// How far the least upright of them leans [rad].
    double lean() const {
        double most = 0;
        for (const RigidFit& f : world->solids->fit(world->exec, world->particles)) most = std::max(most, std::acos(std::min(1.0, f.turn.row[1].y)));
        return most;
    }
};

struct Kind {
    const char *name, *contact;
    double      modulus;
};
class AStackOfTen : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Solids, AStackOfTen, testing::Values(Kind{"particles", "particles", 2e6}, Kind{"implicit", "particles", 10e6}, Kind{"surfaces", "surfaces", 2e6}), [](const auto& kind) { return kind.param.name; });

// Ten cubes of rubber on each other settle, with no more than what their weight and contact squeeze out of the tower, and then stay: it does not creep, lean or shake. Squares for half a second; every
// night cubes for 5 s. Stiff ones take implicit steps by themselves.
TEST_P(AStackOfTen, Stays) {
    const bool   nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    Stack        stack(GetParam().contact, GetParam().modulus, nightly ? 3 : 2);
    const bool   implicit = std::string(GetParam().name) == "implicit";
    const auto   start = stack.centres();
    EXPECT_EQ(step(*stack.world, 0.02f).solid_iterations > 0, implicit);
    const double early = nightly ? 1 : 0.35, end = nightly ? 5 : 0.55;
    advance(*stack.world, early);
    const auto settled = stack.centres();
    double     crept = 0, lean = 0;
    for (int k = 1; k <= 10 && crept < 1; ++k) {
        advance(*stack.world, early + (end - early) * k / 10);
        crept = std::max(crept, stack.moved_since(settled)), lean = std::max(lean, stack.lean());
    }
    const auto late = stack.centres();
    advance(*stack.world, end + 0.05);
    const double speed = 0.01 * stack.moved_since(late) / 0.05, sag = 1000 * 9.81 * 0.4 * 0.4 / (2 * stack.modulus);  // speed of a cube; sag: rho g H^2/(2 E)
    double       aside = 0;
    for (const Vec3d& c : stack.centres()) aside = std::max(aside, std::hypot(c.x, c.z) / 0.01);
    record("crept_in_spacings", crept), record("aside_in_spacings", aside), record("lean", lean), record("speed", speed), record("sag_over_theory", (start[9].y - late[9].y) / sag);
    EXPECT_LT(crept, 0.02);
    EXPECT_LT(aside, 0.02);
    EXPECT_LT(lean, 2e-3);
    EXPECT_LT(speed, 1e-3);
    EXPECT_GT(start[9].y - late[9].y, 0.8 * sag);
    EXPECT_LT(start[9].y - late[9].y, 2 * sag);
}

// A body that is so slow that no float would see how far it goes in a short step moves on all the same.
TEST(Solids, PlacesKeepWhatFloatsLeaveOut) {
    for (const char* method : {"explicit", "implicit"}) {
        const auto   w = world_of(fmt::format("dimension: 2\nspacing: 1 cm\ngravity: [0, 0]\nsolids: {{method: {}}}\ntime_step: {{largest: 0.1 ms}}\nmaterials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 10 MPa}}}}}}\n"
                                              "objects: {{block: {{box: [0.04, 0.04], at: [0.4, 0.4], material: rubber, velocity: [1e-4, -5e-5]}}}}\n", method));
        const Vec3d start = centre_of(*w, "block");
        advance(*w, 0.1);
        const Vec3d way = centre_of(*w, "block") - start;
        EXPECT_NEAR(way.x, 1e-5, 1e-7) << method;
        EXPECT_NEAR(way.y, -5e-6, 1e-7) << method;
    }
}

// A strip whose arms are pressed onto each other does not pass through itself.
TEST(Solids, AFoldedStripTouchesItself) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
gravity: [0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 100 kPa, damping: 1 ms}}}
objects: {strip: {difference: [{box: [0.3, 0.1]}, {box: [0.27, 0.05], at: [0.02, 0]}], at: [0, 0], material: rubber}}
pins:
  upper: {box: [0.3, 0.011], at: [0.05, 0.045], motion: [{time: 0 s}, {time: 0.2 s, move: [0, -0.0275]}, {time: 10 s, move: [0, -0.0275]}]}
  lower: {box: [0.3, 0.011], at: [0.05, -0.045], motion: [{time: 0 s}, {time: 0.2 s, move: [0, 0.0275]}, {time: 10 s, move: [0, 0.0275]}]}
)");
    advance(*w, 0.5);
    float lowest = 1, highest = -1;  // of what was above and below, away from the hinge
    for (Index i = 0; i < w->particles.size(); ++i) {
        const Vec3 rest = xyz(w->solids->rest.rest_position_volume.host()[w->solids->place.host()[i]]), x = xyz(w->particles.position_volume.host()[i]);
        if (rest.x < 0 || rest.x > 0.1f) continue;
        if (rest.y > 0) lowest = std::min(lowest, x.y);
        if (rest.y < 0) highest = std::max(highest, x.y);
    }
    EXPECT_GT(lowest - highest, 0.5f * 5e-3f);  // without contact it would be 0
}

struct Float {
    const char* name;
    int         dimension;
    double      density;  // of 1000
    const char* matter;
};
class ABlockFloats : public testing::TestWithParam<Float> {};

// A body displaces its weight, soft or rigid: it is as deep in the water as its share of the density, within half a spacing, over the last of some seconds (V-36).
TEST_P(ABlockFloats, AsDeepAsItIsHeavy) {
    const Float  f     = GetParam();
    const bool   flat  = f.dimension == 2, nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    if (!flat && !nightly) GTEST_SKIP() << "only with --nightly";
    const double share = f.density / 1000, height = 0.08, deep = flat ? 0.16 : 0.12, wide = flat ? 0.5 : 0.32, side = flat ? 0.24 : 0.16;
    const auto   w     = world_of(fmt::format(R"(
dimension: {}
spacing: 10 mm
materials:
  matter: {{density: {}, friction: 0, {}}}
  water: {{density: 1000, viscosity: 0.3 Pa s}}
objects:
  pool: {{box: [{}, {}, {}], at: [0, {}, 0], material: water}}
  block: {{box: [{}, {}, {}], at: [0, {}, 0], material: matter}}
boundaries: {{tank: {{box: [{}, 0.6, {}], at: [0, 0.3, 0], inside: true}}}}
)", f.dimension, f.density, f.matter, wide, deep, wide, 0.5 * deep, side, height, side, deep + 0.51 * height, wide, wide));
    const double share_of_area = flat ? side / wide : side * side / (wide * wide);
    double       draught       = 0;
    for (int k = 1; k <= 20; ++k) {  // the level is that of the water and what it carries: deep + share_of_area draught
        advance(*w, 3 + 0.05 * k);
        draught += 0.05 * (deep - (centre_of(*w, "block").y - 0.5 * height)) / (1 - share_of_area);
    }
    record("off_in_spacings", (draught - share * height) / 0.01);
    EXPECT_NEAR(draught, share * height, 0.005);
}
INSTANTIATE_TEST_SUITE_P(Solids, ABlockFloats,
                         testing::Values(Float{"soft_quarter", 2, 250, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"}, Float{"soft_half", 2, 500, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"},
                                         Float{"soft_three_quarters", 2, 750, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"}, Float{"rigid_quarter", 2, 250, "rigid: true"},
                                         Float{"rigid_three_quarters", 2, 750, "rigid: true"}, Float{"soft_half_3d", 3, 500, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"},
                                         Float{"soft_three_quarters_3d", 3, 750, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"}, Float{"soft_quarter_3d", 3, 250, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"},
                                         Float{"rigid_quarter_3d", 3, 250, "rigid: true"}, Float{"rigid_three_quarters_3d", 3, 750, "rigid: true"}),
                         [](const auto& f) { return std::string(f.param.name); });

TEST(Solids, WaterAndBodyKeepTheirMomentum) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  foam: {density: 500, elastic: {youngs_modulus: 100 kPa}}
  water: {preset: water}
objects:
  drop: {box: 0.1, at: [-0.08, 0.01], material: water, velocity: [1, 0]}
  block: {box: 0.1, at: [0.04, 0], material: foam}
)");
    const double before = mean_of(*w, 1).momentum.x;
    advance(*w, 0.15);
    const Mean block = mean_of(*w, 0), water = mean_of(*w, 1);
    EXPECT_GT(block.momentum.x, 0.1 * before);
    EXPECT_NEAR(block.momentum.x + water.momentum.x, before, 2e-5 * before);
    EXPECT_NEAR(block.momentum.y + water.momentum.y, 0, 2e-5 * before);
}

// Clay stays where it was pressed.
TEST(Solids, ClayKeepsItsDent) {
    const std::string scene = R"(
dimension: 2
spacing: 10 mm
materials: {clay: {density: 1500, elastic: {youngs_modulus: 200 kPa, damping: 1 ms}, plastic: {law: von_mises, yield_stress: 1.5 kPa}}}
objects: {lump: {box: 0.12, at: [0, 0.36], material: clay}}
boundaries: {floor: {plane: [0, 1], method: implicit}}
)";
    const auto clay = world_of(scene);
    advance(*clay, 1);
    EXPECT_LT(mean_of(*clay).box.size().y, 0.095f);
    EXPECT_GT(mean_of(*clay).box.size().x, 0.12f);
    EXPECT_LT(mean_of(*clay).kinetic, 1e-2);
}

// A clay man whom a board squashes is as high from then on as the board left him (scenes/clay_figure.yaml, at twice its spacing but by night).
TEST(Solids, AClayManStaysSquashed) {
    SceneFile file = read_scene(MOTE_SOURCE_DIR "/scenes/clay_figure.yaml");
    if (std::getenv("MOTE_NIGHTLY") == nullptr) file.scene.spacing *= 2;
    const auto w      = build_scene(file, test_exec()).world;
    const auto height = [&] { return double(mean_of(*w).box.high.y) + 0.5 * double(w->spacing); };
    const double start = height(), board = 0.192 - 0.085;  // its face, lowest
    advance(*w, 1.1);
    const double pressed = height();
    advance(*w, 1.3);
    const double released = height();
    advance(*w, 2);
    record("start", start), record("pressed", pressed), record("released", released), record("end", height()), record("kinetic", momenta_of(*w).kinetic);
    EXPECT_GT(start, 0.17);
    EXPECT_NEAR(pressed, board, 0.5 * double(w->spacing));
    EXPECT_NEAR(released, pressed, 0.05 * (start - pressed));
    EXPECT_NEAR(height(), released, 0.02 * (start - pressed));
    EXPECT_LT(momenta_of(*w).kinetic, 0.01);  // he may rock a little, at 0.15 m/s
}

// A hand that turns by three quarters leads what it holds the whole way round.
TEST(Solids, PinsLeadRoundABend) {
    const auto world = world_of(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 200 kPa, poissons_ratio: 0.3, damping: 2 ms}}}
objects: {bar: {box: [0.12, 0.04, 0.04], material: rubber}}
pins: {hand: {box: [0.04, 0.1, 0.1], at: [0.04, 0, 0], motion: {about: [0, 0, 0], keys: [{time: 0 s}, {time: 1 s, rotate: {axis: [0, 0, 1], angle: 270 deg}}]}}}
)");
    advance(*world, 1);
    const RestShape& rest = world->solids->rest;
    double           most = 0;
    for (Index i = 0; i < world->particles.size(); ++i) {
        const Index s = world->solids->place.host()[i];
        if (rest.pin.host()[s] == 0) continue;
        const Vec4 q = rest.rest_position_volume.host()[s], x = world->particles.position_volume.host()[i];
        most = std::max(most, double(length(Vec3{x.x - q.y, x.y + q.x, x.z - q.z})));
    }
    EXPECT_LT(most, 1e-3);
}

}  // namespace
}  // namespace mote
