// Copyright (c) 2026 The Mote authors. MIT licence.
#include "trace/light.h"
#include "trace_testing.h"

namespace mote::testing {
namespace {

const std::vector<Vec3> middle{{0, 0, 0}};

double sum_of(const LinearImage& image) {
    double sum = 0;
    for (const Vec3& c : image.pixels) sum += c.y;
    return sum;
}

/// How many pixels of the middle row are brighter than half.
int width_of(const LinearImage& image) {
    int count = 0;
    for (int x = 0; x < image.width; ++x) count += image.at(x, image.height / 2).y > 0.5f;
    return count;
}

const std::vector<float> hot{1550};

/// A ball that shines by itself in the dark.
TraceScene lamp(float radius) {
    TraceScene scene;
    scene.balls.push_back({.centre = middle, .common_radius = radius, .temperature = hot, .finish = {.colour = {}, .glow = 1}});
    scene.sky = even_sky(0);
    return scene;
}

TraceScene mixed(const BoxMesh& box) {
    TraceScene scene;
    scene.meshes.push_back(box.mesh(*find_finish("water")));
    scene.balls.push_back({.centre = middle, .common_radius = 0.4f, .finish = *find_finish("wax", {0.8f, 0.3f, 0.2f})});
    scene.ground = Ground{.height = -0.5f, .checker = 0.3f, .contact = 0.05f};
    return scene;
}

TEST(Trace, SameBytesForAnyNumberOfThreads) {
    const BoxMesh box({-0.5f, -0.5f, -0.5f}, {0.5f, 0.2f, 0.5f});
    TraceOptions  o{.width = 64, .height = 48, .samples = 4, .seed = 7, .threads = 1};
    const TraceCamera camera{.camera = frame_box({{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}}, 4 / 3.f)};
    const Image   one = trace(mixed(box), camera, o);
    o.threads         = 2;
    EXPECT_EQ(trace(mixed(box), camera, o), one);
    o.seed = 8;
    EXPECT_NE(trace(mixed(box), camera, o), one);
}

TEST(Trace, TheDenoiserTakesNoiseAndKeepsTheLight) {
    const BoxMesh     box({-0.5f, -0.5f, -0.5f}, {0.5f, 0.2f, 0.5f});
    const TraceCamera camera{.camera = frame_box({{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}}, 1)};
    const auto        truth = trace_linear(mixed(box), camera, {.width = 48, .height = 48, .samples = 256, .denoise = false});
    const auto        error = [&](const LinearImage& image) {
        double sum = 0;
        for (std::size_t k = 0; k < image.pixels.size(); ++k) sum += dot(image.pixels[k] - truth.pixels[k], image.pixels[k] - truth.pixels[k]);
        return sum;
    };
    const auto noisy = trace_linear(mixed(box), camera, {.width = 48, .height = 48, .samples = 8, .denoise = false});
    const auto clean = trace_linear(mixed(box), camera, {.width = 48, .height = 48, .samples = 8});
    EXPECT_LT(error(clean), 0.6 * error(noisy));
    EXPECT_NEAR(sum_of(clean) / sum_of(truth), 1, 0.01);
}

// While the shutter is open for s, a thing of speed v leaves a trace of v s beside its own width.
TEST(Trace, MotionBlurIsAsWideAsTheWay) {
    const std::vector<Vec3> velocity{{3, 0, 0}};
    TraceScene              scene = lamp(0.02f);
    scene.balls[0].velocity       = velocity;
    TraceCamera camera            = flat_camera(1);
    EXPECT_EQ(width_of(trace_linear(scene, camera, plain(128, 16))), 5);
    camera.shutter   = 0.2f;
    const auto image = trace_linear(scene, camera, plain(128, 64));
    int        count = 0, left = 128, right = 0;
    for (int x = 0; x < 128; ++x)
        if (image.at(x, 64).y > 0) ++count, left = std::min(left, x), right = std::max(right, x);
    EXPECT_NEAR(count, (0.6 + 0.04) * 128, 3);
    EXPECT_NEAR(0.5 * (left + right), 63.5, 1);
}

// A point in focus stays sharp, one out of focus becomes a disc: by similar triangles 2 R |z - f| / f wide in its plane.
TEST(Trace, WhatIsInFocusStaysSharp) {
    TraceCamera camera{.camera = {.from = {0, 0, 2}, .to = {0, 0, 0}, .view_angle = 2 * std::atan(0.25f)}, .lens_radius = 0.2f};
    const auto  spread = [&] {
        const auto image = trace_linear(lamp(0.01f), camera, plain(64, 128));
        int        most  = 0;
        for (int y = 0; y < 64; ++y) {
            int count = 0;
            for (int x = 0; x < 64; ++x) count += image.at(x, y).y > 0;
            most = std::max(most, count);
        }
        return most;
    };
    EXPECT_LE(spread(), 4);  // its own width of 1.3 pixels and the pixel's filter
    camera.focus = 4;        // a blur of 0.2 m; the view is 1 m high there
    EXPECT_NEAR(spread(), 0.2 * 64 + 1.3, 2.5);
}

// The cut face of a closed mesh is there, with its finish, and what stands before it is gone.
TEST(Trace, ACutShowsAFace) {
    const BoxMesh box({-1, -1, -1}, {1, 1, 1});
    TraceScene    scene;
    scene.meshes.push_back(box.mesh({.colour = {0.5f, 0.25f, 0.125f}}));
    scene.balls.push_back({.centre = middle, .common_radius = 0.2f});
    scene.sky = even_sky();
    scene.cut = Cut{.at = {0, 0, -0.5f}, .normal = {0, 0, 1}};
    for (const Vec3& c : trace_linear(scene, flat_camera(1), plain(8, 4)).pixels) EXPECT_NEAR(c.x, 0.5, 1e-4);
}

// A disc is seen from both sides, and from its edge not at all.
TEST(Trace, DiscsLieAcrossTheirNormals) {
    std::vector<Vec3> normal{{0, 0, 1}};
    TraceScene        scene;
    scene.balls.push_back({.centre = middle, .common_radius = 0.4f, .normal = normal, .temperature = hot, .finish = {.colour = {}, .glow = 1}});
    scene.sky = even_sky(0);
    EXPECT_NEAR(sum_of(trace_linear(scene, flat_camera(1), plain(64, 16))), pi * 0.16 * 64 * 64, 40);
    normal[0] = {0, 0, -1};
    EXPECT_NEAR(sum_of(trace_linear(scene, flat_camera(1), plain(64, 16))), pi * 0.16 * 64 * 64, 40);
    normal[0] = {1, 0, 0};
    EXPECT_LT(sum_of(trace_linear(scene, flat_camera(1), plain(64, 16))), 1);
}

// A plate stands on the floor: from above a disc of its radius, from the side as high as it is.
TEST(Trace, APlateIsRoundAndStandsOnTheFloor) {
    TraceScene scene;
    scene.sky    = even_sky();
    scene.ground = Ground{.colour = {}, .fade = 1e6f, .plate_radius = 0.5f, .plate_height = 0.25f};
    const auto seen = [&](const Camera& camera) {
        double count = 0;
        for (const Vec3& c : trace_linear(scene, {.camera = camera}, plain(64, 16)).pixels) count += c.y > 0.2 && c.y < 0.9;
        return count / 4096;
    };
    EXPECT_NEAR(seen({.from = {0, 10, 0}, .to = {0, 0, 0}, .up = {0, 0, -1}, .flat_height = 2}), pi * 0.25 / 4, 0.02);
    EXPECT_NEAR(seen({.from = {0, 0, 10}, .to = {0, 0, 0}, .flat_height = 2}), 0.25 * 1 / 4, 0.02);
}

// At distance d from its centre black ground shows a share 1 - 1/(1 + (d/fade)^3) of the horizon: half of it at `fade`. So there is no
// edge where it ends.
TEST(Trace, TheGroundFadesIntoTheHorizon) {
    constexpr float fade = 20;
    TraceScene      scene;
    scene.sky    = even_sky();
    scene.ground = Ground{.colour = {}, .other_colour = {}, .fade = fade, .centre = {3, 0, 0}};
    for (const float d : {0.f, 5.f, 10.f, 20.f, 30.f, 80.f}) {
        const TraceCamera down{.camera = {.from = {3, 10, d}, .to = {3, 0, d}, .up = {0, 0, -1}, .flat_height = 0.01f}};
        const double      share = 1 - 1 / (1 + std::pow(d / fade, 3.));
        for (const Vec3& c : trace_linear(scene, down, plain(4, 1)).pixels) EXPECT_NEAR(c.y, share, 2e-3) << d;
    }
    scene.sky = {};
    const TraceCamera level{.camera = {.from = {0, 1, 0}, .to = {0, 1, -1}}};
    const auto        image = trace_linear(scene, level, plain(64, 64));
    for (int x = 0; x < 64; ++x) {
        EXPECT_NEAR(luminance(image.at(x, 32)), luminance(scene.sky.horizon), 0.03);
        EXPECT_LT(luminance(image.at(x, 63)), 0.05 * luminance(scene.sky.horizon)) << "near by it is ground";
    }
}

// A pixel of near ground has the colour of one of two squares; where squares are too thin for a pixel it is the mean of both.
TEST(Trace, FarSquaresMelt) {
    TraceScene scene;
    scene.sky    = even_sky();
    scene.ground = Ground{.checker = 0.1f, .colour = {0.8f, 0.8f, 0.8f}, .other_colour = {0.2f, 0.2f, 0.2f}, .fade = 1e6f};
    const auto seen = [&](const Vec3& to, float angle) {
        return trace_linear(scene, {.camera = {.from = {0, 1, 0}, .to = to, .view_angle = angle}}, plain(32, 1)).pixels;
    };
    int light = 0, dark = 0;
    for (const Vec3& c : seen({0.05f, 0, -0.1f}, 0.3f)) {
        light += abs(c.y - 0.8f) < 0.02f, dark += abs(c.y - 0.2f) < 0.02f;
    }
    EXPECT_EQ(light + dark, 32 * 32);
    EXPECT_NEAR(light, dark, 250);
    for (const Vec3& c : seen({0, 0.9f, -1}, 0.05f)) EXPECT_NEAR(c.y, 0.5, 1e-3);  // some 10 m away
}

/// A ball as triangles with smooth normals, flattened where it would go through the ground.
struct Drop {
    std::vector<Vec3>                         point, normal;
    std::vector<std::array<std::uint32_t, 3>> triangle;
    explicit Drop(const Vec3& centre) {
        constexpr std::uint32_t rings = 24, sides = 48;
        for (std::uint32_t j = 0; j <= rings; ++j)
            for (std::uint32_t i = 0; i < sides; ++i) {
                const float a = pi * float(j) / rings, b = 2 * pi * float(i) / sides;
                normal.push_back({std::sin(a) * std::cos(b), std::cos(a), std::sin(a) * std::sin(b)});
                point.push_back(max(centre + normal.back(), Vec3{-9, 0.001f, -9}));
                if (point.back().y < 0.01f) normal.back() = {0, -1, 0};
            }
        for (std::uint32_t j = 0; j < rings; ++j)
            for (std::uint32_t i = 0; i < sides; ++i) {
                const std::uint32_t a = j * sides + i, b = j * sides + (i + 1) % sides;
                triangle.push_back({a, b, b + sides}), triangle.push_back({a, b + sides, a + sides});
            }
    }
};

// Drops of water on sunlit ground: nothing is black, and no dot is bright alone.
TEST(Trace, WaterOnTheGroundIsClean) {
    const Drop sits({0, 0.4f, 0}), beside({1.3f, 0.8f, 0.4f});
    TraceScene scene;
    for (const Drop* d : {&sits, &beside})
        scene.meshes.push_back({.point = d->point, .normal = d->normal, .triangle = d->triangle, .finish = *find_finish("water")});
    scene.ground = Ground{.checker = 0.5f, .contact = 0.05f, .fade = 50};
    const auto image = trace_linear(scene, {.camera = {.from = {1, 2.5f, 5}, .to = {0.5f, 0.3f, 0}, .view_angle = 0.6f}}, {.width = 96, .height = 64});
    for (int y = 1; y < 63; ++y)
        for (int x = 1; x < 95; ++x) {
            float around = 0;
            for (int j = -1; j <= 1; ++j)
                for (int i = -1; i <= 1; ++i)
                    if (i || j) around = max(around, luminance(image.at(x + i, y + j)));
            EXPECT_GT(luminance(image.at(x, y)), 0.04) << x << " " << y;
            EXPECT_LT(min(luminance(image.at(x, y)), 1.f), 2 * around + 0.1) << x << " " << y;  // brighter than white is white
        }
}

TEST(Trace, BadValuesGiveAPicture) {
    const float             nan = std::nanf("");
    const std::vector<Vec3> point{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {nan, 0, 0}, {1e38f, 1e38f, 0}}, velocity(5, {nan, 0, 0}), none;
    const std::vector<std::array<std::uint32_t, 3>> triangle{{0, 1, 2}, {0, 0, 0}, {1, 1, 2}, {0, 1, 3}, {0, 1, 99}, {0, 1, 4}};
    const std::vector<float>                        radius{1, 0, -1, nan, 1e-30f};
    TraceScene                                      scene;
    const auto finite_everywhere = [&](const TraceCamera& camera) {
        for (const Vec3& c : trace_linear(scene, camera, {.width = 16, .height = 16, .samples = 2}).pixels) EXPECT_TRUE(finite(c));
    };
    finite_everywhere({});  // nothing at all
    scene.meshes.push_back({.point = point, .normal = none, .triangle = triangle, .velocity = velocity, .finish = *find_finish("water")});
    scene.meshes.push_back({});
    scene.balls.push_back({.centre = point, .radius = radius, .velocity = velocity, .finish = *find_finish("wax")});
    scene.balls.push_back({.centre = point, .normal = velocity});
    const std::vector<Vec3> place{{0, 0, 0}, {0.2f, 0, 0}};
    scene.puffs.push_back({.centre = place, .radius = 0.1f, .density = 10});
    scene.puffs.push_back({.centre = place, .radius = 0.1f, .density = nan});
    scene.puffs.push_back({.centre = place, .radius = 1e38f * 10, .density = 1});
    scene.ground = Ground{.height = nan};
    scene.cut    = Cut{.normal = {}};
    finite_everywhere({});
    finite_everywhere({.camera = {.from = {nan, 0, 0}, .to = {}}, .lens_radius = nan, .focus = nan, .shutter = nan});
    scene.ground = Ground{.checker = 1e-30f, .fade = 0};
    finite_everywhere({.camera = {.from = {0, 1, 3}, .to = {}}, .shutter = 1});
    EXPECT_THROW(trace_linear(scene, {}, {.width = 0, .height = 16}), Error);
    EXPECT_THROW(trace_linear(scene, {}, {.width = 16, .height = 10000}), Error);
}

}  // namespace
}  // namespace mote::testing
