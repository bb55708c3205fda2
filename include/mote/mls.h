// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Moving least squares at one point: shape functions Phi_j(x) with <f>(x) = sum_j Phi_j f_j that reproduce
// polynomials of order 0, 1 or 2 exactly, wherever the samples lie, and their first and second derivatives.
//
//     const auto fit = fit_mls(MlsSpec{.order = 1}, kernel, position, near, x);
//     for (Index j : near) value += fit.shape(kernel, position[j]).value * f[j];
//
// Where the samples do not determine the wanted polynomial the fit steps down, and says so: from quadratic to linear;
// then to linear within the sheet or along the string that the samples form; last to their weighted mean. It never
// fails, and sum_j Phi_j = 1 as long as one sample is in reach. Runs on the host and on a GPU, without memory of
// its own.
#pragma once
#include "mote/pseudo_inverse.h"

namespace mote {

/// What is asked of a fit; numbers out of range count as the nearest in range.
struct MlsSpec {
    int   order       = 1;  ///< Of the polynomial: 0, 1 or 2.
    int   dimension   = 3;  ///< 1, 2 or 3; further coordinates are not looked at by the polynomial.
    int   derivatives = 1;  ///< How often shape functions will be differentiated: 0, 1 or 2.
    float cut_off     = 0;  ///< Smallest eigenvalue of the moment matrix to be trusted, as a share of the largest;
                            ///< 0: 1e-5 in float, 1e-8 in double.
};

/// Terms of a polynomial: 4 for linear in 3-D, 10 for quadratic.
constexpr int polynomial_terms(int order, int dimension) {
    return order <= 0 ? 1 : order == 1 ? 1 + dimension : (dimension + 1) * (dimension + 2) / 2;
}

/// One shape function and its derivatives by x [1, 1/m, 1/m^2].
template <class T>
struct ShapeValue {
    T        value = 0;
    Vec3T<T> gradient;
    Mat3T<T> hessian;
};

namespace mls {

inline constexpr int most_terms = 10;

template <class T>
MOTE_FN void coordinates(const Vec3T<T>& v, T (&out)[3]) {
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

/// Numbers the pairs (k, l), k <= l: xx, xy, xz, yy, yz, zz.
MOTE_FN constexpr int pair_number(int k, int l) { return k == 0 ? l : k + l + 1; }

/// All monomials at z up to the order, by rising degree: a lower order uses the first of them.
template <class T>
MOTE_FN void monomials(int order, int d, const T (&z)[3], T (&p)[most_terms]) {
    int n  = 0;
    p[n++] = T(1);
    if (order < 1) return;
    for (int k = 0; k < d; ++k) p[n++] = z[k];
    if (order < 2) return;
    for (int k = 0; k < d; ++k)
        for (int l = k; l < d; ++l) p[n++] = z[k] * z[l];
}

/// Their derivatives by z_m at z.
template <class T>
MOTE_FN void monomial_slopes(int order, int d, const T (&z)[3], int m, T (&p)[most_terms]) {
    int n  = 0;
    p[n++] = T(0);
    if (order < 1) return;
    for (int k = 0; k < d; ++k) p[n++] = T(k == m);
    if (order < 2) return;
    for (int k = 0; k < d; ++k)
        for (int l = k; l < d; ++l) p[n++] = T(k == m) * z[l] + T(l == m) * z[k];
}

/// Their second derivatives by z_m and z_o, which are constants.
template <class T>
MOTE_FN void monomial_curvatures(int order, int d, int m, int o, T (&p)[most_terms]) {
    for (T& value : p) value = T(0);
    if (order < 2) return;
    int n = 1 + d;
    for (int k = 0; k < d; ++k)
        for (int l = k; l < d; ++l) p[n++] = T(k == m && l == o) + T(k == o && l == m);
}

template <class T>
MOTE_FN T dot(int n, const T (&a)[most_terms], const T (&b)[most_terms]) {
    T sum = 0;
    for (int k = 0; k < n; ++k) sum += a[k] * b[k];
    return sum;
}

/// out = m v.
template <class T>
MOTE_FN void multiply(int n, const T (&m)[most_terms][most_terms], const T (&v)[most_terms], T (&out)[most_terms]) {
    for (int k = 0; k < n; ++k) out[k] = dot(n, m[k], v);
}

/// A sample's weight and its derivatives by the evaluation point.
template <class T>
struct Weight {
    T value, slope[3], curvature[6];
};

template <class T, class Kernel>
MOTE_FN Weight<T> weight(const Kernel& kernel, const Vec3T<T>& x, const Vec3T<T>& x_j, int derivatives, T scale) {
    const Vec3T<T> offset = x - x_j;
    const T        r      = length(offset);
    T              e[3];
    coordinates(offset, e);

    Weight<T> w{scale * kernel(r), {}, {}};
    if (derivatives < 1) return w;
    const T s = scale * kernel.slope_over_r(r);
    for (int k = 0; k < 3; ++k) w.slope[k] = s * e[k];
    if (derivatives < 2) return w;
    // d_kl w = (w'/r) delta_kl + (w'' - w'/r) n_k n_l; at r = 0 the second term is zero.
    const T radial = r > 0 ? (scale * kernel.curvature(r) - s) / (r * r) : T(0);
    for (int k = 0; k < 3; ++k)
        for (int l = k; l < 3; ++l) w.curvature[pair_number(k, l)] = (k == l ? s : T(0)) + radial * e[k] * e[l];
    return w;
}

}  // namespace mls

/// The fit at one point, made by fit_mls.
template <class T>
struct MlsFit {
    int order       = -1;  ///< Order reproduced: 2, 1, 0 (weighted mean), or -1 where no sample is in reach.
    int rank        = 0;   ///< Terms that the samples determine. Order 1 with rank d: only within a sheet, and so on.
    int dimension   = 3;
    int degree      = 0;  ///< Order of the polynomial used; terms beyond `rank` of it have been left out.
    int derivatives = 0;

