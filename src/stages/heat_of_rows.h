// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/specific_heat.h"
#include "mote/table.h"

namespace mote {

/// By row: of what it is made of, and of what that has taken up.
struct HeatOfRows {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      mass{}, dry{};  ///< empty: nothing takes up a liquid

    MOTE_FN SpecificHeat operator()(Index i) const { return as(i, material[i]); }
    /// If it were made of that.
    MOTE_FN SpecificHeat as(Index i, MaterialId kind) const {
        const Material& m = materials[kind];
        if (!dry.data || !m.uptake.takes() || !(mass[i] > dry[i])) return {&m};
        return {&m, &materials[m.uptake.liquid], 1 - double(dry[i]) / double(mass[i])};
    }
};

}  // namespace mote
