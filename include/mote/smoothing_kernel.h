// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Smoothing kernels W(r): bell-shaped weights with unit integral that vanish from the support radius h on.
// A kernel is a small value, made from h [m] and the dimension (1, 2 or 3):
//
//     const CubicSpline w(0.04f, 3);
//     density += mass_j * w(r);                                // r = |x_i - x_j|, a number or a batch of numbers
//     force   += w.slope_over_r(r) * x_ij;                     // x_ij = x_i - x_j; this is the gradient by x_i
//
// Every function is finite for every r from 0 to 1e18 m and exactly zero for r >= h; that holds in float too, for
// support radii from 1e-5 m to 1e5 m. The gradient at r = 0 is zero.
//
// Which one: CubicSpline or a Wendland kernel for everything; Poly6, Spiky and Viscosity are the classical trio of
// interactive fluids (values, pressure, viscosity); Gaussian where smoothness matters more than cost.
#pragma once
#include <numbers>

#include "mote/lane.h"  // first: templates below would take another rsqrt of lanes, of 12 bits, where it is seen too late
#include "mote/math.h"

namespace mote {

inline constexpr double exact_pi = std::numbers::pi;

// ---- profiles: kernels without units, as functions of q = r / h --------------------------------------------
//
// W = sigma v(q) with sigma = norm(d) / h^d. A profile answers v, v' / q and v''. Only the viscosity profile
// depends on the dimension; the others take it for the sake of one interface.

/// (1 - q^2)^3: smooth, needs no root; its slope vanishes at the centre, so it does not keep particles apart.
struct Poly6Profile {
    MOTE_FN static double norm(int d) { return d == 1 ? 35.0 / 32 : d == 2 ? 4 / exact_pi : 315 / (64 * exact_pi); }

    template <class R>
    MOTE_HOT static R value(R q, int) {
        const R s = max(R(1) - q * q, R(0));
        return s * s * s;
    }
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int) {
        const R s = max(R(1) - q * q, R(0));
        return R(-6) * s * s;
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int) {
        const R s = max(R(1) - q * q, R(0));
        return R(6) * s * (R(4) - R(5) * s);
    }
};

/// (1 - q)^3: steepest at the centre, which keeps particles apart. The slope jumps at r = 0, so slope_over_r and
/// the Laplacian stay at their values of r = 1e-6 h below that radius.
struct SpikyProfile {
    MOTE_FN static double norm(int d) { return d == 1 ? 2.0 : d == 2 ? 10 / exact_pi : 15 / exact_pi; }

    template <class R>
    MOTE_HOT static R value(R q, int) {
        const R a = max(R(1) - q, R(0));
        return a * a * a;
    }
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int) {
        const R a = max(R(1) - q, R(0));
        return R(-3) * a * a / max(q, R(1e-6));
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int) {
        return R(6) * max(R(1) - q, R(0));
    }
};

/// Made for its Laplacian, which is positive and falls linearly, so that viscosity always slows relative motion.
/// In 2-D and 3-D value and slope grow without bound towards r = 0; below 1e-4 h they keep their values of 1e-4 h.
struct ViscosityProfile {
    MOTE_FN static double norm(int d) { return d == 1 ? 2.0 : d == 2 ? 40 / exact_pi : 15 / (2 * exact_pi); }

    template <class R>
    MOTE_HOT static R guarded(R q) {
        return max(min(q, R(1)), R(1e-4));
    }
    template <class R>
    MOTE_HOT static R value(R q, int d) {
        const R u = d == 1 ? min(q, R(1)) : guarded(q), a = R(1) - u;
        if (d == 1) return a * a * a;
        if (d == 2) return u * u * (R(1. / 4) - R(1. / 9) * u) - R(5. / 36) - R(1. / 6) * log(u);
        return a * a * a * (R(1) + u) / (u + u);
    }
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int d) {
        const R u = guarded(q), a = R(1) - u;
        if (d == 1) return R(-3) * a * a / u;
        if (d == 2) return R(-1. / 6) * a * a * (R(1) + u + u) / (u * u);
        return R(-0.5) * a * a * (R(1) + u * (R(2) + R(3) * u)) / (u * u * u);
    }
    template <class R>
    MOTE_HOT static R laplacian(R q, int d) {
        return R(d == 2 ? 1.f : 6.f) * max(R(1) - q, R(0));
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int d) {
        if (d == 1) return laplacian(q, d);
        return laplacian(max(q, R(1e-4)), d) - R(float(d - 1)) * slope_over_q(q, d);
    }
};

/// The cubic B-spline: 1 - 6 q^2 + 6 q^3 to q = 1/2, then 2 (1 - q)^3. The kernel of the simulator.
struct CubicSplineProfile {
    MOTE_FN static double norm(int d) { return d == 1 ? 4.0 / 3 : d == 2 ? 40 / (7 * exact_pi) : 8 / exact_pi; }

