// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From scenes to worlds: what only the builder can refuse, and what the worlds it makes are like.
#include "mote/build.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "mote/neighbours.h"
#include "mote/sampling.h"
#include "mote/step.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

constexpr const char* cube           = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n";
constexpr const char* faces_outwards = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
constexpr const char* faces_inwards  = "f 2 4 3 1\nf 7 8 6 5\nf 5 6 2 1\nf 4 8 7 3\nf 3 7 5 1\nf 6 8 4 2\n";

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
        write("flat.obj", "v 0 0 0\nv 0.3 0 0\nv 0.3 0 0.2\nv 0 0 0.2\nf 1 2 3 4\n");
        write("bent.obj", "v 0 0 0\nv 0.3 0 0\nv 0.3 0.1 0.2\nv 0 0 0.2\nf 1 2 3\nf 1 3 4\n");
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

const std::string water = "materials: {water: {}}\n";  // line 1

struct Broken {
    const char* what;
    std::string text;
    const char* place;   ///< how the sentence begins: FILE:LINE:COLUMN: PATH:
    const char* found;   ///< what it says is wrong
    const char* remedy;  ///< what it says to do
};

/// Scenes that read well and cannot be built.
std::vector<Broken> broken_scenes() {
    const auto body = [](const std::string& fields) {
        return water + "objects:\n  a: {" + fields + ", material: water}\n";
    };
    const auto ground = [](const std::string& fields) {
        return water + "spacing: 5 cm\nobjects: {a: {box: 0.2, at: [0, 1, 0], material: water}}\nboundaries:\n  b: {" +
               fields + "}\n";
    };
    const auto tap = [](const std::string& fields) {
        return water + "spacing: 2 cm\nboundaries:\n  b: {box: 1}\n  c: {box: 4, inside: true}\nsources:\n  tap: {" + fields +
               ", material: water, speed: 1}\n";
    };
    return {
        {"opening in a boundary", tap("disc: 0.1"), "test.yaml:7:3: sources.tap: ",
         "places in its opening lie inside the boundary 'b', so that nothing can come out", "move the opening to its surface"},
        {"opening that looks into a boundary", tap("disc: 0.1, at: [0, 0.5, 0]"), "test.yaml:7:3: sources.tap: ",
         "inside the boundary 'b'", "turn its direction round"},
        {"opening outside its container", tap("rectangle: 0.1, at: [0, 3, 0]"), "test.yaml:7:3: sources.tap: ",
         "inside the boundary 'c'", "move the opening"},
        {"opening outside the domain", "domain: {low: [-1, -1, -1], high: [1, 1, 1]}\n" + tap("disc: 0.1, at: [0, 1.5, 0]"),
         "test.yaml:8:3: sources.tap: ", "outside the domain", "widen `domain`"},
        {"bent opening", tap("mesh: bent.obj, at: [0, 1, 0]"), "test.yaml:7:9: sources.tap.mesh: ", "is not flat",
         "an opening lies in one plane"},
        {"opening of a whole body", tap("mesh: inverted.obj, at: [0, 1, 0]"), "test.yaml:7:9: sources.tap.mesh: ",
         "is not flat: 100 % of its area", "keep only the faces"},
        {"opening without faces", tap("mesh: empty.obj, at: [0, 1, 0]"), "test.yaml:7:9: sources.tap.mesh: ", "has no triangles",
         "; export the mesh anew"},
        {"opening too large", "dimension: 3\n" + tap("disc: 1000, at: [0, 1, 0]"), "test.yaml:8:9: sources.tap.disc: ",
         "particles large", "make the opening smaller"},
        {"rate too high", water + "sources:\n  tap: {disc: 1 um, material: water, rate: 1}\n", "test.yaml:3:44: sources.tap.rate: ",
         "out of all range", "look at the units"},
        {"more to come than fits",
         water + "spacing: 1 mm\nduration: 1000 s\nsources:\n  tap: {disc: 0.5, material: water, speed: 10}\n",
         "test.yaml:5:3: sources.tap: ", "particles until 1000 s, and all need", "limit it with `most`"},
        {"open mesh", body("mesh: open.obj"), "test.yaml:3:3: objects.a: ", "'open.obj': the mesh is open",
         "close its holes"},
        {"inverted mesh", body("mesh: inverted.obj"), "test.yaml:3:3: objects.a: ", "inside out",
         "turn its triangles round"},
        {"empty mesh file", body("mesh: empty.obj"), "test.yaml:3:3: objects.a: ", "'empty.obj' has no triangles",
         "; export the mesh anew"},
        {"garbage ply", body("mesh: garbage.ply"), "test.yaml:3:3: objects.a: ",
         "'garbage.ply' does not say how many rows 'vertex' has", "; export the mesh anew"},
        {"garbage stl", body("mesh: garbage.stl"), "test.yaml:3:3: objects.a: ", "'garbage.stl' is no STL",
         "; export the mesh anew"},
        {"corner that is not there", body("mesh: far.obj"), "test.yaml:3:3: objects.a: ", "99",
         "; export the mesh anew"},
        {"open mesh as a boundary", ground("mesh: open.obj"),
         "test.yaml:5:3: boundaries.b: ", "'open.obj': the mesh is open", "close its holes"},
        {"heights in words", ground("heightfield: words.csv"),
         "test.yaml:5:3: boundaries.b: ", "'high' is not a height", "; scale the heights"},
        {"ragged heights", ground("heightfield: ragged.csv"), "test.yaml:5:3: boundaries.b: ", "line 2: has 1 numbers",
         "; make all rows as long as the first"},
        {"heights cut off", ground("heightfield: short.pgm"), "test.yaml:5:3: boundaries.b: ", "only 3 of 16",
         "; save it anew as a grey PGM"},
        {"too many particles", "spacing: 1 um\n" + body("box: 1"), "test.yaml:4:3: objects.a: ", "1e+18 points",
         "a spacing of"},
        {"too many in flatland", "dimension: 2\nspacing: 1e-9\n" + body("box: [1, 1]"),
         "test.yaml:5:3: objects.a: ", "1e+18 points", "a spacing of"},
        {"too many wall samples",
         "spacing: 0.2 mm\n" + body("box: 2 mm, at: [0, 1, 0]") + "boundaries:\n  b: {box: [40, 1, 40]}\n",
         "test.yaml:6:3: boundaries.b: ", "its surface would take about", "a spacing of"},
        {"plane out of the domain",
         "domain: {low: [-1, -1, -1]}\n" + body("box: 0.2") + "boundaries:\n  b: {plane: [0, 1, 0], at: [0, -3, 0]}\n",
         "test.yaml:6:3: boundaries.b: ", "nothing of it lies in the domain", "widen `domain`"},
        {"body too small", body("sphere: 4 mm"), "test.yaml:3:3: objects.a: ",
         "no room for a single particle at a spacing of 0.02 m", "make it larger or the spacing smaller"},
        {"body too thin", body("box: [1, 1, 0.01]"), "test.yaml:3:3: objects.a: ", "no room for a single particle",
         "make it larger"},
        {"bodies overlap",
         water + "objects:\n  a: {box: 0.2, material: water}\n  b: {sphere: 0.1, at: [0.1, 0.1, 0], material: water}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"overlap of staggered lattices",
         water +
             "objects:\n  a: {box: 0.2, material: water}\n  b: {box: 0.2, at: [0.11, 0.11, 0.11], material: water}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"body inside a body",
         water +
             "objects:\n  a: {box: 0.4, material: water}\n  b: {box: 0.1, at: [0.01, 0.01, 0.01], material: water}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"body in a boundary", ground("box: 1, at: [0, 0.45, 0]"),
         "test.yaml:3:11: objects.a: ", "particles lie inside the boundary 'b'", "move one of them"},
        {"body outside its container", ground("box: 1, inside: true"),
         "test.yaml:3:11: objects.a: ", "64 of its 64 particles lie outside the boundary 'b'", "move one of them"},
        {"body half out of its container", ground("box: 2, inside: true"),
         "test.yaml:3:11: objects.a: ", "32 of its 64 particles lie outside the boundary 'b'", "move one of them"},
        {"boundary that is too thin", ground("box: [1, 0.002, 1]"),
         "test.yaml:5:3: boundaries.b: ", "too thin", "at least a tenth of the spacing, 0.005 m; make it thicker"},
        {"boundary across a periodic face",
         "domain: {low: [-1, -1, -1], high: [1, 1, 1], faces: {x: periodic}}\n" + body("box: 0.2") +
             "boundaries:\n  b: {sphere: 0.3, at: [0.9, 0.6, 0]}\n",
         "test.yaml:6:3: boundaries.b: ", "reaches from 0.6 m to 1.2 m along x", "let it end between these faces"},
        {"pipe that ends in a periodic face",
         "domain: {low: [-1, -1, -1], high: [1, 1, 1], faces: {y: periodic}}\n" + body("box: 0.2") +
             "boundaries:\n  b: {cylinder: {radius: 0.3, height: 2}, at: [0.6, 0, 0]}\n",
         "test.yaml:6:3: boundaries.b: ", "along y", "go through both of them by 0.04 m"},
        {"sink across a periodic face",
         "domain: {low: [-1, -1, -1], high: [1, 1, 1], faces: {x: periodic}}\n" + body("box: 0.2") +
             "sinks:\n  b: {sphere: 0.3, at: [0.9, 0.6, 0]}\n",
         "test.yaml:6:3: sinks.b: ", "where the domain is periodic from -1 m to 1 m", "let it end between these faces"},
        {"opening in a periodic face",
         "domain: {low: [-2, -2, -2], high: [2, 2, 2], faces: {y: periodic}}\n" + tap("disc: 0.1, at: [0, 2, 0]"),
         "test.yaml:8:3: sources.tap: ", "lies in a periodic face across y", "move it"},
        {"body beyond closed faces", "domain: {low: [-1, 0, -1], high: [1, 1, 1], faces: closed}\n" + body("box: 0.2"),
         "test.yaml:4:3: objects.a: ", "500 of its 1000 particles lie outside the domain", "widen `domain`"},
        {"body outside the domain", "domain: {low: [-1, 0, -1]}\n" + body("box: 0.2"),
         "test.yaml:4:3: objects.a: ", "500 of its 1000 particles lie outside the domain", "widen `domain`"},
    };
}

