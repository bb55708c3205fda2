// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/random.h"

namespace mote {

/// A number in [0, 1) that two particles share, whichever is asked first.
MOTE_FN float random_of_pair(std::uint64_t seed, std::uint32_t id_a, std::uint32_t id_b, std::uint32_t step, Purpose purpose) {
    const std::uint32_t low = id_a < id_b ? id_a : id_b, high = id_a < id_b ? id_b : id_a;
    return random_uniform(seed, std::uint64_t(low) << 32 | high, step, purpose);
}

/// How strong the bond of two particles is, over the strength of their material: evenly from 1 - spread to 1 + spread, for life, whichever is asked first [Dingle 2007].
MOTE_FN float bond_strength(std::uint64_t seed, std::uint32_t id_a, std::uint32_t id_b, float spread) {
    return 1 + spread * (2 * random_of_pair(seed, id_a, id_b, 1, Purpose::flaw) - 1);
}

}  // namespace mote
