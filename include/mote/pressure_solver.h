// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <memory>

#include "mote/scene.h"
#include "mote/stages.h"

namespace mote {

/// What a pressure solve did. A hard solve is not an error: it is a number here.
struct SolveReport {
    int   iterations    = 0;
    float density_error = 0;  ///< Mean compression that is left, as a share of the rest density.
};

/// Keeps incompressible matter incompressible. Chosen once, by the scene.
class PressureSolver {
public:
    virtual ~PressureSolver() = default;
    /// Adds to `acceleration` what holds density at its rest value over the next dt [s].
    virtual SolveReport solve(const Exec&, Particles&, const Neighbours&, const Kernel&, float dt) = 0;
};

/// `spacing` is the particle distance of matter at rest [m].
std::unique_ptr<PressureSolver> make_pressure_solver(const PressureSpec&, float spacing);

}  // namespace mote
