// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Stress turns no body that nothing holds. An implicit step does so a little: its forces are those of places that it does not know exactly. That would add
// up, so what it gave to a body as a whole is taken back as a rotation. And what pushes and touches a body arrives whole, whatever a solve has left over.
#include "laws/point/elastic.h"
#include "mote/pseudo_inverse.h"
#include "mote/solids.h"

namespace mote {
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
    View<const Index> row, pin;
    View<const Vec4>  position;
    View<const Vec3>  change, push, touch;  // touch: impulses, where there are some
    Index             first;
    float             dt;

    MOTE_FN Whole operator()(Index k) const {
        const Index  i = row[first + k];
        const double m = 1 / double(position[i].w);
        const Vec3d  r = wide(xyz(position[i]) - xyz(position[row[first]])), u = wide(change[i] - dt * push[i]) - (touch.data ? double(position[i].w) * wide(touch[i]) : Vec3d{});
        return {m, m * r, m * u, m * cross(r, u), m * outer(r, r), pin[i] > 0 ? 1 : 0};
    }
};
struct TurnBack {
    View<const Index> row;
    View<const Vec4>  position;
    View<Vec3>        change;
    Index             first;
    Vec3              middle, spin, velocity;

    MOTE_FN void operator()(Index k) const {
        const Index i = row[first + k];
        change[i] -= cross(spin, (xyz(position[i]) - xyz(position[row[first]])) - middle) + velocity;
    }
};

}  // namespace

void Solids::keep_momenta(const Exec& exec, View<const Vec3> touch, View<Vec3> change, float dt) const {
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b) {
        const Index first = body_first_[b], count = body_first_[b + 1] - first;
        const Whole w = reduce(exec, "solid momenta", count, Whole{},
                               Measure{body_rows_.read(), pins(), position_.read(), {change.data}, push_.read(), touch, first, dt}, Plus{});
        if (w.held > 0) continue;
        const Vec3d middle = (1 / w.mass) * w.way, turning = w.turning - cross(middle, w.momentum);
        const Mat3d spread = w.spread - w.mass * outer(middle, middle), inertia = diagonal<double>(trace(spread)) - spread;
        parallel_for(exec, "solid momenta", count,
                     TurnBack{body_rows_.read(), position_.read(), change, first, narrow(middle), narrow(pseudo_inverse(inertia, 1e-9).matrix * turning),
                              narrow((1 / w.mass) * w.momentum)});
    }
}

}  // namespace mote
