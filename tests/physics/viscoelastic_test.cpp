// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Liquids that are elastic too (KB-61 to 66).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "worlds.h"

namespace mote {
namespace {

/// Deforms a block whose particles stay where they are, by one velocity field for a time, in steps.
struct Block {
    std::unique_ptr<World> w;

    Block(int dimension, const std::string& law)
        : w(world_of(fmt::format(R"(
dimension: {}
spacing: 10 mm
gravity: [0, 0, 0]
materials: {{slime: {{viscoelastic: {}}}}}
objects: {{block: {{box: 0.1, material: slime, sampling: {{jitter: 0.2}}}}}}
)", dimension, law))) {
        w->neighbours.build(w->exec, w->points());
        compute_material_values(w->exec, w->particles, w->material_view());
        apply_gravity(w->exec, w->particles, {0, 0, 0});
        push();
    }
    /// The forces of its strain, over a step that is short.
    void push() { add_elastic_stress(w->exec, w->particles, w->neighbours, w->kernel(), w->material_view(), *w->viscoelastic, {1e-6f, w->spacing, false}); }
    template <class Field>
    void deform(const Field& velocity, float time, int steps) {
        for (Index i = 0; i < w->particles.size(); ++i) {
            w->particles.velocity_density.edit()[i] = with_w(velocity(xyz(w->particles.position_volume.host()[i])), 1000);
            w->particles.drift.edit()[i] = {0, 0, 0};
        }
        for (int k = 0; k < steps; ++k)
            deform_elastic(w->exec, w->particles, w->neighbours, w->kernel(), w->material_view(), *w->viscoelastic, 0, time / float(steps));
    }
    Mat3 strain(Index i) const { return w->viscoelastic->strain.host()[i]; }
    /// Those at the surface see less of a strain.
    bool inside(Index i) const {
        const Vec4 x = w->particles.position_volume.host()[i];
        return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}) < 0.03f;
    }
};

// A sudden shear gamma leaves the stress G gamma, which fades as exp(-t/lambda), and normal stresses G gamma^2.
TEST(Viscoelastic, StressOfASuddenShearFades) {
    for (const int dimension : {2, 3}) {
        Block block(dimension, "{youngs_modulus: 3 kPa, relaxation_time: 0.2 s}");
        block.deform([](Vec3 x) { return Vec3{500 * x.y, 0, 0}; }, 1e-3f, 1);
        const float after = std::exp(-0.5e-3f / 0.2f);  // half a step
        for (Index i = 0; i < block.w->particles.size(); ++i) {
            if (!block.inside(i)) continue;
            ASSERT_NEAR(block.strain(i).row[0].y, 0.5f * after, 1e-4f) << dimension;
            ASSERT_NEAR(block.strain(i).row[0].x, 0.25f * after, 1e-4f) << dimension;
        }
        block.deform([](Vec3) { return Vec3{}; }, 0.3f, 50);
        const float G = block.w->materials[0].viscoelastic.shear, expected = 1000 * 0.5f * std::exp(-0.3005f / 0.2f);
        EXPECT_NEAR(G, 1000, 0.01);
        for (Index i = 0; i < block.w->particles.size(); ++i)
            if (block.inside(i)) { ASSERT_NEAR(G * block.strain(i).row[0].y, expected, 1e-3f * expected) << dimension; }
    }
}

// Whoever turns is not strained, however often, also at the surface.
TEST(Viscoelastic, RotationStrainsNobody) {
    Block       block(3, "{youngs_modulus: 3 kPa}");
    const float angle = 0.1f, dt = 1e-3f;
    const Mat3  turn  = rotation(normalised(Vec3{1, 2, 3}), angle);
    block.deform([&](Vec3 x) { return (turn * x - x) / dt; }, 100 * dt, 100);
    for (Index i = 0; i < block.w->particles.size(); ++i) ASSERT_LT(norm(block.strain(i)), 2e-4f);
}

// A yield strain is kept, and nothing of it is forgotten. Beyond it matter flows at once where no relaxation time is given.
TEST(Viscoelastic, StrainBelowTheYieldStrainStays) {
    Block block(2, "{youngs_modulus: 3 kPa, yield_strain: 0.1}");
    const auto shear = [](Vec3 x) { return Vec3{100 * x.y, 0, 0}; };
    block.deform(shear, 1e-3f, 1);
    for (Index i = 0; i < block.w->particles.size(); ++i)
        if (block.inside(i)) { ASSERT_NEAR(block.strain(i).row[0].y, 0.1f, 1e-4f); }
    block.deform(shear, 4e-3f, 4);
    for (Index i = 0; i < block.w->particles.size(); ++i)
        if (block.inside(i)) { ASSERT_NEAR(norm(deviator(block.strain(i))), 0.2f, 1e-3f); }
}

// Uniform stress pushes nobody inside; at the surface forces and torques cancel in all.
TEST(Viscoelastic, ForcesAndTorquesCancel) {
    for (const int dimension : {2, 3}) {
        Block block(dimension, "{youngs_modulus: 3 kPa}");
        block.deform([](Vec3 x) { return Vec3{30 * x.y + 20 * x.x, 10 * x.x + 800 * x.y * x.y, 0}; }, 1e-2f, 4);
        block.push();
        const Particles& p = block.w->particles;
        Vec3d            force{}, torque{};
        double           all = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3d f = double(p.mass.host()[i]) * wide(p.acceleration.host()[i]), x = wide(xyz(p.position_volume.host()[i]));
            force += f, torque += cross(x, f), all += length(f);
        }
        EXPECT_GT(all, 0.1);
        EXPECT_LT(length(force), 1e-6 * all) << dimension;
        EXPECT_LT(length(torque), 1e-6 * all * 0.1) << dimension;
    }
}

