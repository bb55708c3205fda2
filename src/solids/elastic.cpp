// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Forces are the gradient of an energy, so they keep linear and angular momentum whatever the law:
//     U = sum_i V'_i Psi(F_i) + 1/2 k_i sum_j w_ij |x_ij - F_i r_ij|^2.
// The second part resists what F does not see: single layers that move to and fro, sheets that bend. F_i makes it least, so its change by F_i is
// nothing, and with P = dPsi/dF
//     f_i = sum_j w_ij [(A_i + A_j) r_ij + (k_i + k_j) x_ij],   A_i = V'_i P_i K_i - k_i F_i,
// and V' of shape.h.
#include "laws/point/elastic.h"
#include "laws/point/plastic.h"

#include "contact.h"
#include "mote/solids.h"
#include "smoothing/sheets.h"
#include "sweeps.h"

namespace mote {

using namespace solid;

namespace {

MOTE_HOT Mat3d wide(const Mat3& a) { return {{mote::wide(a.row[0]), mote::wide(a.row[1]), mote::wide(a.row[2])}}; }
MOTE_HOT Mat3 narrow(const Mat3d& a) {
    const auto row = [](const Vec3d& v) { return Vec3{float(v.x), float(v.y), float(v.z)}; };
    return {{row(a.row[0]), row(a.row[1]), row(a.row[2])}};
}

/// F of a row, from where its neighbours are and were. What comes to A_i from it is large and cancels in each pair but for what turns the body: as floats it
/// would turn by some millionths in ten turns.
struct Deformation {
    Moved     moved;
    ShapeView shape;

    MOTE_HOT Mat3d fitted(Index i) const { return wide(moved(i)) * wide(shape.inverse_moment(i)); }
    MOTE_HOT Mat3  whole(Index i, const Mat3d& fit) const {
        Mat3 f = narrow(fit);
        if (shape.flat)
            f.row[2].z = 1;
        else if (shape.rank(i) < 3)
            f = completed(f, shape.rank(i), shape.axis[i]);
        return f;
    }
};

/// k, of what has flowed by `plastic_strain` so far.
template <class S>
MOTE_HOT float beside(const ShapeView& shape, const Material& m, Index i, const View<S>& plastic_strain) {
    return plastic_strain.data ? shape.stiffness(i) * share_after_flow(m.plastic, m.elastic.shear, plastic_strain[i]) : shape.stiffness(i);
}

struct Stress {
    Deformation            deformation;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Mat3>             last, inverse_plastic;  // the second is there where something is plastic
    View<float>            plastic_strain;
    View<Vec4>             rows[3];  // A_i, and k_i behind its first row
    Contact                contact;
    View<const float>      own_fullness;
    View<float>            contact_pressure;
    float                  dt;

    MOTE_FN void operator()(Index i) const {
        if (contact.touches.data && contact.touches[i]) press(i);
        const Material& m = materials[material[i]];
        const Elastic&  e = m.elastic;
        const Mat3d     fit = deformation.fitted(i);
        const Mat3      f   = deformation.whole(i, fit);
        Mat3            p = inverse_plastic.data ? plastic_stress(i, m, f) : piola_stress(e, f);
        if (e.damping > 0) p = p + damping_stress(e, f, last[i], dt);
        last[i]       = f;
        const float k = beside(deformation.shape, m, i, plastic_strain);
        const Mat3  a = narrow(wide(deformation.shape.strained[i] * (p * deformation.shape.inverse_moment(i))) - double(k) * fit);
        rows[0][i] = with_w(a.row[0], k), rows[1][i] = with_w(a.row[1], 0), rows[2][i] = with_w(a.row[2], 0);
    }
    /// Layers below the first are pushed, and push nobody themselves.
    MOTE_FN void press(Index s) const {
        if (own_fullness[s] > SolidRows::inner_fullness) return;
        const Elastic& e            = materials[material[s]].elastic;
        const Index    i            = contact.particle[s];
        contact_pressure[i]         = contact_stiffness * (e.lame + 2 * e.shear + e.volume) * max(own_fullness[s] + contact.taken(i) - 1, 0.f);
    }
    MOTE_FN Mat3 plastic_stress(Index i, const Material& m, const Mat3& f) const {
        const Mat3 elastic = elastic_part(m.plastic, m.elastic.shear, m.elastic.lame, f, inverse_plastic[i], plastic_strain[i], dt);
        return piola_stress(m.elastic, elastic) * transpose(inverse_plastic[i]);
    }
};

/// Friction with other bodies: each brakes by half of it and gives the other the same.
struct Brake {
    Contact                contact;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Vec4>             brake;
    float                  kick;

