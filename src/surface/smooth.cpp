// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Smoothing that does not shrink [Taubin 1995, "A signal processing approach to fair surface design"]: each round moves every
// vertex towards the mean of its neighbours, then a little farther back. What is left of the change of volume is taken away by
// moving all vertices along their normals by one small distance.
#include <algorithm>
#include <numeric>

#include "mote/surface.h"

namespace mote {
namespace {

constexpr float forth = 0.5f, back = -0.53f;

/// The neighbours of vertex v: next[first[v] .. first[v + 1]]. In a closed mesh each edge is walked once each way.
struct Ring {
    std::vector<Index> first, next;

    explicit Ring(const TriangleMesh& mesh) : first(mesh.points.size() + 2, 0), next(3 * mesh.triangles.size()) {
        for (const auto& t : mesh.triangles)
            for (const Index v : t) ++first[v + 2];
        std::partial_sum(first.begin(), first.end(), first.begin());
        for (const auto& t : mesh.triangles)
            for (std::size_t k = 0; k < 3; ++k) next[first[t[k] + 1]++] = t[(k + 1) % 3];
        first.pop_back();
    }
};

double volume_of(const Exec& exec, const TriangleMesh& mesh) {
    if (mesh.points.empty()) return 0;
    const Vec3 origin = mesh.points[0];
    return host_reduce(
        exec, "surface volume", Index(mesh.triangles.size()), 0.0,
        [&](Index n) {
            const auto& t = mesh.triangles[n];
            const Vec3  a = mesh.points[t[0]] - origin, b = mesh.points[t[1]] - origin, c = mesh.points[t[2]] - origin;
            return double(dot(a, cross(b, c))) / 6;
        },
        Plus{});
}

/// By vertex, the normals of its triangles, each as long as twice its area.
std::vector<Vec3> area_normals(const TriangleMesh& mesh) {
    std::vector<Vec3> normal(mesh.points.size());
    for (const auto& t : mesh.triangles) {
        const Vec3 n = cross(mesh.points[t[1]] - mesh.points[t[0]], mesh.points[t[2]] - mesh.points[t[0]]);
        for (const Index v : t) normal[v] += n;
    }
    return normal;
}

}  // namespace

void smooth(const Exec& exec, Surface& surface, int iterations) {
    TriangleMesh&     mesh = surface.mesh;
    const Index       count = Index(mesh.points.size());
    const Ring        ring(mesh);
    const double      volume = volume_of(exec, mesh);
    std::vector<Vec3> moved(count);
    for (int n = 0; n < 2 * iterations; ++n) {
        const float by = n % 2 == 0 ? forth : back;
        host_for(exec, "surface smoothing", count, [&](Index v) {
            Vec3        sum{};
            const Index from = ring.first[v], to = ring.first[v + 1];
            for (Index k = from; k < to; ++k) sum += mesh.points[ring.next[k]] - mesh.points[v];
            moved[v] = to > from ? mesh.points[v] + (by / float(to - from)) * sum : mesh.points[v];
        });
        std::swap(mesh.points, moved);
    }
    const std::vector<Vec3> normal = area_normals(mesh);
    double                  area   = 0;  // six times that of the mesh
    for (const Vec3& n : normal) area += double(length(n));
    const float off = area > 0 ? float((volume - volume_of(exec, mesh)) * 6 / area) : 0.f;
    host_for(exec, "surface normals", count, [&](Index v) {
        surface.normal[v] = normalised(normal[v]);
        mesh.points[v] += off * surface.normal[v];
    });
}

}  // namespace mote
