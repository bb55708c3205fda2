// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// The longest step that diffusion and ripples between liquids allow [s]. Diffusion takes up to so many short steps of its own
/// in one of the flow.
inline constexpr int most_diffusion_steps = 50;
float choose_spreading_step(const World&);

/// Heat flows and the concentration spreads for dt [s].
void conduct_heat(World&, float dt);
void spread_solute(World&, float dt);

}  // namespace mote