// What only the builder can see is refused with its place, what was found and what to do, before anything large is
// made.
TEST_F(Build, BrokenScenesAreRefusedWithAPlaceAndARemedy) {
    for (const Broken& broken : broken_scenes()) {
        const std::string sentence = complaint(broken.text);
        EXPECT_EQ(sentence.substr(0, std::string(broken.place).size()), broken.place)
            << broken.what << ": " << sentence;
        EXPECT_NE(sentence.find(broken.found), std::string::npos) << broken.what << ": " << sentence;
        EXPECT_NE(sentence.find(broken.remedy), std::string::npos) << broken.what << ": " << sentence;
    }
}

// The spacing that is offered fits: the box takes no more particles at it than are allowed.
TEST_F(Build, TheSpacingThatIsOfferedFits) {
    const std::string sentence     = complaint("spacing: 1 um\n" + water + "objects: {a: {box: 2, material: water}}\n");
    const auto        number_after = [&](const std::string& words) {
        const std::size_t at = sentence.find(words);
        return at == std::string::npos ? 0 : std::stod(sentence.substr(at + words.size()));
    };
    const double allowed = number_after("at most "), offered = number_after("are allowed: a spacing of ");
    ASSERT_GT(offered, 0) << sentence;
    EXPECT_LE(8 / std::pow(offered, 3), allowed) << sentence;
    EXPECT_GE(8 / std::pow(offered, 3), 0.9 * allowed) << sentence;
}

