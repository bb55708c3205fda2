// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Forces are the gradient of an energy, so they keep linear and angular momentum whatever the law:
//     U = sum_i V'_i Psi(F_i) + 1/2 k_i sum_j w_ij |x_ij - F_i r_ij|^2.
// The second part resists what F does not see: single layers that move to and fro, sheets that bend. F_i makes it least, so its change by F_i is
// nothing, and with P = dPsi/dF
//     f_i = sum_j w_ij [(A_i + A_j) r_ij + (k_i + k_j) x_ij],   A_i = V'_i P_i K_i - k_i F_i,
// and V' of shape.h.
#include <cmath>

#include "clusters.h"
#include "contact.h"
#include "rub.h"

namespace mote {

using namespace solid;

namespace {

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
    float                  dt, spacing;

    MOTE_FN void operator()(Index i) const {
        if (contact.touches.data && contact.touches[i]) press(i);
        const Material& m = materials[material[i]];
        const Elastic&  e = m.elastic;
        if (is_clustered(m)) return rows[0][i] = rows[1][i] = rows[2][i] = {}, void();
        const Mat3d     fit = deformation.fitted(i);
        const Mat3      f   = deformation.whole(i, fit);
        Mat3            p = inverse_plastic.data ? plastic_stress(i, m, f) : piola_stress(e, f);
        if (e.damping > 0) p = p + damping_stress(e, f, last[i], dt);
        last[i]       = f;
        const float k = beside(deformation.shape, m, i, plastic_strain);
        const Mat3  a = narrow(wide(deformation.shape.stressed(i) * (p * deformation.shape.inverse_moment(i))) - double(k) * fit);
        rows[0][i] = with_w(a.row[0], k), rows[1][i] = with_w(a.row[1], 0), rows[2][i] = with_w(a.row[2], 0);
    }
    /// Layers below the first are pushed, and push nobody themselves.
    MOTE_FN void press(Index s) const {
        if (own_fullness[s] > SolidRows::inner_fullness) return;
        const Material& m = materials[material[s]];
        const Index     i = contact.particle[s];
        const float     k = pair_stiffness(m.elastic);
        contact_pressure[i] = k * contact.squeezed(i, own_fullness[s], spacing * sqrt(m.rest_density / k));
    }
    MOTE_FN Mat3 plastic_stress(Index i, const Material& m, const Mat3& f) const {
        const Mat3 elastic = elastic_part(deformation.shape.flow(m.plastic, i), deformation.shape.firmness(i) * m.elastic.shear, m.elastic.lame, f, inverse_plastic[i], plastic_strain[i], dt);
        return piola_stress(m.elastic, elastic) * transpose(inverse_plastic[i]);
    }
};

/// Friction with other bodies: each bears half of it and gives the other the same, where they are.
struct Brake {
    Contact                contact;
    OwnBody                body;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec4>       velocity;
    View<Vec4>             brake;
    View<Vec3>             slip;
    float                  kick, spacing;

    MOTE_FN void operator()(Index s) const {
        if (!contact.touches[s]) return;
        const Index     i     = contact.particle[s];
        const Material& m     = materials[material[s]];
        const auto      sum   = contact.pushes(i);
        const float     whole = sum.second.second;
        brake[i]              = {};
        if (!(whole > 0) || !(m.friction > 0) || !body.holds(s)) return slip[s] = {}, void();
        const auto  here = body.at(s);
        const Vec3  arm = (1 / whole) * sum.second.first, n = normalised(sum.first.first);
        const Vec3  past = (xyz(contact.motion[i]) - cross(body.spin(here, s, velocity), arm)) - (1 / whole) * sum.first.second, along = past - dot(past, n) * n;
        const float most = 0.5f * m.friction * length(sum.first.first), k = max(rub_stiffness(m.elastic, spacing, most), 1e-20f);
        const Vec3  drawn = slip[s] + kick * along, d = at_most(drawn - dot(drawn, n) * n, most / k);
        const Vec3  b = -kick * at_most(k * d + (2 * contact_damping * sqrt(k * m.rest_density)) * along, most);
        slip[s]  = d;
        brake[i] = with_w(b, 1 / whole);
        if (dot(b, b) > 0) body.turn(here, s, (-contact.site[i].w / kick) * cross(arm, b));
    }
};

/// Rows of clusters have no other stress, and use its columns for themselves: they take theirs before.
struct TakeMoments {
    Force                  force;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Vec4>             velocity;
    float                  kick;

