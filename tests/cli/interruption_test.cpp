// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Whatever stops a run, it goes on to the same bits.
#include <csignal>
#include <random>
#include <thread>

#include "program.h"

namespace mote::testing {
namespace {

class CliInterruption : public Cli {
protected:
    void SetUp() override {
        Cli::SetUp();
        write("drop.yaml", small_scene("output: {fps: 50}\n"));
        ASSERT_EQ(mote({"run", "drop.yaml", "-o", "whole", "--quiet"}).code, 0);
        whole_ = hash("whole");
    }

    /// Starts the run, or goes on with it, and returns once its first frame is there.
    void go_on_until_it_stands(const char* run, Running& program) { program.wait_for(folder / run / "frames/0000.mote"); }

    void expect_same_end(const char* run) {
        const Result result = mote({"run", "drop.yaml", "-o", run, "--resume", "--quiet"});
        ASSERT_EQ(result.code, 0) << result.err;
        EXPECT_EQ(hash(run), whole_);
        EXPECT_EQ(text_of(folder / run / "stats.csv"), text_of(folder / "whole/stats.csv"));
    }

    std::string whole_;
};

// A kill at any moment costs the frame in work and nothing else.
TEST_F(CliInterruption, KillsAtAnyMomentChangeNothing) {
    std::mt19937 random(1);
    for (int run = 0; run < 4; ++run) {
        const std::string name = "killed" + std::to_string(run);
        for (int kill = 0; kill < 3; ++kill) {
            Running program(folder, kill == 0 ? std::vector<std::string>{"run", "drop.yaml", "-o", name}
                                              : std::vector<std::string>{"run", "drop.yaml", "-o", name, "--resume"});
            go_on_until_it_stands(name.c_str(), program);
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 120));
            program.send(SIGKILL);
            program.wait();
        }
        expect_same_end(name.c_str());
    }
}

// Ctrl-C saves and ends with 7; SIGTERM does the same.
TEST_F(CliInterruption, AnInterruptedRunIsSavedAndGoesOn) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const std::string name = "signal" + std::to_string(signal);
        Running           program(folder, {"run", "drop.yaml", "-o", name, "--json"});
        go_on_until_it_stands(name.c_str(), program);
        program.send(signal);
        const Result result = program.wait();
        ASSERT_EQ(result.code, 7) << result.err;
        EXPECT_EQ(result.json()["end"], "interrupted") << result.out;
        EXPECT_NE(result.err.find("--resume"), std::string::npos) << result.err;
        expect_same_end(name.c_str());
    }
}

// SIGUSR1 saves a checkpoint and the run goes on to its end.
TEST_F(CliInterruption, ASaveOnRequestDoesNotStopTheRun) {
    Running program(folder, {"run", "drop.yaml", "-o", "saved"});
    go_on_until_it_stands("saved", program);
    program.send(SIGUSR1);
    const Result result = program.wait();
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.err.find("checkpoint"), std::string::npos) << result.err;
    EXPECT_EQ(hash("saved"), whole_);
}

}  // namespace
}  // namespace mote::testing
