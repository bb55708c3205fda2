// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Walls have the pressure of whoever looks at them, so a particle beside one feels only so much less of a pressure that changes along it.
// What it does feel along the wall is scaled up to make good for that.
#pragma once
#include "mote/math.h"

namespace mote::pressure {

/// How much stronger pressure pushes along walls than sums over neighbours say; 1 where no wall is near, and where there is none of
/// the density at rest (`fullness` 0.9 and less), near a surface. For a plane the share that is missing is nearly a power of the moment of the wall,
/// sum V grad W . x (0.15 half a spacing away, 0.42 at the wall); more is a corner, where no direction is along all walls.
MOTE_HOT float along_walls(float fullness, float moment, int dimension) {
    const float square = (dimension == 3 ? 0.235f : 0.38f) * moment * moment;
    const float share  = max(min(square, 0.6f - square), 0.f);
    return 1 / (1 - clamp(10 * fullness - 9, 0.f, 1.f) * share);
}

/// A push that is `along` times stronger along the wall, whose gradient sum V grad W is `wall`.
MOTE_HOT Vec3 stronger_along(const Vec3& push, const Vec3& wall, float along) {
    const Vec3 n = normalised(wall), across = dot(push, n) * n;
    return across + along * (push - across);
}

}  // namespace mote::pressure
