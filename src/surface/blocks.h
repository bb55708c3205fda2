// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Blocks of cubes, one at a time: who is near, what the field is, where it is zero.
#pragma once
#include "mote/surface.h"
#include "surface/cells.h"

namespace mote::surfaces {

/// The particles of a surface, sorted by cells, and what is made of them.
struct Matter {
    Cells             cells;
    PreparedField     prepared;
    float             cube;         ///< [m]
    float             drift;        ///< no centre is farther than this from its particle [m]
    std::vector<Vec3> velocity;     ///< in sorted order, as the rest
    std::vector<std::vector<float>> columns;
};

/// The blocks that matter is felt in, ascending; block p holds the cubes from 24 p on along each axis.
struct Blocks {
    PlaceKeys                  keys;
    std::vector<std::uint64_t> key;

    Index size() const { return Index(key.size()); }
    /// The block at a place that is in the list.
    Index find(const Place& p) const;
};
Blocks find_blocks(const Exec& exec, const Matter& matter);

/// A part of the surface. Its vertices lie on edges that begin in the block.
struct BlockMesh {
    /// Edges are numbered by where they begin, 3 (x + 24 (y + 24 z)) + axis.
    static constexpr int edges = 3 * SurfaceNodes::cubes * SurfaceNodes::cubes * SurfaceNodes::cubes;

    static_assert(edges <= 65536);

    std::vector<std::uint16_t> edge;    ///< of each vertex, ascending
    std::vector<Vec3>          point, normal, velocity;
    std::vector<float>         carried;  ///< all columns of a vertex, then those of the next
    /// Three corners a triangle: a vertex of this block; or, with bits 16 to 18 where it belongs to the next block along x, y, z,
    /// its edge there.
    std::vector<std::uint32_t> corner;
};

/// What one thread needs for a block; reused from block to block.
class BlockMaker {
public:
    BlockMesh make(const Matter& matter, const Place& block);

private:
    bool gather(const Matter& matter, const Place& block);
    bool find_inside();
    void find_vertices(BlockMesh& mesh);
    void find_triangles(BlockMesh& mesh) const;
    void carry(const Matter& matter, BlockMesh& mesh);
    Vec3 gradient(int at) const;

    static constexpr int wide = SurfaceNodes::cubes + 1;  // nodes that cubes have as corners

    SurfaceNodes       nodes_;
    std::vector<float> value_;
    std::uint32_t      inside_[wide * wide];  // by y and z: bit x where the field is positive
    std::uint16_t      vertex_[BlockMesh::edges];  // on each edge that is crossed

    std::vector<Index> near_;          // rows of matter that may be felt here, ascending
    std::vector<float> x_, y_, z_;     // their centres, with room for a batch at the end
    std::vector<Index> first_;         // of the rows of cells, by y, then z: where each begins in near_
    int                low_y_ = 0, low_z_ = 0, rows_y_ = 0, rows_z_ = 0;
};

}  // namespace mote::surfaces
