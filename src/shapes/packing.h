// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdint>
#include <vector>

#include "mote/shape.h"

namespace mote {

/// Balls of diameter `spacing` in a shape (discs in two dimensions).
struct Balls {
    const Shape&  shape;
    float         spacing, kept;  ///< kept: as of kept_distance
    int           dimension;
    std::uint64_t seed;

    /// In [0, 1)^3.
    Vec3  random(std::uint64_t id, std::uint32_t step) const;
    /// Down the distance until half a spacing inside; several steps where edges bend the way. Answers how far the point
    /// may move before it must be looked at again.
    float move_inside(Vec3& p, int steps) const;
};

/// Who may come to touch whom in the next few sweeps: the rows of i are those from first[i] to first[i + 1].
struct Touching {
    std::vector<std::size_t> first;
    std::vector<Index>       rows;

    void find(const std::vector<Vec3>& points, float reach);
};

}  // namespace mote
