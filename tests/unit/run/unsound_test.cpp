// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A run that goes bad says why, and leaves what is needed to study it.
#include <cmath>

#include "run_testing.h"

namespace mote::testing {
namespace {

// A drop that falls out of its domain ends the run with 4; the sentence names the particle, its body, its material and
// what to do, and the state is there in bad.ply and bad.mote.
TEST_F(RunTest, LeavingTheDomainIsUnsound) {
    const RunSummary s = run(lost_drop("stop"), "a");
    EXPECT_EQ(s.end, RunEnd::unsound);
    EXPECT_EQ(s.exit_code(), 4);
    for (const char* part :
         {"particle ", " of 'drop'", "(material 'honey')", "left the domain", "step ", "domain.leaving: remove"})
        EXPECT_TRUE(mentions(s.sentence, part)) << part << " in: " << s.sentence;
    EXPECT_NEAR(s.time, std::sqrt(2 * 1.125 / 9.81), 0.02)
        << "it leaves when the lowest layer has fallen to the floor of the domain";
    EXPECT_EQ(list_frames(folder / "a/frames").back(), 4u) << "the frames before it stay";
    EXPECT_TRUE(mentions(text_of(folder / "a/run.json"), R"("ended": "unsound")"));
    EXPECT_TRUE(mentions(text_of(folder / "a/log.txt"), "left the domain"));
    EXPECT_EQ(read_frame(folder / "a/bad.mote").find("particles")->rows, 64u);
    const std::string ply = text_of(folder / "a/bad.ply");
    EXPECT_EQ(ply.substr(0, 4), "ply\n");
    EXPECT_TRUE(mentions(messages, "bad.ply")) << messages;

    // Where the domain is the trouble, going on from the last frame ends the same way.
    const RunSummary again = resume(lost_drop("stop"), "a");
    EXPECT_EQ(again.sentence, s.sentence);
}

// bad.ply holds the particle and its neighbours, the particle first.
TEST_F(RunTest, TheBadParticleComesFirst) {
    const RunSummary  s   = run(lost_drop("stop"), "a");
    const std::string ply = text_of(folder / "a/bad.ply");
    const auto        at  = ply.find("element vertex ");
    ASSERT_NE(at, std::string::npos);
    const int rows = std::stoi(ply.substr(at + 15));
    EXPECT_GT(rows, 4);
    EXPECT_LT(rows, 64);
    const auto about = s.sentence.find(" neighbours");
    ASSERT_NE(about, std::string::npos);
    EXPECT_EQ(std::stoi(s.sentence.substr(s.sentence.rfind(' ', about - 1))), rows - 1) << s.sentence;
}

// Where leaving is allowed, what is outside is taken out and counted, and the run goes on, even with nothing left.
TEST_F(RunTest, LeavingMayBeAllowed) {
    const RunSummary s = run(lost_drop("remove"), "a");
    EXPECT_EQ(s.end, RunEnd::done);
    EXPECT_EQ(s.particles, 0u);
    EXPECT_EQ(s.frames, 8);
    EXPECT_TRUE(mentions(text_of(folder / "a/run.json"), R"("removed": 64)"));
    const auto lines = lines_of(folder / "a/stats.csv");
    EXPECT_TRUE(mentions(lines.back(), ",0,64,0,")) << "particles, removed, mass in: " << lines.back();
    EXPECT_FALSE(fs::exists(folder / "a/bad.ply"));
    run_steps(lost_drop("remove"), "b", 40);
    resume(lost_drop("remove"), "b");
    expect_same("b", "a");
}

// Matter that needs shorter steps than the scene allows ends the run, naming the limit and what to do.
TEST_F(RunTest, TooShortAStepIsUnsound) {
    const RunSummary s = run(small_dam("time_step: {smallest: 10 ms}\noutput: {fps: 50}\n"), "a");
    EXPECT_EQ(s.end, RunEnd::unsound);
    EXPECT_EQ(s.exit_code(), 4);
    EXPECT_TRUE(mentions(s.sentence, "of 'dam' (material 'water')")) << s.sentence;
    EXPECT_TRUE(mentions(s.sentence, "are stable, and time_step.smallest is 0.01 s")) << s.sentence;
    EXPECT_TRUE(mentions(s.sentence, "Lower `time_step.smallest`")) << s.sentence;
    EXPECT_TRUE(fs::exists(folder / "a/bad.mote"));
}

// The rest of a frame may be shorter than that.
TEST_F(RunTest, TheRestOfAFrameMayBeShort) {
    EXPECT_EQ(run(small_dam("time_step: {smallest: 0.2 ms}\noutput: {fps: 7777}\n"), "a", {.frames = 3}).end,
              RunEnd::done);
}

}  // namespace
}  // namespace mote::testing
