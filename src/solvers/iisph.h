// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "pressure_system.h"

namespace mote {

/// Implicit incompressible SPH: one solve a step, for the rest density.
class Iisph final : public PressureSolver {
public:
    Iisph(const IisphSpec& spec, float spacing) : spec_(spec), system_(spacing) {}
    void prepare(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, bool full) override {
        system_.prepare(exec, p, neighbours, kernel, full);
    }
    SolveReport solve(const Exec&, Particles&, const Neighbours&, const Kernel&, Pace) override;

private:
    IisphSpec      spec_;
    PressureSystem system_;
};

}  // namespace mote
