// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Elastic bodies among walls, water and each other. What they are without anything around them is tested in tests/unit/solids.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

// Coulomb: a block slides down a slope at g (sin - mu cos), or rests (V-73). The slope is in the direction of gravity.
TEST(Solids, ABlockOnASlopeSlidesOrRests) {
    for (const double mu : {0.0, 0.3, 0.7})
    for (const char* method : {"implicit", "sampled"}) {
        const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [4.905, -8.496]
materials: {rubber: {density: 1000, friction: )" + std::to_string(mu) + R"(, elastic: {youngs_modulus: 200 kPa, damping: 2 ms}}}
objects: {block: {box: 0.1, at: [0, 0.0501], material: rubber}}
boundaries: {slope: {plane: [0, 1], method: )" + method + R"(}}
)");
        advance(*w, 0.2);
        const double halfway = mean_of(*w).place.x;
        advance(*w, 0.4);
        const Mean   m     = mean_of(*w);
        const double asked = 0.4 * std::max(4.905 - mu * 8.496, 0.0);
        record(fmt::format("off_in_g_sin_{}_{}", mu, method), (m.momentum.x / m.mass - asked) / (0.4 * 4.905));
        EXPECT_NEAR(m.momentum.x / m.mass, asked, 0.03 * 0.4 * 4.905) << mu << method;
        if (mu > 0.6) { EXPECT_LT(std::abs(m.place.x - halfway), 2e-4); }
    }
}

/// How a stack of ten cubes of rubber stands, or of squares.
struct Stack {
    double                 modulus;  // a tower so high would buckle below 0.6 MPa if it were one piece [Greenhill 1881]
    std::unique_ptr<World> world;

    Stack(const std::string& contact, double youngs_modulus, int dimension) : modulus(youngs_modulus) {
        std::string objects;
        for (int k = 0; k < 10; ++k) objects += fmt::format("  c{}: {{box: {}, at: [0, {}, 0], material: rubber}}\n", k, dimension == 2 ? "[0.04, 0.04]" : "0.04", 0.02 + 0.04 * k);
        world = world_of(fmt::format("dimension: {}\nspacing: 1 cm\nsolids: {{contact: {}}}\nmaterials: {{rubber: {{density: 1000, friction: 0.5, elastic: {{youngs_modulus: {}, poissons_ratio: 0.3, damping: 0.5 ms}}}}}}\n"
                                     "boundaries: {{floor: {{plane: [0, 1, 0], method: implicit}}}}\nobjects:\n{}", dimension, contact, modulus, objects), 1);
    }
    std::vector<Vec3d> centres() const {
        std::vector<Vec3d> all;
        for (int k = 0; k < 10; ++k) all.push_back(centre_of(*world, fmt::format("c{}", k)));
        return all;
    }
    /// How far a cube is from where it was, at most, in spacings.
    double moved_since(const std::vector<Vec3d>& then) const {
        double     most = 0;
        const auto now  = centres();
        for (std::size_t k = 0; k < now.size(); ++k) most = std::max(most, length(now[k] - then[k]));
        return most / 0.01;
    }
    /// How far the least upright of them leans [rad].
    double lean() const {
        double most = 0;
        for (const RigidFit& f : world->solids->fit(world->exec, world->particles)) most = std::max(most, std::acos(std::min(1.0, f.turn.row[1].y)));
        return most;
    }
};

struct Kind {
    const char *name, *contact;
    double      modulus;
};
class AStackOfTen : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Solids, AStackOfTen, testing::Values(Kind{"particles", "particles", 2e6}, Kind{"implicit", "particles", 10e6}, Kind{"surfaces", "surfaces", 2e6}), [](const auto& kind) { return kind.param.name; });

// Ten cubes of rubber on each other settle, with no more than what their weight and contact squeeze out of the tower, and then stay: it does not creep, lean or shake. Squares for half a second; every
// night cubes for 5 s. Stiff ones take implicit steps by themselves.
TEST_P(AStackOfTen, Stays) {
    const bool   nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    Stack        stack(GetParam().contact, GetParam().modulus, nightly ? 3 : 2);
    const bool   implicit = std::string(GetParam().name) == "implicit";
    const auto   start = stack.centres();
    EXPECT_EQ(step(*stack.world, 0.02f).solid_iterations > 0, implicit);
    const double early = nightly ? 1 : 0.35, end = nightly ? 5 : 0.55;
    advance(*stack.world, early);
    const auto settled = stack.centres();
    double     crept = 0, lean = 0;
    for (int k = 1; k <= 10 && crept < 1; ++k) {
        advance(*stack.world, early + (end - early) * k / 10);
        crept = std::max(crept, stack.moved_since(settled)), lean = std::max(lean, stack.lean());
    }
    const auto late = stack.centres();
    advance(*stack.world, end + 0.05);
    const double speed = 0.01 * stack.moved_since(late) / 0.05, sag = 1000 * 9.81 * 0.4 * 0.4 / (2 * stack.modulus);  // speed of a cube; sag: rho g H^2/(2 E)
    double       aside = 0;
    for (const Vec3d& c : stack.centres()) aside = std::max(aside, std::hypot(c.x, c.z) / 0.01);
    record("crept_in_spacings", crept), record("aside_in_spacings", aside), record("lean", lean), record("speed", speed), record("sag_over_theory", (start[9].y - late[9].y) / sag);
    EXPECT_LT(crept, 0.02);
    EXPECT_LT(aside, 0.02);
    EXPECT_LT(lean, 2e-3);
    EXPECT_LT(speed, 1e-3);
    EXPECT_GT(start[9].y - late[9].y, 0.8 * sag);
    EXPECT_LT(start[9].y - late[9].y, 2 * sag);
}

