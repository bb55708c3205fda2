// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Between the two tables: what solids take from particles at the start of a step, and give back at its end.
#include <algorithm>

#include "clusters.h"
#include "contact.h"
#include "deformation.h"
#include "hand_back.h"
#include "pace.h"

namespace mote {

using namespace solid;

namespace {

/// Rows of particles for rows of solids.
struct FindRows {
    View<const Index> place;
    View<Index>       particle;
    Index             rows;

    MOTE_FN void operator()(Index i) const {
        if (place[i] < rows) particle[place[i]] = i;
    }
};
struct Hold {
    View<const Index> pin, holds;
    View<Index>       held;

    MOTE_FN void operator()(Index s) const { held[s] = pin[s] > 0 && holds[pin[s] - 1] ? pin[s] : 0; }
};
struct Enter {
    View<const Index> particle, pin;
    View<const Drive> pins;
    View<const Vec4>  from_position, from_velocity;
    View<const Vec3>  from_acceleration, from_drift;
    View<const float> mass;
    View<Vec3>        fine;
    View<Vec4>        position, velocity;
    View<Vec3>        push, drift;
    Vec3              origin;
    float             share;  // of a kick in the time that it acts

    MOTE_FN void operator()(Index s) const {
        const Index i = particle[s];
        const Vec3 x = xyz(from_position[i]) - origin, at = x + fine[s];
        position[s]   = with_w(at, 1 / mass[i]);
        fine[s] -= at - x;
        velocity[s]   = with_w(xyz(from_velocity[i]), 0);
        push[s]       = pin[s] > 0 ? pins[pin[s] - 1](xyz(from_position[i])) : share * from_acceleration[i];
        drift[s]      = from_drift[i];
    }
};
struct Leave {
    View<const Index> particle, pin;
    View<const Vec4>  position, velocity;
    View<Vec3>        recoil, fine, to_drift;
    View<Vec4>        to_position, to_velocity;
    Vec3              origin;
    float             dt;

    MOTE_FN void operator()(Index s) const {
        const Index i    = particle[s];
        const Vec3  x    = origin + xyz(position[s]);
        const Vec3  more = hand_back(x, xyz(velocity[s]), dt, to_position[i], to_velocity[i], to_drift[i]);
        fine[s] += xyz(position[s]) - (x - origin);
        recoil[s]        = pin[s] > 0 ? Vec3{} : (1 / dt) * more;
    }
};
struct Mark {
    View<const Index>  place, part;
    View<const BodyId> body;
    View<const float>  own;
    View<const Vec4>   rest;
    View<float>        group, fullness;
    View<Vec4>         home;  // as of Contact
    Index              ours, rows, elastic;

    MOTE_FN void operator()(Index i) const {
        const Index s = i < ours ? place[i] : Solids::none;
        if (s == Solids::none)
            group[i] = i < ours || i == rows ? SolidRows::liquid : SolidRows::wall;
        else
            group[i] = s < elastic ? SolidRows::elastic_group(part[s]) : SolidRows::rigid_group(body[i]);
        if (i < ours) fullness[i] = s == Solids::none ? 0.f : own[s];
        home[i] = with_w(s == Solids::none ? Vec3{} : xyz(rest[s]), group[i]);
    }
};
/// A bound of the largest stretch of F_p^-1, by which waves are faster in the shape at rest: P is P_e F_p^-T, and F_e is F F_p^-1.
struct Squeeze {
    View<const Mat3> inverse_plastic;

    MOTE_FN float operator()(Index i) const { return stretch_bound(inverse_plastic[i]); }
};
/// What the present deformation asks for.
struct Strained {
    float step = 1e30f, thin = 1;  // longest that is stable [s]; what the thinnest is thinner by than at rest
};
struct Worse {
    MOTE_FN Strained operator()(const Strained& a, const Strained& b) const { return {min(a.step, b.step), max(a.thin, b.thin)}; }
};
struct FindStrained {
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Mat3>       deformation, inverse_plastic;  // the second is there where something is plastic
    float                  spacing;

    MOTE_FN Strained operator()(Index i) const {
        const Material& m = materials[material[i]];
        if (is_clustered(m)) return {};
        const Mat3       f = deformation[i], p = inverse_plastic.data ? inverse_plastic[i] : identity(), elastic = inverse_plastic.data ? f * p : f;
        const float      squeezed = inverse_plastic.data ? most_square(p) : 1.f, volume = determinant(elastic);
        const Stiffening k{max(squeezed * stiffening(m.elastic, elastic).elastic, 1.f), m.elastic.damping > 0 ? damping_share(f) * most_square(f) : 0.f};
        return {stable_step(m, m.rest_density, spacing, k), volume > 0 ? min(sqrt(most_square(cofactor(elastic))) / volume, thinnest) : thinnest};
    }
};
struct FindFirmness {
    View<const Index>      place;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      temperature;
    View<float>            firm, yields;
    Index                  rows;

