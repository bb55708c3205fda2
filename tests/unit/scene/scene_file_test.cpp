// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/scene_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "unit/scene/scene_text.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

const ObjectSpec& object(const SceneFile& file, const std::string& name) {
    for (const auto& [n, spec] : file.scene.objects)
        if (n == name) return spec;
    throw std::runtime_error("no object " + name);
}

// ---- reading and writing

// Values arrive in SI, whatever they were written in.
TEST(ReadScene, ValuesAreSi) {
    const SceneFile file = read_text(rich_scene);
    const Scene&    s    = file.scene;
    EXPECT_EQ(s.spacing, 0.008f);
    EXPECT_EQ(s.seed, 18446744073709551615u);
    EXPECT_FLOAT_EQ(s.xsph, 0.07f);
    EXPECT_FLOAT_EQ(s.materials[1].second.density, 1600);
    EXPECT_FLOAT_EQ(object(file, "ball").spin.y, pi);
    EXPECT_FLOAT_EQ(object(file, "can").shape.placement.angle, pi / 6);
    EXPECT_FLOAT_EQ(object(file, "ring").temperature, 335.15f);
    EXPECT_EQ(object(file, "ball").sampling.lattice, SamplingSpec::Lattice::hexagonal);
    EXPECT_EQ(std::get<TorusShape>(object(file, "ring").shape.form), (TorusShape{1, 0.2f}));
    EXPECT_EQ(std::get<EquationOfStateSpec>(s.pressure).exponent, 5);
    EXPECT_EQ(s.domain.leaving, DomainSpec::Leaving::remove);
    EXPECT_EQ(s.domain.faces, (FacesSpec{Face::periodic, Face::open, Face::closed}));
    EXPECT_TRUE(s.boundaries[2].second.inside);
    EXPECT_EQ(s.output.pictures->height, 201);
    EXPECT_EQ(s.output.movie->camera.from, (Vec3{0.9f, 0.6f, 1.1f}));
    EXPECT_EQ(s.output.movie->low, std::nullopt);
}

// One word stands for all faces; a 2-D scene has none across z, also when it is written and read again.
TEST(ReadScene, OneWordIsForAllFaces) {
    const std::string box = "domain: {low: [0, 0, 0], high: [1, 1, 1], faces: periodic}\n";
    EXPECT_EQ(read_text(smallest_scene + box).scene.domain.faces, (FacesSpec{Face::periodic, Face::periodic, Face::periodic}));
    const SceneFile flat = read_text("dimension: 2\n" + smallest_scene + box);
    EXPECT_EQ(flat.scene.domain.faces, (FacesSpec{Face::periodic, Face::periodic, Face::open}));
    EXPECT_EQ(read_text(write_scene(flat.scene)).scene, flat.scene);
}

// Combined shapes keep their parts, in order, with their own places.
TEST(ReadScene, CombinedShapesNest) {
    const SceneFile file = read_text(rich_scene);
    const auto&     cup  = std::get<CombinedShape>(object(file, "cup").shape.form);
    EXPECT_EQ(cup.how, CombinedShape::How::subtract);
    ASSERT_EQ(cup.parts.size(), 2u);
    EXPECT_EQ(std::get<CylinderShape>(cup.parts[0].form).height, 2);
    const auto& inner = std::get<CombinedShape>(cup.parts[1].form);
    EXPECT_EQ(inner.how, CombinedShape::How::intersect);
    EXPECT_EQ(cup.parts[1].placement.at.y, 0.1f);
    EXPECT_EQ(std::get<BoxShape>(inner.parts[0].form).size, (Vec3{1, 1, 1}));
}

// Short and long forms of a shape mean the same.
TEST(ReadScene, ShortFormsOfShapes) {
    const auto shape = [](const std::string& form) {
        return read_text("materials: {w: {}}\nobjects: {a: {sphere: 1, material: w}}\nboundaries: {b: {" + form +
                         "}}\n")
            .scene.boundaries[0]
            .second.shape;
    };
    EXPECT_EQ(shape("box: 2"), shape("box: {size: [2, 2, 2]}"));
    EXPECT_EQ(shape("box: [1, 1 m, 100 cm]"), shape("box: {size: 1}"));
    EXPECT_EQ(shape("sphere: 30 cm"), shape("sphere: {radius: 0.3}"));
    EXPECT_EQ(shape("plane: [0, 2, 0]"), shape("plane: {normal: [0, 2, 0]}"));
    EXPECT_EQ(shape("plane: {}"), shape("plane: [0, 1, 0]"));
    EXPECT_EQ(shape("mesh: a/b.obj"), shape("mesh: {file: a/b.obj}"));
    EXPECT_EQ(shape("heightfield: h.csv"), shape("heightfield: {file: h.csv}"));
}

