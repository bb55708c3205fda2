// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Stress turns no body that nothing holds. An implicit step does so a little: its forces are those of places that it does not know exactly. That would add
// up, so what it gave to a body as a whole is taken back as a rotation. And what pushes and touches a body arrives whole, whatever a solve has left over.
#include "momenta.h"

#include "laws/point/elastic.h"
#include "mote/pseudo_inverse.h"

namespace mote {

using solid::MomentaRows;

namespace {

/// About the first row of a body.
struct Whole {
    double mass = 0;
    Vec3d  way{}, momentum{}, turning{};  // sums of m r, m u, m r x u
    Mat3d  spread{};                      // of m r r^T
    int    held = 0;

    MOTE_FN friend Whole operator+(const Whole& a, const Whole& b) {
        return {a.mass + b.mass, a.way + b.way, a.momentum + b.momentum, a.turning + b.turning, a.spread + b.spread, a.held + b.held};
    }
};
struct Measure {
    MomentaRows      rows;
    View<const Vec3> change;

    MOTE_FN Whole operator()(Index k) const {
        const Index  i = rows[k];
        const float  w = rows.position[i].w;
        const double m = 1 / double(w);
        const Vec3d  r = wide(xyz(rows.position[i]) - xyz(rows.position[rows[0]]));
        const Vec3d  u = wide(change[i] - rows.given - rows.dt * rows.push[i]) - (rows.touch.data ? double(w) * wide(rows.touch[i]) : Vec3d{});
        return {m, m * r, m * u, m * cross(r, u) - (rows.moment.data ? wide(rows.moment[i]) : Vec3d{}), m * outer(r, r), rows.pin[i] > 0 ? 1 : 0};
    }
};
struct TurnBack {
    MomentaRows rows;
    View<Vec3>  change;
    Vec3        middle, spin, velocity;

    MOTE_FN void operator()(Index k) const {
        const Index i = rows[k];
        change[i] -= cross(spin, (xyz(rows.position[i]) - xyz(rows.position[rows[0]])) - middle) + velocity;
    }
};

}  // namespace

void solid::keep_momenta(const Exec& exec, const MomentaRows& rows, View<Vec3> change, bool turns) {
    const Whole w = reduce(exec, "solid momenta", rows.count, Whole{}, Measure{rows, {change.data}}, Plus{});
    if (w.held > 0) return;
    const Vec3d middle = (1 / w.mass) * w.way, turning = w.turning - cross(middle, w.momentum);
    const Mat3d spread = w.spread - w.mass * outer(middle, middle), inertia = diagonal<double>(trace(spread)) - spread;
    const Vec3d spin   = turns ? pseudo_inverse(inertia, 1e-9).matrix * turning : Vec3d{};
    parallel_for(exec, "solid momenta", rows.count, TurnBack{rows, change, narrow(middle), narrow(spin), narrow((1 / w.mass) * w.momentum)});
}

void Solids::keep_momenta(const Exec& exec, View<const Vec3> touch, View<const Vec3> moment, View<Vec3> change, float dt) const {
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b)
        solid::keep_momenta(exec, {body_rows_.read(), pins(), position_.read(), push_.read(), touch, moment, {}, body_first_[b], body_first_[b + 1] - body_first_[b], dt}, change, true);
}

}  // namespace mote
