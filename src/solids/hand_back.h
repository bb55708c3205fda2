// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote::solid {

/// A particle has moved as if it were free; what it really did, to x with velocity v, takes the place of that. Its drift becomes what leads from the velocity to the way that was gone:
/// the guard of walls asks for that. Returns the velocity that its own forces gave it.
MOTE_HOT Vec3 hand_back(const Vec3& x, const Vec3& v, float dt, Vec4& position, Vec4& velocity, Vec3& drift) {
    const Vec3 more = v - xyz(velocity);
    drift           = drift + (1 / dt) * (x - xyz(position)) - more;
    position        = with_w(x, position.w);
    velocity        = with_w(v, velocity.w);
    return more;
}

}  // namespace mote::solid
