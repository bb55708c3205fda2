// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the worlds that are made of scenes are like.
#include <cmath>

#include "build_fixture.h"
#include "mote/neighbours.h"
#include "mote/sampling.h"
#include "mote/step.h"

namespace mote {
namespace {

/// Rows of matter that belong to a body.
std::vector<Index> rows_of(const World& w, const std::string& name) {
    std::vector<Index> rows;
    for (Index i = 0; i < w.particles.rows(); ++i)
        if (w.bodies[w.particles.body.host()[i]].name == name) rows.push_back(i);
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
    // Poured balls share the volume of their body, however many went in.
    const BuiltScene poured = build(water + "objects: {a: {box: 0.16, material: water, sampling: {lattice: poured}}}\n");
    EXPECT_NEAR(poured.report.bodies.at(0).mass / (1000 * 0.16 * 0.16 * 0.16), 1, 1e-5);
    EXPECT_NEAR(double(poured.report.bodies.at(0).particles), 0.57 * 6 / M_PI * 512, 0.04 * 0.57 * 6 / M_PI * 512);
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
    for (const Index i : rows_of(w, "still")) EXPECT_EQ(length(xyz(p.velocity_density.host()[i])), 0);
    double momentum[3] = {}, mass = 0;
    for (const Index i : rows_of(w, "wheel")) {
        const Vec3 x = xyz(p.position_volume.host()[i]), v = xyz(p.velocity_density.host()[i]);
        EXPECT_NEAR(v.x, 1 + 10 * (x.z + 1), 1e-5);
        EXPECT_NEAR(v.y, 2, 1e-6);
        EXPECT_NEAR(v.z, 3 - 10 * (x.x - 3), 1e-5);
        EXPECT_EQ(p.temperature.host()[i], 350);
        EXPECT_EQ(w.material_names[p.material.host()[i]].name, "mud");
        EXPECT_EQ(p.rest_density.host()[i], 1600);
        EXPECT_EQ(p.viscosity.host()[i], 2);
        const float m = p.mass.host()[i];
        mass += m, momentum[0] += m * v.x, momentum[1] += m * v.y, momentum[2] += m * v.z;
    }
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(momentum[k] / mass, k + 1, 1e-5) << "spin adds no momentum";
    for (const Index i : rows_of(w, "plate")) EXPECT_EQ(p.temperature.host()[i], 400);
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
            EXPECT_EQ(Role(p.role.host()[i]), body.boundary ? Role::wall : Role::matter);
            EXPECT_EQ(i >= p.size(), body.boundary);
            EXPECT_GT(p.position_volume.host()[i].w, 0);
            EXPECT_TRUE(body.box.contains(xyz(p.position_volume.host()[i])));
        }
    }
    std::vector<bool> seen(p.rows());
    for (Index i = 0; i < p.rows(); ++i) {
        ASSERT_LT(p.id.host()[i], p.rows());
        EXPECT_FALSE(seen[p.id.host()[i]]);
        seen[p.id.host()[i]] = true;
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
        const Vec3 x     = xyz(w.particles.position_volume.host()[i]);
        int        walls = 0;
        for (const float gap :
             {0.5f * size.x - std::abs(x.x), 0.5f * size.y - std::abs(x.y), 0.5f * size.z - std::abs(x.z)})
            walls += gap < 0.6f * w.spacing;
        error[std::size_t(walls)] =
            std::max(error[std::size_t(walls)], std::abs(w.particles.velocity_density.host()[i].w / 1000 - 1));
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
    for (Index i = 0; i < p.rows(); ++i) EXPECT_EQ(p.position_volume.host()[i].z, 0);
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
        const Vec4 x = p.position_volume.host()[i];
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
    for (Index i = p.size(); i < p.rows(); ++i) EXPECT_GT(p.position_volume.host()[i].x, 0.39f);
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
    for (const Index i : rows) box.include(xyz(built.world->particles.position_volume.host()[i]));
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

}  // namespace
}  // namespace mote
