// Copyright (c) 2026 The Mote authors. MIT licence.
//
// a_i = - sum_j m_j (p_i/rho_i^2 + p_j/rho_j^2) grad W_ij, the symmetric form, which keeps linear and angular momentum
// to rounding [Monaghan 1992, eq. 3.3]. Walls mirror the pressure of the particle that pushes [Akinci et al. 2012].
// Artificial stress adds to the bracket, so it keeps both momenta too.
#include "equation_of_state.h"

#include "laws/pair/artificial_stress.h"
#include "mote/neighbours.h"

namespace mote {
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
    View<const Vec4>  position_mass, velocity_density;
    View<const float> pressure;
    View<Vec3>        acceleration;
    Kernel            kernel;
    ArtificialStress  stress;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i   = xyz(position_mass[i]);
        const float rho_i = velocity_density[i].w, p_i = pressure[i], term_i = p_i / (rho_i * rho_i);
        acceleration[i] -= neighbours.sum(i, [&](auto j) {
            const auto x_j   = position_mass[j];
            const auto x_ij  = x_i - xyz(x_j);
            const auto rho_j = velocity_density[j].w, own = pressure[j];
            const auto p_j = select(own > mirror_pressure, own, p_i), term_j = p_j / (rho_j * rho_j);
            const auto r    = length(x_ij);
            auto       push = term_i + term_j;
            if constexpr (stressed) push = push + stress(decltype(term_j)(term_i), term_j, kernel(r));
            return (x_j.w * push * kernel.slope_over_r(r)) * x_ij;
        });
    }
};

template <bool stressed>
void add_pressure(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                  const ArtificialStress& stress) {
    parallel_for(exec, "pressure force", p.size(),
                 PressureAcceleration<stressed>{neighbours.view(), p.position_mass.read(), p.velocity_density.read(),
                                                p.pressure.read(), p.acceleration.write(), kernel, stress});
}

}  // namespace

EquationOfState::EquationOfState(const EquationOfStateSpec& spec, float spacing)
    : law_{spec.sound_speed, spec.exponent, spec.tension},
      artificial_stress_(spec.tension > 0 ? spec.artificial_stress : 0),
      spacing_(spacing) {}

SolveReport EquationOfState::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                                   float) {
    parallel_for(exec, "equation of state", p.size(),
                 Pressure{p.velocity_density.read(), p.rest_density.read(), p.pressure.write(), law_});
    const ArtificialStress stress(artificial_stress_, kernel.at_zero(), kernel(spacing_));
    if (artificial_stress_ > 0)
        add_pressure<true>(exec, p, neighbours, kernel, stress);
    else
        add_pressure<false>(exec, p, neighbours, kernel, stress);
    return {};
}

}  // namespace mote
