// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What only the builder can refuse, and what it warns of.
#include <cmath>

#include <fmt/format.h>

#include "build_fixture.h"
#include "mote/neighbours.h"
#include "mote/sampling.h"

namespace mote {
namespace {

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
    const std::string rubber = "materials: {r: {elastic: {youngs_modulus: 1e5}}}\nobjects: {a: {box: 0.2, material: r}}\n";
    return {
        {"opening in an implicit boundary",
         water + "spacing: 2 cm\nboundaries:\n  b: {box: 1, method: implicit}\nsources: {tap: {disc: 0.1, at: [0, 0.5, 0], direction: [0, 1, 0], "
                 "material: water, speed: 1}}\n",
         "test.yaml:4:23: boundaries.b.method: ", "the source 'tap' opens in it, which needs samples", "write method: sampled"},
        {"opening in a boundary", tap("disc: 0.1"), "test.yaml:7:3: sources.tap: ",
         "places in its opening lie inside the boundary 'b', so that nothing can come out", "move the opening to its surface"},
        {"opening that looks into a boundary", tap("disc: 0.1, at: [0, 0.5, 0]"), "test.yaml:7:3: sources.tap: ",
         "inside the boundary 'b'", "turn its direction round"},
        {"opening before a boundary", tap("disc: 0.1, at: [0, 0.53, 0]"), "test.yaml:7:3: sources.tap: ",
         "have the boundary 'b' in front of them, nearer than the two spacings (0.04 m)", "move the opening away"},
        {"opening half before a boundary", tap("disc: 0.1, at: [0.45, 0.53, 0]"), "test.yaml:7:3: sources.tap: ",
         "places in its opening have the boundary 'b' in front of them", "move the opening away"},
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
        {"two liquids overlap",
         "materials: {water: {}, oil: {density: 900}}\nobjects:\n  a: {box: 0.2, material: water}\n  b: {box: 0.2, at: [0.1, 0, 0], material: oil}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"body inside a body",
         water +
             "objects:\n  a: {box: 0.4, material: water}\n  b: {box: 0.1, at: [0.01, 0.01, 0.01], material: water}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"soft blocks half in each other",
         "materials: {rubber: {elastic: {youngs_modulus: 100 kPa}}}\nobjects:\n  a: {box: 0.2, material: rubber}\n  b: {box: 0.2, at: [0.1, 0, 0], material: rubber}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"sheets of one layer through each other",
         "solids: {contact: surfaces}\nmaterials: {rubber: {elastic: {youngs_modulus: 100 kPa}}}\nobjects:\n  a: {box: [0.2, 0.02, 0.2], material: rubber}\n  b: {box: [0.02, 0.2, 0.2], material: rubber}\n",
         "test.yaml:5:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"a soft, coarse body in a rigid one",
         "materials: {rubber: {elastic: {youngs_modulus: 100 kPa}}, steel: {density: 7800, rigid: true}}\nobjects:\n  a: {box: 0.6, material: rubber, sampling: {octree: 2}}\n  b: {box: 0.2, at: [0.37, 0, 0], material: steel}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"a virtual body in a soft one",
         "materials: {rubber: {elastic: {youngs_modulus: 100 kPa}}, ice: {density: 917, lattice: {youngs_modulus: 100 kPa}}}\nobjects:\n  a: {box: 0.2, material: rubber}\n  b: {sphere: 0.1, at: [0.15, 0, 0], material: ice}\n",
         "test.yaml:4:3: objects.b: ", "overlaps 'a' near (", "`difference`"},
        {"body in a boundary", ground("box: 1, at: [0, 0.45, 0]"),
         "test.yaml:3:11: objects.a: ", "particles lie inside the boundary 'b'", "move one of them"},
        {"body in an implicit boundary", ground("box: 1, at: [0, 0.45, 0], method: implicit"),
         "test.yaml:3:11: objects.a: ", "particles lie inside the boundary 'b'", "move one of them"},
        {"body in an implicit boundary of half a spacing", ground("box: [1, 0.025, 1], at: [0, 0.975, 0], method: implicit"),
         "test.yaml:3:11: objects.a: ", "16 of its 64 particles lie inside the boundary 'b'", "move one of them"},
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
        {"elastic body of three particles", "spacing: 2 cm\nmaterials: {r: {elastic: {youngs_modulus: 1e5}}}\nobjects: {a: {box: [0.06, 0.02, 0.02], material: r}}\n", "test.yaml:3:11: objects.a: ",
         "is filled with 3 particles and cannot be elastic, which takes 4", "make it larger or the spacing smaller"},
        {"elastic body of one particle", "spacing: 2 cm\nmaterials: {r: {elastic: {youngs_modulus: 1e5}}}\nobjects: {a: {box: 0.02, material: r}}\n", "test.yaml:3:11: objects.a: ",
         "is filled with 1 particle and cannot be elastic", "make it larger or the spacing smaller"},
        {"pin beside all bodies", rubber + "pins: {p: {box: 0.1, at: [1, 0, 0]}}\n", "test.yaml:3:8: pins.p: ", "holds no particle of a solid object", "move it"},
        {"spring beside its body", rubber + "springs: {s: {from: {object: a, at: [0.2, 0, 0]}, to: {at: [1, 0, 0]}, stiffness: 1}}\n",
         "test.yaml:3:37: springs.s.from.at: ", "is 0.111 m away from the nearest particle of 'a'", "move it into the object"},
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

// Ice takes a tenth more room than water. A can that is shut and full has none; one that is open, or a fifth higher, has; and a wall that goes is not counted on.
TEST_F(Build, WhatFreezesNeedsRoom) {
    const auto can = [](const std::string& wall) {
        return "spacing: 2 cm\nmaterials:\n  water: {freezing: {at: 0 degC, latent_heat: 20 kJ/kg, to: ice}}\n  ice: {density: 917, lattice: {youngs_modulus: 100 kPa}}\n"
               "objects:\n  w: {box: 0.2, at: [0, 0.1, 0], material: water}\nboundaries: {can: {" + wall + "}}\n";
    };
    const std::string hollow = "difference: [{box: 0.28, at: [0, 0.1, 0]}, {box: 0.2, at: [0, 0.1, 0]}]";
    for (const char* full : {"box: 0.2, at: [0, 0.1, 0], inside: true", hollow.c_str()}) {
        const std::string sentence = complaint(can(full));
        EXPECT_EQ(sentence.find("test.yaml:6:3: objects.w: has no room to freeze: 'ice' takes 9.05 % more room than 'water'"), 0u) << sentence;
        EXPECT_NE(sentence.find("leave space above it"), std::string::npos) << sentence;
    }
    for (const char* roomy : {"box: [0.2, 0.24, 0.2], at: [0, 0.12, 0], inside: true", "difference: [{box: 0.28, at: [0, 0.1, 0]}, {box: [0.2, 1, 0.2], at: [0, 0.5, 0]}]",
                              "box: 0.2, at: [0, 0.1, 0], inside: true, until: 1 s", "box: [1, 0.1, 1], at: [0, -0.05, 0]"})
        EXPECT_EQ(complaint(can(roomy)), "") << roomy;
    // It takes 9 % more: a twentieth of room is too little, an eighth and round vessels with as much are not.
    const std::string refused = "has no room to freeze: 'ice' takes 9.05 % more room than 'water'";
    EXPECT_NE(complaint(can("box: [0.2, 0.21, 0.2], at: [0, 0.105, 0], inside: true")).find(refused), std::string::npos);
    EXPECT_EQ(complaint(can("box: [0.2, 0.225, 0.2], at: [0, 0.1125, 0], inside: true")), "");
    EXPECT_EQ(complaint(can("cylinder: {radius: 0.16, height: 0.2}, at: [0, 0.1, 0], inside: true")), "");
}

// Closed faces of the domain are walls; what freezes because it is told to freezes too, there and as far as it is told; and what sources bring fills a vessel.
TEST_F(Build, WhatFreezesNeedsRoomOtherwise) {
    const std::string ice = "  ice: {density: 917, lattice: {youngs_modulus: 100 kPa}}\n", refused = "has no room to freeze: 'ice' takes 9.05 % more room than 'water'";
    const auto        scene = [&](const std::string& why, const std::string& rest) { return "spacing: 2 cm\nmaterials:\n  water: {" + why + "}\n" + ice + rest; };
    const std::string cold = "freezing: {at: 0 degC, latent_heat: 20 kJ/kg, to: ice}", pool = "objects: {w: {box: 0.2, at: [0, 0.1, 0], material: water}}\n";
    const auto        domain = [](float high, const char* faces) { return fmt::format("domain: {{low: [-0.1, 0, -0.1], high: [0.1, {}, 0.1], faces: {}}}\n", high, faces); };
    EXPECT_NE(complaint(scene(cold, pool + domain(0.2f, "closed"))).find("objects.w: " + refused), std::string::npos);
    EXPECT_EQ(complaint(scene(cold, pool + domain(0.24f, "closed"))), "");
    EXPECT_EQ(complaint(scene(cold, pool + domain(0.2f, "{x: closed, y: open, z: closed}"))), "");

    const std::string can = "boundaries: {can: {box: 0.2, at: [0, 0.1, 0], inside: true}}\n", whole = pool + can;
    EXPECT_NE(complaint(scene("becomes: [{to: ice, after: 1 s}]", whole)).find("objects.w: " + refused), std::string::npos);
    EXPECT_NE(complaint(scene("becomes: [{to: ice, inside: {box: 0.16}, after: 1 s}]", whole)).find(refused), std::string::npos);
    EXPECT_EQ(complaint(scene("becomes: [{to: ice, inside: {sphere: 0.05}}]", whole)), "") << "a corner of it, which the rest gives room for when it is pressed";
    EXPECT_NE(complaint(scene("becomes: [{to: ice, touching: can}]", whole)).find(refused), std::string::npos);

    const auto tap = [&](const std::string& more) { return "sources: {tap: {rectangle: 0.08, at: [0, 0.36, 0], material: water, speed: 0.5 m/s" + more + "}}\n"
                                                           "boundaries: {can: {box: [0.2, 0.4, 0.2], at: [0, 0.2, 0], inside: true}}\nduration: 10 s\n"; };
    EXPECT_NE(complaint(scene(cold, tap(""))).find("sources.tap: " + refused), std::string::npos);
    EXPECT_NE(complaint(scene(cold, pool + tap(", most: 900"))).find(refused), std::string::npos);  // of 2000, 1000 are there
    EXPECT_EQ(complaint(scene(cold, pool + tap(", most: 700"))), "");
    EXPECT_EQ(complaint(scene(cold, tap(", stop: 1 s"))), "");
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
    expect("spacing: 0.1\noutput: {pictures: {colour: speed}, movie: {size: [64, 48]}}\n" + water + body + tank, "test.yaml:2:37: output.movie: ", "the film is made of `pictures`");
    EXPECT_EQ(warnings("spacing: 0.1\noutput: {pictures: {colour: speed}, movie: {}}\n" + water + body + tank), "");
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
    const auto melting = [](const std::string& more) { return "spacing: 0.1\nmaterials: {water: {" + more + "melting: {at: 300 K, latent_heat: 1 J/kg, to: b}}, b: {}}\n"; };
    expect(melting("") + body + tank, "test.yaml:2:21: materials.water.melting: ", "nothing brings it heat or takes it away");
    EXPECT_EQ(warnings(melting("conductivity: 1, ") + body + tank), "");
    const std::string wetted = "boundaries: {tank: {box: 2, inside: true, adhesion: 0.5}}\n";
    const auto        clings = [](const std::string& liquid) { return "spacing: 0.1\nmaterials: {water: {" + liquid + "}, wood: {rigid: true, density: 500, adhesion: 0.5}}\n"; };
    expect("spacing: 0.1\nmaterials: {water: {}}\n" + body + wetted, "test.yaml:4:53: boundaries.tank.adhesion: ", "no liquid has a surface tension");
    expect(clings("") + body + tank, ": materials.wood.adhesion: ", "no liquid has a surface tension");
    EXPECT_EQ(warnings(clings("surface_tension: 0.07") + body + wetted), "");
    EXPECT_EQ(warnings("spacing: 0.01\nmaterials: {rubber: {density: 1000, elastic: {youngs_modulus: 100 MPa}}}\nobjects: {ball: {sphere: 0.05, at: [0, 0.1, 0], material: rubber}}\nboundaries: {floor: {plane: [0, 1, 0]}}\n"), "");
}

}  // namespace
}  // namespace mote
