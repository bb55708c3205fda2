// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What even stress, of which nothing should come within a body, leaves as a force at a row: f_i = P R_i [elastic.cpp].
#pragma once
#include "mote/stages.h"
#include "sweeps.h"

namespace mote::solid {

/// R_i = sum_j w_ij (V'_i K_i + V'_j K_j) r_ij.
struct EvenPull {
    NeighbourView    neighbours;
    PairValueView    weights;
    View<const Vec4> rest;
    ShapeView        shape;

    template <class J>
    MOTE_HOT auto moment(J j) const {
        const auto a = shape.row[0][j], b = shape.row[1][j];
        const auto v = shape.strained[j];
        return v * Mat3T<decltype(a.x)>{{{a.x, a.y, a.z}, {a.y, b.x, b.y}, {a.z, b.y, b.z}}};
    }
    MOTE_HOT Vec3 operator()(Index i) const {
        const Vec3 rest_i = xyz(rest[i]);
        const auto own    = moment(i);
        return weights.step * neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) { return weights.at(k) * ((own + moment(j)) * (xyz(rest[j]) - rest_i)); });
    }
};

/// Neither it nor any of its neighbours is of the first layer.
struct IsDeep {
    NeighbourView     neighbours;
    PairValueView     weights;
    View<const float> own_fullness;

    MOTE_HOT bool operator()(Index i) const {
        if (own_fullness[i] < SolidRows::inner_fullness) return false;
        return !(neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            const auto own = own_fullness[j];
            return weights.at(k) * max(SolidRows::inner_fullness - own, 0.f * own);
        }) > 0);
    }
};

}  // namespace mote::solid
