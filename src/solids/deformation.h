// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/elastic.h"
#include "laws/point/plastic.h"
#include "mote/solids.h"
#include "smoothing/sheets.h"
#include "sweeps.h"

namespace mote::solid {

/// F of a row, from where its neighbours are and were. What comes to A_i from it is large and cancels in each pair but for what turns the body: as floats it
/// would turn by some millionths in ten turns.
struct Deformation {
    Moved     moved;
    ShapeView shape;

    MOTE_HOT Mat3d fitted(Index i) const { return wide(moved(i)) * wide(shape.inverse_moment(i)); }
    MOTE_HOT Mat3  whole(Index i, const Mat3d& fit) const {
        Mat3 f = narrow(fit);
        if (shape.rank(i) < 3)
            f = completed(f, shape.rank(i), shape.axis[i]);
        else if (shape.flat)
            f.row[2].z = 1;
        return f;
    }
};

/// k, of what has flowed by `plastic_strain` so far.
template <class S>
MOTE_HOT float beside(const ShapeView& shape, const Material& m, Index i, const View<S>& plastic_strain) {
    return plastic_strain.data ? shape.stiffness(i) * share_after_flow(m.plastic, m.elastic.shear, plastic_strain[i]) : shape.stiffness(i);
}

}  // namespace mote::solid
