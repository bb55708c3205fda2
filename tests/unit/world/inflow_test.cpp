// Copyright (c) 2026 The Mote authors. MIT licence.
//
// When layers leave, and what sources and sinks do to the rows of a world.
#include "world/inflow.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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
    EXPECT_EQ(s.layer_time(0), 0.5);
    EXPECT_DOUBLE_EQ(s.layer_time(7), 1.2);
    EXPECT_EQ(s.layers_before(0.5), 0u);
    EXPECT_EQ(s.layers_before(0.51), 1u);
    EXPECT_EQ(s.layers_before(1.5), 10u);
}

// A source that closes lets no layer out any more; ten periods are ten layers.
TEST(SourceTimes, ClosingEndsTheLayers) {
    const Source s = at_times({{0, 1}}, 0.1);
    EXPECT_LT(s.layer_time(9), 1);
    EXPECT_EQ(s.layer_time(10), never);
    EXPECT_EQ(s.layers_before(never), 10u);
}

// What was left of a period when it closed is taken up where it opens again: so the volume follows the open time.
TEST(SourceTimes, TheClockOfLayersStandsStillWhileClosed) {
    const Source s = at_times({{0, 0.25}, {1, 1.25}, {3, 3.5}}, 0.1);
    EXPECT_DOUBLE_EQ(s.layer_time(2), 0.2);
    EXPECT_DOUBLE_EQ(s.layer_time(3), 1.05);
    EXPECT_DOUBLE_EQ(s.layer_time(5), 3.0);
    EXPECT_EQ(s.layer_time(10), never);
    EXPECT_EQ(s.layers_before(2), 5u);
    EXPECT_EQ(s.layers_before(never), 10u);
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

// A layer appears where it has got to by now, with the speed, mass and material of its source.
TEST(RunSources, LayersAppearWhereTheyHaveGotTo) {
    const auto w = small_inflow();
    w->time      = 0.23;
    run_sources(*w);
    const Particles& p = w->particles;
    ASSERT_EQ(p.rows(), 6u);
    for (Index i = 0; i < 6; ++i) {
        EXPECT_NEAR(p.position_volume.read()[i].y, -0.23 + 0.1 * (i / 2), 1e-6);
        EXPECT_EQ(p.velocity_density.read()[i].y, -1);
        EXPECT_EQ(p.mass.read()[i], 10);
        EXPECT_EQ(p.id.read()[i], i);
    }
    EXPECT_EQ(w->sources->list[0].layers, 3u);
    EXPECT_EQ(w->sources->emitted(), 6u);
    run_sources(*w);
    EXPECT_EQ(p.rows(), 6u);
}

// A particle is guided until it is a support radius away from the opening.
TEST(RunSources, ParticlesAreLetGoAfterASupportRadius) {
    const auto w = small_inflow();
    w->time      = 0.23;
    run_sources(*w);
    for (Index i = 0; i < 6; ++i) w->particles.acceleration.write()[i] = {0, 9, 0};
    run_sources(*w);
    apply_source_speed(*w);
    for (Index i = 0; i < 6; ++i) EXPECT_EQ(w->particles.acceleration.read()[i].y, i < 2 ? 9.f : 0.f) << i;
}

// A place with somebody nearer than 0.6 spacings stays empty, and is counted; so does one in a compressed crowd.
TEST(RunSources, ATakenPlaceIsWithheld) {
    for (const auto& [x, y, density, rows] : {std::tuple{0.05f, 0.059f, 1000.f, 2u}, {0.05f, 0.061f, 1000.f, 3u},
                                              {-0.19f, 0.f, 1060.f, 2u}, {-0.19f, 0.f, 1040.f, 3u}, {-0.21f, 0.f, 1060.f, 3u}}) {
        const auto  w                               = small_inflow();
        const Index i                               = w->particles.append(1);
        w->particles.position_volume.write()[i]  = {x, y, 0, 0.01f};
        w->particles.velocity_density.write()[i] = {0, 0, 0, density};
        run_sources(*w);
        EXPECT_EQ(w->particles.rows(), rows) << x << ", " << y << ", " << density;
        EXPECT_EQ(w->sources->withheld(), 3 - rows);
        EXPECT_EQ(w->sources->emitted(), rows - 1);
    }
}

// `most` ends a source in the middle of a layer.
TEST(RunSources, NoMoreThanMost) {
    const auto w               = small_inflow();
    w->sources->list[0].most = 3;
    w->time                    = 1;
    run_sources(*w);
    EXPECT_EQ(w->particles.rows(), 3u);
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
        w.particles.position_volume.write()[i] = {float(i), 0, 0, 1};
        w.particles.id.write()[i]              = i;
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
    EXPECT_EQ(w.particles.id.read()[0], 4u);
    EXPECT_EQ(w.sinks.list[0].drained, 3u);
    EXPECT_EQ(w.sinks.list[1].drained, 1u);
    EXPECT_EQ(w.sinks.drained(), 4u);
}

}  // namespace
}  // namespace mote
