// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Cells on a GPU, and the order of rows by them. They are as wide as the support along y and z and half as wide along x.
#pragma once
#include "mote/neighbour_search.h"

namespace mote {

/// Cells of a box, numbered along x, then y, then z. They lie at whole multiples of their widths.
struct GpuCells {
    double        per_x = 0, per_w = 0;  // cells to a metre
    float         width = 0;             // along y and z [m]
    std::int64_t  first[3] = {}, count[3] = {};
    std::uint64_t all = 0;

    /// False where they cover the box as they are.
    bool fit(const Box& box, float radius);

    MOTE_HOT std::int64_t along(double x, double per, int axis) const {
        const double most = double(count[axis] - 1), c = floor(x * per) - double(first[axis]);
        return std::int64_t(c < 0 ? 0 : c > most ? most : c);
    }
    MOTE_HOT std::uint64_t key(std::int64_t x, std::int64_t y, std::int64_t z) const { return std::uint64_t((z * count[1] + y) * count[0] + x); }
    MOTE_HOT std::uint64_t key(const Vec4& p) const { return key(along(p.x, per_x, 0), along(p.y, per_w, 1), along(p.z, per_w, 2)); }
};

/// Places first .. last in the order of cells.
struct GpuRun {
    Index first = 0, last = 0;
};

/// Points in the order of their cells: ours, or others'.
struct GpuSet {
    Index                  first_row = 0, count = 0;
    bool                   in_order = true;   // rows come in the order of cells
    bool                   dense    = true;   // every cell is counted; else keys are searched
    Scratch<Index>         before;            // of each cell: places in all cells before it; and one more
    Scratch<std::uint64_t> keys;              // of places, where not dense
    Scratch<Index>         row;               // of places, from first_row, where not in order
    Scratch<Vec4>          at;                // the same: positions
    Scratch<std::uint64_t> unsorted;          // the same, for sorting
    Scratch<Index>         numbers;

    void fill(const Exec&, const Points&, const GpuCells&, Index first, Index last, bool sorted);
};

/// CellOrder on a GPU: old rows in the order of their cells, those of zone 0 first. Returns how many these are.
class GpuOrder {
public:
    Index             find(const Exec&, const Points&, View<const std::uint8_t> zone);
    View<const Index> old_row() const { return sorted_row_.read(); }

private:
    GpuCells               cells_;
    Scratch<std::uint32_t> short_key_, sorted_short_key_;
    Scratch<std::uint64_t> key_, sorted_key_;
    Scratch<Index>         row_, sorted_row_;
};

/// The smallest box around rows first .. last, and whether they come in the order of these cells; throws UnsoundError where a position
/// or radius is not finite.
struct GpuScan {
    Box  box;
    bool in_order;
};
GpuScan gpu_scan(const Exec&, const Points&, const GpuCells&, Index first, Index last);

template <class T>
T fetch(const T* from_gpu) {
    T value;
    gpu::to_host(reinterpret_cast<std::byte*>(&value), reinterpret_cast<const std::byte*>(from_gpu), sizeof value);
    return value;
}

}  // namespace mote
