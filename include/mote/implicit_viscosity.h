// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <memory>

#include "mote/scene.h"
#include "mote/stages.h"

namespace mote {

/// Viscosity of any strength at any time step: solves v = b + kick (viscous acceleration of v) for the velocity v after the
/// step, where b is what it would be without.
class ImplicitViscosity {
public:
    ImplicitViscosity();
    ~ImplicitViscosity();

    struct Report {
        int   iterations = 0;
        float error      = 0;  ///< What is left of the first residual.
        bool  hard       = false;  ///< It ended at the limit of its iterations, above its tolerance.
    };
    /// Adds the viscous acceleration to `acceleration`; `kick` is how long accelerations act [s], `spacing` that of matter at rest [m]. Where `viscosity` is given, of every row and nobody [Pa s], it
    /// takes the place of that of the particles, and resists changes of the velocity alone: accelerations hold already what the velocity itself asks for. `slopes` are those of the
    /// kernel, where the pressure solver keeps them.
    Report add(const Exec&, Particles&, const Neighbours&, const Kernel&, float kick, float spacing, const ViscositySpec&,
               const SolidRows& solids = {}, View<const float> viscosity = {}, PairValues* slopes = nullptr);

private:
    struct Room;
    std::unique_ptr<Room> room_;
};

}  // namespace mote