    // Both pieces at once: with a = max(1 - q, 0) and c = max(1 - 2 q, 0) it is 2 a^3 - c^3.
    template <class R>
    MOTE_HOT static R value(R q, int) {
        const R a = max(R(1) - q, R(0)), c = max(R(1) - (q + q), R(0));
        return (a + a) * a * a - c * c * c;
    }
    // v' = 6 (c^2 - a^2) and a - c = min(q, a), so v'/q = -6 (a + c) min(q, a)/q; min(q, a)/q = a/max(q, a)
    // neither cancels nor divides by zero.
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int) {
        const R a = max(R(1) - q, R(0)), c = max(R(1) - (q + q), R(0));
        return R(-6) * (a + c) * (a / max(q, a));
    }
    // The same where 1/q is known too.
    template <class R>
    MOTE_HOT static R slope_over_q(R q, R inverse_q) {
        const R a = max(R(1) - q, R(0)), c = max(R(1) - (q + q), R(0));
        return R(-6) * (a + c) * min(a * inverse_q, R(1));
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int) {
        const R a = max(R(1) - q, R(0)), c = max(R(1) - (q + q), R(0));
        return R(12) * (a - (c + c));
    }
};

/// (1 - q)^4 (1 + 4 q). Wendland kernels do not let particles pair up; the same function serves all dimensions.
struct WendlandC2Profile {
    MOTE_FN static double norm(int d) { return d == 1 ? 3.0 / 2 : d == 2 ? 7 / exact_pi : 21 / (2 * exact_pi); }

    template <class R>
    MOTE_HOT static R value(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u, a2 = a * a;
        return a2 * a2 * (R(1) + R(4) * u);
    }
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int) {
        const R a = max(R(1) - q, R(0));
        return R(-20) * a * a * a;
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u;
        return R(20) * a * a * (R(4) * u - R(1));
    }
};

/// (1 - q)^6 (1 + 6 q + 35/3 q^2).
struct WendlandC4Profile {
    MOTE_FN static double norm(int d) { return d == 1 ? 27.0 / 16 : d == 2 ? 9 / exact_pi : 495 / (32 * exact_pi); }

    template <class R>
    MOTE_HOT static R value(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u, a2 = a * a;
        return a2 * a2 * a2 * (R(1) + u * (R(6) + R(35. / 3) * u));
    }
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u, a2 = a * a;
        return R(-56. / 3) * a2 * a2 * a * (R(1) + R(5) * u);
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u, a2 = a * a;
        return R(56. / 3) * a2 * a2 * (u * (R(35) * u - R(4)) - R(1));
    }
};

/// (1 - q)^8 (1 + 8 q + 25 q^2 + 32 q^3).
struct WendlandC6Profile {
    MOTE_FN static double norm(int d) {
        return d == 1 ? 15.0 / 8 : d == 2 ? 78 / (7 * exact_pi) : 1365 / (64 * exact_pi);
    }

    template <class R>
    MOTE_HOT static R value(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u, a2 = a * a, a4 = a2 * a2;
        return a4 * a4 * (R(1) + u * (R(8) + u * (R(25) + R(32) * u)));
    }
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u, a2 = a * a, a4 = a2 * a2;
        return R(-22) * a4 * a2 * a * (R(1) + u * (R(7) + R(16) * u));
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int) {
        const R u = min(q, R(1)), a = R(1) - u, a2 = a * a;
        return R(22) * a2 * a2 * a2 * (u * (u * (R(15) + R(160) * u) - R(6)) - R(1));
    }
};

/// A Gaussian of width h/3, e^(-9 q^2), less its tangent in q^2 at the support radius, 1e-4 of its height. So value
/// and slope vanish there; the curvature jumps by 0.2 % of its value at the centre.
struct GaussianProfile {
    MOTE_FN static double norm(int d) {
        return d == 1 ? 1.6975704800940683 : d == 2 ? 2.8827548664255387 : 4.907596235875556;
    }
    static constexpr double rate = 9, end = 1.2340980408667956e-04;  // e^-9

    template <class R>
    MOTE_HOT static R value(R q, int) {
        const R s = min(q * q, R(1));
        return exp(R(-rate) * s) - R(end) * (R(1 + rate) - R(rate) * s);
    }
    template <class R>
    MOTE_HOT static R slope_over_q(R q, int) {
        return R(2 * rate) * (R(end) - exp(R(-rate) * min(q * q, R(1))));
    }
    template <class R>
    MOTE_HOT static R curvature(R q, int) {
        const R s = min(q * q, R(1)), e = exp(R(-rate) * s);
        return select(q < R(1), R(2 * rate) * (R(end) - e) + R(4 * rate * rate) * s * e, R(0));
    }
};

// ---- kernels -----------------------------------------------------------------------------------------------

/// A profile with a size. T is what the constants are stored in: float for columns and lanes, double for exact work.
template <class Profile, class T = float>
struct SmoothingKernel {
    using Stored = T;

