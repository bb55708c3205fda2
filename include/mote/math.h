// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Small vectors and matrices for kernels and laws. The scalar type R is float or double, or a lane batch
// (lane.h): every formula is written once and works for one neighbour or for eight. Operands may mix,
// so `x_i - xyz(p_j)` takes a float vector from a batch of vectors.
#pragma once
#include <cmath>
#include <type_traits>

#include "mote/portable.h"

namespace mote {

inline constexpr float pi = 3.14159265358979323846f;

/// True for what may stand as a scalar in front of a vector; lane.h adds the lane type.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T>;

template <class T>
concept Number = is_number<std::remove_cvref_t<T>>;

// ---- scalars: the same names for one number and for a batch -----------------------------------------------

MOTE_HOT float  min(float a, float b) { return b < a ? b : a; }
MOTE_HOT float  max(float a, float b) { return a < b ? b : a; }
MOTE_HOT double min(double a, double b) { return b < a ? b : a; }
MOTE_HOT double max(double a, double b) { return a < b ? b : a; }
MOTE_HOT float  abs(float a) { return a < 0 ? -a : a; }
MOTE_HOT double abs(double a) { return a < 0 ? -a : a; }
MOTE_HOT float  sqrt(float a) { return ::sqrtf(a); }
MOTE_HOT float  rsqrt(float a) {
#ifdef __CUDA_ARCH__
    return ::rsqrtf(a);  // to the last bit or two, and a third of the time of a root and a division
#else
    return 1 / ::sqrtf(a);
#endif
}
MOTE_HOT double sqrt(double a) { return ::sqrt(a); }
MOTE_HOT float  exp(float a) { return ::expf(a); }
MOTE_HOT double exp(double a) { return ::exp(a); }
MOTE_HOT float  log(float a) { return ::logf(a); }
MOTE_HOT double log(double a) { return ::log(a); }
MOTE_HOT float  select(bool condition, float a, float b) { return condition ? a : b; }
MOTE_HOT double select(bool condition, double a, double b) { return condition ? a : b; }

template <class T>
MOTE_FN T clamp(T value, T low, T high) {
    return min(max(value, low), high);
}

/// Neither infinite nor NaN. Works under any flags because it looks at the bits.
MOTE_FN bool finite(float a) { return (__builtin_bit_cast(std::uint32_t, a) & 0x7f800000u) != 0x7f800000u; }

// ---- vectors ----------------------------------------------------------------------------------------------

template <class R>
struct Vec3T {
    R x{}, y{}, z{};
};
using Vec3  = Vec3T<float>;
using Vec3d = Vec3T<double>;

/// A 16-byte row: three coordinates and a scalar that travels with them (a mass, a density).
template <class R>
struct Vec4T {
    R x{}, y{}, z{}, w{};
};
template <>
struct alignas(16) Vec4T<float> {
    float x{}, y{}, z{}, w{};
};
using Vec4 = Vec4T<float>;

template <class R>
MOTE_HOT Vec3T<R> xyz(const Vec4T<R>& a) {
    return {a.x, a.y, a.z};
}
MOTE_HOT Vec4 with_w(const Vec3& a, float w) { return {a.x, a.y, a.z, w}; }

template <class A, class B>
MOTE_HOT auto operator+(const Vec3T<A>& a, const Vec3T<B>& b) {
    return Vec3T<decltype(a.x + b.x)>{a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
MOTE_HOT auto operator-(const Vec3T<A>& a, const Vec3T<B>& b) {
    return Vec3T<decltype(a.x - b.x)>{a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class R>
MOTE_HOT Vec3T<R> operator-(const Vec3T<R>& a) {
    return {-a.x, -a.y, -a.z};
}
template <Number S, class R>
MOTE_HOT auto operator*(const S& s, const Vec3T<R>& a) {
    return Vec3T<decltype(s * a.x)>{s * a.x, s * a.y, s * a.z};
}
template <class R, Number S>
MOTE_HOT auto operator/(const Vec3T<R>& a, const S& s) {
    return Vec3T<decltype(a.x / s)>{a.x / s, a.y / s, a.z / s};
}
template <class A, class B>
MOTE_HOT Vec3T<A>& operator+=(Vec3T<A>& a, const Vec3T<B>& b) {
    return a = a + b;
}
template <class A, class B>
MOTE_HOT Vec3T<A>& operator-=(Vec3T<A>& a, const Vec3T<B>& b) {
    return a = a - b;
}
template <class R>
MOTE_FN bool operator==(const Vec3T<R>& a, const Vec3T<R>& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

template <class A, class B>
MOTE_HOT auto dot(const Vec3T<A>& a, const Vec3T<B>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class A, class B>
MOTE_HOT auto cross(const Vec3T<A>& a, const Vec3T<B>& b) {
    return Vec3T<decltype(a.x * b.x)>{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class R>
MOTE_HOT R length(const Vec3T<R>& a) {
    return sqrt(dot(a, a));
}
/// The unit vector along `a`; zero stays zero.
template <class R>
MOTE_FN Vec3T<R> normalised(const Vec3T<R>& a) {
    const R n = length(a);
    return n > R(0) ? a / n : Vec3T<R>{};
}
MOTE_FN Vec3 min(const Vec3& a, const Vec3& b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
MOTE_FN Vec3 max(const Vec3& a, const Vec3& b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
MOTE_FN bool finite(const Vec3& a) { return finite(a.x) && finite(a.y) && finite(a.z); }
MOTE_FN bool finite(const Vec4& a) { return finite(xyz(a)) && finite(a.w); }

// ---- 3x3 matrices, by rows --------------------------------------------------------------------------------

template <class R>
struct Mat3T {
    Vec3T<R> row[3];
};
using Mat3  = Mat3T<float>;
using Mat3d = Mat3T<double>;

template <class R = float>
MOTE_FN Mat3T<R> diagonal(std::type_identity_t<R> d) {
    return {{{d, R(0), R(0)}, {R(0), d, R(0)}, {R(0), R(0), d}}};
}
template <class R = float>
MOTE_FN Mat3T<R> identity() {
    return diagonal<R>(R(1));
}
template <class A, class B>
MOTE_HOT auto operator+(const Mat3T<A>& a, const Mat3T<B>& b) {
    return Mat3T<decltype(a.row[0].x + b.row[0].x)>{{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}};
}
template <class A, class B>
MOTE_HOT auto operator-(const Mat3T<A>& a, const Mat3T<B>& b) {
    return Mat3T<decltype(a.row[0].x - b.row[0].x)>{{a.row[0] - b.row[0], a.row[1] - b.row[1], a.row[2] - b.row[2]}};
}
template <Number S, class R>
MOTE_HOT auto operator*(const S& s, const Mat3T<R>& a) {
    return Mat3T<decltype(s * a.row[0].x)>{{s * a.row[0], s * a.row[1], s * a.row[2]}};
}
template <class A, class B>
MOTE_HOT auto operator*(const Mat3T<A>& a, const Vec3T<B>& v) {
    return Vec3T<decltype(a.row[0].x * v.x)>{dot(a.row[0], v), dot(a.row[1], v), dot(a.row[2], v)};
}
template <class R>
MOTE_FN Mat3T<R> transpose(const Mat3T<R>& a) {
    return {{{a.row[0].x, a.row[1].x, a.row[2].x},
             {a.row[0].y, a.row[1].y, a.row[2].y},
             {a.row[0].z, a.row[1].z, a.row[2].z}}};
}
template <class R>
MOTE_FN Mat3T<R> operator*(const Mat3T<R>& a, const Mat3T<R>& b) {
    const Mat3T<R> t = transpose(b);
    return {{t * a.row[0], t * a.row[1], t * a.row[2]}};
}
/// a b^T: element (r, c) is a_r b_c.
template <class A, class B>
MOTE_HOT auto outer(const Vec3T<A>& a, const Vec3T<B>& b) {
    return Mat3T<decltype(a.x * b.x)>{{a.x * b, a.y * b, a.z * b}};
}
template <class R>
MOTE_FN R trace(const Mat3T<R>& a) {
    return a.row[0].x + a.row[1].y + a.row[2].z;
}
template <class R>
MOTE_FN Mat3T<R> symmetric(const Mat3T<R>& a) {
    return R(0.5) * (a + transpose(a));
}
template <class R>
MOTE_FN Mat3T<R> deviator(const Mat3T<R>& a) {
    return a - diagonal<R>(trace(a) / R(3));
}
/// Frobenius norm.
template <class R>
MOTE_FN R norm(const Mat3T<R>& a) {
    return sqrt(dot(a.row[0], a.row[0]) + dot(a.row[1], a.row[1]) + dot(a.row[2], a.row[2]));
}
template <class R>
MOTE_FN R determinant(const Mat3T<R>& a) {
    return dot(a.row[0], cross(a.row[1], a.row[2]));
}
/// Transpose of the adjugate: det(A) A^-T, defined for singular A too.
template <class R>
MOTE_FN Mat3T<R> cofactor(const Mat3T<R>& a) {
    return {{cross(a.row[1], a.row[2]), cross(a.row[2], a.row[0]), cross(a.row[0], a.row[1])}};
}
/// The caller knows that the determinant is not zero.
template <class R>
MOTE_FN Mat3T<R> inverse(const Mat3T<R>& a) {
    return (R(1) / determinant(a)) * transpose(cofactor(a));
}
/// Rotation by `angle` [rad] about the unit vector `axis` (Rodrigues).
MOTE_FN Mat3 rotation(const Vec3& axis, float angle) {
    const float c = ::cosf(angle), s = ::sinf(angle);
    const Mat3  skew{{{0, -axis.z, axis.y}, {axis.z, 0, -axis.x}, {-axis.y, axis.x, 0}}};
    return c * identity() + s * skew + (1 - c) * outer(axis, axis);
}

// ---- between single and double precision ------------------------------------------------------------------

MOTE_HOT Vec3d wide(const Vec3& a) { return {double(a.x), double(a.y), double(a.z)}; }
MOTE_HOT Mat3d wide(const Mat3& a) { return {{wide(a.row[0]), wide(a.row[1]), wide(a.row[2])}}; }
MOTE_HOT Vec3  narrow(const Vec3d& a) { return {float(a.x), float(a.y), float(a.z)}; }
MOTE_HOT Mat3  narrow(const Mat3d& a) { return {{narrow(a.row[0]), narrow(a.row[1]), narrow(a.row[2])}}; }

// ---- boxes ------------------------------------------------------------------------------------------------

/// An axis-aligned box; `Box{}` is empty and grows by `include`.
struct Box {
    Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};

    MOTE_FN void include(const Vec3& p) { low = min(low, p), high = max(high, p); }
    MOTE_FN bool empty() const { return low.x > high.x || low.y > high.y || low.z > high.z; }
    MOTE_FN bool contains(const Vec3& p) const {
        return p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x <= high.x && p.y <= high.y && p.z <= high.z;
    }
    MOTE_FN Vec3 size() const { return high - low; }
    MOTE_FN Vec3 centre() const { return 0.5f * (low + high); }
};

}  // namespace mote
