// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How much of the free surface a particle has. With f the share of its neighbourhood that is full, A = -ln f times what makes a flat face of a lattice have its true area: two faces that
// meet leave f^2 for kernels that are nearly Gaussian, so edges and corners count for both, or for all three. Inside nothing is counted.
#pragma once
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote {

struct Exposed {
    static constexpr float inside = 0.93f;
    static constexpr float of_liquids = 1.012f;  ///< Between that of a cubic lattice and that of what has no order, which sees 4 % less.

    NeighbourView    neighbours;
    View<const Vec4> position_volume;
    Kernel           kernel;
    View<const float> facing;  // as of World; empty: that of liquids
    float            area;  // by volume and -ln f [1/m]

    Exposed(const NeighbourView& lists, View<const Vec4> where, const Kernel& of, float spacing, View<const float> counts = {});
    /// [m^2], in 2-D for each metre of depth.
    MOTE_FN float operator()(Index i) const { return raw(i) * (facing.data ? facing[i] : of_liquids); }
    /// However it is laid.
    MOTE_FN float raw(Index i) const {
        const Vec4  p_i  = position_volume[i];
        const float full = p_i.w * kernel.at_zero() + neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = xyz(p_i) - xyz(p_j);
            return p_j.w * kernel.at_square(dot(x_ij, x_ij));
        });
        return full > inside ? 0.f : -log(full) * area * p_i.w;
    }
};

}  // namespace mote
