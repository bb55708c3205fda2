// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Periodic faces: what leaves the domain through one comes back through the opposite one, and neighbours are seen across them.
// In a step, rows near such a face have images beyond the other one: copies of the whole row with a shifted position, behind
// all other rows of the table (Table::copies). Neighbour lists hold them like any row, so no pair formula knows of them. Whoever
// writes a value that others read from its row in the same step refreshes it.
#pragma once
#include "mote/table.h"

namespace mote {

struct Particles;

/// Which faces are periodic: the domain along each axis [m]. A length of 0 is not periodic.
struct Periodic {
    Vec3 low, length;

    bool any() const { return length.x > 0 || length.y > 0 || length.z > 0; }
};

/// Whose images the last rows of the particles are, in their order. There are Table::copies of them.
struct Images {
    Scratch<Index> origin;
    Scratch<Vec3>  shift;  ///< [m]
    Scratch<Index> first;  ///< by row: its first image; room of make_images
};

/// Takes matter that has crossed a periodic face to the other side.
void wrap_positions(const Exec&, Particles&, const Periodic&);

/// Appends the images of all rows that are nearer than `reach` [m] to a periodic face. Matter lies inside the domain.
void make_images(const Exec&, Particles&, const Periodic&, float reach);

/// Gives every image the value of its origin. Costs nothing where there are none. T is float or Vec4.
template <class T>
void refresh(const Exec&, const Particles&, View<T> value);
/// The same for positions, which are shifted; w is taken as it is.
void refresh_places(const Exec&, const Particles&, View<Vec4> place);

}  // namespace mote
