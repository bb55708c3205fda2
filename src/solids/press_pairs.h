// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The part of press.h between elastic bodies. Kernels run over rows of solids; lists, places and pressures are by particles.
#pragma once
#include "press.h"
#include "rub.h"

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
/// Friction as of rub.h at the end of the step: how stiff each is for the last guess, and what is the most that it is drawn out by. It holds rows too.
struct RubPairs {
    Press::Rows       rows;
    View<const Vec4>  change;
    View<const float> last;  // null: what presses now
    View<Vec4>        brake, arm, drawn, held;
    View<float>       rubbed;

    MOTE_FN void operator()(Index s) const {
        if (!rows.contact.touches[s]) return;
        const Index     i = rows.contact.particle[s];
        const Material& m = rows.made(s);
        const auto  sum   = rows.contact.pushes(i);
        const float whole = sum.second.second;
        brake[s] = drawn[s] = rows.rub[i] = {};
        if (!(whole > 0)) return;
        const Vec3  n      = normalised(sum.first.first);
        const float weight = rows.weight(s);
        if (weight > held[s].w) held[s] = with_w(n, weight);
        if (!(m.friction > 0) || !rows.body.holds(s)) return;
        const float volume = rows.contact.site[i].w, most = 0.5f * m.friction * (last.data ? last[s] : volume * length(sum.first.first)), k = volume * rub_stiffness(m.elastic, rows.spacing, most / volume);
        if (!(k > 0)) return;
        const Vec3  r      = (1 / whole) * way(i);
        const auto  here   = rows.body.at(s);
        const Vec3  spin   = rows.body.spin(here, s, rows.velocity) + rows.body.spin(here, s, change);
        const Vec3  past   = (xyz(rows.contact.motion[i]) - cross(spin, r)) - (1 / whole) * sum.first.second, d = rows.slip[s] + rows.dt * past;
        const float size   = length(d - dot(d, n) * n), stiff = size * k > most ? most / size : k;
        brake[s] = with_w(n, rows.kick * stiff), arm[s] = with_w(r, 1 / whole), drawn[s] = {0, 0, 0, most / k};
        rubbed[s] += rows.kick * stiff * rows.dt;
    }
    /// From those that press it to i, at the start of the step.
    MOTE_HOT Vec3 way(Index i) const {
        const Contact& c      = rows.contact;
        const Vec4     home_i = c.home[i];
        const Vec3     x_i = xyz(c.site[i]), start_i = xyz(rows.start[i]);
        const float    p_i = c.pressure[i];
        return c.neighbours.sum(i, [&](auto j) {
            const auto p_j = c.site[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            return (-1.f * c.is_other(home_i, c.home[j]) * p_j.w * (p_i + c.pressure[j]) * c.kernel.slope_over_r_at_square(rr) * sqrt(rr)) * (start_i - xyz(rows.start[j]));
        });
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
/// What rubs for it: the half that a row bears, and its moment in the stress of the body.
struct ChangeRubs {
    Press::Rows      rows;
    View<const Vec4> motion, slip, brake, arm;  // motion: by rows
    View<Vec4>       drawn;
    bool             whole;

    MOTE_FN void operator()(Index s) const {
        if (!rows.contact.touches[s] || !(brake[s].w > 0)) return;
        const Contact& c      = rows.contact;
        const Index    i      = c.particle[s];
        const Vec4     home_i = c.home[i], r = arm[s];
        const Vec3     x_i = xyz(c.site[i]), n = xyz(brake[s]);
        const float    p_i = c.pressure[i];
        const Vec3     others = c.neighbours.sum(i, [&](auto j) {
            const auto p_j = c.site[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            return (-1.f * c.is_other(home_i, c.home[j]) * p_j.w * (p_i + c.pressure[j]) * c.kernel.slope_over_r_at_square(rr) * sqrt(rr)) * xyz(slip[j]);
        });
        const auto here = rows.body.at(s);
        Vec3       spin = rows.body.spin(here, s, motion);
        if (whole) spin += rows.body.spin(here, s, rows.velocity);
        const Vec3 past = (xyz(slip[i]) - cross(spin, xyz(r))) - r.w * others, d = rows.dt * past + (whole ? rows.slip[s] : Vec3{}), along = d - dot(d, n) * n;
        const Vec3 given = -brake[s].w * along;
        rows.rub[i]      = with_w(given, r.w);
        rows.body.turn(here, s, (-1 / rows.kick) * cross(xyz(r), given));
        if (whole) drawn[s] = with_w(along, drawn[s].w);
    }
};
/// What it gives to a row.
struct GivePairs {
    Contact           contact;
    View<const float> pressure;
    View<const Vec4>  rub, arm;  // arm: by rows
    float             kick;

    /// The sum of what `of` makes of each j and the momentum that pressing gives.
    template <class Of>
    MOTE_HOT auto sum(Index i, const Of& of) const {
        const Contact& c      = contact;
        const Vec4     home_i = c.home[i], at_i = c.site[i];
        const Vec3     x_i = xyz(at_i);
        const float    p_i = pressure[i], old_i = c.pressure[i], volume_i = at_i.w;
        return c.neighbours.sum(i, [&](auto j) {
            const auto at_j = c.site[j], rub_j = rub[j];
            const auto x_ij = x_i - xyz(at_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto size = -volume_i * c.is_other(home_i, c.home[j]) * c.kernel.slope_over_r_at_square(rr);
            return of(j, (kick * at_j.w * size * (p_i + pressure[j])) * x_ij, (-1.f * size * sqrt(rr) * (old_i + c.pressure[j]) * rub_j.w) * xyz(rub_j));
        });
    }
    MOTE_HOT Vec3 operator()(Index s) const {
        const Index i = contact.particle[s];
        return xyz(rub[i]) + sum(i, [](auto, const auto& pressed, const auto& rubbed) { return pressed + rubbed; });
    }
    /// The moment that is missing for what passes from `start`, where rows give each other momentum, to turn nothing: half of that of pairs, which press along where the line between them will be,
    /// and that of what rubs this row.
    MOTE_HOT Vec3 missing(Index s, View<const Vec4> start) const {
        const Index i   = contact.particle[s];
        const Vec3  x_i = xyz(start[i]), half = sum(i, [&](auto j, const auto& pressed, const auto&) { return cross(x_i - xyz(start[j]), pressed); });
        return -0.5f * half - (rub[i].w > 0 ? cross(xyz(arm[s]), xyz(rub[i])) : Vec3{});
    }
};

}  // namespace mote::solid
