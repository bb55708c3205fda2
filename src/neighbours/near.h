// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The innermost loop of list building: which of these candidates are near this point? A vector compare tests eight
// or sixteen at once, and the indices of those that pass are packed together ("compress") and stored.
#pragma once
#include <cstring>
#include <vector>

#include "mote/lane.h"

namespace mote {

/// Points in the order of their cells with separate coordinates: eight of them load as one vector.
struct Coordinates {
    static constexpr Index chunk = 16;   ///< points are copied so many at a time: arrays are this much longer

    std::vector<float> x, y, z, support; ///< support is left empty where all points have the same

    void resize(std::size_t count, bool with_support) {
        x.resize(count + chunk), y.resize(count + chunk), z.resize(count + chunk);
        support.resize(with_support ? count + chunk : 0);
    }
};

/// Candidates for neighbours, shared by all points of a cell.
struct Candidates {
    Coordinates        at;
    std::vector<Index> place;
    Index              count = 0;

    /// Adds the places first .. last of `from`, counted on from `base`. Copies whole chunks; what is too much is written
    /// over by the next run.
    void add_run(const Coordinates& from, Index first, Index last, Index base) {
        const bool with_support = !from.support.empty();
        if (place.size() < std::size_t(count) + (last - first) + 2 * Coordinates::chunk) {
            const std::size_t wanted = 2 * (std::size_t(count) + (last - first)) + 2 * Coordinates::chunk;
            at.resize(wanted, with_support);
            place.resize(wanted);
        }
        const auto copy = [&](const std::vector<float>& source, std::vector<float>& target) {
            const float* const in  = source.data() + first;
            float* const       out = target.data() + count;
            for (Index k = 0; k < last - first; k += Coordinates::chunk)
                std::memcpy(out + k, in + k, Coordinates::chunk * sizeof(float));
        };
        copy(from.x, at.x), copy(from.y, at.y), copy(from.z, at.z);
        if (with_support) copy(from.support, at.support);
        Index* const out = place.data() + count;
        for (Index k = 0; k < last - first; k += Coordinates::chunk)
            for (Index c = 0; c < Coordinates::chunk; ++c) out[k + c] = base + first + k + c;
        count += last - first;
    }
    /// Fills the rest of the last batch with points that are near nobody.
    void close() {
        for (Index k = count; k < count + Coordinates::chunk; ++k) at.x[k] = HUGE_VALF;
    }
};

/// Everything the test needs to know of the point itself.
struct Centre {
    float x, y, z, radius;
    Index place;
};

/// r < radius, the same for every candidate.
struct SameRadius {
    template <class R>
    MOTE_HOT static R squared(const Centre& c, const float*, Index) {
        return R(c.radius * c.radius);
    }
};
/// r < max(h_i, h_j)
struct LargestRadius {
    template <class R>
    MOTE_HOT static R squared(const Centre& c, const float* support, Index k) {
        const R h = R::load_unaligned(support + k), reach = max(R(c.radius), h);
        return reach * reach;
    }
};
/// r < (h_i + h_j) / 2
struct MeanRadius {
    template <class R>
    MOTE_HOT static R squared(const Centre& c, const float* support, Index k) {
        const R h = R::load_unaligned(support + k), reach = R(0.5f) * (R(c.radius) + h);
        return reach * reach;
    }
};

/// Writes the places of the near candidates to `out`, which has room for all of them and a chunk more; returns how
/// many. The point itself is left out.
template <class Rule>
Index find_near(const Candidates& from, const Centre& centre, Index* out);

}  // namespace mote
