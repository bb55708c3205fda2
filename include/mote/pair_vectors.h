// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A vector for each entry of the neighbour lists that moves, kept from one sweep to the next: iterations that would compute
// the same kernel gradients again and again read four bytes a pair instead. Components are whole numbers of a unit, ten bits
// each; they round alike for both of a pair, so v_ij = -v_ji stays exact.
#pragma once
#include "mote/neighbours.h"

namespace mote {

/// As kernels see them. `k` is what NeighbourView::sum_moving hands over.
struct PairVectorView {
    std::uint32_t* data  = nullptr;
    const Index*   first = nullptr;  ///< batch where the pairs of each row begin
    float          step = 1;         ///< components are whole numbers of it, at most 511
    float          unit = 1;

    /// In units.
    MOTE_HOT Vec3T<Lane> at(Index k) const {
#ifndef __CUDACC__
        __builtin_prefetch(data + k + ahead);
#endif
        return load_packed(data + k);
    }
    /// Keeps v, a number of steps, and returns what is kept, in steps.
    MOTE_HOT Vec3T<Lane> keep(Index k, const Vec3T<Lane>& v) const { return store_packed(data + k, v); }

private:
    static constexpr Index ahead = 24 * list_padding;  // not quite a kilobyte
};

class PairVectors {
public:
    /// Room for the pairs of these lists, with components up to `largest`.
    void resize(const Exec&, const NeighbourView&, Index rows, float largest);

    PairVectorView view() { return {values_.write().data, first_.read().data, step_, step_ / packed_scale}; }

private:
    Scratch<std::uint32_t> values_;
    Scratch<Index>         first_;
    float                  step_ = 1;
};

}  // namespace mote