// A body that is so slow that no float would see how far it goes in a short step moves on all the same.
TEST(Solids, PlacesKeepWhatFloatsLeaveOut) {
    for (const char* method : {"explicit", "implicit"}) {
        const auto   w = world_of(fmt::format("dimension: 2\nspacing: 1 cm\ngravity: [0, 0]\nsolids: {{method: {}}}\ntime_step: {{largest: 0.1 ms}}\nmaterials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 10 MPa}}}}}}\n"
                                              "objects: {{block: {{box: [0.04, 0.04], at: [0.4, 0.4], material: rubber, velocity: [1e-4, -5e-5]}}}}\n", method));
        const Vec3d start = centre_of(*w, "block");
        advance(*w, 0.1);
        const Vec3d way = centre_of(*w, "block") - start;
        EXPECT_NEAR(way.x, 1e-5, 1e-7) << method;
        EXPECT_NEAR(way.y, -5e-6, 1e-7) << method;
    }
}

// A strip whose arms are pressed onto each other does not pass through itself.
TEST(Solids, AFoldedStripTouchesItself) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
gravity: [0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 100 kPa, damping: 1 ms}}}
objects: {strip: {difference: [{box: [0.3, 0.1]}, {box: [0.27, 0.05], at: [0.02, 0]}], at: [0, 0], material: rubber}}
pins:
  upper: {box: [0.3, 0.011], at: [0.05, 0.045], motion: [{time: 0 s}, {time: 0.2 s, move: [0, -0.0275]}, {time: 10 s, move: [0, -0.0275]}]}
  lower: {box: [0.3, 0.011], at: [0.05, -0.045], motion: [{time: 0 s}, {time: 0.2 s, move: [0, 0.0275]}, {time: 10 s, move: [0, 0.0275]}]}
)");
    advance(*w, 0.5);
    float lowest = 1, highest = -1;  // of what was above and below, away from the hinge
    for (Index i = 0; i < w->particles.size(); ++i) {
        const Vec3 rest = xyz(w->solids->rest.rest_position_volume.host()[w->solids->place.host()[i]]), x = xyz(w->particles.position_volume.host()[i]);
        if (rest.x < 0 || rest.x > 0.1f) continue;
        if (rest.y > 0) lowest = std::min(lowest, x.y);
        if (rest.y < 0) highest = std::max(highest, x.y);
    }
    EXPECT_GT(lowest - highest, 0.5f * 5e-3f);  // without contact it would be 0
}

struct Float {
    const char* name;
    int         dimension;
    double      density;  // of 1000
    const char* matter;
};
class ABlockFloats : public testing::TestWithParam<Float> {};

