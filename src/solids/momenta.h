// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/solids.h"

namespace mote::solid {

/// Rows that move as one where nothing else acts on them than what is given here.
struct MomentaRows {
    View<const Index> row, pin;     // row: of `first` and the next; empty: these themselves
    View<const Vec4>  position;     // with 1/mass
    View<const Vec3>  push, touch, moment;  // [m/s^2]; impulses, and moments that come with them, where there are some
    Vec3              given;        // to each [m/s]
    Index             first, count;
    float             dt;

    MOTE_HOT Index operator[](Index k) const { return row.data ? row[first + k] : first + k; }
};
/// Takes back what changes of velocity have given to them as a whole; nothing where one is pinned.
void keep_momenta(const Exec&, const MomentaRows&, View<Vec3> change, bool turns);

}  // namespace mote::solid
