// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/contacts.h"
#include "mote/images.h"

namespace mote {

using ParticleId = std::uint32_t;  ///< For life; rows come and go.
using MaterialId = std::uint16_t;  ///< Position in the world's list of materials.
using BodyId     = std::uint16_t;  ///< Position in the world's list of bodies: boundaries first, then objects.

/// What a row is to the step. Rows are sorted by it, so matter comes first.
enum class Role : std::uint8_t {
    matter = 0,  ///< moves, and is computed
    wall   = 1,  ///< a sample of a boundary: neighbours feel it, nothing moves it
    image  = 2,  ///< of matter or wall, beyond a periodic face; there in a step only
};

/// Where a row that belongs to nobody stands: so far away that every kernel is zero, and without volume.
inline constexpr Vec4 nowhere{1e18f, 1e18f, 1e18f, 0};

/// Every particle of the world, whatever it is made of.
struct Particles : Table {
    explicit Particles(Device device = Device::cpu) : Table(device) {}

    // clang-format off
    Column<ParticleId>    id               {*this, "id"};
    Column<std::uint8_t>  role             {*this, "role"};
    Column<MaterialId>    material         {*this, "material"};
    Column<BodyId>        body             {*this, "body"};
    Column<float>         mass             {*this, "mass", "kg"};
    Column<Vec4>          position_volume  {*this, "position_volume", "m, m^3", nowhere};   // volume at rest: mass / rest_density
    Column<Vec4>          velocity_density {*this, "velocity_density", "m/s, kg/m^3", {0, 0, 0, 1000}};
    Column<Vec3>          acceleration     {*this, "acceleration", "m/s^2", {}, Life::step_ours};
    Column<Vec3>          drift            {*this, "drift", "m/s", {}, Life::step_ours};          // added to the velocity where it moves the particle
    Column<float>         rest_density     {*this, "rest_density", "kg/m^3", 1000.f, Life::step};
    Column<float>         viscosity        {*this, "viscosity", "Pa s", 0, Life::step};
    Column<float>         surface_tension  {*this, "surface_tension", "N/m", 0, Life::step};  // of walls: see stages.h
    Column<float>         pressure         {*this, "pressure", "Pa"};
    Column<float>         temperature      {*this, "temperature", "K", 293.15f};
    // clang-format on

    Images     images;       ///< Whose the copies at the end of the table are.
    Contacts   contacts;     ///< Whose the private rows behind them are.
    ParticleId next_id = 0;  ///< The id of the next particle that is born.
};

}  // namespace mote
