// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Takes out liquid that is used up, and makes two of each particle that has swollen too far.
void count_anew(World&);
/// What matter takes up of liquids and what dries, over dt [s].
void mix_liquids(World&, float dt);

}  // namespace mote
