// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/step.h"

namespace mote {

/// The step of which a whole number fills dt_max and which is at most dt: no tiny last step before a frame.
float even_share(float dt, float dt_max);

/// Puts matter into the order of its cells, before all walls. Walls that stand still keep theirs.
void sort_rows(World&);

/// Takes out what has left the domain.
void remove_lost(World&);

/// Whether viscosity is solved implicitly in this step: asked for, or automatic and it alone would shorten the step. Then dt
/// becomes what is stable without it [s].
bool choose_implicit_viscosity(const World&, float longest, float& dt);

/// Throws Unsound where the matter needs shorter steps than the scene allows; `dt` is the longest that is stable [s].
void refuse_short_step(const World&, float dt);

/// Throws Unsound with the whole story: which particle, of what, where, how many neighbours, in which step.
[[noreturn]] void give_up(const World&, const Trouble&, float dt);

}  // namespace mote
