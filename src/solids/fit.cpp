// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How a body has moved as a whole: the rotation R and the places C, c that make sum m |x - c - R (X - C)|^2 least [Keiser 2006, eq. 5.23 to 5.26, with masses as they are]. C and c are
// centres of mass, and R is that of sum m (x - c)(X - C)^T.
//
// And where it is seen from. Far from the origin floats know places to a thousandth of a body, or worse, and stress is made of differences. So there rows stand as seen from amid all of
// them, and what is left out where they are handed back is kept (RestShape::fine).
#include "mote/solids.h"
#include "mote/svd.h"

namespace mote {
namespace {

struct Sums {
    double mass = 0;
    Vec3d  here{}, rest{};  // m x, m X
    Mat3d  both{};          // m x X^T

    MOTE_FN friend Sums operator+(const Sums& a, const Sums& b) { return {a.mass + b.mass, a.here + b.here, a.rest + b.rest, a.both + b.both}; }
};
/// About the first row.
struct Sum {
    View<const Index> row, particle;
    View<const Vec4>  position, rest;
    View<const float> mass;
    Index             first;

    MOTE_FN Sums operator()(Index k) const {
        const Index  i = row[first + k], o = row[first];
        const double m = double(mass[particle[i]]);
        const Vec3d  x = wide(xyz(position[i]) - xyz(position[o])), at_rest = wide(xyz(rest[i]) - xyz(rest[o]));
        return {m, m * x, m * at_rest, m * outer(x, at_rest)};
    }
};

struct BoxOf {
    View<const Index> particle;
    View<const Vec4>  position;

    MOTE_FN Box operator()(Index s) const {
        const Vec3 x = xyz(position[particle[s]]);
        return {x, x};
    }
};
struct Together {
    MOTE_FN Box operator()(const Box& a, const Box& b) const { return {min(a.low, b.low), max(a.high, b.high)}; }
};

}  // namespace

std::vector<RigidFit> Solids::fit(const Exec& exec, const Particles& p) {
    std::vector<RigidFit> fits;
    if (elastic_rows_ == 0) return fits;
    stand(exec, p);
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b) {
        const Index first = body_first_[b], row = body_rows_.host()[first];
        const Sums  s     = reduce(exec, "rigid fit", body_first_[b + 1] - first, Sums{},
                                   Sum{body_rows_.read(), particle_.read(), position_.read(), rest.rest_position_volume.read(), p.mass.read(), first}, Plus{});
        const Vec3d c = (1 / s.mass) * s.here, at_rest = (1 / s.mass) * s.rest;
        const auto  parts = svd(s.both - s.mass * outer(c, at_rest));
        fits.push_back({rest.body.host()[row], s.mass, wide(xyz(rest.rest_position_volume.host()[row])) + at_rest, wide(origin_) + wide(xyz(position_.host()[row])) + c, parts.u * transpose(parts.v)});
    }
    return fits;
}

void Solids::choose_origin(const Exec& exec, const Particles& p) {
    constexpr float far = 16;  // times the size of all bodies together: nearer to the origin there is little to win
    origin_             = {};
    if (surfaces) return;      // these tell places as they are
    const Box   box  = reduce(exec, "solid rows", elastic_rows_, Box{}, BoxOf{particle_.read(), p.position_volume.read()}, Together{});
    const Vec3  at   = box.centre(), size = box.size();
    if (max(abs(at.x), max(abs(at.y), abs(at.z))) > far * max(size.x, max(size.y, size.z))) origin_ = at;
}

}  // namespace mote
