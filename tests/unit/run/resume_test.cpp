// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Whatever happens to a run, it goes on to the same bytes.
#include <random>

#include "run_testing.h"

namespace mote::testing {
namespace {

class Resume : public RunTest {
protected:
    void SetUp() override {
        RunTest::SetUp();
        run(small_dam(), "whole");
    }

    void damage(const fs::path& file) const {
        std::string text = text_of(file);
        text[text.size() / 2] ^= 0x20;
        std::ofstream(file, std::ios::binary) << text;
    }
};

// A run stopped at a frame goes on to the end of the uninterrupted one.
TEST_F(Resume, FromAFrame) {
    run(small_dam(), "a", {.frames = 2});
    EXPECT_EQ(resume(small_dam(), "a").end, RunEnd::done);
    expect_same("a", "whole");
    EXPECT_TRUE(mentions(messages, "resumed at t = 0.04 s after frame 2")) << messages;
}

// So does one with sources and sinks, stopped anywhere; a source that found no room is told of once, at the end.
TEST_F(Resume, OfARunWithSources) {
    const std::string full =
        "dimension: 2\nspacing: 2 cm\nduration: 0.6 s\nmaterials: {water: {preset: water}}\n"
        "boundaries: {tank: {box: [0.2, 0.12], inside: true}}\n"
        "sources: {tap: {rectangle: 8 cm, at: [0, 6 cm], material: water, speed: 1 m/s}}\noutput: {fps: 10}\n";
    const std::string flow = full + "sinks: {hole: {box: [0.04, 0.04], at: [0.1, -0.06]}}\n";
    run(full, "full");
    EXPECT_TRUE(mentions(messages, "sources.tap: withheld")) << messages;
    EXPECT_TRUE(mentions(messages, "no room in front of the opening")) << messages;
    run(flow, "flow");
    const std::string json = text_of(folder / "flow/run.json");
    EXPECT_TRUE(mentions(json, "\"emitted\"") && mentions(json, "\"drained\"")) << json;
    for (const int steps : {1, 20, 55}) {
        const std::string name = "flow" + std::to_string(steps);
        run_steps(flow, name, steps, false, 2);
        resume(flow, name);
        expect_same(name, "flow");
    }
}

// A run that is done stays as it is.
TEST_F(Resume, OfAFinishedRunChangesNothing) {
    const auto before = hash("whole", 5);
    run(small_dam(), "a");
    const RunSummary s = resume(small_dam(), "a");
    EXPECT_EQ(s.end, RunEnd::done);
    EXPECT_EQ(s.frames, 5);
    EXPECT_EQ(hash("a", 5), before);
    expect_same("a", "whole");
}

// A stop between frames saves a checkpoint, says so, and ends with 7; going on from it changes nothing, however often.
TEST_F(Resume, FromACheckpointBetweenFrames) {
    for (const int steps : {1, 7, 24, 60}) {
        const std::string name = "after" + std::to_string(steps);
        const RunSummary  s    = run_steps(small_dam(), name, steps);
        EXPECT_EQ(s.end, RunEnd::interrupted);
        EXPECT_EQ(s.exit_code(), 7);
        EXPECT_EQ(s.steps, std::uint64_t(steps));
        EXPECT_TRUE(mentions(s.sentence, "--resume")) << s.sentence;
        EXPECT_TRUE(fs::exists(folder / name / "checkpoint.mote"));
        EXPECT_TRUE(mentions(text_of(folder / name / "run.json"), R"("ended": "interrupted")"));
        EXPECT_EQ(resume(small_dam(), name).end, RunEnd::done);
        expect_same(name, "whole");
    }
    run_steps(small_dam(), "often", 5);
    for (int k = 0; k < 200 && run_steps(small_dam(), "often", 9, true).end == RunEnd::interrupted; ++k) {
    }
    expect_same("often", "whole");
}

// So does a stop in the step that ends a frame: the frame is written on resume, once.
TEST_F(Resume, FromACheckpointAtTheEndOfAFrame) {
    RunRequests requests;
    const auto  stop = [&](const RunProgress& p) { requests.stop = p.time == 3. / 50; };
    EXPECT_EQ(run(small_dam(), "a", {.on_progress = stop, .requests = &requests}).end, RunEnd::interrupted);
    EXPECT_EQ(list_frames(folder / "a/frames").back(), 2u);
    resume(small_dam(), "a");
    expect_same("a", "whole");
}

// A stop that comes with the last step has nothing left to stop.
TEST_F(Resume, AStopInTheLastStepIsDone) {
    RunRequests requests;
    const auto  stop = [&](const RunProgress& p) { requests.stop = p.time == p.end; };
    EXPECT_EQ(run(small_dam(), "a", {.on_progress = stop, .requests = &requests}).end, RunEnd::done);
    expect_same("a", "whole");
}

// A save on request goes on; after a kill right then, the checkpoint is what the run goes on from.
TEST_F(Resume, FromASaveOnRequest) {
    struct Killed {};
    RunRequests requests;
    const auto  save = [&](const RunProgress& p) {
        requests.save = p.steps == 50;
        if (p.steps == 55) throw Killed{};
    };
    EXPECT_THROW(run(small_dam(), "a", {.on_progress = save, .requests = &requests}), Killed);
    EXPECT_TRUE(fs::exists(folder / "a/checkpoint.mote"));
    EXPECT_EQ(resume(small_dam(), "a").end, RunEnd::done);
    expect_same("a", "whole");
}

// Without its last frame the run goes on from the one before.
TEST_F(Resume, AfterTheLastFrameIsGone) {
    run(small_dam(), "a");
    fs::remove(frame("a", 5));
    resume(small_dam(), "a");
    expect_same("a", "whole");
}

// A damaged last frame is named and passed over; so are two.
TEST_F(Resume, AfterTheLastFramesAreDamaged) {
    run(small_dam(), "a");
    damage(frame("a", 5));
    damage(frame("a", 4));
    resume(small_dam(), "a");
    EXPECT_TRUE(mentions(messages, "0005.mote")) << messages;
    EXPECT_TRUE(mentions(messages, "0004.mote")) << messages;
    EXPECT_TRUE(mentions(messages, "going back to the one before")) << messages;
    EXPECT_TRUE(mentions(messages, "after frame 3")) << messages;
    expect_same("a", "whole");
}

// A damaged checkpoint is passed over too.
TEST_F(Resume, AfterTheCheckpointIsDamaged) {
    run_steps(small_dam(), "a", 60);
    damage(folder / "a/checkpoint.mote");
    resume(small_dam(), "a");
    EXPECT_TRUE(mentions(messages, "checkpoint.mote")) << messages;
    expect_same("a", "whole");
}

// A checkpoint is no use where the frame before it is damaged: that frame would be missing, or made of a later state.
TEST_F(Resume, AfterTheFrameBeforeTheCheckpointIsDamaged) {
    run_steps(small_dam(), "a", 60);
    const auto newest = list_frames(folder / "a/frames").back();
    ASSERT_GT(newest, 0u);
    damage(frame("a", int(newest)));
    resume(small_dam(), "a");
    expect_same("a", "whole");
}

// Where no frame is whole there is nothing to go on from, and that is said.
TEST_F(Resume, WithoutAnyWholeFrameIsRefused) {
    run(small_dam(), "a", {.frames = 1});
    damage(frame("a", 0));
    damage(frame("a", 1));
    EXPECT_TRUE(mentions(complaint<FileError>([&] { resume(small_dam(), "a"); }), "no whole frame is left"));
}

// What killed writers and half-written rows left behind is swept up.
TEST_F(Resume, SweepsUpAfterAKill) {
    run(small_dam(), "a", {.frames = 3});
    std::ofstream(folder / "a/stats.csv", std::ios::app) << "4,0.08,25,0,0.000";
    std::ofstream(folder / "a/frames/.0004.mote.123-4.mote-tmp") << "half a frame";
    std::ofstream(folder / "a/.run.json.123-5.mote-tmp") << "half a story";
    resume(small_dam(), "a");
    expect_same("a", "whole");
    for (const auto& [name, sum] : content_of(folder / "a")) EXPECT_FALSE(mentions(name, "tmp")) << name;
}

// Going on with another scene is refused, naming what differs; the run stays as it was.
TEST_F(Resume, WithAnotherSceneIsRefused) {
    const auto        before = content_of(folder / "whole");
    const std::string sentence =
        complaint<FileError>([&] { resume(small_dam("xsph: 0.3\noutput: {fps: 50}\n"), "whole"); });
    EXPECT_TRUE(mentions(sentence, "another scene")) << sentence;
    EXPECT_TRUE(mentions(sentence, "`xsph: 0.01`")) << sentence;
    EXPECT_TRUE(mentions(sentence, "`xsph: 0.3`")) << sentence;
    EXPECT_TRUE(mentions(sentence, "--force")) << sentence;
    EXPECT_EQ(content_of(folder / "whole"), before);
}

// Another number of threads, however, may go on.
TEST_F(Resume, WithOtherThreads) {
    run_steps(small_dam(), "a", 33, false, 3);
    run(small_dam(), "a", {.resume = true, .threads = 2});
    expect_same("a", "whole");
}

// A run that was killed before its first frame starts anew, by resume and by start, whatever it had written by then.
TEST_F(Resume, BeforeTheFirstFrameIsAStart) {
    const std::vector<std::string> files{"run.json", "scene.yaml", "stats.csv", ".0000.mote.1-2.mote-tmp"};
    run(small_dam(), "short", {.frames = 1});
    for (const bool by_resume : {true, false})
        for (std::size_t written = 0; written <= files.size(); ++written) {
            const std::string name = "unborn" + std::to_string(by_resume) + std::to_string(written);
            fs::create_directories(folder / name / "frames");
            for (std::size_t k = 0; k < written; ++k)
                std::ofstream(folder / name / files[k]) << text_of(folder / "whole" / files[k]).substr(0, 40);
            if (written > 1) fs::copy(folder / name, folder / (name + "again"));  // begun anew and killed again, without its frames
            EXPECT_EQ(run(small_dam(), name, {.frames = 1, .resume = by_resume}).end, RunEnd::done);
            expect_same(name, "short");
            if (written <= 1) continue;
            EXPECT_EQ(run(small_dam(), name + "again", {.frames = 1, .resume = by_resume}).end, RunEnd::done);
            expect_same(name + "again", "short");
        }
}

}  // namespace
}  // namespace mote::testing
