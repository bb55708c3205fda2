// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <algorithm>

#include "mote/sampling.h"
#include "unit/shapes/bodies.h"

namespace mote {
namespace {

/// The greatest distance from a point of the surface to the nearest sample, over many points of the surface.
float widest_hole(const Shape& shape, const std::vector<Vec3>& samples, int dimension, const Box& within) {
    const Vec3 size  = within.size();
    float      worst = 0;
    for (std::uint64_t n = 0; n < 4000; ++n) {
        const Vec3 r = random_point(11, n, 0, Purpose::test);
        Vec3       p = within.low + Vec3{r.x * size.x, r.y * size.y, dimension == 2 ? 0 : r.z * size.z};
        for (int k = 0; k < 6; ++k) p -= shape.distance(p) * shape.normal(p, 1e-4f);
        const Vec3 n_out = shape.normal(p, 1e-4f);
        if (abs(shape.distance(p)) > 1e-5f || !within.contains(p) || shape.distance(p + 1e-3f * n_out) < 1e-4f)
            continue;
        float best = 1e9f;
        for (const Vec3& q : samples) best = std::min(best, dot(p - q, p - q));
        worst = std::max(worst, std::sqrt(best));
    }
    return worst;
}

// Samples of a surface lie on it, keep their distance, and leave no hole.
TEST(Cover, SamplesAreBlueNoise) {
    using How               = CombinedShape::How;
    const ShapeSpec specs[] = {
        spec_of(SphereShape{0.5f}),
        spec_of(CylinderShape{0.4f, 0.8f}),
        spec_of(ConeShape{0.5f, 0.8f}, placed({1, 2, 3}, {1, 1, 1}, 0.5f)),
        spec_of(CapsuleShape{0.3f, 0.4f}, placed({}, {1, 2, 3}, 1)),
        spec_of(TorusShape{0.5f, 0.2f}),
        spec_of(BoxShape{{1, 0.777f, 0.31f}}, placed({0, 0, 0}, {1, 2, 3}, 1)),
        spec_of(MeshShape{MOTE_SOURCE_DIR "/scenes/meshes/knot.ply"}, placed({}, {0, 0, 1}, 0, 2)),
        spec_of(combination(How::subtract, {spec_of(BoxShape{{1, 1, 1}}), spec_of(SphereShape{0.6f})})),
        spec_of(combination(
            How::join, {spec_of(BoxShape{{0.4f, 0.4f, 0.4f}}), spec_of(SphereShape{0.3f}, placed({0.2f, 0.2f, 0}))}))};
    const float s = 0.05f;
    for (std::size_t n = 0; n < std::size(specs); ++n) {
        const auto shape  = make_shape(specs[n], 3);
        const auto points = cover(*shape, s, 3, 1);
        ASSERT_GT(points.size(), 100u) << n;
        EXPECT_GE(measure_spacing(points, s).nearest, 0.8f * s - 1e-6f) << n;
        EXPECT_LE(widest_hole(*shape, points, 3, shape->bounds()), 0.93f * s) << n;
        for (const Vec3& p : points) EXPECT_NEAR(shape->distance(p), 0, 2e-3f * s) << n;
        EXPECT_EQ(points, cover(*shape, s, 3, 1)) << n;
    }
}

// The walls of a box get a regular grid with edges and corners, however the box stands.
TEST(Cover, WallsOfABoxAreRegular) {
    const float s = 0.05f;
    for (const Placement& where : {placed({}), placed({3, -2, 1}), placed({0.1f, 0.2f, 0.3f}, {1, 2, 3}, 0.7f)}) {
        const auto points = cover(*shape_of(BoxShape{{0.5f, 0.3f, 0.4f}}, 3, where), s, 3, 1);
        EXPECT_EQ(points.size(), 11u * 7 * 9 - 9u * 5 * 7);  // all grid points less those inside
        const SpacingReport report = measure_spacing(points, s);
        EXPECT_NEAR(report.nearest, s, 1e-5f);
        EXPECT_NEAR(report.widest, s, 1e-5f);
        const Mat3 turn = where.angle == 0 ? identity() : rotation(normalised(where.axis), where.angle);
        for (int k = 0; k < 8; ++k) {
            const Vec3 corner =
                where.at + turn * Vec3{k & 1 ? 0.25f : -0.25f, k & 2 ? 0.15f : -0.15f, k & 4 ? 0.2f : -0.2f};
            EXPECT_TRUE(
                std::any_of(points.begin(), points.end(), [&](const Vec3& p) { return length(p - corner) < 1e-5f; }));
        }
    }
}

// A tank, a box less a smaller one, has regular walls inside too.
TEST(Cover, ATankIsRegularInsideAndOut) {
    const float s = 0.05f;
    const auto  tank =
        shape_of(combination(CombinedShape::How::subtract, {spec_of(BoxShape{{1.1f, 0.6f, 1.1f}}),
                                                            spec_of(BoxShape{{1, 0.6f, 1}}, placed({0, 0.07f, 0}))}));
    const auto  points = cover(*tank, s, 3, 1);
    std::size_t floor  = 0;
    for (const Vec3& p : points) floor += abs(p.y + 0.23f) < 1e-4f && abs(p.x) < 0.501f && abs(p.z) < 0.501f;
    EXPECT_EQ(floor, 21u * 21u);
    EXPECT_LE(widest_hole(*tank, points, 3, tank->bounds()), 0.93f * s);
}

// A face that two parts of a union share is inside the body and stays empty.
TEST(Cover, SharedFacesOfAUnionAreNotSurface) {
    const auto pair =
        shape_of(combination(CombinedShape::How::join, {spec_of(BoxShape{{0.5f, 0.5f, 0.5f}}, placed({-0.25f, 0, 0})),
                                                        spec_of(BoxShape{{0.5f, 0.5f, 0.5f}}, placed({0.25f, 0, 0}))}));
    const auto points = cover(*pair, 0.05f, 3, 1);
    EXPECT_EQ(points.size(), 21u * 11 * 11 - 19u * 9 * 9);
    for (const Vec3& p : points) EXPECT_FALSE(abs(p.x) < 0.01f && abs(p.y) < 0.24f && abs(p.z) < 0.24f);
}

// A plane is covered within the region only, with a regular grid; without a region it is refused.
TEST(Cover, PlanesAreClippedToTheRegion) {
    const Box  region{{-0.5f, -1, -0.3f}, {0.5f, 1, 0.3f}};
    const auto points = cover(*shape_of(PlaneShape{}), 0.05f, 3, 1, region);
    EXPECT_EQ(points.size(), 21u * 13u);
    const auto slope  = shape_of(PlaneShape{{1, 2, 0}}, 3, placed({0, 0.1f, 0}));
    const auto tilted = cover(*slope, 0.05f, 3, 1, region);
    EXPECT_LE(widest_hole(*slope, tilted, 3, region), 0.93f * 0.05f);
    for (const Vec3& p : tilted) EXPECT_TRUE(region.contains(p));
    EXPECT_TRUE(mentions(complaint<SceneError>([] { cover(*shape_of(PlaneShape{}), 0.05f, 3, 1); }), "region"));
    EXPECT_TRUE(cover(*shape_of(SphereShape{}), 0.05f, 3, 1, {{5, 5, 5}, {6, 6, 6}}).empty());
}

// In the plane the outline is covered evenly: no two samples too near, no gap that matter could pass.
TEST(Cover, OutlinesOfThePlane) {
    const ShapeSpec specs[] = {
        spec_of(SphereShape{0.5f}),
        spec_of(BoxShape{{1, 0.62f, 1}}, placed({1, 2, 0}, {0, 0, 1}, 0.3f)),
        spec_of(CapsuleShape{0.2f, 0.6f}),
        spec_of(TorusShape{0.5f, 0.2f}),
        spec_of(ConeShape{0.5f, 1}),
        spec_of(MeshShape{MOTE_SOURCE_DIR "/scenes/meshes/duck.obj"}, placed({}, {0, 0, 1}, 0, 3))};
    const float s = 0.03f;
    for (std::size_t n = 0; n < std::size(specs); ++n) {
        const auto shape  = make_shape(specs[n], 2);
        const auto points = cover(*shape, s, 2, 1);
        EXPECT_GE(measure_spacing(points, s).nearest, 0.75f * s) << n;
        EXPECT_LE(widest_hole(*shape, points, 2, shape->bounds()), 0.75f * s) << n;
        for (const Vec3& p : points) {
            EXPECT_EQ(p.z, 0) << n;
            EXPECT_NEAR(shape->distance(p), 0, 2e-3f * s) << n;
        }
        EXPECT_EQ(points, cover(*shape, s, 2, 1)) << n;
    }
    const auto square = cover(*shape_of(BoxShape{{0.6f, 0.6f, 1}}, 2), s, 2, 1);
    EXPECT_EQ(square.size(), 80u);
}

// More samples than allowed are refused before they are made.
TEST(Cover, TooManySamplesAreRefusedInWords) {
    const Box         region{{-1000, -1000, -1000}, {1000, 1000, 1000}};
    const std::string sentence = complaint<SceneError>([&] { cover(*shape_of(PlaneShape{}), 0.01f, 3, 1, region); });
    EXPECT_TRUE(mentions(sentence, "are allowed: a spacing of ")) << sentence;
    EXPECT_TRUE(mentions(complaint<SceneError>([] { cover(*shape_of(SphereShape{}), 1e-9f, 3, 1); }), "would fit"));
    EXPECT_TRUE(mentions(complaint<SceneError>([] { cover(*shape_of(SphereShape{}), -1, 3, 1); }), "spacing is -1"));
}

}  // namespace
}  // namespace mote
