// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdint>
#include <vector>

namespace mote::cli {

/// Points and ready neighbour lists as a plain program would hold them: one array per coordinate, all lists in one
/// array, list i in `neighbour[begin[i] .. begin[i + 1]]`.
struct ReferencePoints {
    std::vector<float>         x, y, z, mass;
    std::vector<std::uint32_t> begin, neighbour;
};

/// Density by summation with the cubic spline of the given support radius, on one thread: what `mote bench neighbours`
/// measures everything against.
void reference_sweep(const ReferencePoints& points, float support, std::vector<float>& density);

}  // namespace mote::cli
