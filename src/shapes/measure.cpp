// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>
#include <string>
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

/// The cells of an octree (quadtree) in the axes of a shape, `finest` of them, each so large, along every axis.
struct CellTree {
    const Shape& shape;
    Axes         axes;
    int          dimension, finest;
    Vec3         low = axes.box.low, cell = axes.box.size() / float(finest);

    /// Down from the whole: visit(middle, side, distance) of a cell of so many of the finest says whether to go on to those in it.
    template <class Visit>
    void walk(const Visit& visit) const {
        struct Cell {
            int x, y, z, side;
        };
        std::vector<Cell> pending{{0, 0, 0, finest}};
        while (!pending.empty()) {
            const Cell  c    = pending.back();
            const float half = 0.5f * float(c.side);
            pending.pop_back();
            const Vec3 at = low + Vec3{(float(c.x) + half) * cell.x, (float(c.y) + half) * cell.y, (float(c.z) + half) * cell.z};
            if (!visit(at, c.side, shape.distance(axes.to_world(at)))) continue;
            const int s = c.side / 2;
            for (int k = 0; k < (dimension == 2 ? 4 : 8); ++k)
                pending.push_back({c.x + (k & 1) * s, c.y + (k >> 1 & 1) * s, c.z + (k >> 2) * s, s});
        }
    }
    float  reach(int side) const { return 0.5f * float(side) * length(cell); }
    double volume(int side) const { return double(float(side) * cell.x) * double(float(side) * cell.y) * (dimension == 2 ? 1 : double(float(side) * cell.z)); }
};
void refuse_unbounded(const Shape& shape, const char* lacks) {
    if (!shape.bounded()) throw SceneError(std::string("a shape without bounds has no ") + lacks);
}
int cells_across(int dimension) { return dimension == 2 ? 512 : 64; }

/// How a cell lies to the surface next to its middle.
struct Cut {
    float distance, wide;  // to that surface, and of the cell across it [m]
    Vec3  normal{};
    bool  seam = false;    // that was a face where parts of a shape meet
};

/// A shape is at distance 0 where its parts meet, though all around is inside: whoever goes out from there by twice the depth, which leads out of any corner, comes to no outside. How deep such a place is, up to `most`,
/// is seen from outside, along the coordinate axes. `apart`: as far from each other parts still meet [m].
float without_seam(const Shape& shape, const Vec3& x, float d, const Vec3& normal, float most, float apart) {
    if (d > apart) return d;
    for (float t = std::abs(d) + apart, far = 2 * std::abs(d) + 4 * apart; t < far;) {
        const float there = shape.distance(x + t * normal);
        if (there > 0) return d;
        t += std::max(-there, apart);
    }
    const float step  = std::sqrt(3.f) * most;  // so that an axis leads out of what slants too
    float       depth = most;
    for (const Vec3& way : {Vec3{step, 0, 0}, Vec3{-step, 0, 0}, Vec3{0, step, 0}, Vec3{0, -step, 0}, Vec3{0, 0, step}, Vec3{0, 0, -step}})
        if (const float there = shape.distance(x + way); there > 0) depth = std::min(depth, dot(way, shape.normal(x + way, 0.1f * most)) - there);
    return std::min(d, -depth);
}

Cut cut_of(const Shape& shape, const Vec3& x, float d, const Mat3& cell) {
    const float most = norm(cell);
    if (std::abs(d) > 0.5f * most) return {d, most};
    Cut        c{d, 0, shape.normal(x, 0.1f * most)};
    const Vec3 edge = transpose(cell) * c.normal;
    c.wide          = std::max({std::abs(edge.x), std::abs(edge.y), std::abs(edge.z)});  // so that cells behind an edge are whole; of slanting faces errors cancel
    if (std::abs(d) < 0.5f * c.wide) c.distance = without_seam(shape, x, d, c.normal, 0.5f * c.wide, 0.02f * c.wide), c.seam = c.distance < d;
    return c;
}
float share_inside(const Cut& c) { return c.wide > 0 ? std::clamp(0.5f - c.distance / c.wide, 0.f, 1.f) : c.distance <= 0 ? 1.f : 0.f; }

/// Whether there is another surface so near behind the one that cuts the cell, or before it, that the share inside is not known.
bool thin(const Shape& shape, const Vec3& x, const Cut& c) {
    return !c.seam && (shape.distance(x - (c.wide + c.distance) * c.normal) > 0 || shape.distance(x + (c.wide - c.distance) * c.normal) < 0);
}

}  // namespace

