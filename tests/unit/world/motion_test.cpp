// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How boundaries move: poses, velocities, ways and time steps.
#include <cmath>

#include "small_world.h"
#include "world/walls.h"

namespace mote::testing {
namespace {

Motion three_keys(bool smooth, bool repeat) {
    Motion m;
    m.keys   = {{1, {{0, 0, 0}, {}}}, {2, {{1, 0, 0}, {0, 0, 2}}}, {4, {{1, 3, 0}, {0, 0, 1}}}};
    m.smooth = smooth, m.repeat = repeat;
    return m;
}

// At each key it is where the key says, before the first and after the last it rests.
TEST(Motion, MeetsItsKeysAndRestsOutside) {
    for (const bool smooth : {false, true}) {
        const Motion m = three_keys(smooth, false);
        for (const Motion::Key& key : m.keys) {
            EXPECT_NEAR(length(m.at(key.time).move - key.state.move), 0, 1e-14);
            EXPECT_NEAR(length(m.at(key.time).turn - key.state.turn), 0, 1e-14);
        }
        EXPECT_EQ(m.at(0).move, m.keys[0].state.move);
        EXPECT_EQ(m.at(9).move, m.keys[2].state.move);
    }
}

// Smooth motion has no jump in its speed, begins and ends at rest, and never goes beyond a key; linear has one speed a piece.
TEST(Motion, SmoothHasNoJoltAndNoOvershoot) {
    const Motion m     = three_keys(true, false);
    const auto   speed = [&](double t) { return (1 / 2e-6) * (m.at(t + 1e-6).move - m.at(t - 1e-6).move); };
    EXPECT_LT(length(speed(1)), 1e-4);
    EXPECT_LT(length(speed(4)), 1e-4);
    for (double t = 0.5; t < 5; t += 1e-3) {
        EXPECT_LT(length(speed(t + 1e-4) - speed(t)), 3e-3) << t;
        const Vec3d x = m.at(t).move, turn = m.at(t).turn;
        EXPECT_TRUE(x.x >= 0 && x.x <= 1 && x.y >= 0 && x.y <= 3 && turn.z >= 0 && turn.z <= 2) << t;
    }
    const Motion linear = three_keys(false, false);
    EXPECT_NEAR(linear.at(3).move.y, 1.5, 1e-14);
    EXPECT_NEAR(linear.at(1.25).move.x, 0.25, 1e-14);
}

// Repeated, it goes on from where it has got to, as smoothly as between keys.
TEST(Motion, RepeatsFromWhereItHasGotTo) {
    for (const bool smooth : {false, true}) {
        const Motion m = three_keys(smooth, true);
        for (const double t : {1.3, 2.0, 2.7, 3.9})
            EXPECT_NEAR(length(m.at(t + 3).move - m.at(t).move - Vec3d{1, 3, 0}), 0, 1e-12) << t;
        EXPECT_NEAR(length(m.at(4 + 1e-9).move - m.at(4 - 1e-9).move), 0, 1e-7);
    }
    Motion rotor;
    rotor.keys   = {{0, {}}, {2, {{}, {0, 2 * M_PI, 0}}}};
    rotor.repeat = true;
    for (const double t : {0.1, 1.0, 1.99, 2.5, 1000.25}) EXPECT_NEAR(rotor.at(t).turn.y, M_PI * t, 1e-9) << "even turning, for ever";
}

// A swing is a sine of its amplitude, after its ramp.
TEST(Motion, SwingsAsASine) {
    Motion m;
    m.swing = Motion::Swing{0.5, 1, 2, {{0.3, 0, 0}, {0, 0, 0.2}}};
    EXPECT_EQ(m.at(0.9).move.x, 0);
    EXPECT_NEAR(m.at(3.125).move.x, 0.3, 1e-12);
    EXPECT_NEAR(m.at(3.375).turn.z, -0.2, 1e-12);
    EXPECT_NEAR(m.at(2.125).move.x, 0.3 * 0.5625 * 0.5625 * (3 - 2 * 0.5625), 1e-12);
}

// The pose turns about its point, and the drive takes every point from one pose to the next exactly.
TEST(Motion, ThePoseAndWhatLeadsToTheNext) {
    Motion m = three_keys(true, false);
    m.about  = {0.5f, -1, 2};
    EXPECT_NEAR(length(m.pose(2)(m.about) - (m.about + Vec3{1, 0, 0})), 0, 1e-6);
    const Vec3 q{2, 0, -1}, turned = m.pose(2)(q) - (m.about + Vec3{1, 0, 0}), before = q - m.about;
    EXPECT_NEAR(turned.x, before.x * std::cos(2.) - before.y * std::sin(2.), 1e-5);
    EXPECT_NEAR(turned.y, before.x * std::sin(2.) + before.y * std::cos(2.), 1e-5);
    EXPECT_NEAR(turned.z, before.z, 1e-6);
    EXPECT_NEAR(length(m.pose(2).undo(m.pose(2)(q)) - q), 0, 1e-5);
    EXPECT_NEAR(length(m.pose(1.5)(q) + 0.25f * m.drive(1.5, 0.25)(q) - m.pose(1.75)(q)), 0, 1e-5);
}

// The way between two times counts every turn back in between.
TEST(Motion, TheWayCountsEveryTurn) {
    Motion m;
    m.keys   = {{0, {}}, {1, {{2, 0, 0}, {}}}, {3, {{0, 0, 0}, {0, 1, 0}}}};
    m.smooth = false;
    EXPECT_NEAR(m.travel(0, 3, 0.5), 2 + 2 + 0.5, 1e-12);
    EXPECT_NEAR(m.travel(0.5, 2, 0), 1 + 1, 1e-12);
    EXPECT_EQ(m.travel(5, 9, 1), 0);
    m.repeat = true;
    EXPECT_NEAR(m.travel(0, 30, 0), 40, 1e-9);
    Motion swing;
    swing.swing = Motion::Swing{1, 0, 0, {{0.5, 0, 0}, {}}};
    EXPECT_NEAR(swing.travel(0, 3, 0), 6, 1e-9);
    EXPECT_NEAR(swing.fastest(0), M_PI, 1e-12);
}

// A step is no longer than lets a boundary move by courant h, also one that is still at rest; without motion it is as long as asked.
TEST(WallStep, FollowsTheFastestBoundary) {
    auto w = empty_world();
    EXPECT_EQ(choose_wall_step(*w, 0.5f), 0.5f);
    const double farthest = 0.5 * double(w->time_step.courant * w->support);
    Boundary&    b        = w->boundaries.list.emplace_back();
    b.motion              = Motion{};
    b.motion->smooth      = false;
    b.motion->keys        = {{0.1, {}}, {0.2, {{10, 0, 0}, {}}}};
    w->time               = 0.15;
    EXPECT_NEAR(choose_wall_step(*w, 0.01f), farthest / 100, 0.06 * farthest / 100);
    w->time = 0.099;
    EXPECT_LE(choose_wall_step(*w, 0.05f), 0.001 + farthest / 100);
    EXPECT_GT(choose_wall_step(*w, 0.05f), 0.0005);
    w->time = 0.3;
    EXPECT_EQ(choose_wall_step(*w, 0.05f), 0.05f);
}

}  // namespace
}  // namespace mote::testing
