// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The crystal that a particle of a virtual material believes in [Wicke et al. 2006, section 3.1]: cubic close packing, in 2-D a triangular lattice, with
// itself in a site. Lengths are over the distance D of nearest sites. Of all sites only the first shell is docked to: its bonds alone make the material
// isotropic, and they are the last to leave the support when it is stretched.
#pragma once
#include "mote/math.h"

namespace mote::crystal {

inline constexpr Index most_sites = 12;

/// Nearest distance of sites for a particle that fills the volume of a cube (square) of a spacing [m].
MOTE_FN float site_distance(float spacing, bool flat) { return (flat ? 1.0745699f : 1.1224620f) * spacing; }

MOTE_FN Index site_count(bool flat) { return flat ? 6 : 12; }

/// Site s of the first shell, of length 1.
MOTE_HOT Vec3 site(Index s, bool flat) {
    constexpr float half = 0.70710678f, high = 0.86602540f;
    if (flat) {
        const float y = s == 0 || s == 3 ? 0.f : s < 3 ? high : -high, x = s == 0 ? 1.f : s == 3 ? -1.f : s == 1 || s == 5 ? 0.5f : -0.5f;
        return {x, y, 0};
    }
    const float a = s & 1 ? -half : half, b = s & 2 ? -half : half;
    return s < 4 ? Vec3{a, b, 0} : s < 8 ? Vec3{a, 0, b} : Vec3{0, a, b};
}

/// The site on the other side.
MOTE_HOT Index opposite(Index s, bool flat) { return flat ? (s < 3 ? s + 3 : s - 3) : s ^ 3u; }

/// A site by whole numbers: 3-D (a, b, c)/sqrt 2 with an even sum; 2-D (a + b/2, b sqrt 3/2).
struct SiteKey {
    int a = 0, b = 0, c = 0;
};

MOTE_FN Vec3 place(const SiteKey& k, bool flat) {
    if (flat) return {float(k.a) + 0.5f * float(k.b), 0.86602540f * float(k.b), 0};
    return 0.70710678f * Vec3{float(k.a), float(k.b), float(k.c)};
}

MOTE_HOT int rounded(float x) { return int(x < 0 ? x - 0.5f : x + 0.5f); }

/// The nearest site. What is rounded worst gives way where the sum would not fit [Conway & Sloane 1982, "Fast quantizing"].
MOTE_HOT SiteKey nearest_site(const Vec3& q, bool flat) {
    const float y = 1.1547005f * q.y;
    const Vec3  u = flat ? Vec3{q.x - 0.5f * y, y, -q.x - 0.5f * y} : 1.4142136f * q;
    SiteKey     k{rounded(u.x), rounded(u.y), rounded(u.z)};
    const Vec3  off{u.x - float(k.a), u.y - float(k.b), u.z - float(k.c)};
    const bool  first = abs(off.x) >= abs(off.y) && abs(off.x) >= abs(off.z), second = !first && abs(off.y) >= abs(off.z);
    if (flat) {  // a + b + c = 0
        if (first)
            k.a = -k.b - k.c;
        else if (second)
            k.b = -k.a - k.c;
        k.c = 0;
        return k;
    }
    if (((k.a + k.b + k.c) & 1) == 0) return k;
    if (first)
        k.a += off.x < 0 ? -1 : 1;
    else if (second)
        k.b += off.y < 0 ? -1 : 1;
    else
        k.c += off.z < 0 ? -1 : 1;
    return k;
}

inline constexpr Index no_site = ~Index(0);

/// Which of the first shell that is, or no_site.
MOTE_HOT Index shell_site(const SiteKey& k, bool flat) {
    if (flat) {
        if (k.a * k.a + k.a * k.b + k.b * k.b != 1) return no_site;
        return k.b == 0 ? (k.a > 0 ? 0u : 3u) : k.b > 0 ? (k.a == 0 ? 1u : 2u) : (k.a == 0 ? 4u : 5u);
    }
    if (k.a * k.a + k.b * k.b + k.c * k.c != 2) return no_site;
    const auto sign = [](int x) { return x < 0 ? 1u : 0u; };
    if (k.c == 0) return sign(k.a) + 2 * sign(k.b);
    return k.b == 0 ? 4 + sign(k.a) + 2 * sign(k.c) : 8 + sign(k.b) + 2 * sign(k.c);
}

/// Where a neighbour at q docks: the nearest site if it is one of the first shell. One that is nearest to the centre, which is taken, has the nearest of the shell.
MOTE_HOT Index docking_site(const Vec3& q, bool flat) {
    const SiteKey k = nearest_site(q, flat);
    if (k.a != 0 || k.b != 0 || k.c != 0) return shell_site(k, flat);
    Index best = 0;
    for (Index s = 1; s < site_count(flat); ++s)
        if (dot(q, site(s, flat)) > dot(q, site(best, flat))) best = s;
    return best;
}

/// The nearest site of the first shell in space, without a branch: along the two axes that q is longest along, and as far along each. For one place or a batch of them.
template <class R>
struct NearSite {
    R site;    // its number
    R square;  // of the distance to it
};
template <class R>
MOTE_HOT NearSite<R> nearest_of_shell(const Vec3T<R>& q) {
    const Vec3T<R> u{1.4142136f * abs(q.x), 1.4142136f * abs(q.y), 1.4142136f * abs(q.z)};
    const R        none = 0.f * u.x, least = min(u.x, min(u.y, u.z));
    const Vec3T<R> off{u.x - 1.f, u.y - 1.f, u.z - 1.f};
    const auto     minus = [&](const R& a, float by) { return select(a < 0.f, none + by, none); };
    const R        site  = select(u.z <= least, minus(q.x, 1) + minus(q.y, 2), select(u.y <= least, 4.f + minus(q.x, 1) + minus(q.z, 2), 8.f + minus(q.y, 1) + minus(q.z, 2)));
    return {site, max(0.5f * (dot(off, off) + 2.f * least - 1.f), none)};
}

/// At most 0 where docking_site(q) is a site: where none of another shell is nearer than the first one. For one place or a batch of them.
template <class R>
MOTE_HOT R beyond_shell(const Vec3T<R>& q, bool flat) {
    if (flat) {
        const R x = abs(q.x), y = abs(q.y), along = max(x, 0.5f * x + 0.86602540f * y), between = max(y, 0.86602540f * x + 0.5f * y);
        return max(1.7320508f * between - along - 1.f, along - 1.5f);
    }
    const Vec3T<R> u{1.4142136f * abs(q.x), 1.4142136f * abs(q.y), 1.4142136f * abs(q.z)};
    const R        least = min(u.x, min(u.y, u.z)), most = max(u.x, max(u.y, u.z)), middle = u.x + u.y + u.z - least - most;
    return max(most - middle - 1.f, max(most + least - 2.f, most + middle - 3.f));
}

MOTE_HOT bool any(bool condition) { return condition; }

/// Turns `r` until r^T p is symmetric, as the rotation of the polar decomposition of p does, by Newton steps: r <- r exp(w) with
/// (tr S - S) w = 2 axis of the antisymmetric part, S = r^T p. It starts at the last rotation, so a mirrored or flat p turns no further than it must. In doubles:
/// what floats leave is another rotation each time, also at rest, and heats it; and what is rounded the same way each time brakes what turns. D: double, or a batch of them.
template <class D>
MOTE_HOT Mat3T<D> turned_to(Mat3T<D> r, const Mat3T<D>& p, double enough = 1e-4) {
    D last(1);
    for (int k = 0; k < 5; ++k) {
        const Mat3T<D> m = transpose(r) * p;
        const Vec3T<D> a{m.row[2].y - m.row[1].z, m.row[0].z - m.row[2].x, m.row[1].x - m.row[0].y};
        const D        size = trace(m), whole = abs(size);
        const Mat3T<D> g = diagonal<D>(size + D(1e-9) * whole) - symmetric(m), c = cofactor(g);
        const D        det = dot(g.row[0], c.row[0]);
        const auto     sound = size > D(0) && det > D(1e-6) * whole * whole * whole;
        const D        part = D(1) / select(sound, det, whole + D(1e-20));
        const Vec3T<D> plain = c * a;
        const Vec3T<D> w{part * select(sound, plain.x, a.x), part * select(sound, plain.y, a.y), part * select(sound, plain.z, a.z)};
        // Where nothing is strained w is the tangent of the angle. Cayley's map is a rotation whatever h is, by twice the angle of which h is the tangent: with h = w/(1 + s) and
        // s^2 = 1 + w^2 it is 1 + skew/s + skew^2/(s + s^2).
        const D        square = dot(w, w), s = sqrt(D(1) + square);
        const D        second = select(last > D(enough * enough), D(1) / (s + square + D(1)), D(0)), first = (D(1) + s) * second;
        const Mat3T<D> skew{{{D(0), -w.z, w.y}, {w.z, D(0), -w.x}, {-w.y, w.x, D(0)}}};
        r    = r + r * (first * skew + second * (skew * skew));
        last = square;
        if (!any(last > D(enough * enough))) break;  // the next would be a square of it
    }
    return r;
}

/// A rotation that was stored in floats, brought back to one.
template <class D>
MOTE_HOT Mat3T<D> straightened(const Mat3T<D>& r) {
    return D(1.5) * r - D(0.5) * (r * (transpose(r) * r));
}

}  // namespace mote::crystal
