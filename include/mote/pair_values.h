// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A number from 0 to `largest` for each entry of the neighbour lists that moves, kept from one sweep to the next: iterations that
// would compute the same kernel slopes again and again read two bytes a pair instead. It is the same for both of a pair, so what
// two particles do to each other stays equal and opposite.
#pragma once
#include "mote/neighbours.h"

namespace mote {

/// As kernels see them. `k` is what NeighbourView::sum_moving hands over.
struct PairValueView {
    std::uint16_t* data  = nullptr;
    const Index*   first = nullptr;  ///< batch where the pairs of each row begin
    float          step  = 1;        ///< values are whole numbers of it

    /// In steps.
    MOTE_HOT Lane at(std::size_t k) const {
        prefetch(data + k + ahead);
        return load_shorts(data + k);
    }
    /// Keeps a value, in steps, and returns what is kept.
    MOTE_HOT Lane keep(std::size_t k, Lane value) const { return store_shorts(data + k, value); }

private:
    static constexpr Index ahead = 24 * list_padding;
};

class PairValues {
public:
    /// Room for the pairs of these lists.
    void resize(const Exec&, const Neighbours&, Index rows, float largest);

    PairValueView view() { return {values_.write().data, first_.read().data, step_}; }

private:
    Scratch<std::uint16_t> values_;
    Scratch<Index>         first_;
    float                  step_ = 1;
};

}  // namespace mote