// A disc of stiff slime that flies and spins keeps both momenta, though waves cross many spacings in a step.
TEST(Viscoelastic, MomentaAreKept) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0, 0]
xsph: 0
materials: {slime: {viscoelastic: {youngs_modulus: 900 kPa}}}
objects: {disc: {sphere: 0.08, material: slime, spin: [0, 0, 5], velocity: [1, 0.5]}}
)");
    const Statistics before = find_statistics(w->exec, w->particles, w->gravity);
    advance(*w, 0.2);
    const Statistics after = find_statistics(w->exec, w->particles, w->gravity);
    RecordProperty("measured", fmt::format("{:.1e} {:.1e}", std::abs(after.momentum[0] / before.momentum[0] - 1), std::abs(after.angular_momentum[2] / before.angular_momentum[2] - 1)));
    EXPECT_NEAR(after.momentum[0], before.momentum[0], 1e-5 * before.momentum[0]);
    EXPECT_NEAR(after.momentum[1], before.momentum[1], 1e-5 * before.momentum[0]);
    EXPECT_NEAR(after.angular_momentum[2], before.angular_momentum[2], 5e-3 * before.angular_momentum[2]);
    EXPECT_NEAR(after.kinetic_energy, before.kinetic_energy, 5e-3 * before.kinetic_energy);
}

// KB-61: without a modulus it is the plain liquid, to the last bit.
TEST(Viscoelastic, WithoutAModulusItIsThePlainLiquid) {
    const auto fall = [](const std::string& law) {
        auto w = world_of("spacing: 20 mm\nmaterials: {water: {viscosity: 0.5" + law + R"(}}
objects: {drop: {sphere: 0.08, at: [0, 0.1, 0], material: water, velocity: [0.3, -2, 0]}}
boundaries: {floor: {plane: [0, 1, 0]}}
)");
        for (int k = 0; k < 30; ++k) step(*w, 2e-3f);
        return w;
    };
    const auto plain = fall(""), none = fall(", viscoelastic: {youngs_modulus: 0 Pa, relaxation_time: 1 s}");
    EXPECT_EQ(none->viscoelastic, nullptr);
    for (Index i = 0; i < plain->particles.size(); ++i)
        ASSERT_TRUE(xyz(plain->particles.position_volume.host()[i]) == xyz(none->particles.position_volume.host()[i]));
}

