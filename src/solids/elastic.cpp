// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Forces are the gradient of an energy, so they keep linear and angular momentum whatever the law:
//     U = sum_i V_i Psi(F_i) + 1/2 k_i sum_j w_ij |x_ij - F_i r_ij|^2.
// The second part resists what F does not see: single layers that move to and fro, sheets that bend. F_i makes it least, so its change by F_i is
// nothing, and with P = dPsi/dF
//     f_i = sum_j w_ij [(A_i + A_j) r_ij + (k_i + k_j) x_ij],   A_i = V_i P_i K_i - k_i F_i.
#include "laws/point/elastic.h"

#include "mote/solids.h"
#include "smoothing/sheets.h"
#include "sweeps.h"

namespace mote {

using namespace solid;

namespace {

/// F of a row, from where its neighbours are and were.
struct Deformation {
    Moved     moved;
    ShapeView shape;

    MOTE_HOT Mat3 operator()(Index i) const {
        Mat3 f = moved(i) * shape.inverse_moment(i);
        if (shape.flat)
            f.row[2].z = 1;
        else if (shape.rank(i) < 3)
            f = completed(f, shape.rank(i), shape.axis[i]);
        return f;
    }
};

struct Stress {
    Deformation            deformation;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Mat3>             last;
    View<Vec4>             rows[3];  // A_i, and k_i behind its first row
    float                  dt;

    MOTE_FN void operator()(Index i) const {
        const Elastic& e = materials[material[i]].elastic;
        const Mat3     f = deformation(i);
        Mat3           p = piola_stress(e, f);
        if (e.damping > 0) p = p + damping_stress(e, f, last[i], dt);
        last[i]       = f;
        const float k = deformation.shape.stiffness(i);
        const Mat3  a = deformation.moved.rest[i].w * (p * deformation.shape.inverse_moment(i)) - k * f;
        rows[0][i] = with_w(a.row[0], k), rows[1][i] = with_w(a.row[1], 0), rows[2][i] = with_w(a.row[2], 0);
    }
};

/// What stress does in a step: it kicks, and rows move on.
struct Move {
    Force             force;
    View<const Vec3>  push, drift;  // push of a pinned row: its velocity
    View<const Index> pin;
    View<Vec4>        velocity, next;
    float             kick, dt;
    bool              flat;

    MOTE_FN void operator()(Index i) const {
        const Vec4 x = force.position[i], v = velocity[i];
        Vec3       now = xyz(v) + (kick * x.w) * force(i) + dt * push[i], way = now + drift[i];
        if (pin[i] > 0) now = way = push[i];
        if (flat) now.z = way.z = 0;
        velocity[i] = with_w(now, 0);
        next[i]     = with_w(xyz(x) + dt * way, x.w);
    }
};

struct Energy {
    Deformation            deformation;
    View<const MaterialId> material;
    View<const Material>   materials;

    MOTE_FN double operator()(Index i) const {
        const Moved& m = deformation.moved;
        const Mat3   f = deformation(i);
        const Vec3   rest_i = xyz(m.rest[i]), x_i = xyz(m.position[i]);
        const float  beside = m.neighbours.sum_moving(i, m.weights.first[i], [&](auto j, std::size_t k) {
            const auto off = (xyz(m.position[j]) - x_i) - f * (xyz(m.rest[j]) - rest_i);
            return m.weights.at(k) * dot(off, off);
        });
        return double(m.rest[i].w * elastic_energy(materials[material[i]].elastic, f)) +
               0.5 * double(deformation.shape.stiffness(i) * m.weights.step * beside);
    }
};

/// Between the two tables: rows of particles for rows of solids.
struct FindRows {
    View<const Index> place;
    View<Index>       particle;

    MOTE_FN void operator()(Index i) const {
        if (place[i] != Solids::none) particle[place[i]] = i;
    }
};
struct Enter {
    View<const Index> particle, pin;
    View<const Drive> pins;
    View<const Vec4>  from_position, from_velocity;
    View<const Vec3>  from_acceleration, from_drift;
    View<const float> mass;
    View<Vec4>        position, velocity;
    View<Vec3>        push, drift;
    float             share;  // of a kick in the time that it acts

    MOTE_FN void operator()(Index s) const {
        const Index i = particle[s];
        position[s]   = with_w(xyz(from_position[i]), 1 / mass[i]);
        velocity[s]   = with_w(xyz(from_velocity[i]), 0);
        push[s]       = pin[s] > 0 ? pins[pin[s] - 1](xyz(from_position[i])) : share * from_acceleration[i];
        drift[s]      = from_drift[i];
    }
};
/// Particles have moved as if they were free; stress is the difference. Drifts become what leads from the velocity to the way that was gone: the
/// guard of walls asks for that.
struct Leave {
    View<const Index> particle, pin;
    View<const Vec4>  position, velocity;
    View<Vec3>        recoil, to_drift;
    View<Vec4>        to_position, to_velocity;
    float             dt;

