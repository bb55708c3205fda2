// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rigid bodies in the short steps of elastic ones. These push them with their contact pressure (src/solids/contact.h) and rub on them; both get the same, so momentum is kept. A copy of each
// body gives way to that within the step. What it was given goes to the body itself as one push.
#include "bodies.h"
#include "solids/contact.h"

namespace mote {

using namespace rigid;

namespace {

/// What elastic neighbours give to a row in a short step: impulse.
struct Feel {
    Rows             rows;
    solid::Contact   contact;
    View<const Vec4> grip;
    float            kick;

    MOTE_FN Push operator()(Index s) const {
        const Index i = rows.row(s);
        if (i == Solids::none) return {};
        const Vec4 at  = contact.site[i];
        const Vec3 sum = contact.neighbours.sum(i, [&](auto j) {
            const auto p_j  = contact.site[j];
            const auto x_ij = xyz(at) - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto push = (-at.w) * p_j.w * contact.pressure[j] * contact.kernel.slope_over_r_at_square(rr);
            const auto g    = grip[j];
            return kick * push * x_ij - (push * sqrt(rr) * g.w) * xyz(g);
        });
        const Vec3d push = twice(sum);
        return {push, cross(twice(rows.arm(s)), push)};
    }
};

/// Bodies go on.
struct Go {
    View<Frame>      frame;
    View<Push>       given;
    View<const Push> now, others;  // others: forces
    float            share, dt;    // of a kick in the time that it acts

    MOTE_FN void operator()(Index b) const {
        Frame& f = frame[b];
        if (f.pin > 0) return;
        given[b] = given[b] + now[b];
        f.velocity += f.lightness * single(now[b].along + double(share * dt) * others[b].along);
        f.spin += f.ease * single(now[b].about + double(share * dt) * others[b].about);
        f.centre += dt * f.velocity;
        const Vec3 w = dt * f.spin;
        f.turn       = f.turn + Mat3{{{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}}} * f.turn;
    }
};
/// And their rows with them.
struct Follow {
    Rows              rows;
    View<const Drive> pins;
    View<const Vec4>  from;
    View<Vec4>        site, motion;
    float             dt;

    MOTE_FN void operator()(Index k) const {
        const Index s = k + rows.first, i = rows.row(s);
        if (i == Solids::none) return;
        const Frame& f = rows.of(s);
        const Vec3   r = rows.arm(s), v = f.pin > 0 ? pins[f.pin - 1](xyz(from[i])) : f.velocity + cross(f.spin, r);
        site[i]   = with_w(f.pin > 0 ? xyz(from[i]) + dt * v : f.centre + r, from[i].w);
        motion[i] = with_w(v, 0);
    }
};

}  // namespace

void RigidBodies::begin_short_steps(const Exec& exec, Particles& p, View<const Drive> pins, float share) {
    short_.pins = pins, short_.share = share;
    short_.frame.resize(exec, table.rows()), short_.given.resize(exec, table.rows()), short_.others.resize(exec, table.rows());
    const auto from = frame_.read();
    const auto hold = table.hold.read(), moment = table.hold_moment.read();
    const auto push = sum(exec, push_, Vectors{rows_of(particle_, solids_, frame_), p.mass.read(), p.acceleration.write(), {}, {}});
    const auto frame = short_.frame.write();
    const auto given = short_.given.write(), others = short_.others.write();
    parallel_for(exec, "rigid bodies", table.rows(), [=] MOTE_LAMBDA(Index b) {
        frame[b] = from[b], given[b] = {};
        others[b] = {push[b].along + hold[b], push[b].about + moment[b]};
    });
}

void RigidBodies::feel(const Exec& exec, const solid::Contact& touch, View<const Vec4> grip, View<Vec4> site, View<Vec4> motion, float kick_, float dt) {
    const auto now = sum(exec, short_.now, Feel{rows_of(particle_, solids_, short_.frame), touch, grip, kick_});
    parallel_for(exec, "rigid bodies", table.rows(), Go{short_.frame.write(), short_.given.write(), now, short_.others.read(), short_.share, dt});
    parallel_for(exec, "rigid rows", rows(), Follow{rows_of(particle_, solids_, short_.frame), short_.pins, touch.site, site, motion, dt});
}

void RigidBodies::end_short_steps(const Exec& exec, Particles& p, float kick) {
    const auto given = short_.given.read();
    add_pushes(exec, p, [=] MOTE_LAMBDA(Index b) { return given[b]; }, 1 / kick);
}

}  // namespace mote
