// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Implicit incompressible SPH [Ihmsen et al. 2014, "Implicit incompressible SPH"]: the pressure that leaves rest density after
// the step. It holds back weight and corrects density in one go, so density errors become speed.
#include "iisph.h"

namespace mote {

SolveReport Iisph::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Pace pace) {
    system_.find_rates(exec, p, neighbours, kernel, pace);
    // In impacts more comes on top of what is foreseen than with dfsph, and a lower aim costs little here.
    const float aim     = pace.full ? spec_.tolerance : aim_of(0.6f * spec_.tolerance, system_.excess_density());
    // What corrects density is speed too, the more the shorter the step, and a step follows pressure. What has no room to part would so be shaken faster and faster in
    // shorter and shorter steps; it is given the time of a step that no pressure shortens.
    const auto  density = system_.restore_density(exec, p, neighbours, kernel, p.pressure.write(),
                                                 {pace, aim, 1, 2, spec_.most_iterations, pace.unladen},
                                                 PressureSystem::Push::acceleration);
    return {.iterations = density.iterations, .density_error = density.error, .hard = density.hard};
}

}  // namespace mote
