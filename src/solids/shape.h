// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a particle of a solid keeps of its neighbourhood at rest, with r_ij = X_j - X_i and weights w_ij = w_ji:
//     K_i = (sum_j w_ij r_ij r_ij^T)^-1.
// Then F_i = (sum_j w_ij x_ij r_ij^T) K_i fits x_ij = F r_ij best [Mueller et al. 2004; Adams & Wicke 2009].
#pragma once
#include "mote/table.h"

namespace mote::solid {

struct ShapeView {
    View<const Vec4> row[2];  // Kxx Kxy Kxz k, Kyy Kyz Kzz rank
    View<const Vec3> axis;
    bool             flat;

    MOTE_HOT Mat3 inverse_moment(Index i) const {
        const Vec4 a = row[0][i], b = row[1][i];
        return {{{a.x, a.y, a.z}, {a.y, b.x, b.y}, {a.z, b.y, b.z}}};
    }
    /// What neighbours that do not follow F_i cost, by weight and square of the distance [N/m].
    MOTE_HOT float stiffness(Index i) const { return row[0][i].w; }
    MOTE_HOT int   rank(Index i) const { return int(row[1][i].w); }
};

}  // namespace mote::solid