// A body displaces its weight, soft or rigid: it is as deep in the water as its share of the density, within half a spacing, over the last of some seconds (V-36).
TEST_P(ABlockFloats, AsDeepAsItIsHeavy) {
    const Float  f     = GetParam();
    const bool   flat  = f.dimension == 2, nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    if (!flat && !nightly) GTEST_SKIP() << "only with --nightly";
    const double share = f.density / 1000, height = 0.08, deep = flat ? 0.16 : 0.12, wide = flat ? 0.5 : 0.32, side = flat ? 0.24 : 0.16;
    const auto   w     = world_of(fmt::format(R"(
dimension: {}
spacing: 10 mm
materials:
  matter: {{density: {}, friction: 0, {}}}
  water: {{density: 1000, viscosity: 0.3 Pa s}}
objects:
  pool: {{box: [{}, {}, {}], at: [0, {}, 0], material: water}}
  block: {{box: [{}, {}, {}], at: [0, {}, 0], material: matter}}
boundaries: {{tank: {{box: [{}, 0.6, {}], at: [0, 0.3, 0], inside: true}}}}
)", f.dimension, f.density, f.matter, wide, deep, wide, 0.5 * deep, side, height, side, deep + 0.51 * height, wide, wide));
    const double share_of_area = flat ? side / wide : side * side / (wide * wide);
    double       draught       = 0;
    for (int k = 1; k <= 20; ++k) {  // the level is that of the water and what it carries: deep + share_of_area draught
        advance(*w, 3 + 0.05 * k);
        draught += 0.05 * (deep - (centre_of(*w, "block").y - 0.5 * height)) / (1 - share_of_area);
    }
    record("off_in_spacings", (draught - share * height) / 0.01);
    EXPECT_NEAR(draught, share * height, 0.005);
}
INSTANTIATE_TEST_SUITE_P(Solids, ABlockFloats,
                         testing::Values(Float{"soft_quarter", 2, 250, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"}, Float{"soft_half", 2, 500, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"},
                                         Float{"soft_three_quarters", 2, 750, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"}, Float{"rigid_quarter", 2, 250, "rigid: true"},
                                         Float{"rigid_three_quarters", 2, 750, "rigid: true"}, Float{"soft_half_3d", 3, 500, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"},
                                         Float{"soft_three_quarters_3d", 3, 750, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"}, Float{"soft_quarter_3d", 3, 250, "elastic: {youngs_modulus: 100 kPa, damping: 1 ms}"},
                                         Float{"rigid_quarter_3d", 3, 250, "rigid: true"}, Float{"rigid_three_quarters_3d", 3, 750, "rigid: true"}),
                         [](const auto& f) { return std::string(f.param.name); });

TEST(Solids, WaterAndBodyKeepTheirMomentum) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
gravity: [0, 0]
materials:
  foam: {density: 500, elastic: {youngs_modulus: 100 kPa}}
  water: {preset: water}
objects:
  drop: {box: 0.1, at: [-0.08, 0.01], material: water, velocity: [1, 0]}
  block: {box: 0.1, at: [0.04, 0], material: foam}
)");
    const double before = mean_of(*w, 1).momentum.x;
    advance(*w, 0.15);
    const Mean block = mean_of(*w, 0), water = mean_of(*w, 1);
    EXPECT_GT(block.momentum.x, 0.1 * before);
    EXPECT_NEAR(block.momentum.x + water.momentum.x, before, 2e-5 * before);
    EXPECT_NEAR(block.momentum.y + water.momentum.y, 0, 2e-5 * before);
}

// Clay stays where it was pressed.
TEST(Solids, ClayKeepsItsDent) {
    const std::string scene = R"(
dimension: 2
spacing: 10 mm
materials: {clay: {density: 1500, elastic: {youngs_modulus: 200 kPa, damping: 1 ms}, plastic: {law: von_mises, yield_stress: 1.5 kPa}}}
objects: {lump: {box: 0.12, at: [0, 0.36], material: clay}}
boundaries: {floor: {plane: [0, 1], method: implicit}}
)";
    const auto clay = world_of(scene);
    advance(*clay, 1);
    EXPECT_LT(mean_of(*clay).box.size().y, 0.095f);
    EXPECT_GT(mean_of(*clay).box.size().x, 0.12f);
    EXPECT_LT(mean_of(*clay).kinetic, 1e-2);
}

// A clay man whom a board squashes is as high from then on as the board left him (scenes/clay_figure.yaml, at twice its spacing but by night).
TEST(Solids, AClayManStaysSquashed) {
    SceneFile file = read_scene(MOTE_SOURCE_DIR "/scenes/clay_figure.yaml");
    if (std::getenv("MOTE_NIGHTLY") == nullptr) file.scene.spacing *= 2;
    const auto w      = build_scene(file, test_exec()).world;
    const auto height = [&] { return double(mean_of(*w).box.high.y) + 0.5 * double(w->spacing); };
    const double start = height(), board = 0.192 - 0.085;  // its face, lowest
    advance(*w, 1.1);
    const double pressed = height();
    advance(*w, 1.3);
    const double released = height();
    advance(*w, 2);
    record("start", start), record("pressed", pressed), record("released", released), record("end", height()), record("kinetic", momenta_of(*w).kinetic);
    EXPECT_GT(start, 0.17);
    EXPECT_NEAR(pressed, board, 0.5 * double(w->spacing));
    EXPECT_NEAR(released, pressed, 0.05 * (start - pressed));
    EXPECT_NEAR(height(), released, 0.02 * (start - pressed));
    EXPECT_LT(momenta_of(*w).kinetic, 0.01);  // he may rock a little, at 0.15 m/s
}

// A hand that turns by three quarters leads what it holds the whole way round.
TEST(Solids, PinsLeadRoundABend) {
    const auto world = world_of(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 200 kPa, poissons_ratio: 0.3, damping: 2 ms}}}
objects: {bar: {box: [0.12, 0.04, 0.04], material: rubber}}
pins: {hand: {box: [0.04, 0.1, 0.1], at: [0.04, 0, 0], motion: {about: [0, 0, 0], keys: [{time: 0 s}, {time: 1 s, rotate: {axis: [0, 0, 1], angle: 270 deg}}]}}}
)");
    advance(*world, 1);
    const RestShape& rest = world->solids->rest;
    double           most = 0;
    for (Index i = 0; i < world->particles.size(); ++i) {
        const Index s = world->solids->place.host()[i];
        if (rest.pin.host()[s] == 0) continue;
        const Vec4 q = rest.rest_position_volume.host()[s], x = world->particles.position_volume.host()[i];
        most = std::max(most, double(length(Vec3{x.x - q.y, x.y + q.x, x.z - q.z})));
    }
    EXPECT_LT(most, 1e-3);
}

}  // namespace
}  // namespace mote
