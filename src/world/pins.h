// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What pins do with solids. A rigid body that a pin holds for a time is led from where it was then: it has a pin of its own, with a number beyond those of the scene.
#pragma once
#include "mote/world.h"

namespace mote {

/// The velocities of what is led over the next `dt`, by where it is now.
Drive drive_of(const std::optional<Motion>&, double time, float dt);
/// Of all pins, and then of rigid bodies that have one of their own.
std::vector<Drive> drives_of(const World&, float dt);
/// Where these lead in `dt` what stood at rest.
std::vector<Pose> poses_of(const World&, float dt);
/// Rigid bodies are held, or let go, by pins that come and go.
void hold_rigid(World&);

}  // namespace mote
