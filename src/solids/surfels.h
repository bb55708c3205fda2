// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A surfel at x looks at those of another body around it that face it, and takes their surface as the plane that fits them best: with w_k = (1 - r_k^2/h^2)^3 (n . n_k)^2,
//     S = sum w_k,  a = sum w_k s_k / S,  M = sum w_k (s_k - a)(s_k - a)^T,  m its normal.
// The foot of x on it is y = sum W_k s_k, W_k = w_k (1/S + q . (s_k - a)), with q in the plane such that x - y is along m: its length is the distance D. What pushes the surfel is
// given to the others by W_k, and friction, which acts at a distance D from them, by a couple too, w_k (g . (s_k - a)) m, so that moments are kept as well.
// A plane lies below what is round by as much as tangents lie above: half of sum W_k (n_k - m) . (x - s_k) puts D right, edges left out.
// The plane ends where the surfels do: c = sum (1 - r_k^2/h^2)^3 A_k n_k . m over what this is for a whole plane is 1 within and falls to 0 beyond its edge, and a surfel stands for
// c times its area; over the same of its own surface, so that two edges that meet have no soft rim, and at most 1. Both bodies' surfels do so by half, so forces do not depend on how many there are.
#pragma once
#include "mote/neighbours.h"

namespace mote::solid {

inline constexpr float patch = 2;  // h, in distances of surfels

/// The integral of (1 - r^2/h^2)^3 over a plane at a distance of which `left` = 1 - D^2/h^2 is left; in 2-D a line.
MOTE_FN float whole_plane(float h, float left, bool flat) {
    const float sq = left * left;
    return flat ? 32.f / 35 * h * sq * left * sqrt(left) : 0.25f * 3.14159265f * h * h * sq * sq;
}

/// One surfel from another: from there to here, its weight for the plane, and for how much of it there is.
template <class V, class R>
struct Seen {
    V r;
    R fit, cover;
};
template <class V, class R>
Seen(V, R, R) -> Seen<V, R>;

struct Surfels {
    NeighbourView    neighbours;
    View<const Vec4> home;  // place at rest, and the group as of SolidRows; 0: touches nobody
    View<const Vec4> front;  // normal at rest
    View<const Vec4> site;  // place, and the group that it may touch
    View<const Vec4> face;  // normal, and area
    float            h, apart, close;  // the last two as of SurfaceContact::Rows
    bool             flat;

    /// How far apart two of one body must have been at rest to touch. What lies back to back comes together where it is squeezed; what faced each other does so only where it meets.
    template <class F, class K, class R>
    MOTE_HOT auto least(const F& front_i, const K& front_k, const R& rest) const {
        const auto none = 0.f * dot(rest, rest);
        return select(dot(xyz(front_i), rest) > none, select(dot(xyz(front_k), rest) < none, none + close, none + apart), none + apart);
    }
    /// Weights of k for i; rows of one of them may be lanes.
    template <class I, class K>
    MOTE_HOT auto weigh(const I& i, const K& k) const {
        const auto home_i = home[i], site_i = site[i], face_i = face[i];
        const auto home_k = home[k], site_k = site[k], face_k = face[k];
        const auto r = xyz(site_k) - xyz(site_i), rest = xyz(home_k) - xyz(home_i);
        const auto near = 1 - (1 / (h * h)) * dot(r, r), none = 0.f * near, one = none + 1, far = least(front[i], front[k], rest);
        const auto other = select(abs(none + home_k.w - home_i.w) > 0.5f, one, select(dot(rest, rest) > far * far, one, none));
        const auto asked = select(abs(none + home_k.w - site_i.w) < 0.5f, select(none + home_i.w * home_k.w > 0.25f, other, none), none);
        const auto facing = max(-1.f * dot(xyz(face_i), xyz(face_k)), none), q = max(near, none), bump = asked * q * q * q;
        return Seen{r, bump * facing * facing, bump * min(3.f * facing, one)};
    }
};

}  // namespace mote::solid