// A scene that is written and read again is the same value, and is written the same.
TEST(WriteScene, RoundTripIsExact) {
    for (const std::string& text : {rich_scene, smallest_scene}) {
        const Scene       scene   = read_text(text).scene;
        const std::string written = write_scene(scene);
        const Scene       again   = read_text(written).scene;
        EXPECT_EQ(again, scene) << written;
        EXPECT_EQ(write_scene(again), written);
    }
}

// Every float survives being written as decimal text.
TEST(WriteScene, FloatsKeepTheirBits) {
    Scene         scene = read_text(smallest_scene).scene;
    std::uint32_t state = 12345;
    for (int i = 0; i < 500; ++i) {
        state                            = state * 1664525u + 1013904223u;
        const float value                = std::ldexp(1.f + float(state >> 9) / 8388608.f, int(state % 40) - 30);
        scene.objects[0].second.velocity = {value, -value, 0};
        ASSERT_EQ(read_text(write_scene(scene)).scene.objects[0].second.velocity.x, value);
    }
}

// A scene made by a program goes through the same checks as a file.
TEST(CheckScene, ChecksScenesMadeByPrograms) {
    Scene scene = read_text(smallest_scene).scene;
    EXPECT_EQ(check_scene(scene).scene, scene);
    scene.spacing = std::nanf("");
    EXPECT_THROW((void)check_scene(scene), SceneError);
    scene.spacing                    = 0.1f;
    scene.objects[0].second.material = "wter";
    EXPECT_THROW((void)check_scene(scene), SceneError);
}

// ---- 2-D

// In a plane the third component may be left out and keeps its default, wherever `dimension` stands.
TEST(ReadScene, TwoComponentsAreEnoughIn2D) {
    const SceneFile file = read_text(
        "gravity: [0, -5]\nmaterials: {w: {}}\nobjects: {a: {box: [1, 2], at: [3, 4], material: w}}\ndimension: 2\n");
    EXPECT_EQ(file.scene.gravity, (Vec3{0, -5, 0}));
    EXPECT_EQ(std::get<BoxShape>(file.scene.objects[0].second.shape.form).size, (Vec3{1, 2, 1}));
    EXPECT_EQ(read_text(write_scene(file.scene)).scene, file.scene);
}

// ---- presets

// Every preset reads, and has a description and a source.
TEST(Presets, AllAreSound) {
    ASSERT_EQ(preset_names().size(), 21u);
    for (const std::string& name : preset_names()) {
        const SceneFile file =
            read_text("materials: {m: {preset: " + name + "}}\nobjects: {a: {box: 1, material: m}}\n");
        EXPECT_NE(file.scene.materials[0].second, MaterialSpec{}) << name;
        EXPECT_NE(help_for("presets").find("  " + name), std::string::npos);
    }
}

// Keys beside a preset override it, wherever they stand; the others keep the preset's values.
TEST(Presets, KeysOverrideThem) {
    const SceneFile file =
        read_text("materials: {m: {viscosity: 3, preset: honey}}\nobjects: {a: {box: 1, material: m}}\n");
    EXPECT_EQ(file.scene.materials[0].second.viscosity, 3);
    EXPECT_EQ(file.scene.materials[0].second.density, 1427);
}

// A value that follows the temperature, or the time, is read with its units, written in SI and read again; a number beside a preset takes its place.
TEST(Curves, AreReadAndWritten) {
    const SceneFile file = read_text(R"(
materials:
  wax: {viscosity: {20 degC: 100 Pa s, 80 degC: 50 mPa s}, conductivity: {0 degC: 2, 300: 1},
        melting: {at: 62 degC, latent_heat: 200 kJ/kg, to: b}, becomes: [{to: b, after: 1 s, inside: {sphere: 0.1, at: [0, 1, 0]}}, {to: b, touching: floor}]}
  b: {preset: lava, viscosity: 3, freezing: {at: 62 degC, to: wax}, cooling: {rate: 10, to: 0 degC}}
  c: {preset: lava}
objects: {a: {box: 1, material: wax}}
boundaries: {floor: {plane: [0, 1, 0], at: [0, -1, 0], temperature: {0 s: 20 degC, 2 s: 400 K}, conductance: 30}}
heaters: {flame: {box: 1, power: 1 kW, on: [[0 s, 1 s]]}}
)");
    const MaterialSpec& wax = file.scene.materials[0].second;
    EXPECT_EQ(wax.viscosity_curve, (CurveSpec{{293.15f, 100}, {353.15f, 0.05f}}));
    EXPECT_EQ(wax.viscosity, 100);
    EXPECT_TRUE(file.scene.materials[1].second.viscosity_curve.empty());
    EXPECT_EQ(file.scene.materials[2].second.viscosity_curve.size(), 4u);
    EXPECT_EQ(file.scene.boundaries[0].second.temperature_in_time, (CurveSpec{{0, 293.15f}, {2, 400}}));
    EXPECT_EQ(read_text(write_scene(file.scene)).scene, file.scene);
}

