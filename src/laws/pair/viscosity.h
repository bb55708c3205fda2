// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote {

/// Laminar viscosity between two particles, along their line so that angular momentum is kept
/// [Monaghan 2005, eq. 4.4]: dv_i/dt = 2 (d + 2) sum_j m_j mu_ij / (rho_i rho_j) (v_ij . x_ij) / (r^2 + 0.01 h^2) grad
/// W.
struct LaminarViscosity {
    float factor;     ///< 2 (d + 2)
    float softening;  ///< 0.01 h^2 [m^2]

    /// What multiplies m_j x_ij W'/r, for mu = mean viscosity [Pa s], approach = v_ij . x_ij and rr = r^2.
    template <class R>
    MOTE_HOT R operator()(R mu, R density_product, R approach, R rr) const {
        return factor * mu * approach / (density_product * (rr + softening));
    }
};

/// Damps sound and shocks between particles that approach each other [Monaghan 1992, eq. 4.2 with beta = 0].
struct ArtificialViscosity {
    float strength;   ///< alpha times sound speed times smoothing length (half the support) [m^2/s]
    float softening;  ///< 0.01 h^2 [m^2]

    template <class R>
    MOTE_HOT R operator()(R mean_density, R approach, R rr) const {
        return strength * min(approach, R(0)) / (mean_density * (rr + softening));
    }
};

}  // namespace mote
