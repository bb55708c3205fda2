// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How the surface crosses a cube, for each of the 256 ways its corners can lie inside or outside [Lorensen & Cline 1987]. The
// table is worked out from one rule when it is first used, so that it can be trusted: see cube_table.cpp.
#pragma once
#include <array>
#include <cstdint>

namespace mote::surfaces {

/// Corner c of a cube is at (c & 1, c >> 1 & 1, c >> 2). Edge e runs along axis e / 4 from corner `edge_corner(e)`.
inline constexpr int edge_axis(int e) { return e / 4; }
inline constexpr int edge_corner(int e) {
    constexpr std::array<std::array<int, 4>, 3> from{{{0, 2, 4, 6}, {0, 1, 4, 5}, {0, 1, 2, 3}}};
    return from[std::size_t(e / 4)][std::size_t(e % 4)];
}

struct CubeCase {
    std::uint16_t                crossed = 0;    ///< bit e: the surface crosses edge e
    std::uint8_t                 triangles = 0;
    std::array<std::uint8_t, 36> edge{};         ///< three edges a triangle, counter-clockwise seen from outside
};

/// By the bits of the corners that are inside.
const std::array<CubeCase, 256>& cube_table();

}  // namespace mote::surfaces
