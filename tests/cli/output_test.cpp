// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Looking at a run and taking it elsewhere.
#include "program.h"

namespace mote::testing {
namespace {

namespace fs = std::filesystem;

class CliOutput : public Cli {
protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_EQ(mote({"run", "drop.yaml", "-o", "run", "--frames", "3", "--quiet"}).code, 0);
    }
    static std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
        return value;
    }
};

// The description of a run is a page for people or one object for programs.
TEST_F(CliOutput, InfoDescribesTheRun) {
    const Result page = mote({"info", "run"}), json = mote({"info", "run", "--json"});
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_NE(page.out.find("512"), std::string::npos) << page.out;
    EXPECT_EQ(json.json()["particles"], 512) << json.out;
    expect_refused(mote({"info", "absent"}), 5, "absent");
    expect_refused(mote({"info", "."}), 5, "not a run");
}

// A frame that is not there is refused with those that are; different frames have different hashes.
TEST_F(CliOutput, HashTakesAFrame) {
    const Result last = mote({"hash", "run"}), third = mote({"hash", "run", "--frame", "3"}), first = mote({"hash", "run", "--frame", "0"});
    EXPECT_EQ(last.out, third.out);
    EXPECT_NE(last.out, first.out);
    expect_refused(mote({"hash", "run", "--frame", "99"}), 2, "frames 0 to 3");
    expect_refused(mote({"hash", "run", "--frame", "-1"}), 2, "frames 0 to 3");
}

// A CSV holds one line per particle of matter, in the order of ids, or boundaries too where asked.
TEST_F(CliOutput, CsvHoldsTheMatter) {
    ASSERT_EQ(mote({"export", "run", "--to", "csv", "--frames", "2:3"}).code, 0);
    EXPECT_FALSE(fs::exists(folder / "run/export-csv/0001.csv"));
    const std::string text = text_of(folder / "run/export-csv/0003.csv");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 513);
    ASSERT_EQ(text.rfind("id,", 0), 0u) << text.substr(0, 80);
    long last = -1;
    for (auto at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1)) {
        const long id = std::stol(text.substr(at + 1, 12));
        EXPECT_GT(id, last);
        last = id;
    }

    ASSERT_EQ(mote({"export", "run", "--to", "csv", "--frames", "3", "--with-boundaries", "-o", "all"}).code, 0);
    EXPECT_GT(fs::file_size(folder / "all/0003.csv"), text.size());
}

// PLY and VTK files stand beside each other, and the index names every moment.
TEST_F(CliOutput, PlyAndVtkAreWhole) {
    ASSERT_EQ(mote({"export", "run", "--to", "ply", "-o", "ply"}).code, 0);
    ASSERT_EQ(mote({"export", "run", "--to", "vtk", "-o", "vtk"}).code, 0);
    EXPECT_NE(text_of(folder / "ply/0003.ply").find("element vertex 512"), std::string::npos);
    const std::string index = text_of(folder / "vtk/particles.pvd");
    for (const char* name : {"0000.vtp", "0003.vtp"}) {
        EXPECT_NE(index.find(name), std::string::npos) << index;
        EXPECT_TRUE(fs::exists(folder / "vtk" / name));
    }
    EXPECT_NE(index.find("0.15"), std::string::npos) << index;
    expect_refused(mote({"export", "run", "--to", "vtk", "--frames", "x"}), 2, "--frames");
    expect_refused(mote({"export", "run", "--to", "obj"}), 2, "--to");
}

// Formats of other programs stand by frame, with matter in the size of its spacing; USD has a file that plays them.
TEST_F(CliOutput, FramesGoToOtherPrograms) {
    for (const char* format : {"npz", "bgeo", "usda"}) ASSERT_EQ(mote({"export", "run", "--to", format}).code, 0) << format;
    for (const char* name : {"export-npz/0000.npz", "export-npz/0003.npz", "export-bgeo/0003.bgeo", "export-usda/0003.usda"})
        EXPECT_TRUE(fs::exists(folder / "run" / name)) << name;
    EXPECT_NE(text_of(folder / "run/export-npz/0003.npz").find("'shape': (512, 3)"), std::string::npos);
    EXPECT_NE(text_of(folder / "run/export-bgeo/0003.bgeo").find("pscale"), std::string::npos);
    const std::string frame = text_of(folder / "run/export-usda/0003.usda"), stage = text_of(folder / "run/export-usda/particles.usda");
    EXPECT_NE(frame.find("float[] widths.timeSamples = {\n        3: ["), std::string::npos);
    EXPECT_NE(stage.find("timeCodesPerSecond = 20\n"), std::string::npos) << stage;
    EXPECT_NE(stage.find("@./0000.usda@, @./0001.usda@, @./0002.usda@, @./0003.usda@"), std::string::npos) << stage;
}

