// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Tells elastic bodies and virtual materials which walls and rigid bodies they may touch within the next `dt` [s], or that are nearer than `ahead` spacings; after Solids::enter.
void find_faces(World&, std::span<const RigidContact::Wall> walls, std::span<const Drive> pins, float dt, float ahead = 0.25f);

/// Where liquids may freeze: a column for how near to faces they did.
void remember_depths(World&);

}  // namespace mote
