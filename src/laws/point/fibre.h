// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"
#include "mote/svd.h"

namespace mote {

/// Stress linear in Green strain by any symmetric C: components in the order xx, yy, zz, xy, yz, zx; the last three of
/// strain count twice (engineering strain).
struct Stiffness {
    float c[6][6] = {};  ///< [Pa]

    /// Second Piola stress [Pa] of E = (F^T F - 1)/2; the first is F times it.
    MOTE_FN Mat3 second_piola(const Mat3& green) const {
        const float e[6] = {green.row[0].x,     green.row[1].y,     green.row[2].z,
                            2 * green.row[0].y, 2 * green.row[1].z, 2 * green.row[2].x};
        float       s[6];
        for (int r = 0; r < 6; ++r) {
            s[r] = 0;
            for (int k = 0; k < 6; ++k) s[r] += c[r][k] * e[k];
        }
        return {{{s[0], s[3], s[5]}, {s[3], s[1], s[4]}, {s[5], s[4], s[2]}}};
    }
    /// E:C:E/2 [J/m^3], per volume at rest.
    MOTE_FN float energy(const Mat3& green) const {
        const Mat3 s = second_piola(green);
        return 0.5f * (dot(s.row[0], green.row[0]) + dot(s.row[1], green.row[1]) + dot(s.row[2], green.row[2]));
    }
};

/// True if every strain costs energy; else a body of it would burst.
MOTE_FN bool positive_definite(const Stiffness& s) {
    double l[6][6];  // Cholesky
    for (int r = 0; r < 6; ++r)
        for (int k = 0; k <= r; ++k) {
            double rest = s.c[r][k];
            for (int m = 0; m < k; ++m) rest -= l[r][m] * l[k][m];
            if (r == k && !(rest > 1e-6 * abs(double(s.c[r][r])) && rest < 1e30)) return false;
            l[r][k] = r == k ? sqrt(rest) : rest / l[k][k];
        }
    return true;
}

/// rho c^2 [Pa] of the fastest wave at rest, for the time step: the largest eigenvalue of the acoustic tensor
/// A d = (C : d n^T) n over directions n, of which 1000 are tried (less than 1 % short).
MOTE_FN float wave_modulus(const Stiffness& s) {
    float largest = 0;
    for (int k = 0; k < 1000; ++k) {
        const float z = (float(k) + 0.5f) / 1000, around = 2.3999632f * float(k),
                    r = sqrt(1 - z * z);  // a spiral over half of the sphere
        const Vec3 n{r * ::cosf(around), r * ::sinf(around), z};
        Mat3       a;
        for (int d = 0; d < 3; ++d) a.row[d] = s.second_piola(symmetric(outer(identity().row[d], n))) * n;
        largest = max(largest, svd(a).sigma.x);
    }
    return largest;
}

/// Wood, muscle, reinforced rubber: one stiffness along the fibres, another across, the same in all directions across.
struct Fibre {
    Vec3  direction{1, 0, 0};     ///< of the fibres at rest; any length but zero
    float young_along    = 1e7f;  ///< [Pa]
    float young_across   = 1e6f;  ///< [Pa]
    float shear_along    = 5e5f;  ///< [Pa] of planes that contain the fibres
    float poisson_along  = 0.3f;  ///< pulled along the fibres: how much thinner, per how much longer
    float poisson_across = 0.3f;  ///< pulled across: how much thinner across both
};

/// The numbers of the tensor form of transverse isotropy [Spencer 1984]:
///     S = lame tr(E) 1 + 2 shear E + mixed ((f.Ef) 1 + tr(E) ff^T) + 2 twist (f (Ef)^T + (Ef) f^T) + along (f.Ef) ff^T
/// with f the direction. Not every choice of moduli is possible: ask `positive_definite`.
struct FibreModuli {
    double lame, shear, mixed, twist, along;  ///< [Pa]
};
MOTE_FN FibreModuli moduli_of(const Fibre& fibre) {
    // C of tension along and across, fibres along x, is the inverse of what stress does to lengths; the moduli follow
    // from its elements.
    const double along = fibre.young_along, across = fibre.young_across, g = fibre.shear_along,
                 nu = fibre.poisson_along, nu_t = fibre.poisson_across;
    const Mat3d  c = inverse(Mat3d{{{1 / along, -nu / along, -nu / along},
                                    {-nu / along, 1 / across, -nu_t / across},
                                    {-nu / along, -nu_t / across, 1 / across}}});
    const double l = c.row[1].z, t = across / (2 * (1 + nu_t)), a = c.row[0].y - l;
    return {l, t, a, g - t, c.row[0].x - l - 2 * a - 4 * g + 2 * t};
}

/// C of them.
MOTE_FN Stiffness stiffness(const Fibre& fibre) {
    const FibreModuli m = moduli_of(fibre);
    const Vec3d       f = normalised(Vec3d{fibre.direction.x, fibre.direction.y, fibre.direction.z});
    Stiffness         result;
    for (int k = 0; k < 6; ++k) {  // column k is the stress of a strain whose component k alone is 1
        const double on[6] = {double(k == 0), double(k == 1), double(k == 2),
                              0.5 * (k == 3), 0.5 * (k == 4), 0.5 * (k == 5)};
        const Mat3d  e{{{on[0], on[3], on[5]}, {on[3], on[1], on[4]}, {on[5], on[4], on[2]}}};
        const Vec3d  ef  = e * f;
        const double fef = dot(f, ef);
        const Mat3d  s = diagonal<double>(m.lame * trace(e) + m.mixed * fef) + 2 * m.shear * e + (m.mixed * trace(e) + m.along * fef) * outer(f, f) +
                        2 * m.twist * (outer(f, ef) + outer(ef, f));
        const double column[6] = {s.row[0].x, s.row[1].y, s.row[2].z, s.row[0].y, s.row[1].z, s.row[2].x};
        for (int r = 0; r < 6; ++r) result.c[r][k] = float(column[r]);
    }
    return result;
}

}  // namespace mote
