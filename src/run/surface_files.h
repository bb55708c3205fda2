// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/run.h"

namespace mote {

/// Throws SceneError where a column that the scene wants on its surface is none that a frame of the world has.
void check_surface_columns(const SceneFile& file, const World& world);

}  // namespace mote
