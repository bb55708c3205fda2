// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Newton's law of cooling and radiation [Stefan 1879], m c dT/dt = -A (h (T - T_a) + e sigma (T^4 - T_a^4)), at free surfaces.
// Solved in time with the radiation linear about the present temperature, so that no rate limits the step.
#include "exposed.h"
#include "heat_of_rows.h"
#include "mote/phase_change.h"

namespace mote {
namespace {

constexpr float stefan_boltzmann = 5.670374e-8f;  // [W/(m^2 K^4)]

struct Cool {
    Exposed                exposed;
    View<const Material>   materials;
    View<const MaterialId> material;
    HeatOfRows             heat;
    View<const float>      mass;
    View<float>            temperature, rest;
    float                  dt;

    MOTE_FN void operator()(Index i) const {
        const Material& m = materials[material[i]];
        if (!m.loses_heat()) return;
        const float area = exposed(i);
        if (!(area > 0)) return;
        const float T = temperature[i], air = m.air_temperature;
        const float h = m.cooling + m.emissivity * stefan_boltzmann * (T * T + air * air) * (T + air);
        const SpecificHeat c = heat(i);
        if (!c.is_plain()) return follow(i, c, double(area * h * dt / mass[i]), double(air));
        const float share = -::expm1f(-area * h * dt / (mass[i] * m.heat_capacity));
        const float more  = share * (air - T) + rest[i];
        temperature[i]    = T + more;
        rest[i]           = more - (temperature[i] - T);
    }
    /// With another c at another temperature: the heat over that of air decays at the rate of its mean c.
    MOTE_FN void follow(Index i, const SpecificHeat& c, double flow, double air) const {
        const double T = double(temperature[i]) + double(rest[i]), over = c.between(air, T), mean = T == air ? c.at(T) : over / (T - air);
        const double exact = c.reached(T, over * ::expm1(-flow / mean));
        temperature[i]     = float(exact);
        rest[i]            = float(exact - double(temperature[i]));
    }
};

}  // namespace

bool loses_heat(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.loses_heat()) return true;
    return false;
}

void cool_surfaces(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, View<const Material> materials, Heat& heat,
                   const CoolingSettings& settings) {
    parallel_for(exec, "cooling", p.size(),
                 Cool{Exposed(neighbours.view(), p.position_volume.read(), kernel, settings.spacing, settings.facing), materials, p.material.read(),
                      {materials, p.material.read(), p.mass.read(), heat.dry ? heat.dry->read() : View<const float>{}}, p.mass.read(), p.temperature.write(),
                      heat.rest.write(), settings.dt});
}

}  // namespace mote
