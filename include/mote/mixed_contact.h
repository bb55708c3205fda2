// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/lattice.h"

namespace mote {

/// Contact of virtual materials with elastic bodies: springs between particles, in the short steps that both take together.
class MixedContact {
public:
    /// Who is near whom in this step; after Solids::mark and Lattice::find. Returns how many are.
    Index find(const Exec&, const Particles&, const Neighbours&, const Solids&, const Lattice&);
    /// What they do to each other in `kick` goes into their velocities, at the start of a short step.
    void press(const Exec&, const Particles&, const Neighbours&, View<const Material>, Solids&, Lattice&, const LatticeSettings&, float kick);

private:
    Index          count_ = 0;
    Scratch<Index> mark_, row_;  // of particles; those that are near
    Scratch<Vec4>  give_;        // to each of them: velocity
};

}  // namespace mote
