// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a deformation gradient F costs and how it pushes back: the energy of a volume at rest, its derivative by F (the first Piola-Kirchhoff
// stress, force by area at rest), and the change of that with F. All follow from E and nu by Lame's constants and agree for small strains.
#pragma once
#include "mote/material.h"
#include "mote/svd.h"

namespace mote {

MOTE_FN float inner(const Mat3& a, const Mat3& b) { return dot(a.row[0], b.row[0]) + dot(a.row[1], b.row[1]) + dot(a.row[2], b.row[2]); }

/// Of E [Pa] and nu.
MOTE_FN float lame_of(float youngs_modulus, float poissons_ratio) {
    return youngs_modulus * poissons_ratio / ((1 + poissons_ratio) * (1 - 2 * poissons_ratio));
}
MOTE_FN float shear_of(float youngs_modulus, float poissons_ratio) { return youngs_modulus / (2 * (1 + poissons_ratio)); }

/// Green's strain, with the half that makes E the measured one (spec: E-4).
MOTE_FN Mat3 green_strain(const Mat3& f) { return 0.5f * (transpose(f) * f - identity()); }
/// What fibres add to the stress of a strain, along `fibre` [Pa]; `moduli` is Elastic or what has its names. [Spencer 1984], as fibre.h has it.
template <class Moduli>
MOTE_HOT Mat3 fibre_stress(const Moduli& e, const Mat3& strain) {
    const Vec3  f = e.fibre, along = strain * f, twisted = (2 * e.twist) * along;
    const float stretch = dot(f, along);
    return diagonal(e.mixed * stretch) + outer(twisted, f) + outer(f, twisted + (e.mixed * trace(strain) + e.along * stretch) * f);
}
/// Hooke's law, without fibres and with them.
MOTE_FN Mat3 isotropic_stress(const Elastic& e, const Mat3& strain) { return 2 * e.shear * strain + diagonal(e.lame * trace(strain)); }
MOTE_FN Mat3 hooke(const Elastic& e, const Mat3& strain) {
    return e.has_fibres() ? isotropic_stress(e, strain) + fibre_stress(e, strain) : isotropic_stress(e, strain);
}

/// dPsi/dF [Pa]. Fibres add to any law what they add to Green's.
MOTE_FN Mat3 piola_stress(const Elastic& e, const Mat3& f) {
    const float stretch = determinant(f) - 1;
    Mat3        volume  = (e.volume * stretch) * cofactor(f);
    if (e.has_fibres() && e.law != Elastic::Law::saint_venant) volume = volume + f * fibre_stress(e, green_strain(f));
    switch (e.law) {
        case Elastic::Law::saint_venant: return f * hooke(e, green_strain(f)) + volume;
        case Elastic::Law::corotated: {
            const Mat3 r = rotation_of(f);  // R times a symmetric matrix, so that what is wrong with the last digit of R turns nothing
            return r * isotropic_stress(e, symmetric(transpose(r) * f) - identity()) + volume;
        }
        case Elastic::Law::clusters: return e.modulus * (f - rotation_of(f));
        case Elastic::Law::neo_hookean:  // [Smith, de Goes & Kim 2018], with lambda + mu for their lambda, so that small strains are Hooke's
            return e.shear * f + ((e.lame + e.shear) * stretch - e.shear) * cofactor(f) + volume;
        case Elastic::Law::none: break;
    }
    return {};
}

/// Psi [J/m^3].
MOTE_FN float elastic_energy(const Elastic& e, const Mat3& f) {
    const float stretch = determinant(f) - 1;
    float       volume  = 0.5f * e.volume * stretch * stretch;
    if (e.has_fibres() && e.law != Elastic::Law::saint_venant) volume += 0.5f * inner(green_strain(f), fibre_stress(e, green_strain(f)));
    switch (e.law) {
        case Elastic::Law::saint_venant: {
            const Mat3 strain = green_strain(f);
            return 0.5f * inner(strain, hooke(e, strain)) + volume;
        }
        case Elastic::Law::corotated: {
            const Mat3  r = rotation_of(f), d = f - r;
            const float t = inner(r, f) - 3;
            return e.shear * inner(d, d) + 0.5f * e.lame * t * t + volume;
        }
        case Elastic::Law::clusters: {
            const Mat3 d = f - rotation_of(f);
            return 0.5f * e.modulus * inner(d, d);
        }
        case Elastic::Law::neo_hookean: {  // large terms that cancel, so as doubles
            const Vec3d  a = wide(f.row[0]), b = wide(f.row[1]), c = wide(f.row[2]);
            const double more = dot(a, a) + dot(b, b) + dot(c, c) - 3, swell = dot(a, cross(b, c)) - 1;
            return float(double(e.shear) * (0.5 * more - swell)) + 0.5f * (e.lame + e.shear) * float(swell * swell) + volume;
        }
        case Elastic::Law::none: break;
    }
    return 0;
}

/// The stress of a rate of strain: Hooke's law with Rayleigh's beta, in the frame at rest, so that it leaves rotations alone.
MOTE_FN Mat3 damping_stress(const Elastic& e, const Mat3& f, const Mat3& before, float dt) {
    return f * hooke(e, (e.damping / dt) * (green_strain(f) - green_strain(before)));
}

/// Of the elastic part F_e and its stress P_e [Pa]: force by area as it is, and von Mises' equivalent of it, which tension along one axis is equal to.
MOTE_FN Mat3  cauchy_stress(const Mat3& piola, const Mat3& f) { return (1 / max(abs(determinant(f)), 1e-6f)) * (piola * transpose(f)); }
MOTE_FN float equivalent_stress(const Mat3& stress) {
    const Mat3 d = stress - diagonal(trace(stress) / 3);
    return sqrt(1.5f * inner(d, d));
}

/// The fastest wave [m/s]: one of pressure.
MOTE_FN float wave_speed(const Elastic& e, float density) {
    return sqrt((e.volume + (e.has_fibres() ? e.fastest : e.lame + 2 * e.shear)) / density);
}

}  // namespace mote
