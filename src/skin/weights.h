// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What binding and frames agree on.
#pragma once
#include "mote/math.h"

namespace mote {

/// Particles within so many spacings carry a vertex by their places, and tell how the matter around a particle has moved: two layers and a half, so
/// that below a face of the body they lie in more than one plane. By their frames fewer will do.
inline constexpr float skin_reach = 2.5f, frames_reach = 2;

/// Matter counts as a sheet where the spread across it is less than a tenth of that along it.
inline constexpr double sheet_cut_off = 0.01;

/// Rows of floats, read as doubles.
struct DoublePoints {
    const Vec4* row;
    Vec3d       operator[](Index i) const { return {double(row[i].x), double(row[i].y), double(row[i].z)}; }
};

/// A unit vector at right angles to the unit vector n.
MOTE_FN Vec3 any_across(const Vec3& n) {
    const Vec3 least = abs(n.x) <= abs(n.y) && abs(n.x) <= abs(n.z) ? Vec3{1, 0, 0} : abs(n.y) <= abs(n.z) ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return normalised(cross(n, least));
}

}  // namespace mote
