// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Lists the rows that `w.marked.mark` marks among the first `rows`, in their order, with a fate of `stays`; returns how many.
Index list_marked(World&, Index rows);

/// Takes out the rows that are not marked; returns how many. What is left of the first `ours` is ours, so many less.
Index keep_marked(World&, Index ours);
/// The same of those rows of the list that do not stay.
Index take_out_listed(World&, Index listed, Index ours);

/// Takes out what has left the domain.
void remove_lost(World&);

/// Puts matter into the order of its cells, before all walls. Walls that stand still keep theirs.
void sort_rows(World&);

}  // namespace mote
