// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Walls have the pressure of whoever looks at them, so a particle beside one feels only so much less of a pressure that changes. What it feels
// along the wall is scaled up to make good for that; across it the wall carries its share of what presses against it.
#pragma once
#include "mote/lane.h"

namespace mote::pressure {

/// A symmetric matrix: (xx, yy, zz) and (yz, zx, xy).
template <class R>
using Symmetric = Both<Vec3T<R>, Vec3T<R>>;

MOTE_HOT Vec3 times(const Symmetric<float>& a, const Vec3& v) {
    const Vec3 &d = a.first, &s = a.second;
    return {d.x * v.x + s.z * v.y + s.y * v.z, s.z * v.x + d.y * v.y + s.x * v.z, s.y * v.x + s.x * v.y + d.z * v.z};
}
MOTE_HOT float trace(const Symmetric<float>& a) { return a.first.x + a.first.y + a.first.z; }

/// One of values below 8, in half the room: whole numbers of 1/4096.
struct PackedSymmetric {
    std::int16_t value[6];

    MOTE_HOT static PackedSymmetric of(const Symmetric<float>& a) {
        const auto pack = [](float x) { return std::int16_t(4096 * clamp(x, -7.9f, 7.9f) + (x < 0 ? -0.5f : 0.5f)); };
        return {{pack(a.first.x), pack(a.first.y), pack(a.first.z), pack(a.second.x), pack(a.second.y), pack(a.second.z)}};
    }
    MOTE_HOT Symmetric<float> whole() const {
        const auto part = [&](int k) { return float(value[k]) / 4096; };
        return {{part(0), part(1), part(2)}, {part(3), part(4), part(5)}};
    }
};

/// a b^T of two vectors on one line.
template <class R>
MOTE_HOT Symmetric<R> product(const Vec3T<R>& a, const Vec3T<R>& b) {
    return {{a.x * b.x, a.y * b.y, a.z * b.z}, {a.y * b.z, a.z * b.x, a.x * b.y}};
}

/// How much stronger a pressure pushes that changes evenly than sums over neighbours say: the inverse of 1 - K, where K is the part that walls have in
/// -sum V grad W x^T = 1 (`moment` is -K). In edges it is more than beside planes. 1 where there is none of the density at rest
/// (`fullness` 0.9 and less), near a surface; five times at most.
MOTE_HOT Symmetric<float> stronger_beside(float fullness, const Symmetric<float>& moment) {
    const Vec3 &m = moment.first, &s = moment.second;
    const float most  = max(max(abs(m.x) + abs(s.y) + abs(s.z), abs(m.y) + abs(s.x) + abs(s.z)), abs(m.z) + abs(s.x) + abs(s.y));
    const float share = clamp(10 * fullness - 9, 0.f, 1.f) * min(1.f, 0.8f / max(most, 1e-20f));
    const Vec3  d{1 + share * m.x, 1 + share * m.y, 1 + share * m.z}, o = share * s;
    const Vec3  c{d.y * d.z - o.x * o.x, d.z * d.x - o.y * o.y, d.x * d.y - o.z * o.z};
    const Vec3  e{o.y * o.z - o.x * d.x, o.z * o.x - o.y * d.y, o.x * o.y - o.z * d.z};
    const float per = 1 / (d.x * c.x + o.z * e.z + o.y * e.y);
    return {per * c, per * e};
}

/// A push that is so much stronger along the wall, whose gradient sum V grad W is `wall`. Across it goes on as it is: scaled too it takes more iterations.
MOTE_HOT Vec3 stronger_along(const Vec3& push, const Vec3& wall, const Symmetric<float>& stronger) {
    const Vec3 n = normalised(wall), across = dot(push, n) * n;
    return across + times(stronger, push - across);
}

/// What a wall carries of what presses matter of pressure p/rho against it: behind the surface pressure goes on growing as it does in front of it [Adami et al.
/// 2012]. Nothing where there is no pressure, and all of it from that of a layer on.
MOTE_HOT Vec3 carried(const Vec3& acceleration, const Vec3& wall, const Symmetric<float>& stronger, float pressure_per_density, float spacing) {
    const Vec3  n     = normalised(wall);
    const float press = max(dot(acceleration, n), 0.f), share = max(1 - 1 / max(dot(n, times(stronger, n)), 1e-20f), 0.f);
    return (-share * press * min(1.f, pressure_per_density / max(press * spacing, 1e-20f))) * n;
}

}  // namespace mote::pressure
