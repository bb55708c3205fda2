// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Runs: what they leave, and that nothing changes their bits.
#include <unistd.h>

#include "program.h"

namespace mote::testing {
namespace {

namespace fs = std::filesystem;

class CliRun : public Cli {};

// A run leaves what the design promises, in out/NAME.
TEST_F(CliRun, ARunLeavesItsFiles) {
    const Result result = mote({"run", "drop.yaml", "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.json()["frames"], 6) << result.out;
    for (const char* file : {"scene.yaml", "run.json", "stats.csv", "log.txt", "frames/0006.mote"})
        EXPECT_TRUE(fs::exists(folder / "out/drop" / file)) << file;
}

// --quiet prints nothing.
TEST_F(CliRun, QuietIsQuiet) {
    const Result result = mote({"run", "drop.yaml", "--frames", "1", "--quiet"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out + result.err, "");
}

// Warnings about the scene are printed where a run starts.
TEST_F(CliRun, WarningsArePrintedAtTheStart) {
    const std::vector<std::string> thin = {"--set", "objects.block.box=[0.4, 0.05, 0.4]"};
    const auto report = mote({"check", "drop.yaml", thin[0], thin[1], "--json"}).json();
    ASSERT_FALSE(report["warnings"].empty());
    const Result result = mote({"run", "drop.yaml", "--frames", "1", thin[0], thin[1]});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.err.find(report["warnings"][0].get<std::string>()), std::string::npos) << result.err;
}

// One, two and eight threads give the same state.
TEST_F(CliRun, ThreadsDoNotChangeABit) {
    for (const char* threads : {"1", "2", "8"})
        ASSERT_EQ(mote({"run", "drop.yaml", "-o", threads, "--threads", threads, "--quiet"}).code, 0);
    EXPECT_EQ(hash("1"), hash("2"));
    EXPECT_EQ(hash("1"), hash("8"));
}

// The scene as understood, run again, gives the same state.
TEST_F(CliRun, TheSceneAsUnderstoodGivesTheSameBits) {
    ASSERT_EQ(mote({"run", "drop.yaml", "-o", "a", "--set", "xsph=0.1", "--quiet"}).code, 0);
    ASSERT_EQ(mote({"run", "a/scene.yaml", "-o", "b", "--quiet"}).code, 0);
    EXPECT_EQ(hash("a"), hash("b"));
}

// A folder with a run is refused, gone on with, or replaced; one with anything else is left alone.
TEST_F(CliRun, AnExistingFolderIsNotOverwritten) {
    ASSERT_EQ(mote({"run", "drop.yaml", "-o", "a", "--frames", "2", "--quiet"}).code, 0);
    expect_refused(mote({"run", "drop.yaml", "-o", "a"}), 5, "--force");
    EXPECT_EQ(mote({"run", "drop.yaml", "-o", "a", "--frames", "1", "--force", "--quiet"}).code, 0);
    EXPECT_FALSE(fs::exists(folder / "a/frames/0002.mote"));

    fs::create_directories(folder / "thesis");
    write("thesis/chapter.txt", "years of work");
    EXPECT_EQ(mote({"run", "drop.yaml", "-o", "thesis", "--force"}).code, 5);
    EXPECT_EQ(text_of(folder / "thesis/chapter.txt"), "years of work");
}

// A run that was cut short goes on to the same state as one that was not; with another scene it does not.
TEST_F(CliRun, ResumeGivesTheSameBits) {
    ASSERT_EQ(mote({"run", "drop.yaml", "-o", "whole", "--quiet"}).code, 0);
    ASSERT_EQ(mote({"run", "drop.yaml", "-o", "parts", "--frames", "2", "--quiet"}).code, 0);
    ASSERT_EQ(mote({"run", "drop.yaml", "-o", "parts", "--resume", "--quiet"}).code, 0);
    EXPECT_EQ(hash("whole"), hash("parts"));
    EXPECT_EQ(text_of(folder / "whole/stats.csv"), text_of(folder / "parts/stats.csv"));
    expect_refused(mote({"run", "drop.yaml", "-o", "parts", "--resume", "--set", "xsph=0.2"}), 5, "xsph");
    EXPECT_EQ(mote({"run", "drop.yaml", "-o", "absent", "--resume"}).code, 5);
}

// A damaged last frame is named and passed over; the run still ends in the same state.
TEST_F(CliRun, ADamagedFrameIsPassedOver) {
    ASSERT_EQ(mote({"run", "drop.yaml", "-o", "a", "--quiet"}).code, 0);
    const std::string before = hash("a");
    fs::resize_file(folder / "a/frames/0006.mote", fs::file_size(folder / "a/frames/0006.mote") / 2);
    expect_refused(mote({"hash", "a"}), 5, "0006.mote");
    const Result result = mote({"run", "drop.yaml", "-o", "a", "--resume"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.err.find("0006.mote"), std::string::npos) << result.err;
    EXPECT_EQ(hash("a"), before);
}

// The demo may be run again in its folder; a run of other settings there is somebody's work and stays.
TEST_F(CliRun, TheDemoReplacesOnlyItsOwnRun) {
    fs::create_directories(folder / "scenes");
    write("scenes/demo.yaml", small_scene("output: {fps: 30, pictures: {size: [64, 48]}}\n"));
    for (int k = 0; k < 2; ++k) {
        const Result result = mote({"demo", "-o", "d", "--quiet"});
        EXPECT_EQ(result.code, 0) << result.err;
        EXPECT_TRUE(fs::exists(folder / "d/contact_sheet.png"));
    }
    ASSERT_EQ(mote({"run", "scenes/demo.yaml", "-o", "mine", "--set", "xsph=0.1", "--quiet"}).code, 0);
    const std::string before = hash("mine");
    expect_refused(mote({"demo", "-o", "mine", "--quiet"}), 5, "holds a run already");
    EXPECT_EQ(hash("mine"), before);
}

// A folder that cannot be written is an input/output error.
TEST_F(CliRun, AReadOnlyFolderIsAFileError) {
    if (::geteuid() == 0) {   // root may write anywhere but below a file
        write("closed", "");
        expect_refused(mote({"run", "drop.yaml", "-o", "closed/run"}), 5, "closed");
        return;
    }
    fs::create_directories(folder / "closed");
    fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec);
    expect_refused(mote({"run", "drop.yaml", "-o", "closed/run"}), 5, "closed");
}

// A scene that explodes ends with code 4 and a sentence that names a particle, and can be studied.
TEST_F(CliRun, AnExplosionIsExplained) {
    const Result result = mote({"run", "drop.yaml", "-o", "a", "--json", "--set", "domain={low: [-1, 0.1, -1], high: [1, 1, 1]}"});
    EXPECT_EQ(result.code, 4) << result.err;
    EXPECT_NE(result.err.find("particle"), std::string::npos) << result.err;
    EXPECT_EQ(result.json()["end"], "unsound") << result.out;
    EXPECT_TRUE(fs::exists(folder / "a/bad.ply"));
}

}  // namespace
}  // namespace mote::testing
