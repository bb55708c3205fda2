// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/step.h"

namespace mote {

/// Throws Unsound where the matter needs shorter steps than the scene allows; `dt` is the longest that is stable [s], by what elastic bodies ask for where `of_solids`.
void refuse_short_step(const World&, float dt, bool of_solids);

/// Throws Unsound where the energy of elastic bodies is no number [J].
void refuse_energy(const World&, double energy);

/// Throws Unsound with the whole story: which particle, of what, where, how many neighbours, in which step.
[[noreturn]] void give_up(const World&, const Trouble&, float dt);

}  // namespace mote
