// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A step: how long it is, where it moves things, and what it refuses.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "small_world.h"

namespace mote::testing {
namespace {

// A block that touches nothing falls by g t^2 / 2.
TEST(Step, ABlockFallsAsGalileoSays) {
    auto w     = empty_world();
    w->gravity = {0, -9.81f, 0};
    add_block(*w, {.low = {0, 1, 0}});
    std::vector<float> start(w->particles.size());
    for (Index i = 0; i < w->particles.size(); ++i)
        start[w->particles.id.host()[i]] = w->particles.position_volume.host()[i].y;

    while (w->time < 0.2) step(*w, float(0.2 - w->time));

    const double fall = 0.5 * 9.81 * w->time * w->time;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const ParticleId id = w->particles.id.host()[i];
        EXPECT_NEAR((start[id] - w->particles.position_volume.host()[i].y) / fall, 1, 1e-4) << "particle " << id;
    }
}

// Without forces matter keeps its velocity, whatever the steps are.
TEST(Step, WithoutForcesMatterMovesOn) {
    auto w = empty_world();
    add_block(*w, {.nx = 1, .ny = 1, .nz = 1, .velocity = {0.5f, -0.25f, 1}});
    for (const float dt : {1e-3f, 1e-4f, 5e-4f, 1e-3f}) step(*w, dt);
    const Vec4 x = w->particles.position_volume.host()[0];
    EXPECT_NEAR(x.x, 0.5 * w->time, 1e-7);
    EXPECT_NEAR(x.y, -0.25 * w->time, 1e-7);
    EXPECT_NEAR(x.z, w->time, 1e-7);
}

// A whole number of equal steps leads to the time asked for; none goes beyond it.
TEST(Step, StepsLandOnTheTimeAskedFor) {
    auto w = empty_world();
    add_block(*w, {});
    for (const double frame : {1 / 30., 2 / 30., 0.0677, 0.1}) {
        float least = 1, most = 0, before_last = 0;
        while (w->time < frame) {
            const float      left   = float(frame - w->time);
            const StepReport report = step(*w, left);
            EXPECT_LE(report.dt, left);
            if (report.dt >= left) {
                w->time     = frame;
                before_last = left;
            }
            least = std::min(least, report.dt), most = std::max(most, report.dt);
        }
        EXPECT_EQ(w->time, frame);
        EXPECT_GT(before_last, 0) << "the last step is the one that was left";
        EXPECT_GT(least, 0.9f * most) << "no tiny last step";
    }
}

// The step obeys the largest step of the scene, Courant's rule, viscosity, and the accelerations.
TEST(Step, TheTimeStepObeysEveryLimit) {
    const auto length = [](auto change) {
        auto w = empty_world();
        add_block(*w, {.nx = 4, .ny = 4, .nz = 4});
        change(*w);
        return step(*w, 1).dt;
    };
    const float h = 0.02f, slack = 1.00001f;  // smoothing length: half the support
    EXPECT_LE(length([](World&) {}), slack * 0.4f * h / 20);
    EXPECT_GT(length([](World&) {}), 0.98f * 0.4f * h / 20);
    EXPECT_LE(length([](World& w) { w.time_step.courant = 0.1f; }), slack * 0.1f * h / 20);
    EXPECT_LE(length([](World& w) { w.time_step.largest = 5e-5f; }), slack * 5e-5f);
    EXPECT_LE(length([](World& w) { w.sound_speed = 100; }), slack * 0.4f * h / 100);
    EXPECT_LE(length([](World& w) { w.materials[0].viscosity = 500, w.viscosity.method = ViscositySpec::Method::direct; }), slack * 0.125f * 1100 * h * h / 500);
    EXPECT_LE(length([](World& w) {
                  for (Index i = 0; i < w.particles.size(); ++i) w.particles.velocity_density.edit()[i].x = 60;
              }),
              slack * 0.4f * h / (20 + 60));
    EXPECT_LE(length([](World& w) {
                  for (Index i = 0; i < w.particles.size(); ++i) w.particles.acceleration.edit()[i] = {0, 3e6f, 0};
              }),
              slack * 0.25f * std::sqrt(h / 3e6f));
}

// A step in which something would cross more than its support is taken anew with half the time, and then is fine.
TEST(Step, AStepThatGoesTooFarIsHalved) {
    auto w = empty_world();
    add_block(*w, {.nx = 1, .ny = 1, .nz = 1});
    w->gravity              = {0, -4e6f, 0};  // the first step cannot know of it
    const StepReport report = step(*w, 4e-4f);
    EXPECT_EQ(report.retries, 2);
    EXPECT_NEAR(report.dt, 1e-4f, 1e-9f);
    EXPECT_LE(w->particles.position_volume.host()[0].y, 0);
    EXPECT_GE(w->particles.position_volume.host()[0].y, -w->support);
}

// Where halving would go below the smallest step the run is given up, with the reason and a remedy.
TEST(Step, HalvingEndsAtTheSmallestStep) {
    auto w = empty_world();
    add_block(*w, {.nx = 1, .ny = 1, .nz = 1});
    w->gravity                 = {0, -4e6f, 0};
    w->time_step.smallest      = 1.5e-4f;
    const std::string sentence = complaint_of_step(*w, 4e-4f);
    EXPECT_TRUE(mentions(sentence, "time_step.smallest")) << sentence;
    EXPECT_TRUE(mentions(sentence, "time_step.courant")) << sentence;
    EXPECT_EQ(w->time, 0) << "the step was not taken";
}

// A velocity that is no number is found in the same step, and the particle that has it is named.
TEST(Step, NotANumberInAVelocityNamesTheParticle) {
    for (const ParticleId bad : {0u, 100u, 215u})
        for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            auto w = empty_world();
            add_block(*w, {}, "drop");
            w->particles.velocity_density.edit()[row_of(*w, bad)].y = value;
            const std::string sentence                               = complaint_of_step(*w, 1e-3f);
            EXPECT_TRUE(mentions(sentence, "particle " + std::to_string(bad) + " of 'drop' (material 'water')"))
                << sentence;
            EXPECT_TRUE(mentions(sentence, "number")) << sentence;
        }
}

