// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What of a scene can be changed while it runs: values that every step reads anew. All else is how a scene begins.
#pragma once
#include "mote/scene.h"
#include "mote/world.h"

namespace mote::studio {

/// The first scene with whatever of the second may be changed while it runs. Equal to the second where that is all.
Scene with_live_changes(const Scene& from, const Scene& to, const World& world);

/// Gives a world the values of a scene that `with_live_changes` has let through.
void apply_live_changes(World& world, const Scene& scene);

}  // namespace mote::studio
