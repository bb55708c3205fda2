// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A vector for each entry of the neighbour lists that moves, kept from one sweep to the next: iterations that would compute
// the same kernel gradients again and again read six bytes a pair instead. Components are 16-bit whole numbers of a step;
// they round alike for both of a pair, so v_ij = -v_ji stays exact. (Ten bits are too few: under pressure liquid sticks.)
#pragma once
#include "mote/neighbours.h"
#include "mote/short_rows.h"

namespace mote {

/// As kernels see them.
struct PairVectorView {
    std::int16_t* data  = nullptr;
    const Index*  first = nullptr;  ///< batch where the pairs of each row begin
    float         step  = 1;        ///< components are whole numbers of it, at most 32767

    /// Keeps v, in steps, and returns what is kept. `k` is what NeighbourView::sum_moving hands over.
    MOTE_HOT Vec3T<Lane> keep(Index k, const Vec3T<Lane>& v) const { return store_short_rows(data + std::size_t(k) * 3, v); }

    /// Sum of s_j v_ij over the neighbours of i that move. `s` is 0 for those that stand still, as `rows` below.
    MOTE_HOT Vec3 weighted(const NeighbourView& neighbours, Index i, View<const float> s) const {
        return step * short_row_unit * xyz(sum(neighbours, i, [&](const Index* j, const std::int16_t* v) { return weigh_short_rows(s.data, j, v); }));
    }
    /// Sum of rows_j . v_ij over them.
    MOTE_HOT float dots(const NeighbourView& neighbours, Index i, View<const Vec4> rows) const {
        const Vec4 parts = sum(neighbours, i, [&](const Index* j, const std::int16_t* v) { return multiply_short_rows(rows.data, j, v); });
        return step * short_row_unit * (parts.x + parts.y + parts.z);
    }

private:
    template <class F>
    MOTE_HOT Vec4 sum(const NeighbourView& neighbours, Index i, const F& f) const {
        const Index*        j   = neighbours.list[i].begin;
        const Index* const  end = j + neighbours.list[i].moving;
        const std::int16_t* v   = data + std::size_t(first[i]) * (3 * list_padding);
        RowLanes            s[2] = {};  // two, so that a sum need not wait for the one before
        for (; j < end; j += list_padding, v += 3 * list_padding) {
            for (Index k = 0; k < list_padding; k += 2 * row_lanes) {
                s[0] += f(j + k, v + 3 * k);
                s[1] += f(j + k + row_lanes, v + 3 * (k + row_lanes));
            }
            prefetch(v + ahead * 3 * list_padding), prefetch(j + ahead * list_padding);
        }
        return total(s[0] + s[1]);
    }
    static constexpr int ahead = 48;  // batches: about a kilobyte
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
