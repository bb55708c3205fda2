// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From a run to surfaces, as a user asks for them.
#include <cstring>
#include <fstream>
#include <utility>

#include "mote/mesh.h"
#include "program.h"

namespace mote::testing {
namespace {

namespace fs = std::filesystem;

class CliSurface : public Cli {
protected:
    void run(const std::string& output = "output: {fps: 20}\n") {
        write("drop.yaml", small_scene(output));
        const Result result = mote({"run", "drop.yaml", "-o", "run", "--frames", "2", "--quiet"});
        ASSERT_EQ(result.code, 0) << result.err;
    }
    void damage(const std::string& file, std::uintmax_t keep) const { fs::resize_file(folder / file, keep); }
};

// The block of 512 particles in its surface: closed, with the volume of the block; another reader of meshes takes the file.
TEST_F(CliSurface, HoldsTheMatterOfTheFrame) {
    run();
    const Result result = mote({"surface", "run", "--columns", "speed, temperature"});
    ASSERT_EQ(result.code, 0) << result.err;
    for (const char* name : {"0000.ply", "0001.ply", "0002.ply"}) {
        const MeshReport report = inspect(load_mesh((folder / "run/surface" / name).string()));
        EXPECT_TRUE(report.closed && report.oriented) << name;
        EXPECT_NEAR(report.volume, 0.064, 0.06 * 0.064) << name;
    }
    const std::string text = text_of(folder / "run/surface/0002.ply");
    for (const char* property : {"float nx", "float vy", "float speed", "float temperature", "list uchar int vertex_indices"})
        EXPECT_NE(text.find(std::string("property ") + property), std::string::npos) << property;
}

// What a scene asks for is made while it runs, the same as afterwards; then nothing is left to do.
TEST_F(CliSurface, WhileItRunsIsTheSameAsAfterwards) {
    run("output: {fps: 20, surface: {method: colour, cube_size: 0.8}}\n");
    ASSERT_EQ(mote({"surface", "run", "-o", "again", "--threads", "1"}).code, 0);
    EXPECT_EQ(text_of(folder / "run/surface/0002.ply"), text_of(folder / "again/0002.ply"));
    EXPECT_NE(mote({"surface", "run"}).err.find("0 surfaces written"), std::string::npos);
    EXPECT_NE(mote({"surface", "run", "--force"}).err.find("3 surfaces written"), std::string::npos);
}

// A surface that is cut off or made with other settings is made anew, the others stay.
TEST_F(CliSurface, GoesOnWhereItWasStopped) {
    run();
    ASSERT_EQ(mote({"surface", "run"}).code, 0);
    const std::string whole = text_of(folder / "run/surface/0001.ply");
    damage("run/surface/0001.ply", whole.size() / 2);
    EXPECT_NE(mote({"surface", "run"}).err.find("1 surfaces written to run/surface; 2 were there already"), std::string::npos);
    EXPECT_EQ(text_of(folder / "run/surface/0001.ply"), whole);
    EXPECT_NE(mote({"surface", "run", "--frames", "1:", "--smoothing", "2"}).err.find("2 surfaces written"), std::string::npos);
}

// Each material has its folder; one that is nowhere has a file without triangles, so that no sequence has gaps.
TEST_F(CliSurface, OfEachMaterialOrObject) {
    write("two.yaml",
          "spacing: 5 cm\nmaterials: {water: {}, oil: {density: 900}, air: {}}\nobjects:\n"
          "  low: {box: 0.3, at: [0, 0.15, 0], material: water}\n  high: {box: 0.3, at: [0, 0.6, 0], material: oil}\n");
    ASSERT_EQ(mote({"run", "two.yaml", "-o", "run", "--frames", "0", "--quiet"}).code, 0);
    const Result result = mote({"surface", "run", "--of", "materials"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.err.find("1 have no matter"), std::string::npos) << result.err;
    for (const char* name : {"water", "oil"})
        EXPECT_NEAR(inspect(load_mesh((folder / "run/surface" / name / "0000.ply").string())).volume, 0.027, 0.1 * 0.027);
    EXPECT_NE(text_of(folder / "run/surface/air/0000.ply").find("element face 0"), std::string::npos);
    ASSERT_EQ(mote({"surface", "run", "--of", "materials", "--to", "glb"}).code, 0);
    EXPECT_EQ(text_of(folder / "run/surface/air/0000.glb").find("meshes"), std::string::npos) << "an array may not be empty";
    ASSERT_EQ(mote({"surface", "run", "--of", "object high", "-o", "high"}).code, 0);
    EXPECT_GT(inspect(load_mesh((folder / "high/0000.ply").string())).bounds.low.y, 0.4f);
    expect_refused(mote({"surface", "run", "--of", "material honey", "--quiet"}), 2, "there are water, oil, air");
    expect_refused(mote({"surface", "run", "--of", "everything", "--quiet"}), 2, "material NAME");
}

// OBJ is read as a mesh, VTP has the same triangles; all go on where they were stopped.
TEST_F(CliSurface, InOtherFormats) {
    run();
    for (const char* format : {"ply", "obj", "vtk", "usda", "glb"}) ASSERT_EQ(mote({"surface", "run", "--to", format}).code, 0);
    const TriangleMesh ply = load_mesh((folder / "run/surface/0001.ply").string()), obj = load_mesh((folder / "run/surface/0001.obj").string());
    EXPECT_EQ(ply.triangles, obj.triangles);
    ASSERT_EQ(ply.points.size(), obj.points.size());
    for (std::size_t v = 0; v < ply.points.size(); ++v) EXPECT_EQ(ply.points[v], obj.points[v]);
    const std::string vtp = text_of(folder / "run/surface/0001.vtp");
    EXPECT_NE(vtp.find("NumberOfPoints=\"" + std::to_string(ply.points.size()) + "\" NumberOfVerts=\"0\""), std::string::npos);
    EXPECT_NE(vtp.find("NumberOfPolys=\"" + std::to_string(ply.triangles.size()) + "\""), std::string::npos);
    // Connectivity is the last array but one, of 8 bytes a corner, each array behind its length.
    const std::string end = "\n</AppendedData>\n</VTKFile>\n";
    std::size_t       at  = vtp.size() - end.size() - (8 + 8 * ply.triangles.size()) - 24 * ply.triangles.size();
    for (const auto& t : ply.triangles)
        for (const std::uint32_t v : t) {
            std::int64_t corner = -1;
            std::memcpy(&corner, vtp.data() + std::exchange(at, at + 8), 8);
            ASSERT_EQ(corner, v);
        }
    EXPECT_NE(text_of(folder / "run/surface/surface.pvd").find("timestep=\"0.1\" part=\"0\" file=\"0002.vtp\""), std::string::npos);
    EXPECT_NE(text_of(folder / "run/surface/surface.usda").find("@./0001.usda@"), std::string::npos);
    for (const char* file : {"0001.obj", "0001.vtp", "0001.usda", "0001.glb"}) {
        const std::string whole = text_of(folder / "run/surface" / file), ending = file + 5, format = ending == "vtp" ? "vtk" : ending;
        damage(std::string("run/surface/") + file, whole.size() - 3);
        EXPECT_NE(mote({"surface", "run", "--to", format}).err.find("1 surfaces written to run/surface; 2 were there"), std::string::npos);
        EXPECT_EQ(text_of(folder / "run/surface" / file), whole);
    }
}

// Every mistake is a sentence; a damaged frame does not keep the others from being made.
TEST_F(CliSurface, BadInputIsToldAndTheRestIsMade) {
    run();
    expect_refused(mote({"surface", "absent"}), 5, "absent");
    expect_refused(mote({"surface", "run", "--method", "magic"}), 2, "--method");
    expect_refused(mote({"surface", "run", "--cube-size", "0"}), 2, "--cube-size");
    expect_refused(mote({"surface", "run", "--columns", "colour", "--quiet"}), 2, "there are speed");
    expect_refused(mote({"surface", "run", "-o", "drop.yaml/x", "--quiet"}), 5, "drop.yaml");
    expect_refused(mote({"surface", "run", "--frames", "7"}), 2, "frames 0 to 2");
    write("run/frames/0001.mote", "a foreign file");
    damage("run/frames/0002.mote", 100);
    const Result result = mote({"surface", "run"});
    EXPECT_EQ(result.code, 5);
    EXPECT_NE(result.err.find("2 of 3 frames have no surface: "), std::string::npos) << result.err;
    EXPECT_TRUE(fs::exists(folder / "run/surface/0000.ply"));
    EXPECT_FALSE(fs::exists(folder / "run/surface/0001.ply"));
}

// A column that no frame will have is refused before the run begins; so is a flat scene.
TEST_F(CliSurface, ASceneIsCheckedBeforeItRuns) {
    write("bad.yaml", small_scene("output: {surface: {columns: wetness}}\n"));
    expect_refused(mote({"run", "bad.yaml", "-o", "run", "--frames", "1", "--quiet"}), 3, "output.surface.columns");
    EXPECT_FALSE(fs::exists(folder / "run"));
    write("flat.yaml", "dimension: 2\nmaterials: {water: {}}\nobjects: {a: {box: 0.2, material: water}}\n");
    ASSERT_EQ(mote({"run", "flat.yaml", "-o", "flat", "--frames", "0", "--quiet"}).code, 0);
    expect_refused(mote({"surface", "flat"}), 2, "2-D");
    expect_refused(mote({"picture", "flat", "--surface", "--size", "64x36"}), 2, "2-D");
}

// A picture shows the surface where asked for.
TEST_F(CliSurface, IsDrawn) {
    run();
    ASSERT_EQ(mote({"picture", "run", "--frame", "0", "--size", "160x90", "-o", "balls.png"}).code, 0);
    const Result result = mote({"picture", "run", "--frame", "0", "--size", "160x90", "--surface", "-o", "skin.png"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_NE(text_of(folder / "balls.png"), text_of(folder / "skin.png"));
}

}  // namespace
}  // namespace mote::testing
