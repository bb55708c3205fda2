// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote::crystal {

/// The force on a particle of one that stands in direction n and moves with `slip` seen from it: `push` apart, and Coulomb's friction, for which both are equally heavy. `inertia`: that of both
/// together over the time of a step [kg/s]; a tenth of a slip is stopped at most, for many press at once.
MOTE_HOT Vec3 held_apart(const Vec3& n, const Vec3& slip, float push, float friction, float inertia) {
    const Vec3  along = slip - dot(slip, n) * n;
    const float speed = length(along);
    const Vec3  apart = (-push) * n;
    return speed > 0 ? apart + (min(friction * push, 0.1f * inertia * speed) / speed) * along : apart;
}

}  // namespace mote::crystal
