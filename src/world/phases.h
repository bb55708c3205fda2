// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Walls whose temperature goes with time have that of now.
void warm_walls(World&);
/// Liquids forget how they were laid, where that counts.
void follow_faces(World&, float dt);
/// Heat that comes and goes otherwise than by conduction: heaters, and air at free surfaces.
void exchange_heat(World&, float dt);
/// What matter becomes.
void change_phase(World&, float dt);
/// Velocities of liquids are half a step behind their places, of virtual materials half a short step, of elastic ones half one of theirs: what has become virtual in a step of `dt`, or was, has fallen by as much more or less.
void keep_time(World&, float dt);
/// What is liquid by now leaves the bodies that it was part of; what is elastic by now gets a shape, or joins one.
void follow_phases(World&);

}  // namespace mote
