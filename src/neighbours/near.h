// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The innermost loop of list building: which of these candidates are near this point? A vector compare tests eight
// or sixteen at once, and the indices of those that pass are packed together ("compress") and stored.
#pragma once
#include <span>

#include "mote/lane.h"
#include "mote/table.h"

namespace mote {

/// Points in the order of their cells with separate coordinates: eight of them load as one vector.
struct Coordinates {
    static constexpr Index chunk = 16;   ///< points are read so many at a time: arrays are this much longer

    Scratch<float> x, y, z, support;     ///< support is not there where all points have the same

    void resize(std::size_t count, bool with_support) {
        x.resize(count + chunk), y.resize(count + chunk), z.resize(count + chunk);
        if (with_support) support.resize(count + chunk);
    }
    /// The same in bytes of the workspace.
    void borrow(const Exec& exec, std::size_t count, bool with_support) {
        x.borrow(exec, count + chunk), y.borrow(exec, count + chunk), z.borrow(exec, count + chunk);
        if (with_support) support.borrow(exec, count + chunk);
    }
    void give_back(const Exec& exec) { x.give_back(exec), y.give_back(exec), z.give_back(exec), support.give_back(exec); }
};

/// Places first .. last of a set of points.
struct Run {
    Index first, last;
};

/// A point whose neighbours are wanted, or a ball of such points.
struct Centre {
    Vec3  x;
    float radius;     ///< support; of a ball, the largest
    Index place = 0;  ///< of the point
    float ball  = 0;  ///< radius of the ball
};

/// Candidates for neighbours, shared by all points of a cell. They are some 120 of the 200 in the 27 cells around.
struct Candidates {
    Coordinates    at;
    Scratch<Index> place;
    Index          count = 0;

    /// Begins anew, with room for so many.
    void start(Index most, bool with_support) {
        at.resize(most, with_support);
        place.resize(std::size_t(most) + Coordinates::chunk);
        count = 0;
    }
    /// Adds those of some runs that can be near a point of the ball. Their places are counted on from `base`.
    template <class Rule>
    void add(const Coordinates& from, std::span<const Run> runs, Index base, const Centre& ball);
};

/// r < radius, the same for every candidate.
struct SameRadius {
    static constexpr bool varied = false;  ///< candidates have radii of their own
    template <class R>
    MOTE_HOT static R reach(R radius, const float*) {
        return radius;
    }
};
/// r < max(h_i, h_j)
struct LargestRadius {
    static constexpr bool varied = true;
    template <class R>
    MOTE_HOT static R reach(R radius, const float* support) {
        return max(radius, R::load_unaligned(support));
    }
};
/// r < (h_i + h_j) / 2
struct MeanRadius {
    static constexpr bool varied = true;
    template <class R>
    MOTE_HOT static R reach(R radius, const float* support) {
        return R(0.5f) * (radius + R::load_unaligned(support));
    }
};

/// Writes the places of the candidates that are near a point to `out`, which has room for all of them and a chunk more;
/// returns how many. The point itself is left out.
template <class Rule>
Index find_near(const Candidates& from, const Centre& point, Index* out);

}  // namespace mote