    MOTE_FN void operator()(Index i) const {
        if (is_clustered(materials[material[i]])) velocity[i] = with_w(xyz(velocity[i]) + (kick * force.position[i].w) * force(i), velocity[i].w);
    }
};

/// What stress and contact do in a step: they kick, and rows move on.
struct Move {
    Force             force;
    Clusters          clusters;
    View<const Vec3>  push, drift;  // push of a pinned row: its velocity
    View<const Index> pin;
    View<Vec4>        velocity, next;
    Contact           contact;
    View<const Vec4>  brake;
    View<Vec4>        next_site, next_motion;
    Faces             faces;
    View<Vec4>        face_push;
    View<const Vec3>  surfaces;   // force on surfaces that touch, where they do
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float> rim;
    View<Vec3>        fine;
    float             kick, dt, spacing;
    bool              flat;

    /// The velocity `now` after what other elastic bodies do.
    MOTE_HOT Vec3 pushed(Index s, Vec3 now) const {
        const Index i         = contact.particle[s];
        const float lightness = rim[s] / materials[material[s]].rest_density;
        const Vec4  home_i    = contact.home[i];
        const Vec3  x_i       = xyz(contact.site[i]);
        const auto  solids    = contact.pushes(i);
        now += (kick * lightness) * solids.first.first + lightness * xyz(brake[i]);
        if (solids.second.second > 0)  // what it takes goes to whoever presses, by shares: V_j rho_j dv_j V_i/V_j, over m_i = rho_i V_i
            now -= contact.neighbours.sum(i, [&](auto j) {
                const auto x_ij = x_i - xyz(contact.site[j]);
                const auto b    = brake[j];
                const auto push_j = contact.is_other(home_i, contact.home[j]) * contact.site[j].w * (contact.pressure[i] + contact.pressure[j]);
                const auto rr   = dot(x_ij, x_ij);
                return (-lightness * push_j * contact.kernel.slope_over_r_at_square(rr) * sqrt(rr) * b.w) * xyz(b);
            });
        return now;
    }
    /// And after what walls and rigid bodies do, which get the same. Many rows push a rigid body at once, so each stops a part of its slip.
    MOTE_HOT Vec3 held(Index s, Vec3 now) const {
        const Vec4      x = force.position[s];
        const Material& m = materials[material[s]];
        const float     k = face_stiffness(m, force.rest[s].w, spacing);
        faces.each(s, [&](Index f) {
            const float overlap = faces.overlap(f, xyz(x));
            face_push[f]        = {};
            if (!(overlap > 0)) return;
            const Vec3 kicked = (kick * x.w * k * overlap) * faces.face[f].normal;
            const Vec3 gained = kicked + braking((now + kicked) - faces.velocity(f), kicked, m.friction, faces.face[f].body > 0 ? 0.25f : 1.f);
            now += gained;
            face_push[f] = with_w((1 / x.w) * gained, 0);
        });
        return now;
    }
    MOTE_FN void operator()(Index i) const {
        const Vec4 x = force.position[i], v = velocity[i];
        const bool touches = contact.touches.data && contact.touches[i];
        Vec3       now     = xyz(v) + (is_clustered(materials[material[i]]) ? clusters.pull(i) : (kick * x.w) * force(i)) + dt * push[i];
        if (surfaces.data) now += (kick * x.w) * surfaces[i];
        if (touches) now = pushed(i, now);
        if (faces.touched(i)) now = held(i, now);
        Vec3 way = now + drift[i];
        if (pin[i] > 0) now = way = push[i];
        if (flat) now.z = way.z = 0;
        velocity[i] = with_w(now, 0);
        const Vec3 gone = dt * way + fine[i];  // of slow ones floats would lose it
        next[i]     = with_w(xyz(x) + gone, x.w);
        fine[i]     = gone - (xyz(next[i]) - xyz(x));
        if (!touches) return;
        const Index p  = contact.particle[i];
        next_site[p]   = with_w(xyz(next[i]), contact.site[p].w);
        next_motion[p] = with_w(now, 0);
    }
};

}  // namespace

ShapeView Solids::shape() const {
    const bool known = warms_ && firm_rows_ == elastic_rows_;
    return {{shape_[0].read(), shape_[1].read()}, axis_.read(), strained_.read(), known ? firm_.read() : View<const float>{}, known ? yield_.read() : View<const float>{}, flat_};
}

