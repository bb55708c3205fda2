// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/particles.h"

namespace mote {

/// How viscosity follows the rate of shear; the formulas are in src/laws/point/shear_viscosity.h.
struct ShearLaw {
    enum class Kind : std::uint8_t { newtonian, power, carreau, cross, herschel_bulkley } kind = Kind::newtonian;
    float index        = 1;      ///< n: below 1 shear makes thinner, above 1 thicker
    float rate         = 1;      ///< At which a power law has the viscosity of the material [1/s]
    float time         = 1;      ///< Carreau's and Cross's lambda [s]
    float infinite     = 0;      ///< Viscosity at infinite rate [Pa s]
    float yield_stress = 0;      ///< [Pa]
    float sharpness    = 100;    ///< Papanastasiou's m [s]
    float smallest     = 0;      ///< [Pa s]
    float largest      = 1e6f;   ///< [Pa s]
};

/// How a solid answers to being deformed; the formulas are in src/laws/point/elastic.h.
struct Elastic {
    enum class Law : std::uint8_t { none, saint_venant, corotated, neo_hookean } law = Law::none;
    float lame = 0, shear = 0;   ///< Lame's lambda and mu [Pa]
    float volume  = 0;           ///< More resistance to changes of volume [Pa]
    float damping = 0;           ///< Rayleigh's beta: stress by the rate of strain over that by strain [s]
};

/// What kernels know of a material. Names and looks stay on the host (WorldNames).
struct Material {
    float rest_density    = 1000;     ///< [kg/m^3]
    float viscosity       = 1.0e-3f;  ///< Dynamic [Pa s]
    float surface_tension = 0;        ///< [N/m]
    float conductivity    = 0;        ///< Of heat [W/(m K)]; 0: none flows
    float heat_capacity   = 4184;     ///< [J/(kg K)]
    float diffusion       = 0;        ///< Of the concentration in it [m^2/s]
    ShearLaw shear{};
    float expansion       = 0;        ///< By heat, of volume [1/K]
    float reference_temperature = 293.15f;  ///< At which it has its density [K]
    float ambient_density = 0;        ///< Of what surrounds it and is not simulated [kg/m^3]
    float drag            = 0;        ///< How fast that brings it to rest [1/s]
    Elastic elastic{};
    bool  rigid           = false;    ///< Keeps its shape whatever pushes.

    MOTE_FN bool is_elastic() const { return elastic.law != Elastic::Law::none; }
    MOTE_FN bool is_solid() const { return is_elastic() || rigid; }
};

}  // namespace mote
