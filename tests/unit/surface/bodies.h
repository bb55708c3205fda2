// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Particles whose surface is known, and what a sound mesh is.
#pragma once
#include <gtest/gtest.h>

#include "mote/random.h"
#include "mote/surface.h"

namespace mote {

inline constexpr float spacing = 0.02f;
using Method                   = SurfaceSpec::Method;

inline SurfaceSpec by(Method method) {
    SurfaceSpec spec;
    spec.method = method;
    return spec;
}

/// A cubic lattice within a ball, every point moved at random by up to `jitter / 2` spacings along each axis.
inline std::vector<Vec4> ball(float radius, const Vec3& centre = {}, float jitter = 0.2f) {
    std::vector<Vec4> points;
    const int         n = int(radius / spacing) + 2;
    for (int k = -n; k < n; ++k)
        for (int j = -n; j < n; ++j)
            for (int i = -n; i < n; ++i) {
                const Vec3 x = spacing * Vec3{float(i) + 0.5f, float(j) + 0.5f, float(k) + 0.5f};
                const Vec3 r = random_point(1, points.size(), 0, Purpose::jitter) - Vec3{0.5f, 0.5f, 0.5f};
                if (length(x) < radius) points.push_back(with_w(centre + x + (jitter * spacing) * r, 0));
            }
    return points;
}

/// Points at random in a cube: sheets, threads, drops and holes of all kinds.
inline std::vector<Vec4> cloud(Index count, float side, std::uint64_t seed) {
    std::vector<Vec4> points;
    for (Index i = 0; i < count; ++i) points.push_back(with_w(side * random_point(seed, i, 0, Purpose::test), 0));
    return points;
}

/// Vertices less edges plus triangles: 2 for a ball, 4 for two, 0 for a ring.
inline long euler_number(const TriangleMesh& mesh) {
    return long(mesh.points.size()) - long(mesh.triangles.size()) * 3 / 2 + long(mesh.triangles.size());
}

/// Every edge is in exactly two triangles, which agree on outside, and all numbers are numbers.
inline MeshReport expect_sound(const Surface& s) {
    const MeshReport report = inspect(s.mesh);
    EXPECT_FALSE(s.mesh.triangles.empty());
    EXPECT_TRUE(report.closed && report.oriented) << report.open_edges << " open, " << report.twisted_edges << " twisted";
    EXPECT_EQ(report.non_manifold_edges, 0u);
    EXPECT_EQ(report.bad_points, 0u);
    EXPECT_GT(report.volume, 0);
    EXPECT_EQ(s.normal.size(), s.mesh.points.size());
    for (const Vec3& n : s.normal) EXPECT_NEAR(length(n), 1, 1e-4f);
    return report;
}

}  // namespace mote
