// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Implicit incompressible SPH [Ihmsen et al. 2014, "Implicit incompressible SPH"]: one pressure that holds back weight and restores density. As published it
// restores density within a step, and what does that is speed: a settled column had layers with twice their pressure, and a splash gained energy. Spread over some
// steps it is gentle, and density stays within its tolerance as well.
#include "iisph.h"

namespace mote {

SolveReport Iisph::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Pace pace) {
    // In which density is restored, of those that no pressure shortens: what has no room to part would be shaken in ever shorter ones. In a splash more is to be restored,
    // at rest every push shows.
    const float steps = pace.calm ? 8 : 1;
    system_.find_rates(exec, p, neighbours, kernel, pace, p.pressure.write());
    system_.ask_for_density(exec, p, pace, steps * pace.unladen);
    const float aim    = pace.full ? 0.8f * spec_.tolerance : aim_of(0.6f * spec_.tolerance, system_.excess_density());
    const float share  = pace.full || pace.calm ? 0.2f : 0.3f;
    const auto  report = system_.stop_compression(exec, p, neighbours, kernel, p.pressure.write(), {pace, aim, share, spec_.most_iterations});
    return {.iterations = report.iterations, .density_error = system_.excess_density(), .hard = report.hard};
}

}  // namespace mote
