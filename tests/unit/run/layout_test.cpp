// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a run leaves in its folder.
#include <algorithm>
#include <cmath>

#include "mote/csv.h"
#include "run_testing.h"

namespace mote::testing {
namespace {

std::vector<std::string> cells_of(const std::string& row) {
    std::vector<std::string> cells{""};
    for (const char c : row)
        if (c == ',')
            cells.emplace_back();
        else
            cells.back() += c;
    return cells;
}

// A run leaves the scene, its story, one row a frame, every frame and a log, and nothing else.
TEST_F(RunTest, LeavesAWholeFolder) {
    const RunSummary s = run("title: Dam\n" + small_dam(), "a");
    EXPECT_EQ(s.end, RunEnd::done);
    EXPECT_EQ(s.exit_code(), 0);
    EXPECT_EQ(s.frames, 5);
    EXPECT_DOUBLE_EQ(s.time, 0.1);
    EXPECT_EQ(s.particles, 144u);
    EXPECT_GT(s.walls, 100u);
    EXPECT_GT(s.peak_memory_bytes, 1u << 20);
    EXPECT_TRUE(mentions(s.to_json(), R"("end":"done")")) << s.to_json();
    std::vector<std::string> names;
    for (const auto& [name, sum] : content_of(folder / "a")) names.push_back(name);
    EXPECT_EQ(names, (std::vector<std::string>{"frames", "frames/0000.mote", "frames/0001.mote", "frames/0002.mote",
                                               "frames/0003.mote", "frames/0004.mote", "frames/0005.mote", "log.txt",
                                               "run.json", "scene.yaml", "stats.csv", "times.csv"}));
    const std::string json = text_of(folder / "a/run.json"), log = text_of(folder / "a/log.txt");
    for (const char* part :
         {R"("title": "Dam")", R"("ended": "done")", R"("threads": 1)", R"("frames": 5)", R"("particles": 144)",
          R"("version": ")", R"("stages": {)", R"("density and gradient")", R"("peak_memory_bytes")", R"("wall_seconds")"})
        EXPECT_TRUE(mentions(json, part)) << part << " in " << json;
    EXPECT_TRUE(mentions(log, "started at frame 0 of 5")) << log;
    EXPECT_TRUE(mentions(log, s.sentence)) << log;
}

// times.csv tells what each frame took: together no more than the run, with contact as a part of physics; after a resume there is still one row a frame.
TEST_F(RunTest, TimesHaveOneRowAFrame) {
    const std::string scene = "spacing: 2 cm\ndimension: 2\nduration: 0.1 s\nmaterials: {steel: {density: 3000, rigid: true}, water: {}}\n"
                              "objects: {a: {box: 0.1, at: [0, 0.05], material: steel}, b: {box: 0.1, at: [0, 0.15], material: steel}, pool: {box: [0.2, 0.1], at: [0.2, 0.05], material: water}}\n"
                              "boundaries: {floor: {box: [1, 0.1], at: [0, -0.05]}}\noutput: {fps: 50, pictures: {size: [64, 36]}}\n";
    run(scene, "a", {.frames = 3});
    resume(scene, "a");
    const Csv    times = read_csv(folder / "a/times.csv"), stats = read_csv(folder / "a/stats.csv");
    const auto   of    = [&](const Csv& table, const char* name) { return table.find(name)->value; };
    const auto   frame = of(times, "frame"), physics = of(times, "physics"), contact = of(times, "contact"), pictures = of(times, "pictures");
    ASSERT_EQ(frame.size(), 6u);
    EXPECT_EQ(of(times, "steps"), of(stats, "steps"));
    for (std::size_t k = 0; k < 6; ++k) {
        EXPECT_EQ(frame[k], double(k));
        EXPECT_EQ(physics[k] > 0, k > 0);
        EXPECT_LE(contact[k], physics[k]);
        EXPECT_EQ(contact[k] > 0, k > 0);
        EXPECT_GT(pictures[k], 0);
        EXPECT_GT(of(times, "files")[k], 0);
    }
}

// stats.csv has a heading with units and one row a frame, as many cells in each; mass stays to the last bit.
TEST_F(RunTest, StatisticsHaveOneRowAFrame) {
    const RunSummary s     = run(small_dam(), "a");
    const auto       lines = lines_of(folder / "a/stats.csv");
    ASSERT_EQ(lines.size(), 7u);
    const auto heading = cells_of(lines[0]);
    const auto column  = [&](const char* name) {
        return std::size_t(std::find(heading.begin(), heading.end(), name) - heading.begin());
    };
    ASSERT_LT(column("count water"), heading.size());
    std::uint64_t steps = 0;
    for (std::size_t k = 1; k < lines.size(); ++k) {
        const auto cells = cells_of(lines[k]);
        ASSERT_EQ(cells.size(), heading.size());
        EXPECT_EQ(cells[column("frame")], std::to_string(k - 1));
        EXPECT_DOUBLE_EQ(std::stod(cells[column("time [s]")]), double(k - 1) / 50);
        EXPECT_EQ(cells[column("mass [kg]")], cells_of(lines[1])[column("mass [kg]")]);
        EXPECT_EQ(cells[column("count water")], "144");
        EXPECT_LE(std::stod(cells[column("shortest dt [s]")]), std::stod(cells[column("longest dt [s]")]));
        steps += std::stoull(cells[column("steps")]);
    }
    EXPECT_EQ(steps, s.steps);
    EXPECT_NEAR(std::stod(cells_of(lines[1])[column("mass [kg]")]), 998.2 * 0.3 * 0.3 * 0.2, 1e-4);
}

// Solves that end at their limit of iterations are counted, over a resume too, and told of at the end; others are not. A liquid so thick that its viscosity is solved for has iterations
// of all three solves.
TEST_F(RunTest, HardSolvesAreTold) {
    const auto sum = [&](const char* run, const char* name) {
        const Csv table = read_csv(folder / run / "stats.csv");
        double    all   = 0;
        for (const double n : table.find(name)->value) all += n;
        return all;
    };
    const std::string thick = "spacing: 2 cm\ndimension: 2\nduration: 0.1 s\nmaterials: {honey: {density: 1400, viscosity: 100}}\nobjects: {a: {box: 0.2, at: [0, 0.12], material: honey}}\n"
                              "boundaries: {floor: {box: [1, 0.1], at: [0, -0.05]}}\noutput: {fps: 50}\n";
    run(thick, "easy");
    EXPECT_FALSE(mentions(messages, "limit of iterations")) << messages;
    EXPECT_EQ(sum("easy", "hard"), 0);
    for (const char* solve : {"iterations", "divergence iterations", "viscosity iterations"}) EXPECT_GT(sum("easy", solve), 0) << solve;
    EXPECT_LE(sum("easy", "largest divergence error"), 6 * 1e-3);

    const std::string hard = thick + "viscosity_solver: {most_iterations: 1}\npressure: {most_iterations: 2}\n";
    run(hard, "hard", {.frames = 3});
    resume(hard, "hard");
    EXPECT_TRUE(mentions(messages, "limit of iterations")) << messages;
    const double steps = sum("hard", "hard");
    EXPECT_GT(steps, 3);
    EXPECT_TRUE(mentions(text_of(folder / "hard/run.json"), "\"hard_steps\": " + std::to_string(int(steps)))) << steps;
}

// The scene of a run, run again, gives the same bytes.
TEST_F(RunTest, TheSceneOfARunGivesTheSameRun) {
    run(small_dam("xsph: 2 %\noutput: {fps: 50}\n"), "a");
    run(text_of(folder / "a/scene.yaml"), "b");
    expect_same("b", "a");
}

// Frames can be asked for by number, fewer or more than the scene has, and none at all leaves the start.
TEST_F(RunTest, SoManyFramesAsAskedFor) {
    EXPECT_EQ(run(small_dam(), "none", {.frames = 0}).frames, 0);
    EXPECT_EQ(list_frames(folder / "none/frames"), (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(run(small_dam(), "two", {.frames = 2}).frames, 2);
    EXPECT_EQ(run(small_dam(), "six", {.frames = 6}).frames, 6);
    EXPECT_EQ(hash("two", 2), hash("six", 2));
}

// Where the scene wants no particles the last two frames stay: enough to go on from, even if one is damaged.
TEST_F(RunTest, WithoutParticlesTheLastTwoFramesStay) {
    const std::string scene = small_dam("output: {fps: 50, particles: false}\n");
    run(scene, "a");
    EXPECT_EQ(list_frames(folder / "a/frames"), (std::vector<std::uint32_t>{4, 5}));
    EXPECT_EQ(lines_of(folder / "a/stats.csv").size(), 7u);
    run_steps(scene, "b", 80);
    resume(scene, "b");
    expect_same("b", "a");
}

// Progress comes after every step and every frame, in order, and frames lie on their times.
TEST_F(RunTest, ProgressIsTold) {
    std::vector<RunProgress> told;
    const RunSummary s      = run(small_dam(), "a", {.on_progress = [&](const RunProgress& p) { told.push_back(p); }});
    int              frames = 0;
    for (std::size_t k = 0; k < told.size(); ++k) {
        const RunProgress& p = told[k];
        EXPECT_EQ(p.frames, 5);
        EXPECT_DOUBLE_EQ(p.end, 0.1);
        EXPECT_TRUE(std::isfinite(p.seconds_left) && std::isfinite(p.seconds_per_step));
        EXPECT_GE(p.time, told[k > 0 ? k - 1 : 0].time);
        if (!p.frame_done) continue;
        EXPECT_EQ(p.frame, ++frames);
        EXPECT_EQ(p.time, double(p.frame) / 50) << "exactly";
    }
    EXPECT_EQ(frames, 5);
    EXPECT_EQ(told.size(), s.steps + 5);
    EXPECT_TRUE(told.back().frame_done);
}

// Pictures and a film that the scene asks for are there.
TEST_F(RunTest, PicturesAndAFilmAppear) {
    const std::string scene =
        small_dam("output: {fps: 50, pictures: {size: [64, 48], colour: speed}, movie: {size: [64, 48]}}\n");
    const RunSummary s = run(scene, "a", {.frames = 3});
    for (const char* name : {"0000.png", "0001.png", "0002.png", "0003.png"})
        EXPECT_EQ(text_of(folder / "a/pictures" / name).substr(1, 3), "PNG") << name;
    EXPECT_FALSE(fs::exists(folder / "a/pictures/0004.png"));
    if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "ffmpeg is not installed";
    EXPECT_EQ(s.made, (std::vector<fs::path>{folder / "a/movie.mp4"})) << messages;
    EXPECT_EQ(text_of(folder / "a/movie.mp4").substr(4, 4), "ftyp");
}

// A run that was killed between a frame and its picture draws it when it goes on.
TEST_F(RunTest, AMissingPictureIsDrawnOnResume) {
    const std::string scene = small_dam("output: {fps: 50, pictures: {size: [64, 48]}}\n");
    run(scene, "a", {.frames = 2});
    const std::string picture = text_of(folder / "a/pictures/0002.png");
    fs::remove(folder / "a/pictures/0002.png");
    run(scene, "a", {.frames = 3, .resume = true});
    EXPECT_EQ(text_of(folder / "a/pictures/0002.png"), picture);
    EXPECT_TRUE(fs::exists(folder / "a/pictures/0003.png"));
}

// A run can be looked at while it lies there: its frames, columns and end.
TEST_F(RunTest, ARunCanBeDescribed) {
    run("title: Dam\n" + small_dam(), "a", {.frames = 2});
    const RunInfo info = find_run(folder / "a");
    EXPECT_EQ(info.frames, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_GT(info.bytes, 1000u);
    for (const char* part : {"Dam", "done", "2 of 2 frames", "144", "position_volume"})
        EXPECT_TRUE(mentions(describe(info), part)) << describe(info);
    EXPECT_TRUE(mentions(to_json(info), R"("frames_on_disk":[0,1,2])")) << to_json(info);
    EXPECT_TRUE(mentions(complaint<FileError>([&] { (void)find_run(folder); }), "is not a run"));
    EXPECT_TRUE(mentions(complaint<FileError>([&] { (void)find_run(folder / "nowhere"); }), "there is no folder"));
}

// A damaged run.json is named in a sentence, whether it is no JSON, no object, or holds other things than it should.
TEST_F(RunTest, ADamagedRunJsonIsNamed) {
    run(small_dam(), "a", {.frames = 1});
    const std::string whole = text_of(folder / "a/run.json");
    for (const std::string& text : {whole.substr(0, whole.size() / 2), std::string(), std::string("[1, 2]"),
                                    std::string(R"({"title": 5, "steps": "many"})")}) {
        std::ofstream(folder / "a/run.json") << text;
        const std::string sentence = complaint<FileError>([&] { (void)describe(find_run(folder / "a")); });
        EXPECT_TRUE(mentions(sentence, "a/run.json is damaged")) << text << ": " << sentence;
    }
}

// A run that ends by an error of the program says so in run.json, and can go on.
TEST_F(RunTest, AFailedRunSaysSo) {
    run(small_dam(), "whole");
    int        steps = 30;
    const auto fail  = [&](const RunProgress&) {
        if (--steps == 0) throw std::runtime_error("the roof came down");
    };
    EXPECT_EQ(complaint<std::runtime_error>([&] { run(small_dam(), "a", {.on_progress = fail}); }),
              "the roof came down");
    const std::string json = text_of(folder / "a/run.json");
    EXPECT_TRUE(mentions(json, R"("ended": "failed")")) << json;
    EXPECT_TRUE(mentions(json, "the roof came down")) << json;
    resume(small_dam(), "a");
    expect_same("a", "whole");
}

// An implicit boundary has no rows, and is drawn all the same: from points half a spacing behind its surface, where it has moved to.
TEST_F(RunTest, ImplicitBoundariesAreDrawn) {
    const auto scene = [](const std::string& method) {
        return "spacing: 5 cm\nduration: 0.02 s\nmaterials: {water: {preset: water}}\n"
               "objects: {drop: {box: 0.1, at: [0, 0.6, 0], material: water}}\nboundaries:\n"
               "  bowl: {sphere: 0.4, inside: true, at: [0, 0.4, 0], method: " + method + "}\n"
               "  ball: {sphere: 0.1, at: [0, 0.2, 0], method: " + method + ", motion: {keys: [{time: 0 s}, {time: 1 s, move: [1, 0, 0]}]}}\n"
               "output: {fps: 50, pictures: {size: [160, 90], boundaries: true}}\n";
    };
    run(scene("implicit"), "a");
    run(scene("sampled"), "b");
    const DrawOptions o = draw_options_of(folder / "a");
    ASSERT_EQ(o.boundaries.size(), 2u);
    for (const DrawnBoundary& b : draw_options_of(folder / "b").boundaries) EXPECT_TRUE(b.points.empty());
    EXPECT_GT(o.boundaries[0].points.size(), 500u);  // 2 m^2 of 25 cm^2
    for (const Vec3& x : o.boundaries[0].points) ASSERT_NEAR(length(x - Vec3{0, 0.4f, 0}), 0.425, 1e-3);
    for (const Vec3& x : o.boundaries[1].points) ASSERT_NEAR(length(x - Vec3{0, 0.2f, 0}), 0.075, 1e-3);
    EXPECT_TRUE(o.boundaries[1].motion);
    // The bowl hides what is in it either way, so the pictures are nearly the same size; without it the sky is smooth.
    const auto bytes = [&](const char* name) { return double(fs::file_size(folder / name / "pictures/0001.png")); };
    EXPECT_NEAR(bytes("a") / bytes("b"), 1, 0.25);
}

}  // namespace
}  // namespace mote::testing
