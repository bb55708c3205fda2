// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Implicit incompressible SPH [Ihmsen et al. 2014, "Implicit incompressible SPH"]: one pressure that holds back weight and restores density. As published it
// restores density within a step, and what does that is speed: a settled column had layers with twice their pressure, and a splash gained energy. Spread over some
// steps it is gentle, and density stays within its tolerance as well.
#include "iisph.h"

namespace mote {

SolveReport Iisph::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Pace pace) {
    system_.find_rates(exec, p, neighbours, kernel, pace, p.pressure.write());
    // In a flow all of it at once; at rest, where every push shows, in some eight steps. Steps that pressure shortens do not count: what has no room to part would be shaken in
    // ever shorter ones.
    system_.ask_for_density(exec, p, kernel, pace, pace.calm ? 0.125f : 1.f);
    const float aim    = pace.full ? 0.8f * spec_.tolerance : aim_of(0.6f * spec_.tolerance, system_.excess_density());
    const float share  = pace.full || pace.calm ? 0.2f : 0.3f;
    const auto  report = system_.stop_compression(exec, p, neighbours, kernel, p.pressure.write(), {pace, aim, share, spec_.most_iterations, 0.5f, pace.calm});
    return {.iterations = report.iterations, .density_error = system_.excess_density(), .hard = report.hard};
}

}  // namespace mote
