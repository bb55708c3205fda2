// Copyright (c) 2026 The Mote authors. MIT licence.
#include "clusters.h"

namespace mote {

using namespace solid;

namespace {

/// What a row gives to each cluster that it is in.
struct ShareOut {
    NeighbourView          neighbours;
    PairValueView          weights;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec4>       rest;
    View<float>            share, rate;
    Index                  rows;

    MOTE_FN void operator()(Index i) const {
        share[i] = rate[i] = 0;
        if (i == rows) return;
        const float others = neighbours.sum_moving(i, weights.first[i], [&](auto, std::size_t k) {
            const auto w = weights.at(k);
            return select(w > 0.5f, 0.f * w + 1, 0.f * w);
        });
        share[i] = rest[i].w * materials[material[i]].rest_density / (1 + others);
    }
};

/// Where rows will be in the time of their damping.
struct LookAhead {
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec4>       position, velocity;  // without the second: where they are
    View<Vec4>             to;
    Index                  rows;

    MOTE_FN void operator()(Index i) const {
        to[i] = position[i];
        if (i < rows && velocity.data) to[i] = with_w(xyz(position[i]) + materials[material[i]].elastic.damping * xyz(velocity[i]), 0);
    }
};
struct FitRows {
    Clusters clusters;

    MOTE_FN void operator()(Index i) const {
        const Material& m = clusters.materials[clusters.material[i]];
        if (is_clustered(m) && !m.elastic.whole) clusters.fit(i);
    }
};

/// Of a whole body, about its first row.
struct Sums {
    double volume = 0;
    Vec3d  here{}, rest{};
    Mat3d  both{}, spread{};

    MOTE_FN friend Sums operator+(const Sums& a, const Sums& b) { return {a.volume + b.volume, a.here + b.here, a.rest + b.rest, a.both + b.both, a.spread + b.spread}; }
};
struct WholeRows {
    Clusters          clusters;
    View<const Index> row;
    Index             first;

    MOTE_HOT Vec3d way(Index i) const {
        const Index o = row[first];
        return wide(xyz(clusters.position[i]) - xyz(clusters.position[o]));
    }
    MOTE_HOT Vec3d at_rest(Index i) const { return wide(xyz(clusters.rest[i]) - xyz(clusters.rest[row[first]])); }
};
struct SumWhole {
    WholeRows of;

    MOTE_FN Sums operator()(Index k) const {
        const Index  i = of.row[of.first + k];
        const double v = double(of.clusters.rest[i].w);
        const Vec3d  y = of.way(i), r = of.at_rest(i);
        return {v, v * y, v * r, v * outer(y, r), v * outer(r, r)};
    }
};
struct FitWhole {
    WholeRows of;
    Mat3d     turn;
    Vec3d     here, rest;
    float     q;

    MOTE_FN void operator()(Index k) const {
        const Index i = of.row[of.first + k];
        of.clusters.keep(i, identity(), narrow(here + turn * (of.at_rest(i) - rest) - of.way(i)), q);
    }
};

struct HalfSquare {
    Clusters clusters;

    MOTE_FN double operator()(Index i) const {
        const Material& m = clusters.materials[clusters.material[i]];
        return is_clustered(m) ? 0.5 * double(m.rest_density * clusters.rest[i].w) * double(clusters.square(i)) : 0.0;
    }
};

}  // namespace

Clusters Solids::clusters(View<const Material> materials, float time, float dt) {
    return {neighbours_.view(), weights_.view(), shape(), rest.material.read(), materials, rest.rest_position_volume.read(), cluster_place_.read(), cluster_share_.read(),
            {stress_[0].write(), stress_[1].write(), stress_[2].write()}, cluster_rate_.write(), time, dt};
}

void Solids::find_clusters(const Exec& exec, View<const Material> materials) {
    cluster_share_.resize(exec, elastic_rows_ + 1), cluster_rate_.resize(exec, elastic_rows_ + 1), cluster_place_.resize(exec, elastic_rows_ + 1);
    parallel_for(exec, "rest shape", elastic_rows_ + 1,
                 ShareOut{neighbours_.view(), weights_.view(), rest.material.read(), materials, rest.rest_position_volume.read(), cluster_share_.write(), cluster_rate_.write(), elastic_rows_});
}

void Solids::fit_clusters(const Exec& exec, const Clusters& clusters) {
    parallel_for(exec, "clusters", elastic_rows_ + 1,
                 LookAhead{clusters.material, clusters.materials, position_.read(), clusters.dt > 0 ? View<const Vec4>(velocity_.read()) : View<const Vec4>{}, cluster_place_.write(), elastic_rows_});
    parallel_for(exec, "clusters", elastic_rows_, FitRows{clusters});
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b) {
        const Index first = body_first_[b], count = body_first_[b + 1] - first;
        if (!whole_[rest.material.host()[body_rows_.host()[first]]]) continue;
        const WholeRows of{clusters, body_rows_.read(), first};
        const Sums  s = reduce(exec, "clusters", count, Sums{}, SumWhole{of}, Plus{});
        const Vec3d here = (1 / s.volume) * s.here, at_rest = (1 / s.volume) * s.rest;
        const Mat3d spread = (1 / s.volume) * s.spread - outer(at_rest, at_rest);
        const double q = svd(spread).sigma.x;
        Mat3d       a = (1 / q) * ((1 / s.volume) * s.both - outer(here, at_rest));
        if (flat_) a.row[2].z = 1;
        parallel_for(exec, "clusters", count, FitWhole{of, rotation_of(a), here, at_rest, float(q)});
    }
}

double Solids::cluster_energy(const Exec& exec, View<const Material> materials) {
    const Clusters clusters = this->clusters(materials, 1, 0);
    fit_clusters(exec, clusters);
    return reduce(exec, "elastic energy", elastic_rows_, 0.0, HalfSquare{clusters}, Plus{});
}

}  // namespace mote
