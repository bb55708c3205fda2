// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What one implicit step of virtual materials does to each place; formulas in implicit.cpp.
#pragma once
#include "bonds.h"
#include "near.h"
#include "solids/implicit_rows.h"
#include "solids/press.h"

namespace mote::crystal {

using namespace solid;

/// By place: what of the step stays as it is.
struct Gather {
    Bonds                  bonds;
    View<const Vec4>       site_of, motion_of;
    View<const float>      mass, hold;
    View<const Index>      pin, holds;
    View<const MaterialId> material_of;
    View<const Material>   materials;
    View<const Vec4>       grip;
    Stiffness              stiffness;
    View<Vec4>             position, velocity, rest, stiff;
    View<MaterialId>       material;
    View<Index>            pinned, link;
    View<Mat3>             ease;

    MOTE_FN void operator()(Index k) const {
        const Index       i = bonds.row[k];
        const Vec4        x = site_of[i];
        const LatticeLaw& law = materials[material_of[i]].lattice;
        Mat3d             inertia{};
        float             squares = 0;
        Index             taken   = 0;
        for (Index s = 0; s < site_count(bonds.flat); ++s) link[s * bonds.count + k] = nobody;
        bonds.each(k, [&](Index s, Index j, Index) {
            const Vec3d r = wide(xyz(site_of[j]) - xyz(x));
            inertia       = inertia + (diagonal<double>(dot(r, r)) - outer(r, r));
            squares += dot(bonds.at(i, s), bonds.at(i, s)), ++taken;
            link[s * bonds.count + k] = bonds.place[j];
        });
        const double little = 1e-7 * trace(inertia);  // what hangs on one bond turns about it
        if (bonds.flat) inertia.row[0] = {1, 0, 0}, inertia.row[1] = {0, 1, 0}, inertia.row[2].x = inertia.row[2].y = 0;
        ease[k] = squares > 0 ? narrow(inverse(inertia + diagonal<double>(little))) : Mat3{};
        const float size = hold[i] * bonds.at.stiffness_of(i) * max(stiffness.of_volume(law, squares, taken, bonds.at.size_of(i)), 0.f) / max(squares * bonds.distance * bonds.distance, 1e-30f);
        stiff[k]    = {grip[k].x, motion_of[i].w, squares > 0 ? size : 0.f, squares};
        position[k] = with_w(xyz(x), 1 / mass[i]), velocity[k] = with_w(xyz(motion_of[i]), 0), rest[k] = x;
        material[k] = material_of[i];
        pinned[k]   = pin[i] > 0 && (!holds.data || holds[pin[i] - 1]) ? 1 : 0;
    }
};
struct NoPress {
    View<float> press;

    MOTE_FN void operator()(Index k) const { press[k] = 0; }
};
/// The preconditioner: the mass times a number of the material, inverted. It does nothing to momenta.
struct WeighPlace {
    View<const Vec4>       position;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<float>            inverse;
    float                  kick, ahead, spacing;

    MOTE_FN void operator()(Index k) const {
        const Material& m    = materials[material[k]];
        const float     rate = (m.lattice.lame + 2 * m.lattice.shear) / (m.rest_density * spacing * spacing);
        inverse[k]           = position[k].w / (1 + kick * (ahead + m.lattice.damping) * rate);
    }
};

/// Bonds by place.
struct Links {
    View<const Index> link;
    View<const Vec4>  position, stiff, motion;
    Index             count, sites;

    /// visit(place, r, by how much it moves apart).
    template <class F>
    MOTE_HOT void each(Index k, const F& visit) const {
        const Vec3 x = xyz(position[k]), u = xyz(motion[k]);
        for (Index s = 0; s < sites; ++s)
            if (const Index j = link[s * count + k]; j != nobody) visit(j, xyz(position[j]) - x, xyz(motion[j]) - u);
    }
};
/// How its crystal turns, the same times half of k, and how much its mean stretch pulls.
struct Spin {
    Links            links;
    View<const Mat3> ease;
    View<Vec4>       spin;
    View<Vec3>       turned;

    MOTE_FN void operator()(Index k) const {
        Vec3  turn{};
        float along = 0;
        links.each(k, [&](Index, const Vec3& r, const Vec3& u) { turn += cross(r, u), along += dot(r, u); });
        turned[k] = ease[k] * turn;
        spin[k]   = with_w(links.stiff[k].x * turned[k], links.stiff[k].z * along);
    }
};
/// -(ahead K + damped C) of a motion [N].
struct ChangeOfForce {
    Links            links;
    View<const Vec4> spin;
    float            ahead, damped;