// Bodies that touch each other, a boundary or the domain are fine, jittered or not.
TEST_F(Build, TouchingIsNoOverlap) {
    const std::string touching =
        water +
        "objects:\n"
        "  a: {box: 0.2, at: [-0.1, 0, 0], material: water}\n"
        "  b: {box: 0.2, at: [0.1, 0, 0], material: water}\n"
        "  c: {box: [0.4, 0.2, 0.2], at: [0, 0.2, 0], material: water, sampling: {jitter: 0.2}}\n"
        "  d: {box: [0.4, 0.2, 0.2], at: [0, 0.4, 0], material: water, sampling: {jitter: 0.2}}\n";
    EXPECT_EQ(complaint(touching + "domain: {low: [-0.2, -0.1, -0.1], high: [0.2, 0.5, 0.1]}\n"), "");
    EXPECT_EQ(
        complaint(water + "objects: {a: {box: 0.2, material: water}}\nboundaries: {b: {box: 0.2, inside: true}}\n"),
        "");
    for (const char* lattice : {"cubic", "hexagonal", "face_centred"})
        for (const char* jitter : {"0", "0.5"}) {
            const std::string rest =
                std::string(", material: water, sampling: {lattice: ") + lattice + ", jitter: " + jitter + "}}\n";
            EXPECT_EQ(complaint(water + "spacing: 2 cm\nobjects:\n  a: {box: 0.2, at: [-0.1, 0, 0]" + rest +
                                "  b: {box: 0.2, at: [0.1, 0, 0]" + rest +
                                "boundaries: {b2: {box: [0.4, 0.2, 0.2], inside: true}}\n"),
                      "")
                << lattice << ", jitter " << jitter;
        }
}

// A liquid in a cup that was cut out by a difference does not overlap it.
TEST_F(Build, ACutOutOverlapIsGone) {
    EXPECT_EQ(complaint(water + "objects:\n  cup: {difference: [{box: 0.4}, {box: 0.2}], material: water}\n  tea: "
                                "{box: 0.2, material: water}\n"),
              "");
}

// ---- warnings -----------------------------------------------------------------------------------------------

