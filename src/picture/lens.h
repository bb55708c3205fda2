// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A camera with everything worked out: axes, and how samples of the picture lie in the plane of the view.
#pragma once
#include "mote/picture.h"

namespace mote {

/// View coordinates: x right, y up, z along the view. A ray starts at (0, 0, 0) and goes through (px, py, 1), or, flat,
/// starts at (px, py, 0) and goes along z, where (px, py) is a point of the view plane.
struct Lens {
    Vec3  origin, right, up, forward;
    bool  flat       = false;
    float half_width = 1, half_height = 1;  ///< Of the view plane.

    Vec3 to_view(const Vec3& p) const {
        const Vec3 v = p - origin;
        return {dot(v, right), dot(v, up), dot(v, forward)};
    }
    Vec3 direction_to_view(const Vec3& d) const { return {dot(d, right), dot(d, up), dot(d, forward)}; }
    Vec3 to_world(const Vec3& v) const { return origin + v.x * right + v.y * up + v.z * forward; }

    /// The view point at depth z behind the point (px, py) of the view plane.
    Vec3 at_depth(float px, float py, float z) const { return flat ? Vec3{px, py, z} : Vec3{px * z, py * z, z}; }
};

Lens make_lens(const Camera&, float aspect);

/// Samples of a picture: `per_pixel` in each direction of each pixel, on a grid turned so that no two samples of a
/// pixel share a row or a column: edges get as many shades as there are samples.
struct SampleGrid {
    int   width = 0, height = 0;   ///< In samples.
    int   per_pixel = 1;           ///< 1, 2 or 4.
    float step_x = 0, step_y = 0;  ///< Of the view plane, from sample to sample.
    float left = 0, top = 0;

    SampleGrid() = default;
    SampleGrid(const Lens& lens, int pixels_x, int pixels_y, int samples)
        : width(pixels_x * samples),
          height(pixels_y * samples),
          per_pixel(samples),
          step_x(2 * lens.half_width / float(width)),
          step_y(2 * lens.half_height / float(height)),
          left(-lens.half_width),
          top(lens.half_height) {}

    float turn(int k) const { return (float(k & (per_pixel - 1)) + 0.5f) * (1 / float(per_pixel)) - 0.5f; }
    float plane_x(int i, int j) const { return left + (float(i) + 0.5f + turn(j)) * step_x; }
    float plane_y(int i, int j) const { return top - (float(j) + 0.5f - turn(i)) * step_y; }
};

}  // namespace mote
