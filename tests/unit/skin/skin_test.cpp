// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a skin promises, against motions that are known in closed form.
#include "mote/skin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "bodies.h"

namespace mote::testing {
namespace {

using Method = SkinSpec::Method;
constexpr Method every_method[] = {Method::mls, Method::displacement, Method::frames};

/// The mesh on the body when every particle has moved from x to motion(x).
template <class Motion>
SkinShape carried(const Cluster& body, const TriangleMesh& mesh, Method method, const Motion& motion, int threads = 2) {
    const Exec        exec(threads);
    SkinReport        report;
    std::vector<Vec3> now;
    for (const Vec3& x : body.position) now.push_back(motion(x));
    SkinShape shape;
    bind_skin(exec, {body.position, body.spacing}, mesh, method, report)->update(exec, now, shape);
    return shape;
}

double largest_edge_change(const TriangleMesh& mesh, const std::vector<Vec3>& points) {
    double     worst  = 0;
    const auto length = [](const Vec3& a, const Vec3& b) { return std::hypot(double(a.x) - double(b.x), double(a.y) - double(b.y), double(a.z) - double(b.z)); };
    for (const auto& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const Index a = t[std::size_t(k)], b = t[std::size_t(k + 1) % 3];
            worst = std::max(worst, std::abs(length(points[a], points[b]) / length(mesh.points[a], mesh.points[b]) - 1));
        }
    return worst;
}

const Vec3 tilted = normalised(Vec3{1, 2, -0.5f});
const Mat3 squeeze{{{1.3f, 0.4f, -0.1f}, {0.2f, 0.7f, 0.1f}, {-0.3f, 0.2f, 1.1f}}};

// Stretch and shear of the whole body arrive at every vertex, and normals are those of cof(F).
TEST(Skin, AffineMotionIsExact) {
    const Cluster      body = ball(0.2f);
    const TriangleMesh mesh = round_mesh(12, 1);
    const SkinShape    rest = carried(body, mesh, Method::mls, [](const Vec3& x) { return x; });
    for (const Method method : {Method::mls, Method::displacement}) {
        const SkinShape shape = carried(body, mesh, method, [](const Vec3& x) { return squeeze * x + Vec3{0.3f, -0.2f, 0.1f}; });
        for (std::size_t v = 0; v < mesh.points.size(); ++v) {
            ASSERT_LT(length(shape.points[v] - (squeeze * mesh.points[v] + Vec3{0.3f, -0.2f, 0.1f})), 1e-5f) << v;
            ASSERT_LT(length(shape.normals[v] - normalised(cofactor(squeeze) * rest.normals[v])), 2e-5f) << v;
        }
    }
}

// The bar: 100 thousand vertices on two thousand particles; a turn leaves edges of a hundredth of the body to 1e-5, and normals turn along. (Rounding of the points
// to float alone changes these edges by up to 0.9e-5.)
TEST(Skin, ARotationKeepsEdgeLengths) {
    const Cluster      body = ball(0.127f);
    const TriangleMesh mesh = round_mesh(130, 1);
    ASSERT_GT(body.position.size(), 2000u);
    ASSERT_GT(mesh.points.size(), 100000u);
    const Mat3         turn = rotation(tilted, 2.1f);
    for (const Method method : every_method) {
        const SkinShape shape = carried(body, mesh, method, [&](const Vec3& x) { return turn * x; });
        EXPECT_LT(largest_edge_change(mesh, shape.points), 1e-5) << int(method);
        for (std::size_t v = 0; v < mesh.points.size(); v += 97) {
            ASSERT_LT(length(shape.points[v] - turn * mesh.points[v]), 1e-6f);
            ASSERT_NEAR(dot(shape.normals[v], turn * normalised(mesh.points[v])), 1, 2e-3) << v;  // that of the triangles is not quite that of the ball
        }
    }
}

// Simple shear of a floor leaves its normal alone, and in any smooth motion normals are those of the moved triangles.
TEST(Skin, NormalsAreThoseOfTheMovedTriangles) {
    const Cluster      body = block(9, 9, 9, 0.1f);
    const TriangleMesh top  = flat_mesh(40, 0.6f, 0.45f);
    for (const Method method : {Method::mls, Method::displacement}) {
        const SkinShape sheared = carried(body, top, method, [](const Vec3& x) { return x + Vec3{1.5f * x.y, 0, 0}; });
        for (const Vec3& n : sheared.normals) ASSERT_LT(length(n - Vec3{0, 1, 0}), 1e-5f);
    }
    for (const Method method : every_method) {
        SkinShape wave = carried(body, top, method, [](const Vec3& x) { return x + Vec3{0, 0.15f * std::sin(4 * x.x) * std::cos(3 * x.z), 0.3f * x.y * x.x}; });
        const auto& t  = top.triangles;
        for (std::size_t k = 0; k < t.size(); ++k) {
            const Vec3 n = normalised(cross(wave.points[t[k][1]] - wave.points[t[k][0]], wave.points[t[k][2]] - wave.points[t[k][0]]));
            for (const Index corner : t[k]) ASSERT_GT(dot(n, wave.normals[corner]), 0.995f) << int(method);
        }
    }
}

// The same bytes for any number of threads.
TEST(Skin, ThreadsDoNotMatter) {
    const Cluster      body = ball(0.2f);
    const TriangleMesh mesh = round_mesh(30, 1.1f);
    const auto         bend = [](const Vec3& x) { return Vec3{x.x + 0.2f * x.y * x.y, x.y, x.z - 0.1f * x.x * x.y}; };
    for (const Method method : every_method) {
        const SkinShape one = carried(body, mesh, method, bend, 1), two = carried(body, mesh, method, bend, 2);
        EXPECT_EQ(std::memcmp(one.points.data(), two.points.data(), sizeof(Vec3) * one.points.size()), 0);
        EXPECT_EQ(std::memcmp(one.normals.data(), two.normals.data(), sizeof(Vec3) * one.normals.size()), 0);
    }
}

// One layer of particles, rolled up to three quarters of a tube: the two sides of its skin stay as far apart as they were.
TEST(Skin, AThinSheetBendsWithoutCollapse) {
    const float     s = 0.05f, side = 0.4f * s, radius = 0.42f;
    const Cluster   sheet = block(41, 1, 21, s);
    const auto      roll  = [&](const Vec3& x) { return Vec3{(radius - x.y) * std::sin(x.x / radius), radius - (radius - x.y) * std::cos(x.x / radius), x.z}; };
    for (const Method method : every_method)
        for (const float y : {side, -side}) {
            const TriangleMesh mesh  = flat_mesh(60, 1.8f, y);
            const SkinShape    shape = carried(sheet, mesh, method, roll);
            for (std::size_t v = 0; v < mesh.points.size(); ++v) {
                if (std::abs(mesh.points[v].z) > 0.4f) continue;
                ASSERT_LT(length(shape.points[v] - roll(mesh.points[v])), 0.12f * s) << int(method) << " " << v;
                ASSERT_GT(dot(shape.normals[v], normalised(Vec3{0, radius, shape.points[v].z} - shape.points[v])), 0.99f);
            }
        }
}

// A thread follows too; a lone particle takes its skin along as it is; nothing gives NaN, whatever happens to the particles.
TEST(Skin, ThreadsLoneParticlesAndHeapsAreCarried) {
    const TriangleMesh mesh = round_mesh(4, 0.3f);
    const Mat3         turn = rotation({0, 0, 1}, 1.2f);
    for (const Method method : every_method) {
        const SkinShape along = carried(block(15, 1, 1, 0.1f), mesh, method, [&](const Vec3& x) { return turn * x; });
        for (std::size_t v = 0; v < mesh.points.size(); ++v) ASSERT_LT(length(along.points[v] - turn * mesh.points[v]), 1e-5f) << int(method);
        const SkinShape lone = carried(block(1, 1, 1, 0.1f), mesh, method, [](const Vec3& x) { return x + Vec3{1, 2, 3}; });
        for (std::size_t v = 0; v < mesh.points.size(); ++v) ASSERT_LT(length(lone.points[v] - mesh.points[v] - Vec3{1, 2, 3}), 1e-6f);
        for (const Cluster& body : {block(5, 1, 5, 0.1f), block(5, 1, 1, 0.1f), block(2, 1, 1, 0.1f), block(5, 5, 5, 0.1f), Cluster{{{}, {}, {}}, 0.1f}})
            for (const auto& motion : {+[](const Vec3&) { return Vec3{}; }, +[](const Vec3& x) { return Vec3{-x.x, x.y, x.z}; }, +[](const Vec3& x) { return Vec3{x.x, 0, 0}; }}) {
                const SkinShape shape = carried(body, mesh, method, motion);
                for (std::size_t v = 0; v < mesh.points.size(); ++v) {
                    ASSERT_TRUE(finite(shape.points[v]));
                    ASSERT_NEAR(length(shape.normals[v]), 1, 1e-5f);
                }
            }
    }
}

// A finer mesh on the same motion has the same shape: where it has a vertex of the coarse one, that vertex is where it was, and between them it adds
// no more than the curvature of the motion.
TEST(Skin, AFinerMeshHasTheSameShape) {
    const Cluster      body   = block(11, 11, 11, 0.1f);
    const TriangleMesh coarse = flat_mesh(8, 0.8f, 0.5f), fine = flat_mesh(64, 0.8f, 0.5f);
    const auto         bend   = [](const Vec3& x) { return x + Vec3{0, 0.4f * x.x * x.x, 0}; };
    for (const Method method : every_method) {
        const SkinShape a = carried(body, coarse, method, bend), b = carried(body, fine, method, bend);
        for (Index i = 0; i <= 8; ++i)
            for (Index j = 0; j <= 8; ++j) ASSERT_LT(length(a.points[i * 9 + j] - b.points[i * 8 * 65 + j * 8]), 1e-6f);
        for (std::size_t v = 0; v < fine.points.size(); ++v) ASSERT_LT(length(b.points[v] - bend(fine.points[v])), 0.02f);
    }
}

// What is wrong with a mesh is told, and all that can be carried is.
TEST(Skin, TroubleIsToldAndTheRestIsMade) {
    const Cluster body = ball(0.2f);
    const Exec     exec(1);
    SkinReport     report;
    EXPECT_THROW(bind_skin(exec, {{}, 0.1f}, round_mesh(2, 1), Method::mls, report), Error);
    EXPECT_THROW(bind_skin(exec, {body.position, 0.2f}, {}, Method::mls, report), Error);

    bind_skin(exec, {body.position, 0.2f}, round_mesh(6, 1), Method::mls, report);
    EXPECT_TRUE(report.sentences().empty());

    TriangleMesh mesh = round_mesh(6, 1);
    mesh.points.push_back({50, 0, 0});                                                        // alone and far away
    mesh.points.push_back({std::numeric_limits<float>::quiet_NaN(), 0, 0});
    mesh.triangles.push_back({0, 0, 1});
    for (const Method method : every_method) {
        const auto skin = bind_skin(exec, {body.position, 0.2f}, mesh, method, report);
        EXPECT_EQ(report.far, 1u);
        EXPECT_NEAR(report.farthest, 49, 0.2);
        EXPECT_EQ(report.not_finite, 1u);
        EXPECT_EQ(report.flat, 1u);
        EXPECT_EQ(report.no_normal, 2u);
        EXPECT_EQ(report.sentences().size(), 4u);
        SkinShape shape;
        skin->update(exec, body.position, shape);
        for (std::size_t v = 0; v < mesh.points.size(); ++v) ASSERT_TRUE(finite(shape.points[v])) << v;
        EXPECT_LT(length(shape.points[mesh.points.size() - 2] - Vec3{50, 0, 0}), 1e-2f);
    }
    for (Vec3& p : mesh.points) p += Vec3{100, 0, 0};
    bind_skin(exec, {body.position, 0.2f}, mesh, Method::mls, report);
    EXPECT_NE(report.sentences().at(0).find("nowhere near the body"), std::string::npos);
}

// Detail fades with what has melted: where nothing has, the skin is carried to the last bit; where all has, it lies on the surface; and bumps on it are lower the more has melted.
TEST(Skin, DetailFadesWhereMatterHasMelted) {
    const Exec         exec(2);
    const Cluster      body = ball(0.2f);
    TriangleMesh       bumpy = round_mesh(12, 1);
    for (std::size_t v = 0; v < bumpy.points.size(); ++v) bumpy.points[v] = (v % 2 ? 1.1f : 0.9f) * bumpy.points[v];
    const TriangleMesh sphere = round_mesh(24, 1);
    SkinReport         report;
    const auto         skin = bind_skin(exec, {body.position, body.spacing}, bumpy, Method::mls, report);
    double             last = 1e30;
    for (const float molten : {0.f, 0.3f, 0.7f, 1.f}) {
        SkinShape shape;
        skin->update(exec, body.position, shape);
        const SkinShape    before = shape;
        std::vector<float> share;
        skin->mean(exec, std::vector<float>(body.position.size(), molten), share);
        fade_to_surface(exec, sphere, share, shape);
        double roughness = 0;
        for (std::size_t v = 0; v < shape.points.size(); ++v) {
            ASSERT_NEAR(share[v], molten, 1e-5);
            ASSERT_TRUE(molten > 0 || (shape.points[v] == before.points[v] && shape.normals[v] == before.normals[v]));
            ASSERT_TRUE(molten < 1 || std::abs(length(shape.points[v]) - 1) < 0.01f);
            roughness += std::pow(double(length(shape.points[v])) - 1, 2);
        }
        EXPECT_LT(roughness, last);
        last = roughness;
    }
}

// Half of a body melts: vertices on the other half stay as they were carried.
TEST(Skin, DetailStaysOnWhatHasNotMelted) {
    const Exec         exec(2);
    const Cluster      body = ball(0.2f);
    const TriangleMesh mesh = round_mesh(12, 1);
    SkinReport         report;
    const auto         skin = bind_skin(exec, {body.position, body.spacing}, mesh, Method::mls, report);
    std::vector<float> molten, share;
    for (const Vec3& x : body.position) molten.push_back(x.y > 0 ? 1.f : 0.f);
    skin->mean(exec, molten, share);
    for (std::size_t v = 0; v < mesh.points.size(); ++v) {
        EXPECT_TRUE(mesh.points[v].y > -0.6f || share[v] == 0) << v;
        EXPECT_TRUE(mesh.points[v].y < 0.6f || share[v] > 1 - 1e-6f) << v;
    }
}

}  // namespace
}  // namespace mote::testing
