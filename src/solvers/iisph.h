// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "pressure_system.h"

namespace mote {

/// Implicit incompressible SPH: one solve a step, for the rest density.
class Iisph final : public SystemSolver {
public:
    Iisph(const IisphSpec& spec, float spacing) : SystemSolver(spacing, spec.tolerance), spec_(spec) {}
    SolveReport solve(const Exec&, Particles&, const Neighbours&, const Kernel&, Pace) override;

private:
    IisphSpec spec_;
};

}  // namespace mote
