// Copyright (c) 2026 The Mote authors. MIT licence.
#include "run/film.h"

#include <algorithm>

#include "mote/shape.h"
#include "mote/trace.h"
#include "run/film_walls.h"
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

// Rigid bodies are drawn as their shapes, not as their particles, where they are in a frame and as they move.
TEST_F(RunTest, RigidBodiesAreDrawnAsTheirShapes) {
    for (const auto& [object, volume] : {std::pair{"box: [0.2, 0.12, 0.08]", 0.2 * 0.12 * 0.08}, {"sphere: 0.1", 4 / 3. * M_PI * 1e-3}}) {
        const std::string name = std::string(object).substr(0, 3);
        run("spacing: 2 cm\nduration: 0.1 s\nmaterials: {wood: {density: 500, rigid: true}}\nobjects: {die: {" + std::string(object) +
                ", at: [0.1, 0.5, 0], material: wood, velocity: [1, 0, 0], spin: [0, 8, 0]}}\noutput: {fps: 50}\n", name, {});
        const DrawOptions o      = draw_options_of(folder / name);
        const auto        bodies = rigid_bodies_in(read_frame(folder / name / "frames/0005.mote"), o);
        ASSERT_EQ(bodies.size(), 1u);
        EXPECT_NEAR(bodies[0].pose.to.x, 0.2, 1e-3);
        EXPECT_NEAR(bodies[0].spin.y, 8, 1e-3);
        const Surface surface = body_surface(bodies[0], o, 0);
        const auto&   points  = surface.mesh.points;
        double        inside  = 0;
        for (const auto& t : surface.mesh.triangles) inside += double(dot(points[t[0]], cross(points[t[1]], points[t[2]]))) / 6;
        EXPECT_NEAR(inside, volume, 0.01 * volume) << object;
        for (std::size_t k = 0; k < points.size(); ++k) {
            EXPECT_LT(std::abs(o.rigid[0].shape->distance(bodies[0].pose.undo(points[k]))), 0.1f * 0.02f);
            EXPECT_LT(length(surface.velocity[k] - (bodies[0].velocity + cross(Vec3{0, 8, 0}, points[k] - bodies[0].pose.to))), 1e-2f);
        }
    }
}

// Boundaries keep their edges: what cubes cut off is put back, so the drawn solid is as large as the boundary and its vertices lie on it.
TEST(Film, EdgesOfBoundariesAreSharp) {
    DrawOptions o = stage();
    o.spacing     = 0.05f;
    const double prism  = 0.4 * 0.3 * 0.2, cylinder = M_PI * 0.2 * 0.2 * 0.3;
    for (const auto& [form, volume] : {std::pair{"box: [0.4, 0.3, 0.2], rotate: {axis: [1, 2, 0.5], angle: 23 deg}", prism},
                                       {"intersection: [{box: [0.4, 0.3, 0.2]}, {box: 1}], rotate: {axis: [1, 2, 0.5], angle: 23 deg}", prism},
                                       {"cylinder: {radius: 0.2, height: 0.3}, rotate: {axis: [1, 2, 0.5], angle: 23 deg}", cylinder},
                                       {"union: [{box: [0.4, 0.3, 0.2]}, {box: [0.4, 0.3, 0.2], at: [0.2, 0.25, 0]}]", prism * 2 - 0.2 * 0.05 * 0.2}}) {
        const Scene scene = read_scene_text("materials: {a: {}}\nobjects: {o: {sphere: 0.1, at: [0, 3, 0], material: a}}\nboundaries: {b: {" + std::string(form) + "}}\n", "s.yaml").scene;
        DrawnBoundary boundary{make_shape(scene.boundaries[0].second.shape, 3), {}, {}, BoundarySpec::Look::matte, false};
        const Surface s      = boundary_surface(boundary, o, 0);
        const auto&   points = s.mesh.points;
        double        inside = 0, off = 0;
        for (const auto& t : s.mesh.triangles) inside += double(dot(points[t[0]], cross(points[t[1]], points[t[2]]))) / 6;
        for (const Vec3& x : points) off = std::max(off, double(std::abs(boundary.shape->distance(x))));
        EXPECT_NEAR(inside, volume, 3e-3 * volume) << form;  // round ones lose what lies between their facets
        EXPECT_LT(off, 0.05 * 0.05) << form;
    }
}

// A caption tells frames of short scenes apart.
TEST(Film, ShortTimesAreInSmallUnits) {
    DrawOptions o;
    o.duration = 2, o.fps = 30;
    EXPECT_EQ(time_in_words(0.9, o), "0.900 s");
    o.duration = 80e-6f, o.fps = 500000;
    EXPECT_EQ(time_in_words(80e-6, o), "80 us");
    o.duration = 5e-3f, o.fps = 10000;
    EXPECT_EQ(time_in_words(1.2e-3, o), "1.2 ms");
}

