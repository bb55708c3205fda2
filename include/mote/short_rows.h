// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Vectors of three 16-bit whole numbers, one after the other in memory, and their products with rows of a table. Here lanes
// hold whole rows and not one component of several: nothing need be turned around, so a product takes a third of the time.
#pragma once
#include "mote/lane.h"

namespace mote {

MOTE_HOT void prefetch([[maybe_unused]] const void* address) {
#ifndef __CUDACC__
    __builtin_prefetch(address);
#endif
}

#if MOTE_SIMD && defined(__AVX2__)

inline constexpr Index row_lanes      = 2;           ///< Rows in a RowLanes.
inline constexpr float short_row_unit = 1 / 65536.f;  ///< What the products below must be multiplied with.

struct RowLanes {
    __m256 parts = _mm256_setzero_ps();

    MOTE_HOT void            operator+=(const RowLanes& b) { parts = _mm256_add_ps(parts, b.parts); }
    MOTE_HOT friend RowLanes operator+(const RowLanes& a, const RowLanes& b) { return {_mm256_add_ps(a.parts, b.parts)}; }
};
MOTE_HOT Vec4 total(const RowLanes& a) {
    Vec4 sum;
    _mm_store_ps(&sum.x, _mm_add_ps(_mm256_castps256_ps128(a.parts), _mm256_extractf128_ps(a.parts, 1)));
    return sum;
}

/// Two vectors as rows, times 65536; reads four bytes beyond them.
MOTE_HOT __m256 load_short_rows(const std::int16_t* v) {
    const __m256i both  = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(v)));
    const __m256i parts = _mm256_setr_epi8(-1, -1, 0, 1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1, -1, -1,  //
                                           -1, -1, 6, 7, -1, -1, 8, 9, -1, -1, 10, 11, -1, -1, -1, -1);
    return _mm256_cvtepi32_ps(_mm256_shuffle_epi8(both, parts));
}
/// s_j v for the next two j.
MOTE_HOT RowLanes weigh_short_rows(const float* s, const Index* j, const std::int16_t* v) {
    const __m256 weight = _mm256_blend_ps(_mm256_broadcast_ss(s + j[0]), _mm256_broadcast_ss(s + j[1]), 0xf0);
    return {_mm256_mul_ps(weight, load_short_rows(v))};
}
/// rows_j v, component by component; that of w is 0.
MOTE_HOT RowLanes multiply_short_rows(const Vec4* rows, const Index* j, const std::int16_t* v) {
    const __m256 two = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(&rows[j[0]].x)), _mm_load_ps(&rows[j[1]].x), 1);
    return {_mm256_mul_ps(two, load_short_rows(v))};
}

/// Stores a batch of vectors, rounded to the nearest, ties to even; returns what is now there.
MOTE_HOT Vec3T<Lane> store_short_rows(std::int16_t* to, const Vec3T<Lane>& v) {
    const __m256i x = _mm256_cvtps_epi32(v.x), y = _mm256_cvtps_epi32(v.y), z = _mm256_cvtps_epi32(v.z);
    const auto    shorts = [](__m256i a) __attribute__((always_inline)) {
        return _mm_packs_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    };
    // Component c of vector n is number 3 n + c of 24, so it is in place (3 n + c) mod 8 of one of three eights.
    const __m128i xs = _mm_shuffle_epi8(shorts(x), _mm_setr_epi8(0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11));
    const __m128i ys = _mm_shuffle_epi8(shorts(y), _mm_setr_epi8(10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5));
    const __m128i zs = _mm_shuffle_epi8(shorts(z), _mm_setr_epi8(4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15));
    __m128i* const out = reinterpret_cast<__m128i*>(to);
    _mm_storeu_si128(out, _mm_blend_epi16(_mm_blend_epi16(xs, ys, 0b10010010), zs, 0b00100100));
    _mm_storeu_si128(out + 1, _mm_blend_epi16(_mm_blend_epi16(xs, ys, 0b00100100), zs, 0b01001001));
    _mm_storeu_si128(out + 2, _mm_blend_epi16(_mm_blend_epi16(xs, ys, 0b01001001), zs, 0b10010010));
    return {Lane(_mm256_cvtepi32_ps(x)), Lane(_mm256_cvtepi32_ps(y)), Lane(_mm256_cvtepi32_ps(z))};
}

#else  // one row at a time

inline constexpr Index row_lanes      = 1;
inline constexpr float short_row_unit = 1;

struct RowLanes {
    Vec3 parts{};

    MOTE_HOT void            operator+=(const RowLanes& b) { parts += b.parts; }
    MOTE_HOT friend RowLanes operator+(const RowLanes& a, const RowLanes& b) { return {a.parts + b.parts}; }
};
MOTE_HOT Vec4 total(const RowLanes& a) { return with_w(a.parts, 0); }

MOTE_HOT RowLanes weigh_short_rows(const float* s, const Index* j, const std::int16_t* v) {
    return {s[*j] * Vec3{float(v[0]), float(v[1]), float(v[2])}};
}
MOTE_HOT RowLanes multiply_short_rows(const Vec4* rows, const Index* j, const std::int16_t* v) {
    return {{rows[*j].x * float(v[0]), rows[*j].y * float(v[1]), rows[*j].z * float(v[2])}};
}
MOTE_HOT Vec3T<Lane> store_short_rows(std::int16_t* to, const Vec3T<Lane>& v) {
    const auto whole = [](Lane a, std::int16_t* first) {
#if MOTE_SIMD
        alignas(64) float one[lane_width];
        a.store_aligned(one);
        for (Index k = 0; k < lane_width; ++k) one[k] = first[3 * k] = std::int16_t(rintf(one[k]));
        return Lane::load_aligned(one);
#else
        return Lane(*first = std::int16_t(rintf(a)));
#endif
    };
    return {whole(v.x, to), whole(v.y, to + 1), whole(v.z, to + 2)};
}

#endif

}  // namespace mote