// KB-66: stiffness follows the temperature, and is that of the table at its points.
TEST(Viscoelastic, StiffnessFollowsTheTemperature) {
    Block       block(3, "{youngs_modulus: {20 degC: 30 kPa, 60 degC: 3 kPa}}");
    World&      w      = *block.w;
    const auto  energy = [&](float celsius) {
        for (Index i = 0; i < w.particles.size(); ++i) w.particles.temperature.edit()[i] = celsius + 273.15f;
        return elastic_energy(w.exec, w.particles, w.material_view(), *w.viscoelastic);
    };
    block.deform([](Vec3 x) { return Vec3{100 * x.y, 0, 0}; }, 1e-3f, 1);
    EXPECT_NEAR(energy(60) / energy(20), 0.1, 1e-4);
    EXPECT_NEAR(energy(40) / energy(20), 0.55, 1e-3);
    EXPECT_NEAR(energy(10) / energy(20), 1, 1e-6);
}

// How fast it forgets follows the temperature: in between two points the logarithm of its time is straight.
TEST(Viscoelastic, RelaxationFollowsTheTemperature) {
    for (const auto& [celsius, time] : {std::pair{20.f, 1.f}, {40.f, 0.1f}, {60.f, 0.01f}, {80.f, 0.01f}}) {
        Block  block(3, "{youngs_modulus: 3 kPa, relaxation_time: {20 degC: 1 s, 60 degC: 10 ms}}");
        World& w = *block.w;
        for (Index i = 0; i < w.particles.size(); ++i) w.particles.temperature.edit()[i] = celsius + 273.15f;
        block.deform([](Vec3 x) { return Vec3{1e5f * x.y, 0, 0}; }, 1e-6f, 1);
        block.deform([](Vec3) { return Vec3{}; }, 0.7f * time, 10);
        for (Index i = 0; i < w.particles.size(); ++i)
            if (block.inside(i)) { ASSERT_NEAR(block.strain(i).row[0].y, 0.1f * std::exp(-0.7f), 1e-3f) << celsius; }
    }
}

// What becomes viscoelastic begins without stress, and what was so has none.
TEST(Viscoelastic, WhatBecomesItBeginsWithoutStress) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0, 0]
materials:
  water: {viscosity: 0.1, becomes: [{to: slime, after: 40 ms}]}
  slime: {viscosity: 0.1, viscoelastic: {youngs_modulus: 1 kPa}, becomes: [{to: oil, after: 80 ms}]}
  oil: {viscosity: 0.2}
objects: {disc: {sphere: 0.08, material: water, sampling: {jitter: 0.1}}}
)");
    Particles& p = w->particles;
    for (Index i = 0; i < p.size(); ++i) p.velocity_density.edit()[i].x = 5 * p.position_volume.host()[i].y;
    const auto mean = [&] {
        double strain = 0;
        for (Index i = 0; i < p.size(); ++i) strain += double(norm(w->viscoelastic->strain.host()[i])) / double(p.size());
        return strain;
    };
    advance(*w, 0.04);
    EXPECT_EQ(mean(), 0);
    step(*w, 1e-3f), step(*w, 1e-3f);
    EXPECT_GT(mean(), 1e-4);
    EXPECT_LT(mean(), 0.05);
    advance(*w, 0.08);
    EXPECT_GT(mean(), 0.05);
    step(*w, 1e-3f), step(*w, 1e-3f);
    EXPECT_EQ(mean(), 0);
}

