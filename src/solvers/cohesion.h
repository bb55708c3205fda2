// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Liquids that bear tension: the velocity solve may find pressures below 0 in them (docs/decisions/036). What is drawn together so would clump; two things keep particles
// apart. Artificial stress pushes whoever is near, as strong as tension is [Monaghan 2000]; and particles are moved from where there are many to where there are few
// [Lind et al. 2012], without a change of velocity, so that a thread that is drawn out becomes thinner and does not part between its layers.
#pragma once
#include "laws/pair/artificial_stress.h"
#include "pressure_kernels.h"

namespace mote::pressure {

/// How far inside matter a row of such fullness is: a flat surface has 0.83 and an edge 0.7.
MOTE_HOT float depth(float fullness, float bare, float full) { return clamp((fullness - bare) / (full - bare), 0.f, 1.f); }

/// Surfaces bear no tension: theirs would be that of few neighbours, and shake them.
struct FindFloor {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const Vec4>       velocity_density;
    View<const float>      rest_density, temperature;
    Unpressed              unpressed;
    View<float>            least, pressure;

    MOTE_FN void operator()(Index i) const {
        const bool liquid = !unpressed(i) && !SolidRows::is_solid(unpressed.solids.of(i));
        const Material& m = materials[material[i]];
        least[i]          = liquid ? -m.cohesion_curve(temperature[i], m.cohesion) * depth(velocity_density[i].w / rest_density[i], 0.8f, 0.9f) : 0.f;
        pressure[i]       = max(pressure[i], least[i]);
    }
};

/// By the tension of the last step, so that the solve knows what it does.
struct Repel {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> pressure, rest_density;
    View<Vec3>        acceleration;
    Kernel            kernel;
    ArtificialStress  stress;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_volume[i]);
        const float p_i = pressure[i];
        const Vec3  sum = neighbours.sum_moving(i, 0, [&](auto j, auto) {
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto w    = kernel.both_at_square(dot(x_ij, x_ij));
            using R = std::remove_cvref_t<decltype(w.value)>;
            return (p_j.w * stress(R(p_i), R(pressure[j]), w.value) * w.slope_over_r) * x_ij;
        });
        acceleration[i] -= (1 / rest_density[i]) * sum;
    }
};

struct Spread {
    View<const Vec4>  velocity_density, gradient;
    View<const float> rest_density;
    Floor             floor;
    View<Vec3>        drift;
    float             h, share, farthest, dt;

    MOTE_FN void operator()(Index i) const {
        if (!(floor[i] < 0)) return;
        const Vec3 shift = (-share * depth(velocity_density[i].w / rest_density[i], 0.9f, 1.f) * h * h) * xyz(gradient[i]);
        drift[i] += (min(1.f, farthest / max(length(shift), 1e-20f)) / dt) * shift;
    }
};

}  // namespace mote::pressure
