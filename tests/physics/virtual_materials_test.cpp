// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What virtual materials are asked for [Wicke et al. 2006, sections 3 and 4]: damping, plasticity, fracture, bodies that touch, folds, energy and moduli.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "bodies.h"
#include "curves.h"
#include "mote/random.h"
#include "worlds.h"

namespace mote {
namespace {

std::string goo(const std::string& law, const std::string& object, const std::string& more = "gravity: [0, 0, 0]\n") {
    return "spacing: 10 mm\nmaterials: {goo: {density: 1000, lattice: {" + law + "}}}\nobjects: {block: {material: goo, " + object + "}}\n" + more;
}
void shake(World& w, float speed, std::uint32_t seed) {
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec3 r = random_point(seed, w.particles.id.host()[i], 0, Purpose::test);
        Vec4&      v = w.particles.velocity_density.edit()[i];
        v = with_w(xyz(v) + speed * Vec3{2 * r.x - 1, 2 * r.y - 1, w.dimension == 2 ? 0 : 2 * r.z - 1}, v.w);
    }
}
/// In how many pieces it is: whose particles are nearer to each other than `reach` [m].
int pieces(const World& w, float reach) {
    const Index        n = w.particles.size();
    std::vector<Index> root(n);
    std::iota(root.begin(), root.end(), 0u);
    const auto find = [&](Index i) {
        while (root[i] != i) i = root[i] = root[root[i]];
        return i;
    };
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < i; ++j)
            if (length(xyz(w.particles.position_volume.host()[i]) - xyz(w.particles.position_volume.host()[j])) < reach) root[find(i)] = find(j);
    int count = 0;
    for (Index i = 0; i < n; ++i) count += find(i) == i;
    return count;
}

/// About its centre of mass.
struct Spin {
    Vec3d  momentum{};
    double energy = 0;
};
Spin spin_of(const World& w) {
    const Momenta all = momenta_of(w);
    const Vec3d   centre = centre_of(w, "block");
    double        mass = 0;
    for (Index i = 0; i < w.particles.size(); ++i) mass += double(w.particles.mass.host()[i]);
    return {all.angular - cross(centre, all.linear), all.kinetic - 0.5 * dot(all.linear, all.linear) / mass};
}

// Damping leaves rigid motion alone, and takes all else: a block that is thrown and spins keeps its energy and its spin, what shakes in it dies out (W-16).
TEST(VirtualMaterials, DampingLeavesRigidMotionAlone) {
    for (const bool plane : {false, true}) {
        const auto  w    = world_of((plane ? "dimension: 2\n" : "") + goo("youngs_modulus: 400 kPa, poissons_ratio: 0.3, damping: 2 ms", fmt::format("box: [0.06, 0.05{}], velocity: [0.3, 0.2{}], spin: {}", plane ? "" : ", 0.04", plane ? "" : ", 0", "[0, 0, 6]"), fmt::format("gravity: [0, 0{}]\n", plane ? "" : ", 0")));
        const char* name = plane ? "2-D" : "3-D";
        advance(*w, 0.05);
        const Spin start = spin_of(*w);
        advance(*w, 1.05);  // a turn
        const Spin end = spin_of(*w);
        record(fmt::format("{}: energy of the spin", name), end.energy / start.energy - 1), record(fmt::format("{}: angular momentum", name), length(end.momentum - start.momentum) / length(start.momentum));
        EXPECT_NEAR(end.energy / start.energy, 1, 1e-4) << name;
        EXPECT_LT(length(end.momentum - start.momentum), 1e-5 * length(start.momentum)) << name;
        shake(*w, 0.05f, 3);
        const Spin shaken = spin_of(*w);
        advance(*w, 1.1);
        const Spin calm = spin_of(*w);
        EXPECT_LT(length(calm.momentum - shaken.momentum), 1e-5 * length(shaken.momentum)) << name;
        const double rigid = start.energy * dot(calm.momentum, calm.momentum) / dot(start.momentum, start.momentum);
        record(fmt::format("{}: share left of what shook", name), (calm.energy - rigid) / (shaken.energy - rigid));
        EXPECT_NEAR(calm.energy, rigid, 0.01 * (shaken.energy - rigid)) << name;
    }
}

