// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Torque changes the angular momentum L and nothing else does, so that it is kept to rounding. Bodies turn by it in rotations about their principal
// axes, one after the other and back [Dullweber, Leimkuhler & McLachlan 1997, "Symplectic splitting methods for rigid body molecular dynamics"].
//
// Pressure reckons with whole bodies: in each iteration of a solver what it does to particles is summed and shared out (`share_out`), as in Gissler et al.
// [2019, "Interlinked SPH pressure solvers for strong fluid-rigid coupling"], here in one system. A push on a particle moves its body far less than
// it would move the particle, yet many push at once: the share of a Jacobi step that is stable follows from the trace of what they do to each other (`Touch`).
#include "mote/neighbours.h"
#include "mote/rigid_bodies.h"

namespace mote {

using Frame = RigidBodies::Frame;
using Piece = RigidBodies::Piece;
using Push  = RigidBodies::Push;
using Held  = RigidBodies::Held;

namespace {

MOTE_FN Vec3  single(const Vec3d& a) { return {float(a.x), float(a.y), float(a.z)}; }
MOTE_FN Mat3  single(const Mat3d& a) { return {{single(a.row[0]), single(a.row[1]), single(a.row[2])}}; }
MOTE_FN Vec3d twice(const Vec3& a) { return {double(a.x), double(a.y), double(a.z)}; }
MOTE_FN Mat3d twice(const Mat3& a) { return {{twice(a.row[0]), twice(a.row[1]), twice(a.row[2])}}; }

/// Rows of rigid bodies: who they are, and where from the centre.
struct Rows {
    View<const Index>  particle;
    View<const Vec4>   rest;
    View<const Frame>  frame;
    View<const Index>  body;  // one more
    Index              first;

    MOTE_FN Index        row(Index s) const { return particle[s - first]; }
    MOTE_FN const Frame& of(Index s) const { return frame[body[s] - 1]; }
    MOTE_FN Vec3         arm(Index s) const { return of(s).arm(xyz(rest[s])); }
};

template <class T, class F>
struct SumPiece {
    View<const Piece> piece;
    F                 of_row;
    View<T>           partial;

    MOTE_FN void operator()(Index k) const {
        T total{};
        for (Index s = piece[k].first; s < piece[k].first + piece[k].count; ++s) total = total + of_row(s);
        partial[k] = total;
    }
};
template <class T>
struct SumBody {
    View<const Piece> of_body;
    View<const T>     partial;
    View<T>           total;

    MOTE_FN void operator()(Index b) const {
        T sum{};
        for (Index k = of_body[b].first; k < of_body[b].first + of_body[b].count; ++k) sum = sum + partial[k];
        total[b] = sum;
    }
};

/// Vectors of particles: accelerations, drifts.
struct Vectors {
    Rows              rows;
    View<const float> mass;
    View<Vec3>        value;
    View<const Vec4>  position, velocity;
    View<const Drive> pins{};
    float             kick = 0;

    MOTE_FN Push operator()(Index s) const {
        const Index i = rows.row(s);
        if (i == Solids::none) return {};
        const Vec3d push = double(mass[i]) * twice(value[i]);
        return {push, cross(twice(rows.arm(s)), push)};
    }
    MOTE_FN void set(Index i, const Vec3& v) const { value[i] = v; }
    MOTE_FN void hold(Index i, Index pin) const { value[i] = (1 / kick) * (pins[pin - 1](xyz(position[i])) - xyz(velocity[i])); }
};
/// The same times their volumes.
struct Motions {
    Rows              rows;
    View<const float> rest_density;
    View<const Vec4>  position_volume;
    View<Vec4>        motion;

    MOTE_FN Push operator()(Index s) const {
        const Index i = rows.row(s);
        if (i == Solids::none) return {};
        const Vec3d push = double(rest_density[i]) * twice(xyz(motion[i]));
        return {push, cross(twice(rows.arm(s)), push)};
    }
    MOTE_FN void set(Index i, const Vec3& v) const { motion[i] = with_w(position_volume[i].w * v, motion[i].w); }
    MOTE_FN void hold(Index i, Index) const { motion[i] = with_w(Vec3{}, motion[i].w); }
};
template <class Values>
struct Share {
    Values           values;
    View<const Push> push;

