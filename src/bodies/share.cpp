// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Pressure reckons with whole bodies: in each iteration of a solver what it does to particles is summed and shared out (`share_out`), as in Gissler et al.
// [2019, "Interlinked SPH pressure solvers for strong fluid-rigid coupling"], here in one system. A push on a particle moves its body far less than
// it would move the particle, yet many push at once: the share of a Jacobi step that is stable follows from the trace of what they do to each other (`Touch`).
#include "bodies.h"
#include "mote/neighbours.h"

namespace mote {

using namespace rigid;

namespace {

/// The same times their volumes.
struct Motions {
    Rows              rows;
    View<const float> rest_density;
    View<const Vec4>  position_volume;
    View<Vec4>        motion;

    MOTE_FN Push operator()(Index s) const {
        const Index i = rows.row(s);
        if (i == Solids::none) return {};
        const Vec3d push = double(rest_density[i]) * wide(xyz(motion[i]));
        return {push, cross(wide(rows.arm(s)), push)};
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
        values.set(i, f.lightness * narrow(p.along) + cross(f.ease * narrow(p.about), values.rows.arm(s)));
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

}  // namespace

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

void RigidBodies::add_hold(const Exec& exec, Particles& p, float sign) const {
    const auto hold = table.hold.read(), moment = table.hold_moment.read();
    add_pushes(exec, p, [=] MOTE_LAMBDA(Index b) { return Push{hold[b], moment[b]}; }, sign);
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

}  // namespace mote