// So is a position.
TEST(Step, NotANumberInAPositionNamesTheParticle) {
    auto w = empty_world();
    add_block(*w, {});
    w->particles.position_volume.edit()[77].z = std::numeric_limits<float>::quiet_NaN();
    const std::string sentence               = complaint_of_step(*w, 1e-3f);
    EXPECT_TRUE(mentions(sentence, "particle 77 ")) << sentence;
}

// Particles in one place have no direction to part in: that is no reason for numbers that are none.
TEST(Step, CoincidentParticlesStayFinite) {
    auto w = empty_world();
    add_block(*w, {.nx = 3, .ny = 3, .nz = 3});
    add_block(*w, {.nx = 3, .ny = 3, .nz = 3});
    for (int k = 0; k < 5; ++k) EXPECT_EQ(complaint_of_step(*w, 1e-4f), "");
}

// A world in which there is nothing goes on in time.
TEST(Step, NothingMovesOnInTime) {
    auto             w      = empty_world();
    const StepReport report = step(*w, 0.01f);
    EXPECT_EQ(report.dt, 0.01f);
    EXPECT_EQ(w->step_number, 1u);
}

// In two dimensions z is 0 and stays so, even where something pushes along z.
TEST(Step, TwoDimensionsKeepZAtZero) {
    auto w     = empty_world(1, 2);
    w->gravity = {0, -9.81f, 1};
    add_block(*w, {.nx = 8, .ny = 8, .nz = 1, .velocity = {0, 0, 2}});
    for (int k = 0; k < 20; ++k) step(*w, 1e-3f);
    for (Index i = 0; i < w->particles.size(); ++i) {
        EXPECT_EQ(w->particles.position_volume.host()[i].z, 0);
        EXPECT_EQ(w->particles.velocity_density.host()[i].z, 0);
    }
}

// Two blocks that collide keep their momentum and angular momentum to rounding.
TEST(Step, ACollisionKeepsMomentum) {
    auto w     = empty_world();
    w->damping = 0.1f, w->xsph = 0.1f;
    add_block(*w, {.low = {0, 0, 0}, .velocity = {1, 0, 0}});
    add_block(*w, {.low = {0.13f, 0.03f, 0}, .velocity = {-1, 0.5f, 0}});
    const Statistics before = find_statistics(w->exec, w->particles, {});
    while (w->time < 0.03) step(*w, 1e-2f);
    const Statistics after = find_statistics(w->exec, w->particles, {});
    const double     scale = before.mass * 1;
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(after.momentum[k], before.momentum[k], 1e-5 * scale);
    EXPECT_EQ(after.mass, before.mass);
    EXPECT_LT(after.kinetic_energy, before.kinetic_energy) << "they did collide";
}

/// Row by row, as bytes: what the next step starts from.
std::vector<std::byte> state_of(const World& w) {
    std::vector<std::byte> all;
    for (const AnyColumn* column : w.particles.columns())
        all.insert(all.end(), column->bytes().begin(), column->bytes().end());
    return all;
}

// Cells are ordered anew in each step, so rows that were mixed across cells come back, and the step gives the same
// bits.
TEST(Step, CellOrderPutsMixedRowsBack) {
    const auto after = [](bool mixed) {
        auto w     = empty_world();
        w->gravity = {0, -9.81f, 0};
        add_block(*w, {.nx = 5, .ny = 1, .nz = 1});
        for (Index i = 0; i < 5; ++i) w->particles.position_volume.edit()[i].x = 0.041f * float(i);  // one to a cell
        if (mixed) {
            const std::vector<Index> order{3, 0, 4, 2, 1};
            w->particles.reorder(w->exec, order);
        }
        for (int k = 0; k < 3; ++k) step(*w, 1e-3f);
        return state_of(*w);
    };
    EXPECT_EQ(after(false), after(true));
}

// Rows of walls stand behind those of matter, do not move, and are not counted.
TEST(Step, WallsStayWhereTheyAre) {
    auto w            = empty_world();
    w->gravity        = {0, -9.81f, 0};
    const Index first = add_block(*w, {.nx = 6, .ny = 1, .nz = 6}, "floor");
    for (Index i = first; i < w->particles.rows(); ++i) {
        w->particles.role.edit()[i]     = std::uint8_t(Role::wall);
        w->particles.pressure.edit()[i] = mirror_pressure;
    }
    add_block(*w, {.ny = 3, .low = {0, 0.02f, 0}}, "water");
    for (int k = 0; k < 10; ++k) step(*w, 1e-3f);
    const Particles& p = w->particles;
    EXPECT_EQ(p.size(), 108u);
    EXPECT_EQ(p.rows(), 144u);
    for (Index i = 0; i < p.rows(); ++i) {
        EXPECT_EQ(Role(p.role.host()[i]), i < p.size() ? Role::matter : Role::wall);
    }
    for (Index i = p.size(); i < p.rows(); ++i) EXPECT_EQ(p.position_volume.host()[i].y, 0);
}

}  // namespace
}  // namespace mote::testing
