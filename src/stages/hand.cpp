// Copyright (c) 2026 The Mote authors. MIT licence.
//
// dv/dt += w (push - drag v) with w = (1 - d^2/reach^2)^2 at the distance d from the place or line. Drag is solved in time, so that no rate limits the step.
#include "mote/hand.h"

namespace mote {
namespace {

struct Feel {
    View<const Vec4>   position_volume, velocity_density;
    View<const BodyId> body;
    View<Vec3>         acceleration;
    Hand               hand;
    float              kick;

    MOTE_FN void operator()(Index i) const {
        if (hand.body >= 0 && int(body[i]) != hand.body) return;
        const Vec3  way  = xyz(position_volume[i]) - hand.at;
        const Vec3  side = way - dot(way, hand.along) * hand.along;
        const float near = 1 - dot(side, side) / (hand.reach * hand.reach);
        if (!(near > 0)) return;
        const float weight = near * near, rate = weight * hand.drag;
        const float held = rate > 0 ? (1 - exp(-rate * kick)) / kick : 0;
        acceleration[i] += weight * hand.push - held * xyz(velocity_density[i]);
    }
};

}  // namespace

void add_hand(const Exec& exec, Particles& p, const Hand& hand, float kick) {
    parallel_for(exec, "hand", p.size(),
                 Feel{p.position_volume.read(), p.velocity_density.read(), p.body.read(), p.acceleration.write(), hand, kick});
}

}  // namespace mote
