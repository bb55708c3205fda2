// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The unbounded cell grid: points are sorted by the key of their cell, (z, y, x) with x running fastest, so the
// three cells x-1, x, x+1 of a row are one run of points and 27 cells are nine runs. No table of cells is kept,
// only the occupied ones, so memory follows the number of points and clusters may be as far apart as they like.
#pragma once
#include <array>
#include <vector>

#include "mote/neighbours.h"

namespace mote {

/// Maps a position to the key of its cell.
class CellKeys {
public:
    /// Covers all points, whose box this is; false where the cells of before still do. Cells lie at whole multiples of
    /// their width, so the order of points does not depend on where they have been.
    bool fit(const Points& points, const Box& box);

    /// The keys of rows first .. last, on all threads.
    void          find(const Exec& exec, View<const Vec4> position, Index first, Index last, std::uint64_t* key) const;
    int           bits() const;                           ///< significant bits of the largest key
    std::uint64_t stride_y() const { return stride_y_; }  ///< from a cell to the next in y
    std::uint64_t stride_z() const { return stride_z_; }

private:
    std::uint64_t key(const Vec4& p) const;
    std::int64_t  coordinate(double x, int axis) const;
    bool         covers(const Box& box) const;
    bool         number_cells(const Points& points, const Box& box);
    void         compress(const Points& points);

    double                                   per_width_ = 0;
    float                                    radius_    = 0;
    std::int64_t                             first_[3] = {}, count_[3] = {};  // cells along each axis
    std::uint64_t                            stride_y_ = 1, stride_z_ = 1, last_ = 0;
    std::array<std::vector<std::int64_t>, 3> occupied_;    // only where plain coordinates would overflow the key
    std::array<std::vector<std::int64_t>, 3> compressed_;  // what each occupied coordinate is called instead
};

/// Throws UnsoundError that names the first point whose position or radius is not finite. On the host.
[[noreturn]] void refuse_first_bad(const Points&);
/// The smallest box around rows first .. last; throws UnsoundError where a position or radius is not finite.
Box extent_of(const Exec& exec, const Points& points, Index first, Index last);

/// The occupied cells of a run of sorted rows.
struct Cells {
    std::vector<std::uint64_t> key;    ///< ascending
    std::vector<Index>         first;  ///< first row of each; one more entry ends the last

    void find(const Exec& exec, std::span<const std::uint64_t> row_keys, Index first_row);
};

/// Runs body(i) for i in [0, count), at least `grain` at a time on one thread.
template <class F>
void for_each_index(const Exec& exec, Index count, Index grain, const F& body) {
    for_pieces(exec, count, grain, [&](Index first, Index last) {
        for (Index i = first; i < last; ++i) body(i);
    });
}

}  // namespace mote
