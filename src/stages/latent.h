// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Heat of a particle of a material that changes at a temperature [Voller & Cross 1981, "Accurate solutions of moving boundary problems
// using the enthalpy method"]. In double precision, and what rounding takes stays in `rest`: steps bring less than the last bit of L.
#pragma once
#include "heat_of_rows.h"

namespace mote {

struct HeatState {
    float temperature, rest, latent;  // [K], [K], [J/kg]

    MOTE_FN void set(double exact) {
        temperature = float(exact);
        rest        = float(exact - double(temperature));
    }
};

/// What is beyond `at`, upwards (1) or downwards (-1), fills `latent` first.
MOTE_FN void settle(const Transition& t, double way, const SpecificHeat& c, HeatState& s) {
    const double at = double(t.at), full = double(t.latent), capacity = c.is_plain() ? double(c.matter->heat_capacity) : c.at(at);
    const double over  = c.is_plain() ? capacity * (double(s.temperature) - at + double(s.rest)) : c.between(at, double(s.temperature) + double(s.rest));
    const double heat  = way * (over + double(s.latent));
    const double taken = clamp(heat, 0., full);
    s.latent           = float(way * taken);
    const double left  = (way * taken - double(s.latent)) / capacity;  // what its last bit does not hold
    if (taken == heat)
        s.temperature = t.at, s.rest = float(left);
    else
        s.set((c.is_plain() ? at + way * (heat - taken) / capacity : c.reached(at, way * (heat - taken))) + left);
}

MOTE_FN void take_up(const SpecificHeat& c, HeatState& s) {
    const Material& m = *c.matter;
    if (m.warmer.by_heat() && (s.latent > 0 || s.temperature > m.warmer.at))
        settle(m.warmer, 1, c, s);
    else if (m.cooler.by_heat() && (s.latent < 0 || s.temperature < m.cooler.at))
        settle(m.cooler, -1, c, s);
}

/// The temperature from which heat is counted where two materials do not turn into each other at one [K].
constexpr float heat_from = 293.15f;

/// At which two materials have the same heat but for the latent heat between them [K].
MOTE_FN float level_of(View<const Material> materials, MaterialId a, MaterialId b) {
    const Material &from = materials[a], &to = materials[b];
    const auto      leads = [](const Transition& t, MaterialId there) { return t.happens() && t.to == there; };
    if (leads(from.warmer, b)) return from.warmer.at;
    if (leads(from.cooler, b)) return from.cooler.at;
    if (leads(to.warmer, a)) return to.warmer.at;
    if (leads(to.cooler, a)) return to.cooler.at;
    return heat_from;
}

/// Rows of matter that turns into other matter.
struct HeatViews {
    View<const Material> materials;
    View<MaterialId>     material;
    View<float>          temperature, rest, latent;  // `rest` empty: no heat flows; `latent` empty: none is taken up
    View<const float>    mass{}, dry{};  // as of HeatOfRows

    /// Heat over that at `at` is kept, and also what had gone into a change to something else.
    MOTE_FN void turn(Index i, MaterialId to, float at) const {
        if (rest.data) keep_heat(i, to, double(at));
        material[i] = to;
    }
    MOTE_FN HeatOfRows heat_of() const { return {materials, View<const MaterialId>{material.data}, mass, dry}; }
    MOTE_FN void keep_heat(Index i, MaterialId to, double at) const {
        const Material&    from = materials[material[i]];
        const float        q    = latent.data ? latent[i] : 0.f;
        const double       more = q == 0 || (q > 0 ? from.warmer : from.cooler).to == to ? 0. : double(q);
        const SpecificHeat c = heat_of()(i), then = heat_of().as(i, to);
        HeatState          s{temperature[i], rest[i], 0};
        if (c.is_plain() && then.is_plain())
            s.set(max(at + (double(from.heat_capacity) * (double(s.temperature) - at + double(s.rest)) + more) / double(materials[to].heat_capacity), 0.));
        else if (more != 0 || !same_heat(from, materials[to]))
            s.set(then.reached(at, c.between(at, double(s.temperature) + double(s.rest)) + more));
        temperature[i] = s.temperature, rest[i] = s.rest;
        if (latent.data) latent[i] = 0;
    }
};

}  // namespace mote
