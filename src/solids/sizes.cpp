// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rows of several sizes in one body. Weights reach as far as the mean of both rows of a pair does, so F is exact for affine motion whatever the sizes. But even stress, of which nothing should
// come, leaves a force where sizes meet,
//     f_i = P R_i,   R_i = sum_j w_ij (V'_i K_i + V'_j K_j) r_ij   [elastic.cpp],
// and a bar with such seams is too soft. Weights are therefore tilted, w_ij (1 + (a_i - a_j) . r_ij), the same for both of a pair. What a_i adds to R_i is nearly 2 V_i a_i, so damped Jacobi
// steps find the a for which R is nothing. Next to a face R is what the face pulls with, and stays: who sees somebody of the first layer is not tilted.
#include "even_pull.h"
#include "mote/solids.h"

namespace mote {

using namespace solid;

namespace {

constexpr int   sweeps = 60;
constexpr float damped = 0.6f;

struct FindReach {
    View<const float> size;
    View<float>       reach_of;
    Index             rows;

    MOTE_FN void operator()(Index s) const { reach_of[s] = s < rows ? reach * size[s] : 0.f; }
};
struct Tilt {
    EvenPull   pull;
    IsDeep     is_deep;
    View<Vec4> tilt;

    MOTE_FN void operator()(Index i) const {
        if (is_deep(i)) tilt[i] = with_w(xyz(tilt[i]) - (damped / (2 * pull.rest[i].w)) * pull(i), 0);
    }
};
struct HideLarge {
    static constexpr float seen = 1e-6f;  // not 0, by which solvers divide

    View<const float> size;
    View<Vec4>        position_volume;
    float             spacing;

    MOTE_FN void operator()(Index i) const {
        if (RowSizes::is_large(size[i], spacing)) position_volume[i].w *= seen;
    }
};
struct ReachOf {
    View<const float> of;

    MOTE_FN float operator()(Index s) const { return of[s]; }
};

}  // namespace

/// Returns the largest.
float Solids::find_reach(const Exec& exec) {
    reach_.resize(exec, elastic_rows_ + 1);
    parallel_for(exec, "rest shape", elastic_rows_ + 1, FindReach{sizes->of_row.read(), reach_.write(), elastic_rows_});
    return reduce(exec, "rest shape", elastic_rows_, 0.f, ReachOf{reach_.read()}, Larger{});
}

void Solids::tilt_sizes(const Exec& exec, View<const Material> materials, SolidSettings settings) {
    tilt = std::make_unique<Column<Vec4>>(rest, "tilt", "1/m");
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        const EvenPull pull{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), shape()};
        parallel_for(exec, "rest shape", elastic_rows_, Tilt{pull, {pull.neighbours, pull.weights, rest.own_fullness.read()}, tilt->write()});
        weigh(exec, materials, settings);
    }
}

void Solids::tilt_weights(const Exec& exec, View<const Material> materials, SolidSettings settings) {
    if (elastic_rows_ == 0) return;
    if (sizes)
        tilt_sizes(exec, materials, settings);
    else if (!absorbs_ && !grows_)
        tilt_disorder(exec, materials, settings);
    if (tilt) follow_materials(exec, materials);
    if (tilt && clustered_) find_clusters(exec, materials);  // the lightest of weights tell who is a member
}

void Solids::hide_large(const Exec& exec, Particles& p, float spacing) const {
    if (sizes) parallel_for(exec, "solid rows", p.size(), HideLarge{sizes->of_particle.read(), p.position_volume.write(), spacing});
}

}  // namespace mote