// ---- overrides

TEST(Overrides, ChangeAddAndGoIntoLists) {
    const SceneFile file = read_text(
        rich_scene, {"spacing=5 mm", "materials.water.viscosity=0.1 Pa s", "objects.ball.at=[0,1,0]",
                     "objects.cup.difference[1].scale=0.5", "output.movie=false", "objects.new={box: 1, material: mud}",
                     "title=plain words", "time_step.courant = 0.2", "objects.ball.sphere.radius=2"});
    EXPECT_EQ(file.scene.spacing, 0.005f);
    EXPECT_EQ(file.scene.materials[0].second.viscosity, 0.1f);
    EXPECT_EQ(object(file, "ball").shape.placement.at.y, 1);
    EXPECT_EQ(std::get<SphereShape>(object(file, "ball").shape.form).radius, 2);
    EXPECT_EQ(std::get<CombinedShape>(object(file, "cup").shape.form).parts[1].placement.scale, 0.5f);
    EXPECT_FALSE(file.scene.output.movie);
    EXPECT_EQ(object(file, "new").material, "mud");
    EXPECT_EQ(file.scene.title, "plain words");
    EXPECT_EQ(file.scene.time_step.courant, 0.2f);
}

// What is wrong with an override is said of the override, not of a line of the file.
TEST(Overrides, ErrorsNameTheOption) {
    const auto with = [](const std::string& change) { return complaint(smallest_scene, {change}); };
    EXPECT_EQ(with("spacing=8 kg"),
              "--set spacing=8 kg: spacing: expects a length (m), found a mass (kg); write it as in 8 mm");
    EXPECT_EQ(with("spcing=8 mm").find("--set spcing=8 mm: spcing: no such field; did you mean spacing?"), 0u);
    EXPECT_EQ(with("materials.water.visosity=1")
                  .find("--set materials.water.visosity=1: materials.water.visosity: no such field"),
              0u);
    EXPECT_EQ(with("objects.drop.material=wine")
                  .find("--set objects.drop.material=wine: objects.drop.material: there is no material 'wine'"),
              0u);
    for (const char* bad : {"", "spacing", "=5", "spacing=", "a..b=1", ".a=1", "objects.drop.=1", "spacing=[1",
                            "spacing={", "spacing=\x01", "a[0]=1"})
        EXPECT_EQ(with(bad).find("--set " + std::string(bad)), 0u) << bad << " -> " << with(bad);
    EXPECT_NE(complaint(rich_scene, {"objects.cup.difference[7].scale=1"}).find("no item '7' in a list of 2"),
              std::string::npos);
}

// ---- places and files

// Later checks can point at the line of a value, or of the block around one that was left out.
TEST(Places, PointAtValuesAndBlocks) {
    const SceneFile file = read_text(
        "spacing: 8 mm\nmaterials: {w: {}}\nobjects:\n  a:\n    union: [{box: 1}, {sphere: 1}]\n    material: w\n",
        {"duration=1 s"});
    EXPECT_EQ(file.where("spacing"), "test.yaml:1:10");
    EXPECT_EQ(file.where("objects.a"), "test.yaml:4:3");
    EXPECT_EQ(file.where("objects.a.union[1].sphere"), "test.yaml:5:24");
    EXPECT_EQ(file.where("objects.a.velocity"), "test.yaml:4:3");
    EXPECT_EQ(file.where("domain.low"), "test.yaml:1:1");
    EXPECT_EQ(file.where("duration"), "--set duration=1 s");
    EXPECT_STREQ(file.error("objects.a.union", "overlaps b; move it").what(),
                 "test.yaml:5:5: objects.a.union: overlaps b; move it");
}

struct Folder {
    fs::path path = fs::temp_directory_path() / ("mote_scene_" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path / "meshes"); }
    ~Folder() { fs::remove_all(path); }
    fs::path write(const std::string& name, const std::string& text) const {
        std::ofstream(path / name) << text;
        return path / name;
    }
};