// What may be meant but seldom is comes as a warning that names its place.
TEST_F(Build, OddScenesAreWarnedOf) {
    const auto warnings = [&](const std::string& text) {
        std::string all;
        for (const std::string& w : build(text).report.warnings) all += w + "\n";
        return all;
    };
    const std::string tank = "boundaries: {tank: {box: 2, inside: true}}\n",
                      body = "objects: {a: {box: 0.2, material: water}}\n";
    const auto expect      = [&](const std::string& text, const char* place, const char* part) {
        const std::string all = warnings(text);
        EXPECT_NE(all.find(place), std::string::npos) << all;
        EXPECT_NE(all.find(part), std::string::npos) << all;
    };
    EXPECT_EQ(warnings("spacing: 0.1\n" + water + body + tank), "");
    expect("spacing: 0.1\n" + water + "objects: {a: {box: [0.2, 0.1, 0.2], material: water}}\n" + tank,
           "test.yaml:3:11: objects.a: ", "thinner than two particles");
    expect("spacing: 0.1\n" + water + body, ": boundaries: ", "everything falls out of the scene");
    EXPECT_EQ(warnings("spacing: 0.1\ngravity: [0, 0, 0]\n" + water + body), "");
    expect("spacing: 0.1\npressure: {solver: equation_of_state, sound_speed: 5000}\n" + water + body + tank,
           ": time_step: ", "so the run is slow");
    expect("spacing: 0.1\nduration: 1.04 s\noutput: {fps: 10}\n" + water + body + tank,
           "test.yaml:2:11: duration: ", "is not a whole number of frames; the run ends at 1 s");
    const std::string around = "output: {fps: 10}\nduration: 1\ndomain: {low: [-1, -1, -1], high: [1, 1, 1.05], faces: ";
    expect("spacing: 0.1\n" + around + "periodic}\n" + water + body, "test.yaml:4:49: domain.faces: ",
           "the domain is 20.5 spacings long along z");
    expect("spacing: 0.1\n" + around + "{x: periodic}}\n" + water + body, "boundaries: ", "everything falls out");
    EXPECT_EQ(warnings("spacing: 0.1\n" + around + "{y: periodic}}\n" + water + body), "");
    EXPECT_EQ(warnings("spacing: 0.1\nduration: 0.3 s\noutput: {fps: 30}\n" + water + body + tank), "");
}

// ---- the worlds ---------------------------------------------------------------------------------------------

/// Rows of matter that belong to a body.
std::vector<Index> rows_of(const World& w, const std::string& name) {
    std::vector<Index> rows;
    for (Index i = 0; i < w.particles.rows(); ++i)
        if (w.bodies[w.particles.body.read()[i]].name == name) rows.push_back(i);
    return rows;
}

// A box on a cubic lattice weighs its density times its volume; in 2-D that is per metre of depth.
TEST_F(Build, MassIsDensityTimesVolume) {
    const BuiltScene cubic =
        build("materials: {oil: {density: 850}}\nobjects: {a: {box: [0.4, 0.2, 0.3], material: oil}}\n");
    EXPECT_NEAR(cubic.report.bodies.at(0).mass / (850 * 0.4 * 0.2 * 0.3), 1, 1e-6);
    EXPECT_EQ(cubic.report.bodies.at(0).particles, 20u * 10 * 15);
    const BuiltScene flat = build("dimension: 2\n" + water + "objects: {a: {box: [0.4, 0.2], material: water}}\n");
    EXPECT_NEAR(flat.report.bodies.at(0).mass / (1000 * 0.4 * 0.2), 1, 1e-6);
    // On other lattices a box of 20 spacings weighs so much within two percent, free or in a tank that it fills.
    for (const auto lattice :
         {SamplingSpec::Lattice::hexagonal, SamplingSpec::Lattice::face_centred, SamplingSpec::Lattice::packed})
        for (const char* tank : {"", "boundaries: {tank: {box: 0.2, inside: true}}\n"}) {
            SceneFile file = read("spacing: 1 cm\n" + water + "objects: {a: {box: 0.2, material: water}}\n" + tank);
            file.scene.objects[0].second.sampling.lattice = lattice;
            EXPECT_NEAR(build_scene(file, Exec(1)).report.bodies.back().mass / (1000 * 0.008), 1, 0.02)
                << int(lattice) << tank;
        }
}

// Every particle of a body starts with its velocity, spin about its middle, temperature, material and rest density.
TEST_F(Build, BodiesStartAsTheSceneSays) {
    const BuiltScene built = build(R"(materials: {water: {}, mud: {density: 1600, viscosity: 2}}
objects:
  still: {box: 0.1, at: [0, 1, 0], material: water}
  wheel: {cylinder: {radius: 0.1, height: 0.06}, at: [3, 0, -1], material: mud, velocity: [1, 2, 3], spin: [0, 10, 0], temperature: 350}
boundaries:
  plate: {box: [1, 0.1, 1], at: [0, -0.5, 0], temperature: 400}
)");
    const World&     w     = *built.world;
    const Particles& p     = w.particles;
    for (const Index i : rows_of(w, "still")) EXPECT_EQ(length(xyz(p.velocity_density.read()[i])), 0);
    double momentum[3] = {}, mass = 0;
    for (const Index i : rows_of(w, "wheel")) {
        const Vec3 x = xyz(p.position_volume.read()[i]), v = xyz(p.velocity_density.read()[i]);
        EXPECT_NEAR(v.x, 1 + 10 * (x.z + 1), 1e-5);
        EXPECT_NEAR(v.y, 2, 1e-6);
        EXPECT_NEAR(v.z, 3 - 10 * (x.x - 3), 1e-5);
        EXPECT_EQ(p.temperature.read()[i], 350);
        EXPECT_EQ(w.material_names[p.material.read()[i]].name, "mud");
        EXPECT_EQ(p.rest_density.read()[i], 1600);
        EXPECT_EQ(p.viscosity.read()[i], 2);
        const float m = p.mass.read()[i];
        mass += m, momentum[0] += m * v.x, momentum[1] += m * v.y, momentum[2] += m * v.z;
    }
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(momentum[k] / mass, k + 1, 1e-5) << "spin adds no momentum";
    for (const Index i : rows_of(w, "plate")) EXPECT_EQ(p.temperature.read()[i], 400);
}