void Solids::find_stress(const Exec& exec, View<const Material> materials, const Contact& contact, float dt) {
    parallel_for(exec, "stress", elastic_rows_,
                 Stress{{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape()}, rest.material.read(), materials,
                        rest.deformation.write(), plastic ? plastic->inverse_plastic.write() : View<Mat3>{},
                        plastic ? plastic->plastic_strain.write() : View<float>{}, {stress_[0].write(), stress_[1].write(), stress_[2].write()}, contact,
                        rest.own_fullness.read(), contact_pressure_.write(), dt, spacing_});
}

float Solids::first_kick(const Pace& pace) {
    const float dt = pace.dt / float(pace.steps);
    return 0.5f * (min(pace.last_step, 2 * dt) + dt);  // after an implicit step half of that would be far too much at once
}

const Solids::Around* Solids::begin_short_steps(const Exec& exec, View<const Material> materials, const Around* around, float dt) {
    around       = touching(exec, around);
    on_surfaces_ = surfaces && around;
    if (on_surfaces_) begin_surfaces(exec, materials, dt);
    if (surfaces && !on_surfaces_) surfaces->rest(exec);
    return on_surfaces_ ? nullptr : around;
}

void Solids::short_step(const Exec& exec, View<const Material> materials, const Around* around, float kick, float elapsed, float dt) {
    const Contact contact = contact_of(around);
    find_stress(exec, materials, contact, kick);
    const auto on = on_surfaces_ ? surfaces->press(exec, surface_rows(materials), kick) : View<const Vec3>{};
    if (around)
        parallel_for(exec, "contact", elastic_rows_,
                     Brake{contact, {{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape(), {stress_[0].write(), stress_[1].write(), stress_[2].write()}},
                           rest.material.read(), materials, velocity_.read(), brake_.write(), rest.slip.write(), kick, spacing_});
    const Force force{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read(), {stress_[0].read(), stress_[1].read(), stress_[2].read()}};
    if (around && clustered_) parallel_for(exec, "contact", elastic_rows_, TakeMoments{force, rest.material.read(), materials, velocity_.write(), kick});
    const Clusters parts = clusters(materials, kick, dt);
    if (clustered_) fit_clusters(exec, parts);
    parallel_for(exec, "elastic force", elastic_rows_,
                 Move{force, parts, push_.read(), drift_.read(), pins(), velocity_.write(), next_position_.write(), contact, brake_.read(), site_[1].write(),
                      motion_[1].write(), faces_at(elapsed), faces_.push.write(), on, rest.material.read(), materials, rest.rim.read(), rest.fine.write(), kick, dt, spacing_, flat_});
}

Felt Solids::felt() { return faces_.felt(position_.read(), {}, origin_); }

void Solids::end_short_step() { std::swap(position_, next_position_), std::swap(site_[0], site_[1]), std::swap(motion_[0], motion_[1]); }

Solids::Pace Solids::advance(const Exec& exec, View<const Material> materials, const Around* around, const Pace& pace, ShortPartner* partner) {
    around = begin_short_steps(exec, materials, around, pace.dt);
    if (faces_.count == 0) partner = nullptr;
    const auto tell = [&](float time) {
        const Felt mine = felt();
        partner->feel(exec, {&mine, 1}, time);
    };
    if (partner) tell(0);
    if (strained_step_ == 1e30f) follow_strain(exec, materials);  // nobody asked for it yet
    const float first = pace.dt / float(pace.steps), stable = strained_step_;
    float       gone = 0, dt = first, kick = first_kick(pace), seen = stable;
    int         taken = 0, look = 1;  // look: when the deformation is looked at next
    const float thinness = thin_;     // with which contact was found
    for (int left = pace.steps; left > 0; --left) {
        short_step(exec, materials, around, kick, gone, dt);
        if (partner) tell(dt);
        end_short_step();
        gone += dt, kick = dt, ++taken;
        if (taken < look || left == 1) continue;
        follow_strain(exec, materials);
        look = taken + (is_crushed() || strained_step_ < 0.98f * seen ? 1 : 8), seen = strained_step_, thin_ = thinness;
        if (strained_step_ >= 0.9f * stable * dt / first) continue;
        // What snaps is stiffer than it was when the step began.
        const float last = dt;
        left = int(std::ceil(min((pace.dt - gone) * stable / (first * max(strained_step_, 1e-20f)), 1000.f * float(pace.steps)))) + 1;  // what is beyond is unsound
        dt   = (pace.dt - gone) / float(left - 1), kick = 0.5f * (last + dt);
    }
    return {pace.kick, pace.dt, taken, dt};
}

}  // namespace mote
