// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "pressure_system.h"

namespace mote {

/// Divergence-free SPH: two solves a step, one for a velocity that compresses nothing and one for the rest density.
class Dfsph final : public SystemSolver {
public:
    Dfsph(const DfsphSpec& spec, float spacing, Particles& p)
        : SystemSolver(spacing, spec.tolerance), spec_(spec), density_pressure_(p, "density_pressure", "Pa") {}
    SolveReport solve(const Exec&, Particles&, const Neighbours&, const Kernel&, Pace) override;

private:
    DfsphSpec     spec_;
    Column<float> density_pressure_;  // of the density solve, where the next begins
};

}  // namespace mote
