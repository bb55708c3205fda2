// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The rule: on each face, the surface runs from crossed edge to crossed edge with the inside on its left, seen from outside the
// cube; where two inside corners face each other across a face, they are joined. A face looks the same to both of its cubes, so
// the pieces always fit. Every crossed edge then has one piece that comes and one that goes, and the pieces close to loops, which are
// cut into triangles. No cut may run within a face, where the neighbour could have the same: then each edge of
// the mesh is in exactly two triangles.
#include "surface/cube_table.h"

#include <vector>

#include "mote/error.h"

namespace mote::surfaces {
namespace {

constexpr int other_corner(int e) { return edge_corner(e) | 1 << edge_axis(e); }

int edge_between(int a, int b) {
    for (int e = 0; e < 12; ++e)
        if ((edge_corner(e) == a && other_corner(e) == b) || (edge_corner(e) == b && other_corner(e) == a)) return e;
    fail_check("two corners of a face follow each other along an edge", "");
}

/// The corners of a face, counter-clockwise seen from outside the cube.
std::array<int, 4> face_corners(int axis, bool high) {
    const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = high ? 1 << axis : 0;
    return high ? std::array{base, base | u, base | u | v, base | v} : std::array{base, base | v, base | u | v, base | u};
}

bool on_one_face(int e, int f) {
    for (int axis = 0; axis < 3; ++axis)
        for (const int side : {0, 1}) {
            const auto lies = [&](int edge) { return edge_axis(edge) != axis && (edge_corner(edge) >> axis & 1) == side; };
            if (lies(e) && lies(f)) return true;
        }
    return false;
}

using Next = std::array<int, 12>;  // by edge: where the surface goes on, or -1

/// Seen from outside, walking round a face counter-clockwise one enters matter at some edges and leaves it at others. A piece cuts
/// off the outside corners between two such edges, from where matter is entered back to where it was left: inside corners
/// across the face are joined.
void add_face(int inside, const std::array<int, 4>& corner, Next& next) {
    for (std::size_t k = 0; k < 4; ++k) {
        const int a = corner[k], b = corner[(k + 1) % 4];
        if (!(inside >> a & 1) || (inside >> b & 1)) continue;  // leaves matter between a and b
        std::size_t n = k + 1;
        while (!(inside >> corner[(n + 1) % 4] & 1)) ++n;
        next[std::size_t(edge_between(corner[n % 4], corner[(n + 1) % 4]))] = edge_between(a, b);
    }
}

/// Cuts loop[from .. to] off along the line between its ends, by triangles; false where a cut would lie within a face.
bool cut(const std::vector<int>& loop, std::size_t from, std::size_t to, CubeCase& c) {
    if (to - from < 2) return true;
    const std::uint8_t had = c.triangles;
    for (std::size_t tip = from + 1; tip < to; ++tip) {
        if (tip - from > 1 && on_one_face(loop[from], loop[tip])) continue;
        if (to - tip > 1 && on_one_face(loop[tip], loop[to])) continue;
        c.triangles = had;
        const std::size_t at = 3u * c.triangles++;
        c.edge[at] = std::uint8_t(loop[from]), c.edge[at + 1] = std::uint8_t(loop[tip]), c.edge[at + 2] = std::uint8_t(loop[to]);
        if (cut(loop, from, tip, c) && cut(loop, tip, to, c)) return true;
    }
    c.triangles = had;
    return false;
}

CubeCase make_case(int inside) {
    Next next;
    next.fill(-1);
    for (int axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true}) add_face(inside, face_corners(axis, high), next);
    CubeCase c;
    for (int e = 0; e < 12; ++e)
        if (next[std::size_t(e)] >= 0) c.crossed = std::uint16_t(c.crossed | 1 << e);
    for (int start = 0; start < 12; ++start) {
        std::vector<int> loop;
        for (int e = start; next[std::size_t(e)] >= 0;) {
            loop.push_back(e);
            const int after = next[std::size_t(e)];
            next[std::size_t(e)] = -1;
            e = after;
        }
        if (!loop.empty()) check(cut(loop, 0, loop.size() - 1, c), "every loop can be cut within its cube", inside, loop.size());
    }
    return c;
}

}  // namespace

const std::array<CubeCase, 256>& cube_table() {
    static const std::array<CubeCase, 256> table = [] {
        std::array<CubeCase, 256> all;
        for (int inside = 0; inside < 256; ++inside) all[std::size_t(inside)] = make_case(inside);
        return all;
    }();
    return table;
}

}  // namespace mote::surfaces
