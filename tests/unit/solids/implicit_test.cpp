// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "block.h"

namespace mote {
namespace {

constexpr float spacing = Block::spacing;

SolidSolverSpec exact(float dissipation) { return {SolidSolverSpec::Method::implicit, 1e-5f, 1000, dissipation}; }

std::vector<Vec3> positions(const Block& b) {
    std::vector<Vec3> x;
    for (Index i = 0; i < b.p.size(); ++i) x.push_back(b.place(i));
    return x;
}
std::vector<Vec3> velocities(const Block& b) {
    std::vector<Vec3> v;
    for (Index i = 0; i < b.p.size(); ++i) v.push_back(xyz(b.p.velocity_density.host()[i]));
    return v;
}
void place(Block& b, const std::vector<Vec3>& x) {
    for (Index i = 0; i < b.p.size(); ++i) {
        b.p.position_volume.edit()[i]  = with_w(x[i], b.p.position_volume.host()[i].w);
        b.p.velocity_density.edit()[i] = with_w({}, b.p.velocity_density.host()[i].w);
    }
}
/// By an explicit step from rest.
std::vector<Vec3> forces(Block& b, const std::vector<Vec3>& x) {
    place(b, x);
    b.last_step = 1e-6f;
    b.run(1e-6f, 1);
    auto f = velocities(b);
    for (Index i = 0; i < b.p.size(); ++i) f[i] = 1e6f * b.p.mass.host()[i] * f[i];
    return f;
}

struct Momenta {
    Vec3d  linear{}, angular{};
    double size = 0, turn = 0;  // size: sum of m |v|, turn: of |x cross m v|
};
Momenta momenta(const Block& b) {
    Momenta m;
    for (Index i = 0; i < b.p.size(); ++i) {
        const Vec3d x{double(b.place(i).x), double(b.place(i).y), double(b.place(i).z)};
        const Vec4  u = b.p.velocity_density.host()[i];
        const Vec3d p = double(b.p.mass.host()[i]) * Vec3d{double(u.x), double(u.y), double(u.z)}, l = cross(x, p);
        m.linear += p, m.angular += l, m.size += length(p), m.turn += length(l);
    }
    return m;
}
void spin(Block& b, const Vec3& turning, const Vec3& speed) {
    for (Index i = 0; i < b.p.size(); ++i) b.p.velocity_density.edit()[i] = with_w(speed + cross(turning, b.place(i)), 0);
}

/// A point far from the middle would make rounding of angular momentum large.
void centre(Block& b) {
    Vec3 middle{};
    for (Index i = 0; i < b.p.size(); ++i) middle += (1 / float(b.p.size())) * b.place(i);
    b.move([&](const Vec3& x) { return x - middle; });
}

// m dv = dt (f + df), with df the change of the forces along dt dv as two explicit steps measure it.
TEST(ImplicitSolids, SolvesForTheForcesAtTheEndOfTheStep) {
    for (const auto law : {Elastic::Law::saint_venant, Elastic::Law::neo_hookean}) {
        Block block({.law = law, .x = 6, .y = 5, .z = 5, .disorder = 0.05f});
        block.move([](const Vec3& x) { return Vec3{1.1f * x.x, 1.11f * x.y + 0.02f * x.x, 1.1f * x.z + 0.2f * x.x * x.y}; });
        const auto  x0 = positions(block), f = forces(block, x0);
        const float dt = 10 * block.stable();
        place(block, x0);
        block.solids.rest.pin.edit()[0] = 1;  // a body that is free would be turned back
        block.last_step = dt;
        block.solve(dt, exact(1));
        block.solids.rest.pin.edit()[0] = 0;
        const auto  dv = velocities(block);
        float largest = 0;
        for (const Vec3& v : dv) largest = max(largest, length(v));
        const float       d = 0.005f * spacing / (dt * largest);
        std::vector<Vec3> up = x0, down = x0;
        for (Index i = 0; i < x0.size(); ++i) up[i] += (d * dt) * dv[i], down[i] -= (d * dt) * dv[i];
        const auto f_up = forces(block, up), f_down = forces(block, down);
        double error = 0, whole = 0;
        for (Index i = 0; i < x0.size(); ++i) {
            if (block.solids.place.host()[i] == 0) continue;
            const Vec3 change = (0.5f / d) * (f_up[i] - f_down[i]);
            const Vec3 off    = block.p.mass.host()[i] * dv[i] - dt * (f[i] + change);
            error += double(dot(off, off)), whole += double(dt * dt * dot(f[i], f[i]));
        }
        EXPECT_LT(std::sqrt(error / whole), 1e-3) << int(law);
    }
}

TEST(ImplicitSolids, EnergyDoesNotGrowInStepsAHundredTimesTooLong) {
    for (const auto law : elastic_laws) {
        Block block({.law = law, .x = 10, .y = 5, .z = 5, .disorder = 0.1f});
        centre(block);
        block.move([](const Vec3& x) { return Vec3{1.2f * x.x, 0.9f * x.y + 0.2f * x.x, 0.95f * x.z + 2 * x.x * x.y}; });
        const double start = block.energy();
        double       last = start, most = 0;
        for (int k = 0; k < 60; ++k) {
            block.solve(100 * block.stable(), {});
            last = block.energy() + block.kinetic();
            most = std::max(most, last);
        }
        EXPECT_LT(most, start) << int(law);
        EXPECT_LT(last, 1e-4 * start) << int(law);
    }
}

TEST(ImplicitSolids, KeepsMomenta) {
    for (const auto law : elastic_laws) {
        Block block({.law = law, .x = 10, .y = 5, .z = 5, .disorder = 0.1f});
        centre(block);
        spin(block, {5, 10, -7}, {1, 2, 3});
        block.move([](const Vec3& x) { return Vec3{1.1f * x.x, 0.95f * x.y + 0.1f * x.x, 0.95f * x.z}; });
        const Momenta start = momenta(block);
        for (int k = 0; k < 50; ++k) block.solve(10 * block.stable(), {});
        const Momenta end = momenta(block);
        EXPECT_LT(length(end.linear - start.linear), 1e-5 * start.size) << int(law);
        EXPECT_LT(length(end.angular - start.angular), 1e-5 * start.turn) << int(law);
    }
}

TEST(ImplicitSolids, PushesArriveWholeHoweverEarlyTheSolveEnds) {
    Block block({.law = Elastic::Law::corotated, .x = 10, .y = 5, .z = 5, .disorder = 0.1f});
    block.push({0, -10, 0});
    block.move([](const Vec3& x) { return Vec3{1.1f * x.x, 0.95f * x.y, 0.95f * x.z}; });
    const float dt   = 50 * block.stable();
    double      mass = 0;
    for (Index i = 0; i < block.p.size(); ++i) mass += double(block.p.mass.host()[i]);
    for (int k = 0; k < 10; ++k) block.solve(dt, {SolidSolverSpec::Method::implicit, 1e-2f, 3, 0.5f});
    const Momenta end = momenta(block);
    EXPECT_NEAR(end.linear.y, -10 * mass * 10 * double(dt), 1e-4 * mass * 100 * double(dt));
}

// Backward Euler as such brakes a rotation by (w dt)^2, here 1 %, in each step.
TEST(ImplicitSolids, SteadyRotationIsNotSlowed) {
    Block block({.law = Elastic::Law::corotated, .x = 7, .y = 7, .z = 4});
    centre(block);
    const float dt = 10 * block.stable();
    spin(block, {0, 0, 0.1f / dt}, {});
    const double start = block.kinetic();
    for (int k = 0; k < 200; ++k) block.solve(dt, {SolidSolverSpec::Method::implicit, 1e-2f, 200, 1});
    EXPECT_NEAR(block.kinetic(), start, 0.03 * start);  // its radius grows by what holds it together
}

TEST(ImplicitSolids, AHeldRodComesToRestWhereShortStepsBringIt) {
    const auto sag = [](bool implicit) {
        Block rod({.law = Elastic::Law::corotated, .x = 12, .y = 4, .z = 4});
        rod.push({0, -3, 0});
        rod.pin([](const Vec3& x) { return x.x < 1.5f * spacing; });
        if (implicit)
            for (int k = 0; k < 300; ++k) rod.solve(100 * rod.stable(), {});
        else
            for (int k = 0; k < 400; ++k) {  // calmed by hand
                rod.run(0.5f * rod.stable(), 40);
                for (Index i = 0; i < rod.p.size(); ++i) rod.p.velocity_density.edit()[i] = with_w(0.9f * xyz(rod.p.velocity_density.host()[i]), 0);
            }
        float y = 0;
        for (Index i = 11; i < rod.p.size(); i += 12) y += rod.place(i).y / 16;
        EXPECT_LT(rod.kinetic(), 1e-4 * double(rod.p.mass.host()[0]));
        return 1.5f * spacing - y;
    };
    const float expected = sag(false);
    EXPECT_GT(expected, 0.3f * spacing);
    EXPECT_NEAR(sag(true), expected, 0.01f * expected);
}

// Stretched along its length and let go. Steps are 1/40 of a period, 7 times those of the explicit method.
TEST(ImplicitSolids, ASlowVibrationHasItsPeriod) {
    const auto period = [](bool implicit) {
        Block rod({.law = Elastic::Law::corotated, .x = 40, .y = 4, .z = 4});
        centre(rod);
        rod.move([](const Vec3& x) { return x + Vec3{0.002f * std::sin(std::numbers::pi_v<float> * x.x / 0.4f), 0, 0}; });
        const float dt = 7 * rod.stable();
        float       was = 0, from = -1;
        for (int k = 0; k < 400; ++k) {
            if (implicit)
                rod.solve(dt, {SolidSolverSpec::Method::implicit, 1e-3f, 200, 0.5f});
            else
                rod.run(dt / 14, 14);
            const float end = xyz(rod.p.velocity_density.host()[39]).x, time = dt * float(k);
            if (was < 0 && end >= 0) {
                const float at = time - dt * end / (end - was);
                if (from >= 0) return at - from;
                from = at;
            }
            was = end;
        }
        return 0.f;
    };
    const float expected = period(false);
    EXPECT_GT(expected, 0.01f);
    EXPECT_NEAR(period(true), expected, 0.03f * expected);
}

TEST(ImplicitSolids, GiveTheSameBitsForAnyNumberOfThreads) {
    const auto after = [](int threads) {
        Block block({.law = Elastic::Law::neo_hookean, .x = 20, .y = 12, .z = 12, .disorder = 0.1f, .threads = threads});
        block.move([](const Vec3& x) { return Vec3{1.2f * x.x, 0.9f * x.y + 0.2f * x.x, 0.95f * x.z}; });
        for (int k = 0; k < 5; ++k) block.solve(30 * block.stable(), {});
        return positions(block);
    };
    EXPECT_EQ(after(1), after(2));
}

// Without the coarse grid they would be 60.
TEST(ImplicitSolids, TakesFewIterationsAcrossAWholeBody) {
    Block block({.law = Elastic::Law::corotated, .x = 20, .y = 20, .z = 20});
    block.pin([](const Vec3& x) { return x.y < 0.5f * spacing; });
    spin(block, {}, {0, -0.01f, 0});
    for (int k = 0; k < 3; ++k) EXPECT_LT(block.solve(150 * block.stable(), {}), 25);
}

TEST(ImplicitSolids, StayInThePlane) {
    Block block({.law = Elastic::Law::corotated, .x = 12, .y = 8, .z = 1, .disorder = 0.1f, .dimension = 2});
    block.move([](const Vec3& x) { return Vec3{1.2f * x.x, 0.9f * x.y + 0.2f * x.x, 0}; });
    const double start = block.energy();
    for (int k = 0; k < 40; ++k) block.solve(50 * block.stable(), {});
    for (Index i = 0; i < block.p.size(); ++i) EXPECT_EQ(block.place(i).z, 0);
    EXPECT_LT(block.energy() + block.kinetic(), 1e-3 * start);
}

// A sheet of one layer: it may turn and bend, and only its length is stiff.
TEST(ImplicitSolids, ASheetIsStableAndKeepsItsTurning) {
    Block sheet({.law = Elastic::Law::corotated, .x = 12, .y = 12, .z = 1});
    centre(sheet);
    spin(sheet, {3, 5, 0}, {});
    sheet.move([](const Vec3& x) { return Vec3{1.1f * x.x, x.y, 2 * x.x * x.x}; });
    const double  energy = sheet.energy() + sheet.kinetic();
    const Momenta start  = momenta(sheet);
    for (int k = 0; k < 50; ++k) sheet.solve(20 * sheet.stable(), {});
    EXPECT_LT(sheet.energy() + sheet.kinetic(), energy);
    EXPECT_LT(length(momenta(sheet).angular - start.angular), 1e-5 * start.turn);
}

}  // namespace
}  // namespace mote
