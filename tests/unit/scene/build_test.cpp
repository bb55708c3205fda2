// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From scenes to worlds: what only the builder can refuse, and what the worlds it makes are like.
#include "mote/build.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <functional>

#include "mote/neighbours.h"
#include "mote/step.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

constexpr const char* cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n";
constexpr const char* faces_outwards = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
constexpr const char* faces_inwards = "f 2 4 3 1\nf 7 8 6 5\nf 5 6 2 1\nf 4 8 7 3\nf 3 7 5 1\nf 6 8 4 2\n";

/// Scenes that name files find them in a folder of their own, gone with the test.
class Build : public ::testing::Test {
protected:
    void SetUp() override {
        folder = fs::temp_directory_path() / ("mote_build_" + std::to_string(::getpid()));
        fs::create_directories(folder);
        write("good.obj", std::string(cube) + faces_outwards);
        write("open.obj", std::string(cube) + std::string(faces_outwards).substr(10));
        write("inverted.obj", std::string(cube) + faces_inwards);
        write("empty.obj", "");
        write("garbage.ply", "ply\nformat ascii 1.0\nelement vertex banana\nend_header\n");
        write("garbage.stl", "\x01\x02\x03");
        write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n");
        write("words.csv", "0.1, 0.2\n0.3, high\n");
        write("ragged.csv", "0.1, 0.2\n0.3\n");
        write("short.pgm", "P2\n4 4\n255\n1 2 3\n");
    }
    void TearDown() override { fs::remove_all(folder); }

    void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

    SceneFile read(const std::string& text) const { return read_scene_text(text, (folder / "test.yaml").string()); }

    BuiltScene build(const std::string& text) const { return build_scene(read(text), Exec(1)); }

    /// The sentence a scene is refused with, without the folder; empty where it is accepted.
    std::string complaint(const std::string& text) const {
        std::string sentence;
        try {
            (void)build(text);
        } catch (const SceneError& e) {
            sentence = e.what();
        }
        const std::string prefix = folder.string() + "/";
        for (std::size_t at; (at = sentence.find(prefix)) != std::string::npos;) sentence.erase(at, prefix.size());
        return sentence;
    }

    fs::path folder;
};

const std::string water = "materials: {water: {}}\n";   // line 1

struct Broken {
    const char* what;
    std::string text;
    const char* place;    ///< how the sentence begins: FILE:LINE:COLUMN: PATH:
    const char* found;    ///< what it says is wrong
    const char* remedy;   ///< what it says to do
};

