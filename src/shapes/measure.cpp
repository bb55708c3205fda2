// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "mote/error.h"
#include "shapes/lattice.h"
#include "shapes/point_grid.h"

namespace mote {

namespace {

/// The cells of a box, and whether their corners are inside, each asked for once.
struct CellGrid {
    const Shape& shape;
    Axes         axes;
    float        spacing;
    bool         flat;
    std::int64_t count[3];
    std::unordered_map<std::int64_t, bool> known = {};

    Vec3 at(double x, double y, double z) const {
        const Vec3 middle = 0.5f * (axes.box.low + axes.box.high);
        const auto from   = [&](double k, int axis) { return float((k - 0.5 * double(count[axis])) * double(spacing)); };
        return axes.to_world(middle + Vec3{from(x, 0), from(y, 1), flat ? 0.f : from(z, 2)});
    }
    bool inside(std::int64_t x, std::int64_t y, std::int64_t z) {
        const auto [place, fresh] = known.try_emplace(x + (count[0] + 1) * (y + (count[1] + 1) * z));
        if (fresh) place->second = shape.distance(at(double(x), double(y), double(z))) <= 1e-4f * spacing;  // on a face is inside
        return place->second;
    }
    int corners_inside(std::int64_t x, std::int64_t y, std::int64_t z) {
        int inside_of = 0;
        for (int k = 0; k < (flat ? 4 : 8); ++k) inside_of += inside(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2));
        return inside_of;
    }
};

}  // namespace

CellReport classify_cells(const Shape& shape, float spacing, int dimension) {
    const Axes axes = body_axes(shape, dimension);
    const Vec3 size = axes.box.size();
    const auto cut  = [&](float length) { return std::max<std::int64_t>(1, std::int64_t(std::ceil(double(length) / double(spacing) - 1e-3))); };
    CellGrid   grid{shape, axes, spacing, dimension == 2, {cut(size.x), cut(size.y), dimension == 2 ? 1 : cut(size.z)}};
    CellReport report;
    // Blocks of cells that the surface does not come near count at once.
    struct Block {
        std::int64_t low[3], high[3];
    };
    std::vector<Block> pending{{{0, 0, 0}, {grid.count[0], grid.count[1], grid.count[2]}}};
    const int          corners = dimension == 2 ? 4 : 8;
    while (!pending.empty()) {
        Block b = pending.back();
        pending.pop_back();
        std::int64_t cells = 1, longest = 0;
        int          axis  = 0;
        double       half  = 0;
        for (int k = 0; k < dimension; ++k) {
            const std::int64_t n = b.high[k] - b.low[k];
            cells *= n, half += 0.25 * double(n) * double(n);
            if (n > longest) longest = n, axis = k;
        }
        const float d = shape.distance(grid.at(0.5 * double(b.low[0] + b.high[0]), 0.5 * double(b.low[1] + b.high[1]), 0.5 * double(b.low[2] + b.high[2])));
        const float reach = 1.001f * spacing * float(std::sqrt(half));
        const int inside_of = d < -reach ? corners : d > reach ? 0 : cells > 1 ? -1 : grid.corners_inside(b.low[0], b.low[1], b.low[2]);
        if (inside_of < 0) {
            Block second = b;
            b.high[axis] = second.low[axis] = (b.low[axis] + b.high[axis]) / 2;
            pending.push_back(b), pending.push_back(second);
            continue;
        }
        (inside_of == corners ? report.inner : inside_of == 0 ? report.outer : report.surface) += std::size_t(cells);
    }
    return report;
}

double measure_volume(const Shape& shape, int dimension) {
    if (!shape.bounded()) throw SceneError("a shape without bounds has no volume");
    const Axes   axes   = body_axes(shape, dimension);
    const int    finest = dimension == 2 ? 512 : 64;
    const Vec3   size = axes.box.size(), cell = size / float(finest);
    std::int64_t inside = 0;
    // Cells of an octree (quadtree) in units of the finest: whole ones count at once, the finest by their middle.
    struct Cell {
        int x, y, z, side;
    };
    std::vector<Cell> pending{{0, 0, 0, finest}};
    while (!pending.empty()) {
        const Cell  c    = pending.back();
        const float half = 0.5f * float(c.side);
        pending.pop_back();
        const Vec3  middle{(float(c.x) + half) * cell.x, (float(c.y) + half) * cell.y, (float(c.z) + half) * cell.z};
        const float d = shape.distance(axes.to_world(axes.box.low + middle)), reach = half * length(cell);
        if (d > reach || (c.side == 1 && d > 0)) continue;
        if (d < -reach || c.side == 1) {
            inside += std::int64_t(c.side) * c.side * (dimension == 2 ? 1 : c.side);
            continue;
        }
        const int s = c.side / 2;
        for (int k = 0; k < (dimension == 2 ? 4 : 8); ++k)
            pending.push_back({c.x + (k & 1) * s, c.y + (k >> 1 & 1) * s, c.z + (k >> 2) * s, s});
    }
    const double area = double(cell.x) * cell.y;
    return double(inside) * (dimension == 2 ? area : area * cell.z);
}

std::vector<std::array<Index, 2>> bonds_within(std::span<const Vec3> points, float reach) {
    PointGrid grid(reach, points.size());
    for (const Vec3& p : points) grid.insert(p);
    std::vector<std::array<Index, 2>> bonds;
    for (Index i = 0; i < points.size(); ++i)
        grid.any_near(points[i], reach, [&](Index j, const Vec3&, float) {
            if (i < j) bonds.push_back({i, j});
            return false;
        });
    return bonds;
}

SpacingReport measure_spacing(std::span<const Vec3> points, float reach) {
    SpacingReport report;
    report.points = points.size();
    if (points.size() < 2) return report;
    PointGrid grid(reach, points.size());
    for (const Vec3& p : points) grid.insert(p);
    double sum   = 0;
    float  least = 4 * reach * reach;
    for (std::size_t i = 0; i < points.size(); ++i) {
        float nearest = 4 * reach * reach;
        for (const float radius : {reach, 2 * reach}) {  // most are found in the first, cheaper look
            grid.any_near(points[i], radius, [&](Index j, const Vec3&, float d2) {
                if (j != i) nearest = std::min(nearest, d2);
                return false;
            });
            if (nearest < radius * radius) break;
        }
        sum += std::sqrt(double(nearest));
        least         = std::min(least, nearest);
        report.widest = std::max(report.widest, std::sqrt(nearest));
    }
    report.nearest = std::sqrt(least);
    report.mean    = float(sum / double(points.size()));
    return report;
}

}  // namespace mote
