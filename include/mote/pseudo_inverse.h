// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote {

/// Replaces the leading n x n block of the symmetric, positive semi-definite matrix `a` by its pseudo-inverse.
/// Eigenvalues below cut_off times the largest count as zero: what is not determined becomes zero, not noise.
/// Returns the rank. Never fails; the zero matrix has rank 0 and inverse zero.
template <class T, int N>
MOTE_FN int pseudo_inverse(T (&a)[N][N], int n, T cut_off) {
    // Cyclic Jacobi (Golub & Van Loan, Matrix Computations, 8.5): accurate for small eigenvalues, no special cases.
    T vectors[N][N];
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) vectors[r][c] = T(r == c);

    for (int sweep = 0; sweep < 30; ++sweep) {
        bool done = true;
        for (int p = 0; p < n - 1; ++p)
            for (int q = p + 1; q < n; ++q) {
                const T size = abs(a[p][p]) + abs(a[q][q]);
                if (size + abs(a[p][q]) == size) continue;  // below rounding
                done         = false;
                const T half = (a[q][q] - a[p][p]) / (T(2) * a[p][q]);
                const T t    = (half < 0 ? T(-1) : T(1)) / (abs(half) + sqrt(T(1) + half * half));
                const T c = T(1) / sqrt(T(1) + t * t), s = t * c;
                for (int k = 0; k < n; ++k) {
                    const T kp = a[k][p], kq = a[k][q];
                    a[k][p] = c * kp - s * kq, a[k][q] = s * kp + c * kq;
                }
                for (int k = 0; k < n; ++k) {
                    const T pk = a[p][k], qk = a[q][k];
                    a[p][k] = c * pk - s * qk, a[q][k] = s * pk + c * qk;
                    const T vp = vectors[k][p], vq = vectors[k][q];
                    vectors[k][p] = c * vp - s * vq, vectors[k][q] = s * vp + c * vq;
                }
            }
        if (done) break;
    }

    T largest = 0, inverse[N];
    for (int k = 0; k < n; ++k) largest = max(largest, a[k][k]);
    int rank = 0;
    for (int k = 0; k < n; ++k) {
        const bool counts = largest > 0 && a[k][k] > cut_off * largest;
        inverse[k]        = counts ? T(1) / a[k][k] : T(0);
        rank += counts;
    }
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) {
            T sum = 0;
            for (int k = 0; k < n; ++k) sum += vectors[r][k] * inverse[k] * vectors[c][k];
            a[r][c] = sum;
        }
    return rank;
}

/// The same for a 3 x 3 matrix.
template <class T>
struct PseudoInverse3 {
    Mat3T<T> matrix;
    int      rank;
};
template <class T>
MOTE_FN PseudoInverse3<T> pseudo_inverse(const Mat3T<T>& a, T cut_off) {
    T m[3][3];
    for (int r = 0; r < 3; ++r) m[r][0] = a.row[r].x, m[r][1] = a.row[r].y, m[r][2] = a.row[r].z;
    const int         rank = pseudo_inverse(m, 3, cut_off);
    PseudoInverse3<T> result{{}, rank};
    for (int r = 0; r < 3; ++r) result.matrix.row[r] = {m[r][0], m[r][1], m[r][2]};
    return result;
}

/// Where the solvers of this library stop to trust an eigenvalue, as a share of the largest: a sheet thinner than a
/// few thousandths (float) of the support counts as flat.
template <class T>
inline constexpr T usual_cut_off = sizeof(T) == 4 ? T(1e-5) : T(1e-8);

}  // namespace mote
