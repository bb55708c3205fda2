// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/exec.h"
#include "mote/particles.h"

namespace mote {

/// What somebody who watches touches matter with: pulls what is near a place, or blows along a line.
struct Hand {
    Vec3  at{};        ///< The place, or a point of the line [m].
    Vec3  along{};     ///< Direction of the line, of length 1; 0: there is none.
    float reach = 0;   ///< How far from it nothing is felt any more [m].
    Vec3  push{};      ///< Acceleration in the middle [m/s^2]; it fades to the border.
    float drag = 0;    ///< How fast it brings matter to rest in the middle [1/s].
    int   body = -1;   ///< The only body that feels it; -1: all do.
};

/// Adds to the acceleration; `kick` is how long accelerations act [s].
void add_hand(const Exec&, Particles&, const Hand&, float kick);

}  // namespace mote
