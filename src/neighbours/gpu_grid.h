// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The search on a GPU. One thread finds the neighbours of a row. The lists of 32 rows are woven: entry k of all of them lies next to
// each other, so that the 32 threads of a warp, each on its own row, read whole lines. Of a row of cells only those are looked at
// that the support reaches.
#pragma once
#include "gpu_cells.h"
#include "mote/neighbours.h"

namespace mote {

class GpuGrid {
public:
    void build(const Exec&, const Points&, Reach);

    WovenLists    lists() const { return {entry_.read().data, first_.read().data, count_.read().data, moving_.read().data}; }
    std::size_t   entries() const { return entries_; }
    std::size_t   memory_bytes() const;
    Index         rows() const { return rows_; }

private:
    template <class Rule>
    void weave(const Exec&, const Points&);

    GpuCells              cells_;
    GpuSet                ours_, others_;
    Box                   others_box_;
    std::uint64_t         others_number_ = 0;
    Scratch<std::uint8_t> near_others_;  // by cell: whether others can be seen from it

    Index                 rows_ = 0, most_ = 48;  // most: neighbours of a row, last time
    std::size_t           entries_ = 0, capacity_ = 0;
    Scratch<Index>        entry_, first_, count_, moving_;
    Scratch<Index>        used_;
};

}  // namespace mote