// The report counts what is there; matter comes first, ids are all different, and walls neither move nor lack mass.
TEST_F(Build, MatterComesFirstAndIsCounted) {
    const BuiltScene built =
        build(water +
              "spacing: 5 cm\nobjects:\n  a: {box: 0.2, at: [0, 0.4, 0], material: water}\n"
              "  b: {box: 0.3, at: [0.5, 0.4, 0], material: water}\nboundaries:\n  tank: {box: 2, inside: true}\n"
              "  ball: {sphere: 0.2, at: [0, -0.5, 0]}\n");
    const World&       w = *built.world;
    const Particles&   p = w.particles;
    const SceneReport& r = built.report;
    EXPECT_EQ(p.size(), 64u + 216u);
    EXPECT_EQ(r.matter, p.size());
    EXPECT_EQ(r.walls, p.rows() - p.size());
    ASSERT_EQ(r.bodies.size(), 4u);
    for (const BodyReport& body : r.bodies) {
        const auto rows = rows_of(w, body.name);
        EXPECT_EQ(rows.size(), body.particles) << body.name;
        EXPECT_EQ(body.boundary, body.name == "tank" || body.name == "ball");
        for (const Index i : rows) {
            EXPECT_EQ(Role(p.role.read()[i]), body.boundary ? Role::wall : Role::matter);
            EXPECT_EQ(i >= p.size(), body.boundary);
            EXPECT_GT(p.position_volume.read()[i].w, 0);
            EXPECT_TRUE(body.box.contains(xyz(p.position_volume.read()[i])));
        }
    }
    std::vector<bool> seen(p.rows());
    for (Index i = 0; i < p.rows(); ++i) {
        ASSERT_LT(p.id.read()[i], p.rows());
        EXPECT_FALSE(seen[p.id.read()[i]]);
        seen[p.id.read()[i]] = true;
    }
    EXPECT_EQ(p.next_id, p.rows());
}

/// Largest distance of rho / rho0 from 1 over the matter that is near 0, 1, 2 and 3 walls of a box of that size.
std::vector<float> density_errors(const BuiltScene& built, Vec3 size) {
    World& w = *built.world;
    w.neighbours.build(w.exec, w.points());
    compute_density(w.exec, w.particles, w.neighbours, w.kernel());
    std::vector<float> error(4);
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec3 x     = xyz(w.particles.position_volume.read()[i]);
        int        walls = 0;
        for (const float gap :
             {0.5f * size.x - std::abs(x.x), 0.5f * size.y - std::abs(x.y), 0.5f * size.z - std::abs(x.z)})
            walls += gap < 0.6f * w.spacing;
        error[std::size_t(walls)] =
            std::max(error[std::size_t(walls)], std::abs(w.particles.velocity_density.read()[i].w / 1000 - 1));
    }
    return error;
}

// Water that fills a closed tank is at rest density: in the middle and at walls to a thousandth, along edges to a
// hundredth, in corners to two.
TEST_F(Build, AFullTankIsAtRestDensity) {
    const std::string box = "box: [0.3, 0.2, 0.24]", flat = "box: [0.3, 0.2]";
    const auto        full = [&](const std::string& head, const std::string& body) {
        return build(head + "spacing: 2 cm\n" + water + "objects: {a: {" + body +
                            ", material: water}}\nboundaries: {tank: {" + body + ", inside: true}}\n");
    };
    const auto solid = density_errors(full("", box), {0.3f, 0.2f, 0.24f});
    EXPECT_LT(solid[0], 0.001f);
    EXPECT_LT(solid[1], 0.001f);
    EXPECT_LT(solid[2], 0.01f);
    EXPECT_LT(solid[3], 0.02f);
    const auto plane = density_errors(full("dimension: 2\n", flat), {0.3f, 0.2f, 1});
    EXPECT_LT(plane[0], 0.001f);
    EXPECT_LT(plane[1], 0.001f);
    EXPECT_LT(plane[2], 0.01f);
    const auto turned =
        density_errors(full("", box + ", at: [1, 2, 3], rotate: {axis: [1, 2, 3], angle: 0.5}"), {9, 9, 9});
    EXPECT_LT(turned[0], 0.02f) << "wherever it stands";
}

// A 2-D world lies in the plane z = 0, walls included, and stays there.
TEST_F(Build, TwoDimensionsLieInThePlane) {
    BuiltScene built =
        build("dimension: 2\n" + water +
              "objects: {a: {sphere: 0.1, at: [0, 0.3], material: water}}\n"
              "boundaries:\n  floor: {plane: [0, 1]}\n  post: {box: [0.1, 0.1, 0.01], at: [0.3, 0.05]}\n");
    for (int k = 0; k < 5; ++k) step(*built.world, 1e-3f);
    const Particles& p = built.world->particles;
    for (Index i = 0; i < p.rows(); ++i) EXPECT_EQ(p.position_volume.read()[i].z, 0);
    EXPECT_GT(rows_of(*built.world, "floor").size(), 10u);
    EXPECT_GT(rows_of(*built.world, "post").size(), 10u);
}

