// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rigid bodies as kernels see them. Torque changes the angular momentum L and nothing else does, so that it is kept to rounding. Bodies turn by it in rotations
// about their principal axes, one after the other and back [Dullweber, Leimkuhler & McLachlan 1997, "Symplectic splitting methods for rigid body molecular dynamics"].
#pragma once
#include "mote/rigid_bodies.h"

namespace mote::rigid {

using Frame = RigidBodies::Frame;
using Piece = RigidBodies::Piece;
using Push  = RigidBodies::Push;

/// Of a body whose principal axes are the columns of `axes`.
MOTE_FN Mat3d inverse_inertia(const Vec3d& moments, const Mat3d& axes, bool flat) {
    const Vec3d& m = moments;
    if (flat) return {{{0, 0, 0}, {0, 0, 0}, {0, 0, 1 / m.z}}};
    return axes * (Mat3d{{{1 / m.x, 0, 0}, {0, 1 / m.y, 0}, {0, 0, 1 / m.z}}} * transpose(axes));
}

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
        return inverse_inertia(moments[b], turn[b] * axes[b], flat);
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

inline Rows rows_of(const Scratch<Index>& particle, const Solids& solids, const Scratch<Frame>& frame) {
    return {particle.read(), solids.rest.rest_position_volume.read(), frame.read(), solids.rest.rigid.read(), solids.elastic_rows()};
}
inline Bodies bodies_of(BodyTable& t, bool flat) {
    return {t.mass.read(), t.rest_centre.read(), t.moments.read(), t.axes.read(), t.pin.read(), t.centre.write(), t.velocity.write(), t.angular_momentum.write(), t.turn.write(), flat};
}

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
        const Vec3d push = double(mass[i]) * wide(value[i]);
        return {push, cross(wide(rows.arm(s)), push)};
    }
    MOTE_FN void set(Index i, const Vec3& v) const { value[i] = v; }
    MOTE_FN void hold(Index i, Index pin) const { value[i] = (1 / kick) * (pins[pin - 1](xyz(position[i])) - xyz(velocity[i])); }
};
/// The accelerations that pushes on bodies are to their particles, `factor` times.
template <class F>
struct AddPush {
    Rows       rows;
    F          of_body;
    View<Vec3> acceleration;
    float      factor;

    MOTE_FN void operator()(Index k) const {
        const Index  s = k + rows.first, i = rows.row(s);
        const Frame& f = rows.of(s);
        const Push   push = of_body(rows.body[s] - 1);
        if (i != Solids::none) acceleration[i] += factor * (f.lightness * narrow(push.along) + cross(f.ease * narrow(push.about), rows.arm(s)));
    }
};

}  // namespace mote::rigid

namespace mote {

template <class T, class F>
View<const T> RigidBodies::sum(const Exec& exec, Total<T>& total, const F& of_row) {
    total.partial.resize(exec, pieces_), total.of_body.resize(exec, table.rows());
    parallel_for(exec, "rigid sums", pieces_, rigid::SumPiece<T, F>{piece_.read(), of_row, total.partial.write()});
    parallel_for(exec, "rigid sums", table.rows(), rigid::SumBody<T>{of_body_.read(), total.partial.read(), total.of_body.write()});
    return total.of_body.read();
}

template <class F>
void RigidBodies::add_pushes(const Exec& exec, Particles& p, const F& of_body, float factor) const {
    parallel_for(exec, "rigid rows", rows(), rigid::AddPush<F>{rigid::rows_of(particle_, solids_, frame_), of_body, p.acceleration.write(), factor});
}

}  // namespace mote