    MOTE_HOT Vec3 operator()(Index k) const {
        const Vec4 own = spin[k], stiff = links.stiff[k];
        Vec3       f{};
        links.each(k, [&](Index j, const Vec3& r, const Vec3& u) {
            const Vec4 other = spin[j], his = links.stiff[j];
            f += ahead * ((stiff.x + his.x) * u - cross(xyz(own) + xyz(other), r) + (own.w + other.w) * r);
            if (const float c = damped * (stiff.y + his.y); c > 0) f += (c * dot(u, r) / dot(r, r)) * r;
        });
        return f;
    }
};

/// Springs between particles that are not docked, as of the end of the step, linear about a guess. They rub where faces touch, half way between both, where each moves as its crystal turns;
/// what that lacks of a moment (solids/couple.h) is added to how crystals turn, which passes it on.
struct PairPress {
    Bonds                  bonds;
    NeighbourView          neighbours;
    MayTouch               may_touch;
    View<const Index>      near;
    View<const Vec4>       position, velocity, guess, stiff;       // by place; the guess is of changes of velocity
    View<const Vec3>       drift, turning, turned_guess, turned;   // by place: how crystals turn, by velocities, by the guess and by the motion that is multiplied
    View<const BodyId>     body;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      hold;  // by particle
    float                  kick, dt, spacing;

    struct Touch {
        Vec3  n, r;                           // towards the other
        float weight, brake, asked, guessed;  // [kg], [kg], [m/s]: of closing; what presses for the guess [kg m/s]
    };
    MOTE_HOT Vec3 slip(Index k, Index j, View<const Vec4> change) const { return (xyz(velocity[j]) + xyz(change[j]) + drift[j]) - (xyz(velocity[k]) + xyz(change[k]) + drift[k]); }
    /// What turning adds to a slip where faces touch.
    MOTE_HOT static Vec3 by_turning(Index k, Index j, View<const Vec3> turn, const Vec3& r) { return -0.5f * cross(turn[k] + turn[j], r); }
    template <class F>
    MOTE_HOT void each(Index k, const F& visit) const {
        if (!near.data || !near[k]) return;
        const Index i = bonds.row[k];
        neighbours.each_moving(i, [&](Index row) {
            const Index j = bonds.place[row];
            if (j == nobody || !(may_touch(i, row) > 0)) return;
            const Vec3  r   = xyz(position[j]) - xyz(position[k]);
            const float gap = contact_gap(body[row] == body[i], bonds.at.offsets.data) * bonds.gap(i, row), apart = length(r);
            if (!(apart < 1.5f * bonds.distance) || !(apart > 0) || bonds.holds(k, row)) return;
            const Material &m = materials[material[k]], &other = materials[material[j]];
            const Vec3      n = r / apart, s = slip(k, j, guess) + (by_turning(k, j, turning, r) + by_turning(k, j, turned_guess, r));
            const float     weight = kick * dt * min(hold[i], hold[row]) * crystal::contact_stiffness(m.lattice, other.lattice, bonds.distance, bonds.flat), asked = (gap - apart) / dt, along = dot(n, s);
            const float     press  = max(weight * (asked - along), 0.f);
            const float     mu     = can_be_turned(stiff[k].w, bonds.flat) && can_be_turned(stiff[j].w, bonds.flat) ? 0.5f * (m.friction + other.friction) : 0.f;
            if (press > 0) visit(j, Touch{n, r, weight, min(weight, mu * press / max(length(s - along * n), slowest * spacing)), asked, press});
        });
    }
    MOTE_HOT Vec3 slip(Index k, Index j, const Touch& t, View<const Vec4> motion, bool whole) const {
        return (whole ? slip(k, j, motion) + by_turning(k, j, turning, t.r) : xyz(motion[j]) - xyz(motion[k])) + by_turning(k, j, turned, t.r);
    }
    /// What a motion gives [kg m/s].
    MOTE_HOT Vec3 operator()(Index k, View<const Vec4> motion, bool whole) const {
        Vec3 sum{};
        each(k, [&](Index j, const Touch& t) {
            const Vec3  s     = slip(k, j, t, motion, whole);
            const float along = dot(t.n, s);
            sum += (-t.weight * ((whole ? t.asked : 0.f) - along)) * t.n + t.brake * (s - along * t.n);
        });
        return sum;
    }
    /// And what friction lacks of a moment [kg m^2/s].
    MOTE_HOT Vec3 moment(Index k, View<const Vec4> motion, bool whole) const {
        Vec3 sum{};
        each(k, [&](Index j, const Touch& t) { sum += (0.5f * t.brake) * cross(t.r, slip(k, j, t, motion, whole)); });
        return sum;
    }
};
struct Keep {
    View<const Vec3> from;
    View<Vec3>       to;

    MOTE_FN void operator()(Index k) const { to[k] = from[k]; }
};
/// Adds what passes it on to how crystals turn.
struct PassOn {
    PairPress        pairs;
    View<const Vec4> motion;
    View<const Mat3> ease;
    View<Vec4>       spin;
    float            ahead;
    bool             whole;

