// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the steps of virtual materials need besides.
#pragma once
#include "affine.h"
#include "mote/lattice.h"
#include "solids/press.h"

namespace mote {

struct Lattice::Room {
    // Short steps: by place what contact does, and at the first of a batch what is to be asked of it (Care).
    Scratch<Vec3>  touch;
    Scratch<Index> care;
    Scratch<float> bend;             // by place: dashpots of what is thin
    Scratch<Index> bends;            // and who is, or is docked to such
    bool           is_thin = false;  // anybody
    bool           touches = false;  // anybody
    bool           rubs    = false;  // any bond
    Scratch<crystal::Grasp> grasp;   // by place, of what may flow

    // Implicit ones.
    Scratch<Vec4>       position, velocity, rest, stiff, spin, direction, guess;
    Scratch<Mat3>       ease;
    Scratch<MaterialId> material;
    Scratch<Index>      pinned, link;
    Scratch<Vec3>       given, residual, change, product, last;
    Scratch<Vec3>       turning, turned_guess, turned;  // of crystals, by velocities, by the guess and by the direction
    Scratch<float>      inverse, none;
    solid::Press        walls;
};

}  // namespace mote
