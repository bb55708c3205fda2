// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rows of several sizes in one body. Weights reach as far as the mean of both rows of a pair does, so F is exact for affine motion whatever the sizes. But even stress, of which nothing should
// come, leaves a force where sizes meet,
//     f_i = P R_i,   R_i = sum_j w_ij (V'_i K_i + V'_j K_j) r_ij   [elastic.cpp],
// and a bar with such seams is too soft. Weights are therefore tilted, w_ij (1 + (a_i - a_j) . r_ij), the same for both of a pair. What a_i adds to R_i is nearly 2 V_i a_i, so damped Jacobi
// steps find the a for which R is nothing. Next to a face R is what the face pulls with, and stays: who sees somebody of the first layer is not tilted.
#include "mote/solids.h"
#include "shape.h"
#include "sweeps.h"

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
    NeighbourView     neighbours;
    PairValueView     weights;
    View<const Vec4>  rest;
    ShapeView         shape;
    View<const float> own_fullness;
    View<Vec4>        tilt;

    template <class J>
    MOTE_HOT auto moment(J j) const {
        const auto a = shape.row[0][j], b = shape.row[1][j];
        const auto v = shape.strained[j];
        return v * Mat3T<decltype(a.x)>{{{a.x, a.y, a.z}, {a.y, b.x, b.y}, {a.z, b.y, b.z}}};
    }
    MOTE_FN void operator()(Index i) const {
        const Vec3 rest_i = xyz(rest[i]);
        const auto own    = moment(i);
        const auto sums   = neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            const auto w     = weights.at(k);
            const auto empty = own_fullness[j];
            return Both{w * ((own + moment(j)) * (xyz(rest[j]) - rest_i)), w * max(SolidRows::inner_fullness - empty, 0.f * empty)};
        });
        if (sums.second > 0 || own_fullness[i] < SolidRows::inner_fullness) return;
        tilt[i] = with_w(xyz(tilt[i]) - (damped * weights.step / (2 * rest[i].w)) * sums.first, 0);
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

void Solids::tilt_weights(const Exec& exec, View<const Material> materials, SolidSettings settings) {
    for (int sweep = 0; sizes && elastic_rows_ > 0 && sweep < sweeps; ++sweep) {
        parallel_for(exec, "rest shape", elastic_rows_,
                     Tilt{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), shape(), rest.own_fullness.read(), sizes->tilt.write()});
        weigh(exec, materials, settings);
    }
    follow_materials(exec, materials);
}

void Solids::hide_large(const Exec& exec, Particles& p, float spacing) const {
    if (sizes) parallel_for(exec, "solid rows", p.size(), HideLarge{sizes->of_particle.read(), p.position_volume.write(), spacing});
}

}  // namespace mote
