// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Whose folder it is: a run never writes over what is not its own, and says what to do.
#include <sys/resource.h>
#include <sys/wait.h>
#include <csignal>

#include "run_testing.h"

namespace mote::testing {
namespace {

// A folder that holds a run is left alone unless it is to be replaced.
TEST_F(RunTest, AnExistingRunIsNotOverwritten) {
    run(small_dam(), "a", {.frames = 3});
    const auto        before   = content_of(folder / "a");
    const std::string sentence = complaint<FileError>([&] { run(small_dam(), "a"); });
    EXPECT_TRUE(mentions(sentence, "holds a run already")) << sentence;
    EXPECT_TRUE(mentions(sentence, "--resume")) << sentence;
    EXPECT_EQ(content_of(folder / "a"), before);
}

// Replacing leaves nothing of the old run.
TEST_F(RunTest, AReplacedRunIsGone) {
    run(small_dam("output: {fps: 50, pictures: {size: [32, 32]}}\n"), "a");
    run_steps(small_dam("output: {fps: 50, pictures: {size: [32, 32]}}\n"), "b", 3);
    for (const char* name : {"a", "b"}) {
        EXPECT_EQ(run(small_dam(), name, {.frames = 2, .replace = true}).frames, 2);
        EXPECT_FALSE(fs::exists(folder / name / "pictures"));
        EXPECT_FALSE(fs::exists(folder / name / "checkpoint.mote"));
        EXPECT_EQ(list_frames(folder / name / "frames").size(), 3u);
        EXPECT_EQ(lines_of(folder / name / "stats.csv").size(), 4u);
        EXPECT_EQ(lines_of(folder / name / "times.csv").size(), 4u);
    }
}

// A folder with anything else in it is refused, replacing or not, and stays untouched.
TEST_F(RunTest, OtherPeoplesFoldersAreNotTouched) {
    const std::vector<std::vector<std::string>> folders{{"thesis.tex"},
                                                        {"scene.yaml"},
                                                        {"run.json", "notes.txt"},
                                                        {"frames/0001.png"},
                                                        {"frames/0001.png", "scene.yaml"},
                                                        {"frames/0001.mote"}};
    int                                         number = 0;
    for (const auto& files : folders) {
        const std::string name = "foreign" + std::to_string(number++);
        for (const std::string& file : files) {
            fs::create_directories((folder / name / file).parent_path());
            std::ofstream(folder / name / file) << "precious";
        }
        const auto before = content_of(folder / name);
        for (const bool replace : {false, true}) {
            const std::string sentence = complaint<FileError>([&] { run(small_dam(), name, {.replace = replace}); });
            EXPECT_TRUE(mentions(sentence, "holds other things than a run")) << files[0] << ": " << sentence;
        }
        EXPECT_TRUE(mentions(complaint<FileError>([&] { resume(small_dam(), name); }), "holds no run to resume"))
            << files[0];
        EXPECT_EQ(content_of(folder / name), before) << files[0];
    }
}

// A file is no folder; a folder that is not there holds nothing to resume, and is not made by the attempt.
TEST_F(RunTest, AFileIsNoFolder) {
    std::ofstream(folder / "file") << "precious";
    EXPECT_TRUE(mentions(complaint<FileError>([&] { run(small_dam(), "file"); }), "is a file"));
    EXPECT_EQ(text_of(folder / "file"), "precious");
    EXPECT_NE(complaint<FileError>([&] { run(small_dam(), "file/below"); }), "");
    EXPECT_TRUE(mentions(complaint<FileError>([&] { resume(small_dam(), "nowhere"); }), "holds no run to resume"));
    EXPECT_FALSE(fs::exists(folder / "nowhere"));
}

// A scene that cannot be built leaves nothing.
TEST_F(RunTest, ABrokenSceneLeavesNothing) {
    EXPECT_NE(
        complaint<SceneError>([&] { run("materials: {w: {}}\nobjects: {a: {sphere: 1 mm, material: w}}\n", "a"); }),
        "");
    EXPECT_FALSE(fs::exists(folder / "a"));
}

// An empty folder is as good as a new one.
TEST_F(RunTest, AnEmptyFolderWillDo) {
    fs::create_directories(folder / "a");
    EXPECT_EQ(run(small_dam(), "a", {.frames = 1}).frames, 1);
}

// A folder that may not be written to is named.
TEST_F(RunTest, AReadOnlyFolderIsRefused) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    fs::create_directories(folder / "locked");
    fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec);
    const std::string sentence = complaint<FileError>([&] { run(small_dam(), "locked/a"); });
    fs::permissions(folder / "locked", fs::perms::owner_all);
    EXPECT_TRUE(mentions(sentence, "locked/a")) << sentence;
    EXPECT_TRUE(fs::is_empty(folder / "locked"));
}

// A disk that fills up ends the run with a FileError; no frame is half there, and with room again the run goes on to
// the same bytes. (A limit on the size of files stands for the full disk: the first frame is the smallest.)
TEST_F(RunTest, AFullDiskLeavesWholeFrames) {
    run(small_dam(), "whole");
    const auto limit = fs::file_size(frame("whole", 0)) + 64;
    ASSERT_GT(fs::file_size(frame("whole", 5)), limit) << "a later frame is what does not fit";
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{limit, limit};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const std::string sentence = complaint<FileError>([&] { run(small_dam(), "a"); });
        ::_exit(mentions(sentence, "cannot write") && mentions(sentence, ".mote") ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_FALSE(fs::exists(frame("a", 5)));
    for (const auto& [name, sum] : content_of(folder / "a")) EXPECT_FALSE(mentions(name, "tmp")) << name;
    for (const std::uint32_t n : list_frames(folder / "a/frames")) EXPECT_EQ(hash("a", int(n)), hash("whole", int(n)));
    resume(small_dam(), "a");
    expect_same("a", "whole");
}

}  // namespace
}  // namespace mote::testing
