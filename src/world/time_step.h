// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// The step of which a whole number fills dt_max and which is at most dt: no tiny last step before a frame.
float even_share(float dt, float dt_max);

/// Whether viscosity is solved implicitly in this step: asked for, or automatic and it alone would shorten the step.
bool is_implicit(const ViscositySpec&, const StepLimit&);

/// From so many short steps on solids that touch something solve for a step too.
inline constexpr float many_short_steps = 64;

/// Whether solids solve for this step: asked for, or automatic and it would take many short ones.
bool is_implicit(const SolidSolverSpec&, int short_steps);

}  // namespace mote
