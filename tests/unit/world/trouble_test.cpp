// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Shares of a frame, what leaves the domain, and the sentence a run ends with.
#include "world/rows.h"
#include "world/time_step.h"
#include "world/trouble.h"

#include <cmath>

#include "small_world.h"

namespace mote::testing {
namespace {

// A share fills the time left in a whole number of steps and is not longer than asked for, but for rounding.
TEST(EvenShare, FillsTheTimeInWholeSteps) {
    for (float left = 1e-4f; left < 1; left *= 1.37f)
        for (float dt = 1e-6f; dt < 2; dt *= 1.61f) {
            const float  share = even_share(dt, left);
            const double steps = double(left) / double(share);
            EXPECT_LE(share, dt * 1.00001f) << dt << " of " << left;
            EXPECT_LE(share, left);
            EXPECT_NEAR(steps, std::round(steps), 1e-6 * steps) << dt << " of " << left;
            EXPECT_GT(share, std::min(0.49f * dt, 0.99f * left)) << "no shorter than it has to be";
        }
}

// A step that fits by a rounding error is not split in two.
TEST(EvenShare, ForgivesRounding) {
    EXPECT_EQ(even_share(std::nextafter(0.1f, 0.f), 0.1f), 0.1f);
    EXPECT_EQ(even_share(0.1f, 0.1f), 0.1f);
    EXPECT_EQ(even_share(1, 0.1f), 0.1f);
}

// Going on with what is left gives the same step again, so a frame takes equal steps.
TEST(EvenShare, TheRestIsSharedAlike) {
    const float dt    = 0.0123f;
    double      left  = 0.1;
    int         steps = 0;
    for (; left > 1e-9 && steps < 100; ++steps) {
        const float share = even_share(dt, float(left));
        EXPECT_NEAR(share, 0.1 / 9, 1e-8);
        left -= share;
    }
    EXPECT_EQ(steps, 9);
}

// What is refused is what the move would do: velocities get their kick, which is half this step and half the last, and
// the drift counts too.
TEST(FindTrouble, AsksForTheMoveThatWillBeMade) {
    const float dt = 1e-3f, support = 0.04f;
    const auto  try_move = [&](Vec3 velocity, Vec3 acceleration, Vec3 drift, float kick) {
        auto w = empty_world();
        add_block(*w, {.nx = 1, .ny = 1, .nz = 1, .velocity = velocity});
        Particles& p               = w->particles;
        p.acceleration.edit()[0]  = acceleration;
        p.drift.edit()[0]         = drift;
        const auto trouble         = find_trouble(w->exec, p, kick, dt, support);
        const Vec3 before          = xyz(p.position_volume.host()[0]);
        move_particles(w->exec, p, kick, dt, 3);
        EXPECT_EQ(trouble.has_value(), length(xyz(p.position_volume.host()[0]) - before) > support);
        return trouble.has_value();
    };
    EXPECT_FALSE(try_move({39, 0, 0}, {}, {}, dt));
    EXPECT_TRUE(try_move({41, 0, 0}, {}, {}, dt));
    EXPECT_TRUE(try_move({}, {100, 0, 0}, {}, 0.5f)) << "the kick is longer than the step after a longer one";
    EXPECT_FALSE(try_move({}, {30'000, 0, 0}, {}, dt)) << "30 mm";
    EXPECT_FALSE(try_move({}, {50'000, 0, 0}, {}, 0.5f * dt)) << "the first kick is half a step";
    EXPECT_TRUE(try_move({30, 0, 0}, {}, {20, 0, 0}, dt)) << "drift adds";
    EXPECT_FALSE(try_move({50, 0, 0}, {}, {-20, 0, 0}, dt)) << "drift takes away";
}

// A push that no short step makes bearable is left out, and told of; matter that is too fast by itself still ends the run.
TEST(FindTrouble, AbsurdPushesAreLeftOut) {
    auto w = empty_world();
    add_block(*w, {.nx = 1, .ny = 1, .nz = 1, .velocity = {1, 0, 0}});
    w->gravity = {1e9f, 0, 0};
    w->last_dt = 1;  // so that the kick is half a second, however short the step
    const StepReport report = step(*w, 1e-3f);
    EXPECT_EQ(report.limited, 1u);
    EXPECT_GE(report.retries, 6);
    EXPECT_EQ(w->particles.velocity_density.host()[0].x, 1);
}

// What has left the domain goes with all its columns; those who stay keep theirs, and walls stay wherever they are.
TEST(RemoveLost, KeepsColumnsInStep) {
    auto        w     = empty_world();
    const Index first = add_block(*w, {.nx = 2, .ny = 1, .nz = 1, .low = {0, -5, 0}}, "wall");
    for (Index i = first; i < 2; ++i) w->particles.role.edit()[i] = std::uint8_t(Role::wall);
    add_block(*w, {.nx = 10, .ny = 1, .nz = 1});
    Particles& p = w->particles;
    for (Index i = 0; i < p.rows(); ++i) p.temperature.edit()[i] = 100.f + float(p.id.host()[i]);
    step(*w, 1e-6f);                                                             // puts matter first
    w->domain = {DomainSpec::Leaving::remove, {-0.01f, -1, -1}, {0.11f, 1, 1}};  // keeps x = 0 .. 0.10 of 0 .. 0.18

    step(*w, 1e-6f);

    EXPECT_EQ(w->removed, 4u);
    EXPECT_EQ(p.size(), 6u);
    EXPECT_EQ(p.rows(), 8u);
    for (Index i = 0; i < p.rows(); ++i) {
        EXPECT_EQ(p.temperature.host()[i], 100.f + float(p.id.host()[i]));
        EXPECT_EQ(Role(p.role.host()[i]), i < 6 ? Role::matter : Role::wall);
    }
    for (Index i = 0; i < p.size(); ++i)
        EXPECT_NEAR(p.position_volume.host()[i].x, 0.02f * float(p.id.host()[i] - 2), 1e-3);
}

// Everything may leave; the world is then empty and goes on.
TEST(RemoveLost, EverythingMayLeave) {
    auto w = empty_world();
    add_block(*w, {.velocity = {100, 0, 0}});
    w->domain = {DomainSpec::Leaving::remove, {-0.01f, -1, -1}, {0.11f, 1, 1}};
    for (int k = 0; k < 20; ++k) step(*w, 1e-3f);
    EXPECT_EQ(w->particles.size(), 0u);
    EXPECT_EQ(w->removed, 216u);
}

// Nothing is touched while all are inside.
TEST(RemoveLost, LeavesAloneWhoIsInside) {
    auto w = empty_world();
    add_block(*w, {});
    remove_lost(*w);
    EXPECT_EQ(w->particles.size(), 216u);
    EXPECT_EQ(w->removed, 0u);
}

// A particle that leaves a closed domain ends the run with its name, body, material, place, time and a remedy.
TEST(GiveUp, TellsWhoLeftTheDomain) {
    auto w = empty_world();
    add_block(*w, {.nx = 2, .ny = 2, .nz = 2}, "still");
    add_block(*w, {.nx = 1, .ny = 1, .nz = 1, .low = {1, 0, 0}, .velocity = {5, 0, 0}}, "runaway");
    w->domain.high = {1.01f, 10, 10};
    std::string sentence;
    for (int k = 0; k < 100 && sentence.empty(); ++k) sentence = complaint_of_step(*w, 1e-3f);
    for (const char* part : {"particle 8 of 'runaway' (material 'water')", "left the domain", "t = 0.00", "step ",
                             "moves at (5, 0, 0) m/s", "0 neighbours", "domain.leaving: remove"})
        EXPECT_TRUE(mentions(sentence, part)) << part << " in: " << sentence;
}

// Long names do not break the sentence.
TEST(GiveUp, LongNamesFit) {
    auto              w = empty_world();
    const std::string name(200, 'n');
    add_block(*w, {.nx = 1, .ny = 1, .nz = 1}, name.c_str());
    w->material_names[0].name  = std::string(200, 'm');
    w->domain.high             = {-1, 10, 10};
    const std::string sentence = complaint_of_step(*w, 1e-3f);
    EXPECT_TRUE(mentions(sentence, name)) << sentence;
    EXPECT_TRUE(mentions(sentence, "mmm') made the run unsound at t = 0 s, step 0: it left the domain")) << sentence;
}

}  // namespace
}  // namespace mote::testing