// What shakes without damping has no more energy after 10^4 short steps than before (V-72). Velocities are half a step behind places, so energies of motion of two steps count.
TEST(VirtualMaterials, EnergyDoesNotRiseInTenThousandSteps) {
    for (const char* plane : {"", "dimension: 2\n"}) {
        const auto w = world_of(plane + goo("youngs_modulus: 1 MPa, poissons_ratio: 0.3", *plane ? "box: [0.1, 0.08]" : "box: [0.07, 0.06, 0.05]"));
        step(*w, 1e-6f);
        shake(*w, 0.2f, 5);
        const float dt = Lattice::stable_step(w->materials, w->lattice_settings());
        double      first = 0, most = 0, sum = 0, last = momenta_of(*w).kinetic, stored = observe_solids(*w);
        for (int k = 1; k <= 10'000; ++k) {
            ASSERT_EQ(step(*w, dt).solid_steps, 1);
            const double now = momenta_of(*w).kinetic;
            sum += stored + 0.5 * (last + now), last = now, stored = observe_solids(*w);
            if (k % 500 != 0) continue;
            first = k == 500 ? sum : first, most = std::max(most, sum), sum = 0;
        }
        record(fmt::format("{}rise", *plane ? "2-D " : "3-D "), most / first - 1);
        EXPECT_LT(most, 1.005 * first) << plane;
    }
}

// A bar that hangs from a pin is stretched by the weight below, which the pin bears: Young's modulus within 5 % (W-12), in the plane E/(1 - nu^2), of bars 10 and 20 particles thick.
TEST(VirtualMaterials, ABarThatHangsHasItsModulus) {
    const bool nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    for (const bool plane : {false, true})
        for (const int layers : {10, 20})
            for (const double nu : {0.0, 0.2, 0.3, 0.45}) {
                if (!plane && layers == 20 && !nightly) continue;
                const std::string thick = fmt::format("{}", 0.01 * layers), box = plane ? fmt::format("[0.4, {}]", thick) : fmt::format("[0.4, {0}, {0}]", thick);
                const auto w = world_of((plane ? "dimension: 2\n" : "") + goo(fmt::format("youngs_modulus: 100 kPa, poissons_ratio: {}, damping: 1 ms", nu), "box: " + box,
                                                                              fmt::format("gravity: [4, 0{0}]\npins: {{nail: {{box: [0.03, 1{1}], at: [-0.2, 0{0}]}}}}\n", plane ? "" : ", 0", plane ? "" : ", 1")));
                while (w->time < 0.6) {  // through honey
                    const float kept = std::exp(-40 * step(*w, 1).dt);
                    for (Index i = 0; i < w->particles.size(); ++i)
                        if (Vec4& v = w->particles.velocity_density.edit()[i]; w->time < 0.55) v = with_w(kept * xyz(v), v.w);
                }
                double                  volume = 0, strain = 0, stress = 0, count = 0;
                std::map<float, double> mass_at;  // by how far down, to rounding
                const auto              place = [&](Index i) { return std::round(1e4f * w->particles.position_volume.host()[i].x); };
                for (Index i = 0; i < w->particles.size(); ++i) volume += double(w->particles.mass.host()[i]) / 1000, mass_at[place(i)] += double(w->particles.mass.host()[i]);
                std::map<float, double> below;
                double                  sum = 0;
                for (auto it = mass_at.rbegin(); it != mass_at.rend(); sum += it->second, ++it) below[it->first] = sum + 0.5 * it->second;
                const double area = volume / 0.4;
                for (Index i = 0; i < w->particles.size(); ++i) {
                    if (std::abs(w->particles.position_volume.host()[i].x) > 0.1f) continue;
                    strain += double(w->lattice->map.host()[i].row[0].x) - 1, stress += 4 * below[place(i)] / area, ++count;
                }
                const double modulus = stress / strain * (plane ? 1 - nu * nu : 1);
                record(fmt::format("{}, {} layers, nu {}: modulus over that asked for", plane ? "2-D" : "3-D", layers, nu), modulus / 1e5);
                EXPECT_NEAR(modulus, 1e5, 5e3) << plane << ' ' << layers << ' ' << nu << ' ' << strain / count;
            }
}

