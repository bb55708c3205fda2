// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <limits>

#include "picture_testing.h"

namespace mote {
namespace {

/// Bounds of the picture of a box, in shares of the picture: 0..1 in both directions.
Box picture_of(const Box& box, const Camera& camera, int width, int height) {
    Box seen;
    for (unsigned k = 0; k < 8; ++k) {
        const Projected p = project(
            camera, width, height,
            {k & 1u ? box.high.x : box.low.x, k & 2u ? box.high.y : box.low.y, k & 4u ? box.high.z : box.low.z});
        EXPECT_GT(p.depth, 0);
        seen.include({p.x / float(width), p.y / float(height), 0});
    }
    return seen;
}

const Box boxes[] = {{{0, 0, 0}, {1, 1, 1}},
                     {{-5, 0, -1}, {5, 0.2f, 1}},
                     {{0, 0, 0}, {0.1f, 4, 0.1f}},
                     {{100, 50, -7}, {101, 51, -2}},
                     {{-1e-3f, 0, 0}, {1e-3f, 1e-3f, 1e-4f}}};

// The whole box is in the picture, centred, and fills it in one direction at least.
TEST(Camera, FramesEveryCornerOfABox) {
    for (const Box& box : boxes)
        for (const int width : {960, 540, 300})
            for (const float angle : {0.3f, 0.7f, 1.4f}) {
                const Camera camera = frame_box(box, float(width) / 540, angle);
                const Box    seen   = picture_of(box, camera, width, 540);
                EXPECT_GE(min(seen.low.x, seen.low.y), 0);
                EXPECT_LE(max(seen.high.x, seen.high.y), 1);
                EXPECT_GT(max(seen.size().x, seen.size().y), 0.85f);
                EXPECT_NEAR(seen.centre().x, 0.5, 0.03);
                EXPECT_NEAR(seen.centre().y, 0.5, 0.03);
                EXPECT_GT(camera.from.y, box.centre().y);  // from above
            }
}

// A flat view shows the whole of a two-dimensional scene, x to the right and y up, to scale.
TEST(Camera, FramesAFlatBox) {
    for (const Box& box : boxes) {
        const Camera camera = frame_flat(box, 16 / 9.f);
        const Box    seen   = picture_of(box, camera, 960, 540);
        EXPECT_GE(min(seen.low.x, seen.low.y), 0);
        EXPECT_LE(max(seen.high.x, seen.high.y), 1);
        EXPECT_GT(max(seen.size().x, seen.size().y), 0.85f);
        EXPECT_NEAR(seen.size().x * 960 / (seen.size().y * 540), box.size().x / box.size().y,
                    0.01f * box.size().x / box.size().y);
        const Projected low = project(camera, 960, 540, box.low), high = project(camera, 960, 540, box.high);
        EXPECT_LT(low.x, high.x);
        EXPECT_GT(low.y, high.y);
    }
}

// What the camera looks at is in the middle; a point half the view angle up is at the upper edge.
TEST(Camera, ProjectsByItsViewAngle) {
    const Camera    camera{.from = {0, 0, 2}, .to = {0, 0, 0}, .view_angle = 0.8f};
    const Projected middle = project(camera, 400, 300, {0, 0, 0});
    const Projected edge   = project(camera, 400, 300, {0, 2 * std::tan(0.4f), 0});
    EXPECT_NEAR(middle.x, 200, 1e-3);
    EXPECT_NEAR(middle.y, 150, 1e-3);
    EXPECT_NEAR(middle.depth, 2, 1e-5);
    EXPECT_NEAR(edge.y, 0, 1e-2);
}

// No box, a point or a box without numbers still gives a camera.
TEST(Camera, FramesNothing) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    for (const Box& box :
         {Box{}, Box{{1, 2, 3}, {1, 2, 3}}, Box{{nan, 0, 0}, {1, 1, 1}}, Box{{-inf, 0, 0}, {inf, 1, 1}}})
        for (const float aspect : {1.5f, 0.f, nan, -1.f}) {
            const Camera camera = frame_box(box, aspect, nan), flat = frame_flat(box, aspect);
            EXPECT_TRUE(finite(camera.from) && finite(camera.to) && finite(camera.view_angle));
            EXPECT_TRUE(finite(flat.from) && finite(flat.flat_height) && flat.flat_height > 0);
        }
}

}  // namespace
}  // namespace mote
