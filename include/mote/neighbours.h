// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who is near whom: sweeping the lists. They are built once per step and swept many times; a stage sums over them with
// `neighbours.sum(i, [&](auto j) { ... })` and never sees how they are stored.
#pragma once
#include <span>

#include "mote/lane.h"
#include "mote/neighbour_search.h"

namespace mote {

/// The lists as kernels see them.
struct NeighbourView {
    struct List {
        const Index* begin;
        Index        count;
        Index        moving;  ///< how many of them, the first, are rows that move
    };
    const List* list = nullptr;

    MOTE_HOT Index count(Index i) const { return list[i].count; }
    /// The neighbours of i without the padding, ascending.
    std::span<const Index> of(Index i) const { return {list[i].begin, list[i].count}; }

    /// Sum over the entries of the list from `skip` on, a multiple of the padding.
    template <class F>
    MOTE_HOT auto sum_from(Index i, Index skip, const F& f) const {
        using T         = decltype(f(Lanes{}));
        T          s    = Zero<T>::value();
        const List of_i = list[i];
        const auto end  = of_i.begin + of_i.count;
        for (const Index* row = of_i.begin + skip; row < end; row += lane_width) {
#if MOTE_SIMD
            s = s + f(Lanes{row});
#else
            s = s + f(*row);
#endif
        }
        return total(s);
    }

    /// Sum of f(j) over the neighbours of i. `j` indexes views; f returns a number, Vec3, Mat3 or Both of these.
    template <class F>
    MOTE_HOT auto sum(Index i, const F& f) const {
        return sum_from(i, 0, f);
    }

    /// Sum of f(j, k) over the neighbours of i that move, in batches: the last may hold others too. `k` is the place of the
    /// pair in a PairVectors, where those of i begin at batch `first`.
    template <class F>
    MOTE_HOT auto sum_moving(Index i, Index first, const F& f) const {
        using T               = decltype(f(Lanes{}, Index()));
        T            s        = Zero<T>::value();
        const Index* row      = list[i].begin;
        const Index  batches  = batches_of(list[i].moving), last = first + batches;
        for (Index batch = first; batch < last; ++batch)
            for (Index lane = 0; lane < list_padding; lane += lane_width, row += lane_width) {
#if MOTE_SIMD
                s = s + f(Lanes{row}, batch * list_padding + lane);
#else
                s = s + f(*row, batch * list_padding + lane);
#endif
            }
        return total(s);
    }
    /// Sum of f(j) over the neighbours of i that stand still, in batches: the first may hold others too.
    template <class F>
    MOTE_HOT auto sum_still(Index i, const F& f) const {
        using T = decltype(sum_from(i, 0, f));
        return list[i].moving < list[i].count ? sum_from(i, list[i].moving / list_padding * list_padding, f) : Zero<T>::value();
    }

    MOTE_HOT static Index batches_of(Index count) { return (count + list_padding - 1) / list_padding; }
};

}  // namespace mote
