// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A vector for each entry of the neighbour lists that moves, kept from one sweep to the next: iterations that would compute
// the same kernel gradients again and again read six bytes a pair instead. Components are 16-bit whole numbers of a unit;
// they round alike for both of a pair, so v_ij = -v_ji stays exact.
#pragma once
#include "mote/neighbours.h"

namespace mote {

/// As kernels see them. `k` is what NeighbourView::sum_moving hands over.
struct PairVectorView {
    std::int16_t* data    = nullptr;
    const Index*  first   = nullptr;  ///< batch where the pairs of each row begin
    float         unit    = 1, per_unit = 1;

    /// In units.
    MOTE_HOT Vec3T<Lane> at(Index k) const {
        const std::int16_t* x = place(k);
#ifndef __CUDACC__
        __builtin_prefetch(x + ahead);
#endif
        return {load_shorts(x), load_shorts(x + list_padding), load_shorts(x + 2 * list_padding)};
    }
    /// Keeps v and returns it as it is kept, not in units.
    MOTE_HOT Vec3T<Lane> keep(Index k, const Vec3T<Lane>& v) const {
        std::int16_t* const x = place(k);
        return unit * Vec3T<Lane>{store_shorts(x, per_unit * v.x), store_shorts(x + list_padding, per_unit * v.y),
                                  store_shorts(x + 2 * list_padding, per_unit * v.z)};
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

    PairVectorView view() { return {values_.write().data, first_.read().data, unit_, 1 / unit_}; }

private:
    Scratch<std::int16_t> values_;
    Scratch<Index>        first_;
    float                 unit_ = 1;
};

}  // namespace mote