/// The period of a standing wave v_x = sin(k y) in a slab 0.4 m high, over 2 pi/(k sqrt(G/rho)), in steps of at most a share of that; `left` is its amplitude after a period.
double period(const std::string& faces, const std::string& modulus, double k, double longest, double& left) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0, 0]
xsph: 0
materials: {{slime: {{viscosity: 0, viscoelastic: {{youngs_modulus: {}}}}}}}
objects: {{slab: {{box: [0.2, 0.4], material: slime}}}}
domain: {{low: [-0.1, -0.2], high: [0.1, 0.2], faces: {}}}
)", modulus, faces));
    Particles& p = w->particles;
    const auto mode = [&](Index i) { return std::sin(k * (double(p.position_volume.host()[i].y) + 0.2)); };
    for (Index i = 0; i < p.size(); ++i) p.velocity_density.edit()[i].x = float(0.05 * mode(i));
    const auto amplitude = [&] {
        double sum = 0, squares = 0;
        for (Index i = 0; i < p.size(); ++i) sum += mode(i) * double(p.velocity_density.host()[i].x), squares += mode(i) * mode(i);
        return sum / squares / 0.05;
    };
    const double c = std::sqrt(double(w->materials[0].viscoelastic.shear) / 1000), expected = 2 * M_PI / (k * c);
    std::vector<double> zeros;
    double before = amplitude(), time = 0, least = 0;
    while (w->time < 2.2 * expected) {
        const float dt = step(*w, float(longest * expected)).dt;
        const double now = amplitude(), middle = w->time - 0.5 * double(dt);
        if ((before > 0) != (now > 0)) zeros.push_back(time + (middle - time) * before / (before - now));
        if (zeros.size() >= 3) least = std::max(least, std::abs(now));
        before = now, time = middle;
    }
    left = least;
    return zeros.size() < 3 ? 0 : 2 * (zeros.back() - zeros.front()) / double(zeros.size() - 1) / expected;
}

// Waves of shear travel with sqrt(G/rho): in a periodic box, and between walls that matter sticks to.
TEST(Viscoelastic, AStandingWaveHasItsPeriod) {
    double     left = 0;
    const auto free = period("{x: periodic, y: periodic}", "30 kPa", 2 * M_PI / 0.4, 0.01, left);
    RecordProperty("periodic", fmt::format("{:.3f}, {:.3f} of it left", free, left));
    EXPECT_NEAR(free, 1, 0.05);
    EXPECT_GT(left, 0.9);
    const auto held = period("{x: periodic, y: closed}", "30 kPa", M_PI / 0.4, 0.01, left);
    RecordProperty("closed", fmt::format("{:.3f}, {:.3f} of it left", held, left));
    EXPECT_NEAR(held, 1, 0.05);
    const auto stiff = period("{x: periodic, y: closed}", "3 MPa", M_PI / 0.4, 0.05, left);  // a wave crosses two spacings in a step
    RecordProperty("stiff", fmt::format("{:.3f}, {:.3f} of it left", stiff, left));
    EXPECT_NEAR(stiff, 1, 0.05);
    EXPECT_GT(left, 0.9);
}

// Between plates that slide past each other: stress (mu + G lambda) rate, first difference of normal stresses 2 G lambda^2 rate^2.
TEST(Viscoelastic, SteadyShearHasTheStressesOfOldroydsLiquid) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0, 0]
materials: {slime: {viscosity: 20, viscoelastic: {youngs_modulus: 3 kPa, relaxation_time: 0.1 s}}}
objects: {slab: {box: [0.2, 0.3], material: slime}}
domain: {low: [-0.1, -0.15], high: [0.1, 0.15], faces: {x: periodic, y: closed}}
)");
    Particles& p = w->particles;
    for (Index i = 0; i < p.rows(); ++i) {
        const float y = p.position_volume.host()[i].y;
        p.velocity_density.edit()[i].x = i < p.size() ? 5 * y : y > 0 ? 0.75f : -0.75f;
    }
    advance(*w, 1);
    double sum = 0, shear = 0, normal = 0, yy = 0, vy = 0;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x = p.position_volume.host()[i];
        if (std::abs(x.y) > 0.1f) continue;
        const Mat3 e = w->viscoelastic->strain.host()[i];
        ++sum, shear += double(e.row[0].y), normal += double(e.row[0].x - e.row[1].y);
        yy += double(x.y * x.y), vy += double(x.y * p.velocity_density.host()[i].x);
    }
    const double rate = vy / yy, weissenberg = 0.1 * rate;
    RecordProperty("measured", fmt::format("rate {:.3f}, shear {:.4f} of {:.4f}, normal {:.4f} of {:.4f}", rate, shear / sum, weissenberg, normal / sum, 2 * weissenberg * weissenberg));
    EXPECT_NEAR(rate, 5, 0.25);
    EXPECT_NEAR(shear / sum, weissenberg, 0.03 * weissenberg);
    EXPECT_NEAR(normal / sum, 2 * weissenberg * weissenberg, 0.06 * 2 * weissenberg * weissenberg);
}