    MOTE_FN void operator()(Index s) const {
        if (!(contact.touches[s] & Contact::near_others)) return;
        const Index     i   = contact.particle[s];
        const Material& m   = materials[material[s]];
        const auto      sum = contact.pushes<Contact::With::solids>(i);
        brake[i]            = {};
        if (!(sum.second > 0)) return;
        const Vec3 slip = xyz(contact.motion[i]) - (1 / sum.second) * sum.first.second;
        brake[i] = with_w(m.rest_density * braking(slip, (kick / m.rest_density) * sum.first.first, 0.5f * m.friction, 0.25f), 1 / sum.second);
    }
};

/// What stress and contact do in a step: they kick, and rows move on.
struct Move {
    Force             force;
    View<const Vec3>  push, drift;  // push of a pinned row: its velocity
    View<const Index> pin;
    View<Vec4>        velocity, next;
    Contact           contact;
    View<const Vec4>  brake;
    View<Vec4>        grip, next_site, next_motion;
    View<const MaterialId> material;
    View<const Material>   materials;
    float             kick, dt;
    bool              flat;

    /// The velocity `now` after the pushes and the friction of others.
    MOTE_HOT Vec3 touched(Index s, Vec3 now) const {
        if (contact.touches[s] & Contact::near_others) now = rubbed(s, pushed(s, now));
        return contact.touches[s] & Contact::near_rigid ? gripped(s, now) : now;
    }
    /// By elastic bodies.
    MOTE_HOT Vec3 pushed(Index s, Vec3 now) const {
        const Index i         = contact.particle[s];
        const float lightness = 1 / materials[material[s]].rest_density;
        const Vec4  home_i    = contact.home[i];
        const auto  solids    = contact.pushes<Contact::With::solids>(i);
        now += (kick * lightness) * solids.first.first + lightness * xyz(brake[i]);
        if (solids.second > 0)  // what it takes goes to whoever presses, by shares: V_j rho_j dv_j V_i/V_j, over m_i = rho_i V_i
            now -= contact.neighbours.sum(i, [&](auto j) {
                const auto x_ij = contact.from(i, {}, j, contact.home[j]);
                const auto b    = brake[j];
                const auto push_j = contact.is_solid(home_i, contact.home[j]) * contact.site[j].w * (contact.pressure[i] + contact.pressure[j]);
                const auto rr   = dot(x_ij, x_ij);
                return (-lightness * push_j * contact.kernel.slope_over_r_at_square(rr) * sqrt(rr) * b.w) * xyz(b);
            });
        return now;
    }
    /// By walls.
    MOTE_HOT Vec3 rubbed(Index s, Vec3 now) const {
        const Material& m     = materials[material[s]];
        const auto      walls = contact.pushes<Contact::With::walls>(contact.particle[s]);
        if (!(walls.second > 0)) return now;
        const Vec3 kicked = (kick / m.rest_density) * walls.first.first;
        now += kicked;
        return now + braking(now - (1 / walls.second) * walls.first.second, kicked, m.friction, 1);
    }
    /// By rigid bodies, which get the same: `grip` tells them.
    MOTE_HOT Vec3 gripped(Index s, Vec3 now) const {
        const Index     i     = contact.particle[s];
        const Material& m     = materials[material[s]];
        const auto      sum   = contact.pushes<Contact::With::rigid>(i);
        grip[i]               = {};
        if (!(sum.second > 0)) return now;
        const Vec3 kicked = (kick / m.rest_density) * sum.first.first;
        now += kicked;
        const Vec3 brakes = braking(now - (1 / sum.second) * sum.first.second, kicked, m.friction, 0.25f);
        grip[i]           = with_w(m.rest_density * brakes, 1 / sum.second);
        return now + brakes;
    }
    MOTE_FN void operator()(Index i) const {
        const Vec4 x = force.position[i], v = velocity[i];
        const bool touches = contact.touches.data && contact.touches[i];
        Vec3       now     = xyz(v) + (kick * x.w) * force(i) + dt * push[i];
        if (touches) now = touched(i, now);
        Vec3 way = now + drift[i];
        if (pin[i] > 0) now = way = push[i];
        if (flat) now.z = way.z = 0;
        velocity[i] = with_w(now, 0);
        next[i]     = with_w(xyz(x) + dt * way, x.w);
        if (!touches) return;
        const Index p  = contact.particle[i];
        next_site[p]   = with_w(xyz(next[i]), contact.site[p].w);
        next_motion[p] = with_w(now, 0);
    }
};

struct Energy {
    Deformation            deformation;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Mat3>       inverse_plastic;
    View<const float>      plastic_strain;

