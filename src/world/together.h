// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Moves virtual materials, and elastic bodies beside them, over `dt` [s] in short steps that they take together. Returns how many.
int move_together(World&, std::span<const RigidContact::Wall> walls, std::span<const Drive> pins, float dt);

}  // namespace mote