    MOTE_FN void operator()(Index k) const {
        const Index  s = k + values.rows.first, i = values.rows.row(s);
        const Frame& f = values.rows.of(s);
        if (i == Solids::none) return;
        if (f.pin > 0) return values.hold(i, f.pin);
        const Push& p = push[values.rows.body[s] - 1];
        values.set(i, f.lightness * single(p.along) + cross(f.ease * single(p.about), values.rows.arm(s)));
    }
};

/// About one of three axes.
MOTE_FN Mat3d turn_about(int axis, double angle) {
    const double c = ::cos(angle), s = ::sin(angle);
    if (axis == 0) return {{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
    if (axis == 1) return {{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
    return {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}
MOTE_FN double part(const Vec3d& a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

/// The tables, for what moves bodies.
struct Bodies {
    View<const double> mass;
    View<const Vec3d>  rest_centre, moments;
    View<const Mat3d>  axes;
    View<const Index>  pin;
    View<Vec3d>        centre, velocity, angular_momentum;
    View<Mat3d>        turn;
    bool               flat;

    /// The inverse of its inertia as it stands.
    MOTE_FN Mat3d ease(Index b) const {
        const Vec3d m = moments[b];
        if (flat) return {{{0, 0, 0}, {0, 0, 0}, {0, 0, 1 / m.z}}};
        const Mat3d a = turn[b] * axes[b];
        return a * (Mat3d{{{1 / m.x, 0, 0}, {0, 1 / m.y, 0}, {0, 0, 1 / m.z}}} * transpose(a));
    }
    MOTE_FN void rotate(Index b, const Mat3d& by) const {
        const Mat3d t = by * turn[b];
        turn[b]       = 1.5 * t - 0.5 * (t * (transpose(t) * t));  // what rounding has bent
    }
    /// By a vector along the axis, as long as the angle.
    MOTE_FN void rotate(Index b, const Vec3d& by) const {
        const double angle = length(by);
        if (!(angle > 0)) return;
        const Vec3d n = by / angle;
        const Mat3d skew{{{0, -n.z, n.y}, {n.z, 0, -n.x}, {-n.y, n.x, 0}}};
        rotate(b, ::cos(angle) * identity<double>() + ::sin(angle) * skew + (1 - ::cos(angle)) * outer(n, n));
    }
    /// As it turns freely.
    MOTE_FN void spin(Index b, double dt) const {
        const Vec3d m = moments[b];
        if (flat) return rotate(b, Vec3d{0, 0, dt * angular_momentum[b].z / m.z});
        const Mat3d  start = turn[b] * axes[b];
        Mat3d        a     = start;
        const int    steps = 1 + int(::fmin(20 * dt * length(ease(b) * angular_momentum[b]), 100.));
        const double step  = 0.5 * dt / steps;
        Vec3d        l     = transpose(a) * angular_momentum[b];
        const auto   about = [&](int axis, double h) {
            const Mat3d r = turn_about(axis, h * part(l, axis) / part(m, axis));
            a = a * r, l = transpose(r) * l;
        };
        for (int k = 0; k < steps; ++k) about(0, step), about(1, step), about(2, 2 * step), about(1, step), about(0, step);
        rotate(b, a * transpose(start));
    }
    MOTE_FN void shift(Index b, const Push& drift, double dt) const {
        centre[b] = centre[b] + (dt / mass[b]) * drift.along;
        rotate(b, dt * (ease(b) * drift.about));
    }
};

struct FindFrame {
    Bodies      bodies;
    View<Frame> frame;

    MOTE_FN void operator()(Index b) const {
        const bool  held = bodies.pin[b] > 0;
        const Mat3d ease = bodies.ease(b);
        frame[b] = {single(bodies.rest_centre[b]), single(bodies.centre[b]), single(bodies.velocity[b]), single(ease * bodies.angular_momentum[b]), single(bodies.turn[b]),
                    held ? Mat3{} : single(ease), held ? 0.f : float(1 / bodies.mass[b]), bodies.pin[b]};
    }
};

struct Advance {
    Bodies           bodies;
    View<const Push> push, drift;
    View<const Pose> pins;
    double           kick, dt;

    MOTE_FN void operator()(Index b) const {
        if (bodies.pin[b] > 0) return lead(b, pins[bodies.pin[b] - 1]);
        Vec3d v = bodies.velocity[b] + (kick / bodies.mass[b]) * push[b].along;
        if (bodies.flat) v.z = 0;
        bodies.velocity[b]         = v;
        bodies.angular_momentum[b] = bodies.angular_momentum[b] + kick * push[b].about;
        bodies.centre[b]           = bodies.centre[b] + dt * v;
        bodies.spin(b, dt);
        bodies.shift(b, drift[b], dt);
    }
    MOTE_FN void lead(Index b, const Pose& pose) const {
        const Vec3d to     = twice(pose(single(bodies.rest_centre[b])));
        bodies.velocity[b] = (1 / dt) * (to - bodies.centre[b]);
        bodies.centre[b]   = to;
        bodies.turn[b]     = twice(pose.turn);
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
    View<const Held>  held;  // where given, only bodies that were
    View<Vec4>        position, velocity;
    View<Vec3>        drift;
    float             dt;

    MOTE_FN void operator()(Index k) const {
        const Index s = k + rows.first, i = rows.row(s), b = rows.body[s] - 1;
        if (i == Solids::none || (held.data && !(held[b].weight > 0))) return;
        const Frame& f = rows.of(s);
        const Vec3   r = rows.arm(s), x = f.centre + r;
        position[i]    = with_w(x, position[i].w);
        const Vec3 way = x - (before[b].centre + before[b].arm(xyz(rows.rest[s])));
        const Vec3 v   = f.pin > 0 ? (dt > 0 ? (1 / dt) * way : xyz(velocity[i])) : f.velocity + cross(f.spin, r);
        velocity[i]    = with_w(v, velocity[i].w);
        if (dt > 0) drift[i] = (1 / dt) * way - v;
    }
};

/// What the guard of walls did to a row.
struct Correction {
    Rows             rows;
    View<const Vec4> position, velocity;
    float            least;

    MOTE_FN Held operator()(Index s) const {
        const Index i = rows.row(s);
        if (i == Solids::none) return {};
        const Frame& f = rows.of(s);
        const Vec3   r = rows.arm(s), off = xyz(position[i]) - (f.centre + r);
        const float  w = length(off);
        if (!(w > least)) return {};
        const Vec3d d = twice(off), none{};
        return {Held::most(d, none), -Held::most(-d, none), double(w) * twice(r), double(w) * (twice(xyz(velocity[i])) - twice(f.velocity + cross(f.spin, r))), double(w)};
    }
};
/// It moves out as far as it must, and gets the push that stops it where it was held.
struct HoldBack {
    Bodies           bodies;
    View<const Held> held;

    MOTE_FN void operator()(Index b) const {
        const Held& h = held[b];
        if (!(h.weight > 0) || bodies.pin[b] > 0) return;
        bodies.centre[b]    = bodies.centre[b] + h.high + h.low;
        const Vec3d  change = (1 / h.weight) * h.change, r = (1 / h.weight) * h.arm;
        const double size   = length(change);
        if (!(size > 0)) return;
        const Vec3d n = change / size, about = cross(r, n);
        const Vec3d push = (size / (1 / bodies.mass[b] + dot(about, bodies.ease(b) * about))) * n;
        bodies.velocity[b]         = bodies.velocity[b] + push / bodies.mass[b];
        bodies.angular_momentum[b] = bodies.angular_momentum[b] + cross(r, push);
    }
};

struct FindRows {
    View<const Index> place;
    View<Index>       particle;
    Index             first;

    MOTE_FN void operator()(Index i) const {
        if (place[i] != Solids::none && place[i] >= first) particle[place[i] - first] = i;
    }
};
/// What a push on a row that touches others moves it by, over what it would do if it were alone.
struct Touch {
    Rows              rows;
    NeighbourView     neighbours;
    SolidRows         solids;
    View<const Vec4>  position_volume;
    View<const float> mass;
    Kernel            kernel;

    MOTE_FN double operator()(Index s) const {
        const Index i = rows.row(s);
        if (i == Solids::none || solids.inside(i)) return 0;
        const Vec3  x_i  = xyz(position_volume[i]);
        const float body = solids.of(i);
        const Vec3  g    = neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            return solids.pressing(body, j, p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij))) * x_ij;
        });
        const float size = length(g);
        if (!(size * kernel.h > 1e-6f)) return 0;
        const Frame& f     = rows.of(s);
        const Vec3   about = cross(rows.arm(s), (1 / size) * g);
        return double(mass[i] * (f.lightness + dot(about, f.ease * about)));
    }
};
struct Give {
    View<const Index>  place, body;
    View<const double> touch;
    View<float>        give;
    Index              ours, first;

    MOTE_FN void operator()(Index i) const {
        const Index s = i < ours ? place[i] : Solids::none;
        give[i]       = s == Solids::none || s < first ? 1.f : min(0.7f * float(touch[body[s] - 1]), 1.f);
    }
};

Rows rows_of(const Scratch<Index>& particle, const Solids& solids, const Scratch<Frame>& frame) {
    return {particle.read(), solids.rest.rest_position_volume.read(), frame.read(), solids.rest.rigid.read(), solids.elastic_rows()};
}
Bodies bodies_of(BodyTable& t, bool flat) {
    return {t.mass.read(), t.rest_centre.read(), t.moments.read(), t.axes.read(), t.pin.read(), t.centre.write(), t.velocity.write(), t.angular_momentum.write(), t.turn.write(), flat};
}

}  // namespace

template <class T, class F>
View<const T> RigidBodies::sum(const Exec& exec, Total<T>& total, const F& of_row) {
    total.partial.resize(exec, pieces_), total.of_body.resize(exec, table.rows());
    parallel_for(exec, "rigid sums", pieces_, SumPiece<T, F>{piece_.read(), of_row, total.partial.write()});
    parallel_for(exec, "rigid sums", table.rows(), SumBody<T>{of_body_.read(), total.partial.read(), total.of_body.write()});
    return total.of_body.read();
}

template <class Values>
void RigidBodies::share(const Exec& exec, const Values& values) {
    const auto push = sum(exec, push_, values);
    parallel_for(exec, "rigid rows", rows(), Share<Values>{values, push});
}

void RigidBodies::share_out(const Exec& exec, Particles& p, View<const Drive> pins, float kick) {
    share(exec, Vectors{rows_of(particle_, solids_, frame_), p.mass.read(), p.acceleration.write(), p.position_volume.read(), p.velocity_density.read(), pins, kick});
}

void RigidBodies::share_out(const Exec& exec, const Particles& p, View<Vec4> motion) {
    share(exec, Motions{rows_of(particle_, solids_, frame_), p.rest_density.read(), p.position_volume.read(), motion});
}

void RigidBodies::keep_load(const Exec& exec) {
    const auto push = push_.of_body.read();
    const auto load = table.load.write();
    parallel_for(exec, "rigid bodies", table.rows(), [=] MOTE_LAMBDA(Index b) { load[b] = push[b].along; });
}

void RigidBodies::find_frames(const Exec& exec) {
    parallel_for(exec, "rigid bodies", table.rows(), FindFrame{bodies_of(table, flat_), frame_.write()});
}

void RigidBodies::mark(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel) {
    frame_.resize(exec, table.rows()), before_.resize(exec, table.rows());
    particle_.resize(exec, rows()), give_.resize(exec, p.rows() + 1);
    const auto particle = particle_.write();
    parallel_for(exec, "rigid rows", rows(), [=] MOTE_LAMBDA(Index k) { particle[k] = Solids::none; });
    parallel_for(exec, "rigid rows", p.size(), FindRows{solids_.place.read(), particle, first_row()});
    find_frames(exec);
    const auto touch = sum(exec, touch_, Touch{rows_of(particle_, solids_, frame_), neighbours.view(), solids_.rows(), p.position_volume.read(), p.mass.read(), kernel});
    parallel_for(exec, "rigid rows", p.rows() + 1, Give{solids_.place.read(), solids_.rest.rigid.read(), touch, give_.write(), p.size(), first_row()});
}

void RigidBodies::place(const Exec& exec, Particles& p, float dt, View<const Held> held) {
    parallel_for(exec, "rigid rows", rows(),
                 Place{rows_of(particle_, solids_, frame_), before_.read(), held, p.position_volume.write(), p.velocity_density.write(), p.drift.write(), dt});
}

void RigidBodies::move(const Exec& exec, Particles& p, View<const Pose> pins, float kick, float dt) {
    const auto push  = sum(exec, push_, Vectors{rows_of(particle_, solids_, frame_), p.mass.read(), p.acceleration.write(), {}, {}});
    const auto drift = sum(exec, drift_, Vectors{rows_of(particle_, solids_, frame_), p.mass.read(), p.drift.write(), {}, {}});
    parallel_for(exec, "rigid bodies", table.rows(), Advance{bodies_of(table, flat_), push, drift, pins, double(kick), double(dt)});
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

void RigidBodies::hold_back(const Exec& exec, Particles& p) {
    const auto held = sum(exec, held_, Correction{rows_of(particle_, solids_, frame_), p.position_volume.read(), p.velocity_density.read(), 1e-4f * spacing_});
    parallel_for(exec, "rigid bodies", table.rows(), HoldBack{bodies_of(table, flat_), held});
    find_frames(exec);
    place(exec, p, 0, held);
}

}  // namespace mote
