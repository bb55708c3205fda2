// Copyright (c) 2026 The Mote authors. MIT licence.
#include "surface/blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "surface/cube_table.h"

namespace mote::surfaces {
namespace {

constexpr int cubes = SurfaceNodes::cubes;

/// The blocks, or cells, that a stretch of an axis lies in.
struct Stretch {
    int from, to;
};
Stretch places(float low, float high, float width) { return {place_of(low, width), place_of(high, width)}; }

/// The node with this number along an axis. The same float wherever it is asked for.
float node_place(int number, float cube) { return float(double(number) * double(cube)); }

}  // namespace

Index Blocks::find(const Place& p) const {
    const auto at = std::lower_bound(key.begin(), key.end(), keys.key(p));
    check(at != key.end() && *at == keys.key(p), "a crossed edge lies in a block of the list", p[0], p[1], p[2]);
    return Index(at - key.begin());
}

Blocks find_blocks(const Exec& exec, const Matter& matter) {
    const Timed timed(exec, "surface find blocks");
    const float width = float(cubes) * matter.cube, more = matter.prepared.reach + matter.drift + matter.cube;
    const Cells& cells = matter.cells;
    const auto   of    = [&](int cell) { return places(float(cell) * cells.width() - more, float(cell + 1) * cells.width() + more, width); };
    Blocks       blocks;
    if (cells.size() == 0) return blocks;
    Place low, high;
    for (int axis = 0; axis < 3; ++axis) {
        low[std::size_t(axis)]  = of(cells.keys().low(axis)).from;
        high[std::size_t(axis)] = of(cells.keys().high(axis)).to;
    }
    blocks.keys = PlaceKeys(low, high);
    for (Index c = 0; c < cells.size(); ++c) {
        const Place   p = cells.place(c);
        const Stretch x = of(p[0]), y = of(p[1]), z = of(p[2]);
        for (int k = z.from; k <= z.to; ++k)
            for (int j = y.from; j <= y.to; ++j)
                for (int i = x.from; i <= x.to; ++i) blocks.key.push_back(blocks.keys.key({i, j, k}));
    }
    std::sort(blocks.key.begin(), blocks.key.end());
    blocks.key.erase(std::unique(blocks.key.begin(), blocks.key.end()), blocks.key.end());
    return blocks;
}

BlockMesh BlockMaker::make(const Matter& matter, const Place& block) {
    BlockMesh mesh;
    if (!gather(matter, block)) return mesh;
    nodes_.cube = matter.cube;
    for (int k = 0; k < SurfaceNodes::row; ++k) nodes_.x[k] = node_place(cubes * block[0] + k - 1, matter.cube);
    for (int k = 0; k < SurfaceNodes::side; ++k) {
        nodes_.y[k] = node_place(cubes * block[1] + k - 1, matter.cube);
        nodes_.z[k] = node_place(cubes * block[2] + k - 1, matter.cube);
    }
    value_.resize(SurfaceNodes::count);
    matter.prepared.field->sample(nodes_, near_, value_.data());
    if (!find_inside()) return mesh;
    find_vertices(mesh);
    find_triangles(mesh);
    carry(matter, mesh);
    return mesh;
}

/// Whole runs of cells that are within reach of the block and the nodes round it. False where there is no surface among them.
bool BlockMaker::gather(const Matter& matter, const Place& block) {
    const Cells& cells = matter.cells;
    const float  more  = matter.prepared.reach + matter.drift + 1.01f * matter.cube;
    const auto   along = [&](int axis) {
        const int at = cubes * block[std::size_t(axis)];
        return places(node_place(at, matter.cube) - more, node_place(at + cubes, matter.cube) + more, cells.width());
    };
    const Stretch x = along(0), y = along(1), z = along(2);
    low_y_ = y.from, low_z_ = z.from, rows_y_ = y.to - y.from + 1, rows_z_ = z.to - z.from + 1;
    near_.clear(), first_.clear();
    for (int k = z.from; k <= z.to; ++k)
        for (int j = y.from; j <= y.to; ++j) {
            first_.push_back(Index(near_.size()));
            const Cells::Run run = cells.run(x.from, x.to, j, k);
            for (Index row = run.begin; row < run.end; ++row) near_.push_back(row);
        }
    first_.push_back(Index(near_.size()));
    const auto& rim = matter.prepared.rim;
    return rim.empty() ? !near_.empty() : std::any_of(near_.begin(), near_.end(), [&](Index row) { return rim[row] != 0; });
}

/// False where no cube of the block is crossed.
bool BlockMaker::find_inside() {
    std::uint32_t any = 0, all = ~0u;
    for (int k = 0; k < wide; ++k)
        for (int j = 0; j < wide; ++j) {
            const float*  row  = &value_[std::size_t(SurfaceNodes::at(1, j + 1, k + 1))];
            std::uint32_t bits = 0;
            for (int i = 0; i < wide; ++i) bits |= std::uint32_t(row[i] > 0) << i;
            inside_[k * wide + j] = bits;
            any |= bits, all &= bits;
        }
    return any != 0 && (~all & ((1u << wide) - 1)) != 0;
}

Vec3 BlockMaker::gradient(int at) const {
    const float* v = &value_[std::size_t(at)];
    constexpr int y = SurfaceNodes::row, z = SurfaceNodes::side * SurfaceNodes::row;
    return {v[1] - v[-1], v[y] - v[-y], v[z] - v[-z]};
}

/// Where the field, taken to be linear along an edge, is zero; a little away from its ends, so that no triangle is without area.
void BlockMaker::find_vertices(BlockMesh& mesh) {
    constexpr std::uint32_t own = (1u << cubes) - 1;
    constexpr int           step[3] = {1, SurfaceNodes::row, SurfaceNodes::side * SurfaceNodes::row};
    for (int k = 0; k < cubes; ++k)
        for (int j = 0; j < cubes; ++j) {
            const std::uint32_t here = inside_[k * wide + j];
            const std::uint32_t crossed[3] = {(here ^ here >> 1) & own, (here ^ inside_[k * wide + j + 1]) & own,
                                              (here ^ inside_[(k + 1) * wide + j]) & own};
            for (std::uint32_t left = crossed[0] | crossed[1] | crossed[2]; left != 0; left &= left - 1) {
                const int i = std::countr_zero(left), at = SurfaceNodes::at(i + 1, j + 1, k + 1);
                for (int axis = 0; axis < 3; ++axis) {
                    if (!(crossed[axis] >> i & 1)) continue;
                    const int   next = at + step[axis];
                    const float v = value_[std::size_t(at)], t = clamp(v / (v - value_[std::size_t(next)]), 0.02f, 0.98f);
                    Vec3        p{nodes_.x[i + 1], nodes_.y[j + 1], nodes_.z[k + 1]};
                    (axis == 0 ? p.x : axis == 1 ? p.y : p.z) += t * nodes_.cube;
                    const Vec3 slope = (1 - t) * gradient(at) + t * gradient(next);
                    Vec3       out{};
                    (axis == 0 ? out.x : axis == 1 ? out.y : out.z) = v > 0 ? 1.f : -1.f;
                    const int edge = 3 * ((k * cubes + j) * cubes + i) + axis;
                    vertex_[edge]  = std::uint16_t(mesh.edge.size());
                    mesh.edge.push_back(std::uint16_t(edge));
                    mesh.point.push_back(p);
                    mesh.normal.push_back(dot(slope, slope) > 0 ? normalised(-slope) : out);
                }
            }
        }
}

void BlockMaker::find_triangles(BlockMesh& mesh) const {
    const auto& table = cube_table();
    for (int k = 0; k < cubes; ++k)
        for (int j = 0; j < cubes; ++j) {
            const std::uint32_t a = inside_[k * wide + j], b = inside_[k * wide + j + 1], c = inside_[(k + 1) * wide + j],
                                d = inside_[(k + 1) * wide + j + 1];
            const std::uint32_t any = a | b | c | d, all = a & b & c & d;
            std::uint32_t       left = (any | any >> 1) & ~(all & all >> 1) & ((1u << cubes) - 1);
            for (; left != 0; left &= left - 1) {
                const int       i = std::countr_zero(left);
                const CubeCase& cut = table[(a >> i & 3) | (b >> i & 3) << 2 | (c >> i & 3) << 4 | (d >> i & 3) << 6];
                for (int n = 0; n < 3 * cut.triangles; ++n) {
                    const int e = cut.edge[std::size_t(n)], corner = edge_corner(e);
                    const int x = i + (corner & 1), y = j + (corner >> 1 & 1), z = k + (corner >> 2);
                    const auto beyond = std::uint32_t((x == cubes) | (y == cubes) << 1 | (z == cubes) << 2);
                    const int  edge   = 3 * ((z % cubes * cubes + y % cubes) * cubes + x % cubes) + edge_axis(e);
                    mesh.corner.push_back(beyond == 0 ? vertex_[edge] : beyond << 16 | std::uint32_t(edge));
                }
            }
        }
}

}  // namespace mote::surfaces
