// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Takes away what is inside a sink, and counts it.
void drain_sinks(World&);

/// Moves the layers behind all openings on to where they are by now, makes matter of those that have left and lays new ones.
/// A particle that would be too near to another is withheld and counted; where matter in front of the opening is
/// compressed already, all of them wait.
void run_sources(World&);

/// The longest step [s] in which no source moves farther than matter may, or opens unseen.
float choose_source_step(const World&);

}  // namespace mote
