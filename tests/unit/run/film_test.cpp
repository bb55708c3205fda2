// Copyright (c) 2026 The Mote authors. MIT licence.
#include "run/film.h"

#include "mote/trace.h"
#include "run_testing.h"

namespace mote::testing {
namespace {

// The looks of a scene file are the finishes of light, by the same names and in the same order.
TEST(Film, LooksAreFinishes) {
    for (std::size_t k = 0; k < finishes().size(); ++k) {
        const std::string look = finishes()[k].name;
        const Scene scene = read_scene_text("materials: {a: {look: " + look + "}}\nobjects: {o: {box: 1, material: a}}\n", "s.yaml").scene;
        EXPECT_EQ(std::size_t(scene.materials[0].second.look), k) << look;
    }
    EXPECT_EQ(finishes().size(), std::size_t(MaterialLook::smoke) + 1);
}

DrawOptions stage() {
    DrawOptions o;
    o.stage    = {{-1, 0, -1}, {1, 1, 1}};
    o.duration = 4;
    return o;
}

// A quarter of an orbit turns what is in front to the right (y is up, counter-clockwise from above), at the same height and distance.
TEST(Film, AnOrbitGoesRound) {
    CameraSpec c;
    c.from = Vec3{0, 2, 3}, c.to = Vec3{0, 1, 0}, c.orbit = OrbitSpec{.turns = 2};
    const auto near = [&](double time, const Vec3& expected) {
        EXPECT_LT(length(camera_at(c, stage(), time, 1).from - expected), 1e-5f) << time;
    };
    near(0, {0, 2, 3});
    near(0.5, {3, 2, 0});
    near(1, {0, 2, -3});
    near(4, {0, 2, 3});
}

// A camera is at its keys at their times, waits before and after them, and at even keys on a line has one speed.
TEST(Film, KeysAreReached) {
    CameraSpec c;
    c.keys = {{0.5f, {0, 0, 5}, {}}, {1, {1, 0, 5}, {}}, {1.5f, {2, 0, 5}, {}}, {3, {2, 4, 5}, {0, 1, 0}}};
    const auto from = [&](double time) { return camera_at(c, stage(), time, 1).from; };
    EXPECT_EQ(from(0), c.keys[0].from);
    for (const CameraKeySpec& k : c.keys) EXPECT_LT(length(from(k.time) - k.from), 1e-5f);
    EXPECT_EQ(from(9), c.keys[3].from);
    EXPECT_NEAR(from(0.75).x, 0.5, 1e-5);
    EXPECT_NEAR(camera_at(c, stage(), 3, 1).to.y, 1, 1e-6);
}

// A film has a picture of every frame for every camera; those that are there already, of the same settings, are not drawn again.
TEST_F(RunTest, EveryCameraHasAFilmAndPicturesAreKept) {
    const std::string look  = "render: film, samples: 2, size: [48, 32], cameras: {front: {from: [0, 0.4, 1.5], to: [0, 0.1, 0]}, round: {orbit: 1}}";
    const std::string scene = small_dam("output: {fps: 50, pictures: {" + look + "}}\n");
    run(scene, "a", {.frames = 1});
    const fs::path front = folder / "a/pictures/front/0001.png", round = folder / "a/pictures/round/0001.png";
    EXPECT_NE(text_of(front), text_of(round));
    const auto before = fs::last_write_time(front);

    const Frame frame = read_frame(folder / "a/frames/0001.mote");
    auto        shots = shots_of(draw_options_of(folder / "a"), folder / "a/pictures");
    ASSERT_EQ(shots.size(), 2u);
    draw_frame(frame, materials_of(folder / "a"), shots[0].options, front);
    EXPECT_EQ(fs::last_write_time(front), before);
    const std::string old = text_of(front);
    shots[0].options.look.samples = 3;
    draw_frame(frame, materials_of(folder / "a"), shots[0].options, front);
    EXPECT_NE(text_of(front), old);
}

}  // namespace
}  // namespace mote::testing
