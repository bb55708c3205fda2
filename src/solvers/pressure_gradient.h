// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The first sweep of the implicit pressure solvers: density, gradients and diagonals for the positions of a step, and the
// kernel slopes of pairs that move, which the other sweeps read.
#pragma once
#include "beside_walls.h"
#include "mote/pair_values.h"

namespace mote::pressure {

MOTE_HOT float inverse(float x) { return x > 1e-20f ? 1 / x : 0.f; }

template <class R, class A, class B>
MOTE_HOT Both<A, B> operator*(R factor, const Both<A, B>& a) {
    return {factor * a.first, factor * a.second};
}

/// The kernel gradients of pairs that move: the slope is kept, the rest is computed.
struct Pairs {
    NeighbourView    neighbours;
    PairValueView    slopes;  // -W'(r)/r
    View<const Vec4> site;    // where a row is, and V p: what the acceleration sums; nobody's is 0, as everyone's who has no pressure

    /// Sum of f(j, V p_j, grad W_ij) over the neighbours that move; f is linear in the gradient.
    template <class F>
    MOTE_HOT auto sum(Index i, const F& f) const {
        const Vec3 x_i = xyz(site[i]);
        return slopes.step * neighbours.sum_moving(i, slopes.first[i], [&](auto j, std::size_t k) {
            const auto row = site[j];
            return slopes.at(k) * f(j, row.w, xyz(row) - x_i);
        });
    }
};

/// What only rows with a wall near them have, without room for the others: walls count twice in sum_j V_j grad W_ij, and pressure
/// pushes stronger along them.
struct BesideWalls {
    View<const Index>     place;     // of each row, and one more: so many rows before it have a wall near
    View<Vec4>            mirrored;  // by place: the gradient with walls counted twice, and the inverse of that diagonal
    View<PackedSymmetric> stronger;  // by place: how much pressure pushes beside walls, over what sums over neighbours say

    MOTE_HOT bool has(Index i) const { return place[i + 1] > place[i]; }
    /// Of walls alone, counted once; `plain` is that of all.
    MOTE_HOT Vec3 gradient(Index i, View<const Vec4> plain) const { return xyz(mirrored[place[i]]) - xyz(plain[i]); }
};

/// A row may have a wall near it where not all of its list moves. Images come after the walls, and so do walls move with them.
struct MarkWalls {
    NeighbourView neighbours;
    View<Index>   count;
    Index         rows;
    bool          images;

    MOTE_FN void operator()(Index i) const {
        count[i] = i < rows && (images || neighbours.moving(i) < neighbours.count(i));
    }
};

/// Gradients G, or M, with walls counted twice.
struct Gradients {
    View<const Vec4> plain;
    BesideWalls      walls{};

    MOTE_HOT Vec4 operator[](Index i) const { return walls.place.data && walls.has(i) ? walls.mirrored[walls.place[i]] : plain[i]; }
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
// systems are |M_i|^2 / rho0_i + s_i and G_i . M_i / rho0_i + s_i with s_i = V_i sum_j V_j/rho0_j |grad W_ij|^2. The slopes of
// pairs that move are kept, and summed as they are kept, so that forces between two particles stay equal and opposite.
struct Gradient {
    NeighbourView     neighbours;
    PairValueView     slopes;
    View<const Vec4>  position_volume;
    View<const float> rest_density, pressure;
    View<Vec4>        velocity_density, gradient, site;
    BesideWalls       walls;
    SolidRows         solids;
    Kernel            kernel;
    bool              images, mixed;  // there are images, which come after the walls and may be some; liquids of different densities
    bool              surface;        // matter has a free one

