// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "mote/mesh.h"

namespace mote {

namespace {

/// One side of a triangle: its end points in ascending order, and whether the triangle walks it that way.
struct Side {
    Index low, high;
    bool  forward;
    bool  same_edge(const Side& other) const { return low == other.low && high == other.high; }
};

std::vector<Side> sorted_sides(const TriangleMesh& mesh) {
    std::vector<Side> sides;
    sides.reserve(3 * mesh.triangles.size());
    for (const auto& triangle : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const Index a = triangle[k], b = triangle[(k + 1) % 3];
            if (a != b) sides.push_back({std::min(a, b), std::max(a, b), a < b});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
        return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.forward < b.forward;
    });
    return sides;
}

void inspect_edges(const TriangleMesh& mesh, MeshReport& report) {
    const std::vector<Side> sides = sorted_sides(mesh);
    for (std::size_t first = 0, last; first < sides.size(); first = last) {
        long walked = 0;
        for (last = first; last < sides.size() && sides[last].same_edge(sides[first]); ++last)
            walked += sides[last].forward ? 1 : -1;
        const std::size_t uses = last - first;
        if (uses == 1 && report.open_edges++ == 0)
            report.first_open_edge = {mesh.points[sides[first].low], mesh.points[sides[first].high]};
        if (uses > 1 && walked != 0) ++report.twisted_edges;
        if (uses > 2) ++report.non_manifold_edges;
    }
    report.closed   = !mesh.triangles.empty() && report.open_edges == 0;
    report.oriented = report.open_edges == 0 && report.twisted_edges == 0;
}

/// Parts by union-find with halving of paths (Tarjan 1975).
std::size_t count_components(const TriangleMesh& mesh) {
    std::vector<Index> parent(mesh.points.size());
    std::iota(parent.begin(), parent.end(), Index(0));
    const auto root = [&](Index i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    std::vector<char> used(mesh.points.size(), 0);
    for (const auto& triangle : mesh.triangles)
        for (const Index corner : triangle) {
            used[corner]  = 1;
            const Index a = root(triangle[0]), b = root(corner);
            parent[std::max(a, b)] = std::min(a, b);
        }
    std::size_t components = 0;
    for (Index i = 0; i < parent.size(); ++i) components += used[i] && parent[i] == i;
    return components;
}

}  // namespace

MeshReport inspect(const TriangleMesh& mesh) {
    MeshReport report;
    for (const Vec3& p : mesh.points) {
        report.bad_points += !finite(p);
        report.bounds.include(p);
    }
    inspect_edges(mesh, report);
    report.components = count_components(mesh);
    if (mesh.triangles.empty()) return report;
    // Measured from a point of the mesh, so that a mesh far from the origin loses no digits.
    const Vec3d origin = wide(mesh.points[mesh.triangles[0][0]]);
    for (const auto& t : mesh.triangles) {
        const Vec3d a = wide(mesh.points[t[0]]) - origin, b = wide(mesh.points[t[1]]) - origin,
                    c = wide(mesh.points[t[2]]) - origin;
        report.volume += dot(a, cross(b, c)) / 6;
        report.area += length(cross(b - a, c - a)) / 2;
    }
    return report;
}

TriangleMesh weld(const TriangleMesh& mesh) {
    using Key = std::array<std::uint32_t, 3>;
    std::vector<Key> keys;
    keys.reserve(mesh.points.size());
    for (const Vec3& p : mesh.points)  // adding zero turns -0 into +0
        keys.push_back({std::bit_cast<std::uint32_t>(p.x + 0.f), std::bit_cast<std::uint32_t>(p.y + 0.f),
                        std::bit_cast<std::uint32_t>(p.z + 0.f)});
    std::vector<Index> order(mesh.points.size()), first(mesh.points.size());
    std::iota(order.begin(), order.end(), Index(0));
    std::sort(order.begin(), order.end(),
              [&](Index a, Index b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
    for (std::size_t k = 0; k < order.size(); ++k)
        first[order[k]] = k > 0 && keys[order[k]] == keys[order[k - 1]] ? first[order[k - 1]] : order[k];

    constexpr Index    unseen = ~Index(0);
    TriangleMesh       welded;
    std::vector<Index> row(mesh.points.size(), unseen);
    for (const auto& t : mesh.triangles) {
        const std::array<Index, 3> corners{first[t[0]], first[t[1]], first[t[2]]};
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
        for (const Index corner : corners)
            if (row[corner] == unseen) {
                row[corner] = Index(welded.points.size());
                welded.points.push_back(mesh.points[corner]);
            }
        welded.triangles.push_back({row[corners[0]], row[corners[1]], row[corners[2]]});
    }
    return welded;
}

}  // namespace mote
