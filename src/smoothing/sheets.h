// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Neighbours that lie in one plane or on one line tell how matter has moved along it, and not across. What stands across is made up: it keeps its length
// and turns with the rest.
#pragma once
#include "mote/math.h"

namespace mote {

/// Matter counts as a sheet where the spread across it is less than a tenth of that along it.
inline constexpr double sheet_cut_off = 0.01;

/// A unit vector at right angles to the unit vector n.
MOTE_FN Vec3 any_across(const Vec3& n) {
    const Vec3 least = abs(n.x) <= abs(n.y) && abs(n.x) <= abs(n.z) ? Vec3{1, 0, 0} : abs(n.y) <= abs(n.z) ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return normalised(cross(n, least));
}

/// The null direction of a symmetric matrix of rank 2, the range of one of rank 1: both from its largest row or product of rows.
MOTE_FN Vec3 axis_of(const Mat3d& m, int rank) {
    Vec3d largest{};
    for (int r = 0; r < 3; ++r) {
        const Vec3d v = rank == 2 ? cross(m.row[r], m.row[(r + 1) % 3]) : m.row[r];
        if (dot(v, v) > dot(largest, largest)) largest = v;
    }
    const Vec3d unit = normalised(largest);
    return {float(unit.x), float(unit.y), float(unit.z)};
}

/// The smallest rotation that turns unit vector a into unit vector b; half a turn where they are opposite.
MOTE_FN Mat3 turning(const Vec3& a, const Vec3& b) {
    const Vec3  axis = cross(a, b);
    const float c    = dot(a, b);
    if (c < -0.9999f) {
        const Vec3 across = any_across(a);
        return 2 * outer(across, across) - identity();
    }
    const Mat3 skew{{{0, -axis.z, axis.y}, {axis.z, 0, -axis.x}, {-axis.y, axis.x, 0}}};
    return identity() + skew + (1 / (1 + c)) * (skew * skew);
}

/// A gradient that is known within a sheet (rank 2, `axis` across it) or along a thread (rank 1, along it) only, made whole.
MOTE_FN Mat3 completed(const Mat3& a, int rank, const Vec3& axis) {
    if (rank >= 3) return a;
    if (rank == 2) {
        const Vec3 u = any_across(axis), v = cross(axis, u), across = normalised(cross(a * u, a * v));
        return a + outer(dot(across, across) > 0 ? across : axis, axis);
    }
    if (rank == 0) return identity();
    const Vec3 along = normalised(a * axis);
    const Mat3 turn  = dot(along, along) > 0 ? turning(axis, along) : identity();
    return a + turn * (identity() - outer(axis, axis));
}

}  // namespace mote