// Parts thinner than a spacing get one layer, in their middle: of a plate all, of a glass its wall.
TEST_F(Build, ThinPartsGetOneLayerInTheirMiddle) {
    const auto plate = build("spacing: 5 cm\n" + water + "objects: {a: {box: 0.2, at: [0, 0.2, 0], material: water}}\n"
                             "boundaries: {b: {box: [1, 0.01, 1], at: [0, -0.1, 0]}}\n");
    EXPECT_NEAR(plate.report.walls, 441, 30);
    const auto glass = build("spacing: 2 cm\n" + water + "objects: {a: {box: 0.2, at: [0, 0.2, 0], material: water}}\n"
                             "boundaries: {b: {difference: [{cylinder: {radius: 0.31, height: 0.6}, at: [0, 0.26, 0]}, {cylinder: "
                             "{radius: 0.3, height: 0.6}, at: [0, 0.3, 0]}]}}\n");
    const Particles& p    = glass.world->particles;
    int              wall = 0;
    for (Index i = p.size(); i < p.rows(); ++i) {
        const Vec4 x = p.position_volume.read()[i];
        if (x.y < 0.05f || x.y > 0.5f) continue;
        EXPECT_NEAR(std::hypot(x.x, x.z), 0.305f, 0.0015f);
        ++wall;
    }
    EXPECT_GT(wall, 0.7 * 2 * M_PI * 0.305 * 0.45 / 4e-4);
}

// A boundary that moves starts where its first key says, and matter must be clear of it there.
TEST_F(Build, BoundariesThatMoveStartAtTheirFirstKey) {
    const std::string scene = "spacing: 2 cm\n" + water + "objects: {a: {box: 0.2, material: water}}\nboundaries: {b: {box: 0.2, motion: "
                              "[{time: 0 s, move: [0.5, 0, 0]}, {time: 1 s, move: [0.3, 0, 0]}]}}\n";
    const auto        built = build(scene);
    const Particles&  p     = built.world->particles;
    for (Index i = p.size(); i < p.rows(); ++i) EXPECT_GT(p.position_volume.read()[i].x, 0.39f);
    EXPECT_NEAR(built.report.bodies[0].box.low.x, 0.41f, 1e-4f);
    std::string other = scene;
    other.replace(other.find("0.5, 0, 0"), 9, "0.1, 0, 0");
    EXPECT_NE(complaint(other).find("particles lie inside the boundary 'b'"), std::string::npos) << complaint(other);
    other.replace(other.find("0.1, 0, 0"), 9, "0.5, 0, 0");
    other.replace(other.find("1 s"), 3, "1e-9 s");
    EXPECT_NE(complaint(other).find("boundaries.b.motion: reaches 3e+08 m/s"), std::string::npos) << complaint(other);
}

// A plane is sampled below whatever can fall on it, however far down it is; its samples lie below it.
TEST_F(Build, APlaneIsThereHoweverFarBelow) {
    const BuiltScene built =
        build("spacing: 5 cm\n" + water +
              "objects: {a: {sphere: 0.2, at: [1, 7, 2], material: water}}\nboundaries: {floor: {plane: [0, 1, 0]}}\n");
    const auto rows = rows_of(*built.world, "floor");
    ASSERT_GT(rows.size(), 100u);
    Box box;
    for (const Index i : rows) box.include(xyz(built.world->particles.position_volume.read()[i]));
    EXPECT_LE(box.high.y, -0.024f);
    EXPECT_GE(box.low.y, -0.076f);
    EXPECT_LT(box.low.x, 0.8f);
    EXPECT_GT(box.high.x, 1.2f);
}

// The sound speed is the one given, or ten times that of a fall through the scene.
TEST_F(Build, SoundIsTenTimesFasterThanAFall) {
    const std::string scene = "spacing: 0.1\n" + water +
                              "objects: {a: {box: 0.2, at: [0, 2, 0], material: water}}\nboundaries: {b: {box: [1, "
                              "0.4, 1], at: [0, -0.2, 0]}}\n";
    EXPECT_NEAR(build(scene + "pressure: equation_of_state\n").report.sound_speed / (10 * std::sqrt(2 * 9.81 * 2.3)), 1, 0.1);
    const BuiltScene given = build(scene + "pressure: {solver: equation_of_state, sound_speed: 33}\n");
    EXPECT_EQ(given.report.sound_speed, 33);
    EXPECT_EQ(given.world->sound_speed, 33);
}

