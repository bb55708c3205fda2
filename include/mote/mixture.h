// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Matter that takes up a liquid: dirt and water make mud. What it has taken up is part of its mass, and its volume follows; what a particle gives another takes. A particle
// of liquid that is used up is taken out, one that has swollen too far becomes two. docs/decisions/018 tells why so.
#pragma once
#include "mote/diffusion.h"

namespace mote {

/// A world has it where a material takes up a liquid, or evaporates.
struct Mixture {
    explicit Mixture(Particles& p) : dry(p, "dry_mass", "kg"), rest(p, "mass_rest", "kg"), moisture(p, "moisture") {}

    Column<float> dry;       ///< mass without what was taken up; 0 of what takes up nothing
    Column<float> rest;      ///< what rounding has kept from `mass` so far
    Column<float> moisture;  ///< share of the mass that is liquid [0, 1]; 1 of liquids that take up nothing

    // Rows of the stage, made anew in each step.
    Scratch<Vec4>  row;      ///< dry mass, liquid in a kilogram of it, rate, and one more than the material that the liquid is
    Scratch<float> give;     ///< of liquids: what they give for each part of a taker's contact [kg s]
    Scratch<float> change;   ///< [kg]
    Scratch<Vec4>  mixed;    ///< velocity and temperature after it
    Scratch<float> left;     ///< and what rounding keeps from the latter [K]
    Scratch<Index> child;    ///< rows that were split
};

bool has_mixtures(std::span<const Material>);

/// The volume of so much dry matter with so much liquid: pores are filled first.
MOTE_FN float mixture_volume(const Material& m, const Material& liquid, float dry, float wet) {
    const float bulk = dry / m.rest_density;
    return max(bulk, (1 - m.uptake.pores) * bulk + wet / liquid.rest_density);
}

struct MixtureSettings {
    float dt        = 0;  ///< [s]
    float spacing   = 0;  ///< [m]
    int   dimension = 3;
    View<const float> facing{};  ///< as of World
};
/// Liquid goes from who has it to who takes it up, with its momentum and heat, and into the air; then materials turn. `heat`: null where none flows.
void exchange_liquids(const Exec&, Particles&, const Neighbours&, const Kernel&, View<const Material>, Mixture&, Heat*, const MixtureSettings&);

}  // namespace mote
