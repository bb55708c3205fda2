// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What one particle adds to the nodes of a block: the hot loop of every field. A particle is felt within an ellipsoid,
// q^2 = (x - c)^T M (x - c) < 1, and q^2 is a square in x along a row of nodes, so a batch of nodes costs a few instructions.
#pragma once
#include <cmath>

#include "mote/lane.h"
#include "mote/surface.h"

namespace mote::surfaces {

static_assert(SurfaceNodes::side + int(lane_width) - 1 <= SurfaceNodes::row);

#if MOTE_SIMD
MOTE_HOT Lane load(const float* from) { return Lane::load_unaligned(from); }
MOTE_HOT void store(float* to, Lane value) { value.store_unaligned(to); }
MOTE_HOT bool any_positive(Lane value) { return xsimd::any(value > Lane(0.f)); }
#else
MOTE_HOT Lane load(const float* from) { return *from; }
MOTE_HOT void store(float* to, Lane value) { *to = value; }
MOTE_HOT bool any_positive(Lane value) { return value > 0; }
#endif

struct Splat {
    Vec3  centre;                     ///< [m]
    float weight = 0;                 ///< what it adds at its centre
    float xx, yy, zz, xy, xz, yz;     ///< M [1/m^2]
    Vec3  half;                       ///< of the box round the ellipsoid [m]
};

/// A ball of radius `reach`.
inline Splat ball(const Vec3& centre, float weight, float reach) {
    const float m = 1 / (reach * reach);
    return {centre, weight, m, m, m, 0, 0, 0, {reach, reach, reach}};
}

/// Nodes from..to of an axis lie within `half` of c; `first` is the place of the first of `count` nodes.
struct NodeSpan {
    int from, to;
};
inline NodeSpan nodes_near(float c, float half, float first, float per_cube, int count) {
    // A little more on each side: rounding here must not decide what a node gets.
    const float low = (c - half - first) * per_cube + 0.999f, high = (c + half - first) * per_cube + 0.001f;
    return {low > 0 ? int(low) : 0, high < 0 ? -1 : high < float(count) ? int(high) : count - 1};
}

/// Calls add(place in values, 1 - q^2, x - c.x, y - c.y, z - c.z) for batches of nodes of the rows that the ellipsoid meets. Where
/// 1 - q^2 is not positive, nothing must be added. Batches may reach beyond the ellipsoid.
template <class Add>
MOTE_HOT void for_nodes(const SurfaceNodes& nodes, const Splat& s, const Add& add) {
    const float    per_cube = 1 / nodes.cube;
    const NodeSpan xs       = nodes_near(s.centre.x, s.half.x, nodes.x[0], per_cube, SurfaceNodes::side),
                   ys       = nodes_near(s.centre.y, s.half.y, nodes.y[0], per_cube, SurfaceNodes::side),
                   zs       = nodes_near(s.centre.z, s.half.z, nodes.z[0], per_cube, SurfaceNodes::side);
    if (xs.from > xs.to) return;
    for (int k = zs.from; k <= zs.to; ++k) {
        const float dz = nodes.z[k] - s.centre.z, a_z = 1 - s.zz * dz * dz, b_z = s.xz * dz, c_z = 2 * s.yz * dz;
        for (int j = ys.from; j <= ys.to; ++j) {
            const float dy = nodes.y[j] - s.centre.y;
            const float a = a_z - dy * (s.yy * dy + c_z), b = b_z + s.xy * dy;
            if (a * s.xx + b * b <= 0) continue;  // the row passes by
            const int  row = SurfaceNodes::at(0, j, k);
            const Lane a_row(a), b_row(2 * b);
            for (int i = xs.from; i <= xs.to; i += int(lane_width)) {
                const Lane dx = load(nodes.x + i) - Lane(s.centre.x);
                add(row + i, a_row - dx * (b_row + Lane(s.xx) * dx), dx, dy, dz);
            }
        }
    }
}

}  // namespace mote::surfaces