/// A 2-D jet on a floor.
struct Splash {
    double width;    ///< mean distance from its axis of what lies on the floor, mean of three times, in spacings
    int components;  ///< parts that do not touch
};
Splash splash(const std::string& modulus) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
materials: {{slime: {{viscosity: 0.1, viscoelastic: {{youngs_modulus: {}, relaxation_time: 20 ms, yield_strain: 0.05}}}}}}
sources: {{jet: {{rectangle: 0.08, at: [0, 0.5], material: slime, speed: 2.5 m/s}}}}
boundaries: {{floor: {{plane: [0, 1, 0]}}}}
)", modulus));
    const Particles& p     = w->particles;
    double           width = 0;
    for (const double time : {0.35, 0.4, 0.45}) {
        advance(*w, time);
        double sum = 0, count = 0;
        for (Index i = 0; i < p.size(); ++i)
            if (const Vec4 x = p.position_volume.host()[i]; x.y < 0.05f) sum += std::abs(double(x.x)), ++count;
        width += sum / count / 0.01 / 3;
    }
    std::vector<Index> part(p.size());
    const auto         at   = [&](Index i) { return xyz(p.position_volume.host()[i]); };
    const auto         root = [&](Index i) {
        while (part[i] != i) i = part[i] = part[part[i]];
        return i;
    };
    for (Index i = 0; i < p.size(); ++i) {
        part[i] = i;
        for (Index j = 0; j < i; ++j)
            if (length(at(i) - at(j)) < 0.02f) part[root(i)] = root(j);
    }
    int count = 0;
    for (Index i = 0; i < p.size(); ++i) count += part[i] == i;
    return {width, count};
}

/// How far what hangs from a spout that is 8 spacings wide reaches down before it parts, in spacings: the most in some time.
double longest_thread(const std::string& cohesion) {
    const auto w = world_of(fmt::format(R"(
spacing: 4 mm
support: 2.5
materials: {{slime: {{viscosity: 100, cohesion: {}, viscoelastic: {{youngs_modulus: 100 Pa, relaxation_time: 0.2 s}}}}}}
sources: {{spout: {{disc: 16 mm, at: [0, 0.3, 0], material: slime, speed: 30 mm/s}}}}
)", cohesion));
    double longest = 0;
    for (int k = 1; k <= 36; ++k) {
        advance(*w, 0.05 * k);
        std::vector<float> heights;
        for (Index i = 0; i < w->particles.size(); ++i) heights.push_back(w->particles.position_volume.host()[i].y);
        std::sort(heights.rbegin(), heights.rend());
        for (std::size_t i = 0; i < heights.size(); ++i)
            if (i + 1 == heights.size() || heights[i] - heights[i + 1] > 1.6f * w->spacing) {
                longest = std::max(longest, double(0.3f - heights[i]) / double(w->spacing));
                break;
            }
    }
    return longest;
}

// Keiser's drip: with cohesion a drop that hangs draws a thread that is at least three times as long as the spout is wide. Without, it parts in layers where the pull begins.
TEST(Viscoelastic, CohesionDrawsAThread) {
    const double held = longest_thread("1 kPa"), free = longest_thread("0 Pa");
    RecordProperty("measured", fmt::format("{:.1f} spacings, {:.1f} without", held, free));
    EXPECT_GT(held, 3 * 8);
    EXPECT_LT(free, 2 * 8);
}

// KB-62: the stiffer, the less it splashes.
TEST(Viscoelastic, StifferJetsSplashLess) {
    const Splash none = splash("0 kPa"), soft = splash("400 kPa"), stiff = splash("900 kPa");
    RecordProperty("measured", fmt::format("{:.2f} wide, {} parts; {:.2f} wide, {} parts; {:.2f} wide, {} parts", none.width, none.components, soft.width, soft.components, stiff.width, stiff.components));
    EXPECT_GT(none.width, 2 * soft.width);
    EXPECT_GT(soft.width, stiff.width);
    EXPECT_GT(none.components, 5 * soft.components);  // a drop or two of either may fly off
    EXPECT_GT(none.components, 5 * stiff.components);
}

}  // namespace
}  // namespace mote
