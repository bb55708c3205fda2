// Copyright (c) 2026 The Mote authors. MIT licence.
//
// When layers leave, and what sources and sinks do to the rows of a world.
#include "world/sources.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "world/sinks.h"

namespace mote {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

Source at_times(std::vector<Source::Open> open, double period) {
    Source s;
    s.open   = std::move(open);
    s.period = period;
    return s;
}

// Layer n leaves n periods after the start.
TEST(SourceTimes, LayersLeaveOnePeriodApart) {
    const Source s = at_times({{0.5, never}}, 0.1);
    EXPECT_EQ(s.layers_until(0.49), 0u);
    EXPECT_EQ(s.layers_until(0.5), 1u);
    EXPECT_EQ(s.layers_until(0.59), 1u);
    EXPECT_EQ(s.layers_until(1.51), 11u);
}

// A source that closes lets no layer out any more; ten periods are ten layers.
TEST(SourceTimes, ClosingEndsTheLayers) {
    const Source s = at_times({{0, 1}}, 0.1);
    EXPECT_EQ(s.layers_until(0.99), 10u);
    EXPECT_EQ(s.layers_until(1), 10u);
    EXPECT_EQ(s.layers_until(100), 10u);
}

// What was left of a period when it closed is taken up where it opens again: so the volume follows the open time.
TEST(SourceTimes, TheClockOfLayersStandsStillWhileClosed) {
    const Source s = at_times({{0, 0.25}, {1, 1.25}, {3, 3.5}}, 0.1);
    EXPECT_EQ(s.layers_until(0.9), 3u);
    EXPECT_EQ(s.layers_until(1.04), 3u);
    EXPECT_EQ(s.layers_until(1.06), 4u);
    EXPECT_EQ(s.layers_until(2), 5u);
    EXPECT_EQ(s.layers_until(100), 10u);
    EXPECT_TRUE(s.is_open(1) && s.is_open(1.2));
    EXPECT_FALSE(s.is_open(0.25) || s.is_open(0.5) || s.is_open(3.5));
}

/// A world of one source of two places on the line x = -0.05 and 0.05, which looks down, 1 m/s, 0.1 m between layers.
std::unique_ptr<World> small_inflow() {
    auto w       = std::make_unique<World>(Exec(1));
    w->dimension = 2;
    w->spacing   = 0.1f;
    w->support   = 0.2f;
    w->materials = {{1000, 0.1f}};
    w->sources   = std::make_unique<Sources>(w->particles);
    Source s;
    s.lattice   = {{-0.05f, 0, 0}, {1, 0, 0}, {0, 0, 1}, 0.1f, 2, 1, {{-0.05f, 0, 0}, {0.05f, 0, 0}}, {0, 1}};
    s.direction = {0, -1, 0};
    s.area      = 0.2;
    s.speed     = 1;
    s.period    = 0.1;
    s.volume    = 0.01f;
    s.open      = {{0, never}};
    w->sources->list.push_back(s);
    return w;
}

/// How many rows are matter.
Index matter(const World& w) {
    Index n = 0;
    for (Index i = 0; i < w.particles.rows(); ++i) n += Role(w.particles.role.host()[i]) == Role::matter;
    return n;
}

// A layer is matter once it has left, and stands where it has got to by now; two more follow behind the opening as walls
// that move with it.
TEST(RunSources, LayersStandWhereTheyHaveGotTo) {
    const auto w = small_inflow();
    w->time      = 0.23;
    run_sources(*w);
    const Particles& p = w->particles;
    ASSERT_EQ(p.rows(), 10u);
    for (Index i = 0; i < 10; ++i) {
        EXPECT_NEAR(p.position_volume.host()[i].y, -0.23 + 0.1 * (i / 2), 1e-6);
        EXPECT_EQ(p.velocity_density.host()[i].y, -1);
        EXPECT_EQ(p.mass.host()[i], i < 6 ? 10.f : 0.f);
        EXPECT_EQ(Role(p.role.host()[i]), i < 6 ? Role::matter : Role::wall);
        EXPECT_EQ(p.id.host()[i], i);
    }
    EXPECT_EQ(w->sources->list[0].layers, 3u);
    EXPECT_EQ(w->sources->emitted(), 6u);
    run_sources(*w);
    EXPECT_EQ(p.rows(), 10u);
    for (Index i = 0; i < 6; ++i) w->particles.position_volume.edit()[i].y -= 0.08f;
    w->time = 0.31;
    run_sources(*w);
    EXPECT_EQ(p.rows(), 12u);
    EXPECT_EQ(matter(*w), 8u);
    EXPECT_NEAR(p.position_volume.host()[6].y, -0.01, 1e-6);
    EXPECT_NEAR(p.position_volume.host()[8].y, 0.09, 1e-6);
}

// While it is closed, a layer in the opening and one behind it stand still: a plug.
TEST(RunSources, AClosedSourceIsPlugged) {
    const auto w               = small_inflow();
    w->sources->list[0].open = {{1, never}};
    w->time                    = 0.5;
    run_sources(*w);
    ASSERT_EQ(w->particles.rows(), 4u);
    EXPECT_EQ(matter(*w), 0u);
    for (Index i = 0; i < 4; ++i) {
        EXPECT_EQ(w->particles.position_volume.host()[i].y, i < 2 ? 0.f : 0.1f);
        EXPECT_EQ(w->particles.velocity_density.host()[i].y, 0);
    }
}

// A place with somebody nearer than 0.6 spacings stays empty, and is counted.
TEST(RunSources, ATakenPlaceIsWithheld) {
    for (const auto& [y, free] : {std::pair{0.059f, 1u}, {0.061f, 2u}, {-0.059f, 1u}, {-0.061f, 2u}}) {
        const auto  w                               = small_inflow();
        const Index i                               = w->particles.append(1);
        w->particles.position_volume.edit()[i]  = {0.05f, y, 0, 0.01f};
        w->particles.velocity_density.edit()[i] = {0, 0, 0, 500};
        run_sources(*w);
        EXPECT_EQ(matter(*w), 1 + free) << y;
        EXPECT_EQ(w->sources->emitted(), free) << y;
        EXPECT_EQ(w->sources->withheld(), 2 - free) << y;
    }
}

// Where matter in front of the opening is compressed, the layers wait and go back a little; then they go on.
TEST(RunSources, ABlockedSourceWaits) {
    const auto w = small_inflow();
    w->sound_speed = 0;
    run_sources(*w);
    ASSERT_EQ(matter(*w), 2u);
    w->time = 0.05;
    run_sources(*w);
    EXPECT_NEAR(w->particles.position_volume.host()[2].y, 0.05, 1e-6);
    for (Index i = 0; i < 2; ++i) {
        w->particles.position_volume.edit()[i].y  = -0.15f;
        w->particles.velocity_density.edit()[i].w = 1010;
    }
    w->time = 0.08;
    run_sources(*w);
    EXPECT_NEAR(w->particles.position_volume.host()[2].y, 0.08, 1e-6);
    EXPECT_EQ(w->particles.velocity_density.host()[2].y, 1);
    w->time = 1;
    run_sources(*w);
    EXPECT_NEAR(w->particles.position_volume.host()[2].y, 0.1, 1e-6);  // by one layer at most
    EXPECT_EQ(matter(*w), 2u);
    EXPECT_NEAR(double(w->sources->withheld()), 20, 1);
    for (Index i = 0; i < 2; ++i) w->particles.velocity_density.edit()[i].w = 1000;
    w->time = 1.15;
    run_sources(*w);
    EXPECT_EQ(matter(*w), 4u);
    EXPECT_NEAR(w->particles.position_volume.host()[2].y, -0.05, 1e-6);
}

// `most` ends a source in the middle of a layer.
TEST(RunSources, NoMoreThanMost) {
    const auto w               = small_inflow();
    w->sources->list[0].most = 3;
    w->time                    = 1;
    run_sources(*w);
    EXPECT_EQ(matter(*w), 3u);
    EXPECT_EQ(w->sources->withheld(), 0u);
    EXPECT_GT(choose_source_step(*w), 1e6f);
}

// A step may last until the next layer is due, or as long as matter at the source's speed allows.
TEST(RunSources, StepsWaitForTheNextLayer) {
    const auto w                 = small_inflow();
    w->sources->list[0].open = {{0.5, never}};
    EXPECT_FLOAT_EQ(choose_source_step(*w), 0.5f);
    w->time = 0.49;
    EXPECT_FLOAT_EQ(choose_source_step(*w), 0.04f);
}

// What is in a sink is taken away and counted by the first sink it is in; walls stay.
TEST(DrainSinks, TakeAwayWhatIsInside) {
    World w(Exec(2));
    w.particles.append(6);
    for (Index i = 0; i < 6; ++i) {
        w.particles.position_volume.edit()[i] = {float(i), 0, 0, 1};
        w.particles.id.edit()[i]              = i;
    }
    w.particles.restore(6, 5);  // the last is a wall
    ShapeSpec ball{SphereShape{1.1f}, {}}, more{SphereShape{1.1f}, {}};
    ball.placement.at = {1, 0, 0};
    more.placement.at = {2.5f, 0, 0};
    w.sinks.list.push_back({"ball", make_shape(ball, 3), 0});
    w.sinks.list.push_back({"more", make_shape(more, 3), 0});
    drain_sinks(w);
    ASSERT_EQ(w.particles.rows(), 2u);
    EXPECT_EQ(w.particles.size(), 1u);
    EXPECT_EQ(w.particles.id.host()[0], 4u);
    EXPECT_EQ(w.sinks.list[0].drained, 3u);
    EXPECT_EQ(w.sinks.list[1].drained, 1u);
    EXPECT_EQ(w.sinks.drained(), 4u);
}

}  // namespace
}  // namespace mote
