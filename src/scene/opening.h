// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <array>
#include <functional>

#include "mote/scene.h"
#include "mote/sources.h"

namespace mote {

/// The opening of a source as a flat figure with axes of its own.
struct Opening {
    Vec3   middle, direction, across, up;   ///< [m]; the rest are unit vectors, right-handed
    double area = 0;                        ///< [m^2; in two dimensions m]
    float  low[2] = {}, high[2] = {};       ///< Bounds along `across` and `up`, from the middle [m].
    std::function<bool(float u, float v)> contains;

    Vec3 at(float u, float v) const { return middle + u * across + v * up; }
};

/// Throws SceneError with a sentence that lacks only the place in the scene file.
Opening make_opening(const SourceSpec& spec, float spacing, int dimension);

/// The lattice of an opening. Its pitch is within 15 % of the spacing, and of those the one whose cells add up to the area of
/// the opening best: then jets have the density of matter at rest. Places that are not `free` are left out.
SourceLattice lay_lattice(const Opening& opening, float spacing, int dimension,
                          const std::function<bool(const Vec3&)>& free = [](const Vec3&) { return true; });

}  // namespace mote