/// Scenes that read well and cannot be built.
std::vector<Broken> broken_scenes() {
    const auto body = [](const std::string& fields) { return water + "objects:\n  a: {" + fields + ", material: water}\n"; };
    const auto ground = [](const std::string& fields) {
        return water + "spacing: 5 cm\nobjects: {a: {box: 0.2, at: [0, 1, 0], material: water}}\nboundaries:\n  b: {" + fields + "}\n";
    };
    return {
        {"open mesh", body("mesh: open.obj"), "test.yaml:3:3: objects.a: ", "'open.obj': the mesh is open", "close its holes"},
        {"inverted mesh", body("mesh: inverted.obj"), "test.yaml:3:3: objects.a: ", "inside out", "turn its triangles round"},
        {"empty mesh file", body("mesh: empty.obj"), "test.yaml:3:3: objects.a: ", "'empty.obj' has no triangles", ""},
        {"garbage ply", body("mesh: garbage.ply"), "test.yaml:3:3: objects.a: ", "'garbage.ply' does not say how many rows 'vertex' has", ""},
        {"garbage stl", body("mesh: garbage.stl"), "test.yaml:3:3: objects.a: ", "'garbage.stl'", ""},
        {"corner that is not there", body("mesh: far.obj"), "test.yaml:3:3: objects.a: ", "99", ""},
        {"open mesh as a boundary", ground("mesh: open.obj"), "test.yaml:5:3: boundaries.b: ", "'open.obj': the mesh is open", "close its holes"},
        {"heights in words", ground("heightfield: words.csv"), "test.yaml:5:3: boundaries.b: ", "line 2", "high"},
        {"ragged heights", ground("heightfield: ragged.csv"), "test.yaml:5:3: boundaries.b: ", "line 2", ""},
        {"heights cut off", ground("heightfield: short.pgm"), "test.yaml:5:3: boundaries.b: ", "only 3 of 16", ""},
        {"too many particles", "spacing: 1 um\n" + body("box: 1"), "test.yaml:4:3: objects.a: ", "1e+18 points", "a spacing of"},
        {"too many in flatland", "dimension: 2\nspacing: 1e-9\n" + body("box: [1, 1]"), "test.yaml:5:3: objects.a: ", "1e+18 points",
         "a spacing of"},
        {"too many wall samples", "spacing: 0.2 mm\n" + body("box: 2 mm, at: [0, 1, 0]") + "boundaries:\n  b: {box: [40, 1, 40]}\n",
         "test.yaml:6:3: boundaries.b: ", "its surface would take about", "a spacing of"},
        {"plane out of the domain", "domain: {low: [-1, -1, -1]}\n" + body("box: 0.2") + "boundaries:\n  b: {plane: [0, 1, 0], at: [0, -3, 0]}\n",
         "test.yaml:6:3: boundaries.b: ", "nothing of it lies in the domain", "widen `domain`"},
        {"body too small", body("sphere: 4 mm"), "test.yaml:3:3: objects.a: ", "no room for a single particle at a spacing of 0.02 m",
         "make it larger or the spacing smaller"},
        {"body too thin", body("box: [1, 1, 0.01]"), "test.yaml:3:3: objects.a: ", "no room for a single particle", "make it larger"},
        {"bodies overlap", water + "objects:\n  a: {box: 0.2, material: water}\n  b: {sphere: 0.1, at: [0.1, 0.1, 0], material: water}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"overlap of staggered lattices",
         water + "objects:\n  a: {box: 0.2, material: water}\n  b: {box: 0.2, at: [0.11, 0.11, 0.11], material: water}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"body inside a body", water + "objects:\n  a: {box: 0.4, material: water}\n  b: {box: 0.1, at: [0.01, 0.01, 0.01], material: water}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"body in a boundary", ground("box: 1, at: [0, 0.45, 0]"), "test.yaml:3:11: objects.a: ", "particles lie inside the boundary 'b'",
         "move one of them"},
        {"body outside its container", ground("box: 1, inside: true"), "test.yaml:3:11: objects.a: ",
         "64 of its 64 particles lie outside the boundary 'b'", "move one of them"},
        {"body half out of its container", ground("box: 2, inside: true"), "test.yaml:3:11: objects.a: ",
         "32 of its 64 particles lie outside the boundary 'b'", "move one of them"},
        {"boundary thinner than the spacing", ground("box: [1, 0.04, 1]"), "test.yaml:5:3: boundaries.b: ", "thinner than the spacing (0.05 m)",
         "make it thicker"},
        {"body outside the domain", "domain: {low: [-1, 0, -1]}\n" + body("box: 0.2"), "test.yaml:4:3: objects.a: ",
         "500 of its 1000 particles lie outside the domain", "widen `domain`"},
    };
}

// What only the builder can see is refused with its place, what was found and what to do, before anything large is made.
TEST_F(Build, BrokenScenesAreRefusedWithAPlaceAndARemedy) {
    for (const Broken& broken : broken_scenes()) {
        const std::string sentence = complaint(broken.text);
        EXPECT_EQ(sentence.substr(0, std::string(broken.place).size()), broken.place) << broken.what << ": " << sentence;
        EXPECT_NE(sentence.find(broken.found), std::string::npos) << broken.what << ": " << sentence;
        EXPECT_NE(sentence.find(broken.remedy), std::string::npos) << broken.what << ": " << sentence;
    }
}

}  // namespace
}  // namespace mote
