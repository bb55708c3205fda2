// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Numbers that fill [0, 1)^2 evenly, by pixel, sample and use: the first two dimensions of Sobol's sequence, shuffled and scrambled
// after Owen by hashing [Burley 2020, "Practical hash-based Owen scrambling", JCGT 9(4)].
#pragma once
#include <cstdint>

namespace mote {

struct Point2 {
    float x = 0, y = 0;
};

inline std::uint32_t hashed(std::uint32_t a, std::uint32_t b) {
    std::uint32_t h = a * 0x9E3779B9u ^ (b + 0x85EBCA6Bu) * 0xC2B2AE35u;
    h               = (h ^ h >> 16) * 0x7FEB352Du;
    h               = (h ^ h >> 15) * 0x846CA68Bu;
    return h ^ h >> 16;
}

inline std::uint32_t reversed(std::uint32_t x) {
    x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    x = (x & 0x0F0F0F0Fu) << 4 | (x >> 4 & 0x0F0F0F0Fu);
    return __builtin_bswap32(x);
}

/// Every bit is flipped or not as the bits above it tell: a random Owen scrambling [Laine & Karras 2011, constants by Burley].
inline std::uint32_t scrambled(std::uint32_t x, std::uint32_t seed) {
    x = reversed(x) + seed;
    x ^= x * 0x6C50B47Cu;
    x ^= x * 0xB82F1E52u;
    x ^= x * 0xC7AFE638u;
    x ^= x * 0x8D22F6E6u;
    return reversed(x);
}

/// The second dimension of Sobol's sequence: direction numbers of the polynomial x + 1.
inline std::uint32_t sobol_second(std::uint32_t index) {
    std::uint32_t sum = 0;
    for (std::uint32_t v = 1u << 31; index; index >>= 1, v ^= v >> 1)
        if (index & 1u) sum ^= v;
    return sum;
}

class Sampler {
public:
    Sampler(std::uint64_t seed, std::uint32_t pixel, std::uint32_t sample)
        : pixel_(hashed(pixel, hashed(std::uint32_t(seed), std::uint32_t(seed >> 32)))), sample_(sample) {}

    /// The next point of this sample: each call is another pair of dimensions.
    Point2 next() {
        const std::uint32_t use   = hashed(pixel_, ++use_);
        const std::uint32_t index = scrambled(sample_, use);
        return {unit(scrambled(reversed(index), hashed(use, 1))), unit(scrambled(sobol_second(index), hashed(use, 2)))};
    }

private:
    static float  unit(std::uint32_t bits) { return float(bits >> 8) * (1.f / 16777216.f); }
    std::uint32_t pixel_, sample_, use_ = 0;
};

}  // namespace mote
