// Copyright (c) 2026 The Mote authors. MIT licence.
#include "time_step.h"

#include <cmath>

namespace mote {

float even_share(float dt, float dt_max) { return dt_max / std::ceil(dt_max / dt * (1 - 1e-6f)); }

bool choose_implicit_viscosity(const World& w, float longest, float& dt) {
    if (w.viscosity.method == ViscositySpec::Method::direct) return false;
    const float free =
        choose_time_step(w.exec, w.particles, {longest, w.time_step.courant, w.support, w.sound_speed, false, w.gravity});
    if (w.viscosity.method == ViscositySpec::Method::automatic && !(dt < free)) return false;
    dt = free;
    return true;
}

}  // namespace mote
