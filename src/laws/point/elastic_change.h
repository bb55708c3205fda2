// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How stress changes with the deformation gradient, for implicit steps. With the second Piola-Kirchhoff stress S, P = F S and
//     dP = F (dS/dE : dE) + dF S,   dE = sym(F^T dF).
// The first part is nothing for rotations, and is kept as a quadratic form of a strain that all laws share,
//     dP = L (2 mu D + lambda w w : D) M^T,   D = sym(L^T dF M),   L M^T = R or F or F^-T by the law, w = 1 or what a stretch does to the volume,
// so it is definite whatever F is. Of the second, only tension is kept: the compression that makes columns buckle is indefinite.
//     saint_venant   L = F, M = 1: exact.
//     neo_hookean    L = 1, M = F^-1: exact while lambda and mu, which follow the volume, are positive.
//     corotated      L = R U^1/2, M = U^-1/2 with F = R U, w = J U^-1: exact at rotations, along the axes of U exact but for the tension that comes twice and what J - 1 adds.
//     with fibres    L = F, M = 1 whatever the law, with the stress that fibres add to D: exact at rotations, and definite as the moduli are.
#pragma once
#include "laws/point/elastic.h"

namespace mote {

/// In the frame of the singular values: columns of `left` and `right` belong to them.
struct StressChange {
    Mat3  left, right;
    Vec3  tension;      ///< of S, by what `right` is scaled with [Pa]
    float lame, shear;  ///< [Pa]
    float damping;      ///< [s]
    Vec3  swell{1, 1, 1};  ///< what each stretch counts in the volume

    Vec3  fibre{};      ///< as of Elastic
    float along = 0, mixed = 0, twist = 0;
    float pull  = 0;    ///< tension of fibres [Pa]
};

namespace elastic_parts {

/// a with its columns scaled.
MOTE_HOT Mat3 columns(const Mat3& a, const Vec3& s) {
    Mat3 b;
    for (int r = 0; r < 3; ++r) b.row[r] = {a.row[r].x * s.x, a.row[r].y * s.y, a.row[r].z * s.z};
    return b;
}
MOTE_HOT Vec3 each_over(float a, const Vec3& b) { return {a / b.x, a / b.y, a / b.z}; }
MOTE_HOT Vec3 squares(const Vec3& a) { return {a.x * a.x, a.y * a.y, a.z * a.z}; }

}  // namespace elastic_parts

MOTE_FN StressChange stress_change_at(const Elastic& e, const Mat3& f) {
    using namespace elastic_parts;
    const Svd3<float> a = svd(f);
    const Vec3        s = max(a.sigma, Vec3{0.1f, 0.1f, 0.1f}), ss = squares(s), none{};  // matter that is flat or inside out counts as thin
    const float       j = s.x * s.y * s.z;
    float             squeezed = e.volume * (j - 1) * j;
    StressChange      c{{}, {}, {}, e.lame, e.shear, e.damping};
    float             bulk = e.volume * (2 * j * j - j);
    Vec3              by{1, 1, 1}, tension{};  // by: what moves from L to M
    switch (e.has_fibres() ? Elastic::Law::saint_venant : e.law) {
        case Elastic::Law::saint_venant: {
            const float trace = 0.5f * (ss.x + ss.y + ss.z - 3);
            tension           = e.shear * (ss - Vec3{1, 1, 1}) + e.lame * trace * Vec3{1, 1, 1};
            break;
        }
        case Elastic::Law::corotated: {
            by      = each_over(1, {sqrt(s.x), sqrt(s.y), sqrt(s.z)});
            tension = 2 * e.shear * Vec3{1, 1, 1} + each_over(-2 * e.shear, s) + each_over(volume_modulus(e) * (j - 1) * j, ss);
            c.swell = each_over(j, s);
            bulk    = e.volume, squeezed = 0;
            break;
        }
        case Elastic::Law::neo_hookean: {
            const float more = ((e.lame + e.shear) * (j - 1) - e.shear) * j;
            by               = each_over(1, s);
            tension          = e.shear * Vec3{1, 1, 1} + each_over(more, ss);
            c.lame = 0, c.shear = -more, bulk += (e.lame + e.shear) * j * j + more;
            break;
        }
        case Elastic::Law::clusters:  // take no implicit step
        case Elastic::Law::none: break;
    }
    c.shear   = max(c.shear - squeezed, 0.f);
    c.lame    = max(c.lame + bulk, 0.f);
    tension   = max(tension + each_over(squeezed, ss), none);
    c.tension = {tension.x / (by.x * by.x), tension.y / (by.y * by.y), tension.z / (by.z * by.z)};
    c.left    = columns(a.u, {s.x * by.x, s.y * by.y, s.z * by.z});
    c.right   = columns(a.v, by);
    if (e.has_fibres()) {
        c.fibre = transpose(a.v) * e.fibre;
        c.along = e.along, c.mixed = e.mixed, c.twist = e.twist;
        c.pull  = max(dot(e.fibre, fibre_stress(e, green_strain(f)) * e.fibre), 0.f);
    }
    return c;
}

/// Of a sheet or thread only what it does along itself strains it; `axis` as of `completed`.
MOTE_FN Mat3 along_sheet(const Mat3& left, const Mat3& f, int rank, const Vec3& axis) {
    const Vec3 n    = normalised(f * axis);
    const Mat3 part = outer(n, transpose(left) * n);
    return rank >= 3 ? left : rank == 2 ? left - part : part;
}

MOTE_HOT Mat3 swelling(const StressChange& c, const Mat3& d) {
    const Vec3  w = c.swell;
    const float t = c.lame * (w.x * d.row[0].x + w.y * d.row[1].y + w.z * d.row[2].z);
    return {{{t * w.x, 0, 0}, {0, t * w.y, 0}, {0, 0, t * w.z}}};
}
/// The change, after its last factor M^T, for dF M: `material` and `geometric` weigh the two parts.
MOTE_HOT Mat3 stress_change(const StressChange& c, const Mat3& moved, float material, float geometric) {
    const Mat3 d      = symmetric(transpose(c.left) * moved);
    const Mat3 change = c.left * (material * (2 * c.shear * d + swelling(c, d))) + geometric * elastic_parts::columns(moved, c.tension);
    if (!(dot(c.fibre, c.fibre) > 0)) return change;
    return change + c.left * (material * fibre_stress(c, d)) + outer((geometric * c.pull) * (moved * c.fibre), c.fibre);
}
/// dP of dF at F [Pa].
MOTE_FN Mat3 stress_change(const Elastic& e, const Mat3& f, const Mat3& df) {
    const StressChange c = stress_change_at(e, f);
    return stress_change(c, df * c.right, 1, 1) * transpose(c.right);
}

}  // namespace mote
