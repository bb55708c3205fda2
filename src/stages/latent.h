// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Heat of a particle of a material that changes at a temperature [Voller & Cross 1981, "Accurate solutions of moving boundary problems
// using the enthalpy method"]. In double precision, and what rounding takes stays in `rest`: steps bring less than the last bit of L.
#pragma once
#include "mote/material.h"

namespace mote {

struct HeatState {
    float temperature, rest, latent;  // [K], [K], [J/kg]

    MOTE_FN void set(double exact) {
        temperature = float(exact);
        rest        = float(exact - double(temperature));
    }
};

/// What is beyond `at`, upwards (1) or downwards (-1), fills `latent` first.
MOTE_FN void settle(const Transition& t, double way, double capacity, HeatState& s) {
    const double at = double(t.at), full = double(t.latent);
    const double heat  = way * (capacity * (double(s.temperature) - at + double(s.rest)) + double(s.latent));
    const double taken = clamp(heat, 0., full);
    s.latent           = float(way * taken);
    const double left  = (way * taken - double(s.latent)) / capacity;  // what its last bit does not hold
    if (taken == heat)
        s.temperature = t.at, s.rest = float(left);
    else
        s.set(at + way * (heat - taken) / capacity + left);
}

MOTE_FN void take_up(const Material& m, HeatState& s) {
    if (m.warmer.by_heat() && (s.latent > 0 || s.temperature > m.warmer.at))
        settle(m.warmer, 1, double(m.heat_capacity), s);
    else if (m.cooler.by_heat() && (s.latent < 0 || s.temperature < m.cooler.at))
        settle(m.cooler, -1, double(m.heat_capacity), s);
}

}  // namespace mote
