// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "affine.h"
#include "laws/point/elastic.h"
#include "laws/point/plastic.h"

namespace mote::crystal {

/// How many times as stiff to waves as at rest is what was squeezed as it flowed, as its crystal is thinner. Beyond that it counts for less, or the few rows at a sharp edge would set the pace of all.
inline constexpr float stiffest = 4;
MOTE_HOT float stiffening(const Mat3& inverse_plastic) { return max(most_square(inverse_plastic), 1.f); }

/// Which particles of virtual materials keep dents, and by what laws; by particle.
struct Flowing {
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      temperature, hold;
    View<const Mat3>       inverse_plastic;  // empty: none does
    View<const float>      plastic_strain;
    float                  cell;             // what a particle fills as it is laid [m^3]; in 2-D [m^2]

    /// It may flow, or has flowed when it was of another material.
    MOTE_HOT bool may(Index i) const { return inverse_plastic.data && (materials[material[i]].plastic.kind != Plastic::Kind::none || plastic_strain[i] > 0); }
    MOTE_HOT Elastic elastic(const Sites& at, Index i) const {
        const LatticeLaw& law = materials[material[i]].lattice;
        Elastic           e;
        e.law = Elastic::Law::corotated, e.lame = at.firmness_of(i) * law.lame, e.shear = at.firmness_of(i) * law.shear;
        return e;
    }
    MOTE_HOT Plastic plastic(Index i) const {
        Plastic now      = materials[material[i]].plastic;
        now.yield_stress = now.yield_curve(temperature[i], now.yield_stress);
        return now;
    }
    /// What W counts for. Where sites hardly tell of a direction, as in corners, it would be too stiff for short steps.
    MOTE_HOT float volume(const Bonds& bonds, Index i, const Grasp& grasp) const {
        const float size = bonds.at.size_of(i);
        return hold[i] * min(2 * grasp.least, 1.f) * min(stiffest / stiffening(inverse_plastic[i]), 1.f) * cell * size * size * (bonds.flat ? 1.f : size);
    }
};

}  // namespace mote::crystal
