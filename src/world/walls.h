// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Takes out the samples of boundaries whose time is over.
void remove_walls(World&);
/// Puts the samples of boundaries that move where they are at the time of the world.
void move_walls(World&);

/// Gives them the velocity that takes them to where they are `dt` later [s].
void drive_walls(World&, float dt);

/// The longest step [s], at most `longest`, in which no boundary moves farther than matter may, however late it begins to.
float choose_wall_step(const World&, float longest);

}  // namespace mote
