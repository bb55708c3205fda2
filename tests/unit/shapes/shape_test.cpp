// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <limits>

#include "unit/shapes/bodies.h"

namespace mote {
namespace {

struct Case {
    const char* name;
    ShapeSpec   spec;
};

std::vector<Case> single_forms() {
    return {{"box", spec_of(BoxShape{{1, 0.6f, 0.8f}})},      {"sphere", spec_of(SphereShape{0.5f})},
            {"cylinder", spec_of(CylinderShape{0.4f, 0.9f})}, {"capsule", spec_of(CapsuleShape{0.3f, 0.5f})},
            {"cone", spec_of(ConeShape{0.4f, 0.9f})},         {"torus", spec_of(TorusShape{0.5f, 0.2f})},
            {"plane", spec_of(PlaneShape{{1, 2, 0}})}};
}

// Distances of the simple forms at points where they can be told by heart.
TEST(Shape, DistancesAreThoseOfClosedForms) {
    const auto box = shape_of(BoxShape{{2, 4, 6}});
    EXPECT_FLOAT_EQ(box->distance({0, 0, 0}), -1);
    EXPECT_FLOAT_EQ(box->distance({4, 0, 0}), 3);
    EXPECT_FLOAT_EQ(box->distance({4, 6, 0}), 5);
    EXPECT_FLOAT_EQ(shape_of(SphereShape{0.5f})->distance({0, 2, 0}), 1.5f);
    const auto cylinder = shape_of(CylinderShape{1, 4});
    EXPECT_FLOAT_EQ(cylinder->distance({0, 0, 0}), -1);
    EXPECT_FLOAT_EQ(cylinder->distance({0, 5, 0}), 3);
    EXPECT_FLOAT_EQ(cylinder->distance({4, 6, 0}), 5);
    EXPECT_FLOAT_EQ(shape_of(CapsuleShape{1, 4})->distance({3, 6, 0}), 4);
    const auto cone = shape_of(ConeShape{3, 4});
    EXPECT_FLOAT_EQ(cone->distance({0, 5, 0}), 3);
    EXPECT_FLOAT_EQ(cone->distance({0, -3, 0}), 1);
    EXPECT_FLOAT_EQ(cone->distance({7, -5, 0}), 5);
    EXPECT_NEAR(cone->distance({0, -1.5f, 0}), -0.5f, 1e-6f);
    EXPECT_NEAR(cone->distance({0, 1, 0}), -0.6f, 1e-6f);  // to the slant: (height above) sin(half angle)
    const auto torus = shape_of(TorusShape{3, 1});
    EXPECT_FLOAT_EQ(torus->distance({0, 0, 0}), 2);
    EXPECT_FLOAT_EQ(torus->distance({0, 0, 3}), -1);
    EXPECT_FLOAT_EQ(torus->distance({6, 4, 0}), 4);
    EXPECT_FLOAT_EQ(shape_of(PlaneShape{{0, 5, 0}})->distance({7, 2, 1}), 2);
}

// A signed distance grows by one metre per metre: its gradient is a unit vector and its foot lies on the surface.
TEST(Shape, AStepOfTheDistanceAlongTheNormalEndsOnTheSurface) {
    for (const Case& c : single_forms())
        for (const int dimension : {2, 3}) {
            const auto shape = make_shape(c.spec, dimension);
            int        bad   = 0;
            for (std::uint64_t n = 0; n < 2000; ++n) {
                const Vec3  p    = some_point(n, 1, dimension);
                const float d    = shape->distance(p);
                const Vec3  foot = p - d * shape->normal(p, 1e-3f);
                bad += abs(shape->distance(foot)) > 4e-3f;
                if (dimension == 2) {
                    EXPECT_EQ(foot.z, 0) << c.name;
                }
            }
            EXPECT_LE(bad, 20) << c.name << " in " << dimension << " dimensions";  // near medial axes the foot jumps
        }
}

// A distance never changes faster than the point it belongs to moves.
TEST(Shape, DistancesAreLipschitz) {
    std::vector<Case> cases = single_forms();
    cases.push_back({"difference", spec_of(combination(CombinedShape::How::subtract, {cases[0].spec, cases[1].spec}))});
    for (const Case& c : cases) {
        const auto shape = make_shape(c.spec, 3);
        for (std::uint64_t n = 0; n < 2000; ++n) {
            const Vec3 p = some_point(n, 1), q = p + 0.2f * some_point(n + 5000, 1);
            EXPECT_LE(abs(shape->distance(p) - shape->distance(q)), 1.0001f * length(p - q) + 1e-6f) << c.name;
        }
    }
}

// What is inside lies within the bounds.
TEST(Shape, BoundsHoldTheShape) {
    for (const Case& c : single_forms()) {
        ShapeSpec spec   = c.spec;
        spec.placement   = placed({0.1f, -0.2f, 0.3f}, {1, 2, 3}, 0.8f, 0.7f);
        const auto shape = make_shape(spec, 3);
        for (std::uint64_t n = 0; n < 2000; ++n) {
            const Vec3 p = some_point(n, 1.2f);
            if (shape->distance(p) < 0) {
                EXPECT_TRUE(shape->bounds().contains(p)) << c.name;
            }
        }
        EXPECT_EQ(shape->bounded(), std::string(c.name) != "plane");
    }
}

// A placement scales first, then turns, then moves; distances scale along.
TEST(Shape, APlacementMovesTheDistanceField) {
    const Placement where = placed({1, 2, 3}, {0, 0, 2}, pi / 2, 2);
    const auto      plain = shape_of(BoxShape{{1, 2, 3}}), moved = shape_of(BoxShape{{1, 2, 3}}, 3, where);
    for (std::uint64_t n = 0; n < 500; ++n) {
        const Vec3 q = some_point(n, 2), p = Vec3{1, 2, 3} + 2 * Vec3{-q.y, q.x, q.z};
        EXPECT_NEAR(moved->distance(p), 2 * plain->distance(q), 1e-5f);
    }
    const Box bounds = moved->bounds();
    EXPECT_NEAR(bounds.low.x, -1, 1e-5f);
    EXPECT_NEAR(bounds.high.y, 3, 1e-5f);
    EXPECT_NEAR(bounds.high.z, 6, 1e-5f);
}

// A point is in a union, difference or intersection exactly as its parts say.
TEST(Shape, BooleansDecideInsideByTheirParts) {
    using How         = CombinedShape::How;
    const ShapeSpec a = spec_of(BoxShape{{1, 1, 1}}), b = spec_of(SphereShape{0.4f}, placed({0.4f, 0.3f, 0.2f}));
    const auto      first = make_shape(a, 3), second = make_shape(b, 3);
    const auto join = shape_of(combination(How::join, {a, b})), rest = shape_of(combination(How::subtract, {a, b})),
               both = shape_of(combination(How::intersect, {a, b}));
    for (std::uint64_t n = 0; n < 3000; ++n) {
        const Vec3 p    = some_point(n, 0.9f);
        const bool in_a = first->distance(p) < 0, in_b = second->distance(p) < 0;
        EXPECT_EQ(join->distance(p) < 0, in_a || in_b);
        EXPECT_EQ(rest->distance(p) < 0, in_a && !in_b);
        EXPECT_EQ(both->distance(p) < 0, in_a && in_b);
    }
    EXPECT_NEAR(join->bounds().high.x, 0.8f, 1e-6f);
    EXPECT_NEAR(both->bounds().high.x, 0.5f, 1e-6f);
    EXPECT_NEAR(rest->bounds().low.x, -0.5f, 1e-6f);
    EXPECT_FALSE(shape_of(combination(How::join, {a, spec_of(PlaneShape{})}))->bounded());
    EXPECT_TRUE(shape_of(combination(How::intersect, {spec_of(PlaneShape{}), a}))->bounded());
}

// In two dimensions a box is a rectangle of endless depth and a cylinder its profile.
TEST(Shape, TwoDimensionsKnowNoDepth) {
    const auto box = shape_of(BoxShape{{2, 2, 0.01f}}, 2);
    EXPECT_FLOAT_EQ(box->distance({0, 0.25f, 0}), -0.75f);
    EXPECT_EQ(box->bounds().size().z, 0);
    const auto cylinder = shape_of(CylinderShape{1, 4}, 2), rectangle = shape_of(BoxShape{{2, 4, 1}}, 2);
    for (std::uint64_t n = 0; n < 500; ++n) {
        const Vec3 p = some_point(n, 3, 2);
        EXPECT_FLOAT_EQ(cylinder->distance(p), rectangle->distance(p));
    }
}

// A shape grown by some amount has every distance less by it, and a shrunken box is a smaller box.
TEST(Shape, AnOffsetMovesTheSurface) {
    const auto grown = make_offset(shape_of(SphereShape{0.5f}), 0.1f), larger = shape_of(SphereShape{0.6f});
    const auto small   = make_offset(shape_of(BoxShape{{1, 1, 1}}), -0.1f),
               smaller = shape_of(BoxShape{{0.8f, 0.8f, 0.8f}});
    for (std::uint64_t n = 0; n < 500; ++n) {
        const Vec3 p = some_point(n, 1);
        EXPECT_NEAR(grown->distance(p), larger->distance(p), 1e-6f);
        EXPECT_EQ(small->distance(p) < 0, smaller->distance(p) < 0);
    }
    EXPECT_NEAR(small->bounds().high.x, 0.4f, 1e-6f);
    EXPECT_NEAR(grown->bounds().low.y, -0.6f, 1e-6f);
}

// What cannot be a shape is refused with a sentence that names the fault.
TEST(Shape, NonsenseIsRefusedInWords) {
    const auto why = [](const auto& form, int dimension = 3, const Placement& where = {}) {
        return complaint<SceneError>([&] { shape_of(form, dimension, where); });
    };
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(mentions(why(BoxShape{{1, 0, 1}}), "size in y is 0"));
    EXPECT_EQ(why(BoxShape{{1, 1, 0}}, 2), "");
    EXPECT_TRUE(mentions(why(SphereShape{-1}), "radius is -1"));
    EXPECT_TRUE(mentions(why(SphereShape{nan}), "radius is"));
    EXPECT_TRUE(mentions(why(CylinderShape{1, infinite}), "height is inf"));
    EXPECT_TRUE(mentions(why(CapsuleShape{0, 1}), "capsule's radius"));
    EXPECT_TRUE(mentions(why(ConeShape{1, 0}), "cone's height"));
    EXPECT_TRUE(mentions(why(TorusShape{1, 2}), "tube is 2"));
    EXPECT_TRUE(mentions(why(PlaneShape{{0, 0, 0}}), "direction"));
    EXPECT_TRUE(mentions(why(PlaneShape{{0, 0, 1}}, 2), "two dimensions"));
    EXPECT_TRUE(mentions(why(CombinedShape{}), "at least one part"));
    EXPECT_TRUE(mentions(why(combination(CombinedShape::How::intersect,
                                         {spec_of(SphereShape{}), spec_of(SphereShape{}, placed({9, 0, 0}))})),
                         "do not meet"));
    EXPECT_TRUE(mentions(why(SphereShape{}, 3, placed({}, {0, 0, 0}, 1)), "axis of rotation"));
    EXPECT_TRUE(mentions(why(SphereShape{}, 3, placed({}, {0, 0, 1}, 0, 0)), "scale is 0"));
    EXPECT_TRUE(mentions(why(SphereShape{}, 3, placed({nan, 0, 0})), "position"));
    EXPECT_TRUE(mentions(why(SphereShape{}, 2, placed({0, 0, 1})), "z must be 0"));
    EXPECT_TRUE(mentions(why(SphereShape{}, 2, placed({}, {0, 1, 0}, 1)), "axis: [0, 0, 1]"));
    EXPECT_TRUE(mentions(why(MeshShape{""}), "names no file"));
    EXPECT_TRUE(mentions(why(MeshShape{"/nowhere/a.obj"}), "'/nowhere/a.obj' is not a file"));
    EXPECT_TRUE(mentions(why(MeshShape{"/nowhere/a.fbx"}), ".obj, .ply or .stl"));
}

}  // namespace
}  // namespace mote
