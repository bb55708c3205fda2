// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Which sphere does the ray of each sample hit first, and where? Exact for every sample: no discs, no triangles.
#pragma once
#include <limits>
#include <vector>

#include "picture/lens.h"

namespace mote {

inline constexpr std::uint32_t no_sphere = 0xffffffffu;
inline constexpr float         far_away  = std::numeric_limits<float>::infinity();

/// The first hit of every sample, row by row.
struct Hits {
    SampleGrid                 grid;
    std::vector<float>         depth;   ///< Along the view axis [m]; far_away: none.
    std::vector<std::uint32_t> sphere;  ///< no_sphere: none.

    std::size_t at(int i, int j) const { return std::size_t(j) * std::size_t(grid.width) + std::size_t(i); }
};

/// Spheres are taken in batches that touch about `batch` tiles together: many huge spheres touch every tile, and the
/// batches bound the memory.
Hits find_hits(const SphereSet&, const Lens&, const SampleGrid&, int threads, std::size_t batch = std::size_t(1) << 24);

inline float radius_of(const SphereSet& spheres, std::size_t i) {
    return spheres.radius.empty() ? spheres.common_radius : spheres.radius[i];
}
inline bool drawable(const SphereSet& spheres, std::size_t i) {
    const float r = radius_of(spheres, i);
    return finite(spheres.centre[i]) && r > 0 && finite(r);
}

}  // namespace mote
