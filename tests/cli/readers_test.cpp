// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Exports as other programs read them: NumPy, meshio, VTK, OpenVDB, and readers written from the descriptions of formats (readers.py).
#include <fstream>

#include "program.h"

namespace mote::testing {
namespace {

/// Debian's own Python: another one on the PATH does not see its packages.
constexpr const char* python = "/usr/bin/python3";

bool imports(const char* module) { return std::system((std::string(python) + " -c 'import " + module + "' > /dev/null 2>&1").c_str()) == 0; }

class CliReaders : public Cli {
protected:
    void SetUp() override {
        Cli::SetUp();
        if (!imports("numpy")) GTEST_SKIP() << "python3-numpy is not installed, so nobody reads the files";
        ASSERT_EQ(mote({"run", "drop.yaml", "-o", "run", "--frames", "2", "--quiet"}).code, 0);
    }
    /// What readers.py has to say.
    std::string read(const std::string& script, const std::string& arguments) const {
        const auto out = folder / "readers.txt";
        const int  end = std::system(("cd '" + folder.string() + "' && " + python + " " + script + " " + arguments + " > '" + out.string() + "' 2>&1").c_str());
        EXPECT_EQ(end, 0) << text_of(out);
        return text_of(out);
    }
    static constexpr const char* readers = "'" MOTE_SOURCE_DIR "/tests/cli/readers.py'";
};

// Every format of particles holds the same positions, velocities, masses, temperatures, ids and materials.
TEST_F(CliReaders, ParticlesAgree) {
    for (const char* format : {"npz", "csv", "ply", "bgeo", "usda", "vtk"}) ASSERT_EQ(mote({"export", "run", "--to", format, "--quiet"}).code, 0);
    EXPECT_NE(read(readers, "particles run 0002").find("files agree"), std::string::npos);
}

// Every format of skins holds the same vertices, triangles, normals and texture coordinates.
TEST_F(CliReaders, SkinsAgree) {
    write("roof.obj", "v -.2 .2 -.2\nv -.2 .2 .2\nv .2 .2 .2\nv .2 .2 -.2\nvt 0 0\nvt 0 1\nvt .75 1\nvt .5 0\nvt 1 .25\nf 1/1 2/2 3/3\nf 1/5 3/3 4/4\n");
    for (const char* format : {"ply", "vtk", "usda", "glb"}) ASSERT_EQ(mote({"skin", "run", "--mesh", "roof.obj", "--to", format, "--quiet"}).code, 0);
    EXPECT_NE(read(readers, "skins run/skins/block 0002").find("files agree"), std::string::npos);
}

// Every format of surfaces holds the same vertices, triangles, normals, velocities and columns, as far as it has room.
TEST_F(CliReaders, SurfacesAgree) {
    for (const char* format : {"ply", "obj", "usda", "glb", "vtk"}) ASSERT_EQ(mote({"surface", "run", "--to", format, "--columns", "speed", "--quiet"}).code, 0);
    EXPECT_NE(read(readers, "surface run 0002").find("files agree"), std::string::npos);
}

// The distances of a volume are those to a ball: a body of radius 0.25 m round the middle of a cube, within three quarters of a cube near the surface; the fog is
// 1 in the middle and 0 outside. The same surface gives the same bytes.
TEST_F(CliReaders, VolumesHoldDistances) {
    write("ball.yaml", "spacing: 2 cm\nmaterials: {water: {}}\nobjects: {ball: {sphere: 0.25, at: [0.5, 0.5, 0.5], material: water}}\n");
    ASSERT_EQ(mote({"run", "ball.yaml", "-o", "ball", "--frames", "0", "--quiet"}).code, 0);
    const Result made = mote({"surface", "ball", "--to", "vdb"});
    if (made.code == 2) {
        EXPECT_NE(made.err.find("libopenvdb-dev"), std::string::npos) << made.err;
        GTEST_SKIP() << "built without OpenVDB";
    }
    ASSERT_EQ(made.code, 0) << made.err;
    const std::string bytes = text_of(folder / "ball/surface/0000.vdb");
    EXPECT_NE(mote({"surface", "ball", "--to", "vdb"}).err.find("1 were there already"), std::string::npos);
    ASSERT_EQ(mote({"surface", "ball", "--to", "vdb", "--force", "--threads", "1"}).code, 0);
    EXPECT_EQ(text_of(folder / "ball/surface/0000.vdb"), bytes);
    std::filesystem::resize_file(folder / "ball/surface/0000.vdb", bytes.size() / 2);
    EXPECT_NE(mote({"surface", "ball", "--to", "vdb"}).err.find("1 surfaces written"), std::string::npos);
    if (!imports("pyopenvdb")) GTEST_SKIP() << "python3-openvdb is not installed, so nobody reads the volume";
    write("volume.py", R"(
import pyopenvdb, math
grids, about = pyopenvdb.readAll("ball/surface/0000.vdb")
level, fog = sorted(grids, key=lambda grid: grid.name, reverse=True)
assert (level.name, level.gridClass, fog.name, fog.gridClass) == ("surface", "level set", "density", "fog volume")
assert abs(level.transform.voxelSize()[0] - 0.01) < 1e-6 and about["creator"] == "mote"
worst = 0
for item in level.citerOnValues():
    if item.count > 1 or abs(item.value) > 0.02: continue
    place = level.transform.indexToWorld(item.min)
    worst = max(worst, abs(math.dist(place, (0.5, 0.5, 0.5)) - 0.25 - item.value))
assert 0 < worst < 0.0075, worst
middle = (50, 50, 50)
assert level.getConstAccessor().getValue(middle) < -0.02 and fog.getConstAccessor().getValue(middle) == 1
assert level.getConstAccessor().getValue((0, 0, 0)) > 0.02 and fog.getConstAccessor().getValue((0, 0, 0)) == 0
)");
    read("volume.py", "");
}

}  // namespace
}  // namespace mote::testing
