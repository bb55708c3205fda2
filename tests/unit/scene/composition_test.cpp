// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Objects of several materials: by shapes, by pictures, by slices.
#include <cmath>

#include "build_fixture.h"

namespace mote {
namespace {

const std::string three = "materials: {a: {density: 1000}, b: {density: 2000}, c: {density: 3000}}\n";

/// What the particle nearest to a place is made of.
MaterialId material_near(const World& w, const Vec3& x) {
    const Particles& p = w.particles;
    Index            nearest = 0;
    const auto       away = [&](Index i) { return length(xyz(p.position_volume.host()[i]) - x); };
    for (Index i = 1; i < p.size(); ++i)
        if (away(i) < away(nearest)) nearest = i;
    return p.material.host()[nearest];
}

// Regions go where their object goes, the later one counts, and the report has the sum of each.
TEST_F(Build, RegionsAreTurnedAndMovedWithTheirObject) {
    const BuiltScene built = build("spacing: 2 cm\n" + three +
                                   "objects: {o: {box: [0.4, 0.2, 0.2], at: [3, 1, 0], rotate: {axis: [0, 0, 1], angle: 90 deg}, scale: 1, material: a,\n"
                                   "  regions: [{box: [0.2, 1, 1], at: [0.1, 0, 0], material: b}, {box: [0.1, 0.08, 0.08], at: [0.15, 0, 0], material: c}]}}\n");
    const World& w = *built.world;
    EXPECT_EQ(material_near(w, {3, 0.9f, 0}), 0);
    EXPECT_EQ(material_near(w, {3, 1.05f, 0}), 1);
    EXPECT_EQ(material_near(w, {3, 1.15f, 0}), 2);
    const BodyReport& body = built.report.bodies.at(0);
    ASSERT_EQ(body.parts.size(), 3u);
    EXPECT_EQ(body.parts[0].particles, 1000u);
    EXPECT_EQ(body.parts[2].material, "c");
    EXPECT_NEAR(body.parts[2].mass, 80 * 8e-6 * 3000, 1e-5);
    EXPECT_NEAR(body.mass, (1000 * 1000 + 920 * 2000 + 80 * 3000) * 8e-6, 1e-4);
    for (Index i = 0; i < w.particles.size(); ++i)
        EXPECT_EQ(w.particles.rest_density.host()[i], 1000.f * float(w.particles.material.host()[i] + 1));
}

// A picture is seen upright from the far end of its axis, whichever that is.
TEST_F(Build, APictureIsSeenFromTheFarEndOfItsAxis) {
    write("corner.csv", "0, 1\n0, 0\n");  // its right upper quarter
    for (const auto& [axis, right, up] : {std::tuple{"x", Vec3{0, 0, -1}, Vec3{0, 1, 0}}, {"y", Vec3{1, 0, 0}, Vec3{0, 0, -1}}, {"z", Vec3{1, 0, 0}, Vec3{0, 1, 0}}}) {
        const BuiltScene built =
            build("spacing: 5 cm\n" + three + "objects: {o: {box: 0.4, at: [0, 2, 0], material: a, texture: {file: corner.csv, axis: " + axis + ", levels: [{above: 0.5, material: b}]}}}\n");
        EXPECT_EQ(built.report.bodies.at(0).parts.at(1).particles, 128u) << axis;
        for (const float s : {-1.f, 1.f})
            for (const float t : {-1.f, 1.f})
                EXPECT_EQ(material_near(*built.world, Vec3{0, 2, 0} + 0.1f * s * right + 0.1f * t * up), s > 0 && t > 0 ? 1 : 0) << axis << s << t;
    }
}

/// A phantom of three shells about the middle, as slices of n by n greys.
std::string phantom(int n) {
    std::string text;
    for (int k = 0; k < n; ++k) {
        text += "P5\n# slice\n" + std::to_string(n) + " " + std::to_string(n) + "\n255\n";
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const auto   from = [&](int at) { return (at + 0.5) / n - 0.5; };
                const double r = std::sqrt(from(i) * from(i) + from(j) * from(j) + from(k) * from(k));
                text += char(r < 0.2 ? 250 : r < 0.35 ? 150 : r < 0.45 ? 50 : 0);
            }
    }
    return text;
}

// Each density class of a scan is a material: shells of a phantom have their volumes (D-41).
TEST_F(Build, SlicesOfAScanBecomeMaterials) {
    write("scan.pgm", phantom(80));
    const BuiltScene built = build("spacing: 1 cm\nmaterials: {air: {}, skin: {}, flesh: {}, bone: {}}\n"
                                   "objects: {head: {box: 0.5, material: air, texture: {file: scan.pgm, levels: [{above: 0.1, material: skin}, {above: 0.4, material: flesh}, {above: 0.8, material: bone}]}}}\n");
    const auto& parts = built.report.bodies.at(0).parts;
    ASSERT_EQ(parts.size(), 4u);
    const auto ball = [](double r) { return 4 / 3. * M_PI * r * r * r * 50 * 50 * 50; };
    EXPECT_NEAR(parts[1].particles, ball(0.45) - ball(0.35), 0.02 * (ball(0.45) - ball(0.35)));
    EXPECT_NEAR(parts[2].particles, ball(0.35) - ball(0.2), 0.02 * (ball(0.35) - ball(0.2)));
    EXPECT_NEAR(parts[3].particles, ball(0.2), 0.02 * ball(0.2));
}

// A scene with parts is written and read again as it is.
TEST_F(Build, PartsSurviveWriting) {
    write("rings.csv", "0, 1\n");
    const SceneFile file = read(three + "objects: {o: {box: 1, material: a, texture: {file: rings.csv, axis: x, levels: [{above: 0.5, material: b}]}, regions: [{sphere: 0.2, material: c}]}}\n");
    EXPECT_EQ(read(write_scene(file.scene)).scene.objects, file.scene.objects);
}

TEST_F(Build, PartsThatCannotBeAreRefused) {
    write("rings.csv", "0, 0.3\n");
    write("sizes.pgm", "P2 2 1 9\n0 9\nP2 1 2 9\n0 9\n");
    write("none.csv", "# nothing\n");
    const auto object = [&](const std::string& fields) {
        return "spacing: 5 cm\nmaterials: {a: {}, b: {}, wood: {rigid: true}, gum: {elastic: {youngs_modulus: 1e5}}}\nobjects: {o: {box: 0.4, material: a, " + fields + "}}\n";
    };
    const auto texture = [&](const std::string& file, const std::string& levels) { return object("texture: {file: " + file + ", levels: [" + levels + "]}"); };
    for (const auto& [text, place, found, remedy] :
         {std::tuple{object("regions: [{sphere: 0.1, material: b}, {sphere: 0.1, at: [1, 0, 0], material: b}]"), ":3:76: objects.o.regions[1]: ", "holds no particle", "move it"},
          {object("regions: [{box: 0.1, material: b}, {box: 0.2, material: b}]"), "objects.o.regions[0]: ", "that a later one does not take", "move it"},
          {object("regions: [{sphere: 0.1, material: wood}]"), "3:72: objects.o.regions[0].material: ", "'wood' is rigid, and 'a', which the object is of, is liquid", "make it two objects"},
          {object("regions: [{sphere: 0.1, material: gum}]"), "objects.o.regions[0].material: ", "'gum' is elastic", "use materials of one kind"},
          {object("regions: [{sphere: 0.1, material: bb}]"), "objects.o.regions[0].material: ", "there is no material 'bb'", "known: a, b, gum, wood"},
          {object("regions: [{sphere: 0.1}]"), "objects.o.regions[0].material: ", "is missing", "add it"},
          {object("regions: [{material: b}]"), "objects.o.regions[0]: ", "has no shape", "give it one of"},
          {object("regions: [{plane: [0, 0, 0], material: b}]"), "objects.o.regions[0].plane: ", "gives no direction", "use for example"},
          {texture("rings.csv", ""), "objects.o.texture: ", "has no levels", "add levels"},
          {texture("rings.csv", "{above: 0.2, material: b}, {above: 0.2, material: a}"), "objects.o.texture.levels[1].above: ", "not more than", "sort them"},
          {texture("rings.csv", "{above: 0.2, material: wood}"), "objects.o.texture.levels[0].material: ", "'wood' is rigid", "use materials of one kind"},
          {texture("rings.csv", "{above: 0.5, material: b}"), "objects.o.texture.levels[0]: ", "holds no particle", "make it larger"},
          {texture("words.csv", "{above: 0.5, material: b}"), "objects.o.texture.file: ", "'high' is not a value from 0 to 1", "scale the values"},
          {texture("none.csv", "{above: 0.5, material: b}"), "objects.o.texture.file: ", "holds no value", "save it anew"},
          {texture("good.obj", "{above: 0.5, material: b}"), "objects.o.texture.file: ", "is no texture Mote can read", "save it as one of these"},
          {texture("sizes.pgm", "{above: 0.5, material: b}"), "objects.o.texture.file: ", "pictures of different sizes", "make all as large as the first"},
          {"dimension: 2\nmaterials: {a: {}}\nobjects: {o: {box: 0.4, material: a, texture: {file: rings.csv, axis: x, levels: [{above: 0.5, material: a}]}}}\n", "objects.o.texture.axis: ",
           "the scene is 2-D", "use z"}}) {
        const std::string sentence = complaint(text);
        EXPECT_NE(sentence.find(place), sentence.npos) << sentence;
        EXPECT_NE(sentence.find(found), sentence.npos) << sentence;
        EXPECT_NE(sentence.find(remedy), sentence.npos) << sentence;
    }
}

}  // namespace
}  // namespace mote