// One of several materials has a face of each, which together are its surface.
TEST_F(RunTest, PartsOfARigidBodyAreDrawnInTheirMaterials) {
    run("spacing: 2 cm\nduration: 0.1 s\nmaterials: {wood: {rigid: true}, iron: {rigid: true}, lead: {rigid: true}}\n"
        "objects: {bar: {box: [0.24, 0.12, 0.12], at: [0, 0.5, 0], material: wood, regions: [{box: [0.08, 1, 1], at: [0.08, 0, 0], material: iron}, {box: 0.04, material: lead}]}}\noutput: {fps: 50}\n", "a", {});
    const DrawOptions o      = draw_options_of(folder / "a");
    const auto        bodies = rigid_bodies_in(read_frame(folder / "a/frames/0005.mote"), o);
    ASSERT_EQ(bodies.size(), 1u);
    const auto area = [&](const DrawnBody& body, MaterialId m) {
        const Surface s   = body_surface(body, o, m);
        double        sum = 0;
        for (const auto& t : s.mesh.triangles) sum += 0.5 * double(length(cross(s.mesh.points[t[1]] - s.mesh.points[t[0]], s.mesh.points[t[2]] - s.mesh.points[t[0]])));
        return sum;
    };
    DrawnRigid one   = *bodies[0].body;
    one.material_at  = [](const Vec3&) { return MaterialId(0); };
    DrawnBody  whole = bodies[0];
    whole.body       = &one;
    EXPECT_NEAR(area(bodies[0], 1), 0.12 * 0.12 + 4 * 0.12 * 0.08, 0.05 * 0.0528);
    EXPECT_NEAR(area(bodies[0], 0) + area(bodies[0], 1), area(whole, 0), 1e-6);
    EXPECT_EQ(area(bodies[0], 2), 0);  // it is inside
}

bool is_red(const Pixel& p) { return p.r > 40 + p.g; }
bool is_green(const Pixel& p) { return p.g > 40 + p.r; }

/// How many pixels are clearly of a colour.
struct Reddish {
    std::ptrdiff_t red, green;
    explicit Reddish(const Image& image)
        : red(std::count_if(image.pixels.begin(), image.pixels.end(), is_red)), green(std::count_if(image.pixels.begin(), image.pixels.end(), is_green)) {}
};

/// Where a place of the scene is seen at the start.
Pixel seen_at(const Image& image, const DrawOptions& o, const Vec3& place) {
    const Projected at = project(camera_at(o.look.camera, o, 0, float(image.width) / float(image.height)), image.width, image.height, place);
    return image.at(int(at.x), int(at.y));
}

// Elastic bodies of one material that touch are seen apart: each has a surface of its own, with a groove between them.
TEST_F(RunTest, TouchingBodiesAreSeenApart) {
    const std::string scene = "spacing: 2.5 cm\nduration: 0.02 s\ngravity: [0, 0, 0]\nmaterials: {foam: {elastic: {youngs_modulus: 10 kPa}, colour: [0.8, 0.7, 0.6]}}\n"
                              "objects: {a: {box: 0.3, at: [-0.15, 0.15, 0], material: foam}, b: {box: 0.3, at: [0.15, 0.15, 0], material: foam}}\n"
                              "output: {fps: 50, pictures: {render: film, size: [160, 80], samples: 16, camera: {from: [0, 0.2, 1.5], to: [0, 0.15, 0], view_angle: 0.1}}}\n";
    run(scene, "a", {.frames = 1});
    const Frame frame   = read_frame(folder / "a/frames/0001.mote");
    DrawOptions options = draw_options_of(folder / "a");
    const auto  groove  = [&] {  // what is darkest about the middle, over the face beside it
        const Image image = picture_of(frame, materials_of(folder / "a"), options);
        const auto  green = [&](float x) { return int(seen_at(image, options, {x, 0.15f, 0.15f}).g); };
        int         least = 255;
        for (int k = -20; k <= 20; ++k) least = std::min(least, green(0.001f * float(k)));
        return float(least) / float(green(-0.08f));
    };
    EXPECT_LT(groove(), 0.8f);
    options.solid.clear();
    EXPECT_GT(groove(), 0.9f);
}

