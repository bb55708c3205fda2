// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Implicit boundaries: in a step, each particle near one has a few wall rows of its own that stand for all of it (wall_profile.h). They
// are the private rows of the table, behind all others, at the end of the list of their owner and of no other. Sweeps
// take them for what they are, rows of a wall, and know nothing else of them.
#pragma once
#include "mote/table.h"

namespace mote {

struct Particles;

/// Whose the private rows are, in their order.
struct Contacts {
    Scratch<Index> first;   ///< by row of matter, and one more: its first private row, from the first of all
    Scratch<Index> unseen;  ///< by row of matter: about how many samples a wall would have where it has these few
    Scratch<Index> owner;
    Scratch<Vec3>  normal;  ///< out of the wall
};

/// Where positions are tried that matter does not have yet, its rows go along the wall with it.
void slide_contacts(const Exec&, const Particles&, View<Vec4> place);

}  // namespace mote
