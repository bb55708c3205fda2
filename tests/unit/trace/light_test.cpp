// Copyright (c) 2026 The Mote authors. MIT licence.
#include "trace/scatter.h"
#include "trace_testing.h"

namespace mote::testing {
namespace {

const std::vector<Vec3> middle{{0, 0, 0}};

TraceScene ball(const Finish& finish, const Sky& sky) {
    TraceScene scene;
    scene.balls.push_back({.centre = middle, .common_radius = 1, .finish = finish});
    scene.sky = sky;
    return scene;
}

// In light that is the same from everywhere, nothing that takes no light can be told from the sky.
TEST(WhiteFurnace, WhatTakesNoLightCannotBeSeen) {
    const Finish white{.colour = {1, 1, 1}};
    Finish       coated = white, glass = white, mirror = white, frosted = white, soft = white;
    coated.index = 1.5f;
    glass.index = 1.5f, glass.clear = 1;
    mirror.metal = 1;
    frosted = glass, frosted.roughness = 0.3f;
    soft.soft = 0.2f;
    for (const Finish& finish : {white, coated, glass, mirror, frosted, soft})
        for (const Vec3& c : trace_linear(ball(finish, even_sky()), flat_camera(2.5f), plain(24, 64)).pixels)
            EXPECT_NEAR(luminance(c), 1, 0.02) << finish.index << finish.clear << finish.metal << finish.roughness << finish.soft;
}

// What a rough mirror loses between its facets: seen from above at roughness 1, facets are turned as often as their cosine tells, those
// beyond 45 degrees send light into the surface, and Smith's shadowing leaves the integral of c / (1 + c) over [0, 1].
TEST(WhiteFurnace, ARoughMirrorLosesWhatSmithTells) {
    const BoxMesh box({-1, -1, -0.1f}, {1, 1, 0});
    TraceScene    scene;
    scene.sky = even_sky();
    for (const float roughness : {0.1f, 1.f}) {
        scene.meshes = {box.mesh({.colour = {1, 1, 1}, .roughness = roughness, .metal = 1})};
        for (const Vec3& c : trace_linear(scene, flat_camera(1), plain(4, 1024)).pixels)
            EXPECT_NEAR(c.x, roughness < 1 ? 1 : 1 - std::log(2.), 0.01);
    }
}

// Lambert: a white ball under one distant light shows cos / pi of its irradiance.
TEST(Light, AMatteBallFollowsTheCosine) {
    const Vec3  to_sun = normalised(Vec3{1, 1, 1});
    const auto  image  = trace_linear(ball({.colour = {0.5f, 0.5f, 0.5f}}, sun_alone(to_sun)), flat_camera(2), plain(64, 16));
    for (int y = 8; y < 56; ++y)
        for (int x = 8; x < 56; ++x) {
            const float px = (float(x) + 0.5f) / 32 - 1, py = 1 - (float(y) + 0.5f) / 32, r2 = px * px + py * py;
            if (r2 > 0.6f) continue;
            const float cosine = dot(Vec3{px, py, sqrt(1 - r2)}, to_sun);
            EXPECT_NEAR(image.at(x, y).y, 0.5 * max(0.f, cosine) / pi, 0.004) << x << " " << y;
        }
}

// Fresnel at normal incidence, and at Brewster's angle half of what is polarised across.
TEST(Light, ReflectanceFollowsFresnel) {
    EXPECT_NEAR(fresnel(1, 1.5f), 0.04, 1e-6);
    EXPECT_NEAR(fresnel(1, 1.333f), std::pow(0.333 / 2.333, 2), 1e-6);
    const double n = 1.5, brewster = std::atan(n), across = std::pow(std::cos(2 * brewster), 2);  // tan = n: r_s = (1 - n^2) / (1 + n^2)
    EXPECT_NEAR(fresnel(float(std::cos(brewster)), float(n)), 0.5 * across, 1e-6);
    EXPECT_EQ(fresnel(0.1f, 1 / 1.5f), 1);  // beyond the critical angle all is reflected
}

TEST(Light, RefractionFollowsSnell) {
    for (const float angle : {0.f, 0.3f, 0.8f, 1.4f}) {
        const auto beyond = refracted({std::sin(angle), -std::cos(angle), 0}, {0, 1, 0}, 1.33f);
        ASSERT_TRUE(beyond);
        EXPECT_NEAR(beyond->x, std::sin(angle) / 1.33, 1e-5);
        EXPECT_NEAR(length(*beyond), 1, 1e-5);
    }
    EXPECT_FALSE(refracted({0.8f, -0.6f, 0}, {0, 1, 0}, 1 / 1.33f));
}

// A black mirror of glass shows the share (n-1)^2/(n+1)^2 of the sky it faces.
TEST(Light, AFaceOfGlassReflectsWhatFresnelTells) {
    const BoxMesh box({-1, -1, -0.1f}, {1, 1, 0});
    TraceScene    scene;
    scene.meshes.push_back(box.mesh({.colour = {}, .index = 1.5f}));
    scene.sky = even_sky();
    for (const Vec3& c : trace_linear(scene, flat_camera(1), plain(8, 4)).pixels) EXPECT_NEAR(c.x, 0.04, 1e-4);
}

// Beer: a slab without reflection lets exp(-a d) through.
TEST(Light, ASlabAbsorbsAfterBeer) {
    const BoxMesh box({-1, -1, -0.3f}, {1, 1, 0.2f});
    TraceScene    scene;
    scene.meshes.push_back(box.mesh({.index = 1, .clear = 1, .absorption = {1, 2, 6}}));
    scene.sky = even_sky();
    for (const Vec3& c : trace_linear(scene, flat_camera(1), plain(8, 4)).pixels) {
        EXPECT_NEAR(c.x, std::exp(-0.5), 1e-4);
        EXPECT_NEAR(c.y, std::exp(-1.0), 1e-4);
        EXPECT_NEAR(c.z, std::exp(-3.0), 1e-4);
    }
}

// A ball in the air throws its shadow along the light: under a sun at 45 degrees as far away as it is high.
TEST(Light, AShadowFallsWhereTheSunPointsTo) {
    const std::vector<Vec3> centre{{0, 2, 0}};
    TraceScene              scene;
    scene.balls.push_back({.centre = centre, .common_radius = 0.5f});
    scene.sky    = sun_alone({-1, 1, 0});
    scene.ground = Ground{.colour = {0.5f, 0.5f, 0.5f}, .fade = 1e6f};
    const TraceCamera from_above{.camera = {.from = {2, 10, 0}, .to = {2, 0, 0}, .up = {0, 0, -1}, .flat_height = 4}};
    const auto        image = trace_linear(scene, from_above, plain(64, 16));
    const double      lit   = 0.5 * std::sqrt(0.5) / pi;
    EXPECT_NEAR(image.at(32, 32).x, 0, 1e-6);
    EXPECT_NEAR(image.at(32, 32 - 12).x, lit, 1e-3);                 // 0.75 m beside it
    EXPECT_NEAR(image.at(32 + 16, 32).x, lit, 1e-3);                 // 1 m further: its half axis is 0.5 sqrt(2)
    EXPECT_NEAR(image.at(32 + 10, 32).x, 0, 1e-3);                   // 0.66 m further
}

// What lies under clear matter is lit: less what the surface reflects, and what it absorbs.
TEST(Light, TheSunShinesThroughWater) {
    const BoxMesh box({-1, 0, -1}, {1, 0.5f, 1});
    TraceScene    scene;
    scene.meshes.push_back(box.mesh({.index = 1.333f, .clear = 1, .absorption = {2, 2, 2}}));
    scene.sky    = sun_alone({0.5f, 1, 0});
    scene.ground = Ground{.contact = 0.01f, .colour = {0.5f, 0.5f, 0.5f}, .fade = 1e6f};
    const TraceCamera from_above{.camera = {.from = {0, 10, 0}, .to = {0, 0, 0}, .up = {0, 0, -1}, .flat_height = 1}};
    const double      cosine = 1 / std::sqrt(1.25);
    const double      down   = cosine * (1 - fresnel(float(cosine), 1.333f)) * std::exp(-1 / cosine);
    const double      up     = (1 - fresnel(1, 1.333f)) * std::exp(-1.);
    for (const Vec3& c : trace_linear(scene, from_above, plain(8, 4)).pixels) EXPECT_NEAR(c.x, 0.5 / pi * down * up, 1e-4);
}

// Puffs that fill space evenly take light after Beer: the density of all of them on average, times the way through.
TEST(Light, SmokeTakesLightAfterBeer) {
    std::vector<Vec3> centre;
    constexpr float   step = 0.1f, radius = 0.2f, density = 0.4f;
    for (int i = -12; i <= 12; ++i)
        for (int j = -12; j <= 12; ++j)
            for (int k = 0; k < 10; ++k) centre.push_back({step * float(i), step * float(j), -step * (float(k) + 0.5f)});
    TraceScene scene;
    scene.puffs.push_back({.centre = centre, .radius = radius, .density = density, .colour = {}});
    scene.sky = even_sky();
    // A puff is density (1 - r^2/R^2)^2: its integral is 4 pi R^3 density (1/3 - 2/5 + 1/7), and there is one in each cell.
    const double mean = 4 * pi * std::pow(radius, 3) * density * (1 / 3. - 2 / 5. + 1 / 7.) / std::pow(step, 3);
    for (const Vec3& c : trace_linear(scene, flat_camera(0.5f), plain(8, 16)).pixels) EXPECT_NEAR(c.x, std::exp(-mean), 0.01);
    scene.puffs[0].colour = {1, 1, 1};  // sends on most of what it takes, and never more
    for (const Vec3& c : trace_linear(scene, flat_camera(0.5f), plain(8, 64)).pixels) {
        EXPECT_LE(c.x, 1.001);
        EXPECT_GT(c.x, 0.5);
    }
}

// Wien: a body that glows gets brighter and less red as it gets hotter.
TEST(Light, HotMatterGlowsAfterPlanck) {
    const Vec3 red = black_body(1000), yellow = black_body(1550);
    EXPECT_NEAR(yellow.y, 1, 1e-4);
    EXPECT_GT(red.x / red.z, 3 * yellow.x / yellow.z);
    EXPECT_NEAR(red.y, std::exp(-0.0143877688 / 550e-9 * (1 / 1000. - 1 / 1550.)), 1e-4);
    EXPECT_EQ(black_body(293).x, 0);
    const std::vector<float> temperature{1550};
    TraceScene               scene;
    scene.balls.push_back({.centre = middle, .common_radius = 1, .temperature = temperature, .finish = {.colour = {}, .glow = 1}});
    scene.sky = even_sky(0);
    EXPECT_NEAR(trace_linear(scene, flat_camera(1), plain(4, 4)).at(1, 1).y, 1, 1e-4);
}

}  // namespace
}  // namespace mote::testing