double measure_volume(const Shape& shape, int dimension) {
    refuse_unbounded(shape, "volume");
    const CellTree tree{shape, body_axes(shape, dimension), dimension, cells_across(dimension)};
    double         volume = 0;
    tree.walk([&](const Vec3&, int side, float d) {
        if (side > 1 && std::abs(d) <= tree.reach(side)) return true;
        if (d <= 0) volume += tree.volume(side);
        return false;
    });
    return volume;
}

float share_inside(const Shape& shape, const Vec3& x, const Mat3& cell) { return share_inside(cut_of(shape, x, shape.distance(x), cell)); }

SolidMeasure measure_solid(const Shape& shape, float spacing, int dimension, const CellDensity& density, const std::function<float(const Vec3&)>& seam) {
    refuse_unbounded(shape, "volume");
    const Axes axes = body_axes(shape, dimension);
    const Vec3 box  = axes.box.size();
    int        deep = 1;  // how many of the finest cells, for thin walls, are in one of the others
    while (std::max({box.x, box.y, dimension == 2 ? 0 : box.z}) > 0.5f * spacing * float(cells_across(dimension) * deep)) deep *= 2;
    const CellTree tree{shape, axes, dimension, cells_across(dimension) * deep};
    SolidMeasure   sum;
    Mat3d          spread{};  // sum m r r^T in the axes of the shape, about their origin
    tree.walk([&](const Vec3& at, int side, float d) {
        const float reach = tree.reach(side);
        if (d > reach) return false;
        const Vec3 x     = axes.to_world(at), size = float(side) * tree.cell;
        const bool whole = d < -reach;
        if (side > deep && !(whole && (!seam || seam(x) > reach))) return true;
        const Mat3 cell  = axes.turn * Mat3{{{size.x, 0, 0}, {0, size.y, 0}, {0, 0, dimension == 2 ? 0 : size.z}}};
        double     share = 1;
        if (!whole) {
            const Cut cut = cut_of(shape, x, d, cell);
            if (side > 1 && thin(shape, x, cut)) return true;
            share = double(share_inside(cut));
        }
        const double volume = share * tree.volume(side);
        if (!(volume > 0)) return false;
        const double mass = volume * double(density(x, cell));
        const Vec3d  r    = wide(at), s = wide(size);
        sum.volume += volume, sum.mass += mass, sum.centre += mass * r;
        spread = spread + mass * outer(r, r) + (mass / 12) * Mat3d{{{s.x * s.x, 0, 0}, {0, s.y * s.y, 0}, {0, 0, dimension == 2 ? 0 : s.z * s.z}}};
        return false;
    });
    sum.centre          = sum.centre / sum.mass;
    const Mat3d about   = spread - sum.mass * outer(sum.centre, sum.centre), turn = wide(axes.turn);
    sum.inertia         = turn * ((diagonal<double>(trace(about)) - about) * transpose(turn));
    sum.centre          = wide(axes.origin) + turn * sum.centre;
    return sum;
}

double measure_area(const Shape& shape, int dimension) {
    refuse_unbounded(shape, "area");
    const Axes  axes = body_axes(shape, dimension);
    const Vec3  size = axes.box.size();
    const float thinnest = dimension == 2 ? std::min(size.x, size.y) : std::min({size.x, size.y, size.z}), longest = std::max({size.x, size.y, dimension == 2 ? 0 : size.z});
    const float cell = std::max(thinnest / 48, longest / 512), reach = 2 * cell;  // a layer of this depth on both sides counts, most in its middle
    int         side = 1;
    while (float(side) * cell < longest + 2 * reach) side *= 2;
    const float    half = 0.5f * float(side) * cell;
    const CellTree tree{shape, axes, dimension, side, axes.box.centre() - Vec3{half, half, dimension == 2 ? 0 : half}, {cell, cell, dimension == 2 ? 0 : cell}};
    double         sum = 0;
    tree.walk([&](const Vec3& at, int of, float d) {
        if (std::abs(d) > reach + (of == 1 ? 0 : tree.reach(of))) return false;
        if (of > 1) return true;
        const Vec3 x = axes.to_world(at);
        if (d < 0.1f * cell) d = without_seam(shape, x, d, shape.normal(x, 0.1f * cell), reach, 0.02f * cell);
        if (std::abs(d) < reach) sum += (1 + std::cos(M_PI * double(d / reach))) / double(2 * reach);
        return false;
    });
    return sum * std::pow(double(cell), dimension);
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