// A picture is a PNG of the size asked for.
TEST_F(CliOutput, APictureHasTheSizeAskedFor) {
    const Result result = mote({"picture", "run", "--frame", "2", "--colour", "speed", "--range", "0:2", "--size", "160x90", "--from",
                                "-2,1,3", "--to", "0,0.2,0", "-o", "shots/two.png"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "shots/two.png\n");
    const std::string png = text_of(folder / "shots/two.png");
    ASSERT_GT(png.size(), 33u);
    EXPECT_EQ(png.substr(1, 3), "PNG");
    EXPECT_EQ(big_endian(png, 16), 160u);
    EXPECT_EQ(big_endian(png, 20), 90u);
}

// --all draws every frame; what cannot be drawn is said.
TEST_F(CliOutput, PicturesOfAllFrames) {
    ASSERT_EQ(mote({"picture", "run", "--all", "--size", "64x36", "-o", "all", "--boundaries"}).code, 0);
    for (const char* name : {"0000.png", "0001.png", "0002.png", "0003.png"}) EXPECT_TRUE(fs::exists(folder / "all" / name));
    for (const int k : {0, 1, 2, 3}) {  // several are drawn at once, and each is as it is alone
        const std::string number = std::to_string(k);
        ASSERT_EQ(mote({"picture", "run", "--frame", number, "--size", "64x36", "-o", "one.png", "--boundaries"}).code, 0);
        EXPECT_EQ(text_of(folder / "one.png"), text_of(folder / "all" / ("000" + number + ".png"))) << k;
    }
    fs::copy(folder / "run", folder / "hurt", fs::copy_options::recursive);
    for (const char* name : {"hurt/frames/0001.mote", "hurt/frames/0002.mote"}) write(name, text_of(folder / name).substr(0, 300));
    expect_refused(mote({"picture", "hurt", "--all", "--size", "64x36"}), 5, "0001.mote");
    expect_refused(mote({"picture", "run", "--colour", "taste"}), 2, "no column 'taste' to colour by; there are speed, id, role, material, body, mass");
    expect_refused(mote({"picture", "run", "--size", "big"}), 2, "--size");
    expect_refused(mote({"picture", "run", "--range", "0:1:2"}), 2, "--range");
    expect_refused(mote({"picture", "run", "--from", "1,2"}), 2, "--from");
}

// A film is made where ffmpeg is there; where it is not, the sentence says so.
TEST_F(CliOutput, AMovieNeedsFfmpeg) {
    const Result result = mote({"movie", "run", "--size", "64x36"});
    if (result.code == 0)
        EXPECT_GT(fs::file_size(folder / "run/movie.mp4"), 0u);
    else
        expect_refused(result, 5, "ffmpeg");
}

// The neighbour bench prints the ratios it promises.
TEST_F(CliOutput, BenchPrintsOneJsonLine) {
    const Result result = mote({"bench", "neighbours", "--particles", "8000", "--repeat", "1", "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1);
    for (const char* field : {"reference_sweep_ms", "build_over_reference", "density_over_reference"})
        EXPECT_GT(result.json()[field].get<double>(), 0) << field;
    const Result steps = mote({"bench", "wcsph", "--particles", "2000", "--repeat", "1", "--json"});
    ASSERT_EQ(steps.code, 0) << steps.err;
    EXPECT_GT(steps.json()["stages"]["density"].get<double>(), 0) << steps.out;
    const Result elastic = mote({"bench", "elastic", "--particles", "1000", "--repeat", "1", "--seconds", "0.01", "--json"});
    ASSERT_EQ(elastic.code, 0) << elastic.err;
    EXPECT_GT(elastic.json()["explicit_step_over_reference"].get<double>(), 0) << elastic.out;
    const Result crystal = mote({"bench", "virtual", "--particles", "1000", "--repeat", "1", "--json"});
    ASSERT_EQ(crystal.code, 0) << crystal.err;
    for (const char* field : {"short_steps_per_step", "ms_per_step", "ms_per_short_step", "ns_per_particle_step", "step_over_dfsph_step", "lattice_stages_once_over_dfsph_step"})
        EXPECT_GT(crystal.json()[field].get<double>(), 0) << field;
    const Result skinned = mote({"bench", "skinned_body", "--repeat", "1", "--json"});
    ASSERT_EQ(skinned.code, 0) << skinned.err;
    EXPECT_GT(skinned.json()["steps_with_skin_per_second"].get<double>(), 0) << skinned.out;
}

// What a dam break costs: against a plain sweep, by stage, and what of it is no sweep over neighbours.
TEST_F(CliOutput, BenchOfADamBreakTellsItsCost) {
    const Result result = mote({"bench", "dam_break", "--particles", "1000", "--seconds", "0.05", "--threads", "2", "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1);
    const auto told = result.json();
    EXPECT_EQ(told["particles"], 1000);
    for (const char* field : {"steps", "iterations", "divergence_iterations", "mean_density_error", "ms_per_step", "wall_per_simulated_second", "reference_sweep_ms", "sweeps_per_step", "sweeps_per_simulated_second",
                              "sweeps_per_step_2_1", "ns_per_particle_step", "ns_per_particle_iteration", "bytes_per_particle"})
        EXPECT_GT(told[field].get<double>(), 0) << field;
    EXPECT_GE(told["largest_divergence_error"].get<double>(), 0);
    EXPECT_EQ(told["hard_steps"], 0);
    int steps = 0;
    for (const auto& [bound, set] : told["limits"].items()) steps += set.get<int>();
    EXPECT_EQ(steps, told["steps"]);
    double shares = 0;
    for (const char* stage : {"neighbours", "density and gradient", "viscosity", "pressure rate", "pressure change", "pressure acceleration"}) {
        EXPECT_GT(told["stages"][stage].get<double>(), 0) << stage;
        EXPECT_EQ(std::count(told["neighbour_sweeps"].begin(), told["neighbour_sweeps"].end(), stage), 1) << stage;
        shares += told["stage_shares"][stage].get<double>();
    }
    const auto& other = told["largest_other_stage"];
    EXPECT_EQ(other["share"], told["stage_shares"][other["name"].get<std::string>()]);
    EXPECT_LT(shares + other["share"].get<double>(), 1);
}

}  // namespace
}  // namespace mote::testing
