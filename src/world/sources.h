// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// Whether a boundary stands across the way of what leaves an opening at `place`, nearer than matter needs to turn aside.
bool is_shut(const Shape&, bool inside, const Pose&, const Vec3& place, const Vec3& direction, float spacing);

/// Moves the layers behind all openings on to where they are by now, makes matter of those that have left and lays new ones.
/// A particle that would be too near to another is withheld and counted; where matter in front of the opening is
/// compressed already, or a boundary has moved in front of it, all of them wait.
void run_sources(World&);

/// The longest step [s] in which no source moves farther than matter may, or opens unseen.
float choose_source_step(const World&);

}  // namespace mote
