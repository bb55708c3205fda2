// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Takes away what is inside a sink, and counts it.
void drain_sinks(World&);

}  // namespace mote
