// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Random close packing: the goal of Dingle's filling-over (pour balls in until over-full) reached without pouring.
// As many points as the volume asks for start at random, one per cell, and overlapping balls push each other apart
// (projected contacts after Lubachevsky and Stillinger 1990 in spirit, without velocities) while the surface keeps
// them half a spacing inside.
#include <algorithm>
#include <cmath>

#include "mote/random.h"
#include "shapes/lattice.h"
#include "shapes/packing.h"
#include "shapes/point_grid.h"

namespace mote {

namespace {

constexpr int   sweeps = 60;
constexpr float push   = 0.35f;  // share of an overlap that each of the two balls gives way per sweep
constexpr float swell  = 1.06f;  // balls a little too large, so that the final distances lie about the spacing

struct Packing : Balls {
    std::vector<Vec3> start(std::size_t wanted) const;
    void              relax(std::vector<Vec3>& points) const;
};

/// One random point in each cell of a cubic lattice, as far as they lie inside; then random ones go or come until
/// the number is right.
std::vector<Vec3> Packing::start(std::size_t wanted) const {
    const Axes   axes = body_axes(shape, dimension);
    const double cell =
        std::pow(double(cell_volume(SamplingSpec::Lattice::packed, spacing, dimension)), 1.0 / dimension);
    const Vec3 size  = axes.box.size();
    const auto cells = [&](float length) { return std::max<std::int64_t>(1, std::int64_t(std::ceil(length / cell))); };
    const std::int64_t nx = cells(size.x), ny = cells(size.y), nz = dimension == 2 ? 1 : cells(size.z);
    std::vector<Vec3>  points;
    const auto         try_cell = [&](std::int64_t n, std::uint32_t step) {
        const Vec3 shift = random(std::uint64_t(n), step);
        const Vec3 q{float(cell * (double(n % nx) + double(shift.x))),
                     float(cell * (double(n / nx % ny) + double(shift.y))),
                     float(cell * (double(n / nx / ny) + double(shift.z)))};
        const Vec3 p = axes.to_world(axes.box.low + q);
        if (axes.box.contains(axes.box.low + q) && shape.distance(p) < 0) points.push_back(p);
    };
    for (std::int64_t n = 0; n < nx * ny * nz; ++n) try_cell(n, 0);
    for (std::uint32_t step = 1; points.size() < wanted && step < 64; ++step)
        for (std::int64_t n = 0; n < nx * ny * nz && points.size() < wanted; ++n)
            if (random(std::uint64_t(n), 1000 + step).x < 0.1f) try_cell(n, step);
    for (std::uint64_t id = 0; points.size() > wanted; ++id) {
        const auto at = std::size_t(double(random(id, 5000).x) * double(points.size()));
        points[at]    = points.back();
        points.pop_back();
    }
    return points;
}

void Packing::relax(std::vector<Vec3>& points) const {
    const float        diameter = swell * spacing;
    std::vector<Vec3>  next(points.size());
    std::vector<float> free_way(points.size(), 0.f);
    Touching           touching;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        if (sweep % 4 == 0) touching.find(points, 1.2f * diameter);
        for (std::size_t i = 0; i < points.size(); ++i) {
            Vec3 shift{};
            for (std::size_t k = touching.first[i]; k < touching.first[i + 1]; ++k) {
                const Vec3  away = points[i] - points[touching.rows[k]];
                const float d    = length(away);
                if (d < diameter && d > 0) shift += (push * (diameter - d) / d) * away;
            }
            next[i] = points[i] + shift;
            free_way[i] -= length(shift);
            if (free_way[i] <= 0) free_way[i] = move_inside(next[i], sweep + 1 < sweeps ? 1 : 6);
        }
        points.swap(next);
    }
}

}  // namespace

Vec3 Balls::random(std::uint64_t id, std::uint32_t step) const {
    Vec3 p = random_point(seed, id, step, Purpose::packing);
    if (dimension == 2) p.z = 0;
    return p;
}

float Balls::move_inside(Vec3& p, int steps) const {
    for (int k = 0; k < steps; ++k) {
        const float missing = shape.distance(p) + 0.5f * spacing;
        if (missing <= 0) return -missing;
        p -= missing * shape.normal(p, 0.01f * spacing);
    }
    return 0;
}

void Touching::find(const std::vector<Vec3>& points, float reach) {
    PointGrid grid(2 * reach, points.size() / 4);
    for (const Vec3& p : points) grid.insert(p);
    first.assign(1, 0);
    rows.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
        grid.any_near(points[i], reach, [&](Index j, const Vec3&, float) {
            if (j != i) rows.push_back(j);
            return false;
        });
        first.push_back(rows.size());
    }
}

std::size_t count_packed(const Shape& shape, float spacing, int dimension) {
    const double cell = cell_volume(SamplingSpec::Lattice::packed, spacing, dimension);
    return std::size_t(std::llround(measure_volume(shape, dimension) / cell));
}

std::vector<Vec3> pack(const Shape& shape, float spacing, int dimension, std::uint64_t seed, std::size_t count) {
    const Packing     packing{{shape, spacing, kept_distance(shape, spacing), dimension, seed}};
    std::vector<Vec3> points = packing.start(count);
    packing.relax(points);
    // Parts thinner than a spacing hold no point that is far enough inside.
    std::erase_if(points, [&](const Vec3& p) { return shape.distance(p) > -packing.kept; });
    return points;
}

}  // namespace mote
