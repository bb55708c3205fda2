// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Kernels that take several rows of their own at once, where each has the same few to look at: eight on a CPU, one compiled as CUDA or without xsimd. What lane.h is
// for neighbours. `RowBatch` is what such a kernel is called with, `RowLanes` are rows by name; indexed with them, views give batches. Sums that must not
// drift are made in as many doubles.
#pragma once
#include "mote/exec.h"
#include "mote/lane.h"

namespace mote {

#if MOTE_SIMD

struct RowLanes {
    alignas(32) Index row[lane_width];

    MOTE_HOT Index at(Index k) const { return row[k]; }
    template <class T>
    MOTE_HOT const T* start(const T* data) const { return data; }
    MOTE_HOT Index    beyond(Index k) const { return row[k]; }
};
/// Next to each other, the first of which is a multiple of lane_width.
struct RowBatch {
    Index first;

    MOTE_HOT RowBatch(Index f) : first(f) {}
    MOTE_HOT Index at(Index k) const { return first + k; }
    template <class T>
    MOTE_HOT const T* start(const T* data) const { return data + first; }
    MOTE_HOT Index    beyond(Index k) const { return k; }
};
MOTE_HOT RowLanes load_rows(const Index* data, RowBatch k) {
    RowLanes rows;
    for (Index n = 0; n < lane_width; ++n) rows.row[n] = data[k.first + n];
    return rows;
}
template <class J>
MOTE_HOT auto lane(const J& rows, Index n) -> decltype(rows.at(n)) {
    return rows.at(n);
}
template <class J>
MOTE_HOT void store_rows(Vec4* data, const J& j, const Vec4T<Lane>& value) {
#ifdef __AVX2__
    const __m256 xy_low = _mm256_unpacklo_ps(value.x, value.y), xy_high = _mm256_unpackhi_ps(value.x, value.y);
    const __m256 zw_low = _mm256_unpacklo_ps(value.z, value.w), zw_high = _mm256_unpackhi_ps(value.z, value.w);
    const __m256 rows[4] = {_mm256_shuffle_ps(xy_low, zw_low, 0x44), _mm256_shuffle_ps(xy_low, zw_low, 0xee), _mm256_shuffle_ps(xy_high, zw_high, 0x44), _mm256_shuffle_ps(xy_high, zw_high, 0xee)};
    for (Index k = 0; k < 4; ++k) _mm_store_ps(&data[j.at(k)].x, _mm256_castps256_ps128(rows[k])), _mm_store_ps(&data[j.at(k + 4)].x, _mm256_extractf128_ps(rows[k], 1));
#else
    alignas(64) float part[4][lane_width];
    value.x.store_aligned(part[0]), value.y.store_aligned(part[1]), value.z.store_aligned(part[2]), value.w.store_aligned(part[3]);
    for (Index k = 0; k < lane_width; ++k) data[j.at(k)] = {part[0][k], part[1][k], part[2][k], part[3][k]};
#endif
}
/// One vector after the other: of_lane(k) of each.
template <class F>
MOTE_HOT Vec3T<Lane> gathered(const F& of_lane) {
    alignas(64) float part[3][lane_width];
    for (Index k = 0; k < lane_width; ++k) {
        const Vec3 v = of_lane(k);
        part[0][k] = v.x, part[1][k] = v.y, part[2][k] = v.z;
    }
    return {Lane::load_aligned(part[0]), Lane::load_aligned(part[1]), Lane::load_aligned(part[2])};
}
MOTE_HOT Vec3T<Lane> load_rows(const Vec3* data, RowBatch k) {
    return gathered([&](Index n) { return data[k.first + n]; });
}
MOTE_HOT Lane load_rows(const float* data, RowBatch k) { return Lane::load_unaligned(data + k.first); }
MOTE_HOT void store_rows(float* data, RowBatch k, Lane value) { value.store_unaligned(data + k.first); }
MOTE_HOT bool is_any_positive(Lane a) { return xsimd::any(a > Lane(0.f)); }
/// visit(n) of each lane.
template <class F>
MOTE_HOT void each_of(RowBatch, const F& visit) {
    for (Index n = 0; n < lane_width; ++n) visit(n);
}
template <class F>
MOTE_HOT void each_lane(const Vec3T<Lane>& value, const F& visit) {
    alignas(64) float part[3][lane_width];
    value.x.store_aligned(part[0]), value.y.store_aligned(part[1]), value.z.store_aligned(part[2]);
    for (Index k = 0; k < lane_width; ++k) visit(k, Vec3{part[0][k], part[1][k], part[2][k]});
}

/// visit(n) of those lanes for which it holds.
template <class F>
MOTE_HOT void each_lane_where(const xsimd::batch_bool<float, LaneArch>& condition, const F& visit) {
#ifdef __AVX2__
    for (unsigned left = unsigned(_mm256_movemask_ps(condition)); left; left &= left - 1) visit(Index(__builtin_ctz(left)));
#else
    bool holds[lane_width];
    condition.store_unaligned(holds);
    for (Index k = 0; k < lane_width; ++k)
        if (holds[k]) visit(k);
#endif
}
/// Lanes as numbers.
struct Spread {
    alignas(64) float value[lane_width];
    MOTE_HOT float operator[](Index n) const { return value[n]; }
};
MOTE_HOT Spread spread(Lane a) {
    Spread s;
    a.store_aligned(s.value);
    return s;
}

/// Those lanes for which something holds, with two numbers each, put aside and visited together: few of each batch are, and which cannot be foreseen.
class LaneQueue {
public:
    /// visit(row, a, b), at the end at the latest.
    template <class J, class F>
    MOTE_HOT void add(const xsimd::batch_bool<float, LaneArch>& condition, const J& j, Lane a, Lane b, const F& visit) {
#if defined(__AVX512VL__) && defined(__AVX512F__)
        const auto holds = __mmask8(_mm256_movemask_ps(condition));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(row_ + count_), _mm256_maskz_compress_epi32(holds, numbers(j)));
        _mm256_storeu_ps(a_ + count_, _mm256_maskz_compress_ps(holds, a));
        _mm256_storeu_ps(b_ + count_, _mm256_maskz_compress_ps(holds, b));
        count_ += Index(__builtin_popcount(holds));
        if (count_ > room - lane_width) finish(visit);
#else
        const auto first = spread(a), second = spread(b);
        each_lane_where(condition, [&](Index n) { visit(lane(j, n), first[n], second[n]); });
#endif
    }
    template <class F>
    MOTE_HOT void finish(const F& visit) {
        for (Index n = 0; n < count_; ++n) visit(row_[n], a_[n], b_[n]);
        count_ = 0;
    }

private:
#if defined(__AVX512VL__) && defined(__AVX512F__)
    MOTE_HOT static __m256i numbers(const Lanes& j) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(j.row)); }
    MOTE_HOT static __m256i numbers(const NearLanes& j) { return _mm256_add_epi32(_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(j.on))), _mm256_set1_epi32(int(j.base))); }
