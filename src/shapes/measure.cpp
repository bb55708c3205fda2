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

namespace {

/// Walks the cells of a shape, of an octree (quadtree) in its own axes: visit(middle, size, whole) for cells that are whole inside and, of the finest, for those that its surface comes near.
/// `even(middle, reach)`: whether a cell that is whole may count at once.
template <class Even, class Visit>
void walk_cells(const Shape& shape, const Axes& axes, int dimension, int finest, const Even& even, const Visit& visit) {
    const Vec3 size = axes.box.size(), cell = size / float(finest);
    struct Cell {
        int x, y, z, side;  // in units of the finest
    };
    std::vector<Cell> pending{{0, 0, 0, finest}};
    while (!pending.empty()) {
        const Cell  c    = pending.back();
        const float half = 0.5f * float(c.side);
        pending.pop_back();
        const Vec3  middle{(float(c.x) + half) * cell.x, (float(c.y) + half) * cell.y, (float(c.z) + half) * cell.z};
        const Vec3  at = axes.box.low + middle;
        const float d  = shape.distance(axes.to_world(at)), reach = half * length(cell);
        if (d > reach) continue;
        const bool whole = d < -reach;
        if (c.side == 1 || (whole && even(at, reach))) {
            visit(at, float(c.side) * cell, whole);
            continue;
        }
        const int s = c.side / 2;
        for (int k = 0; k < (dimension == 2 ? 4 : 8); ++k)
            pending.push_back({c.x + (k & 1) * s, c.y + (k >> 1 & 1) * s, c.z + (k >> 2) * s, s});
    }
}
void refuse_unbounded(const Shape& shape) {
    if (!shape.bounded()) throw SceneError("a shape without bounds has no volume");
}
double volume_of(const Vec3& size, int dimension) { return double(size.x) * double(size.y) * (dimension == 2 ? 1 : double(size.z)); }

}  // namespace

double measure_volume(const Shape& shape, int dimension) {
    refuse_unbounded(shape);
    const Axes axes   = body_axes(shape, dimension);
    double     volume = 0;
    walk_cells(shape, axes, dimension, dimension == 2 ? 512 : 64, [](const Vec3&, float) { return true; },
               [&](const Vec3& at, const Vec3& size, bool whole) {
                   if (whole || shape.distance(axes.to_world(at)) <= 0) volume += volume_of(size, dimension);
               });
    return volume;
}

float share_inside(const Shape& shape, const Vec3& x, const Mat3& cell) {
    const float d    = shape.distance(x);
    const Vec3  edge = transpose(cell) * shape.normal(x, 0.1f * norm(cell));
    const float wide = std::max({std::abs(edge.x), std::abs(edge.y), std::abs(edge.z)});  // so that cells behind an edge are whole; of slanting faces errors cancel
    return wide > 0 ? std::clamp(0.5f - d / wide, 0.f, 1.f) : d <= 0 ? 1.f : 0.f;
}

SolidMeasure measure_solid(const Shape& shape, int dimension, const CellDensity& density, const std::function<float(const Vec3&)>& seam) {
    refuse_unbounded(shape);
    const Axes   axes = body_axes(shape, dimension);
    SolidMeasure sum;
    Mat3d        spread{};  // sum m r r^T in the axes of the shape, about their origin
    const auto   even = [&](const Vec3& at, float reach) { return !seam || seam(axes.to_world(at)) > reach; };
    walk_cells(shape, axes, dimension, dimension == 2 ? 512 : 64, even, [&](const Vec3& at, const Vec3& size, bool whole) {
        const Mat3   cell   = axes.turn * Mat3{{{size.x, 0, 0}, {0, size.y, 0}, {0, 0, dimension == 2 ? 0 : size.z}}};
        const Vec3   x      = axes.to_world(at);
        const double share  = whole ? 1 : double(share_inside(shape, x, cell));
        const double volume = share * volume_of(size, dimension);
        if (!(volume > 0)) return;
        const double mass = volume * double(density(x, cell));
        const Vec3d  r    = wide(at), s = wide(size);
        sum.volume += volume, sum.mass += mass, sum.centre += mass * r;
        spread = spread + mass * outer(r, r) + (mass / 12) * Mat3d{{{s.x * s.x, 0, 0}, {0, s.y * s.y, 0}, {0, 0, dimension == 2 ? 0 : s.z * s.z}}};
    });
    sum.centre          = sum.centre / sum.mass;
    const Mat3d about   = spread - sum.mass * outer(sum.centre, sum.centre), turn = wide(axes.turn);
    sum.inertia         = turn * ((diagonal<double>(trace(about)) - about) * transpose(turn));
    sum.centre          = wide(axes.origin) + turn * sum.centre;
    return sum;
}

double measure_area(const Shape& shape, int dimension) {
    if (!shape.bounded()) throw SceneError("a shape without bounds has no area");
    const Axes   axes = body_axes(shape, dimension);
    const Vec3   size = axes.box.size();
    const float  thin = dimension == 2 ? std::min(size.x, size.y) : std::min({size.x, size.y, size.z}), longest = std::max({size.x, size.y, dimension == 2 ? 0 : size.z});
    const double cell = std::max(double(thin) / 48, double(longest) / 512), reach = 2 * cell;  // a layer of this depth on both sides counts, most in its middle
    int          side = 1;
    while (side * cell < double(longest) + 2 * reach) side *= 2;
    struct Cell {
        int x, y, z, side;
    };
    std::vector<Cell> pending{{0, 0, 0, side}};
    double            sum = 0;
    while (!pending.empty()) {
        const Cell c = pending.back();
        pending.pop_back();
        const auto   at = [&](int k) { return float((double(k) + 0.5 * double(c.side) - 0.5 * double(side)) * cell); };
        const double d  = double(shape.distance(axes.to_world(axes.box.centre() + Vec3{at(c.x), at(c.y), dimension == 2 ? 0.f : at(c.z)})));
        if (std::abs(d) > reach + (c.side == 1 ? 0 : 0.5 * double(c.side) * cell * std::sqrt(double(dimension)))) continue;
        if (c.side == 1) {
            sum += (1 + std::cos(M_PI * d / reach)) / (2 * reach);
            continue;
        }
        const int s = c.side / 2;
        for (int k = 0; k < (dimension == 2 ? 4 : 8); ++k) pending.push_back({c.x + (k & 1) * s, c.y + (k >> 1 & 1) * s, c.z + (k >> 2) * s, s});
    }
    return sum * std::pow(cell, dimension);
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
