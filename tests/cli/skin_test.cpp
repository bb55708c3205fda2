// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From a run to skins, as a user asks for them.
#include <fstream>

#include "mote/mesh.h"
#include "program.h"

namespace mote::testing {
namespace {

namespace fs = std::filesystem;

class CliSkin : public Cli {
protected:
    void SetUp() override {
        Cli::SetUp();
        write("cube.obj", cube);
    }
    /// The block of the small scene in free fall.
    void run(const std::string& output = "output: {fps: 20}\n") {
        write("fall.yaml", small_scene(output));
        const Result result = mote({"run", "fall.yaml", "-o", "run", "--frames", "2", "--quiet"});
        ASSERT_EQ(result.code, 0) << result.err;
    }
    TriangleMesh mesh(const std::string& file) const { return load_mesh((folder / file).string()); }

    /// As large as the block, with two materials and a texture that has a seam at every edge.
    static constexpr const char* cube =
        "# a cube\nmtllib cube.mtl\no cube\n"
        "v -.2 -.2 -.2\nv .2 -.2 -.2\nv .2 .2 -.2\nv -.2 .2 -.2\nv -.2 -.2 .2\nv .2 -.2 .2\nv .2 .2 .2\nv -.2 .2 .2\nvn 0 0 1\n"
        "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 0.75\nusemtl red\n"
        "f 1/1/1 4/4/1 3/3/1 2/2/1\nf 5/1 6/2 7/3 8/4\nf -8/1 -7/2 -3/3 -4/4\nusemtl blue\nf 4/1 8/2 7/3 3/4\nf 1/1 5/2 8/3 4/4\nf 2/1 3/2 7/3 6/4\n";
};

// A block in free fall takes its skin along: y = y0 - g t^2/2.
TEST_F(CliSkin, FallsWithItsBlock) {
    run();
    for (const char* method : {"mls", "displacement", "frames"}) {
        const Result result = mote({"skin", "run", "--mesh", "cube.obj", "--method", method, "-o", method});
        ASSERT_EQ(result.code, 0) << result.err;
        const TriangleMesh rest = mesh(std::string(method) + "/block/0000.ply"), now = mesh(std::string(method) + "/block/0002.ply");
        ASSERT_EQ(rest.points.size(), now.points.size());
        EXPECT_TRUE(inspect(weld(rest)).closed);
        EXPECT_NEAR(inspect(weld(rest)).volume, 0.064, 1e-6) << "it stands where the object stands";
        for (std::size_t v = 0; v < now.points.size(); ++v) EXPECT_LT(length(now.points[v] - rest.points[v] + Vec3{0, 0.04905f, 0}), 3e-3f) << method;
    }
}

// An OBJ comes back with its faces, groups, materials and texture coordinates as they were; other formats have them at their vertices, which are doubled on seams.
TEST_F(CliSkin, TextureCoordinatesStay) {
    run();
    for (const char* format : {"obj", "ply", "vtk", "usda", "glb"}) ASSERT_EQ(mote({"skin", "run", "--mesh", "cube.obj", "--to", format}).code, 0);
    const std::string obj = text_of(folder / "run/skins/block/0002.obj");
    for (const char* line : {"mtllib cube.mtl\n", "o cube\n", "vt 0 0.75\n", "usemtl red\n", "f 1/1/1 4/4/4 3/3/3 2/2/2\n", "f -8/1/-8 -7/2/-7 -3/3/-3 -4/4/-4\n"})
        EXPECT_NE(obj.find(line), std::string::npos) << line;
    const TriangleMesh before = mesh("cube.obj"), after = mesh("run/skins/block/0002.obj");
    EXPECT_EQ(before.triangles, after.triangles);
    EXPECT_EQ(before.texture, after.texture);
    EXPECT_EQ(before.textured, after.textured);

    const std::string ply = text_of(folder / "run/skins/block/0002.ply"), usda = text_of(folder / "run/skins/block/0002.usda"),
                      glb = text_of(folder / "run/skins/block/0002.glb"), rows = std::to_string(split_seams(before).point.size());
    EXPECT_NE(ply.find("element vertex " + rows + "\n"), std::string::npos);
    EXPECT_NE(ply.find("property float s\nproperty float t\n"), std::string::npos);
    EXPECT_NE(usda.find("texCoord2f[] primvars:st.timeSamples"), std::string::npos);
    EXPECT_NE(glb.find("\"TEXCOORD_0\":"), std::string::npos);
    EXPECT_NE(text_of(folder / "run/skins/block/skin.usda").find("@./0001.usda@"), std::string::npos);
    EXPECT_NE(text_of(folder / "run/skins/block/skin.pvd").find("0002.vtp"), std::string::npos);
}

// What a scene asks for is made while it runs, the same as afterwards, also after a stop in between; then nothing is left to do.
TEST_F(CliSkin, WhileItRunsIsTheSameAsAfterwards) {
    run("output: {fps: 20, skins: {block: {mesh: cube.obj, method: frames}}}\n");
    ASSERT_EQ(mote({"skin", "run", "-o", "again", "--threads", "1"}).code, 0);
    EXPECT_EQ(text_of(folder / "run/skins/block/0002.ply"), text_of(folder / "again/block/0002.ply"));
    EXPECT_NE(mote({"skin", "run"}).err.find("0 skins written"), std::string::npos);
    fs::resize_file(folder / "run/skins/block/0001.ply", 500);
    EXPECT_NE(mote({"skin", "run"}).err.find("1 skins written to run/skins; 2 were there already"), std::string::npos);
    EXPECT_EQ(text_of(folder / "run/skins/block/0001.ply"), text_of(folder / "again/block/0001.ply"));
    write("cube.obj", std::string(cube) + "v 0 .2 0\nf 3 4 9\n");
    EXPECT_NE(mote({"skin", "run"}).err.find("3 skins written"), std::string::npos) << "the mesh is another one";
    ASSERT_EQ(mote({"run", "fall.yaml", "-o", "run", "--frames", "3", "--resume", "--quiet"}).code, 0);
    EXPECT_TRUE(fs::exists(folder / "run/skins/block/0003.ply"));
}

// Damaged and missing frames do not keep the others from being made; a first frame that is gone can be replaced.
TEST_F(CliSkin, DamagedFramesAreTold) {
    run();
    fs::resize_file(folder / "run/frames/0001.mote", 100);
    const Result result = mote({"skin", "run", "--mesh", "cube.obj"});
    EXPECT_EQ(result.code, 5);
    EXPECT_NE(result.err.find("1 of 3 frames have no skin: "), std::string::npos) << result.err;
    EXPECT_TRUE(fs::exists(folder / "run/skins/block/0002.ply"));
    EXPECT_FALSE(fs::exists(folder / "run/skins/block/0001.ply"));
    fs::remove(folder / "run/frames/0001.mote");
    EXPECT_EQ(mote({"skin", "run", "--mesh", "cube.obj"}).code, 0);
    write("run/frames/0000.mote", "a foreign file");
    expect_refused(mote({"skin", "run", "--mesh", "cube.obj"}), 5, "0000.mote");
    EXPECT_EQ(mote({"skin", "run", "--mesh", "cube.obj", "--rest", "2", "--frames", "2", "--at", "0,0.3,0"}).code, 0);
}

// Particles that a sink takes leave the skin to the others; when all are gone it has no triangles.
TEST_F(CliSkin, ParticlesThatAreGoneAreTold) {
    write("drain.yaml", small_scene("sinks: {drain: {box: [0.8, 0.1, 0.8], at: [0, 0.1, 0]}}\noutput: {fps: 20}\n"));
    ASSERT_EQ(mote({"run", "drain.yaml", "-o", "run", "--frames", "6", "--quiet"}).code, 0);
    const Result result = mote({"skin", "run", "--mesh", "cube.obj", "--to", "obj"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.err.find("of the 512 particles that carry the skin of 'block' are gone"), std::string::npos) << result.err;
    for (const Vec3& p : mesh("run/skins/block/0003.obj").points) EXPECT_TRUE(finite(p));
}

// Every mistake is a sentence, and a mesh that does not fit is told but carried.
TEST_F(CliSkin, BadInputIsTold) {
    run();
    expect_refused(mote({"skin", "absent"}), 5, "absent");
    expect_refused(mote({"skin", "run"}), 2, "--mesh FILE");
    expect_refused(mote({"skin", "run", "--object", "blok"}), 2, "did you mean block?");
    expect_refused(mote({"skin", "run", "--mesh", "absent.obj"}), 5, "absent.obj");
    expect_refused(mote({"skin", "run", "--mesh", "fall.yaml"}), 5, ".obj, .ply or .stl");
    expect_refused(mote({"skin", "run", "--mesh", "cube.obj", "--method", "magic"}), 2, "--method");
    expect_refused(mote({"skin", "run", "--mesh", "cube.obj", "--at", "1,2"}), 2, "--at");
    expect_refused(mote({"skin", "run", "--mesh", "cube.obj", "--rest", "7"}), 2, "frames 0 to 2");
    expect_refused(mote({"skin", "run", "--mesh", "cube.obj", "-o", "fall.yaml/x"}), 5, "fall.yaml");
    const Result away = mote({"skin", "run", "--mesh", "cube.obj", "--at", "5,0,0", "-o", "away"});
    EXPECT_EQ(away.code, 0);
    EXPECT_NE(away.err.find("nowhere near the body"), std::string::npos) << away.err;
    EXPECT_TRUE(fs::exists(folder / "away/block/0002.ply"));
    write("bad.yaml", small_scene("output: {skins: {block: {mesh: absent.obj}}}\n"));
    expect_refused(mote({"check", "bad.yaml"}), 3, "output.skins.block.mesh: there is no file");
    write("bad.obj", "v 0 0 0\n");
    write("bad.yaml", small_scene("output: {skins: {block: {mesh: bad.obj}}}\n"));
    expect_refused(mote({"run", "bad.yaml", "-o", "bad", "--quiet"}), 3, "output.skins.block.mesh");
    EXPECT_FALSE(fs::exists(folder / "bad"));
}

}  // namespace
}  // namespace mote::testing
