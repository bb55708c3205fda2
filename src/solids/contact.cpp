// Copyright (c) 2026 The Mote authors. MIT licence.
#include "contact.h"

#include "mote/solids.h"

namespace mote {

using namespace solid;

namespace {

/// Everything as contact needs it, at the start of a step.
struct Begin {
    View<const Vec4> position_volume, velocity_density;
    View<Vec4>       site[2], motion[2], brake, grip;
    View<float>      pressure;
    Index            rows;

    MOTE_FN void operator()(Index i) const {
        site[0][i] = site[1][i] = position_volume[i];
        motion[0][i] = motion[1][i] = i < rows ? with_w(xyz(velocity_density[i]), 0) : Vec4{};
        brake[i] = grip[i] = {}, pressure[i] = 0;
    }
};
/// Who is near that contact knows, as of Contact::touches.
MOTE_HOT Index who_is_near(const Contact& contact, Index i) {
    const Vec4 home_i = contact.home[i];
    const auto near   = contact.neighbours.sum(i, [&](auto j) {
        const auto home_j = contact.home[j];
        return Both{Contact::is_wall(home_j) + contact.is_solid(home_i, home_j), Contact::is_rigid(home_j)};
    });
    return (near.first > 0 ? Contact::near_others : 0) + (near.second > 0 ? Contact::near_rigid : 0);
}
struct FindTouching {
    Contact           contact;
    View<Index>       touches;
    View<Vec3>        face;

    MOTE_FN void operator()(Index s) const {
        const Index i = contact.particle[s];
        touches[s]    = who_is_near(contact, i);
        const Vec3 x_i = xyz(contact.site[i]);
        face[i]        = normalised(contact.neighbours.sum(i, [&](auto j) {
            const auto x_ij = x_i - xyz(contact.site[j]);
            const auto own  = 0.f * contact.home[j].w + 1;
            return (select(abs(contact.home[j].w - Contact::own_wall) < 0.1f, own, 0.f * own) * contact.kernel.slope_over_r_at_square(dot(x_ij, x_ij))) * x_ij;
        }));
    }
};

struct IsNear {
    Contact contact;

    MOTE_FN Index operator()(Index i) const { return SolidRows::is_elastic(contact.home[i].w) && who_is_near(contact, i) > 0 ? 1 : 0; }
};

}  // namespace

bool Solids::near_others(const Exec& exec, const Around& around) const {
    return reduce(exec, "contact", around.particles.size(), Index(0), IsNear{contact_of(&around, 0)}, Plus{}) > 0;
}

solid::Contact Solids::contact_of(const Around* around, float elapsed) const {
    if (!around) return {{}, {}, {}, {}, {}, {}, {}, {}, {}, Kernel(1, 3), 0, 0};
    return {around->neighbours.view(), particle_.read(), touches_.read(), site_[0].read(), motion_[0].read(), home_.read(), contact_pressure_.read(),
            around->particles.position_volume.read(), face_.read(), around->kernel, squeeze_ * far_apart * around->spacing, elapsed};
}

/// Finds who touches whom.
void Solids::begin_contact(const Exec& exec, const Around& around) {
    const Particles& p = around.particles;
    for (Scratch<Vec4>* row : {&site_[0], &site_[1], &motion_[0], &motion_[1]}) row->resize(exec, p.rows() + 1);
    contact_pressure_.resize(exec, p.rows() + 1), brake_.resize(exec, p.rows() + 1), grip_.resize(exec, p.rows() + 1);
    touches_.resize(exec, elastic_rows_), face_.resize(exec, p.size());
    parallel_for(exec, "contact", p.rows() + 1,
                 Begin{p.position_volume.read(), p.velocity_density.read(), {site_[0].write(), site_[1].write()}, {motion_[0].write(), motion_[1].write()},
                       brake_.write(), grip_.write(), contact_pressure_.write(), p.rows()});
    parallel_for(exec, "contact", elastic_rows_, FindTouching{contact_of(&around, 0), touches_.write(), face_.write()});
}

}  // namespace mote
