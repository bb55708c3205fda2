// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the tests of runs share: a folder of their own and a scene of a few hundred particles.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>

#include "mote/files.h"
#include "mote/run.h"

namespace mote::testing {

namespace fs = std::filesystem;

/// 144 particles of water fall over in a tank: five frames of about 25 steps.
inline std::string small_dam(const std::string& extra = "") {
    return "spacing: 5 cm\n"
           "duration: 0.1 s\n"
           "materials: {water: {preset: water}}\n"
           "objects:\n"
           "  dam: {box: [0.3, 0.3, 0.2], at: [-0.2, 0.15, 0], material: water}\n"
           "boundaries:\n"
           "  tank: {box: [0.7, 0.5, 0.2], at: [0, 0.25, 0], inside: true}\n" +
           (extra.empty() ? "time_step: {largest: 1 ms}\noutput: {fps: 50}\n" : extra);
}

/// A falling drop and nothing below it: 1.2 m deep, the domain ends.
inline std::string lost_drop(const std::string& leaving) {
    return "spacing: 5 cm\nduration: 0.8 s\nmaterials: {honey: {}}\n"
           "objects: {drop: {box: 0.2, material: honey}}\n"
           "domain: {leaving: " +
           leaving + ", low: [-1, -1.2, -1], high: [1, 1, 1]}\noutput: {fps: 10}\n";
}

inline std::string text_of(const fs::path& file) {
    std::ifstream      in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream            in(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// Every file below a folder with the hash of its content: to see that nothing was touched.
inline std::map<std::string, std::size_t> content_of(const fs::path& folder) {
    std::map<std::string, std::size_t> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        all[entry.path().lexically_relative(folder).string()] =
            std::hash<std::string>()(entry.is_regular_file() ? text_of(entry.path()) : "");
    return all;
}

/// Runs flush every file to the disk, which takes most of their time; where there is a disk in memory they use that.
inline fs::path place_for_runs() {
    const fs::path memory = "/dev/shm";
    return ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
}

inline bool mentions(const std::string& sentence, const std::string& part) {
    return sentence.find(part) != std::string::npos;
}

/// The sentence of the error that `act` throws; empty where it throws none.
template <class Wanted, class Act>
std::string complaint(const Act& act) {
    try {
        act();
    } catch (const Wanted& error) {
        return error.what();
    }
    return "";
}

/// What differs from one run to the next.
struct How {
    std::optional<int>                      frames = std::nullopt;
    bool                                    resume = false, replace = false;
    int                                     threads     = 1;
    std::function<void(const RunProgress&)> on_progress = nullptr;
    RunRequests*                            requests    = nullptr;
};

class RunTest : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder = place_for_runs() / (std::string("mote_run_") + info->name() + '_' + std::to_string(::getpid()));
        fs::remove_all(folder);
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    /// Runs a scene into a folder of the test.
    RunSummary run(const std::string& scene, const std::string& name, const How& how = {}) {
        messages.clear();
        RunOptions options;
        options.folder = folder / name, options.frames = how.frames;
        options.resume = how.resume, options.replace = how.replace;
        options.on_progress = how.on_progress, options.requests = how.requests;
        options.on_message = [this](const std::string& s) { messages += s + "\n"; };
        return run_scene(read_scene_text(scene, (folder / "test.yaml").string()), Exec(how.threads), options);
    }
    RunSummary resume(const std::string& scene, const std::string& name) { return run(scene, name, {.resume = true}); }

    /// Stops a run by request after so many steps of this call, as Ctrl-C does.
    RunSummary run_steps(const std::string& scene, const std::string& name, int steps, bool go_on = false,
                         int threads = 1) {
        RunRequests requests;
        const auto  count = [&](const RunProgress& p) { requests.stop = !p.frame_done && --steps <= 0; };
        return run(scene, name, {.resume = go_on, .threads = threads, .on_progress = count, .requests = &requests});
    }

    fs::path frame(const std::string& name, int number) const {
        return frame_path(folder / name / "frames", std::uint32_t(number));
    }
    std::uint64_t hash(const std::string& name, int number) const {
        return state_hash(read_frame(frame(name, number)));
    }

    /// The run ends as `whole` did: same frames, same statistics, same bytes.
    void expect_same(const std::string& name, const std::string& whole) const {
        for (const std::uint32_t n : list_frames(folder / whole / "frames"))
            EXPECT_TRUE(text_of(frame(name, int(n))) == text_of(frame(whole, int(n)))) << name << ", frame " << n;
        EXPECT_EQ(list_frames(folder / name / "frames"), list_frames(folder / whole / "frames")) << name;
        EXPECT_EQ(text_of(folder / name / "stats.csv"), text_of(folder / whole / "stats.csv")) << name;
        EXPECT_EQ(text_of(folder / name / "scene.yaml"), text_of(folder / whole / "scene.yaml")) << name;
        EXPECT_FALSE(fs::exists(folder / name / "checkpoint.mote")) << name << ": it is older than the last frame";
    }

    fs::path    folder;
    std::string messages;  ///< of the last run, one to a line
};

}  // namespace mote::testing
