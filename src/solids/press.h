// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Contact in an implicit step. What presses depends on where rows are at its end (backward Euler, so it never gives energy), with v' the velocity after the step:
//     faces (faces.h)    kick k max(-gap - dt n . (v' - w'), 0) n,   w' being that of the surface,
//     pairs (contact.h)  kick times the force of p_i = k (phi_i + dt dphi_i/dx . (v' - v_at) - 1), at the places that a velocity v_at leads to.
// Who presses and how surfaces stand is found at the last guess, and the rest is linear. Friction with faces is a brake t (v' - w') across the normal, with
// t = mu press / slip of the last guess, never more than kick k dt and that of a very slow slip: what sticks creeps by less than a spacing in three minutes.
// That of pairs is the spring of rub.h drawn out at the end, d + dt d', or what Coulomb's law leaves of it at the last guess.
// Rigid bodies answer within the solve: w' = w + G xi, where xi is what all faces of a body together do to it, six numbers that are found for each product.
#pragma once
#include "rub.h"

namespace mote::solid {

inline constexpr float slowest = 0.005f;  // slip that is friction's, in spacings a second

/// Rows of elastic bodies, as contact needs them.
struct PressRows {
    View<const Vec4>       position, velocity, rest;  // the first with 1/mass
    View<const Vec3>       drift;
    View<const Index>      pin;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      own_fullness;
    View<const Vec3>       push;  // [m/s^2]
    Index                  count;
    float                  kick, dt, spacing;

    MOTE_HOT const Material& made(Index s) const { return materials[material[s]]; }
    /// kick k dt [kg].
    MOTE_HOT float weight(Index s) const { return kick * dt * face_stiffness(made(s), rest[s].w, spacing); }
    /// t for what presses and how it slips.
    MOTE_HOT float brake(Index s, float press, float slip) const { return min(weight(s), made(s).friction * press / max(slip, slowest * spacing)); }
    MOTE_HOT Vec3  aside(Index s) const { return pin[s] > 0 ? Vec3{} : drift[s]; }
};

/// By how much a rigid body gives way, as a matrix of six.
struct Ease6 {
    double a[6][6];
};
/// What it does: velocity and spin.
struct Twist {
    Vec3d along{}, about{};
};

class Press {
public:
    struct Rows : PressRows {
        Faces                 faces{};
        Contact               contact{};     // touches null: no pairs; site, motion and pressure are written here
        View<Vec4>            site{}, motion{};
        View<float>           pressure{};
        View<Vec4>            rub{};         // by particles: momentum that rubs it, and 1 / the sum of what presses
        OwnBody               body{};        // whose rows take moments
        View<Vec3>            slip{};
        View<const Vec4>      start{};       // by particles: places at the start of the step
        View<const BodyFrame> bodies{};
        Index                 body_count = 0, particles = 0;
        bool touches() const { return faces.count > 0 || contact.touches.data; }
    };
    void begin(const Exec&, const Rows&);
    /// Who presses when velocities change by `change`. `last`: the press by rows [N], for the first time.
    void find(const Exec&, View<const Vec4> change, View<const float> last);
    /// What surfaces give to rows [kg m/s]: whole, or what a direction adds to it. Moments of pairs that rub are added to the rows of the body.
    View<const Vec3> of_change(const Exec&, View<const Vec4> change);
    View<const Vec3> of_direction(const Exec&, View<const Vec4> direction);

    /// As last found.
    View<const Vec3> result() const { return rows_.touches() ? result_.read() : View<const Vec3>{}; }
    /// And what that lacks of a moment, at each row [kg m^2/s]; after `misfit`.
    View<const Vec3> moment() const { return rows_.contact.touches.data ? moment_.read() : View<const Vec3>{}; }
    bool             touches() const { return rows_.touches(); }
    bool             rubs() const { return rows_.contact.touches.data; }

    /// How far what is linear is from what is not, in what presses and in what rubs, and all that presses [kg m/s]. Finds the result of the change.
    struct Misfit {
        double press = 0, rub = 0, whole = 0;
        MOTE_HOT friend Misfit operator+(const Misfit& a, const Misfit& b) { return {a.press + b.press, a.rub + b.rub, a.whole + b.whole}; }
    };
    Misfit misfit(const Exec&, View<const Vec4> change);
    /// Writes the impulses of faces of a change, and the press of rows.
    void finish(const Exec&, View<const Vec4> change, View<Vec4> face_push, View<float> press);

    /// For preconditioners: what holds a row, along a normal, and across it [kg].
    View<const Vec4>  held() const { return rows_.touches() ? held_.read() : View<const Vec4>{}; }
    View<const float> rubbed() const { return rows_.touches() ? rubbed_.read() : View<const float>{}; }
    const Scratch<Vec4>&  held_rows() const { return held_; }
    const Scratch<float>& rubbed_rows() const { return rubbed_; }

private:
    View<const Vec3> sum(const Exec&, View<const Vec4> motion, bool whole);

    Rows           rows_;
    Scratch<Vec4>  line_;     // of faces: weight or 0, brake, push at no speed, press
    Scratch<Ease6> ease_;
    Scratch<Twist> twist_;    // of rigid bodies, on top of coasting
    Scratch<Vec3>  result_, moment_;
    Scratch<Vec4>  held_;
    Scratch<float> rubbed_;
    Scratch<Vec4>  toward_, slip_;  // by particles: ways and velocities
    Scratch<Vec4>  brake_, arm_, drawn_;  // by rows, of what rubs: normal and its stiffness times the kick [kg/s]; way from those that press it and 1/their sum; how far it is drawn out, and may be
    Scratch<Vec4>  guess_;          // by rows: the change that pairs are linear about
    Scratch<float> pressure_;       // by particles: p of a product
    bool           first_ = true;
};

}  // namespace mote::solid
