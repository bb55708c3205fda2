// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What binding and frames agree on.
#pragma once
#include "smoothing/sheets.h"

namespace mote {

/// Particles within so many spacings carry a vertex by their places, and tell how the matter around a particle has moved: two layers and a half, so
/// that below a face of the body they lie in more than one plane. By their frames fewer will do.
inline constexpr float skin_reach = 2.5f, frames_reach = 2;

/// Rows of floats, read as doubles.
struct DoublePoints {
    const Vec4* row;
    Vec3d       operator[](Index i) const { return {double(row[i].x), double(row[i].y), double(row[i].z)}; }
};

}  // namespace mote