#endif
    static constexpr Index room = 64;
    Index row_[room], count_ = 0;
    float a_[room], b_[room];
};

#ifdef __AVX512F__

/// As many doubles.
struct WideLane {
    __m512d all;

    WideLane() = default;
    MOTE_HOT WideLane(double a) : all(_mm512_set1_pd(a)) {}
    MOTE_HOT WideLane(__m512d a) : all(a) {}
    MOTE_HOT friend WideLane operator+(const WideLane& a, const WideLane& b) { return a.all + b.all; }
    MOTE_HOT friend WideLane operator-(const WideLane& a, const WideLane& b) { return a.all - b.all; }
    MOTE_HOT friend WideLane operator*(const WideLane& a, const WideLane& b) { return a.all * b.all; }
    MOTE_HOT friend WideLane operator/(const WideLane& a, const WideLane& b) { return a.all / b.all; }
    MOTE_HOT friend WideLane operator-(const WideLane& a) { return -a.all; }
};
struct WideMask {
    __mmask8 all;

    MOTE_HOT friend WideMask operator&&(const WideMask& a, const WideMask& b) { return {__mmask8(a.all & b.all)}; }
};
template <>
inline constexpr bool is_number<WideLane> = true;
MOTE_HOT WideMask operator>(const WideLane& a, const WideLane& b) { return {_mm512_cmp_pd_mask(a.all, b.all, _CMP_GT_OQ)}; }
MOTE_HOT WideLane select(const WideMask& c, const WideLane& a, const WideLane& b) { return _mm512_mask_blend_pd(c.all, b.all, a.all); }
MOTE_HOT WideLane abs(const WideLane& a) { return _mm512_maskz_max_pd(0xff, a.all, -a.all); }
MOTE_HOT WideLane sqrt(const WideLane& a) { return _mm512_maskz_sqrt_pd(0xff, a.all); }
MOTE_HOT bool     any(const WideMask& c) { return c.all != 0; }
MOTE_HOT WideLane wide(Lane a) { return _mm512_maskz_cvtps_pd(0xff, a); }
MOTE_HOT Lane     narrow(const WideLane& a) { return Lane(_mm512_maskz_cvtpd_ps(0xff, a.all)); }

