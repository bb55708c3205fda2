// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <limits>

#include "shapes/mesh_tree.h"
#include "unit/shapes/bodies.h"

namespace mote {
namespace {

// A cube of triangles has the distance field of a box, inside and out.
TEST(MeshShape, ACubeOfTrianglesIsABox) {
    const auto mesh = make_mesh_shape(cube_mesh(0.5f), 3), box = shape_of(BoxShape{{1, 1, 1}});
    for (std::uint64_t n = 0; n < 5000; ++n) {
        const Vec3 p = some_point(n, 1);
        EXPECT_NEAR(mesh->distance(p), box->distance(p), 1e-6f);
    }
    EXPECT_EQ(mesh->bounds().low, box->bounds().low);
}

// The tree finds the nearest point that looking at every triangle finds.
TEST(MeshShape, TheTreeAgreesWithBruteForce) {
    TriangleMesh mesh = sphere_mesh(0.5f, 3);
    for (Vec3& p : mesh.points) p = (1 + 0.3f * std::sin(9 * p.x) * std::cos(7 * p.y)) * p;
    std::vector<Corners> faces;
    for (const auto& [a, b, c] : mesh.triangles) faces.push_back({mesh.points[a], mesh.points[b], mesh.points[c]});
    const MeshTree tree(faces, 3);
    for (std::uint64_t n = 0; n < 1000; ++n) {
        const Vec3  p = some_point(n, 0.8f);
        const Vec3d q{p.x, p.y, p.z};
        double      least = 1e300;
        for (const Corners& face : faces) {
            const Vec3d away = q - nearest_on(face, q);
            least            = std::min(least, dot(away, away));
        }
        EXPECT_DOUBLE_EQ(tree.nearest(p).distance2, least);
    }
}

// The nearest point of a triangle is the best of a fine sampling of it.
TEST(MeshShape, NearestPointOfATriangle) {
    for (std::uint64_t n = 0; n < 200; ++n) {
        const Corners face{some_point(4 * n, 1), some_point(4 * n + 1, 1),
                           n % 5 == 0 ? some_point(4 * n + 1, 1) : some_point(4 * n + 2, 1)};
        const Vec3    p     = some_point(4 * n + 3, 1.5f);
        const Vec3d   q     = nearest_on(face, {p.x, p.y, p.z});
        const double  found = length(q - p);
        double        least = 1e300;
        for (int i = 0; i <= 60; ++i)
            for (int j = 0; i + j <= 60; ++j) {
                const float u = float(i) / 60, v = float(j) / 60;
                least =
                    std::min(least, double(length(face[0] + u * (face[1] - face[0]) + v * (face[2] - face[0]) - p)));
            }
        EXPECT_LE(found, least + 1e-6);
        EXPECT_GE(found, least - 0.05);
    }
}

// Inside and outside are told apart everywhere, also straight above corners and edges of the mesh.
TEST(MeshShape, SignsAreRightAtFacesEdgesAndCorners) {
    const TriangleMesh mesh   = sphere_mesh(0.5f, 3);
    const auto         sphere = make_mesh_shape(mesh, 3);
    for (std::uint64_t n = 0; n < 5000; ++n) {
        const Vec3  p = some_point(n, 0.7f);
        const float r = length(p);
        if (r < 0.49f) {
            EXPECT_LT(sphere->distance(p), 0);
        }
        if (r > 0.5f) {
            EXPECT_GT(sphere->distance(p), 0);
        }
        EXPECT_NEAR(sphere->distance(p), r - 0.5f, 0.01f);
    }
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 pa = mesh.points[a], pb = mesh.points[b], pc = mesh.points[c];
        for (const Vec3& p : {pa, 0.5f * (pa + pb), (pa + pb + pc) / 3.f})
            for (const float shift : {1e-4f, 1e-2f, 0.2f}) {
                EXPECT_LT(sphere->distance(p - shift * normalised(p)), 0);
                EXPECT_GT(sphere->distance(p + shift * normalised(p)), 0);
            }
    }
}

// Parts that overlap are one body, and a part turned inside out within another is a hollow.
TEST(MeshShape, OverlapsJoinAndHollowsStayEmpty) {
    TriangleMesh two = cube_mesh(0.5f);
    add_mesh(two, cube_mesh(0.5f), {0.6f, 0, 0});
    const auto joined = make_mesh_shape(two, 3);
    for (std::uint64_t n = 0; n < 3000; ++n) {
        const Vec3 p      = some_point(n, 1.2f);
        const bool inside = abs(p.y) < 0.5f && abs(p.z) < 0.5f && p.x > -0.5f && p.x < 1.1f;
        EXPECT_EQ(joined->distance(p) < 0, inside);
    }
    TriangleMesh hollow = cube_mesh(0.5f), hole = cube_mesh(0.3f);
    for (auto& triangle : hole.triangles) std::swap(triangle[0], triangle[1]);
    add_mesh(hollow, hole);
    const auto shell = make_mesh_shape(hollow, 3);
    EXPECT_NEAR(shell->distance({0, 0, 0}), 0.3f, 1e-6f);
    EXPECT_NEAR(shell->distance({0.4f, 0, 0}), -0.1f, 1e-6f);
}

// In two dimensions a mesh is its outline at z = 0, also where points and faces lie in that plane.
TEST(MeshShape, ACutMeshIsItsOutline) {
    const auto   square = make_mesh_shape(cube_mesh(0.5f), 2), box = shape_of(BoxShape{{1, 1, 1}}, 2);
    const auto   disc     = make_mesh_shape(sphere_mesh(0.5f, 4), 2);  // its equator lies in the plane
    TriangleMesh standing = cube_mesh(0.5f);
    for (Vec3& p : standing.points) p.z += 0.5f;  // its base lies in the plane
    const auto footprint = make_mesh_shape(
        [&] {
            auto m = standing;
            for (Vec3& p : m.points) p.z -= 1;
            return m;
        }(),
        2);
    for (std::uint64_t n = 0; n < 2000; ++n) {
        const Vec3 p = some_point(n, 1, 2);
        EXPECT_NEAR(square->distance(p), box->distance(p), 1e-6f);
        EXPECT_NEAR(footprint->distance(p), box->distance(p), 1e-6f);
        EXPECT_NEAR(disc->distance(p), length(p) - 0.5f, 0.002f);
    }
    for (Vec3& p : standing.points) p.z += 1;
    EXPECT_TRUE(mentions(complaint<SceneError>([&] { make_mesh_shape(standing, 2); }), "does not cross"));
}

// Rounding never tears an outline: cut anywhere and turned anyhow, the cube's cross-section keeps inside and outside.
TEST(MeshShape, AFileMayBeTurnedBeforeItIsCut) {
    const TemporaryFile file("cube.obj",
                             "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
                             "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n");
    const Placement     where = placed({0.2f, -0.1f, 0.4f}, {1, 1, 0}, 0.6f, 0.4f);
    const auto solid = shape_of(MeshShape{file.path()}, 3, where), cut = shape_of(MeshShape{file.path()}, 2, where);
    for (std::uint64_t n = 0; n < 3000; ++n) {
        const Vec3 p = some_point(n, 1, 2);
        if (abs(solid->distance(p)) < 1e-4f) continue;
        EXPECT_EQ(cut->distance(p) < 0, solid->distance(p) < 0);
        EXPECT_GE(abs(cut->distance(p)), abs(solid->distance(p)) - 1e-6f);
    }
}

// A mesh that is no body is refused with the reason.
TEST(MeshShape, WhatIsNoBodyIsRefused) {
    const auto why = [](const TriangleMesh& mesh) { return complaint<SceneError>([&] { make_mesh_shape(mesh, 3); }); };
    TriangleMesh open = cube_mesh(0.5f);
    open.triangles.resize(10);
    EXPECT_TRUE(mentions(why(open),
                         "4 edges belong to one triangle only, the first from (0.5, 0.5, -0.5) to (0.5, -0.5, -0.5)"))
        << why(open);
    TriangleMesh inverted = cube_mesh(0.5f);
    for (auto& triangle : inverted.triangles) std::swap(triangle[0], triangle[1]);
    EXPECT_TRUE(mentions(why(inverted), "inside out: its volume is -1 m^3"));
    TriangleMesh twisted = cube_mesh(0.5f);
    std::swap(twisted.triangles[0][0], twisted.triangles[0][1]);
    EXPECT_TRUE(mentions(why(twisted), "3 edges the triangles disagree"));
    TriangleMesh bad = cube_mesh(0.5f);
    bad.points[3].y  = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(mentions(why(bad), "1 points of the mesh"));
    TriangleMesh flat = cube_mesh(0.5f);
    for (Vec3& p : flat.points) p.y = 0.25f * p.x;
    EXPECT_NE(why(flat), "");
    EXPECT_TRUE(mentions(why({}), "no triangles"));
    TriangleMesh point = cube_mesh(0);
    EXPECT_TRUE(mentions(why(point), "no triangles"));
    const TemporaryFile file("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string   sentence = complaint<SceneError>([&] { shape_of(MeshShape{file.path()}); });
    EXPECT_TRUE(mentions(sentence, file.path()) && mentions(sentence, "3 edges"));
}

// The surface that a mesh knows is sampled densely and lies on it.
TEST(MeshShape, ExplicitSurfacePointsLieOnTheSurface) {
    TriangleMesh two = cube_mesh(0.5f);
    add_mesh(two, cube_mesh(0.5f), {0.6f, 0.1f, 0.1f});
    const auto        mesh = make_mesh_shape(two, 3);
    std::vector<Vec3> points;
    ASSERT_TRUE(mesh->sample_surface(0.05f, points));
    EXPECT_GT(points.size(), 3000u);
    for (const Vec3& p : points) {
        EXPECT_NEAR(mesh->distance(p), 0, 1e-6f);
        const bool hidden = (abs(p.x) < 0.49f && abs(p.y) < 0.49f && abs(p.z) < 0.49f) ||
                            (abs(p.x - 0.6f) < 0.49f && abs(p.y - 0.1f) < 0.49f && abs(p.z - 0.1f) < 0.49f);
        EXPECT_FALSE(hidden);
    }
}

// A height field is the body below its surface: a plane of height one half is a box up to there.
TEST(Heightfield, AFlatFieldIsABox) {
    const TemporaryFile csv("flat.csv", "0.5, 0.5, 0.5\n0.5;0.5;0.5\n\n# a comment\n0.5 0.5 0.5\n");
    const TemporaryFile text("flat.pgm", "P2 # grey\n2 2\n10\n5 5\n5 5\n");
    const TemporaryFile bytes("deep.pgm", std::string("P5\n2 2\n1000\n") + "\x01\xf4\x01\xf4\x01\xf4\x01\xf4");
    for (const auto* file : {&csv, &text, &bytes})
        for (const int dimension : {2, 3}) {
            const auto field = shape_of(HeightfieldShape{file->path(), {2, 0.4f, 1}}, dimension);
            const auto box   = shape_of(BoxShape{{2, 0.6f, 1}}, dimension, placed({0, -0.1f, 0}));
            for (std::uint64_t n = 0; n < 500; ++n) {
                const Vec3 p = some_point(n, 1, dimension);
                EXPECT_NEAR(field->distance(p), box->distance(p), 1e-5f);
            }
        }
}

// Heights stand where the file has them: columns along x, rows along z.
TEST(Heightfield, ARampRisesAlongX) {
    const TemporaryFile file("ramp.csv", "0,1\n0,1\n");
    const TemporaryFile profile("profile.csv", "0,0.5,1\n");
    for (const auto* ramp : {&file, &profile}) {
        const auto field = shape_of(HeightfieldShape{ramp->path(), {1, 1, 1}});
        EXPECT_NEAR(field->distance({0, 1, 0}), std::sqrt(0.125f), 1e-5f);
        EXPECT_LT(field->distance({0.4f, 0.8f, 0}), 0);
        EXPECT_GT(field->distance({-0.4f, 0.8f, 0}), 0);
    }
}

// A damaged height field is refused with the place of the damage.
TEST(Heightfield, DamageIsNamed) {
    const auto why = [](const char* name, const std::string& content) {
        const TemporaryFile file(name, content);
        return complaint<SceneError>([&] { shape_of(HeightfieldShape{file.path(), {1, 1, 1}}); });
    };
    EXPECT_TRUE(mentions(why("a.csv", "0,1\n0,x\n"), "line 2: 'x'"));
    EXPECT_TRUE(mentions(why("a.csv", "0,1\n0,1,1\n"), "has 3 numbers"));
    EXPECT_TRUE(mentions(why("a.csv", "0,1.5\n"), "'1.5' is not a height"));
    EXPECT_TRUE(mentions(why("a.csv", ""), "at least two heights"));
    EXPECT_TRUE(mentions(why("a.pgm", "P6\n2 2 255\n"), "neither P2 nor P5"));
    EXPECT_TRUE(mentions(why("a.pgm", "P5\n2 2\n255\nab"), "ends before its 4"));
    EXPECT_TRUE(mentions(why("a.pgm", "P5\n60000 60000\n255\nab"), "more than"));
    EXPECT_TRUE(mentions(why("a.pgm", "P2\n2 2\n9\n1 2 3 10\n"), "above its greatest"));
    EXPECT_TRUE(mentions(why("a.pgm", "P2\n2 2\n9\n1 2 3 zz\n"), "only 3 of 4"));
    EXPECT_TRUE(mentions(why("a.png", "x"), ".csv or .pgm"));
}

}  // namespace
}  // namespace mote
