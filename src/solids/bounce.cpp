// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Whether something hits and would bounce. A long step stops it: it does not follow the wave that throws it back. Either a row is about to touch something and comes at it by
// more than a part of a spacing in a step, or what touches a body is throwing it back: by far more than what carries it at rest, which is its weight.
#include "contact.h"
#include <cmath>

namespace mote {

using namespace solid;

namespace {

constexpr float share   = 0.1f;  // of a spacing
constexpr float weights = 3;     // of its own that push a body
constexpr float noise   = 1e-3f; // of a spacing: less, by a push in a step, is rounding of stress

struct Approach {
    NeighbourView          neighbours;
    Contact                contact;
    View<const Vec4>       place, motion;
    View<const MaterialId> material;
    View<const Material>   materials;
    float                  dt, damping, spacing;

    MOTE_FN Index operator()(Index i) const {
        const Vec4 home_i = contact.home[i];
        if (!SolidRows::is_elastic(home_i.w) || materials[material[i]].elastic.damping >= damping) return 0;
        const Vec3 x_i = xyz(place[i]);
        const auto others = [&](auto j) { return contact.is_foreign(home_i, contact.home[j]); };
        const auto sum = neighbours.sum(i, [&](auto j) {
            const auto other = others(j);
            return Both{Both{other * (x_i - xyz(place[j])), other * xyz(motion[j])}, other};
        });
        if (!(sum.second > 0)) return 0;
        const float speed = dot((1 / sum.second) * sum.first.second - xyz(motion[i]), normalised(sum.first.first)), far = 1.2f * spacing + speed * dt;
        if (!(speed * dt > share * spacing)) return 0;
        return neighbours.sum(i, [&](auto j) {
            const auto x_ij = x_i - xyz(place[j]);
            const auto other = others(j);
            return select(dot(x_ij, x_ij) < far * far, other, 0.f * other);
        }) > 0 ? 1 : 0;
    }
};

/// Of a body: what touches it gives it in a second, and what it has.
struct Push {
    Vec3d  given{}, momentum{};
    double mass = 0;
    int    held = 0;

    MOTE_FN friend Push operator+(const Push& a, const Push& b) { return {a.given + b.given, a.momentum + b.momentum, a.mass + b.mass, a.held + b.held}; }
};
struct FindPush {
    View<const Index>      row, pin, particle;
    View<const Vec4>       rest, velocity;
    View<const Vec3>       recoil;
    View<const MaterialId> material;
    View<const Material>   materials;
    float                  damping;
    Index                  first;

    MOTE_FN Push operator()(Index k) const {
        const Index     i = row[first + k];
        const Material& m = materials[material[i]];
        const double    mass = double(rest[i].w * m.rest_density);
        return {mass * wide(recoil[i]), mass * wide(xyz(velocity[particle[i]])), mass, pin[i] > 0 || m.elastic.damping >= damping ? 1 : 0};
    }
};

}  // namespace

bool Solids::bounces(const Exec& exec, View<const Material> materials, const Around& around, float dt, float damping, float gravity) {
    const Particles& p = around.particles;
    const Approach   approach{around.neighbours.view(), contact_of(&around), p.position_volume.read(), p.velocity_density.read(), p.material.read(), materials, dt, damping, spacing_};
    if (reduce(exec, "contact", p.size(), Index(0), approach, Plus{}) > 0) return true;
    find_rows(exec, p);
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b) {
        const FindPush find{body_rows_.read(), pins(), particle_.read(), rest.rest_position_volume.read(), p.velocity_density.read(), rest.recoil.read(), rest.material.read(), materials, damping,
                            body_first_[b]};
        const Push     push = reduce(exec, "contact", body_first_[b + 1] - body_first_[b], Push{}, find, Plus{});
        const double   given = length(push.given), along = given > 0 ? std::abs(dot(push.momentum, push.given)) / given : 0;
        const bool     pushed = given > double(weights * gravity) * push.mass && double(dt) * double(dt) * given > double(noise * spacing_) * push.mass;
        if (push.held == 0 && pushed && double(dt) * (along + double(dt) * given) > double(share * spacing_) * push.mass) return true;
    }
    return false;
}

}  // namespace mote
