// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Times of scenes are single, that of a step is the sum of many.
bool has_come(double event, double now);
/// How long it is until a pin or a material changes, or a boundary is taken away [s].
float time_to_change(const World&);
/// Materials and pins become what they are at this time.
void follow_schedule(World&);
/// The same of pins that hold rows of elastic bodies, which come and go as matter freezes and melts.
void hold_solids(World&);

}  // namespace mote