    Vec3T<T> x, mean;                       // evaluation point; from it to the origin of the monomials
    T        inverse_length           = 0;  // scale of the monomials
    T        weight_scale             = 0;
    T        alpha[mls::most_terms]   = {};  // AW section 3: Phi_j = w_j alpha . p_j, and the derivatives of alpha
    T        beta[3][mls::most_terms] = {}, gamma[6][mls::most_terms] = {};

    /// The shape function of the sample at x_j. The kernel is the one of the fit.
    template <class Kernel>
    MOTE_FN ShapeValue<T> shape(const Kernel& kernel, const Vec3T<T>& x_j) const {
        ShapeValue<T> result;
        if (order < 0) return result;
        const int  n = polynomial_terms(degree, dimension);
        const auto w = mls::weight(kernel, x, x_j, derivatives, weight_scale);
        T          p[mls::most_terms];
        monomials_at(x_j, p);

        const T a    = mls::dot(n, alpha, p);
        result.value = w.value * a;
        if (derivatives < 1) return result;
        T b[3], first[3] = {}, second[3][3] = {};
        for (int k = 0; k < dimension; ++k) {
            b[k]     = mls::dot(n, beta[k], p);
            first[k] = w.slope[k] * a + w.value * b[k];
        }
        result.gradient = {first[0], first[1], first[2]};
        if (derivatives < 2) return result;
        for (int k = 0; k < dimension; ++k)
            for (int l = k; l < dimension; ++l) {
                const int kl = mls::pair_number(k, l);
                second[k][l] = second[l][k] =
                    w.curvature[kl] * a + w.slope[k] * b[l] + w.slope[l] * b[k] + w.value * mls::dot(n, gamma[kl], p);
            }
        for (int k = 0; k < 3; ++k) result.hessian.row[k] = {second[k][0], second[k][1], second[k][2]};
        return result;
    }

