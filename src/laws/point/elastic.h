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

/// What resists the volume J being other than 1, Psi = 1/2 K (J - 1)^2 [Pa]. Corotated matter has lambda there, as [Stomakhin et al. 2012] do: of stretches' sum, as
/// Hooke has it, matter that is pulled to 1 + 1/nu times its length would be squeezed to a thread, and beyond.
MOTE_FN float volume_modulus(const Elastic& e) { return e.law == Elastic::Law::corotated ? e.volume + e.lame : e.volume; }

/// dPsi/dF [Pa]. Fibres add to any law what they add to Green's.
MOTE_FN Mat3 piola_stress(const Elastic& e, const Mat3& f) {
    const float stretch = determinant(f) - 1;
    Mat3        volume  = (volume_modulus(e) * stretch) * cofactor(f);
    if (e.has_fibres() && e.law != Elastic::Law::saint_venant) volume = volume + f * fibre_stress(e, green_strain(f));
    switch (e.law) {
        case Elastic::Law::saint_venant: return f * hooke(e, green_strain(f)) + volume;
        case Elastic::Law::corotated: {
            const Mat3 r = rotation_of(f);  // R times a symmetric matrix, so that what is wrong with the last digit of R turns nothing
            return (2 * e.shear) * (r * (symmetric(transpose(r) * f) - identity())) + volume;
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
    float       volume  = 0.5f * volume_modulus(e) * stretch * stretch;
    if (e.has_fibres() && e.law != Elastic::Law::saint_venant) volume += 0.5f * inner(green_strain(f), fibre_stress(e, green_strain(f)));
    switch (e.law) {
        case Elastic::Law::saint_venant: {
            const Mat3 strain = green_strain(f);
            return 0.5f * inner(strain, hooke(e, strain)) + volume;
        }
        case Elastic::Law::corotated: {
            const Mat3 d = f - rotation_of(f);
            return e.shear * inner(d, d) + volume;
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

/// The stress of a rate of strain: Hooke's law with Rayleigh's beta, in the frame at rest, so that it leaves rotations alone. Green's strain counts stretches twice,
/// in the rate and in what it pushes; pulled to more than twice its length, matter would be too stiff for any step.
MOTE_FN float damping_share(const Mat3& f) { return 1 / max(inner(f, f) / 6, 1.f); }
MOTE_FN Mat3  damping_stress(const Elastic& e, const Mat3& f, const Mat3& before, float dt) {
    return f * hooke(e, (damping_share(f) * e.damping / dt) * (green_strain(f) - green_strain(before)));
}

/// Of the elastic part F_e and its stress P_e [Pa]: force by area as it is, and von Mises' equivalent of it, which tension along one axis is equal to.
MOTE_FN Mat3  cauchy_stress(const Mat3& piola, const Mat3& f) { return (1 / max(abs(determinant(f)), 1e-6f)) * (piola * transpose(f)); }
MOTE_FN float equivalent_stress(const Mat3& stress) {
    const Mat3 d = stress - diagonal(trace(stress) / 3);
    return sqrt(1.5f * inner(d, d));
}

/// Of waves of pressure [Pa].
MOTE_FN float wave_modulus(const Elastic& e) { return e.volume + (e.has_fibres() ? e.fastest : e.lame + 2 * e.shear); }
/// The fastest wave [m/s]: one of pressure.
MOTE_FN float wave_speed(const Elastic& e, float density) { return sqrt(wave_modulus(e) / density); }

/// A bound of the square of the largest stretch: of the eigenvalues of a symmetric matrix none is above the largest sum along a row.
MOTE_FN float most_square(const Mat3& f) {
    const Mat3 c    = f * transpose(f);
    float      most = 0;
    for (const Vec3& r : c.row) most = max(most, abs(r.x) + abs(r.y) + abs(r.z));
    return most;
}
/// How many times as stiff as at rest matter at F is to plane waves, dF = a n^T, for which the second derivative of J is nothing: bounds of dF : dP/dF : dF and of the
/// same of damping, over `wave_modulus`.
struct Stiffening {
    float elastic, damped;
};
MOTE_FN Stiffening stiffening(const Elastic& e, const Mat3& f) {
    const float along = most_square(f), across = most_square(cofactor(f)), pulled = 0.5f * max(inner(f, f) - 3, 0.f), whole = wave_modulus(e), plain = whole - e.volume;
    float       k = 0;
    switch (e.has_fibres() ? Elastic::Law::saint_venant : e.law) {
        case Elastic::Law::saint_venant: k = plain * (along + pulled) + e.volume * across; break;
        case Elastic::Law::corotated: k = 2 * e.shear + (e.lame + e.volume) * across; break;
        case Elastic::Law::neo_hookean: k = e.shear + (e.lame + e.shear + e.volume) * across; break;
        case Elastic::Law::clusters:
        case Elastic::Law::none: return {0, 0};
    }
    return {k / whole, damping_share(f) * along};
}

}  // namespace mote
