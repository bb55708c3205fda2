// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The program as a user meets it: arguments in; exit code, words and files out.
#pragma once
#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mote::testing {

struct Result {
    int         code = -1;      ///< exit code, or 1000 + the signal that ended it
    std::string out, err;
    double      seconds = 0;    ///< wall time

    nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

/// A program that is running. Ended by force if it is still there at the end of the test.
class Running {
public:
    Running(const std::filesystem::path& folder, const std::vector<std::string>& arguments);
    ~Running();
    Running(const Running&)            = delete;
    Running& operator=(const Running&) = delete;

    void   send(int signal) const;
    Result wait();
    /// Waits until the file exists or the program has ended.
    void wait_for(const std::filesystem::path& file);

private:
    bool                  ended(int options);
    std::filesystem::path out_, err_;
    pid_t                 pid_    = -1;
    int                   status_ = -1;
    double                start_  = 0;
};

/// A folder of its own, in which the program runs, with a small scene in it; gone with the test.
class Cli : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    Result mote(const std::vector<std::string>& arguments) const;
    void   write(const std::string& name, const std::string& text) const;

    /// The hash that `mote hash` prints for a run.
    std::string hash(const std::string& run) const;

    /// A few hundred particles falling into a tank; `extra` is put below, at the top level.
    static std::string small_scene(const std::string& extra = "");

    std::filesystem::path folder;
};

/// The exit code is the one of the promise, and there is one sentence that says why.
void expect_refused(const Result& result, int code, const std::string& part_of_sentence);

std::string text_of(const std::filesystem::path& file);

}  // namespace mote::testing
