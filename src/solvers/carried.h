// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Light rows move with the heavy ones that they see, as a bubble does with the water around it: to move it otherwise moves water, so its inertia is that of its added mass [Auton, Hunt &
// Prud'homme 1988]. A row of density rho whose neighbours are so far heavy that it has rho_added has
//     a_i = s <a> + (1 - s) f_i / m_i,    s = rho_added / (rho_added + rho_i),    <a> = sum_j w_ij a_j,    a_j = (f_j + sum_i w_ij s f_i) / (m_j + sum_i w_ij s m_i)
// with weights w over the heavy neighbours j, and f what pressure does. That is T M^-1 T', with f = V grad p and the rate its transpose, so the system stays symmetric; T leaves alone what all have in common,
// so momentum is kept to rounding. Light rows that see no heavy one have a little added mass too, and are carried by those that lie nearer to the rim (docs/decisions/042).
#pragma once
#include "mote/stages.h"
#include "pressure_kernels.h"

namespace mote {

class Carried {
public:
    /// Light rows, and heavy ones that see them.
    struct Rows {
        View<const Index> row, region;  ///< region: of all rows, above 0 where shut in
        Index             count = 0;
        float             heaviest = 0, bound = 0;  ///< of rest densities; what is below the second is light [kg/m^3]
    };
    struct Around {
        const Neighbours& neighbours;
        const Kernel&     kernel;
    };

    /// Who carries whom. Sets the diagonals of `acceleration` anew for these rows.
    void find(const Exec&, const Particles&, const Around&, const Rows&, const SolidRows&, const pressure::Acceleration&, View<Vec4> gradient);
    void forget() { any_ = false, rows_.count = 0; }
    bool any() const { return any_; }  ///< somebody is carried

    /// V a of each row alone becomes V a as above.
    void carry(const Exec&, const Particles&, const Around&, View<Vec4> motion);
    /// Nobody moves faster through what carries him than is worth the weight of the water in his place over half a spacing: what he has of inertia there he did not have where he comes from.
    void limit_slip(const Exec&, Particles&, const Around&, View<Vec4> motion, float gravity, float spacing, float kick);
    void give_back(const Exec&);

private:
    bool           any_ = false;
    Rows           rows_;
    Scratch<Vec4>  tie_, push_;  // of rows: share, 1/weight, layer and inverse density; what carriers take
    Scratch<float> whole_;       // of rows: mass, with what it carries [kg]
};

}  // namespace mote
