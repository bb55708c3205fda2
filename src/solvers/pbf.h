// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "pressure_system.h"

namespace mote {

/// Position-based fluids: positions are corrected until nothing is too dense, and the velocity follows.
class Pbf final : public PressureSolver {
public:
    Pbf(const PbfSpec& spec, float spacing) : spec_(spec), spacing_(spacing) {}
    SolveReport solve(const Exec&, Particles&, const Neighbours&, const Kernel&, Pace) override;

private:
    PbfSpec        spec_;
    float          spacing_;          // [m]
    Scratch<Vec4>  place_, next_;     // where particles will be, and V times the multiplier
    Scratch<Vec4>  mirrored_;         // sum_j V_j grad W_ij there, walls counted twice
};

}  // namespace mote
