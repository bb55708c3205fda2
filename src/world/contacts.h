// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Gives matter near implicit boundaries its own wall rows, for the length of the step. After the images.
void make_contacts(World&);

/// What surface tension feels of implicit boundaries: finds their normals, and adds their attraction to the acceleration.
void find_clinging(World&);

}  // namespace mote
