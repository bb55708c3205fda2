// Copyright (c) 2026 The Mote authors. MIT licence.
//
// rho0_i a_i = - sum_j V_j (p_i + p_j) grad W_ij with volumes at rest V: equal and opposite along the line of the pair, so
// linear and angular momentum are kept to rounding, and liquids of any densities may touch. Walls mirror the pressure of
// the particle that pushes [Akinci et al. 2012]; what they miss along them is made good (beside_walls.h). Artificial stress adds to the bracket, so it keeps both momenta too.
#include "equation_of_state.h"

#include "beside_walls.h"
#include "laws/pair/artificial_stress.h"
#include "mote/neighbours.h"

namespace mote {

using namespace pressure;

namespace {

struct Pressure {
    View<const Vec4>  velocity_density;
    View<const float> rest_density;
    View<float>       pressure;
    Tait              law;

    MOTE_FN void operator()(Index i) const { pressure[i] = law.pressure(velocity_density[i].w, rest_density[i]); }
};

/// Most scenes hold no tension: those pay nothing for the artificial stress.
template <bool stressed>
struct PressureAcceleration {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, velocity_density;
    View<const float> rest_density, pressure;
    View<Vec3>        acceleration;
    Kernel            kernel;
    ArtificialStress  stress;
    bool              images, surface;  // there are images, which stand among the walls; matter has a free surface

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_volume[i]);
        const float p_i = pressure[i];
        Vec3        all = neighbours.sum(i, [&](auto j) {
            const auto x_j  = position_volume[j];
            const auto x_ij = x_i - xyz(x_j);
            const auto r    = length(x_ij);
            const auto own  = pressure[j];
            const auto p_j  = select(own > mirror_pressure, own, p_i);
            auto       push = p_i + p_j;
            if constexpr (stressed) push = push + stress(decltype(p_j)(p_i), p_j, kernel(r));
            return (x_j.w * push * kernel.slope_over_r(r)) * x_ij;
        });
        if (surface) {
            const auto wall = walls(i);
            all = stronger_along(all, wall.first, stronger_beside(velocity_density[i].w / rest_density[i], wall.second));
        }
        acceleration[i] -= (1 / rest_density[i]) * all;
    }

    /// sum V grad W over walls, and its moment.
    MOTE_HOT Both<Vec3, Symmetric<float>> walls(Index i) const {
        const auto x_i     = xyz(position_volume[i]);
        const auto of_wall = [&](auto j) {
            const auto x_j  = position_volume[j];
            const auto x_ij = x_i - xyz(x_j);
            const auto v_j  = select(pressure[j] > mirror_pressure, 0.f * x_j.w, x_j.w);
            const auto push = (v_j * kernel.slope_over_r_at_square(dot(x_ij, x_ij))) * x_ij;
            return Both{push, product(push, x_ij)};
        };
        return images ? neighbours.sum(i, of_wall) : neighbours.sum_still(i, of_wall);
    }
};

template <bool stressed>
void add_pressure(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                  const ArtificialStress& stress, bool full) {
    parallel_for(exec, "pressure force", p.size(),
                 PressureAcceleration<stressed>{neighbours.view(), p.position_volume.read(), p.velocity_density.read(), p.rest_density.read(),
                                                p.pressure.read(), p.acceleration.write(), kernel, stress, p.copies() > 0, !full});
}

}  // namespace

EquationOfState::EquationOfState(const EquationOfStateSpec& spec, float spacing)
    : law_{spec.sound_speed, spec.exponent, spec.tension},
      artificial_stress_(spec.tension > 0 ? spec.artificial_stress : 0),
      spacing_(spacing) {}

SolveReport EquationOfState::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                                   Pace pace) {
    parallel_for(exec, "equation of state", p.size(),
                 Pressure{p.velocity_density.read(), p.rest_density.read(), p.pressure.write(), law_});
    refresh(exec, p, p.pressure.write());
    const ArtificialStress stress(artificial_stress_, kernel.at_zero(), kernel(spacing_));
    if (artificial_stress_ > 0)
        add_pressure<true>(exec, p, neighbours, kernel, stress, pace.full);
    else
        add_pressure<false>(exec, p, neighbours, kernel, stress, pace.full);
    return {};
}

}  // namespace mote
