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
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, velocity_density;
    View<const float> rest_density, viscosity;
    View<Vec3>        acceleration, drift;
    Kernel            kernel;
    PairViscosity     law;
    float             xsph, stored;  // stored: 1/kick [1/s], or 0 where the correction only moves particles

    MOTE_FN void operator()(Index i) const {
        const auto  v_i  = xyz(velocity_density[i]);
        const auto  x_i  = xyz(position_volume[i]);
        const float mu_i = viscosity[i], rho_i = rest_density[i], share = -xsph / rho_i;
        const auto  sum  = neighbours.sum(i, [&](auto j) {
            const auto p_j = position_volume[j], v_j = velocity_density[j];
            const auto x_ij = x_i - xyz(p_j), v_ij = v_i - xyz(v_j);
            const auto rr = dot(x_ij, x_ij);
            const auto mu = PairViscosity::between(mu_i, viscosity[j]);
            const auto rho_j = rest_density[j], rho = min(rho_j, rho_i);
            const auto push = law(mu, rho, dot(v_ij, x_ij), rr);
            // XSPH in the form that moves no momentum: rho_i dx_i/dt += xsph sum_j V_j min(rho_i, rho_j) (v_j - v_i) W, over
            // matter alone.
            const auto smooth = select(rho_j < wall_density, share * rho * p_j.w * kernel.at_square(rr), 0.f * rr);
            return Both{(p_j.w * push * kernel.slope_over_r_at_square(rr)) * x_ij, smooth * v_ij};
        });
        acceleration[i] += (1 / rho_i) * sum.first + stored * sum.second;
        drift[i] = stored > 0 ? Vec3{0, 0, 0} : sum.second;
    }
};

}  // namespace

float viscosity_factor(const Kernel& kernel, float spacing) {
    if (!(spacing > 0)) return 2.f * float(kernel.dimension + 2);
    const int   d = kernel.dimension, reach = int(kernel.h / spacing) + 1, across = d == 3 ? reach : 0;
    const float volume = d == 3 ? spacing * spacing * spacing : spacing * spacing;
    float       sum    = 0;
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j <= reach; ++j)
            for (int k = -across; k <= across; ++k) {
                const float rr = spacing * spacing * float(i * i + j * j + k * k);
                sum -= rr * rr / (rr + 0.01f * kernel.h * kernel.h) * kernel.slope_over_r_at_square(rr);
            }
    return 2.f * float(d + 2) * float(d) / (sum * volume);
}

void add_viscosity(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                   const ViscositySettings& settings) {
    const float softening = 0.01f * kernel.h * kernel.h;
    parallel_for(exec, "viscosity", p.size(),
                 Viscosity{neighbours.view(), p.position_volume.read(), p.velocity_density.read(),
                           p.rest_density.read(), p.viscosity.read(), p.acceleration.write(), p.drift.write(), kernel,
                           PairViscosity{settings.laminar ? viscosity_factor(kernel, settings.spacing) : 0.f,
                                         settings.damping * settings.sound_speed * 0.5f * kernel.h, softening},
                           settings.xsph, settings.sound_speed > 0 ? 0.f : 1 / settings.kick});
}

}  // namespace mote
