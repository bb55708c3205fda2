// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote {

/// Repulsion at short range between particles under tension, which would clump otherwise [Monaghan 2000, SPH without
/// a tensile instability]: p_i/rho_i^2 + p_j/rho_j^2 grows by (R_i + R_j) f^n, where f = W(r) / W(spacing) and
/// R_i = strength |p_i|/rho_i^2 under tension (p_i < 0), else 0.
///
/// The paper takes n = 4 for a support of 3 spacings, where f^n reaches 10 as two particles meet. At 2 spacings f^4
/// would reach 256, and so steep a force feeds energy into the matter; f^2 reaches 16. The paper's small term for
/// positive pressures is left out: nothing here acts on matter that is not stretched.
struct ArtificialStress {
    float strength;            ///< epsilon [0, 1]; usually 0.2 to 0.3
    float inverse_at_spacing;  ///< 1 / W(spacing) [m^d]
    bool  wide_kernel;         ///< n = 4, else 2

    MOTE_FN ArtificialStress(float epsilon, float w_at_zero, float w_at_spacing)
        : strength(epsilon), inverse_at_spacing(1 / w_at_spacing), wide_kernel(w_at_zero < 3 * w_at_spacing) {}

    /// What is added, for term = p/rho^2 of either particle and w = W(r).
    template <class R>
    MOTE_HOT R operator()(R term_i, R term_j, R w) const {
        const R f = w * R(inverse_at_spacing), ff = f * f;
        return R(-strength) * (min(term_i, R(0)) + min(term_j, R(0))) * (wide_kernel ? ff * ff : ff);
    }
};

}  // namespace mote
