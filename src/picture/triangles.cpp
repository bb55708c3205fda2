// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Which triangle does the ray of each sample hit first? Triangles are handed to bands of rows, and each band walks its own: a sample
// is inside where it is on the inner side of three edges. Along the view plane 1 / depth is linear (flat: depth itself).
#include <algorithm>
#include <cmath>

#include "picture/stage.h"
#include "picture/tiles.h"

namespace mote {
namespace {

constexpr int band = 16;  // rows of samples

/// A point of the view plane and, there, 1 / depth (flat: depth).
struct Corner {
    float x, y, z;
};

float twice_area(const Corner& a, const Corner& b, float x, float y) { return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x); }

/// The mesh as the lens sees it.
class Seen {
public:
    Seen(const MeshSet& mesh, const Lens& lens) : mesh_(mesh), lens_(lens), corner_(mesh.point.size()) {
        for (std::size_t v = 0; v < corner_.size(); ++v) {
            const Vec3 p = lens.to_view(mesh.point[v]);
            corner_[v]   = lens.flat ? Corner{p.x, p.y, p.z} : p.z > 1e-6f ? Corner{p.x / p.z, p.y / p.z, 1 / p.z} : Corner{0, 0, NAN};
        }
    }

    /// First and last band of a triangle that is seen from outside; false where none.
    bool bands(std::size_t t, const SampleGrid& grid, int& first, int& last) const {
        const auto [a, b, c] = corners(t);
        if (!(twice_area(a, b, c.x, c.y) > 0) || std::isnan(a.z + b.z + c.z)) return false;
        const float high = max(max(a.y, b.y), c.y), low = min(min(a.y, b.y), c.y);
        const float from = (grid.top - high) / grid.step_y - 1, to = (grid.top - low) / grid.step_y + 1;
        if (!(to >= 0 && from < float(grid.height))) return false;
        first = int(max(from, 0.f)) / band, last = std::min(int(min(to, float(grid.height - 1))), grid.height - 1) / band;
        return true;
    }

    /// Marks the samples of rows y0 .. y1 that see the triangle before what they saw.
    void draw(std::size_t t, std::uint32_t id, int y0, int y1, Hits& hits) const {
        const auto [a, b, c]    = corners(t);
        const SampleGrid& grid  = hits.grid;
        const float       whole = twice_area(a, b, c.x, c.y);
        const float       left = min(min(a.x, b.x), c.x), right = max(max(a.x, b.x), c.x);
        const int         x0 = int(clamp((left - grid.left) / grid.step_x - 1, 0.f, float(grid.width)));
        const int         x1 = int(clamp((right - grid.left) / grid.step_x + 2, 0.f, float(grid.width)));
        const int         j0 = std::max(y0, int(clamp((grid.top - max(max(a.y, b.y), c.y)) / grid.step_y - 1, 0.f, float(grid.height))));
        const int         j1 = std::min(y1, int(clamp((grid.top - min(min(a.y, b.y), c.y)) / grid.step_y + 2, 0.f, float(grid.height))));
        for (int j = j0; j < j1; ++j)
            for (int i = x0; i < x1; ++i) {
                const float x = grid.plane_x(i, j), y = grid.plane_y(i, j);
                const float w_a = twice_area(b, c, x, y), w_b = twice_area(c, a, x, y), w_c = twice_area(a, b, x, y);
                if (w_a < 0 || w_b < 0 || w_c < 0) continue;
                const float       z = (w_a * a.z + w_b * b.z + w_c * c.z) / whole, depth = lens_.flat ? z : 1 / z;
                const std::size_t k = hits.at(i, j);
                if (depth > 0 && depth < hits.depth[k]) hits.depth[k] = depth, hits.sphere[k] = id;
            }
    }

private:
    std::array<Corner, 3> corners(std::size_t t) const {
        const auto& c = mesh_.triangle[t];
        return {corner_[c[0]], corner_[c[1]], corner_[c[2]]};
    }

    const MeshSet&      mesh_;
    const Lens&         lens_;
    std::vector<Corner> corner_;
};

void add_triangles(const Subject& subject, const Lens& lens, Hits& hits, int threads) {
    const Seen                              seen(subject.mesh, lens);
    const int                               bands = (hits.grid.height + band - 1) / band;
    std::vector<std::vector<std::uint32_t>> of(static_cast<std::size_t>(bands));
    int                                     first = 0, last = 0;
    for (std::size_t t = 0; t < subject.mesh.triangle.size(); ++t)
        if (seen.bands(t, hits.grid, first, last))
            for (int b = first; b <= last; ++b) of[std::size_t(b)].push_back(std::uint32_t(t));
    for_each_tile(threads, bands, [&](int b) {
        for (const std::uint32_t t : of[std::size_t(b)])
            seen.draw(t, subject.first_triangle() + t, b * band, std::min((b + 1) * band, hits.grid.height), hits);
    });
}

}  // namespace

Hits find_hits(const Subject& subject, const Lens& lens, const SampleGrid& grid, int threads) {
    Hits hits = find_hits(subject.spheres, lens, grid, threads);
    if (!subject.mesh.triangle.empty()) add_triangles(subject, lens, hits, threads);
    return hits;
}

Vec3 corner_weights(const MeshSet& mesh, std::size_t triangle, const Vec3& world) {
    const auto& c = mesh.triangle[triangle];
    const Vec3  ab = mesh.point[c[1]] - mesh.point[c[0]], ac = mesh.point[c[2]] - mesh.point[c[0]], ap = world - mesh.point[c[0]];
    const Vec3  n     = cross(ab, ac);
    const float whole = dot(n, n);
    if (!(whole > 0)) return {1, 0, 0};
    const float b = dot(cross(ap, ac), n) / whole, d = dot(cross(ab, ap), n) / whole;
    return {1 - b - d, b, d};
}

Vec3 Subject::colour(std::uint32_t hit, const Vec3& world) const {
    if (hit < first_triangle()) return spheres.colour.empty() ? spheres.common_colour : spheres.colour[hit];
    if (mesh.colour.empty()) return mesh.common_colour;
    const auto& c = mesh.triangle[hit - first_triangle()];
    const Vec3  w = corner_weights(mesh, hit - first_triangle(), world);
    return w.x * mesh.colour[c[0]] + w.y * mesh.colour[c[1]] + w.z * mesh.colour[c[2]];
}

}  // namespace mote
