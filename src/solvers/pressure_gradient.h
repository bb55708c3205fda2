// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The first sweep of the implicit pressure solvers: density, gradients and diagonals for the positions of a step, and the
// kernel gradients of pairs that move, which the other sweeps read.
#pragma once
#include "beside_walls.h"
#include "mote/pair_vectors.h"

namespace mote::pressure {

MOTE_HOT float inverse(float x) { return x > 1e-20f ? 1 / x : 0.f; }

struct Pairs {
    NeighbourView    neighbours;
    PairVectorView   gradients;  // grad W_ij
    View<const Vec4> position_volume;

    /// Sum of f(j, grad W_ij) over the neighbours that move; f is linear in the gradient.
    template <class F>
    MOTE_HOT auto sum(Index i, const F& f) const {
        return gradients.step *
               neighbours.sum_moving(i, gradients.first[i], [&](auto j, Index k) { return f(j, gradients.at(k)); });
    }
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
    Kernel            kernel, steps;  // steps: in those of the pair gradients
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
        const auto  matter = pairs.neighbours.sum_moving(i, pairs.gradients.first[i], [&](auto j, Index k) {
            const auto p_j  = pairs.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto v_j  = select(is_wall(j), 0.f * p_j.w, p_j.w);
            const auto slope = steps.slope_over_r_at_square(rr);
            const auto g    = pairs.gradients.keep(k, slope * x_ij);
            const auto push = v_j * g;
            const auto squared = dot(push, g);
            return Both{Both{push, v_j * kernel.at_square(rr)},
                        Both{mixed ? (rho_i / rest_density[j]) * squared : squared, v_j * slope * rr}};
        });
        const auto of_wall = [&](auto j) {
            const auto p_j  = pairs.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto v_j  = select(is_wall(j), p_j.w, 0.f * p_j.w);
            const auto push = (v_j * kernel.slope_over_r_at_square(rr)) * x_ij;
            return Both{Both{push, v_j * kernel.at_square(rr)}, dot(push, x_ij)};
        };
        const auto  still = sum_walls(i, of_wall);
        const Vec3  wall  = still.first.first;
        const float step = pairs.gradients.step, lightness = 1 / rho_i;
        const float others = lightness * p_i.w * step * step * matter.second.first;
        const Vec3  g = step * matter.first.first + wall, m = g + wall;
        const float fullness = p_i.w * kernel.at_zero() + matter.first.second + still.first.second;
        const float moment   = -(step * matter.second.second + still.second) / float(kernel.dimension);
        velocity_density[i].w = rho_i * fullness;
        along[i]    = surface ? along_walls(fullness, still.second, kernel.dimension) : 1.f;
        gradient[i] = with_w(g, inverse(along[i] * (lightness * dot(g, m) + others)));
        mirrored[i] = with_w(m, inverse(along[i] * (lightness * dot(m, m) + others)));
        const double p = double(pressure[i]);
        return {double(max(fullness - 1, 0.f)), p, p * double(moment)};
    }
};

}  // namespace mote::pressure
