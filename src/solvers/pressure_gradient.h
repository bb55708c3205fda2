// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The first sweep of the implicit pressure solvers: density, gradients and diagonals for the positions of a step, and the
// kernel gradients of pairs that move, which the other sweeps read.
#pragma once
#include "mote/pair_vectors.h"

namespace mote::pressure {

MOTE_HOT float inverse(float x) { return x > 1e-20f ? 1 / x : 0.f; }

struct Pairs {
    NeighbourView    neighbours;
    PairVectorView   gradients;  // grad W_ij
    View<const Vec4> position_volume;

    /// Sum of s_j grad W_ij over the neighbours that move; others have no push.
    MOTE_HOT Vec3 weighted(Index i, View<const float> s) const { return gradients.weighted(neighbours, i, s); }
    /// Sum of u_j . grad W_ij over them.
    MOTE_HOT float dots(Index i, View<const Vec4> u) const { return gradients.dots(neighbours, i, u); }
};

/// Sums over matter.
struct State {
    double excess = 0;             // of density, as a share
    double pressure = 0, felt = 0;  // felt: what becomes of it in sums over neighbours that differ in pressure

    MOTE_HOT friend State operator+(const State& a, const State& b) {
        return {a.excess + b.excess, a.pressure + b.pressure, a.felt + b.felt};
    }
};

// Density, and G_i = sum_j V_j grad W_ij, once as it is and once with walls counted twice (M). The diagonals of the two
// systems are |M_i|^2 / rho0_i + s_i and G_i . M_i / rho0_i + s_i with s_i = V_i sum_j V_j/rho0_j |grad W_ij|^2. The gradients of
// pairs that move are kept, and summed as they are kept, so that forces between two particles stay equal and opposite.
struct Gradient {
    Pairs             pairs;
    View<const float> rest_density, pressure;
    View<Vec4>        velocity_density, gradient, mirrored;
    View<float>       along;
    Kernel            kernel;
    Index             walls;          // the first row of them
    bool              images, mixed;  // there are images, which come after the walls and may be some; liquids of different densities
    bool              surface;        // matter has a free one

    template <class J>
    MOTE_HOT auto is_wall(J j) const {
        return images ? !(rest_density[j] < wall_density) : !is_before(j, walls);
    }
    template <class F>
    MOTE_HOT auto sum_walls(Index i, const F& f) const {
        return images ? pairs.neighbours.sum(i, f) : pairs.neighbours.sum_still(i, f);
    }
    MOTE_FN State operator()(Index i) const {
        const auto  p_i   = pairs.position_volume[i];
        const auto  x_i   = xyz(p_i);
        const float rho_i = rest_density[i];
        const float step = pairs.gradients.step, per_step = 1 / step;
        const auto  matter = pairs.neighbours.sum_moving(i, pairs.gradients.first[i], [&](auto j, Index k) {
            const auto p_j  = pairs.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto v_j  = select(is_wall(j), 0.f * p_j.w, p_j.w);
            const auto w    = kernel.both_at_square(rr);
            const auto g    = pairs.gradients.keep(k, (per_step * w.slope_over_r) * x_ij);
            const auto push = v_j * g;
            const auto squared = dot(push, g);
            return Both{Both{push, v_j * w.value},
                        Both{mixed ? (rho_i / rest_density[j]) * squared : squared, v_j * w.slope_over_r * rr}};
        });
        const auto of_wall = [&](auto j) {
            const auto p_j  = pairs.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto v_j  = select(is_wall(j), p_j.w, 0.f * p_j.w);
            const auto w    = kernel.both_at_square(rr);
            const auto push = (v_j * w.slope_over_r) * x_ij;
            return Both{Both{push, v_j * w.value}, dot(push, x_ij)};
        };
        const auto  still = sum_walls(i, of_wall);
        const Vec3  wall  = still.first.first;
        const float lightness = 1 / rho_i;
        const float others = lightness * p_i.w * step * step * matter.second.first;
        const Vec3  g = step * matter.first.first + wall, m = g + wall;
        const float fullness = p_i.w * kernel.at_zero() + matter.first.second + still.first.second;
        const float moment   = -(matter.second.second + still.second) / float(kernel.dimension);
        velocity_density[i].w = rho_i * fullness;
        along[i]    = !surface ? 1.f : 1 / (1 - clamp(10 * fullness - 9, 0.f, 1.f) * beside(still.second));
        gradient[i] = with_w(g, inverse(along[i] * (lightness * dot(g, m) + others)));
        mirrored[i] = with_w(m, inverse(along[i] * (lightness * dot(m, m) + others)));
        const double p = double(pressure[i]);
        return {double(max(fullness - 1, 0.f)), p, p * double(moment)};
    }

    /// What walls miss of a gradient along them, as a share: they have the pressure of whoever looks at them, so a particle beside
    /// one feels only so much less of a pressure that changes along it. For a plane it is nearly this power of the moment of
    /// the wall (0.15 half a spacing away, 0.42 at the wall); more is a corner, where no direction is along all walls.
    MOTE_HOT float beside(float moment) const {
        const float share = (kernel.dimension == 3 ? 0.235f : 0.38f) * moment * moment;
        return max(min(share, 0.6f - share), 0.f);
    }
};

}  // namespace mote::pressure
