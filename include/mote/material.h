// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/particles.h"

namespace mote {

/// What kernels know of a material. Names and looks stay on the host (WorldNames).
struct Material {
    float rest_density    = 1000;     ///< [kg/m^3]
    float viscosity       = 1.0e-3f;  ///< Dynamic [Pa s]
    float surface_tension = 0;        ///< [N/m]
    float conductivity    = 0;        ///< Of heat [W/(m K)]; 0: none flows
    float heat_capacity   = 4184;     ///< [J/(kg K)]
    float diffusion       = 0;        ///< Of the concentration in it [m^2/s]
};

}  // namespace mote
