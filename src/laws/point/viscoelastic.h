// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/material.h"

namespace mote {

/// A liquid that is elastic too. Its state is e = b - I, b being the left Cauchy-Green tensor of what of its deformation it has not forgotten; stress is that of
/// incompressible neo-Hookean rubber, G dev b. Pressure keeps the volume. What it forgets is Maxwell's: de/dt = -e/lambda besides the deformation, which with the viscosity of
/// the material is Oldroyd's liquid B [1950]: in steady shear its viscosity is G lambda more, and the first difference of normal stresses 2 G lambda^2 rate^2.
/// With a yield strain it forgets only what is beyond: |dev e|/2, which is the norm of a small strain, falls no lower than that.
MOTE_FN float shear_modulus(const ViscoelasticLaw& law, float temperature) { return law.shear_curve(temperature, law.shear); }

MOTE_FN Mat3 elastic_stress(float modulus, const Mat3& e) { return modulus * deviator(e); }

/// What of e is left after dt [s]. Nobody is stretched more than tenfold; beyond, matter slips.
MOTE_FN Mat3 relaxed(const ViscoelasticLaw& law, const Mat3& e, float temperature, float dt) {
    constexpr float most = 100;
    float           left = law.rate > 0 ? exp(-law.rate_curve(temperature, law.rate) * dt) : 1.f;
    if (law.yield_strain > 0) left = max(left, min(2 * law.yield_strain / max(norm(deviator(e)), 1e-20f), 1.f));
    return min(left, most / max(norm(e), 1e-20f)) * e;
}

/// e after a deformation I + grad_u, of which only the change of shape counts: b -> A b A^T with det A = 1. A matter that would turn inside out is left as it is.
MOTE_FN Mat3 deformed(const Mat3& e, const Mat3& grad_u, int dimension) {
    const Mat3  trial  = identity() + grad_u;
    const float volume = determinant(trial);
    if (!(volume > 0.1f && volume < 10)) return e;
    const float scale = dimension == 2 ? rsqrt(volume) : exp(-log(volume) / 3);
    Mat3        u     = scale * grad_u + diagonal(scale - 1);  // A - I, with the digits of small changes
    if (dimension == 2) u.row[2] = {0, 0, 0}, u.row[0].z = u.row[1].z = 0;
    const Mat3 a = identity() + u, t = transpose(u);
    return symmetric(u + t + u * t + a * e * transpose(a));
}

}  // namespace mote