#else

/// As many doubles.
struct WideLane {
    using Half = xsimd::batch<double, LaneArch>;
    Half low, high;

    WideLane() = default;
    MOTE_HOT WideLane(double a) : low(a), high(a) {}
    MOTE_HOT WideLane(Half l, Half h) : low(l), high(h) {}
    MOTE_HOT friend WideLane operator+(const WideLane& a, const WideLane& b) { return {a.low + b.low, a.high + b.high}; }
    MOTE_HOT friend WideLane operator-(const WideLane& a, const WideLane& b) { return {a.low - b.low, a.high - b.high}; }
    MOTE_HOT friend WideLane operator*(const WideLane& a, const WideLane& b) { return {a.low * b.low, a.high * b.high}; }
    MOTE_HOT friend WideLane operator/(const WideLane& a, const WideLane& b) { return {a.low / b.low, a.high / b.high}; }
    MOTE_HOT friend WideLane operator-(const WideLane& a) { return {-a.low, -a.high}; }
};
struct WideMask {
    xsimd::batch_bool<double, LaneArch> low, high;

    MOTE_HOT friend WideMask operator&&(const WideMask& a, const WideMask& b) { return {a.low & b.low, a.high & b.high}; }
};
template <>
inline constexpr bool is_number<WideLane> = true;
MOTE_HOT WideMask operator>(const WideLane& a, const WideLane& b) { return {a.low > b.low, a.high > b.high}; }
MOTE_HOT WideLane select(const WideMask& c, const WideLane& a, const WideLane& b) { return {xsimd::select(c.low, a.low, b.low), xsimd::select(c.high, a.high, b.high)}; }
MOTE_HOT WideLane abs(const WideLane& a) { return {xsimd::abs(a.low), xsimd::abs(a.high)}; }
MOTE_HOT WideLane sqrt(const WideLane& a) { return {xsimd::sqrt(a.low), xsimd::sqrt(a.high)}; }
MOTE_HOT bool     any(const WideMask& c) { return xsimd::any(c.low) || xsimd::any(c.high); }

MOTE_HOT WideLane wide(Lane a) {
#ifdef __AVX2__
    return {WideLane::Half(_mm256_cvtps_pd(_mm256_castps256_ps128(a))), WideLane::Half(_mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)))};
