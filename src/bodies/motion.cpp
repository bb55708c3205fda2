// Copyright (c) 2026 The Mote authors. MIT licence.
#include "bodies.h"

namespace mote {

using namespace rigid;

namespace {

struct FindFrame {
    Bodies      bodies;
    View<Frame> frame;

    MOTE_FN void operator()(Index b) const {
        const bool  held = bodies.pin[b] > 0;
        const Mat3d ease = bodies.ease(b);
        frame[b] = {narrow(bodies.rest_centre[b]), narrow(bodies.centre[b]), narrow(bodies.velocity[b]), narrow(ease * bodies.angular_momentum[b]), narrow(bodies.turn[b]),
                    held ? Mat3{} : narrow(ease), held ? 0.f : float(1 / bodies.mass[b]), bodies.pin[b]};
    }
};

struct Kick {
    Bodies           bodies;
    View<const Push> push, given;  // given: impulses, where there are some
    double           kick;

    MOTE_FN void operator()(Index b) const {
        if (bodies.pin[b] > 0) return;
        const Push more = given.data ? given[b] : Push{};
        Vec3d v = bodies.velocity[b] + (1 / bodies.mass[b]) * (kick * push[b].along + more.along);
        if (bodies.flat) v.z = 0;
        bodies.velocity[b]         = v;
        bodies.angular_momentum[b] = bodies.angular_momentum[b] + kick * push[b].about + more.about;
    }
};
struct Advance {
    Bodies                            bodies;
    View<const Push>                  drift;
    View<const RigidContact::Parting> parting;
    View<const Pose>                  pins;
    double                            dt;

    MOTE_FN void operator()(Index b) const {
        if (bodies.pin[b] > 0) return lead(b, pins[bodies.pin[b] - 1]);
        bodies.centre[b] = bodies.centre[b] + dt * (bodies.velocity[b] + parting[b].along);
        bodies.spin(b, dt);
        bodies.rotate(b, dt * parting[b].about);
        bodies.shift(b, drift[b], dt);
    }
    MOTE_FN void lead(Index b, const Pose& pose) const {
        const Vec3d to     = wide(pose(narrow(bodies.rest_centre[b])));
        bodies.velocity[b] = (1 / dt) * (to - bodies.centre[b]);
        bodies.centre[b]   = to;
        bodies.turn[b]     = wide(pose.turn);
    }
};
struct ShiftBody {
    Bodies           bodies;
    View<const Push> drift;

    MOTE_FN void operator()(Index b) const {
        if (bodies.pin[b] == 0) bodies.shift(b, drift[b], 1);
    }
};

/// Particles go where their body is. Drifts become what leads from the velocity to the way that was gone: the guard of walls asks for that.
struct Place {
    Rows              rows;
    View<const Frame> before;
    View<Vec4>        position, velocity;
    View<Vec3>        drift;
    float             dt;

    MOTE_FN void operator()(Index k) const {
        const Index s = k + rows.first, i = rows.row(s), b = rows.body[s] - 1;
        if (i == Solids::none) return;
        const Frame& f = rows.of(s);
        const Vec3   r = rows.arm(s), x = f.centre + r;
        position[i]    = with_w(x, position[i].w);
        const Vec3 way = x - (before[b].centre + before[b].arm(xyz(rows.rest[s])));
        const Vec3 v   = f.pin > 0 ? (dt > 0 ? (1 / dt) * way : xyz(velocity[i])) : f.velocity + cross(f.spin, r);
        velocity[i]    = with_w(v, velocity[i].w);
        if (dt > 0) drift[i] = (1 / dt) * way - v;
    }
};

}  // namespace

void RigidBodies::find_frames(const Exec& exec) {
    parallel_for(exec, "rigid bodies", table.rows(), FindFrame{bodies_of(table, flat_), frame_.write()});
}

void RigidBodies::place(const Exec& exec, Particles& p, float dt) {
    parallel_for(exec, "rigid rows", rows(),
                 Place{rows_of(particle_, solids_, frame_), before_.read(), p.position_volume.write(), p.velocity_density.write(), p.drift.write(), dt});
}

void RigidBodies::kick(const Exec& exec, Particles& p, float over) {
    const auto push = sum(exec, push_, Vectors{rows_of(particle_, solids_, frame_), p.mass.read(), p.acceleration.write(), {}, {}});
    parallel_for(exec, "rigid bodies", table.rows(), Kick{bodies_of(table, flat_), push, short_.told ? short_.given.read() : View<const Push>{}, double(over)});
    short_.told = false;
}

void RigidBodies::move(const Exec& exec, Particles& p, View<const Pose> pins, float dt) {
    const auto drift = sum(exec, drift_, Vectors{rows_of(particle_, solids_, frame_), p.mass.read(), p.drift.write(), {}, {}});
    parallel_for(exec, "rigid bodies", table.rows(), Advance{bodies_of(table, flat_), drift, parting_.on(exec, contact.parting()), pins, double(dt)});
    std::swap(frame_, before_);
    find_frames(exec);
    place(exec, p, dt);
}

void RigidBodies::move_by_drifts(const Exec& exec, Particles& p) {
    const auto drift = sum(exec, drift_, Vectors{rows_of(particle_, solids_, frame_), p.mass.read(), p.drift.write(), {}, {}});
    parallel_for(exec, "rigid bodies", table.rows(), ShiftBody{bodies_of(table, flat_), drift});
    find_frames(exec);
    place(exec, p, 0);
}

}  // namespace mote
