// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Blue-noise points of a surface: Poisson-disc elimination (Cook 1986) over candidates that lie densely on it. The
// candidates are the middles of small cells near the surface, moved onto it along the distance; where a shape knows
// its surface they come from there. Regular grids on flat faces go first, so that the walls of tanks stay regular.
#include <algorithm>
#include <cmath>

#include "mote/error.h"
#include "mote/random.h"
#include "shapes/forms.h"
#include "shapes/lattice.h"
#include "shapes/point_grid.h"
#include "shapes/text.h"

namespace mote {

namespace {

struct Covering {
    const Shape&      shape;
    float             spacing;
    int               dimension;
    std::uint64_t     seed;
    Box               region;
    float             apart;  // least distance between two points
    PointGrid         grid;
    std::vector<Vec3> points;

    Covering(const Shape& what, float distance, int dimensions, std::uint64_t number, const Box& within)
        : shape(what),
          spacing(distance),
          dimension(dimensions),
          seed(number),
          region(within),
          apart((dimensions == 2 ? 0.76f : 0.8f) * distance),
          grid(2 * apart) {}

    bool is_surface(const Vec3& p) const;
    void offer(const Vec3& p, bool certain = false);
    bool project(Vec3& p, float& d) const;
    bool add_grid(const Axes& axes);
    void add_cells(float cell);
    void add_explicit(const std::vector<Vec3>& candidates);
    void relax_outline(std::size_t first);
    template <class Visit>
    void visit_cells(float finest, Visit visit) const;
    template <class Try>
    void in_random_order(std::size_t count, Try attempt) const;
};

/// Inside on one side and outside on the other: not a face that two parts of a union share.
bool Covering::is_surface(const Vec3& p) const {
    const float step = 0.05f * spacing;
    const Vec3  n    = shape.normal(p, 0.2f * step);
    return shape.distance(p + step * n) > 0.1f * step && shape.distance(p - step * n) < -0.1f * step;
}

void Covering::offer(const Vec3& p, bool certain) {
    const Vec3 hair = (1e-4f * spacing) * Vec3{1, 1, 1};  // the last point of a grid may be rounded out of the region
    if (!Box{region.low - hair, region.high + hair}.contains(p) || grid.is_near(p, apart) || (!certain && !is_surface(p))) return;
    grid.insert(p);
    points.push_back(p);
}

/// Newton steps along the normal; one is enough where the distance is exact.
bool Covering::project(Vec3& p, float& d) const {
    const float enough = 1e-3f * spacing;
    for (int k = 0; k < 8 && abs(d) > enough; ++k) {
        p -= d * shape.normal(p, 0.01f * spacing);
        d = shape.distance(p);
    }
    return abs(d) <= enough;
}

/// Grid points of the faces of a box in the body's own axes, as far as they lie on the surface. True where no other point has room between
/// them.
bool Covering::add_grid(const Axes& axes) {
    const Box local = moved(region, transpose(axes.turn), transpose(axes.turn) * (-axes.origin), 1);
    const Box box{max(axes.box.low, local.low), min(axes.box.high, local.high)};
    if (box.empty()) return false;
    const Vec3         size  = box.size();
    const auto         parts = [&](float length) { return std::max<std::int64_t>(1, std::llround(length / spacing)); };
    const std::int64_t nx = parts(size.x), ny = parts(size.y), nz = dimension == 2 ? 0 : parts(size.z);
    const float        near = 1e-3f * spacing + 4e-7f * (length(axes.origin) + length(max(box.high, -box.low)));
    const auto         at   = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
        return axes.to_world({box.low.x + size.x * float(i) / float(nx), box.low.y + size.y * float(j) / float(ny),
                              dimension == 2 ? 0 : box.low.z + size.z * float(k) / float(nz)});
    };
    for (std::int64_t k = 0; k <= nz; ++k)
        for (std::int64_t j = 0; j <= ny; ++j) {
            const bool whole = j == 0 || j == ny || (dimension == 3 && (k == 0 || k == nz));
            for (std::int64_t i = 0; i <= nx; i += whole ? 1 : nx)
                if (const Vec3 p = at(i, j, k); abs(shape.distance(p)) <= near) offer(p);
        }
    const Vec3  pitch{size.x / float(nx), size.y / float(ny), dimension == 2 ? 0 : size.z / float(nz)};
    const float shortest = min(pitch.x, min(pitch.y, pitch.z)), farthest = 0.5f * std::sqrt(dot(pitch, pitch) - shortest * shortest);
    return axes.whole && farthest < apart - 0.01f * spacing;
}

/// Calls visit(middle, distance) for the cells of side `finest` that the surface may cross, by halving larger ones.
template <class Visit>
void Covering::visit_cells(float finest, Visit visit) const {
    struct Cell {
        Vec3 middle;
        int  level;
    };
    const Vec3 size   = region.size();
    int        levels = 0;
    while (float(std::int64_t(1) << levels) * finest < max(size.x, max(size.y, dimension == 2 ? 0.f : size.z)))
        ++levels;
    const float       corner = std::sqrt(float(dimension)) / 2 * 1.001f;
    std::vector<Cell> pending{{region.centre(), levels}};
    while (!pending.empty()) {
        const Cell  cell = pending.back();
        const float side = finest * float(std::int64_t(1) << cell.level), reach = corner * side;
        pending.pop_back();
        const Vec3 gap = max(region.low - cell.middle, cell.middle - region.high);
        if (max(gap.x, max(gap.y, dimension == 2 ? 0.f : gap.z)) > 0.5f * side) continue;
        const float d = shape.distance(cell.middle);
        if (abs(d) > reach) continue;
        if (cell.level == 0) {
            visit(cell.middle, d);
            continue;
        }
        for (int k = 0; k < (dimension == 2 ? 4 : 8); ++k) {
            const Vec3 shift{k & 1 ? 1.f : -1.f, k & 2 ? 1.f : -1.f, dimension == 2 ? 0 : k & 4 ? 1.f : -1.f};
            pending.push_back({cell.middle + 0.25f * side * shift, cell.level - 1});
        }
    }
}

/// Numbers 0..count in 64 random groups, each in ascending order: as random as the result needs, in linear time.
template <class Try>
void Covering::in_random_order(std::size_t count, Try attempt) const {
    constexpr std::uint32_t   groups = 64;
    std::vector<Index>        order(count);
    std::vector<std::uint8_t> group(count);
    std::size_t               start[groups + 1] = {};
    for (std::size_t i = 0; i < count; i += 4) {
        const RandomBits bits = random_bits(seed, i / 4, 0, Purpose::surface);
        for (std::size_t k = i; k < std::min(i + 4, count); ++k) {
            group[k] = std::uint8_t(bits.word[k - i] % groups);
            ++start[group[k] + 1];
        }
    }
    for (std::uint32_t g = 0; g < groups; ++g) start[g + 1] += start[g];
    for (std::size_t i = 0; i < count; ++i) order[start[group[i]]++] = Index(i);
    for (const Index i : order) attempt(i);
}

void Covering::add_cells(float cell) {
    std::vector<Vec4> candidates;
    visit_cells(cell, [&](const Vec3& middle, float d) {
        // One layer of cells is enough; and where a point is near, the cell's share of the surface is taken.
        if (abs(d) <= 0.6f * cell && !grid.is_near(middle, apart - abs(d))) candidates.push_back(with_w(middle, d));
    });
    in_random_order(candidates.size(), [&](Index i) {
        Vec3  p = xyz(candidates[i]);
        float d = candidates[i].w;
        if (!grid.is_near(p, apart - abs(d)) && project(p, d)) offer(p);
    });
}

void Covering::add_explicit(const std::vector<Vec3>& candidates) {
    in_random_order(candidates.size(), [&](Index i) { offer(candidates[i], true); });
}

/// Evens out the gaps along an outline: random points on a line leave gaps of up to twice the least distance, which
/// would let matter through. The regular ones before `first` stay.
void Covering::relax_outline(std::size_t first) {
    const float reach = 1.6f * spacing;
    for (int sweep = 0; sweep < 40; ++sweep) {
        PointGrid now(2 * reach, points.size());
        for (const Vec3& p : points) now.insert(p);
        const std::vector<Vec3> before = points;
        for (std::size_t i = first; i < points.size(); ++i) {
            Vec3 shift{};
            now.any_near(before[i], reach, [&](Index j, const Vec3& other, float d2) {
                const float r = std::sqrt(d2);
                if (j != i && r > 0) shift += (0.25f * (reach - r) / r) * (before[i] - other);
                return false;
            });
            Vec3  p = before[i] + shift;
            float d = shape.distance(p);
            if (project(p, d) && region.contains(p)) points[i] = p;
        }
    }
}

void require_coverable(const Covering& covering, float spacing, std::size_t max_points) {
    const Vec3  size   = covering.region.size();
    const float widest = max(size.x, max(size.y, size.z));
    std::size_t cells  = 0;
    const float coarse = max(spacing, widest / 48);
    covering.visit_cells(coarse, [&](const Vec3&, float) { ++cells; });
    // A surface crosses about 1.7 cells per cell face of its area; cells visited just beside it add half as many.
    const int    manifold = covering.dimension - 1;
    const double points   = double(cells) / 2.5 * std::pow(double(coarse) / spacing, manifold);
    if (points > double(max_points) || widest / spacing > 1e6f)
        throw SceneError("its surface would take about " + text(points) + " points at a spacing of " + text(spacing) +
                         " m; at most " + std::to_string(max_points) + " are allowed: a spacing of " +
                         text(max(fitting_spacing(points, spacing, max_points, manifold), widest / 1e6f)) +
                         " m would fit");
}

}  // namespace

