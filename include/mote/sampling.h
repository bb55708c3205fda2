// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From shapes to points: filling bodies and covering surfaces. Host only; the same arguments give the same points.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "mote/math.h"
#include "mote/scene.h"
#include "mote/shape.h"

namespace mote {

/// More points than this are refused where the caller sets no other limit.
inline constexpr std::size_t default_max_points = 200'000'000;

/// Volume of the cell of a lattice [m^3; in two dimensions m^2]: spacing^3 for cubic,
/// spacing^3 / sqrt(2) for hexagonal and face_centred, whose nearest distance is the spacing (in two dimensions
/// spacing^2 and spacing^2 sqrt(3) / 2), and for packed what packs balls of that diameter to a share of 0.60 of
/// space (discs to 0.84 of the plane). About as much for poured.
float cell_volume(SamplingSpec::Lattice lattice, float spacing, int dimension);

/// Points inside a bounded shape. A box of n spacings takes n^3 points of a cubic lattice, each in the middle of its
/// cell. Lattices lie along the body's own axes, centred; a point belongs to the body where it lies inside. A cubic
/// lattice keeps half a spacing to the bounding box; close packings are drawn apart, by less than a row in all, until
/// whole rows fill it. `packed` points keep half a spacing from the surface and follow it.
/// Jitter shifts each point by at most `jitter` spacings. Throws SceneError where the shape is unbounded or would
/// take more than `max_points`, with the spacing that would do.
std::vector<Vec3> fill(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension,
                       std::uint64_t seed, std::size_t max_points = default_max_points);

/// What pouring balls of the diameter `spacing` into a shape until it is over-full has found.
struct Poured {
    std::vector<Vec3> points;           ///< Of balls that overlap nobody, nor the surface, by more than 0.05 % of a spacing.
    int               alarms       = 0; ///< How often it seemed to be over-full,
    int               false_alarms = 0; ///< and how often more went in all the same.
};

/// As `fill` does where the lattice is `poured`: as many as go in, without order.
Poured pour(const Shape& shape, float spacing, int dimension, std::uint64_t seed);

/// Volume that one point of a filling stands for [m^3; in two dimensions m^2]: cell_volume, or a little more where a
/// close packing was drawn apart; of so many poured points their share. Points times it give the volume of the body.
float point_volume(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension, std::size_t points);

/// How many points `fill` would give, without making them; for `packed` and `poured` at most so many, as parts thinner
/// than a spacing stay empty. Throws as `fill` does.
std::size_t count_points(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension,
                         std::size_t max_points = default_max_points);

/// Cells of an octree (2-D: quadtree) that fill a shape: small ones at its surface, larger ones inside [Keiser 2006, section 5.7].
struct OctreeCells {
    std::vector<Vec3>         points;       ///< Their middles.
    std::vector<std::uint8_t> level;        ///< The edge of each is spacing 2^level.
    std::size_t               regular = 0;  ///< Cells of one spacing that fill the same volume.
};
struct OctreeSpec {
    static constexpr int largest = 3;
    int   levels = 1;  ///< The largest level of a cell, itself not above `largest`.
    float band   = 2;  ///< Nearer to the surface than this cells have level 0 [spacings].
    std::function<float(const Vec3&)> seam{};  ///< A distance to other places that want small cells, of slope 1 at most [m]; none where left out.
};
/// Small cells are those of a cubic `fill`, and large ones take the place of such as lie whole inside, so the volume is the same to the last cell. Cells that meet,
/// also at edges and corners, differ by one level at most. Throws as `fill` does.
OctreeCells fill_octree(const Shape& shape, const OctreeSpec& spec, float spacing, int dimension, std::size_t max_points = default_max_points);

/// Evenly scattered points of the surface: none nearer than 0.8 spacings to another (0.75 in two dimensions), no part
/// of the surface farther than about 0.9 spacings from one (0.75). Flat faces along the axes of a shape get a regular
/// grid that includes edges and corners (with a step that divides the face evenly). In two dimensions the points lie
/// on the outline in z = 0. What lies outside `region` is left out; the empty box leaves nothing out. Throws
/// SceneError where an unbounded shape meets no region or more than `max_points` would be needed.
std::vector<Vec3> cover(const Shape& shape, float spacing, int dimension, std::uint64_t seed, const Box& region = {},
                        std::size_t max_points = default_max_points);

/// Volume of a bounded shape [m^3; m^2 in two dimensions], by counting in cells of a 64th of its size (2-D: a 512th).
double measure_volume(const Shape& shape, int dimension);

/// The share of a cell about x that is inside, as far as the surface in it is flat. The columns of `cell` are its edges [m].
float share_inside(const Shape& shape, const Vec3& x, const Mat3& cell);

/// A bounded shape as a solid.
struct SolidMeasure {
    double volume = 0, mass = 0;  ///< [m^3], [kg]; in two dimensions [m^2], [kg/m]
    Vec3d  centre{};              ///< of mass [m]
    Mat3d  inertia{};             ///< about it [kg m^2]
};
/// Of a cell of the shape, mean over it [kg/m^3].
using CellDensity = std::function<float(const Vec3& x, const Mat3& cell)>;
/// Summed over cells of a 64th of its size (2-D: a 512th), of which those on the surface count with their share inside: within 1e-3 of what it is. Where walls or gaps are thinner than
/// a cell, cells go down to half a spacing: walls of one spacing are within 1e-2. `seam`: a distance to where the density changes, of slope 1 at most [m].
SolidMeasure measure_solid(const Shape& shape, float spacing, int dimension, const CellDensity& density, const std::function<float(const Vec3&)>& seam = {});

/// Area of its surface [m^2; m in two dimensions], within 1 % where no wall or gap is thinner than a 12th of its least size: thin bowls come out too small. Faces where parts meet are not of it.
double measure_area(const Shape& shape, int dimension);

/// Cubes of a spacing that the shape's own box is cut into, centred, by their corners: all inside, all outside, or some.
struct CellReport {
    std::size_t inner = 0, surface = 0, outer = 0;
};

/// In two dimensions squares. Of a ball of radius r about 6 pi r^2 / spacing^2 cells are of the surface.
CellReport classify_cells(const Shape& shape, float spacing, int dimension);

/// How even a set of points is.
struct SpacingReport {
    std::size_t points  = 0;
    float       nearest = 0;   ///< Least distance between two points [m].
    float       mean    = 0;   ///< Mean distance to the nearest other point [m].
    float       widest  = 0;   ///< Greatest distance to the nearest other point [m].
};

/// `reach` [m] is a guess of the spacing; points farther than two of it from all others count as two.
SpacingReport measure_spacing(std::span<const Vec3> points, float reach);

/// All pairs of points nearer to each other than `reach` [m], the lower number first: what a body would hold together with. Of a cubic lattice 1.2 spacings reach the 6
/// neighbours across the faces of a cell (4 in the plane) and 1.85 all 26 around (1.5: 8); of close packings 1.2 the 12 that touch (6); of balls without order 1.05 to 1.25
/// some 6 to 12.
std::vector<std::array<Index, 2>> bonds_within(std::span<const Vec3> points, float reach);

/// Share of the shape's volume inside balls (discs) of diameter `spacing` about so many points: 0.52 for a cubic
/// lattice, 0.60 to 0.64 for balls poured at random, 0.74 at most.
double packing_fraction(const Shape& shape, std::size_t points, float spacing, int dimension);

}  // namespace mote
