// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Viscosity and XSPH in one walk over the neighbours. All three sums are antisymmetric in i and j, so linear momentum
// is kept to rounding; the forces lie along x_ij, so angular momentum is too.
#include "laws/pair/viscosity.h"
#include "mote/pair_values.h"
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
    bool              alike;         // all matter is, and walls stand apart in the lists
    SolidRows         solids;
    PairValueView     slopes;        // of pairs that move, where the solver keeps them
    float             bell;          // times those: as much in all as W, and nearly its shape, so that one number serves both sums

    MOTE_FN void operator()(Index i) const {
        const float rho_i = rest_density[i];
        const auto  sum   = alike ? sum_alike(i) : sum_of_all(i);
        acceleration[i] += (1 / rho_i) * sum.first + stored * sum.second;
        drift[i] = stored > 0 ? Vec3{0, 0, 0} : sum.second;
    }

    // Rubbing, and XSPH in the form that moves no momentum, rho_i dx_i/dt += xsph sum_j V_j min(rho_i, rho_j) (v_j - v_i) W, over matter alone.
    // Pairs are written out three times: compilers copy a struct of lanes through memory.
    using Sum = Both<Vec3, Vec3>;
    MOTE_HOT Sum sum_of_all(Index i) const {
        const Vec3  x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const float mu_i = viscosity[i], rho_i = rest_density[i], body = solids.of(i), share = SolidRows::is_solid(body) ? 0.f : -xsph / rho_i;
        return neighbours.sum(i, [&](auto j) {
            const auto p_j    = position_volume[j];
            const auto x_ij   = x_i - xyz(p_j), v_ij = v_i - xyz(velocity_density[j]);
            const auto rr     = dot(x_ij, x_ij), push = p_j.w * kernel.slope_over_r_at_square(rr);
            const auto rho_j  = rest_density[j], rho = min(rho_j, rho_i);
            const auto smooth = select(rho_j < wall_density, share * rho * p_j.w * kernel.at_square(rr), 0.f * rr);
            const auto mu_j   = viscosity[j], mu = solids.rubbing(body, j, mu_i, mu_j, PairViscosity::between(mu_i, mu_j));
            return Both{(push * law(mu, rho, dot(v_ij, x_ij), rr)) * x_ij, solids.of_liquids(j, smooth) * v_ij};
        });
    }
    /// The same where all matter has one density and one viscosity: a third less to load, and less to compute where slopes are kept.
    MOTE_HOT Sum sum_alike(Index i) const {
        if (slopes.data) return with_walls(i, sum_matter(i, slopes.first[i], [&](auto, std::size_t k) {
            const auto slope = -slopes.step * slopes.at(k);
            return Both{slope, bell * slope};
        }));
        return with_walls(i, sum_matter(i, 0, [&](auto rr, std::size_t) { return Both{kernel.slope_over_r_at_square(rr), -kernel.at_square(rr)}; }));
    }
    /// `weights` are W'/r, and -W of XSPH.
    template <class F>
    MOTE_HOT Sum sum_matter(Index i, Index first, const F& weights) const {
        const Vec3  x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const float mu_i = viscosity[i], rho_i = rest_density[i];
        return neighbours.sum_moving(i, first, [&](auto j, std::size_t k) {
            const auto         p_j  = position_volume[j];
            const auto         x_ij = x_i - xyz(p_j), v_ij = v_i - xyz(velocity_density[j]);
            const auto         rr   = dot(x_ij, x_ij);
            const auto         w    = weights(rr, k);
            const decltype(rr) mu(mu_i), rho(rho_i);
            return Both{(p_j.w * w.first * law(mu, rho, dot(v_ij, x_ij), rr)) * x_ij, (xsph * p_j.w * w.second) * v_ij};
        });
    }
    MOTE_HOT Sum with_walls(Index i, Sum sum) const {
        const Vec3  x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const float mu_i = viscosity[i], rho_i = rest_density[i];
        sum.first += neighbours.sum_still(i, [&](auto j) {
            const auto         p_j  = position_volume[j];
            const auto         x_ij = x_i - xyz(p_j), v_ij = v_i - xyz(velocity_density[j]);
            const auto         rr   = dot(x_ij, x_ij);
            const decltype(rr) rho(rho_i);
            return (p_j.w * kernel.slope_over_r_at_square(rr) * law(PairViscosity::between(mu_i, viscosity[j]), rho, dot(v_ij, x_ij), rr)) * x_ij;
        });
        return sum;
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
                           settings.xsph, settings.sound_speed > 0 ? 0.f : 1 / settings.kick,
                           settings.alike && p.copies() == 0, settings.solids, settings.slopes ? settings.slopes->view() : PairValueView{}, (kernel.dimension == 3 ? 1 / 12.f : 7 / 80.f) * kernel.h * kernel.h});
}

}  // namespace mote
