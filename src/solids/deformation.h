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

/// A bound of the largest stretch of `f`.
MOTE_FN float stretch_bound(const Mat3& f) {
    return sqrt(max(most_square(f), 1.f));
}
/// How far matter has flowed since its shape at rest was found: a bound of the largest logarithmic strain, either way. Flow keeps volume, so the inverse of G is its cofactor.
MOTE_FN float flow_since(const Mat3& inverse_plastic) { return log(max(stretch_bound(inverse_plastic), stretch_bound(cofactor(inverse_plastic)))); }

/// k, of what has flowed by `plastic_strain` so far.
template <class S>
MOTE_HOT float beside(const ShapeView& shape, const Material& m, Index i, const View<S>& plastic_strain) {
    return plastic_strain.data ? shape.stiffness(i) * share_after_flow(shape.flow(m.plastic, i), shape.firmness(i) * m.elastic.shear, plastic_strain[i]) : shape.stiffness(i);
}

}  // namespace mote::solid
