// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Takes away what is inside a sink, and counts it.
void drain_sinks(World&);

/// Appends the layers that have left their openings by now, and lets go of particles that are a support radius away. A
/// particle that would be too near to another, or whose surroundings are compressed already, is withheld and counted.
void run_sources(World&);

/// The longest step [s] that lets no layer appear farther from its opening than matter may move in a step.
float choose_source_step(const World&);

/// Guided particles keep the speed of their source: takes the pushes of this step from them.
void apply_source_speed(World&);

}  // namespace mote
