// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote {

/// Viscosity between two particles, along their line so that angular momentum is kept [Monaghan 2005, eq. 4.4]:
///     rho0_i dv_i/dt = sum_j V_j 2 (d + 2) mu_ij (v_ij . x_ij) / (r^2 + 0.01 h^2) grad W.
/// Particles that approach each other have artificial viscosity on top, which damps sound and shocks: it acts like
/// mu = rho alpha c h / (2 (d + 2)) [Monaghan 1992, eq. 4.2 with beta = 0].
struct PairViscosity {
    float factor;     ///< 2 (d + 2)
    float damping;    ///< alpha times sound speed times smoothing length (half the support) [m^2/s]
    float softening;  ///< 0.01 h^2 [m^2]

    /// The viscosity between i and j [Pa s]: their mean; a wall (negative) rubs with that of whoever passes.
    template <class R>
    MOTE_HOT static R between(float mu_i, R mu_j) {
        return select(mu_j < 0, -mu_i * mu_j, 0.5f * (mu_i + mu_j));
    }

    /// What multiplies V_j x_ij W'/r, for mean viscosity mu [Pa s] and density [kg/m^3], approach = v_ij . x_ij, rr = r^2.
    template <class R>
    MOTE_HOT R operator()(R mu, R density, R approach, R rr) const {
        return (factor * mu * approach + damping * density * min(approach, R(0))) / (rr + softening);
    }
};

}  // namespace mote