// It is a fall along gravity, wherever that points: along x, along y or aslant.
TEST_F(Build, AFallFollowsGravity) {
    const auto sound = [&](const char* gravity, const char* at) {
        return build("spacing: 0.1\npressure: equation_of_state\ngravity: " + std::string(gravity) + "\n" + water + "objects: {a: {box: 0.2, at: " + at +
                     ", material: water}}\nboundaries: {b: {box: 0.8}}\n")
            .report.sound_speed;
    };
    const auto fall = [](double height) { return 10 * std::sqrt(2 * 9.81 * height); };
    EXPECT_NEAR(sound("[9.81, 0, 0]", "[-4.2, 0, 0]"), fall(4.6), 0.05 * fall(4.6));
    EXPECT_NEAR(sound("[0, -9.81, 0]", "[0, 4.2, 0]"), fall(4.6), 0.05 * fall(4.6));
    EXPECT_NEAR(sound("[6.93672, -6.93672, 0]", "[-4.2, 4.2, 0]"), fall(4.6 * std::sqrt(2.0)), 0.05 * fall(6.5));
    EXPECT_NEAR(sound("[6.93672, -6.93672, 0]", "[0, 4.2, 0]"), fall(5 / std::sqrt(2.0)), 0.05 * fall(3.5));
}

// The same scene gives the same world, bit for bit, for any number of threads; another seed shifts what is random.
TEST_F(Build, TheSameSceneGivesTheSameWorld) {
    const auto positions = [&](const std::string& seed, int threads) {
        const BuiltScene built =
            build_scene(read("spacing: 2 cm\nseed: " + seed + "\n" + water +
                             "objects: {a: {sphere: 0.1, material: water, sampling: {jitter: 0.2}}}\n"
                             "boundaries: {b: {sphere: 0.3, inside: true}}\n"),
                        Exec(threads));
        const auto bytes = built.world->particles.position_volume.bytes();
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    EXPECT_EQ(positions("1", 1), positions("1", 3));
    EXPECT_NE(positions("1", 1), positions("2", 1));
}

// ---- sources -----------------------------------------------------------------------------------------------

/// A source alone in space.
std::string tap(const std::string& fields) { return water + "spacing: 2 cm\nsources: {tap: {" + fields + ", material: water}}\n"; }

// A layer holds the area of its opening times the spacing, and a rate makes the speed that it needs.
TEST_F(Build, LayersHoldTheVolumeOfTheirOpening) {
    for (const auto& [fields, area] : {std::pair{"disc: 7.3 cm, speed: 1.5", M_PI * 0.073 * 0.073},
                                       {"rectangle: [17 cm, 9 cm], turn: 1, rate: 22.95 L/s", 0.17 * 0.09},
                                       {"mesh: flat.obj, at: [0, 1, 0], speed: 1.5", 0.3 * 0.2}}) {
        const BuiltScene built = build(tap(fields));
        const Source&    s     = built.world->sources->list.at(0);
        EXPECT_NEAR(s.area, area, 1e-5 * area) << fields;
        EXPECT_NEAR(double(s.volume) * double(s.lattice.places.size()), area * 0.02, 1e-5 * area) << fields;
        EXPECT_NEAR(s.speed, 1.5, 1e-5) << fields;
        EXPECT_NEAR(s.volume, 8e-6, 1e-6) << fields << ": near to that of other particles";
        EXPECT_NEAR(s.period * double(s.speed), 0.02, 1e-7) << fields;
    }
}

// The places of an opening lie in its plane and its outline, at least 0.8 spacings apart.
TEST_F(Build, PlacesLieInTheOpening) {
    for (const char* radius : {"1 cm", "2.5 cm", "4 cm", "7.3 cm", "20 cm"}) {
        const BuiltScene built = build(tap("disc: " + std::string(radius) + ", at: [1, 2, 3], direction: [1, 2, -2], speed: 1"));
        const Source&    s     = built.world->sources->list.at(0);
        std::vector<Vec3> places = s.lattice.places;
        for (const Vec3& x : places) {
            EXPECT_NEAR(dot(x - Vec3{1, 2, 3}, s.direction), 0, 1e-5);
            EXPECT_LE(length(x - Vec3{1, 2, 3}), std::stof(radius) * 0.01f + 1e-5f);
        }
        EXPECT_TRUE(places.size() == 1 || measure_spacing(places, 0.02f).nearest >= 0.016f) << radius;
    }
    const BuiltScene face = build(tap("mesh: flat.obj, at: [0, 1, 0], speed: 1"));
    EXPECT_NEAR(face.world->sources->list[0].direction.y, -1, 1e-6);
    EXPECT_EQ(face.world->sources->list[0].lattice.places.size(), 150u);
}

// An opening may lie in the surface of a wall: what stands behind it takes the place of the wall's samples.
TEST_F(Build, AnOpeningInAWallMakesAHoleInIt) {
    const std::string tank = "dimension: 2\nspacing: 1 cm\n" + water + "boundaries: {tank: {box: [0.4, 0.4], inside: true}}\n";
    const std::string well = "sources: {well: {rectangle: 10 cm, at: [0, -0.2], direction: [0, 1], material: water, speed: 1}}\n";
    const std::string pool = "objects: {pool: {box: [0.4, 0.2], at: [0, -0.1], material: water}}\n";
    const Index       whole = build(tank + pool).report.walls;
    const BuiltScene  built = build(tank + pool + well);
    EXPECT_EQ(built.world->sources->list[0].lattice.places.size(), 10u);
    EXPECT_NEAR(int(whole - built.report.walls), 22, 2);
    EXPECT_EQ(built.report.matter, 800u - 10u);   // who would stand half a spacing in front of the opening
}

// `check` tells what will come in until the end, and forecasts its memory.
TEST_F(Build, WhatWillComeInIsForecast) {
    const auto report = [&](const std::string& more) {
        return build("duration: 2 s\n" + tap("rectangle: [20 cm, 10 cm], speed: 1" + more)).report;
    };
    EXPECT_EQ(report("").coming, 50u * 101);   // the first leaves at the start, the last at the end
    EXPECT_EQ(report(", stop: 1 s").coming, 50u * 50);
    EXPECT_EQ(report(", on: [[0, 0.5], [1, 1.5]]").coming, 50u * 50);
    EXPECT_EQ(report(", most: 77").coming, 77u);
    const SceneReport r = report("");
    EXPECT_EQ(r.matter, 0u);
    EXPECT_EQ(r.bodies.at(0).particles, 50u * 101);
    EXPECT_TRUE(r.bodies.at(0).source);
    EXPECT_NEAR(r.bodies.at(0).mass, 1000 * 0.02 * 2.02, 0.01);
    EXPECT_GT(r.memory_bytes, r.program_bytes + r.coming * r.bytes_per_particle);
    EXPECT_LT(r.memory_bytes, r.program_bytes + (r.coming + 100) * r.bytes_per_particle);
    EXPECT_GT(r.seconds, 0);
}

// ---- the forecast -------------------------------------------------------------------------------------------

std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t   size = 0, resident = 0;
    statm >> size >> resident;
    return resident * std::size_t(::sysconf(_SC_PAGESIZE));
}

