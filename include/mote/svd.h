// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Singular values and rotations of 3x3 matrices, for kernels. Neither function fails: what goes in finite comes out
// finite, be it zero, flat, mirrored, huge or tiny.
#pragma once
#include "mote/math.h"

namespace mote {

/// a = u diag(sigma) v^T with rotations u and v (their determinant is +1, also for a mirrored `a`).
/// |sigma| descends; only sigma.z may be negative, and is where det a < 0.
template <class R>
struct Svd3 {
    Mat3T<R> u;
    Vec3T<R> sigma;
    Mat3T<R> v;
};

/// u diag(d) v^T: with other stretches d than `svd` found, a function of the matrix.
template <class R>
MOTE_FN Mat3T<R> product(const Mat3T<R>& u, const Vec3T<R>& d, const Mat3T<R>& v) {
    Mat3T<R> result;
    for (int r = 0; r < 3; ++r) result.row[r] = v * Vec3T<R>{u.row[r].x * d.x, u.row[r].y * d.y, u.row[r].z * d.z};
    return result;
}

namespace svd_parts {

template <class R>
inline constexpr R rounding = sizeof(R) == 4 ? R(6e-8) : R(1.2e-16);

/// Two columns b of a V and the columns v of V that made them: turned so that b_p and b_q stand at right angles.
/// False if that took so little that the other pairs, which a turn disturbs, stay at right angles to rounding
/// (convergence is quadratic).
template <class R>
MOTE_HOT bool turn(Vec3T<R>& b_p, Vec3T<R>& b_q, Vec3T<R>& v_p, Vec3T<R>& v_q) {
    const R pp = dot(b_p, b_p), qq = dot(b_q, b_q), pq = dot(b_p, b_q);
    if (!(abs(pq) > rounding<R> * (pp + qq))) return false;
    const R    half = (qq - pp) / (R(2) * pq), size = abs(half) + sqrt(R(1) + half * half);
    const R    s = (half < 0 ? R(-1) : R(1)) / sqrt(R(1) + size * size), c = size * abs(s);
    const auto b = b_p, v = v_p;
    b_p = c * b - s * b_q, b_q = s * b + c * b_q;
    v_p = c * v - s * v_q, v_q = s * v + c * v_q;
    return s * s > rounding<R> || pq * pq > (rounding<R> * pp) * qq;  // pq is small, yet s is not, where pp = qq
}

/// Puts the longer column first. The sign keeps a V = B and det V = 1.
template <class R>
MOTE_HOT void longer_first(Vec3T<R>& b_p, Vec3T<R>& b_q, Vec3T<R>& v_p, Vec3T<R>& v_q) {
    if (!(dot(b_p, b_p) < dot(b_q, b_q))) return;
    const auto b = b_p, v = v_p;
    b_p = b_q, b_q = -b;
    v_p = v_q, v_q = -v;
}

/// Any unit vector at right angles to the unit vector `a`.
template <class R>
MOTE_FN Vec3T<R> perpendicular(const Vec3T<R>& a) {
    const Vec3T<R> across = abs(a.x) < R(0.6) ? Vec3T<R>{R(1), R(0), R(0)} : Vec3T<R>{R(0), R(1), R(0)};
    return normalised(cross(a, across));
}

template <class R>
MOTE_HOT R largest_entry(const Mat3T<R>& a) {
    R largest = R(0);
    for (const Vec3T<R>& r : a.row) largest = max(largest, max(abs(r.x), max(abs(r.y), abs(r.z))));
    return largest;
}

}  // namespace svd_parts

/// One-sided Jacobi [Hestenes 1958; Golub & Van Loan, Matrix Computations, 8.6]: a^T a, which would cost half of the
/// digits, is never formed.
template <class R>
MOTE_FN Svd3<R> svd(const Mat3T<R>& a) {
    using namespace svd_parts;
    const R largest = largest_entry(a);
    if (!(largest > 0)) return {identity<R>(), {}, identity<R>()};
    const bool in_range = largest > R(1e-8) && largest < R(1e8);  // else squares may leave the range of R
    const R    unit     = in_range ? R(1) : largest;

    Mat3T<R> b = transpose(a), v = identity<R>();  // their rows are the columns of a V and of V
    if (!in_range)
        for (Vec3T<R>& r : b.row) r = r / unit;
    for (int sweep = 0; sweep < 12; ++sweep) {
        bool again = turn(b.row[0], b.row[1], v.row[0], v.row[1]);
        again |= turn(b.row[0], b.row[2], v.row[0], v.row[2]);
        again |= turn(b.row[1], b.row[2], v.row[1], v.row[2]);
        if (!again) break;
    }

    // The longest column is sigma_0 u_0. What of the others lies along u_0 is rounding, yet could be all of a column
    // that should be zero.
    longer_first(b.row[0], b.row[1], v.row[0], v.row[1]);
    longer_first(b.row[0], b.row[2], v.row[0], v.row[2]);
    const R        sigma_0 = length(b.row[0]);
    const Vec3T<R> u_0     = b.row[0] / sigma_0;
    b.row[1] -= dot(u_0, b.row[1]) * u_0;
    b.row[2] -= dot(u_0, b.row[2]) * u_0;
    longer_first(b.row[1], b.row[2], v.row[1], v.row[2]);
    Vec3T<R> u_1 = b.row[1] / max(length(b.row[1]), R(1e-16) * sigma_0);
    u_1 -= dot(u_0, u_1) * u_0;  // once more: twice is enough, unless nothing is left [Kahan, in Parlett 1980]
    u_1                = dot(u_1, u_1) > R(0.5) ? normalised(u_1) : perpendicular(u_0);
    const Vec3T<R> u_2 = cross(u_0, u_1);
    const R sigma_1 = clamp(dot(u_1, b.row[1]), R(0), sigma_0), sigma_2 = clamp(dot(u_2, b.row[2]), -sigma_1, sigma_1);

    // A dozen turns leave V a few roundings from a rotation: one step of Newton per length mends it.
    Vec3T<R> v_0 = (R(1.5) - R(0.5) * dot(v.row[0], v.row[0])) * v.row[0];
    Vec3T<R> v_1 = v.row[1] - dot(v_0, v.row[1]) * v_0;
    v_1          = (R(1.5) - R(0.5) * dot(v_1, v_1)) * v_1;
    return {transpose(Mat3T<R>{{u_0, u_1, u_2}}),
            {unit * sigma_0, unit * sigma_1, unit * sigma_2},
            transpose(Mat3T<R>{{v_0, v_1, cross(v_0, v_1)}})};
}

/// The rotation nearest to `a` (least Frobenius norm of the difference): R of the polar decomposition a = R S where det
/// a > 0. Where `a` is mirrored, the direction it compresses most counts as turned inside out; of several nearest
/// rotations, as for zero, it is one.
template <class R>
MOTE_FN Mat3T<R> rotation_of(const Mat3T<R>& a) {
    // Newton: X <- (X + X^-T)/2 [Higham 1986], from a size at which the singular values lie about 1.
    const R square = dot(a.row[0], a.row[0]) + dot(a.row[1], a.row[1]) + dot(a.row[2], a.row[2]);
    if (square > R(1e-10) && square < R(1e10)) {
        Mat3T<R> x = square > R(2) && square < R(5) ? a : sqrt(R(3) / square) * a;
        if (determinant(x) > R(0.05))
            for (int k = 0; k < 12; ++k) {
                const Mat3T<R> c = cofactor(x), y = R(0.5) * x + (R(0.5) / dot(x.row[0], c.row[0])) * c, change = y - x;
                x = y;
                if (dot(change.row[0], change.row[0]) + dot(change.row[1], change.row[1]) +
                        dot(change.row[2], change.row[2]) <
                    svd_parts::rounding<R>)
                    return x;
            }
    }
    const Svd3<R> s = svd(a);
    return s.u * transpose(s.v);
}

}  // namespace mote