    MOTE_FN void operator()(Index s) const {
        const Index i = particle[s];
        const Vec3  v = xyz(velocity[s]), x = xyz(position[s]);
        const Vec3  more = v - xyz(to_velocity[i]);
        recoil[s]      = pin[s] > 0 ? Vec3{} : (1 / dt) * more;
        to_drift[i]    = to_drift[i] + (1 / dt) * (x - xyz(to_position[i])) - more;
        to_position[i] = with_w(x, to_position[i].w);
        to_velocity[i] = with_w(v, to_velocity[i].w);
    }
};
struct Mark {
    View<const Index>  place;
    View<const BodyId> body;
    View<const float>  own;
    View<float>        group, fullness;
    Index              ours, rows;

    MOTE_FN void operator()(Index i) const {
        const Index s = i < ours ? place[i] : Solids::none;
        group[i]      = s == Solids::none ? 0.f : float(body[i] + 1);
        if (i < ours) fullness[i] = s == Solids::none ? 0.f : own[s];
    }
};
struct AddRecoil {
    View<const Index> place;
    View<const Vec3>  recoil;
    View<Vec3>        acceleration;
    float             sign;

    MOTE_FN void operator()(Index i) const {
        if (place[i] != Solids::none) acceleration[i] += sign * recoil[place[i]];
    }
};

}  // namespace

void Solids::mark(const Exec& exec, const Particles& p) {
    group_.resize(exec, p.rows() + 1), fullness_.resize(exec, p.size());
    parallel_for(exec, "solid rows", p.rows() + 1,
                 Mark{place.read(), p.body.read(), rest.own_fullness.read(), group_.write(), fullness_.write(), p.size(), p.rows()});
}

void Solids::add_recoil(const Exec& exec, Particles& p, float sign) const {
    parallel_for(exec, "solid rows", p.size(), AddRecoil{place.read(), rest.recoil.read(), p.acceleration.write(), sign});
}

void Solids::enter(const Exec& exec, const Particles& p, View<const Drive> pins, const Pace& pace) {
    const Index rows = rest.rows();
    particle_.resize(exec, rows);
    for (Scratch<Vec4>* row : {&position_, &next_position_}) row->resize(exec, rows + 1);
    velocity_.resize(exec, rows), push_.resize(exec, rows), drift_.resize(exec, rows);
    parallel_for(exec, "solid rows", p.size(), FindRows{place.read(), particle_.write()});
    parallel_for(exec, "solid rows", rows,
                 Enter{particle_.read(), rest.pin.read(), pins, p.position_volume.read(), p.velocity_density.read(), p.acceleration.read(), p.drift.read(), p.mass.read(),
                       position_.write(), velocity_.write(), push_.write(), drift_.write(), pace.kick / pace.dt});
    const auto nobody = position_.write(), next = next_position_.write();
    parallel_for(exec, "solid rows", 1, [=] MOTE_LAMBDA(Index) { nobody[rows] = next[rows] = {0, 0, 0, 0}; });
}

ShapeView Solids::shape() const { return {{shape_[0].read(), shape_[1].read(), shape_[2].read()}, axis_.read(), flat_}; }

void Solids::find_stress(const Exec& exec, View<const Material> materials, float dt) {
    parallel_for(exec, "stress", rest.rows(),
                 Stress{{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape()}, rest.material.read(),
                        materials, rest.deformation.write(), {stress_[0].write(), stress_[1].write(), stress_[2].write()}, dt});
}

void Solids::advance(const Exec& exec, View<const Material> materials, const Pace& pace) {
    const float dt = pace.dt / float(pace.steps);
    for (int k = 0; k < pace.steps; ++k) {
        const float kick = k == 0 ? 0.5f * (pace.last_step + dt) : dt;
        find_stress(exec, materials, kick);
        parallel_for(exec, "elastic force", rest.rows(),
                     Move{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read(),
                           {stress_[0].read(), stress_[1].read(), stress_[2].read()}, shape()},
                          push_.read(), drift_.read(), rest.pin.read(), velocity_.write(), next_position_.write(), kick, dt, flat_});
        std::swap(position_, next_position_);
    }
}

void Solids::leave(const Exec& exec, Particles& p, float dt) {
    parallel_for(exec, "solid rows", rest.rows(),
                 Leave{particle_.read(), rest.pin.read(), position_.read(), velocity_.read(), rest.recoil.write(), p.drift.write(),
                       p.position_volume.write(), p.velocity_density.write(), dt});
}

double Solids::energy(const Exec& exec, View<const Material> materials) const {
    return reduce(exec, "elastic energy", rest.rows(), 0.0,
                  Energy{{{neighbours_.view(), const_cast<PairValues&>(weights_).view(), rest.rest_position_volume.read(), position_.read()}, shape()},
                         rest.material.read(), materials},
                  Plus{});
}

}  // namespace mote
