// Copyright (c) 2026 The Mote authors. MIT licence.
#include "time_step.h"

#include <cmath>

namespace mote {

float even_share(float dt, float dt_max) { return dt_max / std::ceil(dt_max / dt * (1 - 1e-6f)); }

bool is_implicit(const ViscositySpec& viscosity, const StepLimit& limit) {
    return viscosity.method == ViscositySpec::Method::implicit ||
           (viscosity.method == ViscositySpec::Method::automatic && limit.all < limit.unrubbed);
}

bool is_implicit(const SolidSolverSpec& solids, int short_steps) {
    constexpr int many = 30;  // about what a solve costs, in short steps
    return solids.method == SolidSolverSpec::Method::implicit || (solids.method == SolidSolverSpec::Method::automatic && short_steps > many);
}

}  // namespace mote
