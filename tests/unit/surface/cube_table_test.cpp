// Copyright (c) 2026 The Mote authors. MIT licence.
#include "surface/cube_table.h"

#include <gtest/gtest.h>

#include <map>

namespace mote::surfaces {
namespace {

using Edge = std::pair<int, int>;

/// The sides of triangles that no other triangle of the cube has the other way round: they lie on its faces.
std::map<Edge, int> open_sides(const CubeCase& c) {
    std::map<Edge, int> sides;
    for (int t = 0; t < c.triangles; ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = c.edge[std::size_t(3 * t + k)], b = c.edge[std::size_t(3 * t + (k + 1) % 3)];
            if (auto back = sides.find({b, a}); back != sides.end())
                sides.erase(back);
            else
                ++sides[{a, b}];
        }
    return sides;
}

// An edge has a vertex exactly where its ends differ, and triangles use all of them.
TEST(CubeTable, VerticesLieWhereCornersDiffer) {
    for (int inside = 0; inside < 256; ++inside) {
        const CubeCase& c    = cube_table()[std::size_t(inside)];
        int             used = 0;
        for (int n = 0; n < 3 * c.triangles; ++n) used |= 1 << c.edge[std::size_t(n)];
        int differ = 0;
        for (int e = 0; e < 12; ++e) {
            const int a = edge_corner(e), b = a | 1 << edge_axis(e);
            if ((inside >> a & 1) != (inside >> b & 1)) differ |= 1 << e;
        }
        EXPECT_EQ(c.crossed, differ) << inside;
        EXPECT_EQ(used, differ) << inside;
    }
}

// Two cubes that share a face with the same corners close each other there, whatever their other corners are: 4096 pairs along each axis.
TEST(CubeTable, NeighboursFit) {
    for (int axis = 0; axis < 3; ++axis)
        for (int pair = 0; pair < 4096; ++pair) {
            // Corners of the two cubes: 4 below, 4 shared, 4 above.
            int low = 0, high = 0, below = 0, shared = 0, above = 0;
            for (int corner = 0; corner < 8; ++corner) {
                if (corner >> axis & 1) {
                    low |= (pair >> (4 + shared) & 1) << corner, ++shared;
                    high |= (pair >> (8 + above) & 1) << corner, ++above;
                } else {
                    low |= (pair >> below & 1) << corner, ++below;
                }
            }
            for (int corner = 0; corner < 8; ++corner)
                if (!(corner >> axis & 1)) high |= (low >> (corner | 1 << axis) & 1) << corner;
            const auto on_face = [&](const CubeCase& c, int side) {
                std::map<Edge, int> found;
                for (const auto& [s, count] : open_sides(c)) {
                    const auto lies = [&](int e) { return edge_axis(e) != axis && (edge_corner(e) >> axis & 1) == side; };
                    if (lies(s.first) && lies(s.second)) found[s] = count;
                }
                return found;
            };
            // An edge of the upper face of one is the edge of the lower face of the other with the same number along the face.
            const auto lowered = [&](int e) {
                for (int f = 0; f < 12; ++f)
                    if (edge_axis(f) == edge_axis(e) && edge_corner(f) == (edge_corner(e) & ~(1 << axis))) return f;
                return -1;
            };
            const auto upper = on_face(cube_table()[std::size_t(low)], 1), lower = on_face(cube_table()[std::size_t(high)], 0);
            ASSERT_EQ(upper.size(), lower.size()) << low << " " << high;
            for (const auto& [s, count] : upper) {
                ASSERT_EQ(count, 1);
                ASSERT_EQ(lower.count({lowered(s.second), lowered(s.first)}), 1u) << low << " " << high;
            }
        }
}

}  // namespace
}  // namespace mote::surfaces