std::vector<Vec3> cover(const Shape& shape, float spacing, int dimension, std::uint64_t seed, const Box& region,
                        std::size_t max_points) {
    if (!(spacing > 0) || !finite(spacing))
        throw SceneError("the spacing is " + text(spacing) + "; it must be greater than 0 and finite");
    if (!shape.bounded() && region.empty())
        throw SceneError("a shape without bounds cannot be covered without a region");
    const float grown = 0.01f * spacing;
    const Box   own   = shape.bounds();
    Box         box{own.low - Vec3{grown, grown, grown}, own.high + Vec3{grown, grown, grown}};
    if (!region.empty()) box = {max(box.low, region.low), min(box.high, region.high)};
    if (dimension == 2) box.low.z = -grown, box.high.z = grown;
    if (box.empty()) return {};

    Covering covering(shape, spacing, dimension, seed, box);
    require_coverable(covering, spacing, max_points);
    bool whole = false;
    for (const Axes& axes : shape.axes()) whole |= covering.add_grid(axes);
    if (whole) return std::move(covering.points);
    const std::size_t regular = covering.points.size();
    std::vector<Vec3> candidates;
    if (shape.sample_surface(0.2f * spacing, candidates))
        covering.add_explicit(candidates);
    else
        covering.add_cells((dimension == 2 ? 0.1f : 0.25f) * spacing);
    if (dimension == 2) covering.relax_outline(regular);
    return std::move(covering.points);
}

}  // namespace mote