    MOTE_FN double operator()(Index i) const {
        const Moved& m = deformation.moved;
        const Mat3d  fit = deformation.fitted(i);
        const Mat3   g = narrow(fit), f = deformation.whole(i, fit), elastic = inverse_plastic.data ? f * inverse_plastic[i] : f;
        const Vec3   rest_i = xyz(m.rest[i]), x_i = xyz(m.position[i]);
        const float  off_line = m.neighbours.sum_moving(i, m.weights.first[i], [&](auto j, std::size_t k) {
            const auto off = (xyz(m.position[j]) - x_i) - g * (xyz(m.rest[j]) - rest_i);
            return m.weights.at(k) * dot(off, off);
        });
        const Material& of = materials[material[i]];
        return double(deformation.shape.strained[i] * elastic_energy(of.elastic, elastic)) +
               0.5 * double(beside(deformation.shape, of, i, plastic_strain) * m.weights.step * off_line);
    }
};

/// What is to be seen, of every particle.
struct Show {
    Deformation            deformation;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Index>      place;
    View<const Mat3>       inverse_plastic;
    View<const float>      plastic_strain;
    View<float>            stress, shown;
    Index                  rows;

    MOTE_FN void operator()(Index i) const {
        const Index s = place[i];
        if (shown.data) shown[i] = s < rows ? plastic_strain[s] : 0.f;
        stress[i] = 0;
        if (!(s < rows)) return;
        const Mat3 f = deformation.whole(s, deformation.fitted(s)), elastic = inverse_plastic.data ? f * inverse_plastic[s] : f;
        stress[i]    = equivalent_stress(cauchy_stress(piola_stress(materials[material[s]].elastic, elastic), elastic));
    }
};

/// Between the two tables: rows of particles for rows of solids.
struct FindRows {
    View<const Index> place;
    View<Index>       particle;
    Index             rows;

    MOTE_FN void operator()(Index i) const {
        if (place[i] < rows) particle[place[i]] = i;
    }
};
struct Stand {
    View<const Index> particle;
    View<const Vec4>  from;
    View<Vec4>        position;
    Index             rows;

    MOTE_FN void operator()(Index s) const { position[s] = s < rows ? with_w(xyz(from[particle[s]]), 0) : Vec4{0, 0, 0, 0}; }
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
    View<const Vec4>   rest;
    View<float>        group, fullness;
    View<Vec4>         home;  // as of Contact
    Index              ours, shared, rows, elastic;

    MOTE_FN void operator()(Index i) const {
        const Index s = i < ours ? place[i] : Solids::none;
        if (s == Solids::none)
            group[i] = i < ours || i == rows ? SolidRows::liquid : SolidRows::wall;
        else
            group[i] = s < elastic ? SolidRows::elastic_group(body[i]) : SolidRows::rigid_group(body[i]);
        if (i < ours) fullness[i] = s == Solids::none ? 0.f : own[s];
        home[i] = with_w(s == Solids::none ? Vec3{} : xyz(rest[s]), i < shared || i == rows ? group[i] : Contact::own_wall);
    }
};
/// A bound of the largest stretch of F_p^-1, by which waves are faster in the shape at rest: P is P_e F_p^-T, and F_e is F F_p^-1.
struct Squeeze {
    View<const Mat3> inverse_plastic;

