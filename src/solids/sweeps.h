// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The two sweeps of elastic bodies: how neighbours have moved, and how their stresses push. Both are linear, so what they do with places and stresses
// they do with changes of these too.
#pragma once
#include "mote/neighbours.h"
#include "mote/pair_values.h"
#include "shape.h"

namespace mote::solid {

/// sum_j w_ij x_ij r_ij^T.
struct Moved {
    NeighbourView    neighbours;
    PairValueView    weights;
    View<const Vec4> rest, position;

    MOTE_HOT Mat3 operator()(Index i) const {
        const Vec3 rest_i = xyz(rest[i]), x_i = xyz(position[i]);
        return weights.step * neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            return outer(weights.at(k) * (xyz(position[j]) - x_i), xyz(rest[j]) - rest_i);
        });
    }
};

/// sum_j w_ij [(A_i + A_j) r_ij + (k_i + k_j) x_ij]; equal and opposite for both of a pair, to the last bit.
struct Force {
    NeighbourView    neighbours;
    PairValueView    weights;
    View<const Vec4> rest, position;
    View<const Vec4> rows[3];  // A_i, and k_i behind its first row

    template <class J>
    MOTE_HOT auto stress(J j) const {
        const auto a = rows[0][j], b = rows[1][j], c = rows[2][j];
        return Both{Mat3T<decltype(a.x)>{{xyz(a), xyz(b), xyz(c)}}, a.w};
    }
    MOTE_HOT Vec3 operator()(Index i) const {
        const Vec3  rest_i = xyz(rest[i]), x_i = xyz(position[i]);
        const auto  own = stress(i);
        const float k_i = own.second;
        const Vec3  sum = neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            const auto of_j = stress(j);
            const auto w    = weights.at(k);
            return w * ((own.first + of_j.first) * (xyz(rest[j]) - rest_i) + (k_i + of_j.second) * (xyz(position[j]) - x_i));
        });
        return weights.step * sum;
    }
};

}  // namespace mote::solid
