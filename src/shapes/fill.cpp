// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "mote/error.h"
#include "mote/random.h"
#include "shapes/lattice.h"
#include "shapes/text.h"

namespace mote {

namespace {

/// A random point of the unit ball (disc).
Vec3 random_in_ball(std::uint64_t seed, std::uint64_t id, int dimension) {
    for (std::uint32_t attempt = 0;; ++attempt) {
        Vec3 p = 2.f * random_point(seed, id, attempt, Purpose::jitter) - Vec3{1, 1, 1};
        if (dimension == 2) p.z = 0;
        if (dot(p, p) <= 1) return p;
    }
}

void require_few(std::size_t points, std::size_t max_points, float spacing, int dimension) {
    if (points > max_points)
        throw SceneError("the body takes " + std::to_string(points) + " points at a spacing of " + text(spacing) +
                         " m; at most " + std::to_string(max_points) + " are allowed: a spacing of " +
                         text(fitting_spacing(double(points), spacing, max_points, dimension)) + " m would fit");
}

/// As many as the closest packing of space (the plane) has.
std::size_t most_balls(const Shape& shape, float spacing, int dimension) {
    return std::size_t((dimension == 2 ? 0.9069 : 0.7405) / packing_fraction(shape, 1, spacing, dimension));
}

}  // namespace

std::size_t count_points(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension,
                         std::size_t max_points) {
    require_fillable(shape, sampling, spacing, dimension, max_points);
    std::size_t count = 0;
    if (sampling.lattice == SamplingSpec::Lattice::packed) {
        count = count_packed(shape, spacing, dimension);
    } else if (sampling.lattice == SamplingSpec::Lattice::poured) {
        count = most_balls(shape, spacing, dimension);
    } else {
        const LatticeLayout lattice(body_axes(shape, dimension), sampling.lattice, spacing, dimension);
        walk_lattice(shape, lattice, lattice_margin * spacing, [&](const Vec3&) { ++count; });
    }
    require_few(count, max_points, spacing, dimension);
    return count;
}

std::vector<Vec3> fill(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension,
                       std::uint64_t seed, std::size_t max_points) {
    const std::size_t count = count_points(shape, sampling, spacing, dimension, max_points);
    std::vector<Vec3> points;
    if (sampling.lattice == SamplingSpec::Lattice::packed) {
        points = pack(shape, spacing, dimension, seed, count);
    } else if (sampling.lattice == SamplingSpec::Lattice::poured) {
        points = pour(shape, spacing, dimension, seed).points;
    } else {
        points.reserve(count);
        const LatticeLayout lattice(body_axes(shape, dimension), sampling.lattice, spacing, dimension);
        walk_lattice(shape, lattice, lattice_margin * spacing, [&](const Vec3& p) { points.push_back(p); });
    }
    if (sampling.jitter > 0)
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] += sampling.jitter * spacing * random_in_ball(seed, i, dimension);
    return points;
}

double packing_fraction(const Shape& shape, std::size_t points, float spacing, int dimension) {
    const double s = spacing, ball = dimension == 2 ? double(pi) / 4 * s * s : double(pi) / 6 * s * s * s;
    return double(points) * ball / measure_volume(shape, dimension);
}

}  // namespace mote