// A boundary has the colour that the scene gives it, in quick pictures and in films, whatever its look; without one it is grey.
TEST_F(RunTest, BoundariesHaveTheirColours) {
    const std::string scene = "spacing: 5 cm\nduration: 0.02 s\nmaterials: {water: {preset: water}}\n"
                              "objects: {drop: {box: 0.1, at: [0, 0.6, 0], material: water}}\n"
                              "boundaries:\n"
                              "  red: {sphere: 0.2, at: [-0.4, 0.2, 0], look: clay, colour: [0.8, 0.05, 0.05]}\n"
                              "  green: {box: 0.3, at: [0.4, 0.15, 0], look: metal, colour: [0.1, 0.7, 0.1], method: implicit}\n"
                              "  grey: {box: 0.2, at: [0, 0.1, 0], look: clay}\n"
                              "output: {fps: 50, pictures: {size: [96, 64], samples: 4, boundaries: true}}\n";
    run(scene, "a", {.frames = 1});
    const Frame frame   = read_frame(folder / "a/frames/0001.mote");
    DrawOptions options = draw_options_of(folder / "a");
    for (const auto render : {PictureSpec::Render::quick, PictureSpec::Render::film}) {
        options.look.render = render;
        const Reddish seen(picture_of(frame, materials_of(folder / "a"), options));
        EXPECT_GT(seen.red, 60) << int(render);
        EXPECT_GT(seen.green, 60) << int(render);
    }
    for (DrawnBoundary& b : options.boundaries) b.colour.reset();
    const Reddish grey(picture_of(frame, materials_of(folder / "a"), options));
    EXPECT_EQ(grey.red + grey.green, 0);
}

// A floor without end is drawn as far as the scene goes: its colour is seen beside the matter, and nothing covers that.
TEST_F(RunTest, APlaneIsAFloorInAFilm) {
    const std::string scene = "spacing: 5 cm\nduration: 0.02 s\nmaterials: {clay: {look: clay, colour: [0.05, 0.6, 0.05]}}\n"
                              "objects: {block: {box: 0.4, at: [0, 0.2, 0], material: clay}}\n"
                              "boundaries: {floor: {plane: {}, look: matte, colour: [0.7, 0.05, 0.05]METHOD}}\n"
                              "output: {fps: 50, pictures: {size: [96, 64], samples: 4, render: film, camera: {from: [0, 0.8, 2], to: [0, 0.2, 0]}}}\n";
    for (const char* method : {"", ", method: implicit"}) {
        std::string text = scene;
        text.replace(text.find("METHOD"), 6, method);
        const std::string name = *method ? "implicit" : "sampled";
        run(text, name, {.frames = 1});
        const DrawOptions options = draw_options_of(folder / name);
        const Image       image   = picture_of(read_frame(folder / name / "frames/0001.mote"), materials_of(folder / name), options);
        EXPECT_TRUE(is_green(seen_at(image, options, {0, 0.3f, 0.2f}))) << name;
        EXPECT_TRUE(is_red(seen_at(image, options, {0, 0, 0.5f}))) << name;
        EXPECT_TRUE(is_red(seen_at(image, options, {-0.5f, 0, -0.5f}))) << name;
        EXPECT_FALSE(is_red(seen_at(image, options, {-0.9f, 0, 0}))) << name << ": it ends beside the stage";
    }
}

// A 2-D scene is a slab, seen nearly from the front: matter and boundaries where they are in the plane, and nothing between them.
TEST_F(RunTest, ATwoDimensionalSceneHasAFilm) {
    const std::string scene = "dimension: 2\nspacing: 2 cm\nduration: 0.02 s\nmaterials: {clay: {look: clay, colour: [0.05, 0.6, 0.05]}}\n"
                              "objects: {block: {box: [0.4, 0.4], at: [0, 0.2], material: clay}}\n"
                              "boundaries: {post: {sphere: 0.2, at: [-0.6, 0.2], look: clay, colour: [0.7, 0.05, 0.05]}}\n"
                              "output: {fps: 50, pictures: {size: [240, 160], samples: 2, render: film}}\n";
    run(scene, "flat", {.frames = 1});
    const Frame frame   = read_frame(folder / "flat/frames/0001.mote");
    DrawOptions options = draw_options_of(folder / "flat");
    const Image image   = picture_of(frame, materials_of(folder / "flat"), options);
    for (const float x : {-0.15f, 0.f, 0.15f})
        for (const float y : {0.15f, 0.25f, 0.35f}) EXPECT_TRUE(is_green(seen_at(image, options, {x, y, 0}))) << x << " " << y;
    for (const float x : {-0.45f, -0.6f, -0.75f}) EXPECT_TRUE(is_red(seen_at(image, options, {x, 0.2f, 0}))) << x;
    const Pixel between = seen_at(image, options, {-0.3f, 0.35f, 0});
    EXPECT_FALSE(is_red(between) || is_green(between));
    options.look.colour = "speed";
    for (const bool surface : {false, true}) {  // balls, one deep; or a slab
        options.look.surface = surface;
        EXPECT_TRUE(is_red(seen_at(picture_of(frame, materials_of(folder / "flat"), options), options, {-0.6f, 0.2f, 0})));
    }
}

}  // namespace
}  // namespace mote::testing
