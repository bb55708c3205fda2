// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a particle of a solid keeps of its neighbourhood at rest, with r_ij = X_j - X_i and weights w_ij = w_ji:
//     K_i = (sum_j w_ij r_ij r_ij^T)^-1.
// Then F_i = (sum_j w_ij x_ij r_ij^T) K_i fits x_ij = F r_ij best [Mueller et al. 2004; Adams & Wicke 2009].
//
// On a face neighbours are on one side only, and F_i is that of a place b_i further in. Its strain along the face stands for more volume than the particle
// has, and that of the next layer for less, such that sums over both are right for strains that grow evenly with depth:
//     V'_i = V_i + sum_j w_ij (g_i + g_j) . r_ij,   g_i = V_i K_i b_i.
// Pairs cancel, so no volume is gained or lost. Without it a beam of 8 layers bends by 3 % too much.
#pragma once
#include "mote/material.h"

namespace mote::solid {

inline constexpr float reach = 2.01f;  // in sizes, at rest: 32 neighbours on a cubic lattice, 12 on a square one

/// For reductions.
struct Larger {
    MOTE_FN float operator()(float a, float b) const { return max(a, b); }
};

struct ShapeView {
    View<const Vec4>  row[2];  // Kxx Kxy Kxz k, Kyy Kyz Kzz rank
    View<const Vec3>  axis;
    View<const float> strained;  // V', the volume that its strain stands for [m^3]
    View<const float> firm;      // share of its moduli that it has as warm as it is; null: all of them
    View<const float> yields;    // its yield stress over the largest, the same
    bool              flat;

    MOTE_HOT Mat3 inverse_moment(Index i) const {
        const Vec4 a = row[0][i], b = row[1][i];
        return {{{a.x, a.y, a.z}, {a.y, b.x, b.y}, {a.z, b.y, b.z}}};
    }
    MOTE_HOT float firmness(Index i) const { return firm.data ? firm[i] : 1.f; }
    /// The law as warm as it is.
    MOTE_HOT Plastic flow(const Plastic& law, Index i) const {
        Plastic now = law;
        if (yields.data) now.yield_stress = yields[i] * law.yield_stress;
        return now;
    }
    /// V' as stress counts it.
    MOTE_HOT float stressed(Index i) const { return firmness(i) * strained[i]; }
    /// What neighbours that do not follow F_i cost, by weight and square of the distance [N/m].
    MOTE_HOT float stiffness(Index i) const { return firmness(i) * row[0][i].w; }
    MOTE_HOT int   rank(Index i) const { return int(row[1][i].w); }
};

struct NumberParts {
    View<const Index> part;
    View<float>       group;

    MOTE_FN void operator()(Index i) const { group[i] = float(part[i] + 1); }
};

}  // namespace mote::solid