/// What building and stepping a scene takes, over the forecast of it without the share of the program itself. In a
/// process of its own: memory that other tests have touched would not count. A few particles first load the program.
double memory_over_forecast(const SceneFile& scene, const SceneFile& few) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        step(*build_scene(few, Exec(1)).world, 1e-3f);
        ::malloc_trim(0);  // what is free but still held would be used again unseen
        const std::size_t before = resident_bytes();
        const BuiltScene  built  = build_scene(scene, Exec(1));
        for (int k = 0; k < 3; ++k) step(*built.world, 1e-3f);
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        const double took  = double(std::size_t(usage.ru_maxrss) * 1024 - before);
        const double ratio = took / double(built.report.memory_bytes - built.report.program_bytes);
        ::_exit(::write(ends[1], &ratio, sizeof ratio) == ssize_t(sizeof ratio) ? 0 : 1);
    }
    ::close(ends[1]);  // or a child that dies without a word would never end the read
    double ratio = 0;
    EXPECT_EQ(::read(ends[0], &ratio, sizeof ratio), ssize_t(sizeof ratio));
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ends[0]);
    return ratio;
}

// The forecast of memory is within a tenth of what building and stepping so many particles take, for narrow and wide
// kernels, in two and three dimensions, with walls and without.
TEST_F(Build, MemoryIsForecast) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    const SceneFile few  = read("spacing: 2 cm\n" + water + "objects: {a: {box: 0.1, material: water}}\n");
    const auto      miss = [&](const std::string& support, const std::string& rest) {
        return std::abs(memory_over_forecast(read("support: " + support + "\n" + water + rest), few) - 1);
    };
    for (const char* support : {"1.5", "2", "3"}) {
        EXPECT_LT(miss(support,
                       "spacing: 1 cm\nobjects: {a: {box: [0.4, 0.4, 0.32], at: [-0.2, -0.2, 0], material: water}}\n"
                       "boundaries: {tank: {box: [0.8, 0.8, 0.32], inside: true}}\n"),
                  0.1)
            << support;
        EXPECT_LT(miss(support, "spacing: 1 cm\nobjects: {a: {box: 0.4, material: water}}\n"), 0.1) << support;
        EXPECT_LT(miss(support, "dimension: 2\nspacing: 2 mm\nobjects: {a: {box: 0.5, material: water}}\n"), 0.1)
            << support;
    }
}

// What a particle takes follows the number of its neighbours: the cube of the support.
TEST_F(Build, MemoryOfAParticleFollowsTheSupport) {
    const auto report = [&](const char* support) {
        return build("spacing: 2 cm\nsupport: " + std::string(support) + "\n" + water +
                     "objects: {a: {box: 0.2, material: water}}\n")
            .report;
    };
    const SceneReport narrow = report("2"), wide = report("4");
    EXPECT_GT(narrow.bytes_per_particle, Particles().bytes_per_row());
    // 33 and 268 neighbours, padded: four bytes each in the list and six of a gradient.
    EXPECT_GT(wide.bytes_per_particle, narrow.bytes_per_particle + 10 * (268 - 40));
    EXPECT_LT(wide.bytes_per_particle, narrow.bytes_per_particle + 15 * (268 - 33));
    EXPECT_EQ(wide.memory_bytes - wide.program_bytes, wide.matter * wide.bytes_per_particle);
}

}  // namespace
}  // namespace mote
