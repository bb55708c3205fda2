// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Takes out what has left the domain.
void remove_lost(World&);

/// Puts matter into the order of its cells, before all walls. Walls that stand still keep theirs.
void sort_rows(World&);

}  // namespace mote