    MOTE_FN void operator()(Index i) const {
        if (place[i] >= rows) return;
        const Material& m = materials[material[i]];
        firm[place[i]]    = m.elastic.firmness(temperature[i], 1);
        yields[place[i]]  = m.plastic.yield_curve(temperature[i], m.plastic.yield_stress) / m.plastic.yield_stress;
    }
};
struct AddRecoil {
    View<const Index> place;
    View<const Vec3>  recoil;
    View<Vec3>        acceleration;
    float             sign;
    Index             rows;

    MOTE_FN void operator()(Index i) const {
        if (place[i] < rows) acceleration[i] += sign * recoil[place[i]];
    }
};

}  // namespace

void Solids::mark(const Exec& exec, const Particles& p) {
    group_.resize(exec, p.rows() + 1), home_.resize(exec, p.rows() + 1), fullness_.resize(exec, p.size());
    parallel_for(exec, "solid rows", p.rows() + 1,
                 Mark{place.read(), rest.part.read(), p.body.read(), rest.own_fullness.read(), rest.rest_position_volume.read(), group_.write(), fullness_.write(),
                      home_.write(), p.size(), p.rows(), elastic_rows_});
    if (plastic) squeeze_ = reduce(exec, "solid rows", elastic_rows_, 1.f, Squeeze{plastic->inverse_plastic.read()}, Larger{});
}

void Solids::follow_heat(const Exec& exec, const Particles& p, std::span<const Material> known, View<const Material> materials) {
    warms_ = std::any_of(known.begin(), known.end(), [](const Material& m) { return m.elastic.firmness.points + m.plastic.yield_curve.points > 0; });
    if (warms_) find_firmness(exec, p, materials);
}

void Solids::find_firmness(const Exec& exec, const Particles& p, View<const Material> materials) {
    firm_rows_ = elastic_rows_;
    firm_.resize(exec, elastic_rows_ + 1), yield_.resize(exec, elastic_rows_ + 1);
    parallel_for(exec, "solid rows", p.size(), FindFirmness{place.read(), p.material.read(), materials, p.temperature.read(), firm_.write(), yield_.write(), elastic_rows_});
}

void Solids::follow_strain(const Exec& exec, View<const Material> materials) {
    if (elastic_rows_ == 0) return;
    const Strained now = reduce(exec, "solid rows", elastic_rows_, Strained{},
                                FindStrained{rest.material.read(), materials, rest.deformation.read(), plastic ? plastic->inverse_plastic.read() : View<const Mat3>{}, spacing_}, Worse{});
    strained_step_ = now.step, thin_ = now.thin;
}

void Solids::add_recoil(const Exec& exec, Particles& p, float sign) const {
    parallel_for(exec, "solid rows", p.size(), AddRecoil{place.read(), rest.recoil.read(), p.acceleration.write(), sign, elastic_rows_});
}

void Solids::find_rows(const Exec& exec, const Particles& p) {
    particle_.resize(exec, elastic_rows_);
    parallel_for(exec, "solid rows", p.size(), FindRows{place.read(), particle_.write(), elastic_rows_});
}

void Solids::hold(const Exec& exec, View<const Index> holds) {
    timed_ = true;
    held_.resize(exec, elastic_rows_);
    parallel_for(exec, "solid rows", elastic_rows_, Hold{rest.pin.read(), holds, held_.write()});
}

void Solids::enter(const Exec& exec, const Particles& p, View<const Drive> pins, const Pace& pace) {
    const Index rows = elastic_rows_;
    find_rows(exec, p);
    choose_origin(exec, p);
    for (Scratch<Vec4>* row : {&position_, &next_position_}) row->resize(exec, rows + 1);
    velocity_.resize(exec, rows + 1), push_.resize(exec, rows), drift_.resize(exec, rows);
    parallel_for(exec, "solid rows", rows,
                 Enter{particle_.read(), this->pins(), pins, p.position_volume.read(), p.velocity_density.read(), p.acceleration.read(), p.drift.read(), p.mass.read(),
                       rest.fine.write(), position_.write(), velocity_.write(), push_.write(), drift_.write(), origin_, pace.kick / pace.dt});
    const auto nobody = position_.write(), next = next_position_.write(), still = velocity_.write();
    parallel_for(exec, "solid rows", 1, [=] MOTE_LAMBDA(Index) { nobody[rows] = next[rows] = still[rows] = {0, 0, 0, 0}; });
}

void Solids::leave(const Exec& exec, Particles& p, float dt) {
    parallel_for(exec, "solid rows", elastic_rows_,
                 Leave{particle_.read(), pins(), position_.read(), velocity_.read(), rest.recoil.write(), rest.fine.write(), p.drift.write(),
                       p.position_volume.write(), p.velocity_density.write(), origin_, dt});
}

}  // namespace mote
