// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdint>

#include "mote/sampling.h"

namespace mote {

/// A lattice laid into the box of a body's own axes: layers along y, rows along z, points along x. A cubic block of
/// points keeps half a spacing from the box and is centred in it; the cells of close packings tile the box.
struct LatticeLayout {
    LatticeLayout(const Axes& body, SamplingSpec::Lattice lattice, double spacing, int dimension);

    Axes   axes;
    Vec3d  start{};  ///< First point, local.
    Vec3d  room{};   ///< From the first to where the last may lie; negative where none fits.
    double step = 1, row = 1, layer = 1;
    double row_shift   = 0;  ///< Of points, where row + layer is odd.
    double layer_shift = 0;  ///< Of rows, in odd layers.

    std::int64_t layers() const;
    std::int64_t rows(std::int64_t of_layer) const;
    std::int64_t points(std::int64_t of_layer, std::int64_t of_row) const;
    Vec3         at(std::int64_t of_layer, std::int64_t of_row, std::int64_t point) const;

private:
    Vec3d grow(const Vec3& size, double spacing, bool flat);
    Vec3d tile(const Vec3& size, double spacing, bool flat, bool hexagonal);
};

/// The body's own axes; in two dimensions its box has no depth.
Axes body_axes(const Shape& shape, int dimension);

/// A point of a lattice belongs to the body where its middle lies inside, by this share of the spacing: then points
/// times the volume of each give the volume of the body, whatever its shape.
inline constexpr float lattice_margin = 1e-3f;

/// How far inside a point must be to count as half a spacing inside, allowing for rounding.
float kept_distance(const Shape& shape, float spacing);

/// Calls `take(point)` for every point of the lattice that is far enough inside the shape, layer by layer. As
/// distance changes by at most one metre per metre, long runs inside or outside cost one look.
template <class Take>
void walk_lattice(const Shape& shape, const LatticeLayout& lattice, float kept, Take take) {
    for (std::int64_t k = 0, layers = lattice.layers(); k < layers; ++k)
        for (std::int64_t j = 0, rows = lattice.rows(k); j < rows; ++j)
            for (std::int64_t i = 0, points = lattice.points(k, j); i < points;) {
                const double       depth = double(-shape.distance(lattice.at(k, j, i))) - double(kept);
                const double       alike = 0.999 * (depth < 0 ? -depth : depth) / lattice.step;
                const std::int64_t run   = alike < double(points - i) ? std::int64_t(alike) + 1 : points - i;
                const std::int64_t until = i + run < points ? i + run : points;
                if (depth >= 0)
                    for (std::int64_t n = i; n < until; ++n) take(lattice.at(k, j, n));
                i = until;
            }
}

/// Refuses what is unbounded, not a spacing, or would take too many points, before anything is made.
void require_fillable(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension,
                      std::size_t max_points);

/// The spacing at which `points` at `spacing` would be `max_points`, on a surface (manifold 2) or in a volume (3).
float fitting_spacing(double points, float spacing, std::size_t max_points, int manifold);

/// Fills by random close packing with that many points, and how many the volume asks for (packing.cpp).
std::vector<Vec3> pack(const Shape& shape, float spacing, int dimension, std::uint64_t seed, std::size_t count);
std::size_t       count_packed(const Shape& shape, float spacing, int dimension);

}  // namespace mote