    MOTE_FN void operator()(Index k) const {
        if (!pairs.near[k]) return;
        spin[k] = with_w(xyz(spin[k]) + (1 / (pairs.kick * ahead)) * (ease[k] * pairs.moment(k, motion, whole)), spin[k].w);
    }
};
/// How far what pressed for the guess is from what presses now; what was pressed and let go counts as far as it pulls.
struct PairMisfit {
    PairPress        pairs;
    View<const Vec4> change;

    MOTE_FN Press::Misfit operator()(Index k) const {
        Press::Misfit sum;
        pairs.each(k, [&](Index j, const PairPress::Touch& t) {
            const float linear = t.weight * (t.asked - dot(t.n, pairs.slip(k, j, change)));
            sum.press += double(max(-linear, 0.f)), sum.whole += double(max(linear, 0.f));
        });
        PairPress now = pairs;
        now.guess     = change;
        now.each(k, [&](Index j, const PairPress::Touch& t) {
            if (!(t.weight * (t.asked - dot(t.n, now.slip(k, j, pairs.guess))) > 0)) sum.press += double(t.guessed), sum.whole += double(t.guessed);
        });
        return sum;
    }
};

/// What the step begins with: pushes, and what drifts and velocities do by K.
struct BeginPlace {
    View<const Vec3>  push, drift, recoil;
    View<const Index> row, pinned;
    View<const Vec4>  velocity;
    View<Vec3>        change;
    View<Vec4>        direction;
    Vec3              gravity;
    float             kick, dt, lasting, again;  // again: how much of the last recoil is guessed

    MOTE_FN void operator()(Index k) const {
        const bool held = pinned[k] > 0;
        change[k]       = held ? push[k] - xyz(velocity[k]) : kick * gravity + dt * push[k] + (again * dt) * recoil[row[k]];
        direction[k]    = with_w(lasting * xyz(velocity[k]) + (held ? Vec3{} : drift[k]), 0);
    }
};
struct GivenPlace {
    BondForce         bonds;
    ChangeOfForce     lasting;
    View<const Index> pinned;
    View<const Vec4>  position;
    View<const float> inverse;
    View<const Vec3>  push;
    View<Vec3>        given;
    Vec3              gravity;
    float             kick, dt;
    bool              flat;

    MOTE_FN Sums operator()(Index k) const {
        const float mass = 1 / position[k].w;
        Vec3        a = kick * bonds(k), b = kick * lasting(k), c = mass * (kick * gravity + dt * push[k]);
        if (pinned[k]) a = b = c = {};
        if (flat) a.z = b.z = c.z = 0;
        given[k] = a + b + c;
        const float rounding = 1.2e-7f * length(xyz(position[k])) / dt;
        return {double(rounding * rounding * mass), double(inverse[k] * (dot(a, a) + dot(b, b) + dot(c, c)))};
    }
};
/// (M + kick (ahead K + C)) of a change of velocities, less what is given by touch.
struct ProductPlace {
    ChangeOfForce     force;
    PairPress         pairs;
    View<const Vec3>  touch;
    View<const Index> pinned;
    float             kick;
    bool              flat, whole;

    MOTE_HOT Vec3 operator()(Index k) const {
        const Links& l = force.links;
        Vec3         q = (1 / l.position[k].w) * xyz(l.motion[k]) - kick * force(k) - pairs(k, l.motion, whole);
        if (touch.data) q -= touch[k];
        if (pinned[k]) q = {};
        if (flat) q.z = 0;
        return q;
    }
};
struct ResidualPlace {
    ProductPlace      product;
    View<const Vec3>  given;
    View<const float> inverse;
    View<Vec3>        residual;

    MOTE_FN double operator()(Index k) const {
        const Vec3 r = given[k] - product(k);
        residual[k]  = r;
        return double(inverse[k] * dot(r, r));
    }
};
struct AlongPlace {
    ProductPlace product;
    View<Vec3>   result;

    MOTE_FN double operator()(Index k) const {
        const Vec3 q = product(k);
        result[k]    = q;
        return double(dot(xyz(product.force.links.motion[k]), q));
    }
};
struct LeavePlace {
    View<const Index> row, pinned;
    View<const Vec3>  change, drift;
    View<const Vec4>  velocity, rest;
    View<Vec4>        site, motion;
    float             dt;
    bool              flat;

    MOTE_FN void operator()(Index k) const {
        Vec3 now = xyz(velocity[k]) + change[k], way = pinned[k] ? now : now + drift[k];
        if (flat) now.z = way.z = 0;
        motion[row[k]] = with_w(now, 0);
        site[row[k]]   = with_w(xyz(rest[k]) + dt * way, rest[k].w);
    }
};

}  // namespace mote::crystal
