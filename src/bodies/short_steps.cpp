// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rigid bodies in the short steps of elastic ones and virtual materials. These push and rub them where they touch (src/solids/faces.h); both get the same, so momentum is kept. A copy of each
// body gives way to that within the step. What it was given goes to the body itself as one push.
#include "bodies.h"
#include "solids/faces.h"

namespace mote {

using namespace rigid;

namespace {

/// What rows give to one in a short step: impulse.
struct Feel {
    solid::Felt       felt;
    View<const Frame> frame;
    View<Push>        now;

    MOTE_FN void operator()(Index b) const {
        const solid::Faces& faces = felt.faces;
        Push                sum   = now[b];
        for (Index k = faces.body_first[b]; k < faces.body_first[b + 1]; ++k) {
            const Index f    = faces.of_body[k];
            const Vec3d back = -wide(xyz(felt.push[f]));
            sum              = sum + Push{back, cross(wide(felt.at(faces.face[f].row) - frame[b].centre), back)};
        }
        now[b] = sum;
    }
};

/// Bodies go on.
struct Go {
    View<Frame>      frame;
    View<Push>       given;
    View<const Push> now, others;  // others: forces
    View<const Frame> start;
    float            share, dt;    // of a kick in the time that it acts

    MOTE_FN void operator()(Index b) const {
        Frame& f = frame[b];
        if (f.pin > 0) return;
        // It gets all of it where it was at the start, so that is what torque is about.
        given[b] = given[b] + now[b] + Push{{}, cross(wide(f.centre - start[b].centre), now[b].along)};
        f.velocity += f.lightness * narrow(now[b].along + double(share * dt) * others[b].along);
        f.spin += f.ease * narrow(now[b].about + double(share * dt) * others[b].about);
        f.centre += dt * f.velocity;
        const Vec3 w = dt * f.spin;
        f.turn       = f.turn + Mat3{{{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}}} * f.turn;
    }
};
/// And their faces with them.
struct Follow {
    solid::Faces      faces;
    View<const Frame> frame;
    View<Vec4>        way, speed;

    MOTE_FN void operator()(Index f) const {
        const SolidFace& face = faces.face[f];
        if (face.body == 0) return;
        const Frame& body = frame[face.body - 1];
        const Vec3   arm  = body.arm(face.lead);
        way[f]            = with_w((body.centre - face.at) + arm, 0);
        speed[f]          = with_w(body.velocity + cross(body.spin, arm), 0);
    }
};

}  // namespace

void RigidBodies::begin_short_steps(const Exec& exec, Particles& p, float share) {
    short_.share = share;
    short_.frame.resize(exec, table.rows()), short_.given.resize(exec, table.rows()), short_.others.resize(exec, table.rows()), short_.now.resize(exec, table.rows());
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

void RigidBodies::feel(const Exec& exec, std::span<const solid::Felt> all, float dt) {
    const auto now = short_.now.write();
    parallel_for(exec, "rigid bodies", table.rows(), [=] MOTE_LAMBDA(Index b) { now[b] = {}; });
    for (const solid::Felt& felt : all)
        if (felt.faces.count > 0) parallel_for(exec, "rigid bodies", table.rows(), Feel{felt, short_.frame.read(), now});
    parallel_for(exec, "rigid bodies", table.rows(), Go{short_.frame.write(), short_.given.write(), short_.now.read(), short_.others.read(), frame_.read(), short_.share, dt});
    for (const solid::Felt& felt : all) parallel_for(exec, "rigid bodies", felt.faces.count, Follow{felt.faces, short_.frame.read(), felt.way, felt.speed});
}

View<const BodyFrame> RigidBodies::coast(const Exec& exec, float dt) {
    short_.coasting.resize(exec, table.rows());
    const auto  from   = short_.frame.read();
    const auto  others = short_.others.read();
    const auto  to     = short_.coasting.write();
    const float time   = short_.share * dt;
    parallel_for(exec, "rigid bodies", table.rows(), [=] MOTE_LAMBDA(Index b) {
        to[b] = from[b];
        to[b].velocity += (time * from[b].lightness) * narrow(others[b].along);
        to[b].spin += from[b].ease * (time * narrow(others[b].about));
    });
    return short_.coasting.read();
}

}  // namespace mote
