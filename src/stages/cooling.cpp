// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Newton's law of cooling and radiation [Stefan 1879], m c dT/dt = -A (h (T - T_a) + e sigma (T^4 - T_a^4)), at free surfaces.
// Solved in time with the radiation linear about the present temperature, so that no rate limits the step.
#include "exposed.h"
#include "mote/phase_change.h"

namespace mote {
namespace {

constexpr float stefan_boltzmann = 5.670374e-8f;  // [W/(m^2 K^4)]

struct Cool {
    Exposed                exposed;
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      mass;
    View<float>            temperature, rest, facing;
    float                  dt;

    MOTE_FN void operator()(Index i) const {
        const Material& m = materials[material[i]];
        if (facing.data && !m.is_solid() && !m.is_lattice()) facing[i] = Heat::facing_of_liquids;  // what flows forgets how it was laid
        if (!m.loses_heat()) return;
        const float area = exposed(i) * (facing.data ? facing[i] : Heat::facing_of_liquids);
        if (!(area > 0)) return;
        const float T = temperature[i], air = m.air_temperature;
        const float h = m.cooling + m.emissivity * stefan_boltzmann * (T * T + air * air) * (T + air);
        const float share = -::expm1f(-area * h * dt / (mass[i] * m.heat_capacity));
        const float more  = share * (air - T) + rest[i];
        temperature[i]    = T + more;
        rest[i]           = more - (temperature[i] - T);
    }
};

struct Area {
    Exposed exposed;

    MOTE_FN double operator()(Index i) const { return double(exposed(i)); }
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

Exposed::Exposed(const NeighbourView& lists, View<const Vec4> where, const Kernel& of, float spacing) : neighbours(lists), position_volume(where), kernel(of), area(0) {
    float sum = 0;
    for (int above = 0; above < 4; ++above)
        if (const float f = fullness(kernel, spacing, above); f < inside) sum -= log(f);
    area = 1 / (sum * spacing);
}

double exposed_area(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel, float spacing) {
    return reduce(exec, "cooling", p.size(), 0., Area{Exposed(neighbours.view(), p.position_volume.read(), kernel, spacing)}, Plus{});
}

void cool_surfaces(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, View<const Material> materials, Heat& heat,
                   const CoolingSettings& settings) {
    parallel_for(exec, "cooling", p.size(),
                 Cool{Exposed(neighbours.view(), p.position_volume.read(), kernel, settings.spacing), materials, p.material.read(), p.mass.read(), p.temperature.write(),
                      heat.rest.write(), heat.facing ? heat.facing->write() : View<float>{}, settings.dt});
}

}  // namespace mote