#else
    alignas(64) float  from[lane_width];
    alignas(64) double to[lane_width];
    a.store_aligned(from);
    for (Index k = 0; k < lane_width; ++k) to[k] = double(from[k]);
    return {WideLane::Half::load_aligned(to), WideLane::Half::load_aligned(to + lane_width / 2)};
#endif
}
MOTE_HOT Lane narrow(const WideLane& a) {
#ifdef __AVX2__
    return Lane(_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(a.low)), _mm256_cvtpd_ps(a.high), 1));
#else
    alignas(64) double from[lane_width];
    alignas(64) float  to[lane_width];
    a.low.store_aligned(from), a.high.store_aligned(from + lane_width / 2);
    for (Index k = 0; k < lane_width; ++k) to[k] = float(from[k]);
    return Lane::load_aligned(to);
#endif
}

#endif

MOTE_HOT Vec3T<WideLane> wide(const Vec3T<Lane>& a) { return {wide(a.x), wide(a.y), wide(a.z)}; }
MOTE_HOT Mat3T<WideLane> wide(const Mat3T<Lane>& a) { return {{wide(a.row[0]), wide(a.row[1]), wide(a.row[2])}}; }
MOTE_HOT Vec3T<Lane>     narrow(const Vec3T<WideLane>& a) { return {narrow(a.x), narrow(a.y), narrow(a.z)}; }
MOTE_HOT Mat3T<Lane>     narrow(const Mat3T<WideLane>& a) { return {{narrow(a.row[0]), narrow(a.row[1]), narrow(a.row[2])}}; }

#else

using RowLanes = Index;
using RowBatch = Index;
using WideLane = double;
class LaneQueue {
public:
    template <class F>
    MOTE_HOT void add(bool condition, Index j, float a, float b, const F& visit) {
        if (condition) visit(j, a, b);
    }
    template <class F>
    MOTE_HOT void finish(const F&) {}
};
template <class F>
MOTE_HOT void each_of(RowBatch, const F& visit) {
    visit(0);
}

#endif

template <class F>
MOTE_HOT void each_lane_where(bool condition, const F& visit) {
    if (condition) visit(0);
}
struct SpreadOne {
    float value;
    MOTE_HOT float operator[](Index) const { return value; }
};
MOTE_HOT SpreadOne spread(float a) { return {a}; }
MOTE_HOT void store_rows(Vec4* data, Index j, const Vec4& value) { data[j] = value; }
MOTE_HOT void store_rows(float* data, Index j, float value) { data[j] = value; }
template <class F>
MOTE_HOT void each_lane(const Vec3& value, const F& visit) {
    visit(0, value);
}
MOTE_HOT double wide(float a) { return double(a); }
MOTE_HOT float  narrow(double a) { return float(a); }
MOTE_HOT bool   any(bool condition) { return condition; }
MOTE_HOT bool   is_any_positive(float a) { return a > 0; }
/// Lane n of rows.
MOTE_HOT Index  lane(Index row, Index) { return row; }

/// So many rows or more, to the end of a batch.
inline Index whole_batches(Index rows) { return (rows + list_padding - 1) / list_padding * list_padding; }

namespace detail {
template <class Kernel>
__attribute__((flatten)) void run_batches(const void* kernel, Index first, Index last) {
    const Kernel& k = *static_cast<const Kernel*>(kernel);
    for (Index b = first; b < last; ++b) k(RowBatch(b * lane_width));
}
}  // namespace detail

/// kernel(batch) over rows 0 to `count`, and on a CPU to the end of the last batch.
template <class Kernel>
void parallel_for_batches(const Exec& exec, const char* name, Index count, const Kernel& kernel) {
#ifdef __CUDACC__
    if (exec.on_gpu()) return parallel_for(exec, name, count, kernel);
#endif
    const Timed timed(exec, name);
    check_host(exec);
    exec.for_pieces((count + lane_width - 1) / lane_width, 256 / lane_width, &detail::run_batches<Kernel>, &kernel);
}

}  // namespace mote
