// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The rate of shear, and the viscosity that follows from it. grad v_i = sum_j V_j (v_j - v_i) grad W, times the inverse of
// sum_j V_j (x_j - x_i) grad W, which makes it exact for linear fields up to the surface [Bonet & Lok 1999, eq. 34]. A wall
// takes part as far as matter rubs on it (wall_friction): matter that slips along it is not sheared by it.
#include "laws/point/shear_viscosity.h"
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote {
namespace {

struct ShearRate {
    NeighbourView          neighbours;
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const Vec4>       position_volume, velocity_density;
    View<const float>      viscosity;
    View<float>            rate;
    Kernel                 kernel;

    MOTE_FN void operator()(Index i) const {
        rate[i] = 0;
        if (materials[material[i]].shear.kind == ShearLaw::Kind::newtonian) return;
        const auto x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const auto sum = neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ji = xyz(p_j) - x_i, v_ji = xyz(velocity_density[j]) - v_i;
            const auto rubs = viscosity[j];
            const auto w    = -p_j.w * kernel.slope_over_r_at_square(dot(x_ji, x_ji)) * select(rubs < 0, -rubs, 0.f * rubs + 1.f);
            return Both{outer(v_ji, w * x_ji), outer(x_ji, w * x_ji)};
        });
        Mat3 moment = sum.second;
        if (kernel.dimension == 2) moment.row[2].z = 1;
        const bool thin = !(determinant(moment) > 1e-4f);  // a lone drop, a string: nothing to correct with
        const Mat3 d    = symmetric(thin ? sum.first : sum.first * inverse(moment));
        rate[i]         = ::sqrtf(2.f) * norm(d);
    }
};

struct ViscosityOfShear {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      rate;
    View<float>            viscosity;

    MOTE_FN void operator()(Index i) const {
        const Material& m = materials[material[i]];
        if (m.shear.kind != ShearLaw::Kind::newtonian) viscosity[i] = shear_viscosity(m.shear, viscosity[i], rate[i]);  // from what it is at its temperature
    }
};

}  // namespace

bool has_shear_law(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.shear.kind != ShearLaw::Kind::newtonian) return true;
    return false;
}

void compute_shear_viscosity(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                             View<const Material> materials, Scratch<float>& rate) {
    rate.resize(exec, p.size());
    parallel_for(exec, "shear rate", p.size(),
                 ShearRate{neighbours.view(), materials, p.material.read(), p.position_volume.read(),
                           p.velocity_density.read(), p.viscosity.read(), rate.write(), kernel});
    parallel_for(exec, "shear viscosity", p.size(), ViscosityOfShear{materials, p.material.read(), rate.read(), p.viscosity.write()});
    refresh(exec, p, p.viscosity.write());
}

}  // namespace mote
