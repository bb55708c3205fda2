// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One particle, one step, one boundary: where it is held back.
#include "world/guard.h"

#include <cmath>

#include "mote/scene.h"
#include "small_world.h"

namespace mote::testing {
namespace {

constexpr float clear = 0.1f * 0.02f;  // of a spacing of 2 cm

/// A world with one particle that has just moved from `from` to `to` in a second.
std::unique_ptr<World> moved(Vec3 from, Vec3 to, int dimension = 3) {
    auto w = empty_world(1, dimension);
    add_block(*w, {.nx = 1, .ny = 1, .nz = 1, .low = to, .velocity = to - from});
    w->neighbours.build(w->exec, w->points());
    return w;
}
Boundary& add(World& w, const ShapeSpec& shape, bool inside = false) {
    Boundary& b = w.boundaries.list.emplace_back();
    b.name = "b", b.shape = make_shape(shape, w.dimension), b.inside = inside;
    return b;
}
Vec3 place(const World& w) { return xyz(w.particles.position_volume.host()[0]); }
Vec3 velocity(const World& w) { return xyz(w.particles.velocity_density.host()[0]); }
void expect_near(const Vec3& a, const Vec3& b, float by) { EXPECT_LT(length(a - b), by) << a.x << ' ' << a.y << ' ' << a.z; }

// Ten metres in a step do not lead through a plate of a tenth of a millimetre: it goes on along it.
TEST(HoldBack, NothingTunnels) {
    for (const int dimension : {2, 3}) {
        auto w = moved({0, 4, 0}, {0.06f, -6, 0}, dimension);
        add(*w, {BoxShape{{100, 1e-4f, 100}}, {}});
        EXPECT_EQ(hold_back(*w, 0, 1), 1u);
        expect_near(place(*w), {0.06f, 5e-5f + clear, 0}, 1e-3f);
        expect_near(velocity(*w), {0.06f, 0, 0}, 1e-2f);
    }
}

// In a corner of a container it stops at all three walls.
TEST(HoldBack, CornersHold) {
    auto w = moved({0.49f, 0.98f, 1.49f}, {0.55f, 1.07f, 1.59f});
    add(*w, {BoxShape{{1, 2, 3}}, {}}, true);
    EXPECT_EQ(hold_back(*w, 0, 1), 1u);
    expect_near(place(*w), {0.5f - clear, 1 - clear, 1.5f - clear}, clear);
    EXPECT_LT(length(velocity(*w)), 0.03f);
}

// Between two boundaries too.
TEST(HoldBack, HoldsAgainstSeveralAtOnce) {
    auto w = moved({0, 1, 0}, {4, -2, 0});
    add(*w, {PlaneShape{{0, 1, 0}}, {}});
    add(*w, {BoxShape{{2, 4, 4}}, {{3, 0, 0}, {0, 1, 0}, 0, 1}});
    EXPECT_EQ(hold_back(*w, 0, 1), 1u);
    EXPECT_NEAR(place(*w).y, clear, 1e-4f);
    EXPECT_LE(place(*w).x, 2 - clear + 1e-4f);
}

// Whoever is in front of it, or on his way out of it, is left alone; to the bit.
TEST(HoldBack, LeavesOthersAlone) {
    for (const auto& [from, to] : {std::pair<Vec3, Vec3>{{0, 1, 0}, {5, 0.01f, 3}}, {{0, -0.004f, 0}, {0, -0.001f, 0}}, {{0, 2, 0}, {0, 9, 0}}}) {
        auto       w      = moved(from, to);
        const Vec3 before = place(*w), speed = velocity(*w);
        add(*w, {PlaneShape{{0, 1, 0}}, {}});
        EXPECT_EQ(hold_back(*w, 0, 1), 0u);
        EXPECT_EQ(place(*w), before);
        EXPECT_EQ(velocity(*w), speed);
    }
}

// A wall that moves pushes what rests, however fast it is, takes it along and never passes it.
TEST(HoldBack, AMovingPlatePushesAhead) {
    auto      w    = moved({1, 0.3f, 0}, {1, 0.3f, 0});
    Boundary& b    = add(*w, {BoxShape{{0.001f, 10, 10}}, {}});
    b.motion       = Motion{};
    b.motion->keys = {{0, {}}, {1, {{30, 0, 0}, {}}}};
    b.motion->smooth = false;
    w->particles.drift.edit()[0] = {0, 0, 0};
    for (int k = 0; k < 4000; ++k) {
        const double t = k * 0.25e-3;
        w->particles.velocity_density.edit()[0] = with_w(velocity(*w), 1000);
        move_particles(w->exec, w->particles, 0, 0.25e-3f, 3);
        hold_back(*w, t, 0.25e-3f);
        ASSERT_GT(place(*w).x, float(30 * (t + 0.25e-3)));
    }
    EXPECT_NEAR(velocity(*w).x, 30, 1e-2f);
}

// A rotor that turns into a particle throws it off across its face.
TEST(HoldBack, ATurningBladePushesAcross) {
    auto      w    = moved({1, 0.01f, 0}, {1, 0.01f, 0}, 2);
    Boundary& b    = add(*w, {BoxShape{{4, 0.01f, 1}}, {}});
    b.motion       = Motion{};
    b.motion->keys = {{0, {}}, {1, {{}, {0, 0, 1}}}};
    b.motion->smooth = false;
    for (int k = 0; k < 100; ++k) {
        move_particles(w->exec, w->particles, 0, 1e-3f, 2);
        hold_back(*w, 1e-3 * k, 1e-3f);
    }
    EXPECT_NEAR(velocity(*w).y, 1, 0.1f);
    EXPECT_GT(b.ahead(b.pose(0.1).undo(place(*w))), 0.9f * clear);
}

// Whoever is parted from others by a drift is held back too, also by a boundary that moves, and keeps his velocity: no time has passed.
TEST(HoldBack, DriftsAreHeldAndLeaveVelocitiesAlone) {
    auto      w      = moved({0, 0, 0}, {0.05f, 0, 0});
    Boundary& b      = add(*w, {BoxShape{{1, 1, 1}}, {{0.53f, 0, 0}, {0, 1, 0}, 0, 1}});
    b.motion         = Motion{};
    b.motion->keys   = {{0, {}}, {1, {{-30, 0, 0}, {}}}};
    b.motion->smooth = false;
    w->particles.drift.edit()[0] = {0.05f, 0, 0};
    EXPECT_EQ(hold_back_drifts(*w), 1u);
    expect_near(place(*w), {0.03f - clear, 0, 0}, 1e-4f);
    expect_near(velocity(*w), {0.05f, 0, 0}, 1e-6f);
}

}  // namespace
}  // namespace mote::testing