    T   h, inverse_h;     ///< Support radius [m] and its inverse.
    T   sigma, sigma_h2;  ///< norm / h^d [1/m^d], and that over h^2.
    int dimension;        ///< 1, 2 or 3.

    MOTE_FN SmoothingKernel(T support_radius, int dimension_) : h(support_radius), dimension(dimension_) {
        const double inverse = 1 / double(h), inverse2 = inverse * inverse;
        const double s = Profile::norm(dimension) * (dimension == 1   ? inverse
                                                     : dimension == 2 ? inverse2
                                                                      : inverse2 * inverse);
        inverse_h = T(inverse), sigma = T(s), sigma_h2 = T(s * inverse2);
    }

    /// The same shape, so many times as high.
    SmoothingKernel scaled(T factor) const {
        SmoothingKernel k = *this;
        k.sigma *= factor, k.sigma_h2 *= factor;
        return k;
    }

    /// W(r) [1/m^d].
    template <class R>
    MOTE_HOT R operator()(R r) const {
        return R(sigma) * Profile::value(r * R(inverse_h), dimension);
    }
    MOTE_HOT T at_zero() const { return (*this)(T(0)); }

    /// W'(r) / r; times x_ij it is the gradient.
    template <class R>
    MOTE_HOT R slope_over_r(R r) const {
        return R(sigma_h2) * Profile::slope_over_q(r * R(inverse_h), dimension);
    }
    /// W(r) and W'(r) / r from r^2: without roots and divisions on a CPU.
    template <class R>
    MOTE_HOT R at_square(R rr) const {
        return R(sigma) * Profile::value(rr * rsqrt(max(rr, R(1e-30f))) * R(inverse_h), dimension);
    }
    template <class R>
    MOTE_HOT R slope_over_r_at_square(R rr) const {
        const R inverse_r = rsqrt(max(rr, R(1e-30f)));
        return R(sigma_h2) * Profile::slope_over_q(rr * inverse_r * R(inverse_h), inverse_r * R(h));
    }
    /// Both in one go.
    template <class R>
    struct AtSquare {
        R value, slope_over_r;
    };
    template <class R>
    MOTE_HOT AtSquare<R> both_at_square(R rr) const {
        const R inverse_r = rsqrt(max(rr, R(1e-30f))), q = rr * inverse_r * R(inverse_h);
        return {R(sigma) * Profile::value(q, dimension), R(sigma_h2) * Profile::slope_over_q(q, inverse_r * R(h))};
    }
    /// W'(r).
    template <class R>
    MOTE_HOT R slope(R r) const {
        return slope_over_r(r) * min(r, R(h));
    }
    /// W''(r).
    template <class R>
    MOTE_HOT R curvature(R r) const {
        return R(sigma_h2) * Profile::curvature(r * R(inverse_h), dimension);
    }
    /// W''(r) + (d - 1) W'(r) / r.
    template <class R>
    MOTE_HOT R laplacian(R r) const {
        const R q = r * R(inverse_h);
        if constexpr (requires { Profile::laplacian(q, dimension); })
            return R(sigma_h2) * Profile::laplacian(q, dimension);
        else
            return R(sigma_h2) *
                   (Profile::curvature(q, dimension) + R(T(dimension - 1)) * Profile::slope_over_q(q, dimension));
    }
    /// W and its gradient for a distance vector x_ij = x_i - x_j.
    template <class R>
    MOTE_HOT R at(const Vec3T<R>& x_ij) const {
        return (*this)(length(x_ij));
    }
    template <class R>
    MOTE_HOT Vec3T<R> gradient(const Vec3T<R>& x_ij) const {
        return slope_over_r(length(x_ij)) * x_ij;
    }
};

// clang-format off
template <class T> using Poly6T       = SmoothingKernel<Poly6Profile, T>;
template <class T> using SpikyT       = SmoothingKernel<SpikyProfile, T>;
template <class T> using ViscosityT   = SmoothingKernel<ViscosityProfile, T>;
template <class T> using CubicSplineT = SmoothingKernel<CubicSplineProfile, T>;
template <class T> using WendlandC2T  = SmoothingKernel<WendlandC2Profile, T>;
template <class T> using WendlandC4T  = SmoothingKernel<WendlandC4Profile, T>;
template <class T> using WendlandC6T  = SmoothingKernel<WendlandC6Profile, T>;
template <class T> using GaussianT    = SmoothingKernel<GaussianProfile, T>;

using Poly6 = Poly6T<float>;             using Spiky = SpikyT<float>;
using ViscosityKernel = ViscosityT<float>; using CubicSpline = CubicSplineT<float>;
using WendlandC2 = WendlandC2T<float>;   using WendlandC4 = WendlandC4T<float>;
using WendlandC6 = WendlandC6T<float>;   using GaussianLike = GaussianT<float>;
// clang-format on

}  // namespace mote
