// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cmath>
#include <vector>

#include "mote/mesh.h"

namespace mote::testing {

struct Cluster {
    std::vector<Vec3> position;
    float             spacing;
};

/// nx x ny x nz particles about the origin.
inline Cluster block(int nx, int ny, int nz, float s) {
    Cluster body{{}, s};
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i)
                body.position.push_back({s * (float(i) - 0.5f * float(nx - 1)), s * (float(j) - 0.5f * float(ny - 1)), s * (float(k) - 0.5f * float(nz - 1))});
    return body;
}

/// A ball of radius 1.
inline Cluster ball(float s) {
    Cluster  body{{}, s};
    const int n = int(2 / s) + 2;
    for (const Vec3& x : block(n, n, n, s).position)
        if (length(x) < 1) body.position.push_back(x);
    return body;
}

/// n x n squares, each of two triangles; at(u, v) with u and v from -1 to 1.
template <class At>
void add_grid(TriangleMesh& mesh, Index n, const At& at) {
    const Index first = Index(mesh.points.size());
    for (Index i = 0; i <= n; ++i)
        for (Index j = 0; j <= n; ++j) mesh.points.push_back(at(2 * float(i) / float(n) - 1, 2 * float(j) / float(n) - 1));
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) {
            const Index a = first + i * (n + 1) + j, b = a + n + 1;
            mesh.triangles.push_back({a, b, b + 1}), mesh.triangles.push_back({a, b + 1, a + 1});
        }
}

/// A sphere of six grids, whose borders are not joined; their squares have nearly the same size.
inline TriangleMesh round_mesh(Index n, float radius) {
    TriangleMesh mesh;
    const auto   even = [&](Vec3 x) { return radius * normalised(Vec3{std::tan(pi / 4 * x.x), std::tan(pi / 4 * x.y), std::tan(pi / 4 * x.z)}); };
    for (const float side : {1.f, -1.f}) {
        add_grid(mesh, n, [&](float u, float v) { return even({side, side * u, v}); });
        add_grid(mesh, n, [&](float u, float v) { return even({v, side, side * u}); });
        add_grid(mesh, n, [&](float u, float v) { return even({side * u, v, side}); });
    }
    return mesh;
}

/// A square at height y that looks up.
inline TriangleMesh flat_mesh(Index n, float size, float y) {
    TriangleMesh mesh;
    add_grid(mesh, n, [&](float u, float v) { return Vec3{0.5f * size * v, y, 0.5f * size * u}; });
    return mesh;
}

}  // namespace mote::testing
