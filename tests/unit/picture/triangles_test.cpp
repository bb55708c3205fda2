// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>

#include "picture_testing.h"

namespace mote {
namespace {

using testing::covered_area;

/// A ball of radius 1 of triangles, round the origin.
struct Globe {
    std::vector<Vec3>                         point;
    std::vector<std::array<std::uint32_t, 3>> triangle;

    Globe() {
        constexpr std::uint32_t rows = 60, columns = 120;
        for (std::uint32_t j = 0; j <= rows; ++j)
            for (std::uint32_t i = 0; i < columns; ++i) {
                const float a = pi * float(j) / rows, b = 2 * pi * float(i) / columns;
                point.push_back({std::sin(a) * std::cos(b), std::cos(a), -std::sin(a) * std::sin(b)});
            }
        for (std::uint32_t j = 0; j < rows; ++j)
            for (std::uint32_t i = 0; i < columns; ++i) {
                const std::uint32_t a = j * columns + i, b = j * columns + (i + 1) % columns;
                triangle.push_back({a, a + columns, b}), triangle.push_back({b, a + columns, b + columns});
            }
    }
    MeshSet set() const { return {.point = point, .normal = point, .triangle = triangle}; }
};

const Look plain{.width = 160, .height = 120, .shadows = false, .ambient_occlusion = false, .transparent = true, .threads = 2};

// A ball of triangles looks like a ball, in perspective and without, pixel by pixel but for its rim.
TEST(Triangles, OfABallLookLikeABall) {
    const Globe globe;
    const Vec3  middle{};
    for (const Camera& camera : {Camera{.from = {1, 2, 4}}, Camera{.from = {0, 1, 5}, .flat_height = 3}}) {
        const Image mesh = draw_mesh(globe.set(), {}, camera, plain), ball = draw_spheres({.centre = {&middle, 1}, .common_radius = 1}, camera, plain);
        EXPECT_NEAR(covered_area(mesh), covered_area(ball), 0.01 * covered_area(ball));
        int far = 0;
        for (std::size_t k = 0; k < ball.pixels.size(); ++k)
            far += mesh.pixels[k].a != ball.pixels[k].a || std::abs(mesh.pixels[k].b - ball.pixels[k].b) > 3;
        EXPECT_LT(far, 0.03 * covered_area(ball));
    }
}

// Spheres and triangles hide each other, and triangles that face away are not seen.
TEST(Triangles, HideAndAreHidden) {
    Globe        globe;
    const Vec3   front{0, 0, 2}, behind{0, 0, -2};
    const Camera camera{.from = {0, 0, 6}};
    const Image  alone = draw_mesh(globe.set(), {}, camera, plain);
    EXPECT_EQ(draw_mesh(globe.set(), {.centre = {&behind, 1}, .common_radius = 0.5f}, camera, plain), alone);
    const Image half = draw_mesh(globe.set(), {.centre = {&front, 1}, .common_radius = 0.5f, .common_colour = {0.9f, 0, 0}}, camera, plain);
    EXPECT_GT(half.at(80, 60).r, half.at(80, 60).b);
    EXPECT_EQ(half.at(80, 60 - 25), alone.at(80, 60 - 25));
    for (auto& t : globe.triangle) std::swap(t[0], t[1]);  // inside out: seen from within
    EXPECT_EQ(covered_area(draw_mesh(globe.set(), {}, {.from = {0, 0, 0.5f}, .to = {0, 0, 5}}, plain)), 160 * 120);
}

}  // namespace
}  // namespace mote
