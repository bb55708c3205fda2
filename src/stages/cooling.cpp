// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Newton's law of cooling and radiation [Stefan 1879], m c dT/dt = -A (h (T - T_a) + e sigma (T^4 - T_a^4)), at free surfaces. With f the share of
// its neighbourhood that is full, a particle has A = -ln f times what makes a flat face of a lattice have its true area: two faces that meet leave f^2
// for kernels that are nearly Gaussian, so edges and corners count for both, or for all three. Inside nothing is counted.
// Solved in time with the radiation linear about the present temperature, so that no rate limits the step.
#include "mote/neighbours.h"
#include "mote/phase_change.h"

namespace mote {
namespace {

constexpr float inside = 0.93f, stefan_boltzmann = 5.670374e-8f;  // [W/(m^2 K^4)]

struct Cool {
    NeighbourView          neighbours;
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const Vec4>       position_volume;
    View<const float>      mass;
    View<float>            temperature, rest;
    Kernel                 kernel;
    float                  area;  // by volume and -ln f [1/m]
    float                  dt;

    MOTE_FN void operator()(Index i) const {
        const Material& m = materials[material[i]];
        if (!m.loses_heat()) return;
        const Vec4  p_i  = position_volume[i];
        const float full = p_i.w * kernel.at_zero() + neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = xyz(p_i) - xyz(p_j);
            return p_j.w * kernel.at_square(dot(x_ij, x_ij));
        });
        if (full > inside) return;
        const float T = temperature[i], air = m.air_temperature;
        const float h = m.cooling + m.emissivity * stefan_boltzmann * (T * T + air * air) * (T + air);
        const float share = -::expm1f(log(full) * area * p_i.w * h * dt / (mass[i] * m.heat_capacity));
        const float more  = share * (air - T) + rest[i];
        temperature[i]    = T + more;
        rest[i]           = more - (temperature[i] - T);
    }
};

/// How full the neighbourhood of a layer of a lattice is that has so many above it.
float fullness(const Kernel& kernel, float spacing, int above) {
    const int   reach = int(kernel.h / spacing) + 1, deep = kernel.dimension == 3 ? reach : 0;
    const float cell  = kernel.dimension == 3 ? spacing * spacing * spacing : spacing * spacing;
    float       sum   = 0;
    for (int i = -reach; i <= above; ++i)
        for (int j = -reach; j <= reach; ++j)
            for (int k = -deep; k <= deep; ++k) sum += cell * kernel(spacing * sqrt(float(i * i + j * j + k * k)));
    return sum;
}

}  // namespace

bool loses_heat(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.loses_heat()) return true;
    return false;
}

void cool_surfaces(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, View<const Material> materials, Heat& heat,
                   const CoolingSettings& settings) {
    float sum = 0;
    for (int above = 0; above < 4; ++above)
        if (const float f = fullness(kernel, settings.spacing, above); f < inside) sum -= log(f);
    parallel_for(exec, "cooling", p.size(),
                 Cool{neighbours.view(), materials, p.material.read(), p.position_volume.read(), p.mass.read(), p.temperature.write(), heat.rest.write(), kernel,
                      1 / (sum * settings.spacing), settings.dt});
}

}  // namespace mote
