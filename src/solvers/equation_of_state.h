// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/tait.h"
#include "mote/pressure_solver.h"

namespace mote {

/// Weakly compressible SPH: pressure follows from density, no iterations.
class EquationOfState final : public PressureSolver {
public:
    explicit EquationOfState(const EquationOfStateSpec&);
    SolveReport solve(const Exec&, Particles&, const Neighbours&, const Kernel&, Pace) override;

private:
    Tait law_;
};

}  // namespace mote
