// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Lanes: how a pair formula that is written once handles eight neighbours at a time. `Lanes` is the index that
// `neighbours.sum` hands to the formula, `Lane` the number that `view[j]` then holds. On a CPU these are a batch
// of rows and an xsimd batch; compiled as CUDA, or without xsimd, one row and a float.
#pragma once
#include "mote/math.h"

#if !defined(__CUDA_ARCH__) && __has_include(<xsimd/xsimd.hpp>)
#define MOTE_SIMD 1
#include <xsimd/xsimd.hpp>
#else
#define MOTE_SIMD 0
#endif

namespace mote {

MOTE_HOT void prefetch([[maybe_unused]] const void* address) {
#ifndef __CUDA_ARCH__
    __builtin_prefetch(address);
#endif
}

#if MOTE_SIMD

#ifdef __AVX2__
using LaneArch = xsimd::avx2;
#else
using LaneArch = xsimd::default_arch;
#endif
using Lane                       = xsimd::batch<float, LaneArch>;
inline constexpr Index lane_width = Lane::size;
static_assert(list_padding % lane_width == 0);

template <>
inline constexpr bool is_number<Lane> = true;

/// So many rows of a neighbour list, next to each other in the list.
struct Lanes {
    const Index* row;

    MOTE_HOT Index at(Index k) const { return row[k]; }
    template <class T>
    MOTE_HOT const T* start(const T* data) const { return data; }
    MOTE_HOT Index    beyond(Index k) const { return row[k]; }
};
/// The same where they are given by how far they are beyond one.
struct NearLanes {
    Index                base;
    const std::uint16_t* on;

    MOTE_HOT Index at(Index k) const { return base + on[k]; }
    /// Not to be folded into each of the addresses: that is one more addition for every row.
    template <class T>
    MOTE_HOT const T* start(const T* data) const {
        data += base;
        asm("" : "+r"(data));
        return data;
    }
    MOTE_HOT std::size_t beyond(Index k) const { return on[k]; }
};

MOTE_HOT Lane min(Lane a, Lane b) { return xsimd::min(a, b); }
MOTE_HOT Lane max(Lane a, Lane b) { return xsimd::max(a, b); }
MOTE_HOT Lane abs(Lane a) { return xsimd::abs(a); }
MOTE_HOT Lane sqrt(Lane a) { return xsimd::sqrt(a); }
/// 1 / sqrt(a) to the last bit or two, without a root or a division: a guess of 12 bits and one Newton step.
MOTE_HOT Lane rsqrt(Lane a) {
#ifdef __AVX2__
    const Lane guess(_mm256_rsqrt_ps(a));
    return guess * (Lane(1.5f) - Lane(0.5f) * a * guess * guess);
#else
    return Lane(1) / xsimd::sqrt(a);
#endif
}
MOTE_HOT Lane select(xsimd::batch_bool<float, LaneArch> condition, Lane a, Lane b) {
    return xsimd::select(condition, a, b);
}
MOTE_HOT float total(Lane a) { return xsimd::hadd(a); }

/// Gathers 16-byte rows and turns them into four batches, one per component.
template <class J>
MOTE_HOT Vec4T<Lane> load_rows(const Vec4* data, J j) {
#ifdef __AVX2__
    const Vec4* start = j.start(data);
    const auto  pair  = [&](Index a, Index b) __attribute__((always_inline)) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(&start[j.beyond(a)].x)), _mm_load_ps(&start[j.beyond(b)].x), 1);
    };
    const __m256 a = pair(0, 4), b = pair(1, 5), c = pair(2, 6), d = pair(3, 7);
    const __m256 xy_ab = _mm256_unpacklo_ps(a, b), xy_cd = _mm256_unpacklo_ps(c, d);
    const __m256 zw_ab = _mm256_unpackhi_ps(a, b), zw_cd = _mm256_unpackhi_ps(c, d);
    return {Lane(_mm256_shuffle_ps(xy_ab, xy_cd, 0x44)), Lane(_mm256_shuffle_ps(xy_ab, xy_cd, 0xee)),
            Lane(_mm256_shuffle_ps(zw_ab, zw_cd, 0x44)), Lane(_mm256_shuffle_ps(zw_ab, zw_cd, 0xee))};
#else
    alignas(64) float part[4][lane_width];
    for (Index k = 0; k < lane_width; ++k) {
        const Vec4& row = j.start(data)[j.beyond(k)];
        part[0][k] = row.x, part[1][k] = row.y, part[2][k] = row.z, part[3][k] = row.w;
    }
    return {Lane::load_aligned(part[0]), Lane::load_aligned(part[1]), Lane::load_aligned(part[2]),
            Lane::load_aligned(part[3])};
