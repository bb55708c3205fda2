// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is asked wrongly gets a sentence and the right exit code; what is asked rightly teaches.
#include "program.h"

namespace mote::testing {
namespace {

class CliUsage : public Cli {};

// The program alone says what it can do.
TEST_F(CliUsage, NothingAskedGivesAnOverview) {
    const Result result = mote({});
    EXPECT_EQ(result.code, 0);
    for (const char* command : {"demo", "scenes", "gallery", "check", "run", "view", "info", "picture", "movie", "plot", "surface", "skin", "export", "hash", "bench", "help"})
        EXPECT_NE(result.out.find(std::string("mote ") + command + " "), std::string::npos) << command;
    EXPECT_EQ(result.err, "");
}

// The version is one line, under both names.
TEST_F(CliUsage, VersionHasTwoNames) {
    const Result option = mote({"--version"}), command = mote({"version"});
    EXPECT_EQ(option.code, 0);
    EXPECT_EQ(option.out.rfind("mote ", 0), 0u) << option.out;
    EXPECT_EQ(option.out, command.out);
}

// A misspelt command names the one that was meant.
TEST_F(CliUsage, AMisspeltCommandIsCorrected) { expect_refused(mote({"rnu", "drop.yaml"}), 2, "did you mean run?"); }

// A misspelt option names the one that was meant.
TEST_F(CliUsage, AMisspeltOptionIsCorrected) {
    expect_refused(mote({"run", "drop.yaml", "--thraeds", "2"}), 2, "did you mean --threads?");
}

// What is missing, too much or out of range is said before anything is done.
TEST_F(CliUsage, WrongArgumentsAreUsageErrors) {
    expect_refused(mote({"run"}), 2, "SCENE");
    expect_refused(mote({"run", "drop.yaml", "another.yaml"}), 2, "another.yaml");
    expect_refused(mote({"run", "drop.yaml", "--threads", "many"}), 2, "--threads");
    expect_refused(mote({"run", "drop.yaml", "--threads", "0"}), 2, "--threads");
    expect_refused(mote({"run", "drop.yaml", "--frames", "-1"}), 2, "--frames");
    expect_refused(mote({"run", "drop.yaml", "--device", "abacus"}), 2, "--device");
    expect_refused(mote({"run", "drop.yaml", "--resume", "--force"}), 2, "--resume");
    expect_refused(mote({"bench", "speed"}), 2, "neighbours");
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

// A device this build does not have is refused in words.
TEST_F(CliUsage, CudaIsRefusedWhereItIsNotBuilt) {
    expect_refused(mote({"run", "drop.yaml", "--device", "cuda"}), 2, "CUDA");
}

// Every command has a help page with an example, and `help COMMAND` is that page.
TEST_F(CliUsage, EveryCommandTeachesWithAnExample) {
    for (const char* command : {"run", "check", "info", "hash", "picture", "movie", "export", "scenes", "gallery", "plot", "surface", "bench", "demo"}) {
        const Result option = mote({command, "--help"}), help = mote({"help", command});
        EXPECT_EQ(option.code, 0) << option.err;
        EXPECT_NE(option.out.find("Example"), std::string::npos) << option.out;
        EXPECT_EQ(option.out, help.out);
    }
}

// `help FIELD` explains a field of the scene file; a misspelling is corrected.
TEST_F(CliUsage, HelpExplainsFields) {
    const Result result = mote({"help", "spacing"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find("spacing"), std::string::npos);
    expect_refused(mote({"help", "spacign"}), 2, "spacing");
}

// The schema is JSON and knows the fields.
TEST_F(CliUsage, TheSchemaIsJson) {
    const Result result = mote({"schema"});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(result.json()["properties"].contains("spacing"));
    EXPECT_EQ(mote({"reference"}).code, 0);
}

// With --json the error is also an object on standard output.
TEST_F(CliUsage, ErrorsAreJsonWhereAsked) {
    const Result result = mote({"check", "absent.yaml", "--json"});
    EXPECT_EQ(result.code, 5);
    EXPECT_EQ(result.json()["exit_code"], 5);
    EXPECT_NE(result.json()["error"].get<std::string>().find("absent.yaml"), std::string::npos);
}

// Output that cannot be written is an input/output error, not a silent success.
TEST_F(CliUsage, AFullStandardOutputIsNoticed) {
    const std::string command = std::string(MOTE_PROGRAM) + " version > /dev/full 2> /dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 5);
}

}  // namespace
}  // namespace mote::testing
