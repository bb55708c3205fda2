// Copyright (c) 2026 The Mote authors. MIT licence.
#include "near.h"

#include <algorithm>
#include <array>
#include <bit>

// g++ 12 takes the undefined pass-through operand inside its own AVX-512 headers for a mistake of ours.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace mote {
namespace {

#if MOTE_SIMD && defined(__AVX512F__) && defined(__AVX2__)

using Wide = xsimd::batch<float, xsimd::avx512f>;

struct Packed {
    /// Stores the numbers whose bit is set next to each other.
    template <class T>
    MOTE_HOT static void store(const T* from, unsigned keep, T* out) {
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(__mmask16(keep), _mm512_loadu_si512(from)));
    }
    /// The same of first, first + 1, ...
    MOTE_HOT static void store_places(Index first, unsigned keep, Index* out) {
        const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        const __m512i all  = _mm512_add_epi32(lane, _mm512_set1_epi32(int(first)));
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(__mmask16(keep), all));
    }
    MOTE_HOT static unsigned below(const Wide& a, const Wide& b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
    MOTE_HOT static unsigned others(const Index* places, Index self) {
        return _mm512_cmpneq_epi32_mask(_mm512_loadu_si512(places), _mm512_set1_epi32(int(self)));
    }
};

#elif MOTE_SIMD && defined(__AVX2__)

using Wide = Lane;

/// For each of the 256 masks, the lanes whose bit is set, first.
constexpr auto make_permutations() {
    std::array<std::array<std::uint32_t, 8>, 256> table{};
    for (unsigned mask = 0; mask < 256; ++mask)
        for (unsigned lane = 0, k = 0; lane < 8; ++lane)
            if (mask >> lane & 1) table[mask][k++] = lane;
    return table;
}
alignas(32) constexpr auto permutations = make_permutations();

struct Packed {
    template <class T>
    MOTE_HOT static void store(const T* from, unsigned keep, T* out) {
        const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permutevar8x32_epi32(all, lanes(keep)));
    }
    MOTE_HOT static void store_places(Index first, unsigned keep, Index* out) {
        const __m256i all = _mm256_add_epi32(lanes(keep), _mm256_set1_epi32(int(first)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), all);
    }
    MOTE_HOT static __m256i lanes(unsigned keep) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(permutations[keep].data()));
    }
    MOTE_HOT static unsigned below(const Wide& a, const Wide& b) {
        return unsigned(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ)));
    }
    MOTE_HOT static unsigned others(const Index* places, Index self) {
        const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places));
        const __m256i own = _mm256_cmpeq_epi32(all, _mm256_set1_epi32(int(self)));
        return ~unsigned(_mm256_movemask_ps(_mm256_castsi256_ps(own))) & 0xffu;
    }
};

#else

/// One candidate at a time.
struct Wide {
    static constexpr std::size_t size = 1;
    float                        value;
    MOTE_HOT explicit Wide(float v) : value(v) {}
    MOTE_HOT static Wide load_unaligned(const float* p) { return Wide(*p); }
    MOTE_HOT friend Wide operator+(Wide a, Wide b) { return Wide(a.value + b.value); }
    MOTE_HOT friend Wide operator-(Wide a, Wide b) { return Wide(a.value - b.value); }
    MOTE_HOT friend Wide operator*(Wide a, Wide b) { return Wide(a.value * b.value); }
    MOTE_HOT friend Wide max(Wide a, Wide b) { return a.value < b.value ? b : a; }
};

struct Packed {
    template <class T>
    MOTE_HOT static void store(const T* from, unsigned, T* out) {
        *out = *from;
    }
    MOTE_HOT static void     store_places(Index first, unsigned, Index* out) { *out = first; }
    MOTE_HOT static unsigned below(Wide a, Wide b) { return a.value < b.value; }
    MOTE_HOT static unsigned others(const Index* places, Index self) { return *places != self; }
};

#endif

/// The bits of the first `count` lanes.
MOTE_HOT unsigned first_lanes(Index count) { return (1u << std::min(count, Index(Wide::size))) - 1; }

/// A centre in all lanes.
struct WideCentre {
    Wide x, y, z, radius, ball;

    explicit WideCentre(const Centre& c) : x(c.x.x), y(c.x.y), z(c.x.z), radius(c.radius), ball(c.ball) {}

    /// Squares of how far from it the points here lie, and of how near is near enough.
    struct Distances {
        Wide squared, limit;
    };
    template <class Rule>
    MOTE_HOT Distances to(const float* at_x, const float* at_y, const float* at_z, const float* support) const {
        const Wide dx = x - Wide::load_unaligned(at_x), dy = y - Wide::load_unaligned(at_y), dz = z - Wide::load_unaligned(at_z);
        const Wide reach = Rule::template reach<Wide>(radius, support) + ball;
        return {dx * dx + dy * dy + dz * dz, reach * reach};
    }
};

}  // namespace

template <class Rule>
void Candidates::add(const Coordinates& from, std::span<const Run> runs, Index base, const Centre& ball) {
    const WideCentre   centre(ball);
    const float* const x = from.x.read().data, *const y = from.y.read().data, *const z = from.z.read().data;
    const float* const support = from.support.read().data;
    float* const       to_x = at.x.write().data, *const to_y = at.y.write().data, *const to_z = at.z.write().data;
    float* const       to_support = at.support.write().data;
    Index* const       to_place   = place.write().data;
    Index              end        = count;
    for (const Run run : runs)
        for (Index k = run.first; k < run.last; k += Index(Wide::size)) {
            const auto     to   = centre.to<Rule>(x + k, y + k, z + k, Rule::varied ? support + k : nullptr);
            const unsigned keep = ~Packed::below(to.limit, to.squared) & first_lanes(run.last - k);  // both may be infinite
            Packed::store(x + k, keep, to_x + end);
            Packed::store(y + k, keep, to_y + end);
            Packed::store(z + k, keep, to_z + end);
            if (Rule::varied) Packed::store(support + k, keep, to_support + end);
            Packed::store_places(base + k, keep, to_place + end);
            end += Index(std::popcount(keep));
        }
    count = end;
    std::fill_n(to_x + end, Coordinates::chunk, HUGE_VALF);  // the rest of the last batch is near nobody
}

template <class Rule>
Index find_near(const Candidates& from, const Centre& point, Index* out) {
    const WideCentre   centre(point);
    const float* const x = from.at.x.read().data, *const y = from.at.y.read().data, *const z = from.at.z.read().data;
    const float* const support = from.at.support.read().data;
    const Index* const place   = from.place.read().data;
    const Index        self = point.place, count = from.count;
    Index              found = 0;
    for (Index k = 0; k < count; k += Index(Wide::size)) {
        const auto     to   = centre.to<Rule>(x + k, y + k, z + k, Rule::varied ? support + k : nullptr);
        const unsigned keep = Packed::below(to.squared, to.limit) & Packed::others(place + k, self);
        Packed::store(place + k, keep, out + found);
        found += Index(std::popcount(keep));
    }
    return found;
}

template void Candidates::add<SameRadius>(const Coordinates&, std::span<const Run>, Index, const Centre&);
template void Candidates::add<LargestRadius>(const Coordinates&, std::span<const Run>, Index, const Centre&);
template void Candidates::add<MeanRadius>(const Coordinates&, std::span<const Run>, Index, const Centre&);
template Index find_near<SameRadius>(const Candidates&, const Centre&, Index*);
template Index find_near<LargestRadius>(const Candidates&, const Centre&, Index*);
template Index find_near<MeanRadius>(const Candidates&, const Centre&, Index*);

}  // namespace mote
