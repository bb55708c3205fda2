// Copyright (c) 2026 The Mote authors. MIT licence.
#include "program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

namespace mote::testing {
namespace {

namespace fs = std::filesystem;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void redirect(const fs::path& file, int descriptor) {
    const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
    ::close(opened);
}

}  // namespace

std::string text_of(const fs::path& file) {
    std::ifstream      in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Running::Running(const fs::path& folder, const std::vector<std::string>& arguments) : start_(now()) {
    static int started = 0;
    const auto name    = ".program" + std::to_string(++started);
    out_ = folder / (name + ".out"), err_ = folder / (name + ".err");
    std::vector<char*> argv{const_cast<char*>(MOTE_PROGRAM)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    pid_ = ::fork();
    if (pid_ == 0) {
        redirect(out_, STDOUT_FILENO);
        redirect(err_, STDERR_FILENO);
        if (::chdir(folder.c_str()) != 0) ::_exit(126);
        ::execv(MOTE_PROGRAM, argv.data());
        ::_exit(127);
    }
}

Running::~Running() {
    if (pid_ > 0 && status_ == -1) {
        ::kill(pid_, SIGKILL);
        ended(0);
    }
}

void Running::send(int signal) const { ::kill(pid_, signal); }

bool Running::ended(int options) {
    if (status_ == -1 && ::waitpid(pid_, &status_, options) != pid_) status_ = -1;
    return status_ != -1;
}

Result Running::wait() {
    ended(0);
    Result result;
    result.code    = WIFEXITED(status_) ? WEXITSTATUS(status_) : 1000 + WTERMSIG(status_);
    result.seconds = now() - start_;
    result.out     = text_of(out_);
    result.err     = text_of(err_);
    return result;
}

void Running::wait_for(const fs::path& file) {
    while (!fs::exists(file) && !ended(WNOHANG)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void Cli::SetUp() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder           = fs::temp_directory_path() / (std::string("mote_cli_") + info->name() + '_' + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    write("drop.yaml", small_scene());
}

void Cli::TearDown() {
    std::error_code none;
    fs::remove_all(folder, none);
}

Result Cli::mote(const std::vector<std::string>& arguments) const { return Running(folder, arguments).wait(); }

void Cli::write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

std::string Cli::hash(const std::string& run) const {
    const Result result = mote({"hash", run});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out.size(), 17u) << result.out;
    EXPECT_EQ(result.out.find_first_not_of("0123456789abcdef\n"), std::string::npos) << result.out;
    return result.out;
}

std::string Cli::small_scene(const std::string& extra) {
    return "title: A block of water falls into a tank\n"
           "spacing: 5 cm\n"
           "duration: 0.3 s\n"
           "materials: {water: {preset: water}}\n"
           "objects:\n"
           "  block: {box: [0.4, 0.4, 0.4], at: [0, 0.35, 0], material: water}\n"
           "boundaries:\n"
           "  tank: {box: [0.8, 0.8, 0.8], at: [0, 0.4, 0], inside: true}\n" +
           (extra.empty() ? "output: {fps: 20}\n" : extra);
}

void expect_refused(const Result& result, int code, const std::string& part_of_sentence) {
    EXPECT_EQ(result.code, code) << result.err;
    EXPECT_EQ(result.err.rfind("mote: ", 0), 0u) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find(part_of_sentence), std::string::npos) << result.err;
}

}  // namespace mote::testing
