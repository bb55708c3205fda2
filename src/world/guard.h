// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Holds back whoever has come through a boundary, or too near to it, in the move of the last `dt` [s]: he stops in front of
/// it, goes on along it and keeps no velocity into it. Returns how many there were. `time` is that of the world before the move.
Index hold_back(World&, double time, float dt);

/// The same after a move by drifts alone, each for a second, in which no time passes.
Index hold_back_drifts(World&);

}  // namespace mote
