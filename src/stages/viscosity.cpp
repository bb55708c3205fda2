// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Viscosity and XSPH in one walk over the neighbours. All three sums are antisymmetric in i and j, so linear momentum
// is kept to rounding; the forces lie along x_ij, so angular momentum is too.
#include "laws/pair/viscosity.h"
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote {
namespace {

struct Viscosity {
    NeighbourView       neighbours;
    View<const Vec4>    position_mass, velocity_density;
    View<const float>   viscosity;
    View<Vec3>          acceleration, drift;
    Kernel              kernel;
    LaminarViscosity    laminar;
    ArtificialViscosity artificial;
    float               xsph;

    MOTE_FN void operator()(Index i) const {
        const Vec4  v_i  = velocity_density[i];
        const auto  x_i  = xyz(position_mass[i]);
        const float mu_i = viscosity[i];
        const auto  sum  = neighbours.sum(i, [&](auto j) {
            const auto p_j = position_mass[j], v_j = velocity_density[j];
            const auto x_ij = x_i - xyz(p_j), v_ij = xyz(v_i) - xyz(v_j);
            const auto rr = dot(x_ij, x_ij), r = sqrt(rr), approach = dot(v_ij, x_ij);
            const auto mean_density = 0.5f * (v_i.w + v_j.w);
            const auto push         = laminar(0.5f * (mu_i + viscosity[j]), v_i.w * v_j.w, approach, rr) +
                              artificial(mean_density, approach, rr);
            // XSPH in the form that moves no momentum: dx_i/dt += xsph sum_j m_j / rho_mean (v_j - v_i) W.
            return Both{(p_j.w * push * kernel.slope_over_r(r)) * x_ij,
                        (-xsph * p_j.w / mean_density * kernel(r)) * v_ij};
        });
        acceleration[i] += sum.first;
        drift[i] = sum.second;
    }
};

}  // namespace

void add_viscosity(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                   const ViscositySettings& settings) {
    const float softening = 0.01f * kernel.h * kernel.h;
    parallel_for(exec, "viscosity", p.size(),
                 Viscosity{neighbours.view(), p.position_mass.read(), p.velocity_density.read(), p.viscosity.read(),
                           p.acceleration.write(), p.drift.write(), kernel,
                           LaminarViscosity{2.f * float(settings.dimension + 2), softening},
                           ArtificialViscosity{settings.damping * settings.sound_speed * 0.5f * kernel.h, softening},
                           settings.xsph});
}

}  // namespace mote
