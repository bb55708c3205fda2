// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Friction acts where faces touch, half a spacing before the particles that feel it. Equal and opposite on two particles it would turn them about each other, and nothing would turn back: so each
// passes the moment that is missing to its neighbours, as forces w (s x q) on those at r, and minus these on itself. With S = sum w r q^T symmetric, as it is where q is what fits r best, their moment is
//     sum r x w (s x q) = (tr(S) 1 - S) s.
#pragma once
#include "mote/math.h"

namespace mote::solid {

/// s for such a moment. Neighbours in one line can hold none along it.
MOTE_HOT Vec3 spin_of(const Mat3d& spread, const Vec3& moment) {
    const double all = trace(spread);
    return all > 0 ? narrow(inverse(diagonal<double>((1 + 1e-6) * all) - spread) * wide(moment)) : Vec3{};
}
/// The matrix that takes q to s x q.
MOTE_HOT Mat3 couple_of(const Mat3d& spread, const Vec3& moment) {
    const Vec3 s = spin_of(spread, moment);
    return {{{0, -s.z, s.y}, {s.z, 0, -s.x}, {-s.y, s.x, 0}}};
}

}  // namespace mote::solid
