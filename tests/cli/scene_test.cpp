// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Scenes on the command line: checked, overridden, refused.
#include <sys/resource.h>

#include <cmath>

#include "program.h"

namespace mote::testing {
namespace {

namespace fs = std::filesystem;

class CliScene : public Cli {};

// A sound scene is described: 8 x 8 x 8 particles of water of 64 kg.
TEST_F(CliScene, CheckDescribesASoundScene) {
    const Result page = mote({"check", "drop.yaml"}), json = mote({"check", "drop.yaml", "--json"});
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_NE(page.out.find("block"), std::string::npos) << page.out;
    const auto report = json.json();
    EXPECT_EQ(report["particles"], 512) << json.out;
    for (const auto& body : report["bodies"]) {
        if (body["name"] == "block") {
            EXPECT_NEAR(body["mass"].get<double>(), 998.2 * 0.064, 0.5);
            EXPECT_NEAR(body["packing"].get<double>(), M_PI / 6, 0.01);
            EXPECT_NEAR(body["near"].get<double>(), 6 * 7 / 8., 1e-9);
            EXPECT_EQ(body["inner_cells"], 512);
            EXPECT_EQ(body["surface_cells"], 0);
        }
        EXPECT_EQ(body["boundary"], body["name"] == "tank");
    }
    EXPECT_EQ(report["frames"], 6);
    EXPECT_GT(report["memory_bytes"].get<double>(), 0);
    EXPECT_GT(report["bytes_per_particle"].get<double>(), 100);
    EXPECT_NE(page.out.find("a particle of matter"), std::string::npos) << page.out;
    EXPECT_FALSE(fs::exists(folder / "out"));
}

/// CPU time of all programs that were started and have ended [s].
double children_seconds() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// A small scene is checked within 0.2 s. CPU time, the best of several tries: other programs run too.
TEST_F(CliScene, CheckAnswersAtOnce) {
    double best = 1e9;
    for (int k = 0; k < 5; ++k) {
        const double before = children_seconds();
        mote({"check", "drop.yaml"});
        best = std::min(best, children_seconds() - before);
    }
    EXPECT_GT(best, 0);
    EXPECT_LT(best, 0.2);
}

// A misspelt field is refused with its place and the nearest name, and nothing is written.
TEST_F(CliScene, ABadSceneIsRefusedWithItsPlace) {
    write("bad.yaml", small_scene() + "spacign: 1 cm\n");
    for (const char* command : {"check", "run"}) {
        const Result result = mote({command, "bad.yaml"});
        expect_refused(result, 3, "bad.yaml:10:");
        EXPECT_NE(result.err.find("spacing"), std::string::npos) << result.err;
    }
    EXPECT_FALSE(fs::exists(folder / "out"));
}

// A missing scene file is an input/output error.
TEST_F(CliScene, AMissingSceneIsAFileError) { expect_refused(mote({"run", "absent.yaml"}), 5, "absent.yaml"); }

// --set overrides a field, several times, with units and lists; what is wrong in it is a scene error.
TEST_F(CliScene, SetOverridesFields) {
    const auto report = mote({"check", "drop.yaml", "--set", "spacing=10 cm", "--set", "objects.block.box=[0.2, 0.2, 0.2]", "--json"}).json();
    EXPECT_EQ(report["particles"], 8);
    expect_refused(mote({"check", "drop.yaml", "--set", "spacign=1 cm"}), 3, "spacing");
    expect_refused(mote({"check", "drop.yaml", "--set", "spacing=1 kg"}), 3, "--set");
    EXPECT_NE(mote({"check", "drop.yaml", "--set", "spacing"}).code, 0);
}

// A scene that needs more memory than there is gets refused or ends with the code for it, never with a signal.
TEST_F(CliScene, TooManyParticlesAreRefused) {
    const Result result = mote({"run", "drop.yaml", "--set", "spacing=0.05 mm"});
    EXPECT_TRUE(result.code == 3 || result.code == 6) << result.code << result.err;
    EXPECT_FALSE(fs::exists(folder / "out"));
}

// The gallery lists the scenes of the folder with their titles.
TEST_F(CliScene, ScenesListsTheGallery) {
    fs::create_directories(folder / "scenes");
    write("scenes/tank.yaml", small_scene());
    const Result result = mote({"scenes"});
    EXPECT_EQ(result.code, 0);
    EXPECT_NE(result.out.find("scenes/tank.yaml"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("A block of water falls into a tank"), std::string::npos) << result.out;
}

// Its pictures are remade by one command: each scene up to its poster, in its look, and all of them on a strip. What is there is kept.
TEST_F(CliScene, TheGalleryIsRemade) {
    fs::create_directories(folder / "scenes");
    write("scenes/tank.yaml", small_scene("output: {fps: 100, poster: 20 ms, pictures: {size: [64, 48]}}\n"));
    const std::vector<std::string> remake = {"gallery", "-o", "runs", "--pictures", "pictures", "--samples", "1", "--quiet"};
    const Result                   result = mote(remake);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "pictures/tank.png\npictures/strip.png\n");
    EXPECT_TRUE(fs::exists(folder / "runs/tank/frames/0002.mote"));
    EXPECT_FALSE(fs::exists(folder / "runs/tank/frames/0003.mote"));
    EXPECT_GT(fs::file_size(folder / "pictures/strip.png"), 500u);
    const auto made = fs::last_write_time(folder / "pictures/tank.png");
    EXPECT_EQ(mote(remake).code, 0);
    EXPECT_EQ(fs::last_write_time(folder / "pictures/tank.png"), made);
    expect_refused(mote({"gallery", "tnak"}), 2, "tank");
}

}  // namespace
}  // namespace mote::testing
