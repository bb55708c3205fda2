// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Bodies without order: packed, poured, shaken. F is exact for affine motion there too, but even stress leaves a force at each row, R of even_pull.h, and rows that give way to it make the body too soft:
// with a jitter of 0.2 by a fifth. Weights are tilted as where sizes meet (sizes.cpp). Near a face R is what the face pulls with, but it need not be known where faces are: what a face does is even along
// it, what comes of disorder is not. So R is to be what it is on the mean around, T: each R_j is spread over its neighbours by a partition of unity of first order,
//     T_i = V_i sum_j q_ij (alpha_j + beta_j . (X_i - X_j)) R_j,   q = (1 - r^2/h^2)^3,
// which keeps sums of R and of its moments about any place, and so what faces pull with in all.
#include <vector>

#include "even_pull.h"
#include "mote/pseudo_inverse.h"
#include "mote/solids.h"

namespace mote {

using namespace solid;

namespace {

constexpr int   sweeps  = 12;
constexpr float damped  = 0.4f, steepest = 0.5f;  // tilts are at most the second, over a spacing
constexpr float ordered = 1e-3f;                  // by how much distances of nearest rows differ on a lattice, in spacings

struct FindNearest {
    NeighbourView     neighbours;
    View<const Vec4>  rest;
    View<const Index> part;
    View<float>       nearest;
    float             reach;

    MOTE_FN void operator()(Index i) const {
        float least = reach * reach;
        neighbours.each_moving(i, [&](Index j) {
            const Vec3 r = xyz(rest[j]) - xyz(rest[i]);
            if (part[j] == part[i]) least = min(least, dot(r, r));
        });
        nearest[i] = sqrt(least);
    }
};
struct FindPull {
    EvenPull   pull;
    View<Vec4> result;

    MOTE_FN void operator()(Index i) const { result[i] = with_w(pull(i), 0); }
};

/// q of a neighbour in the same body.
struct Nearby {
    NeighbourView    neighbours;
    PairValueView    weights;
    View<const Vec4> rest;
    float            per_h2;

    template <class R, class K>
    MOTE_HOT auto share(const R& r, K k) const {
        const auto rr = dot(r, r), none = 0.f * rr, q = max(1.f - per_h2 * rr, none);
        return select(weights.at(k) > 0.f, q * q * q, none);
    }
};
/// beta_j, and alpha_j behind it.
struct FindSpread {
    Nearby     nearby;
    View<Vec4> spread;

    MOTE_FN void operator()(Index j) const {
        const Vec3 x = xyz(nearby.rest[j]);
        const auto sums = nearby.neighbours.sum_moving(j, nearby.weights.first[j], [&](auto i, std::size_t k) {
            const auto p = nearby.rest[i];
            const auto r = xyz(p) - x;
            const auto q = p.w * nearby.share(r, k);
            return Both{outer(q * r, r), Both{q * r, q}};
        });
        const Vec3  first = sums.second.first;
        const Vec3  beta  = -1.f * narrow(pseudo_inverse(wide(sums.first), 1e-3).matrix * wide(first));
        const float alpha = 1 / (nearby.rest[j].w + sums.second.second + dot(beta, first));
        spread[j]         = with_w(alpha * beta, alpha);
    }
};
struct Tilt {
    Nearby            nearby;
    View<const Index> loose;
    View<const Vec4>  pull, spread;
    View<Vec4>        tilt;
    float             most;

    MOTE_FN void operator()(Index i) const {
        if (!loose[i]) return;
        const Vec3  x = xyz(nearby.rest[i]);
        const float v = nearby.rest[i].w;
        const Vec3  mean = spread[i].w * xyz(pull[i]) + nearby.neighbours.sum_moving(i, nearby.weights.first[i], [&](auto j, std::size_t k) {
            const auto r = x - xyz(nearby.rest[j]);
            const auto s = spread[j];
            return (nearby.share(r, k) * (s.w + dot(xyz(s), r))) * xyz(pull[j]);
        });
        const Vec3  now  = xyz(tilt[i]) - (damped / (2 * v)) * (xyz(pull[i]) - v * mean);
        const float size = length(now);
        tilt[i]          = with_w(size > most ? (most / size) * now : now, 0);
    }
};

}  // namespace

/// Which rows are of bodies without order; whether there are some. On a lattice, wherever it ends, all are as far from whoever is nearest.
bool Solids::find_disorder(const Exec& exec, Scratch<Index>& loose) {
    Scratch<float> nearest;
    nearest.resize(exec, elastic_rows_), loose.resize(exec, elastic_rows_);
    parallel_for(exec, "rest shape", elastic_rows_, FindNearest{neighbours_.view(), rest.rest_position_volume.read(), rest.part.read(), nearest.write(), reach * spacing_});
    struct Sums {
        double count = 0, first = 0, second = 0;
    };
    std::vector<Sums> of;  // by part
    const auto        part = rest.part.host();
    for (Index s = 0; s < elastic_rows_; ++s) {
        const double d = double(nearest.host()[s] / spacing_);
        if (part[s] >= of.size()) of.resize(part[s] + 1);
        of[part[s]].count += 1, of[part[s]].first += d, of[part[s]].second += d * d;
    }
    bool found = false;
    for (Index s = 0; s < elastic_rows_; ++s) {
        const Sums&  all  = of[part[s]];
        const double mean = all.first / all.count, spread = all.second / all.count - mean * mean;
        loose.edit()[s]   = spread > double(ordered * ordered) ? 1 : 0;
        found             = found || loose.edit()[s];
    }
    return found;
}

void Solids::tilt_disorder(const Exec& exec, View<const Material> materials, SolidSettings settings) {
    Scratch<Index> loose;
    if (!find_disorder(exec, loose)) return;
    tilt = std::make_unique<Column<Vec4>>(rest, "tilt", "1/m");
    const float    h = reach * settings.spacing;
    const EvenPull pull{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), shape()};
    const Nearby   nearby{pull.neighbours, pull.weights, pull.rest, 1 / (h * h)};
    parallel_for(exec, "rest shape", elastic_rows_, FindSpread{nearby, stress_[1].write()});
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        parallel_for(exec, "rest shape", elastic_rows_, FindPull{pull, stress_[0].write()});
        parallel_for(exec, "rest shape", elastic_rows_, Tilt{nearby, loose.read(), stress_[0].read(), stress_[1].read(), tilt->write(), steepest / settings.spacing});
        weigh(exec, materials, settings);
    }
}

}  // namespace mote