    MOTE_FN void monomials_at(const Vec3T<T>& y, T (&p)[mls::most_terms]) const {
        T z[3];
        mls::coordinates(inverse_length * ((y - x) - mean), z);
        mls::monomials(degree, dimension, z, p);
    }
};

/// What a fit had to do without, for a log: "" where it has the wanted order.
const char* describe_fallback(int wanted_order, int order, int rank, int dimension);
template <class T>
const char* describe_fallback(const MlsSpec& spec, const MlsFit<T>& fit) {
    return describe_fallback(spec.order, fit.order, fit.rank, fit.dimension);
}

namespace mls {

/// Adds derivatives to a fit whose alpha is known. M^-1 stands in `inverse`.
template <class T, class Kernel, class Positions, class Near>
MOTE_FN void differentiate(MlsFit<T>& fit, const T (&inverse)[most_terms][most_terms], const Kernel& kernel,
                           const Positions& position, const Near& near) {
    // beta_k   = M^-1 (d_k p0 - (d_k M) alpha)
    // gamma_kl = M^-1 (d_kl p0 - (d_kl M) alpha - (d_k M) beta_l - (d_l M) beta_k)          (AW section 3)
    // The basis stands still while x moves, so d M = sum_j (d w_j) p_j p_j^T, and no matrix need be kept: a product
    // (d M) v is the sum of (d w_j) (p_j . v) p_j.
    const int d = fit.dimension, n = polynomial_terms(fit.degree, d), pairs = fit.derivatives < 2 ? 0 : 6;
    T         z0[3], p[most_terms], first[3][most_terms], second[6][most_terms];
    coordinates(-fit.inverse_length * fit.mean, z0);
    for (int k = 0; k < d; ++k) {
        monomial_slopes(fit.degree, d, z0, k, first[k]);
        for (int t = 0; t < n; ++t) first[k][t] *= fit.inverse_length;
        for (int l = k; l < d && pairs > 0; ++l) {
            T(&row)[most_terms] = second[pair_number(k, l)];
            monomial_curvatures(fit.degree, d, k, l, row);
            for (int t = 0; t < n; ++t) row[t] *= fit.inverse_length * fit.inverse_length;
        }
    }
    for (const Index j : near) {
        const Weight<T> w = weight(kernel, fit.x, position[j], fit.derivatives, fit.weight_scale);
        fit.monomials_at(position[j], p);
        const T a = dot(n, fit.alpha, p);
        for (int t = 0; t < n; ++t)
            for (int k = 0; k < d; ++k) {
                first[k][t] -= w.slope[k] * a * p[t];
                for (int l = k; l < d && pairs > 0; ++l)
                    second[pair_number(k, l)][t] -= w.curvature[pair_number(k, l)] * a * p[t];
            }
    }
    for (int k = 0; k < d; ++k) multiply(n, inverse, first[k], fit.beta[k]);
    if (pairs == 0) return;

    for (const Index j : near) {
        const Weight<T> w = weight(kernel, fit.x, position[j], 1, fit.weight_scale);
        fit.monomials_at(position[j], p);
        for (int k = 0; k < d; ++k)
            for (int l = k; l < d; ++l) {
                const T both = w.slope[k] * dot(n, fit.beta[l], p) + w.slope[l] * dot(n, fit.beta[k], p);
                for (int t = 0; t < n; ++t) second[pair_number(k, l)][t] -= both * p[t];
            }
    }
    for (int k = 0; k < d; ++k)
        for (int l = k; l < d; ++l) multiply(n, inverse, second[pair_number(k, l)], fit.gamma[pair_number(k, l)]);
}

/// Fills `inverse` with the pseudo-inverse of the moment matrix M = sum_j w_j p_j p_j^T; returns its rank.
template <class T, class Kernel, class Positions, class Near>
MOTE_FN int invert_moments(const MlsFit<T>& fit, T (&inverse)[most_terms][most_terms], T cut_off, const Kernel& kernel,
                           const Positions& position, const Near& near) {
    const int n = polynomial_terms(fit.degree, fit.dimension);
    T         p[most_terms];
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) inverse[r][c] = T(0);
    for (const Index j : near) {
        const T w = fit.weight_scale * kernel(length(fit.x - position[j]));
        fit.monomials_at(position[j], p);
        for (int r = 0; r < n; ++r)
            for (int c = 0; c <= r; ++c) inverse[r][c] += w * p[r] * p[c];
    }
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < r; ++c) inverse[c][r] = inverse[r][c];
    return pseudo_inverse(inverse, n, cut_off);
}

}  // namespace mls

