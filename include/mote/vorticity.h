// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/stages.h"

namespace mote {

/// Particles that turn on their own: what smoothing takes from the eddies of the flow they keep, and give back. A world has it
/// where its scene asks for it.
struct Vorticity {
    explicit Vorticity(Particles& p) : spin(p, "spin", "rad/s, 1") {}

    Column<Vec4>  spin;           ///< xyz [rad/s]; w is 0 until it has been set to that of the flow
    Scratch<Vec4> relative;       ///< spin less that of the flow [rad/s], of every row
    float         inertia  = 0;   ///< of a particle, over its mass [m^2]
    float         transfer = 0;   ///< [m^2/s]; inertia / (2 transfer) is how long spin and flow need to agree
};

/// Adds what the spins push; `kick` is how long accelerations act [s]. Forces are equal and opposite.
void add_vorticity(const Exec&, Particles&, const Neighbours&, const Kernel&, Vorticity&, float kick);
/// What the flow does to the spins in return, after the step is sure.
void turn_spins(const Exec&, const Particles&, Vorticity&, const Kernel&, float kick);
/// sum m inertia spin^2 / 2 [J]
double spin_energy(const Exec&, const Particles&, const Vorticity&);

}  // namespace mote
