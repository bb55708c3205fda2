// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A vector for each entry of the neighbour lists that moves, kept from one sweep to the next: iterations that would compute
// the same kernel gradients again and again read six bytes a pair instead. Components are 16-bit whole numbers of a step;
// they round alike for both of a pair, so v_ij = -v_ji stays exact. (Ten bits are too few: under pressure liquid sticks.)
#pragma once
#include "mote/neighbours.h"

namespace mote {

/// As kernels see them. `k` is what NeighbourView::sum_moving hands over.
struct PairVectorView {
    std::int16_t* data  = nullptr;
    const Index*  first = nullptr;  ///< batch where the pairs of each row begin
    float         step  = 1;        ///< components are whole numbers of it, at most 32767

    /// In steps.
    MOTE_HOT Vec3T<Lane> at(Index k) const {
        const std::int16_t* x = place(k);
#ifndef __CUDACC__
        __builtin_prefetch(x + ahead);
#endif
        return {load_shorts(x), load_shorts(x + list_padding), load_shorts(x + 2 * list_padding)};
    }
    /// Keeps v, in steps, and returns what is kept.
    MOTE_HOT Vec3T<Lane> keep(Index k, const Vec3T<Lane>& v) const {
        std::int16_t* const x = place(k);
        return {store_shorts(x, v.x), store_shorts(x + list_padding, v.y), store_shorts(x + 2 * list_padding, v.z)};
    }

private:
    static constexpr int ahead = 24 * 3 * list_padding;  // 24 batches: about a kilobyte

    MOTE_HOT std::int16_t* place(Index k) const {
        return data + std::size_t(k / list_padding) * (3 * list_padding) + k % list_padding;
    }
};

class PairVectors {
public:
    /// Room for the pairs of these lists, with components up to `largest`.
    void resize(const Exec&, const NeighbourView&, Index rows, float largest);

    PairVectorView view() { return {values_.write().data, first_.read().data, step_}; }

private:
    Scratch<std::int16_t> values_;
    Scratch<Index>        first_;
    float                 step_ = 1;
};

}  // namespace mote