    MOTE_FN float operator()(Index i) const {
        const Mat3 f = inverse_plastic[i], c = f * transpose(f);
        float      most = 1;
        for (const Vec3& r : c.row) most = max(most, abs(r.x) + abs(r.y) + abs(r.z));
        return sqrt(most);
    }
};
struct Larger {
    MOTE_FN float operator()(float a, float b) const { return max(a, b); }
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
                 Mark{place.read(), p.body.read(), rest.own_fullness.read(), rest.rest_position_volume.read(), group_.write(), fullness_.write(),
                      home_.write(), p.size(), p.shared(), p.rows(), elastic_rows_});
    if (plastic) squeeze_ = reduce(exec, "solid rows", elastic_rows_, 1.f, Squeeze{plastic->inverse_plastic.read()}, Larger{});
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
    for (Scratch<Vec4>* row : {&position_, &next_position_}) row->resize(exec, rows + 1);
    velocity_.resize(exec, rows), push_.resize(exec, rows), drift_.resize(exec, rows);
    parallel_for(exec, "solid rows", rows,
                 Enter{particle_.read(), this->pins(), pins, p.position_volume.read(), p.velocity_density.read(), p.acceleration.read(), p.drift.read(), p.mass.read(),
                       position_.write(), velocity_.write(), push_.write(), drift_.write(), pace.kick / pace.dt});
    const auto nobody = position_.write(), next = next_position_.write();
    parallel_for(exec, "solid rows", 1, [=] MOTE_LAMBDA(Index) { nobody[rows] = next[rows] = {0, 0, 0, 0}; });
}

solid::Contact Solids::contact_of(const Around* around, float elapsed) const {
    if (!around) return {{}, {}, {}, {}, {}, {}, {}, {}, {}, Kernel(1, 3), 0, 0};
    return {around->neighbours.view(), particle_.read(), touches_.read(), site_[0].read(), motion_[0].read(), home_.read(), contact_pressure_.read(),
            around->particles.position_volume.read(), face_.read(), around->kernel, squeeze_ * far_apart * around->spacing, elapsed};
}

ShapeView Solids::shape() const { return {{shape_[0].read(), shape_[1].read()}, axis_.read(), strained_.read(), flat_}; }

void Solids::find_stress(const Exec& exec, View<const Material> materials, const Contact& contact, float dt) {
    parallel_for(exec, "stress", elastic_rows_,
                 Stress{{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape()}, rest.material.read(), materials,
                        rest.deformation.write(), plastic ? plastic->inverse_plastic.write() : View<Mat3>{},
                        plastic ? plastic->plastic_strain.write() : View<float>{}, {stress_[0].write(), stress_[1].write(), stress_[2].write()}, contact,
                        rest.own_fullness.read(), contact_pressure_.write(), dt});
}

void Solids::advance(const Exec& exec, View<const Material> materials, const Around* around, const Pace& pace, ShortPartner* partner) {
    if (around) begin_contact(exec, *around);
    const float dt = pace.dt / float(pace.steps);
    for (int k = 0; k < pace.steps; ++k) {
        const float   kick    = k == 0 ? 0.5f * (pace.last_step + dt) : dt;
        const Contact contact = contact_of(around, float(k) * dt);
        find_stress(exec, materials, contact, kick);
        if (around) parallel_for(exec, "contact", elastic_rows_, Brake{contact, rest.material.read(), materials, brake_.write(), kick});
        parallel_for(exec, "elastic force", elastic_rows_,
                     Move{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read(),
                           {stress_[0].read(), stress_[1].read(), stress_[2].read()}},
                          push_.read(), drift_.read(), pins(), velocity_.write(), next_position_.write(), contact, brake_.read(), grip_.write(), site_[1].write(),
                          motion_[1].write(), rest.material.read(), materials, kick, dt, flat_});
        if (around && partner) partner->feel(exec, contact, grip_.read(), site_[1].write(), motion_[1].write(), kick, dt);
        std::swap(position_, next_position_), std::swap(site_[0], site_[1]), std::swap(motion_[0], motion_[1]);
    }
}

void Solids::leave(const Exec& exec, Particles& p, float dt) {
    parallel_for(exec, "solid rows", elastic_rows_,
                 Leave{particle_.read(), pins(), position_.read(), velocity_.read(), rest.recoil.write(), p.drift.write(),
                       p.position_volume.write(), p.velocity_density.write(), dt});
}

double Solids::energy(const Exec& exec, View<const Material> materials) const {
    return reduce(exec, "elastic energy", elastic_rows_, 0.0,
                  Energy{{{neighbours_.view(), const_cast<PairValues&>(weights_).view(), rest.rest_position_volume.read(), position_.read()}, shape()},
                         rest.material.read(), materials, plastic ? plastic->inverse_plastic.read() : View<const Mat3>{},
                         plastic ? plastic->plastic_strain.read() : View<const float>{}},
                  Plus{});
}

double Solids::observe(const Exec& exec, const Particles& p, View<const Material> materials) {
    if (elastic_rows_ == 0) return 0;
    find_rows(exec, p);
    position_.resize(exec, elastic_rows_ + 1);
    parallel_for(exec, "solid rows", elastic_rows_ + 1, Stand{particle_.read(), p.position_volume.read(), position_.write(), elastic_rows_});
    parallel_for(exec, "stress", p.size(),
                 Show{{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape()}, rest.material.read(), materials,
                      place.read(), plastic ? plastic->inverse_plastic.read() : View<const Mat3>{}, plastic ? plastic->plastic_strain.read() : View<const float>{},
                      stress.write(), plastic ? plastic->shown.write() : View<float>{}, elastic_rows_});
    return energy(exec, materials);
}

}  // namespace mote
