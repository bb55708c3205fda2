// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote {

/// Pressure of a slightly compressible liquid [Tait; Monaghan 1994, eq. 3.1]:
///     p = K ((rho / rho0)^exponent - 1),   K = rho0 c^2 / exponent,
/// so that c is the speed of sound at rest density. Negative pressure is scaled by `tension`: at 0 a liquid parts
/// freely, at 1 it holds together like a solid.
struct Tait {
    float sound_speed = 20;  ///< [m/s]
    float exponent    = 7;
    float tension     = 0;   ///< [0, 1]

    MOTE_FN float pressure(float density, float rest_density) const {
        const float ratio = density / rest_density, stiffness = rest_density * sound_speed * sound_speed / exponent;
        const float p = stiffness * (power(ratio) - 1);
        return p < 0 ? tension * p : p;
    }

private:
    /// Multiplications where the exponent is the usual one: exact on every device.
    MOTE_FN float power(float x) const {
        if (exponent == 1) return x;
        if (exponent != 7) return ::powf(x, exponent);
        const float x2 = x * x, x4 = x2 * x2;
        return x4 * x2 * x;
    }
};

}  // namespace mote