#endif
}

/// Loads them one by one: a gather instruction takes several times as long on processors that are guarded against it.
template <class J>
MOTE_HOT Lane load_rows(const float* data, J j) {
#ifdef __AVX2__
    const float* start = j.start(data);
    const auto   four  = [&](Index k) __attribute__((always_inline)) {
        __m128 v = _mm_load_ss(start + j.beyond(k));
        v        = _mm_insert_ps(v, _mm_load_ss(start + j.beyond(k + 1)), 0x10);
        v        = _mm_insert_ps(v, _mm_load_ss(start + j.beyond(k + 2)), 0x20);
        return _mm_insert_ps(v, _mm_load_ss(start + j.beyond(k + 3)), 0x30);
    };
    return Lane(_mm256_insertf128_ps(_mm256_castps128_ps256(four(0)), four(4), 1));
#else
    alignas(64) float value[lane_width];
    for (Index k = 0; k < lane_width; ++k) value[k] = j.start(data)[j.beyond(k)];
    return Lane::load_aligned(value);
#endif
}

/// Whole numbers of 16 bits, next to each other in memory; rounded to the nearest, ties to even.
MOTE_HOT Lane load_shorts(const std::uint16_t* from) {
#ifdef __AVX2__
    return Lane(_mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)))));
#else
    alignas(64) float value[lane_width];
    for (Index k = 0; k < lane_width; ++k) value[k] = from[k];
    return Lane::load_aligned(value);
#endif
}
/// Returns what is now there.
MOTE_HOT Lane store_shorts(std::uint16_t* to, Lane value) {
#ifdef __AVX2__
    const __m256i whole = _mm256_cvtps_epi32(value);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm_packus_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1)));
    return Lane(_mm256_cvtepi32_ps(whole));
#else
    alignas(64) float one[lane_width];
    value.store_aligned(one);
    for (Index k = 0; k < lane_width; ++k) to[k] = std::uint16_t(rintf(one[k]));
    return load_shorts(to);
#endif
}

#else  // one row at a time

using Lane                       = float;
using Lanes                      = Index;
inline constexpr Index lane_width = 1;

MOTE_HOT float total(float a) { return a; }
MOTE_HOT float load_shorts(const std::uint16_t* from) { return float(*from); }
MOTE_HOT float store_shorts(std::uint16_t* to, float value) { return float(*to = std::uint16_t(rintf(value))); }

#endif

/// Sums a batch of vectors over its lanes.
template <class R>
MOTE_HOT Vec3 total(const Vec3T<R>& a) {
#if MOTE_SIMD && defined(__AVX2__)
    if constexpr (std::is_same_v<R, Lane>) {  // all three at once
        const __m256 halves = _mm256_hadd_ps(_mm256_hadd_ps(a.x, a.y), _mm256_hadd_ps(a.z, a.z));
        const __m128 sum = _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1));
        alignas(16) float v[4];
        _mm_store_ps(v, sum);
        return {v[0], v[1], v[2]};
    }
#endif
    return {total(a.x), total(a.y), total(a.z)};
}
template <class R>
MOTE_HOT Mat3 total(const Mat3T<R>& a) {
    return {{total(a.row[0]), total(a.row[1]), total(a.row[2])}};
}

/// Two sums in one walk over the neighbours: `return Both{force, smoothing};`.
template <class A, class B>
struct Both {
    A first;
    B second;
    MOTE_HOT friend Both operator+(const Both& a, const Both& b) { return {a.first + b.first, a.second + b.second}; }
};
template <class A, class B>
Both(A, B) -> Both<A, B>;
template <class A, class B>
MOTE_HOT auto total(const Both<A, B>& a) {
    return Both{total(a.first), total(a.second)};
}

/// The zero that a sum of T starts from.
template <class T>
struct Zero {
    MOTE_HOT static T value() { return T(0.f); }
};
template <class R>
struct Zero<Vec3T<R>> {
    MOTE_HOT static Vec3T<R> value() { return {Zero<R>::value(), Zero<R>::value(), Zero<R>::value()}; }
};
template <class R>
struct Zero<Mat3T<R>> {
    MOTE_HOT static Mat3T<R> value() {
        return {{Zero<Vec3T<R>>::value(), Zero<Vec3T<R>>::value(), Zero<Vec3T<R>>::value()}};
    }
};
template <class A, class B>
struct Zero<Both<A, B>> {
    MOTE_HOT static Both<A, B> value() { return {Zero<A>::value(), Zero<B>::value()}; }
};

}  // namespace mote