/// A strip whose faces are drawn along each other by a shear, and let go: what shear stays, and the share of bonds that are others.
struct Left {
    double shear = 0, bonds = 0;
};
Left left_of(double shear) {
    const auto w = world_of("dimension: 2\n" + goo("youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: 2 ms", "box: [0.3, 0.1]", fmt::format(R"(gravity: [0, 0]
pins:
  low: {{box: [1, 0.02], at: [0, -0.05], stop: 1 s}}
  high: {{box: [1, 0.02], at: [0, 0.05], stop: 1 s, motion: [{{time: 0 s}}, {{time: 1 s, move: [{}, 0]}}]}}
)", 0.08 * shear)));
    const Index n = w->particles.size();
    const auto  places = [&] {
        std::vector<Vec3> by_id(n);
        for (Index i = 0; i < n; ++i) by_id[w->particles.id.host()[i]] = xyz(w->particles.position_volume.host()[i]);
        return by_id;
    };
    const std::vector<Vec3> start = places();
    advance(*w, 2);
    const std::vector<Vec3> end = places();
    const float near = 1.3f * w->lattice_settings().distance();
    double      along = 0, high = 0, across = 0, wide = 0, bonds = 0, others = 0;
    for (Index i = 0; i < n; ++i) {
        const Vec3 x = start[i], by = end[i] - x;
        along += double(by.x) * double(x.y), high += double(x.y) * double(x.y), across += double(by.y) * double(x.x), wide += double(x.x) * double(x.x);
        for (Index j = 0; j < i; ++j)
            if (length(start[i] - start[j]) < near) ++bonds, others += length(end[i] - end[j]) > near;
    }
    return {along / high + across / wide, others / bonds};
}

// What is sheared by little is as before when it is let go, neighbour by neighbour; by more it keeps a part of it, as its particles have other neighbours (W-20).
TEST(VirtualMaterials, WhatIsShearedFarKeepsSomeOfIt) {
    for (const double shear : {0.2, 0.5, 1.0}) {
        const Left left = left_of(shear);
        record(fmt::format("shear {}: left", shear), left.shear);
        EXPECT_LT(std::abs(left.shear), 1e-4) << shear;
        EXPECT_EQ(left.bonds, 0) << shear;
    }
    for (const double shear : {1.5, 2.0}) {
        const Left left = left_of(shear);
        record(fmt::format("shear {}: left", shear), std::abs(left.shear)), record(fmt::format("shear {}: bonds that are others", shear), left.bonds);
        EXPECT_GT(std::abs(left.shear), 0.2) << shear;
        EXPECT_GT(left.bonds, 0.05) << shear;
    }
}

// Without a strength a bar tears where neighbours leave each other's support, which nobody docks beyond, and not before (W-21).
TEST(VirtualMaterials, ABarWithoutStrengthTearsAtItsSupport) {
    const auto w = world_of(goo("youngs_modulus: 100 kPa, poissons_ratio: 0.3, damping: 2 ms", "box: [0.2, 0.06, 0.06]", R"(gravity: [0, 0, 0]
pins:
  left: {box: [0.04, 1, 1], at: [-0.1, 0, 0]}
  right: {box: [0.04, 1, 1], at: [0.1, 0, 0], motion: [{time: 0 s}, {time: 2 s, move: [0.24, 0, 0]}]}
)"));
    const float distance = w->lattice_settings().distance();
    double      most     = 0;
    while (w->time < 2 && pieces(*w, 1.5f * distance) == 1) {
        advance(*w, w->time + 0.02);
        double sum = 0, count = 0;
        for (Index i = 0; i < w->particles.size(); ++i)
            if (std::abs(w->particles.position_volume.host()[i].x) < 0.04f) sum += double(w->lattice->map.host()[i].row[0].x) - 1, ++count;
        most = std::max(most, sum / count);
    }
    const double support = 2 * 0.01 / double(distance) - 1;
    record("strain at which it tears, over that at which neighbours along it leave the support", most / support);
    EXPECT_LT(w->time, 1.5) << "it is torn";
    EXPECT_NEAR(most / support, 1, 0.3);
}

// Bodies that touch as one crystal would go on neither attract each other nor weld: the lower one falls off the upper as if it were alone. As one object it hangs (W-26).
TEST(VirtualMaterials, BodiesThatTouchDoNotWeld) {
    const double high = 6 * 0.0158740105;  // layers of the crystal, two of which are this far apart
    const auto   scene = [&](bool two) {
        const auto upper = fmt::format("box: [{0}, {0}, {0}]", high), lower = fmt::format("box: [{0}, {0}, {0}], at: [0, {1}, 0]", high, -high);
        return "spacing: 10 mm\nmaterials: {goo: {density: 1000, lattice: {youngs_modulus: 200 kPa, damping: 2 ms}}}\npins: {nail: {box: [1, 0.02, 1], at: [0, " + fmt::format("{}", 0.5 * high) + ", 0]}}\nobjects:\n" +
               (two ? "  upper: {material: goo, " + upper + "}\n  lower: {material: goo, " + lower + "}\n" : fmt::format("  upper: {{material: goo, box: [{0}, {1}, {0}], at: [0, {2}, 0]}}\n", high, 2 * high, -0.5 * high));
    };
    const auto   w = world_of(scene(true)), whole = world_of(scene(false));
    const double start = centre_of(*w, "lower").y, before = centre_of(*whole, "upper").y;
    advance(*w, 0.1), advance(*whole, 0.1);
    const double fallen = start - centre_of(*w, "lower").y, hangs = before - centre_of(*whole, "upper").y;
    record("way of the lower one over g t^2/2", fallen / (0.5 * 9.81 * 0.01)), record("of one object", hangs / (0.5 * 9.81 * 0.01));
    EXPECT_EQ(w->particles.size(), whole->particles.size()) << "one crystal";
    EXPECT_NEAR(fallen, 0.5 * 9.81 * 0.01, 0.02 * 0.5 * 9.81 * 0.01);
    EXPECT_LT(hangs, 0.1 * 0.5 * 9.81 * 0.01);
}

// A plank half as heavy as water floats half under, within 10 % of its draught (W-29).
TEST(VirtualMaterials, APlankFloatsAtItsDraught) {
    const auto w = world_of(R"(
dimension: 2
spacing: 1 cm
materials:
  water: {density: 1000, viscosity: 0.5}
  foam: {density: 500, lattice: {youngs_modulus: 200 kPa, damping: 1 ms}}
objects:
  block: {box: [0.16, 0.08], at: [0, 0.32], material: foam}
  pool: {box: [0.5, 0.26], at: [0, 0.13], material: water}
boundaries: {tank: {box: [0.5, 1], at: [0, 0.5], inside: true}}
)");
    double water = 0, block = 0;  // [m^2]
    for (Index i = 0; i < w->particles.size(); ++i) (w->bodies[w->particles.body.host()[i]].name == "pool" ? water : block) += double(w->particles.position_volume.host()[i].w);
    const double high = block / 0.16, level = (water + 0.5 * block) / 0.5;
    double       draught = 0;
    advance(*w, 2.5);
    for (int k = 0; k < 20; ++k) {
        advance(*w, 2.5 + 0.05 * k);
        draught += (level - (centre_of(*w, "block").y - 0.5 * high)) / 20;
    }
    record("draught over that of its density", draught / (0.5 * high));
    EXPECT_NEAR(draught / (0.5 * high), 1, 0.1);
}

// A strip that is folded until its arms meet holds itself off, and comes apart again where its faces have closed (W-28).
TEST(VirtualMaterials, AFoldedStripHoldsItselfOff) {
    const auto w = world_of("dimension: 2\n" + goo("youngs_modulus: 100 kPa, damping: 1 ms, docking_rate: 1000 1/s, closing_time: 20 ms", "union: [{box: [0.3, 0.05], at: [0, 0.045]}, {box: [0.3, 0.05], at: [0, -0.045]}, {box: [0.05, 0.14], at: [-0.15, 0]}]", R"(gravity: [0, 0]
pins:
  upper: {box: [0.03, 0.06], at: [0.15, 0.05], motion: [{time: 0 s}, {time: 0.1 s}, {time: 0.4 s, move: [0, -0.0235]}, {time: 0.7 s, move: [0, 0]}]}
  lower: {box: [0.03, 0.06], at: [0.15, -0.05], motion: [{time: 0 s}, {time: 0.1 s}, {time: 0.4 s, move: [0, 0.0235]}, {time: 0.7 s, move: [0, 0]}]}
)"));
    std::vector<char> above(w->particles.size());  // by id
    for (Index i = 0; i < w->particles.size(); ++i) above[w->particles.id.host()[i]] = w->particles.position_volume.host()[i].x < -0.1f ? 2 : w->particles.position_volume.host()[i].y > 0;
    double nearest = 1, wrong = 0, apart = 1, before = 0;
    while (w->time < 0.8) {
        step(*w, 1e-3f);
        apart = 1;
        for (Index i = 0; i < w->particles.size(); ++i)
            for (Index j = 0; j < w->particles.size(); ++j) {
                if (above[w->particles.id.host()[i]] != 1 || above[w->particles.id.host()[j]] != 0) continue;
                const Vec3 r = xyz(w->particles.position_volume.host()[i]) - xyz(w->particles.position_volume.host()[j]);
                nearest = std::min(nearest, double(length(r))), apart = std::min(apart, double(length(r)));
                if (std::abs(r.x) < 0.5f * w->spacing) wrong = std::max(wrong, -double(r.y));
            }
        before = before > 0 ? before : apart;
    }
    const double distance = double(w->lattice_settings().distance());
    record("nearest, over the distance of sites", nearest / distance), record("apart at the end, over that at the start", apart / before);
    EXPECT_LT(nearest, 0.9 * distance) << "they touch";
    EXPECT_GT(nearest, 0.5 * distance);
    EXPECT_EQ(wrong, 0) << "none is on the other side";
    EXPECT_GT(apart, 0.95 * before);
}

}  // namespace
}  // namespace mote
