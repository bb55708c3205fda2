// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Gives matter near implicit boundaries its own wall rows, for the length of the step. After the images.
void make_contacts(World&);

}  // namespace mote
