// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What spreads by itself from particle to particle: heat, and a concentration of dye, salt or smoke. Both are one law with
// other numbers, capacity_i dq_i/dt = div (conductivity grad q), so they share one stage.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mote/stages.h"

namespace mote {

/// Heat that flows. A world has it where a material conducts, changes with the temperature, or is heated or cooled otherwise.
struct Heat {
    explicit Heat(Particles& p) : rest(p, "temperature_rest", "K") {}

    Column<float>             rest;       ///< what rounding has kept from `temperature` so far
    /// What particles that are about to change have taken up at that temperature [J/kg], or given off (below 0); null where none changes by heat.
    std::unique_ptr<Column<float>> latent;
    const Column<float>*      dry = nullptr;  ///< of Mixture: mass without what was taken up; null where nothing takes up a liquid
    std::vector<float>        conductance;  ///< by body: of heat through the surface of a boundary [W/(m^2 K)]; empty: none resists
    mutable Settings<float>   conductance_settings;
    std::vector<std::uint8_t> insulated;  ///< by body: 1 where a boundary lets no heat through
    mutable Settings<std::uint8_t> insulated_settings;
};

/// A dissolved substance. A world has it where a body brings some, or a material lets it spread.
struct Solute {
    explicit Solute(Particles& p) : concentration(p, "concentration"), rest(p, "concentration_rest") {}

    Column<float> concentration;  ///< amount in a volume of liquid [0, 1]
    Column<float> rest;           ///< what rounding has kept from it so far
};

/// Rows of the stage, made anew in each step.
struct DiffusionWork {
    Scratch<float> conductivity;  ///< [W/(m K)], [m^2/s]; -1: a wall that keeps its value; 0: nothing goes through
    Scratch<float> capacity;      ///< [J/(m^3 K)], 1
    Scratch<float> even;          ///< by how much neighbourhoods conduct less than those of a cubic lattice; 0: nothing flows there
    Scratch<float> rate;          ///< [K/s], [1/s]
    Scratch<float> kind;          ///< material of each row, where a table of pairs tells the conductivity

    /// Whose conductivity stands in the rows behind matter: first, behind the last, and World::walls; 0: no wall's.
    struct Walls {
        Index         first = 0, rows = 0;
        std::uint64_t number = 0;
        bool          operator==(const Walls&) const = default;
    };
    Walls walls;
};

/// What temperatures follow heat by. Particles of materials that change by heat keep theirs while `latent` takes up what is more, or gives back what is missing.
struct HeatView {
    View<const Material>   materials;  ///< empty: it is no temperature
    View<const MaterialId> material;
    View<float>            latent;     ///< empty: nothing changes
    View<const float>      mass{}, dry{};  ///< empty: nothing takes up a liquid
};

/// `conductivity` of every row and `capacity` of matter, for heat and for a concentration. Walls let no solute through; with the same `walls`, as of World, they are where they were.
void compute_heat_rows(const Exec&, const Particles&, View<const Material>, const Heat&, const PairTable&, float spacing, std::uint64_t walls, DiffusionWork&);
void compute_solute_rows(const Exec&, const Particles&, View<const Material>, const PairTable&, DiffusionWork&);

/// The longest stable step of matter with this diffusivity, conductivity over capacity [m^2/s], where it rests [s].
float diffusion_step(const Kernel&, float spacing, float diffusivity);
/// The largest diffusivity between two of the materials [m^2/s]; 0: nothing spreads.
float largest_heat_diffusivity(std::span<const Material>);
float largest_solute_diffusivity(std::span<const Material>, const PairTable&);

struct DiffusionSettings {
    float spacing = 0.02f;  ///< [m]
    float dt      = 0;      ///< [s]
    int   times   = 1;      ///< taken in so many equal steps
    bool  heat    = false;  ///< what pairs tell is how heat goes through where materials touch
};
/// Spreads `quantity` for dt. Exchange is equal and opposite, so sum capacity V quantity changes by what walls give only.
/// `pairs`: its table tells the conductivity between materials, where it has any. `heat`: of a temperature.
void change_quantity(const Exec&, const Particles&, const Neighbours&, const Kernel&, DiffusionWork&, View<float> quantity,
                     View<float> rest, const DiffusionSettings&, const PairTable* pairs = nullptr, const HeatView& heat = {});

}  // namespace mote
