// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Matter that is warmer than its reference weighs less, by the approximation of Boussinesq [1903]: rho = rho0 (1 - beta (T - T0)) in
// the weight alone. Air that surrounds a gas and is not simulated bears rho_ambient/rho0 of the weight and resists with a rate k:
//     dv/dt = g (1 - beta (T - T0) - rho_ambient/rho0) - k v.
// Drag is solved in time, so that no rate limits the step.
#include "mote/stages.h"

namespace mote {
namespace {

struct Buoyancy {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      temperature;
    View<const Vec4>       velocity_density;
    View<Vec3>             acceleration;
    Vec3                   gravity;
    float                  kick;

    MOTE_FN void operator()(Index i) const {
        const Material& m      = materials[material[i]];
        const float     lighter = m.expansion * (temperature[i] - m.reference_temperature) + m.ambient_density / m.rest_density;
        Vec3            a      = acceleration[i] - lighter * gravity;
        if (m.drag > 0) {  // v after the kick under a and drag: v e + a (1 - e)/k
            const float e = exp(-m.drag * kick), reach = (1 - e) / (m.drag * kick);
            a = reach * a - (reach * m.drag) * xyz(velocity_density[i]);
        }
        acceleration[i] = a;
    }
};

}  // namespace

bool has_buoyancy(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.expansion != 0 || m.ambient_density > 0 || m.drag > 0) return true;
    return false;
}

void add_buoyancy(const Exec& exec, Particles& p, View<const Material> materials, Vec3 gravity, float kick) {
    parallel_for(exec, "buoyancy", p.size(),
                 Buoyancy{materials, p.material.read(), p.temperature.read(), p.velocity_density.read(), p.acceleration.write(),
                          gravity, kick});
}

}  // namespace mote
