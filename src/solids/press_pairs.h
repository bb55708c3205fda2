// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The part of press.h between elastic bodies. Kernels run over rows of solids; lists, places and pressures are by particles.
#pragma once
#include "press.h"

namespace mote::solid {

/// How fast a row passes the others around it [m/s].
struct PassingSpeed {
    Contact contact;

    MOTE_FN float operator()(Index s) const {
        if (!contact.touches[s]) return 0;
        const Index i      = contact.particle[s];
        const Vec4  home_i = contact.home[i];
        const auto  sum    = contact.neighbours.sum(i, [&](auto j) {
            const auto other = contact.is_other(home_i, contact.home[j]);
            return Both{other * xyz(contact.motion[j]), other};
        });
        return length(xyz(contact.motion[i]) - (1 / max(sum.second, 1.f)) * sum.first);
    }
};
struct Faster {
    MOTE_FN float operator()(float a, float b) const { return max(a, b); }
};

/// Where rows will be, and how fast.
struct PlacePairs {
    Press::Rows      rows;
    View<const Vec4> change;
    View<Vec4>       guess;

    MOTE_FN void operator()(Index s) const {
        if (!rows.contact.touches[s]) return;
        const Index i = rows.contact.particle[s];
        const Vec3  v = xyz(rows.velocity[s]) + xyz(change[s]);
        guess[s]       = change[s];
        rows.site[i]   = with_w(xyz(rows.position[s]) + rows.dt * (v + rows.aside(s)), rows.site[i].w);
        rows.motion[i] = with_w(v, 0);
    }
};
MOTE_HOT float pair_stiffness(const Elastic& e) { return contact_stiffness * (e.lame + 2 * e.shear + e.volume); }

/// The pressure there; layers below the first push nobody.
struct PressPairs {
    Press::Rows rows;

    MOTE_FN float at(Index s) const {
        if (rows.own_fullness[s] > SolidRows::inner_fullness) return 0;
        return pair_stiffness(rows.made(s).elastic) * max(rows.own_fullness[s] + rows.contact.taken(rows.contact.particle[s]) - 1, 0.f);
    }
    MOTE_FN void operator()(Index s) const {
        if (rows.contact.touches[s]) rows.pressure[rows.contact.particle[s]] = at(s);
    }
};
/// Brakes: the normal, and half of t over the sum of what presses. They hold rows too.
struct RubPairs {
    Press::Rows       rows;
    View<const float> last;  // null: what presses now
    View<Vec4>        held;
    View<float>       rubbed;

    MOTE_FN void operator()(Index s) const {
        if (!rows.contact.touches[s]) return;
        const Index i   = rows.contact.particle[s];
        const auto  sum   = rows.contact.pushes(i);
        const float whole = sum.second.second;
        rows.rub[i]       = {};
        if (!(whole > 0)) return;
        const Vec3  n = normalised(sum.first.first), v = xyz(rows.contact.motion[i]) - (1 / whole) * sum.first.second;
        const float slip = length(v - dot(v, n) * n), weight = rows.weight(s);
        const float press = rows.kick * (last.data ? last[s] : rows.contact.site[i].w * length(sum.first.first));
        const float brake = rows.brake(s, press, slip);
        rows.rub[i]       = with_w(n, 0.5f * brake / whole);
        if (weight > held[s].w) held[s] = with_w(n, weight);
        rubbed[s] += brake;
    }
};

/// What a product multiplies: ways on top of the guess, and velocities.
struct SpreadPairs {
    Press::Rows      rows;
    View<const Vec4> motion, guess;
    View<Vec4>       toward, slip;
    bool             whole;

    MOTE_FN void operator()(Index s) const {
        if (!rows.contact.touches[s]) return;
        const Index i = rows.contact.particle[s];
        const Vec3  d = xyz(motion[s]);
        toward[i]     = with_w(whole ? d - xyz(guess[s]) : d, 0);
        slip[i]       = with_w(whole ? xyz(rows.velocity[s]) + d : d, 0);
    }
};
/// p of it.
struct ChangePairs {
    Press::Rows      rows;
    View<const Vec4> toward;
    View<float>      pressure;
    bool             whole;

    MOTE_HOT float at(Index s) const {
        const Contact& c   = rows.contact;
        const Index    i   = c.particle[s];
        const float    p_i = c.pressure[i];
        if (!(p_i > 0)) return 0;
        const Vec4  home_i = c.home[i];
        const Vec3  x_i = xyz(c.site[i]), d_i = xyz(toward[i]);
        const float closer = c.neighbours.sum(i, [&](auto j) {
            const auto p_j = c.site[j];
            const auto x_ij = x_i - xyz(p_j);
            return c.is_other(home_i, c.home[j]) * p_j.w * c.kernel.slope_over_r_at_square(dot(x_ij, x_ij)) * dot(x_ij, d_i - xyz(toward[j]));
        });
        return (whole ? p_i : 0.f) + (rows.dt * pair_stiffness(rows.made(s).elastic)) * closer;
    }
    MOTE_FN void operator()(Index s) const {
        if (rows.contact.touches[s]) pressure[rows.contact.particle[s]] = at(s);
    }
};
/// What it gives to a row.
struct GivePairs {
    Contact           contact;
    View<const float> pressure;
    View<const Vec4>  rub, slip;
    float             kick;

    /// The sum of what `of` makes of each j and the momentum that it gives.
    template <class Of>
    MOTE_HOT auto sum(Index i, const Of& of) const {
        const Contact& c      = contact;
        const Vec4     home_i = c.home[i], at_i = c.site[i], rub_i = rub[i];
        const Vec3     x_i = xyz(at_i), v_i = xyz(slip[i]), n_i = xyz(rub_i);
        const float    p_i = pressure[i], old_i = c.pressure[i], volume_i = at_i.w, share_i = rub_i.w;
        return c.neighbours.sum(i, [&](auto j) {
            const auto at_j = c.site[j], rub_j = rub[j];
            const auto x_ij = x_i - xyz(at_j), v_ij = v_i - xyz(slip[j]), n_j = xyz(rub_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto size = -1.f * c.is_other(home_i, c.home[j]) * c.kernel.slope_over_r_at_square(rr);
            const auto normal = (kick * volume_i * at_j.w) * size * (p_i + pressure[j]);
            const auto brake  = size * sqrt(rr) * (old_i + c.pressure[j]), by_i = brake * (share_i * at_j.w), by_j = brake * (volume_i * rub_j.w);
            return of(j, normal * x_ij - by_i * (v_ij - dot(v_ij, n_i) * n_i) - by_j * (v_ij - dot(v_ij, n_j) * n_j));
        });
    }
    MOTE_HOT Vec3 operator()(Index s) const {
        return sum(contact.particle[s], [](auto, const auto& given) { return given; });
    }
    /// Half of the moment that is missing for pairs from `start`, where they give each other momentum, to turn nothing: they rub across the line between them, and press along where that will be.
    MOTE_HOT Vec3 missing(Index s, View<const Vec4> start) const {
        const Index i   = contact.particle[s];
        const Vec3  x_i = xyz(start[i]);
        return -0.5f * sum(i, [&](auto j, const auto& given) { return cross(x_i - xyz(start[j]), given); });
    }
};

}  // namespace mote::solid
