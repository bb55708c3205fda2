// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Whom particles of virtual materials may touch, other than those they are docked to.
#pragma once
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote::crystal {

/// A bit for each of the first 31 of the list, and one for all others.
inline constexpr Index last_bit = 31;
/// Who may touch in this step, by where they are at its start: of other bodies all in the list, for two may come nearer by most of a spacing; of one body not two that are inside. Each of a pair
/// has the other, or momentum would not be kept.
struct MayTouch {
    static constexpr float own_reach = 1.3f;  // in D: next but one are 1.41 apart at rest

    View<const Vec4> site_of;
    SolidRows        solids;
    float            distance;  // D [m]

    template <class J>
    MOTE_HOT auto operator()(Index i, J j) const {
        const auto  r = xyz(site_of[j]) - xyz(site_of[i]);
        const auto  square = dot(r, r), none = 0.f * square, one = none + 1, group = solids.group[j] + none;
        const float outside = solids.inside(i) ? 0.f : 1.f;
        const auto  both = select(solids.own_fullness[j] + none > SolidRows::inner_fullness, none + outside, one);
        return select(abs(group - solids.group[i]) < 0.5f, select(square < own_reach * own_reach * distance * distance, both, none), select(group > 0.5f, one, none));
    }
};
/// f(j) of those whose bit is set.
template <class F>
MOTE_HOT void each_near(const NeighbourView& lists, const MayTouch& may_touch, Index i, Index bits, const F& f) {
    Index left = bits & ((1u << last_bit) - 1);
    for (Index n = 0; left; ++n, left >>= 1)
        if (left & 1u) f(lists.moving_row(i, n));
    if (bits >> last_bit)
        for (Index n = last_bit; n < lists.moving(i); ++n)
            if (const Index j = lists.moving_row(i, n); may_touch(i, j) > 0) f(j);
}

}  // namespace mote::crystal
