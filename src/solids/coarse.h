// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A grid of a few hundred nodes through each body at rest, for the slow part of an implicit step: conjugate gradients alone carry a push by two spacings in
// an iteration, and a stiff body is many across. Its cells are the trilinear elements of an ordinary finite element method, of the mean deformation of the
// particles in them. The matrix is that of the step on motions of this grid, near enough [two-level additive Schwarz; Dryja & Widlund 1987].
#pragma once
#include <vector>

#include "laws/point/elastic_change.h"
#include "mote/solids.h"

namespace mote::solid {

/// Where a particle is in a grid: its cell's first node, and its place in the cell.
struct GridPlace {
    Vec3  share;
    Index node, step[3];  // steps from node to node along the axes

    MOTE_HOT Index corner(int k) const { return node + (k & 1 ? step[0] : 0) + (k & 2 ? step[1] : 0) + (k & 4 ? step[2] : 0); }
    MOTE_HOT float weight(int k) const {
        return (k & 1 ? share.x : 1 - share.x) * (k & 2 ? share.y : 1 - share.y) * (k & 4 ? share.z : 1 - share.z);
    }
};
/// Velocities of the nodes, as particles feel them.
struct GridView {
    View<const GridPlace> place;
    View<const Vec4>      velocity;

    /// Nothing where there is no grid.
    MOTE_HOT Vec3 operator()(Index i) const {
        if (!place.data) return {};
        const GridPlace p = place[i];
        Vec3            v{};
        for (int k = 0; k < 8; ++k) v += p.weight(k) * xyz(velocity[p.corner(k)]);
        return v;
    }
};

struct GridCell {
    Index first, count;  // of its rows
    Index corner[8];
    float side;
};
/// What a cell is made of.
struct GridMean {
    StressChange change;
    float        volume, mass[8];
};
struct GridCorners {
    Vec4 value[8];
};

class CoarseGrid {
public:
    /// Through the bodies of these rows, `rows` being ordered by body, which begin at `first`.
    void lay(const Exec&, const RestShape&, View<const Index> rows, const std::vector<Index>& first, float spacing);
    bool is_laid() const { return laid_ > 0; }

    /// What a step is made of: kick times (ahead + damping) of stiffness.
    struct Terms {
        View<const Vec4>  position;  // with the inverse of the mass
        View<const Index> pin;
        View<const Mat3>  inverse_plastic;  // where something is plastic
        float             kick, ahead;
        const Scratch<Vec4>*  held;         // as of Press; null: nothing is
        const Scratch<float>* rubbed;
    };
    void factor(const Exec&, const RestShape&, View<const Material>, const Terms&);
    /// The change of velocities by momenta that are missing.
    GridView solve(const Exec&, View<const Vec3> residual);

private:
    void   lay_body(const RestShape&, View<const Index> rows, Index first, Index last, float spacing);
    void   find_profile();
    void   add_cell(const GridCell&, const GridMean&, const Terms&);
    void   add_held(View<const Vec4> held, View<const float> rubbed);
    void   decompose();
    float& entry(Index row, Index column) { return factor_[offset_[row] + column - start_[row]]; }

    Index                 laid_ = 0, nodes_ = 0;
    std::vector<GridCell> cells_;
    Scratch<GridCell>     cell_;
    Scratch<Index>        row_;         // by cells
    Scratch<GridPlace>    place_;       // of rows of `rest`
    Scratch<GridMean>     mean_;
    Scratch<GridCorners>  corners_;
    Scratch<Vec4>         velocity_;
    std::vector<Index>    start_;       // of the first column that is not zero, by unknowns
    std::vector<std::size_t> offset_;   // where a row of the factor begins
    std::vector<float>    factor_;
    std::vector<float>    right_;
};

}  // namespace mote::solid
