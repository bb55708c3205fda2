// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Random numbers without a state: the same (seed, id, step, purpose) always gives the same number, on any thread
// and any device. Philox 4x32-10 [Salmon, Moraes, Dror & Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"].
#pragma once
#include "mote/math.h"

namespace mote {

/// What a number is for, so that two uses in one step do not see the same one.
enum class Purpose : std::uint32_t { jitter = 1, surface = 2, packing = 3, phase_change = 4, flaw = 5, docking = 6, split = 7, test = 99 };

struct RandomBits {
    std::uint32_t word[4];
};

MOTE_FN RandomBits random_bits(std::uint64_t seed, std::uint64_t id, std::uint32_t step, Purpose purpose) {
    std::uint32_t c[4] = {std::uint32_t(id), std::uint32_t(id >> 32), step, std::uint32_t(purpose)};
    std::uint32_t k[2] = {std::uint32_t(seed), std::uint32_t(seed >> 32)};
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t(0xD2511F53u) * c[0], b = std::uint64_t(0xCD9E8D57u) * c[2];
        const std::uint32_t next0 = std::uint32_t(b >> 32) ^ c[1] ^ k[0], next2 = std::uint32_t(a >> 32) ^ c[3] ^ k[1];
        c[0] = next0, c[1] = std::uint32_t(b), c[2] = next2, c[3] = std::uint32_t(a);
        k[0] += 0x9E3779B9u, k[1] += 0xBB67AE85u;
    }
    return {{c[0], c[1], c[2], c[3]}};
}

/// The first 24 bits as a number in [0, 1).
MOTE_FN float to_unit(std::uint32_t word) { return float(word >> 8) * (1.f / 16777216.f); }

/// A number in [0, 1).
MOTE_FN float random_uniform(std::uint64_t seed, std::uint64_t id, std::uint32_t step, Purpose purpose) {
    return to_unit(random_bits(seed, id, step, purpose).word[0]);
}
/// A point in [0, 1)^3.
MOTE_FN Vec3 random_point(std::uint64_t seed, std::uint64_t id, std::uint32_t step, Purpose purpose) {
    const RandomBits b = random_bits(seed, id, step, purpose);
    return {to_unit(b.word[0]), to_unit(b.word[1]), to_unit(b.word[2])};
}

}  // namespace mote
