// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once

namespace mote {

/// What the layers of a lattice with a flat face pull with where s and sigma are 1, in spacings.
struct FlatFace {
    float steepest;  ///< n_0: |n| of the outermost layer
    float free;      ///< tension of a face to nobody
    float wall;      ///< of one to a wall, whose stress is without e
    float between;   ///< of one side of a face between two liquids, which has neighbours all around
};
FlatFace flat_face(int dimension);

/// What one side of a flat surface between two liquids pulls with, over the tension that the table of pairs has for it.
float pull_between(int dimension);

}  // namespace mote
