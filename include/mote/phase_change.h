// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How matter turns into other matter: melting and freezing, boiling and condensing, by heat or by chance, and by time, place or touch.
// To turn is to write a number into the column `material`; mass, velocity and place stay.
//
// By heat it is an enthalpy model. While a particle of a material that melts at T_m takes up the latent heat L it stays at T_m, with the
// column `latent` between 0 and L; what is half molten and cools gives it back first. Where L is full it becomes the other material, whose
// own `latent` is 0 then, and goes down to -L before it freezes. So between two changes of a particle there is always the whole of L. Who turns for another reason
// keeps its heat too: what is missing of L, and no more, comes from outside.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "mote/diffusion.h"
#include "mote/shape.h"
#include "mote/sources.h"

namespace mote {

/// Turns matter into other matter at a time, in a place, by touch: all that is given must hold.
struct Becoming {
    MaterialId             from = 0, to = 0;
    double                 after = 0;        ///< [s]
    std::unique_ptr<Shape> inside;           ///< null: anywhere
    bool                   by_touch = false;
    BodyId                 touching = 0;     ///< a boundary or an object
};

/// Heats what is inside a shape, each kilogram alike.
struct Heater {
    std::string               name;
    std::unique_ptr<Shape>    shape;
    int                       body = -1;   ///< -1: of any
    double                    power = 0;   ///< [W]
    std::vector<Source::Open> on;          ///< ascending

    /// How much heat it gives between two times [J].
    double given(double from, double to) const;
};

/// Rows of the stages, made anew in each step.
struct PhaseWork {
    Scratch<float> kind;             ///< what rows are made of; of walls that conduct their temperature with a minus
    Scratch<float> mark;             ///< of a body that is touched
    Scratch<float> misfit;           ///< as of Lattice::find_misfit
    Scratch<Index> which;            ///< who turns
    Settings<float> wall_temperature;  ///< by body
};

/// Whether something changes by heat.
bool has_latent_heat(std::span<const Material>);
/// Whether something changes by chance.
bool has_chances(std::span<const Material>);
/// Whether that asks for crystals.
bool fits_crystals(std::span<const Material>);

/// Particles that have taken up all of the latent heat, or given it off, turn. Counts them.
Index turn_by_heat(const Exec&, Particles&, View<const Material>, Heat&);

struct ChanceSettings {
    std::uint64_t seed = 0, step = 0;
    float         dt   = 0;  ///< [s]
};
/// Some of those that are too warm or too cold turn [Wicke, Hatt, Pauly, Mueller & Gross 2006, eqs. 15 and 16]. Counts them. The misfit of `work` counts where something fits crystals.
Index turn_by_chance(const Exec&, Particles&, const Neighbours&, View<const Material>, Heat&, PhaseWork&, const ChanceSettings&);

/// Marks particles of `from` that are in the box and have somebody of the body `touching` nearer than `reach`, as the becoming asks.
void mark_becoming(const Exec&, const Particles&, const Neighbours&, const Becoming&, const Box&, float reach, PhaseWork&, View<Index> mark);
/// These turn. The latent heat between the two comes from outside; all other heat stays, over that at the temperature at which they turn into each other, else at 20 degrees.
/// What had gone into a change to something else is warmth again. `heat`: null where none flows, and temperatures stay.
void turn_listed(const Exec&, Particles&, View<const Material>, Heat*, MaterialId to, View<const Index> which, Index count);

struct CoolingSettings {
    float dt      = 0;  ///< [s]
    float spacing = 0;  ///< [m]
    View<const float> facing{};  ///< as of World
};
/// What surrounding air takes from free surfaces: a particle has as much of the surface as of its neighbourhood is empty.
bool loses_heat(std::span<const Material>);
/// That of all matter, however it is laid [m^2; m].
double exposed_area(const Exec&, const Particles&, const Neighbours&, const Kernel&, float spacing);
/// Liquids forget how they were laid as they are sheared.
void forget_facing(const Exec&, const Particles&, const Neighbours&, const Kernel&, View<const Material>, View<float> facing, float dt);
void cool_surfaces(const Exec&, Particles&, const Neighbours&, const Kernel&, View<const Material>, Heat&, const CoolingSettings&);

/// What turns at a temperature takes up what is more, after heat came from elsewhere than by conduction.
void take_up_latent(const Exec&, Particles&, View<const Material>, Heat&);

}  // namespace mote
