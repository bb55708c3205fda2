// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Lattices of Keiser's section 4.1: close packings are energetically ideal starts. Hexagonal close packing in layers
// ABAB along y, face-centred packing along the edges of its cubic cell; both have the nearest distance `spacing` or a
// little more.
#include "shapes/lattice.h"

#include <algorithm>
#include <cmath>

#include "mote/error.h"
#include "shapes/text.h"

namespace mote {

namespace {

constexpr double slack    = 1e-3;  // of a spacing: sizes that are whole numbers of spacings but for rounding
constexpr double max_rows = 1e9;

/// Points that fit into a length, both ends included.
std::int64_t fitting(double room, double step) { return room < 0 ? 0 : std::int64_t(room / step + slack) + 1; }

/// Cells of at least `pitch` that tile a length.
double tiles(double length, double pitch) { return std::max(1.0, std::floor(length / pitch + slack)); }

}  // namespace

LatticeLayout::LatticeLayout(const Axes& body, SamplingSpec::Lattice lattice, double spacing, int dimension)
    : axes(body), step(spacing), row(spacing), layer(spacing) {
    using Lattice    = SamplingSpec::Lattice;
    const bool flat  = dimension == 2;
    const Vec3 size  = body.box.size();
    const auto inner = [&](double length) {  // a body of exactly one spacing has room for one point
        return length - spacing >= -slack * spacing ? std::max(length - spacing, 0.0) : -1.0;
    };
    room = {inner(size.x), inner(size.y), flat ? 0 : inner(size.z)};
    if (room.x < 0 || room.y < 0 || room.z < 0) return;
    start = Vec3d{body.box.low.x, body.box.low.y, body.box.low.z};
    if (lattice == Lattice::crystal) {
        start += grow(size, spacing, flat);
        return;
    }
    if (lattice != Lattice::cubic) {
        start += tile(size, spacing, flat, lattice == Lattice::hexagonal);
        return;
    }
    const auto centred = [&](double length) { return 0.5 * (length - double(fitting(length, spacing) - 1) * spacing); };
    const Vec3d offset{centred(room.x), centred(room.y), centred(room.z)};
    start += Vec3d{0.5 * spacing, 0.5 * spacing, flat ? 0 : 0.5 * spacing};
    start += offset;
    room -= offset;
}

/// Lays the cells of a close packing so that they tile the box; returns its first point, from the low corner. Rows are
/// drawn apart a little, until a whole number of them fills the box, and shifted rows end a quarter of a step before
/// it. So no point is nearer to another than the spacing, and the box holds its mass at rest density. With half a
/// spacing kept to the box, as in a cubic lattice, a tenth of the mass would be missing at 20 spacings; heavier points
/// at the same distances would start under pressure.
Vec3d LatticeLayout::tile(const Vec3& size, double spacing, bool flat, bool hexagonal) {
    if (hexagonal || flat) {
        const double height = std::sqrt(0.75) * spacing;  // of a triangle
        const double nx = tiles(size.x, spacing), ny = tiles(size.y, flat ? height : std::sqrt(2.0 / 3.0) * spacing),
                     nz = flat ? 1 : tiles(size.z, height);
        step = size.x / nx, layer = size.y / ny, row = flat ? spacing : size.z / nz;
        row_shift   = nz > 1 || ny > 1 ? 0.5 * step : 0;  // a shift counts only where there are rows to shift
        layer_shift = !flat && ny > 1 ? row / 3 : 0;
        room        = {(nx - 1) * step + row_shift, (ny - 1) * layer, flat ? 0 : (nz - 1) * row + layer_shift};
        return {0.5 * (step - row_shift), 0.5 * layer, flat ? 0 : 0.5 * (row - layer_shift)};
    }
    // Face-centred: every other half cell of the cubic cell is taken, as on a chess board.
    const double half = std::sqrt(0.5) * spacing, nx = tiles(size.x, half), ny = tiles(size.y, half),
                 nz = tiles(size.z, half);
    row_shift = size.x / nx, layer = size.y / ny, row = size.z / nz, step = 2 * row_shift;
    room = {(nx - 1) * row_shift, (ny - 1) * layer, (nz - 1) * row};
    return {0.5 * row_shift, 0.5 * layer, 0.5 * row};
}

/// Lays a crystal whose cells have the volume of cubes, centred; returns its first point. Along each axis its layers are as many as fit, or one more, whichever
/// together come nearest to the volume of the box.
Vec3d LatticeLayout::grow(const Vec3& size, double spacing, bool flat) {
    const double near = flat ? spacing / std::sqrt(std::sqrt(0.75)) : std::cbrt(std::sqrt(2.0)) * spacing;  // of nearest points
    step = flat ? near : std::sqrt(2.0) * near, row_shift = 0.5 * step;
    layer = flat ? std::sqrt(0.75) * near : row_shift, row = flat ? spacing : row_shift;
    const double length[] = {size.x, size.y, flat ? row : double(size.z)}, pitch[] = {row_shift, layer, row};
    double       best = 1e300, count[3] = {1, 1, 1};
    for (int which = 0; which < 8; ++which) {
        double layers[3], filled = 1, wanted = 1;
        for (int a = 0; a < 3; ++a) {
            layers[a] = std::max(1.0, std::floor(length[a] / pitch[a] + slack) + ((which >> a) & 1));
            filled *= layers[a] * pitch[a], wanted *= length[a];
        }
        const bool fits = layers[0] < length[0] / pitch[0] + 1 - slack && layers[1] < length[1] / pitch[1] + 1 - slack && layers[2] < length[2] / pitch[2] + 1 - slack;
        if (!fits || std::abs(filled - wanted) >= best) continue;
        best = std::abs(filled - wanted);
        std::copy(layers, layers + 3, count);
    }
    room = {(count[0] - 1) * row_shift, (count[1] - 1) * layer, (count[2] - 1) * (flat ? 0 : row)};
    return {0.5 * (size.x - room.x), 0.5 * (size.y - room.y), flat ? 0 : 0.5 * (size.z - room.z)};
}

std::int64_t LatticeLayout::layers() const { return fitting(room.y, layer); }

std::int64_t LatticeLayout::rows(std::int64_t of_layer) const {
    return fitting(of_layer % 2 ? room.z - layer_shift + slack * row : room.z, row);
}

std::int64_t LatticeLayout::points(std::int64_t of_layer, std::int64_t of_row) const {
    return fitting((of_layer + of_row) % 2 ? room.x - row_shift + slack * step : room.x, step);
}

Vec3 LatticeLayout::at(std::int64_t of_layer, std::int64_t of_row, std::int64_t point) const {
    const double x = start.x + step * double(point) + ((of_layer + of_row) % 2 ? row_shift : 0);
    const double y = start.y + layer * double(of_layer);
    const double z = start.z + row * double(of_row) + (of_layer % 2 ? layer_shift : 0);
    return axes.to_world({float(x), float(y), float(z)});
}

Axes body_axes(const Shape& shape, int dimension) {
    Axes axes = shape.axes().front();
    if (dimension == 2) axes.box.low.z = axes.box.high.z = 0;
    return axes;
}

float kept_distance(const Shape& shape, float spacing) {
    const Box  box = shape.bounds();
    const Vec3 far = max(box.high, -box.low);
    return 0.5f * spacing - (1e-3f * spacing + 4e-7f * max(far.x, max(far.y, far.z)));
}

float point_volume(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension, std::size_t points) {
    using Lattice = SamplingSpec::Lattice;
    if (sampling.lattice == Lattice::poured && points > 0) return float(measure_volume(shape, dimension) / double(points));
    if (sampling.lattice == Lattice::cubic || sampling.lattice == Lattice::packed || sampling.lattice == Lattice::poured || sampling.lattice == Lattice::crystal)
        return cell_volume(sampling.lattice, spacing, dimension);
    const LatticeLayout lattice(body_axes(shape, dimension), sampling.lattice, spacing, dimension);
    return float(lattice.step * lattice.layer * (dimension == 2 ? 1 : lattice.row));
}

float cell_volume(SamplingSpec::Lattice lattice, float spacing, int dimension) {
    using Lattice       = SamplingSpec::Lattice;
    const double s      = spacing;
    const bool   flat   = dimension == 2;
    double       volume = flat ? s * s : s * s * s;
    if (lattice == Lattice::hexagonal || lattice == Lattice::face_centred)
        volume *= flat ? std::sqrt(0.75) : std::sqrt(0.5);
    if (lattice == Lattice::packed || lattice == Lattice::poured) volume *= flat ? double(pi) / 4 / 0.84 : double(pi) / 6 / 0.60;
    return float(volume);
}

float fitting_spacing(double points, float spacing, std::size_t max_points, int manifold) {
    return float(1.01 * spacing * std::pow(points / double(max_points), 1.0 / manifold));
}

void require_fillable(const Shape& shape, const SamplingSpec& sampling, float spacing, int dimension,
                      std::size_t max_points) {
    if (!(spacing > 0) || !finite(spacing))
        throw SceneError("the spacing is " + text(spacing) + "; it must be greater than 0 and finite");
    if (!(sampling.jitter >= 0 && sampling.jitter <= 0.5f))
        throw SceneError("the jitter is " + text(sampling.jitter) + "; it must lie between 0 and 0.5");
    if (!shape.bounded()) throw SceneError("a shape without bounds cannot be filled; intersect it with a box");
    const Vec3   size = body_axes(shape, dimension).box.size();
    const double cell = cell_volume(sampling.lattice, spacing, dimension), wide = double(size.x) * size.y;
    const double rows   = double(size.y) / spacing * (dimension == 2 ? 1 : double(size.z) / spacing);
    double       points = (dimension == 2 ? wide : wide * size.z) / cell;
    if (points <= double(max_points) && rows <= max_rows) return;  // even its box would do
    points = measure_volume(shape, dimension) / cell;
    if (points > 1.5 * double(max_points) || rows > max_rows)
        throw SceneError("the body would take about " + text(points) + " points at a spacing of " + text(spacing) +
                         " m; at most " + std::to_string(max_points) + " are allowed: a spacing of " +
                         text(std::max(fitting_spacing(points, spacing, max_points, dimension),
                                       fitting_spacing(rows, spacing, std::size_t(max_rows), dimension - 1))) +
                         " m would fit");
}

}  // namespace mote
