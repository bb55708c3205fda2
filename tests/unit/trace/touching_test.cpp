// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Clear matter that touches other matter: no air is between them, whether their faces are shared, overlap a little or leave a gap.
#include "trace/scatter.h"
#include "trace_testing.h"

namespace mote::testing {
namespace {

constexpr float contact = 0.01f;
const float     gaps[]  = {0, 1e-3f, -1e-3f};

double mean_of(const TraceScene& scene, const TraceCamera& camera, int samples) {
    double     sum   = 0;
    const auto image = trace_linear(scene, camera, plain(4, samples));
    for (const Vec3& c : image.pixels) sum += c.y / double(image.pixels.size());
    return sum;
}

// Over black water a plate shows what its top reflects, and what the face below reflects by the ratio of both indices, time and again.
TEST(Touching, TheSharedFaceReflectsByTheRatioOfBothIndices) {
    constexpr float plate = 1.5f, below = 2.6f;
    for (const bool swapped : {false, true})
        for (const float gap : gaps) {
            const BoxMesh upper({-1, -1, 0.5f * gap}, {1, 1, 1}), lower({-1, -1, -1}, {1, 1, -0.5f * gap});
            TraceScene    scene;
            scene.sky     = even_sky();
            scene.contact = contact;
            scene.meshes  = {upper.mesh({.index = plate, .clear = 1}), lower.mesh({.index = below, .clear = 1, .absorption = {1e4f, 1e4f, 1e4f}})};
            if (swapped) std::swap(scene.meshes[0], scene.meshes[1]);
            const auto   seen = [](double face) {
                const double top = fresnel(1, plate);
                return top + (1 - top) * (1 - top) * face / (1 - top * face);
            };
            EXPECT_NEAR(mean_of(scene, flat_camera(1), 1024), seen(fresnel(1, below / plate)), 0.004) << gap << swapped;
            scene.contact = 0;
            if (gap > 0) {  // two faces with air between
                const double a = fresnel(1, plate), b = fresnel(1, below);
                EXPECT_NEAR(mean_of(scene, flat_camera(1), 1024), seen(a + (1 - a) * (1 - a) * b / (1 - a * b)), 0.006);
            }
        }
}

// Light comes into a block of glass by its side and meets its lower face so flat that air would reflect it all; water takes it. The way
// out follows from the part of the wave vector along each face, which stays: Snell's law for what is outside.
TEST(Touching, LightGoesFromGlassIntoWaterAfterSnell) {
    constexpr double glass = 1.5, water = 1.333, turn = 60 * pi / 180;
    const double     down = std::sin(turn), in_glass = std::sqrt(glass * glass - down * down);  // along x, and so in water
    const double     in_water = std::sqrt(water * water - in_glass * in_glass), out = std::sqrt(1 - in_water * in_water);
    const double     through = (1 - fresnel(float(std::cos(turn)), float(glass))) * (1 - fresnel(float(down / glass), float(water / glass))) *
                           (1 - fresnel(float(in_glass / water), float(1 / water)));
    constexpr float  radius = 0.01f;
    for (const float gap : gaps) {
        const BoxMesh upper({-1, 0.5f * gap, -1}, {1, 1, 1}), lower({-1, -1, -1}, {1, -0.5f * gap, 1});
        TraceScene    scene;
        scene.sky     = sun_alone({float(-out), float(-in_water), 0}, radius);
        scene.contact = contact;
        scene.meshes  = {upper.mesh({.index = float(glass), .clear = 1}), lower.mesh({.index = float(water), .clear = 1})};
        const Vec3        aim{1, 0.3f, 0};
        const TraceCamera camera{.camera = {.from = aim + Vec3{float(std::cos(turn)), float(down), 0}, .to = aim, .up = {0, 0, 1}, .flat_height = 0.02f}};
        const double      disc = 1 / (pi * std::pow(std::sin(double(radius)), 2));
        EXPECT_NEAR(mean_of(scene, camera, 1024) / disc, through, 0.01) << gap;
        scene.contact = 0;
        if (gap > 0) {
            EXPECT_NEAR(mean_of(scene, camera, 64), 0, 1e-9);
        }
    }
}

// What is clear and deep inside other clear matter has its index within, and leaves the other's behind it.
TEST(Touching, APaneInWaterReflectsByTheRatioOfBothIndices) {
    constexpr float water = 1.333f, pane = 2;
    const BoxMesh   outer({-1, -1, -1}, {1, 1, 1}), inner({-0.9f, -0.9f, -0.5f}, {0.9f, 0.9f, 0.5f}), end({-0.9f, -0.9f, -0.8f}, {0.9f, 0.9f, -0.7f});
    TraceScene      scene;
    scene.sky    = even_sky();
    scene.meshes = {outer.mesh({.index = water, .clear = 1}), inner.mesh({.index = pane, .clear = 1}), end.mesh({.colour = {}})};
    const double f = fresnel(1, pane / water), both = f + (1 - f) * (1 - f) * f / (1 - f * f), top = fresnel(1, water);
    EXPECT_NEAR(mean_of(scene, flat_camera(0.5f), 1024), top + (1 - top) * (1 - top) * both / (1 - top * both), 0.005);
}

// A wet wall that is black shows the top of the water alone: nothing is reflected where they touch, and nothing is seen through.
TEST(Touching, WaterWetsAWall) {
    for (const float gap : gaps) {
        const BoxMesh upper({-1, -1, 0.5f * gap}, {1, 1, 1}), lower({-1, -1, -1}, {1, 1, -0.5f * gap});
        TraceScene    scene;
        scene.sky     = even_sky();
        scene.contact = contact;
        scene.meshes  = {upper.mesh({.index = 1.5f, .clear = 1}), lower.mesh({.colour = {}})};
        EXPECT_NEAR(mean_of(scene, flat_camera(1), 64), 0.04, 1e-4) << gap;
        scene.meshes[1].finish.colour = {0.5f, 0.5f, 0.5f};  // and lit through the water, where it is not
        EXPECT_GT(mean_of(scene, flat_camera(1), 64), 0.4) << gap;
    }
}

}  // namespace
}  // namespace mote::testing