// A mesh is named relative to the scene, and kept by a name that holds anywhere.
TEST(SceneFiles, MeshesAreFoundBesideTheScene) {
    const Folder      folder;
    const std::string text = "materials: {w: {}}\nobjects:\n  toy: {mesh: meshes/../meshes/toy.obj, material: w}\n";
    const fs::path    file = folder.write("scene.yaml", text);
    try {
        (void)read_scene(file);
        FAIL() << "a missing mesh was accepted";
    } catch (const SceneError& e) {
        EXPECT_EQ(std::string(e.what()).find(file.string() + ":3:15: objects.toy.mesh: there is no file"), 0u)
            << e.what();
    }
    folder.write("meshes/toy.obj", "");
    const Scene scene = read_scene(file).scene;
    EXPECT_EQ(std::get<MeshShape>(scene.objects[0].second.shape.form).file, (folder.path / "meshes/toy.obj").string());

    // Written elsewhere, it still finds its mesh.
    const fs::path other = folder.write("meshes/copy.yaml", write_scene(scene));
    EXPECT_EQ(read_scene(other).scene, scene);
}

TEST(SceneFiles, WhatCannotBeOpenedIsAFileError) {
    const Folder folder;
    EXPECT_THROW((void)read_scene(folder.path / "missing.yaml"), FileError);
    EXPECT_THROW((void)read_scene(folder.path), FileError);
}

// ---- YAML

TEST(Yaml, TypesComeFromTheFields) {
    const SceneFile file = read_text(
        "title: yes\nduration: 010\nspacing: '8 mm'\n\"xsph\": 1e-1\nseed: 007\nmaterials: {no: {}}\nobjects: {on: "
        "{box: 1, material: no}}\n");
    EXPECT_EQ(file.scene.title, "yes");
    EXPECT_EQ(file.scene.duration, 10);
    EXPECT_EQ(file.scene.spacing, 0.008f);
    EXPECT_EQ(file.scene.seed, 7u);
    EXPECT_EQ(file.scene.objects[0].second.material, "no");
}

TEST(Yaml, AliasesStandForTheirAnchors) {
    const SceneFile file = read_text(
        "materials: {w: &w {density: 998, viscosity: &v 0.5}, x: {viscosity: *v}, y: *w}\nobjects: {a: {box: 1, "
        "material: w}}\n");
    EXPECT_EQ(file.scene.materials[1].second.viscosity, 0.5f);
    EXPECT_EQ(file.scene.materials[2].second, file.scene.materials[0].second);
}

TEST(Yaml, JsonIsYaml) {
    EXPECT_EQ(
        read_text(R"({"spacing": 0.01, "materials": {"w": {}}, "objects": {"a": {"box": [1, 1, 1], "material": "w"}}})")
            .scene.spacing,
        0.01f);
}

TEST(Yaml, ByteOrderMarkAndCarriageReturnsAreFine) {
    EXPECT_EQ(complaint("\xef\xbb\xbfmaterials: {w: {}}\r\nobjects: {a: {box: 1, material: w}}\r\n"), "");
}

// Aliases of aliases would be a billion values; long before, they are refused.
TEST(Yaml, AnchorBombsAreRefused) {
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i)
        bomb += fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n", i, i - 1);
    EXPECT_NE(complaint(bomb).find("more than 200000 values"), std::string::npos);
}

// Nothing that is long, deep or odd makes reading crash or take long.
TEST(Yaml, LargeAndDeepInputEndsWithASentence) {
    for (const std::string piece : {"[",   "{",   "- ",  "? ",     "a: ",   "{a: ", "[a, ", "\"",  "'",  "&a ", "*a ",
                                    "!a ", "|\n", "a\n", "a: b\n", "---\n", "#",    "%",    "\n ", "[]", ",",   ": "}) {
        std::string text;
        while (text.size() < 200'000) text += piece;
        EXPECT_NE(complaint(text), "") << piece;
    }
    EXPECT_NE(complaint(std::string(9u << 20, 'a')).find("bytes"), std::string::npos);
}

// Any byte of a sound scene may be damaged: the scene is then read or refused at a place, and nothing else happens.
TEST(Mutation, OneDamagedByteNeverCrashes) {
    std::uint64_t state = 88172645463325252u;
    const auto    next  = [&state] {  // xorshift (Marsaglia 2003)
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return state;
    };
    int refused = 0;
    for (int i = 0; i < 2500; ++i) {
        std::string       text = rich_scene;
        const std::size_t at   = next() % text.size();
        switch (next() % 3) {
            case 0:
                text[at] = char(next() % 256);
                break;
            case 1:
                text.erase(at, 1 + next() % 3);
                break;
            default:
                text.insert(at, 1, " \n\t:{}[],-&*!|>'\"%@0a"[next() % 21]);
                break;
        }
        const std::string sentence = complaint(text);
        if (sentence.empty()) continue;
        ++refused;
        ASSERT_EQ(sentence.find("test.yaml:"), 0u) << sentence;
    }
    EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace mote