/// The fit at x to the samples `near` (rows of `position`; any container of either will do).
template <class T, class Kernel, class Positions, class Near>
MOTE_FN MlsFit<T> fit_mls(const MlsSpec& spec, const Kernel& kernel, const Positions& position, const Near& near,
                          const Vec3T<T>& x) {
    MlsFit<T> fit;
    fit.dimension   = spec.dimension < 1 ? 1 : spec.dimension > 3 ? 3 : spec.dimension;
    fit.degree      = spec.order < 0 ? 0 : spec.order > 2 ? 2 : spec.order;
    fit.derivatives = spec.derivatives;
    fit.x           = x;

    T        sum   = 0;
    int      count = 0;
    Vec3T<T> mean;
    for (const Index j : near) {
        const T w = kernel(length(x - position[j]));
        sum += w, mean += w * (position[j] - x), count += w > 0;
    }
    if (!(sum > 0)) return fit;
    // The monomials stand about the weighted mean of the samples: constant and linear terms then decouple, so that
    // leaving out a direction in which the samples are flat leaves sum_j Phi_j = 1 untouched. Lengths are counted in
    // h/2, which makes all monomials of one size, and weights as shares of their sum.
    fit.mean           = mean / sum;
    fit.inverse_length = T(2) / T(kernel.h);
    fit.weight_scale   = T(1) / sum;

    const T   cut_off = spec.cut_off > 0 ? T(spec.cut_off) : usual_cut_off<T>;
    const int d       = fit.dimension;
    T         inverse[mls::most_terms][mls::most_terms];
    if (fit.degree == 2) {  // all or nothing: a quadratic that lacks terms may not even reproduce constants
        const int terms = polynomial_terms(2, d);
        fit.rank        = count < terms ? 0 : mls::invert_moments(fit, inverse, cut_off, kernel, position, near);
        if (fit.rank < terms) fit.degree = 1;
    }
    if (fit.degree < 2) fit.rank = mls::invert_moments(fit, inverse, cut_off, kernel, position, near);
    fit.order = fit.rank == 1 ? 0 : fit.degree;

    T p0[mls::most_terms];
    fit.monomials_at(x, p0);
    mls::multiply(polynomial_terms(fit.degree, d), inverse, p0, fit.alpha);
    if (fit.derivatives > 0) mls::differentiate(fit, inverse, kernel, position, near);
    return fit;
}

// ---- the direct gradient ---------------------------------------------------------------------------------------

/// Gradient at sample i by a first-order Taylor fit through f_i (AW-17; Mueller et al. 2004): cheap, exact for linear
/// fields. For solids whose neighbours do not change, keep `inverse_moment` and use it again.
template <class T>
struct DirectGradient {
    Mat3T<T> inverse_moment;  ///< (sum_j w_ij x_ij x_ij^T)^-1, x_ij = x_j - x_i; zero in directions not determined.
    int      rank;            ///< Directions determined; the dimension where all is well.
};

template <class T, class Kernel, class Positions, class Near>
MOTE_FN DirectGradient<T> prepare_direct_gradient(const Kernel& kernel, const Positions& position, const Near& near,
                                                  const Vec3T<T>& x_i, T cut_off = usual_cut_off<T>) {
    // In lengths of h and weights of w(0), so that neither overflows for small h.
    const T  inverse_h = T(1) / T(kernel.h), unit = T(1) / T(kernel.at_zero());
    Mat3T<T> moment;
    for (const Index j : near) {
        const Vec3T<T> z = inverse_h * (position[j] - x_i);
        moment           = moment + outer((unit * kernel(length(position[j] - x_i))) * z, z);
    }
    const auto inverse = pseudo_inverse(moment, cut_off);
    return {(inverse_h * inverse_h * unit) * inverse.matrix, inverse.rank};
}

template <class T, class Kernel, class Positions, class Near, class Field>
MOTE_FN Vec3T<T> direct_gradient(const DirectGradient<T>& prepared, const Kernel& kernel, const Positions& position,
                                 const Near& near, const Vec3T<T>& x_i, const Field& f, std::type_identity_t<T> f_i) {
    Vec3T<T> sum;
    for (const Index j : near) {
        const Vec3T<T> x_ij = position[j] - x_i;
        sum += (kernel(length(x_ij)) * (f[j] - f_i)) * x_ij;
    }
    return prepared.inverse_moment * sum;
}

}  // namespace mote
