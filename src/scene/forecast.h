// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/build.h"

namespace mote {

/// Memory that is free on this machine [bytes].
std::size_t available_memory();

/// What a particle takes at the peak of a run, neighbour lists and sorting room included [bytes].
std::size_t bytes_per_particle(const Scene&);

/// "1.3 GiB"
std::string in_bytes(double bytes);

/// Fills in what a run will take: memory, disk, time step and time.
void forecast(const Scene&, const World&, SceneReport&);

}  // namespace mote
