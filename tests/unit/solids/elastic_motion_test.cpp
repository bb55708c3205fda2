// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How elastic bodies move for long, and that they stay sound whatever is done to them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "block.h"

namespace mote {
namespace {

TEST(Elastic, EnergyAndMomentumStayWhereNothingTakesThem) {
    for (const auto law : elastic_laws) {
        Block block({.law = law, .x = 8, .y = 5, .z = 5, .disorder = 0.1f});
        block.move([](const Vec3& x) { return Vec3{1.1f * x.x, 0.97f * x.y + 0.05f * x.x, 0.97f * x.z}; });
        const double start = block.energy();
        for (int k = 0; k < 100; ++k) {
            block.run(0.5f * block.stable(), 16);
            EXPECT_NEAR(block.energy() + block.kinetic(), start, 0.1 * start);
        }
        const double scale = std::sqrt(2 * start * 0.2);  // of sqrt(2 E m), 0.2 kg
        EXPECT_LT(length(block.momentum()), 1e-5 * scale);
        EXPECT_LT(length(block.angular_momentum()), 1e-5 * scale * 0.08);
    }
}

// Leapfrog runs backwards as well as forwards: a block that bends and turns comes back to where it was let go when all velocities are turned round (KB-94).
TEST(Elastic, ReversedVelocitiesLeadBackToTheStart) {
    for (const auto law : elastic_laws) {
        Block block({.law = law, .x = 8, .y = 5, .z = 5, .disorder = 0.1f});
        block.move([](const Vec3& x) { return Vec3{1.1f * x.x, 0.97f * x.y + 0.05f * x.x, 0.97f * x.z}; });
        block.set_velocity([](const Vec3& x) { return Vec3{-3 * x.y, 3 * x.x, 0}; });
        const int         n = 400;
        const float       dt = 0.5f * block.stable();
        std::vector<Vec3> start, turned;
        for (Index i = 0; i < block.p.size(); ++i) start.push_back(block.place(i));
        for (int k = 0; k < n; ++k) block.run(dt, 1);
        for (Index i = 0; i < block.p.size(); ++i) turned.push_back(block.place(i));
        float way = 0, off = 0;
        for (Index i = 0; i < block.p.size(); ++i) way = std::max(way, length(turned[i] - start[i]));
        block.run(dt, 1);  // velocities are half a step behind: the way back begins with those half a step ahead
        for (Index i = 0; i < block.p.size(); ++i) {
            block.p.position_volume.edit()[i]  = with_w(turned[i], block.p.position_volume.host()[i].w);
            block.p.velocity_density.edit()[i] = with_w(-1.f * block.velocity(i), Block::density);
        }
        for (Index s = 0; s < block.solids.rest.rows(); ++s) block.solids.rest.fine.edit()[s] = {};
        for (int k = 0; k < n; ++k) block.run(dt, 1);
        for (Index i = 0; i < block.p.size(); ++i) off = std::max(off, length(block.place(i) - start[i]));
        RecordProperty("off_in_spacings_" + std::to_string(int(law)), std::to_string(1e6 * double(off / Block::spacing)) + "e-6");
        EXPECT_GT(way, Block::spacing) << int(law);
        EXPECT_LT(off, 1e-3f * Block::spacing) << int(law);
    }
}

/// How far a free rod has swung in its first mode after two periods in so many steps: what of its motion is along the mode [m].
double swung(int steps) {
    const int   n = 12;
    Block       rod({.x = n, .y = 3, .z = 3, .poissons_ratio = 0});
    const float whole = float(n) * Block::spacing, c = std::sqrt(1e5f / Block::density), period = 2 * whole / c;
    const auto  mode  = [&](const Vec3& x) { return std::cos(pi * (x.x + 0.5f * Block::spacing) / whole); };
    rod.set_velocity([&](const Vec3& x) { return Vec3{0.03f * mode(x), 0, 0}; });
    rod.move([&](const Vec3& x) { return x - Vec3{1e-4f * mode(x), 0, 0}; });
    rod.run(2.2f * period / float(steps), steps);
    double sum = 0;
    for (Index i = 0; i < rod.p.size(); ++i) {
        const Vec3 rest{Block::spacing * float(i % n), 0, 0};
        sum += double(mode(rest)) * (double(rod.place(i).x) - double(rest.x)) / rod.p.size();
    }
    return sum;
}

// Halved steps leave a quarter of the error: leapfrog is of second order (KB-93).
TEST(Elastic, LeapfrogIsOfSecondOrder) {
    const double places[] = {swung(160), swung(320), swung(640)}, order = std::log2((places[1] - places[0]) / (places[2] - places[1]));
    RecordProperty("order", std::to_string(order));
    EXPECT_GT(std::abs(places[1] - places[0]), 1e-3 * std::abs(places[0])) << "far above rounding";
    EXPECT_NEAR(order, 2, 0.1);
}

// A million steps of a small body that shakes and turns where it is: energy stays within bounds and does not grow, and momenta are what they were (KB-93).
TEST(Elastic, AMillionStepsGainNoEnergy) {
    const int spans = 20, steps = 50000;
    Block     block({.x = 4, .y = 3, .z = 3});
    block.move([](const Vec3& x) { return Vec3{1.05f * (x.x - 0.015f), 0.99f * (x.y - 0.01f) + 0.02f * (x.x - 0.015f), x.z - 0.01f}; });
    block.set_velocity([](const Vec3& x) { return Vec3{-5 * x.y, 5 * x.x, 0}; });
    const Vec3d  pushed = block.momentum();
    const double spin = block.angular_momentum().z, given = block.energy() + block.kinetic(), speeds = std::sqrt(2 * given * 0.036);
    double       halves[2] = {}, linear = 0, angular = 0;
    for (int span = 0; span < spans; ++span) {
        double mean = 0;
        for (int k = 0; k < 50; ++k) block.run(0.5f * block.stable(), steps / 50), mean += (block.energy() + block.kinetic()) / given / 50;
        EXPECT_NEAR(mean, 1, 0.02) << span;
        halves[2 * span / spans] += 2 * mean / spans;
        linear  = std::max(linear, length(block.momentum() - pushed) / speeds);
        angular = std::max(angular, std::abs(block.angular_momentum().z - spin) / (speeds * 0.02));
    }
    RecordProperty("energy_late_over_early", std::to_string(halves[1] / halves[0]));
    RecordProperty("momenta_in_millionths", std::to_string(1e6 * linear) + ", " + std::to_string(1e6 * angular));
    EXPECT_NEAR(halves[1], halves[0], 0.005);
    EXPECT_LT(linear, 1e-5);
    EXPECT_LT(angular, 1e-5);
}

// A free square that spins ten turns keeps its angular momentum and grows by no more than rho w^2 L^2 / E. What it turns by is its angular momentum over its moment of inertia, as it has grown: as much in the last turns as in the
// first (V-48). Damping calms how it breathes, and leaves the spin alone.
TEST(Elastic, ASpinningSquareKeepsItsAngularMomentum) {
    for (const float damping : {0.f, 5e-5f}) {
        Block       square({.x = 20, .y = 20, .dimension = 2, .youngs_modulus = 1e6f, .damping = damping});
        const float spin = 20, half = 0.1f;
        const Vec3  centre{9.5f * Block::spacing, 9.5f * Block::spacing, 0};
        square.move([&](const Vec3& x) { return x - centre; });
        square.set_velocity([&](const Vec3& x) { return Vec3{-spin * x.y, spin * x.x, 0}; });
        std::vector<Vec3d> rest;
        for (Index i = 0; i < square.p.size(); ++i) rest.push_back(Block::as_double(square.place(i)));
        struct Pose {
            double angle, inertia;
        };
        const auto pose = [&] {
            double c = 0, s = 0, inertia = 0;
            for (Index i = 0; i < square.p.size(); ++i) {
                const Vec3d x = Block::as_double(square.place(i)), q = rest[i];
                c += dot(q, x), s += q.x * x.y - q.y * x.x, inertia += double(square.p.mass.host()[i]) * dot(x, x);
            }
            return Pose{std::atan2(s, c), inertia};
        };
        const double before = square.angular_momentum().z, at_rest = pose().inertia;
        const int    looks = 400, steps = int(std::ceil(10 * 2 * pi / spin / square.stable() / looks));
        const float  dt = 10 * 2 * pi / spin / float(looks * steps);
        double       turned[2] = {}, asked[2] = {}, grown[2] = {}, kinetic[2] = {};  // of five turns each
        Pose         last = pose();
        for (int k = 0; k < looks; ++k) {
            square.run(dt, steps);
            const Pose now  = pose();
            const int  late = 2 * k / looks;
            turned[late] += std::remainder(now.angle - last.angle, 2 * std::numbers::pi);
            asked[late] += before * double(dt) * steps * 2 / (now.inertia + last.inertia);
            grown[late] += 2 * now.inertia / at_rest / looks, kinetic[late] += 2 * square.kinetic() / looks;
            last = now;
        }
        const std::string kind = damping > 0 ? "_damped" : "";
        RecordProperty("drift_in_millionths" + kind, std::to_string(1e6 * (square.angular_momentum().z / before - 1)));
        RecordProperty("rate_over_theory_in_millionths" + kind, std::to_string(1e6 * (turned[1] / asked[1] - 1)));
        RecordProperty("late_over_early_in_millionths" + kind, std::to_string(1e6 * (turned[1] / turned[0] - 1)));
        RecordProperty("inertia_over_rest" + kind, std::to_string(grown[1]));
        EXPECT_NEAR(square.angular_momentum().z, before, 1e-6 * before);
        EXPECT_GT(grown[1], 1 + 1e-3);
        for (const int late : {0, 1}) EXPECT_NEAR(turned[late], asked[late], 1e-4 * asked[late]) << late;
        EXPECT_NEAR(turned[1], turned[0], 1e-4 * turned[0]);
        EXPECT_NEAR(kinetic[1], kinetic[0], 1e-4 * kinetic[0]);
        float size = 0;
        for (Index i = 0; i < square.p.size(); ++i) size = std::max(size, length(square.place(i)));
        EXPECT_LT(size / (std::sqrt(2.f) * 0.095f) - 1, Block::density * spin * spin * 4 * half * half / 1e6f + 1e-3f);
    }
}

// What leaves rigid motion alone damps a vibration: beta w / 2 of critical.
TEST(Elastic, DampingFollowsRayleigh) {
    const int   n = 30;
    const float beta = 2e-3f;
    Block       rod({.x = n, .y = 3, .z = 3, .poissons_ratio = 0, .damping = beta});
    const float c = std::sqrt(1e5f / Block::density), length = float(n) * Block::spacing, w = pi * c / length;
    rod.set_velocity([&](const Vec3& x) { return Vec3{1 + 0.01f * std::cos(pi * (x.x + 0.5f * Block::spacing) / length), 0, 0}; });
    const auto vibration = [&] { return rod.kinetic() + rod.energy() - 0.5 * dot(rod.momentum(), rod.momentum()) / (double(rod.p.size()) * 1e-3); };
    const double before = vibration();
    const float  time = 4 * pi / w;
    rod.run(time / 2000, 2000);
    EXPECT_NEAR(std::log(before / vibration()), double(beta * w * w * time), 0.05 * double(beta * w * w * time));
    EXPECT_NEAR(rod.momentum().x, 0.27, 1e-5);
}

// Sheets and threads have no inside to span, and are sound all the same.
TEST(Elastic, SheetsAndThreadsStaySound) {
    for (const Block::Spec& spec : {Block::Spec{.x = 8, .y = 8, .z = 1}, Block::Spec{.x = 16, .y = 1, .z = 1}, Block::Spec{.x = 1, .y = 1, .z = 1}}) {
        Block block(spec);
        block.set_velocity([](const Vec3& x) { return Vec3{0, 0, x.x > 0.035f ? 0.1f : -0.1f}; });
        const double before = block.kinetic();
        block.run(block.stable(), 2000);
        for (Index i = 0; i < block.p.size(); ++i) ASSERT_TRUE(finite(block.place(i)));
        EXPECT_LT(block.kinetic() + block.energy(), 1.1 * before + 1e-9);
    }
}

// Whatever a body is done to, it stays a number.
TEST(Elastic, CrushedInvertedAndTornBodiesStayFinite) {
    for (const auto law : elastic_laws)
        for (const Vec3 stretch : {Vec3{-1, 1, 1}, Vec3{1, 0, 1}, Vec3{10, 1, 1}, Vec3{0, 0, 0}, Vec3{-0.1f, -0.1f, -0.1f}}) {
            Block block({.law = law, .x = 5, .y = 5, .z = 5, .damping = 1e-3f});
            block.move([&](const Vec3& x) { return Vec3{stretch.x * x.x, stretch.y * x.y, stretch.z * x.z}; });
            block.run(0.05f * block.stable(), 2000);
            for (Index i = 0; i < block.p.size(); ++i) ASSERT_TRUE(finite(block.place(i))) << int(law) << " " << stretch.x << " " << stretch.y;
        }
}

// A spin that tears at it with 25 times its modulus.
TEST(Elastic, ABodySpunAtAThousandRadiansASecondStaysFinite) {
    for (const auto law : elastic_laws) {
        Block       block({.law = law, .x = 10, .y = 10, .dimension = 2});
        const float spin = 1000;
        block.move([](const Vec3& x) { return x - Vec3{0.045f, 0.045f, 0}; });
        block.set_velocity([&](const Vec3& x) { return Vec3{-spin * x.y, spin * x.x, 0}; });
        const double before = block.angular_momentum().z;
        block.run(0.05f * block.stable(), 4000);
        for (Index i = 0; i < block.p.size(); ++i) ASSERT_TRUE(finite(block.place(i))) << int(law);
        EXPECT_NEAR(block.angular_momentum().z, before, 1e-3 * before);
    }
}

// Nearly incompressible: it keeps its volume, and its energy.
TEST(Elastic, APoissonRatioNearAHalfIsSound) {
    Block block({.law = Elastic::Law::neo_hookean, .x = 5, .y = 5, .z = 5, .poissons_ratio = 0.499f});
    block.move([](const Vec3& x) { return Vec3{1.1f * x.x, x.y / std::sqrt(1.1f), x.z / std::sqrt(1.1f)}; });
    const double start = block.energy();
    for (int k = 0; k < 100; ++k) {
        block.run(block.stable(), 40);
        ASSERT_NEAR(block.energy() + block.kinetic(), start, 0.1 * start);
    }
    double volume = 0;
    for (Index s = 0; s < block.solids.rest.rows(); ++s) volume += double(determinant(block.solids.rest.deformation.host()[s]));
    EXPECT_NEAR(volume / double(block.p.size()), 1, 0.01);
}

TEST(Elastic, SameBitsForAnyNumberOfThreads) {
    std::vector<Vec4> places[2];
    for (const int threads : {1, 2}) {
        Block block({.x = 12, .y = 12, .z = 12, .disorder = 0.1f, .threads = threads});
        block.set_velocity([](const Vec3& x) { return Vec3{x.y, -x.x, 0.2f * x.x}; });
        block.run(block.stable(), 50);
        places[threads - 1].assign(block.p.position_volume.host().data, block.p.position_volume.host().data + block.p.size());
    }
    EXPECT_EQ(std::memcmp(places[0].data(), places[1].data(), places[0].size() * sizeof(Vec4)), 0);
}

}  // namespace
}  // namespace mote
