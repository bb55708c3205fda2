// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Divergence-free SPH after Bender & Koschier [2015, "Divergence-free smoothed particle hydrodynamics"], with two changes.
// Both solves come after the other forces, so that they share gradients and rates and the first finds the physical
// pressure. The second only moves particles; in the original it also gives them speed, which keeps a liquid from coming to
// rest (a settled column had five times the kinetic energy and 10 % to 40 % too little pressure).
#include "dfsph.h"

namespace mote {

SolveReport Dfsph::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Pace pace) {
    system_.find_rates(exec, p, neighbours, kernel, pace, p.pressure.write());
    // Liquid at rest that is nearly as dense as it may be must carry its weight to the last layer, or it falls while its density is
    // corrected. In a flow noise between neighbours, which is most of what is left, may stay: to take it away takes twice as many iterations, and the next step
    // brings as much. Where nothing is nearly too dense the correction need not be measured: the density of the next step tells.
    const bool  laden = !pace.full && system_.excess_density() > (pace.calm ? 0.3f : 0.5f) * spec_.tolerance;
    const float share = pace.full || pace.calm ? 0.2f : 0.3f;
    const auto  divergence =
        system_.stop_compression(exec, p, neighbours, kernel, p.pressure.write(),
                                 {pace, spec_.divergence_tolerance, share, spec_.most_iterations, 4, laden && pace.calm});
    const float aim     = pace.full ? 0.8f * spec_.tolerance : aim_of(spec_.tolerance, system_.excess_density());
    const auto  density = system_.restore_density(
        exec, p, neighbours, kernel, density_pressure_.write(),
        {pace, aim, 1, laden || pace.calm || pace.full ? spec_.most_iterations : 0});
    return {density.iterations, density.error, divergence.iterations, divergence.error, density.hard || divergence.hard};
}

}  // namespace mote
