// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Smoothing that does not shrink [Taubin 1995, "A signal processing approach to fair surface design"]: each round moves every
// vertex towards the mean of its neighbours, then a little farther back. What is left of the change of volume is taken away by
// moving the vertices of each part along their normals by one small distance, so that drops keep theirs too.
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

/// By vertex, the lowest vertex of its part.
std::vector<Index> find_parts(const TriangleMesh& mesh) {
    std::vector<Index> up(mesh.points.size());
    std::iota(up.begin(), up.end(), Index(0));
    const auto root = [&](Index v) {
        while (up[v] != v) v = up[v] = up[up[v]];
        return v;
    };
    for (const auto& t : mesh.triangles)
        for (const Index v : {t[1], t[2]}) {
            const Index a = root(t[0]), b = root(v);
            up[std::max(a, b)] = std::min(a, b);
        }
    for (Index v = 0; v < Index(up.size()); ++v) up[v] = up[up[v]];  // those before it lead to their roots already
    return up;
}

/// By lowest vertex of a part.
struct Measures {
    std::vector<double> volume, area;

    Measures(const TriangleMesh& mesh, const std::vector<Index>& part) : volume(part.size(), 0), area(part.size(), 0) {
        for (const auto& t : mesh.triangles) {
            const Index p = part[t[0]];
            const Vec3  o = mesh.points[p], a = mesh.points[t[0]] - o, n = cross(mesh.points[t[1]] - mesh.points[t[0]], mesh.points[t[2]] - mesh.points[t[0]]);
            volume[p] += double(dot(a, n)) / 6;
            area[p] += 0.5 * double(length(n));
        }
    }
};

/// By vertex, the sum of the normals of its triangles, each as long as twice its area.
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
    TriangleMesh&            mesh  = surface.mesh;
    const Index              count = Index(mesh.points.size());
    const Ring               ring(mesh);
    const std::vector<Index> part = find_parts(mesh);
    const Measures           before(mesh, part);
    std::vector<Vec3>        moved(count);
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
    const Measures          after(mesh, part);
    const std::vector<Vec3> normal = area_normals(mesh);
    host_for(exec, "surface normals", count, [&](Index v) {
        const Index p     = part[v];
        surface.normal[v] = normalised(normal[v]);
        if (after.area[p] > 0) mesh.points[v] += float((before.volume[p] - after.volume[p]) / after.area[p]) * surface.normal[v];
    });
}

}  // namespace mote