    /// What a row is worth as matter or as wall. Only images come with both in one part of a list.
    template <class J, class R>
    MOTE_HOT R matter(J j, R volume) const {
        return images ? select(rest_density[j] < wall_density, volume, 0.f * volume) : volume;
    }
    template <class J, class R>
    MOTE_HOT R wall(J j, R volume) const {
        return images ? select(rest_density[j] < wall_density, 0.f * volume, volume) : volume;
    }
    template <class F>
    MOTE_HOT auto sum_walls(Index i, const F& f) const {
        return images ? neighbours.sum(i, f) : neighbours.sum_still(i, f);
    }
    /// Over matter: gradient and fullness, s and the moment. `plain`: of one liquid alone, which spares a tenth.
    template <bool plain>
    MOTE_HOT auto sum_moving(Index i) const {
        const auto  x_i   = xyz(position_volume[i]);
        const float rho_i = rest_density[i], body = solids.of(i), per_step = -1 / slopes.step;
        return neighbours.sum_moving(i, slopes.first[i], [&](auto j, std::size_t k) {
            const auto p_j  = position_volume[j];
            const auto x_ji = xyz(p_j) - x_i;
            const auto rr   = dot(x_ji, x_ji);
            const auto w    = kernel.both_at_square(rr);
            if constexpr (plain) {
                const auto s    = slopes.keep(k, per_step * w.slope_over_r);
                const auto push = p_j.w * s, moment = push * rr;
                return Both{Both{push * x_ji, p_j.w * w.value}, Both{moment * s, moment}};
            } else {
                const auto v_j  = matter(j, p_j.w);
                const auto s    = slopes.keep(k, solids.pressing(body, j, per_step * w.slope_over_r));
                const auto push = v_j * s, moment = push * rr, squared = moment * s;
                return Both{Both{push * x_ji, solids.pressing(body, j, v_j * w.value)}, Both{solids.given(j, mixed ? (rho_i / rest_density[j]) * squared : squared), moment}};
            }
        });
    }
    MOTE_FN State operator()(Index i) const {
        const auto  p_i   = position_volume[i];
        const auto  x_i   = xyz(p_i);
        const float rho_i = rest_density[i], body = solids.of(i);
        const float step = slopes.step;
        const auto  near = images || mixed || solids.group.data ? sum_moving<false>(i) : sum_moving<true>(i);
        const auto of_wall = [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto v_j  = wall(j, p_j.w);
            const auto w    = kernel.both_at_square(rr);
            const auto push = (v_j * w.slope_over_r) * x_ij;
            return Both{Both{push, v_j * w.value}, product(push, x_ij)};
        };
        auto        still = Zero<decltype(sum_walls(i, of_wall))>::value();
        if (!SolidRows::is_solid(body)) still = sum_walls(i, of_wall);
        const Vec3  from_walls = still.first.first;
        const float lightness = solids.given(i, 1 / rho_i);
        const float others = (1 / rho_i) * p_i.w * step * step * near.second.first;
        const Vec3  all = step * near.first.first + from_walls, m = all + from_walls, g = away_from_walls(all, m);
        const float own      = SolidRows::is_solid(body) ? min(solids.own_fullness[i], 1.f) : p_i.w * kernel.at_zero();  // what froze too densely is as dense as it is
        const float fullness = solids.inside(i) ? own : own + near.first.second + still.first.second;
        const float moment   = (step * near.second.second - trace(still.second)) / float(kernel.dimension);
        velocity_density[i].w = rho_i * fullness;
        site[i]     = with_w(x_i, 0);
        gradient[i] = with_w(g, inverse(lightness * dot(g, m) + others));
        if (walls.has(i)) beside_walls(i, g, m, lightness, others, stronger_beside(surface ? fullness : 0.f, still.second));
        const double p = double(pressure[i]);
        return {double(max(fullness - 1, 0.f)), p, p * double(moment)};
    }
    /// The gradient without what opposes the push off walls. In a corner, where liquid presses back harder than walls are counted, pressure would make its own particle denser and the
    /// more of it the more it grows.
    MOTE_HOT static Vec3 away_from_walls(const Vec3& g, const Vec3& m) { return g - min(dot(g, m), 0.f) * inverse(dot(m, m)) * m; }
    /// Neighbours are mostly along the wall, and what pushes them is as much stronger.
    MOTE_HOT void beside_walls(Index i, const Vec3& g, const Vec3& m, float lightness, float others, const Symmetric<float>& stronger) const {
        const Vec3  n      = normalised(m - g);
        const float across = dot(n, n) > 0.5f ? dot(n, times(stronger, n)) : 1.f;  // a list may hold walls without weight
        const float along  = max((trace(stronger) - across - float(3 - kernel.dimension)) / float(kernel.dimension - 1), 1.f);
        gradient[i].w = inverse(along * (lightness * dot(g, m) + others));
        walls.mirrored[walls.place[i]] = with_w(m, inverse(along * (lightness * dot(m, m) + others)));
        walls.stronger[walls.place[i]] = PackedSymmetric::of(stronger);
    }
};

}  // namespace mote::pressure
