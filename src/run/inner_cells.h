// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Particles of an octree, which are larger inside (column `size`), as pictures and surfaces need them.
#pragma once
#include <vector>

#include "mote/frame.h"
#include "mote/particles.h"

namespace mote {

/// Half the size of each of these rows [m]; empty where all particles are of one size.
std::vector<float> radii_of(const FrameTable& particles, const std::vector<Index>& rows);

/// Surfaces are of points a spacing apart. In the place of each large particle of `rows` stand as many of these as its cell holds, where its deformation has taken them, so that no hollow is left
/// inside; each is of the row of its particle.
void fill_large(const Frame& frame, float spacing, int dimension, std::vector<Index>& rows, std::vector<Vec3>& centre);

}  // namespace mote
