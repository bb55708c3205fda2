// Copyright (c) 2026 The Mote authors. MIT licence.
#include "near.h"

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
    /// Stores the places whose bit is set next to each other.
    MOTE_HOT static Index store(const Index* places, unsigned keep, Index* out) {
        const __m512i all = _mm512_loadu_si512(places);
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(__mmask16(keep), all));
        return Index(std::popcount(keep));
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
    MOTE_HOT static Index store(const Index* places, unsigned keep, Index* out) {
        const __m256i all  = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places));
        const __m256i lane = _mm256_load_si256(reinterpret_cast<const __m256i*>(permutations[keep].data()));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permutevar8x32_epi32(all, lane));
        return Index(std::popcount(keep));
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
    static Index store(const Index* places, unsigned keep, Index* out) {
        *out = *places;
        return keep;
    }
    static unsigned below(Wide a, Wide b) { return a.value < b.value; }
    static unsigned others(const Index* places, Index self) { return *places != self; }
};

#endif

}  // namespace

template <class Rule>
Index find_near(const Candidates& from, const Centre& centre, Index* out) {
    const Wide         x(centre.x), y(centre.y), z(centre.z);
    const float* const at_x = from.at.x.data(), *const at_y = from.at.y.data(), *const at_z = from.at.z.data();
    const float* const support = from.at.support.data();
    const Index* const place = from.place.data();
    const Centre       self = centre;
    const Index        count = from.count;
    Index              found = 0;
    for (Index k = 0; k < count; k += Index(Wide::size)) {
        const Wide dx = x - Wide::load_unaligned(at_x + k), dy = y - Wide::load_unaligned(at_y + k),
                   dz        = z - Wide::load_unaligned(at_z + k);
        const Wide     limit = Rule::template squared<Wide>(self, support, k);
        const unsigned keep  = Packed::below(dx * dx + dy * dy + dz * dz, limit) & Packed::others(place + k, self.place);
        found += Packed::store(place + k, keep, out + found);
    }
    return found;
}

template Index find_near<SameRadius>(const Candidates&, const Centre&, Index*);
template Index find_near<LargestRadius>(const Candidates&, const Centre&, Index*);
template Index find_near<MeanRadius>(const Candidates&, const Centre&, Index*);

}  // namespace mote
