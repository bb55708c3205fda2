// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/material.h"
#include "mote/math.h"

namespace mote {

/// The viscosity [Pa s] of matter that is sheared at rate gamma [1/s], gamma = sqrt(2 D:D) with D the symmetric part of grad v;
/// `mu` is that of the material. For plane shear gamma = |du/dy|, and the shear stress is viscosity times gamma.
///
///     power              mu (gamma/rate)^(n-1)                                    [Ostwald 1925, de Waele 1923]
///     carreau            inf + (mu - inf) (1 + (time gamma)^2)^((n-1)/2)           [Carreau 1972]
///     cross              inf + (mu - inf) / (1 + (time gamma)^(1-n))               [Cross 1965]
///     herschel_bulkley   mu (gamma/rate)^(n-1) + yield (1 - exp(-sharpness gamma))/gamma
///                        [Herschel & Bulkley 1926; exponential by Papanastasiou 1987]; n = 1: Bingham
///
/// Always between law.smallest and law.largest.
MOTE_FN float shear_viscosity(const ShearLaw& law, float mu, float gamma) {
    const float g = max(gamma, 1e-12f), infinite = law.infinite, n = law.index;
    float       eta = mu;
    switch (law.kind) {
        case ShearLaw::Kind::newtonian:
            return mu;
        case ShearLaw::Kind::power:
            eta = mu * exp((n - 1) * log(g / law.rate));
            break;
        case ShearLaw::Kind::carreau:
            eta = infinite + (mu - infinite) * exp(0.5f * (n - 1) * log(1 + law.time * g * law.time * g));
            break;
        case ShearLaw::Kind::cross:
            eta = infinite + (mu - infinite) / (1 + exp((1 - n) * log(max(law.time * g, 1e-20f))));
            break;
        case ShearLaw::Kind::herschel_bulkley: {
            const float x = law.sharpness * g;  // (1 - e^-x)/x = 1 - x/2 for small x, where the difference has no digits
            eta = mu * exp((n - 1) * log(g / law.rate)) + law.yield_stress * law.sharpness * (x < 1e-3f ? 1 - 0.5f * x : (1 - exp(-x)) / x);
            break;
        }
    }
    return clamp(eta, law.smallest, law.largest);
}

}  // namespace mote
