// Copyright (c) 2026 The Mote authors. MIT licence.
//
// kill -9 at any moment costs the frame in work and nothing else.
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "run_testing.h"

namespace mote::testing {
namespace {

// The child uses one thread, so that it may be forked from a process that has had several.
TEST_F(RunTest, KillsAtAnyMomentChangeNothing) {
    const std::string scene = small_dam("output: {fps: 100}\n");
    const auto        start = std::chrono::steady_clock::now();
    run(scene, "whole");
    const double milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();

    std::mt19937 random(7);
    int          killed = 0;
    for (int k = 0; k < 8; ++k) {
        const std::string name  = "killed" + std::to_string(k / 4);  // each of two runs is killed up to four times
        const bool        go_on = fs::exists(folder / name) && !fs::is_empty(folder / name);
        const pid_t       child = ::fork();
        if (child == 0) {
            run(scene, name, {.resume = go_on});
            ::_exit(0);
        }
        const double share = k % 4 == 0 ? 0.1 : 0.4;  // the first kill of a run comes early
        std::this_thread::sleep_for(
            std::chrono::duration<double, std::milli>(share * milliseconds * double(random() % 1000) / 1000));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        killed += WIFSIGNALED(status);
        EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    }
    EXPECT_GE(killed, 1) << "else this tests nothing";
    for (const char* name : {"killed0", "killed1"}) {
        run(scene, name, {.resume = fs::exists(folder / name) && !fs::is_empty(folder / name)});
        expect_same(name, "whole");
    }
}

}  // namespace
}  // namespace mote::testing
