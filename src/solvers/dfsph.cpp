// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Divergence-free SPH after Bender & Koschier [2015, "Divergence-free smoothed particle hydrodynamics"], with three changes.
// Both solves come after the other forces, so that they share gradients and rates and the first finds the physical
// pressure. The second only moves particles; in the original it also gives them speed, which keeps a liquid from coming to
// rest (a settled column had five times the kinetic energy and 10 % to 40 % too little pressure). And at rest it takes its time.
#include "dfsph.h"

namespace mote {

SolveReport Dfsph::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Pace pace) {
    system_.find_rates(exec, p, neighbours, kernel, pace, p.pressure.write());
    // Liquid at rest that is nearly as dense as it may be must carry its weight to the last layer, or it falls while its density is
    // corrected. In a flow noise between neighbours, which is most of what is left, may stay: to take it away takes twice as many iterations, and the next step
    // brings as much. Where nothing is nearly too dense the correction need not be measured: the density of the next step tells.
    const float left  = system_.excess_density();
    const bool  laden = !pace.full && left > (pace.calm ? 0.3f : 0.5f) * spec_.tolerance;
    const float share = pace.full || pace.calm ? 0.2f : 0.3f;
    const auto  divergence =
        system_.stop_compression(exec, p, neighbours, kernel, p.pressure.write(),
                                 {pace, spec_.divergence_tolerance, share, spec_.most_iterations, 4, laden && pace.calm});
    // In liquid that rests by its weight, alone, errors of density, and what is left of rates, are taken back in some eight steps: at once they move rows so far that the pressure of the last step no longer fits
    // them. A few iterations are enough, as their pressure stays for the next step. Where near to as much is foreseen as is allowed all goes at once again.
    const bool  rests   = pace.calm && system_.bears_weight(pace);
    const float gentle  = rests ? clamp(5 * system_.foresee(exec, p, pace.dt) / spec_.tolerance - 3, 0.125f, 1.f) : 1.f;
    const bool  some    = gentle < 1;
    const float aim     = pace.full ? 0.8f * spec_.tolerance : some ? 0.9f * (spec_.tolerance - left) : aim_of(spec_.tolerance, left);
    const auto  density = system_.restore_density(exec, p, neighbours, kernel, density_pressure_.write(),
                                                  {pace, aim, some ? 0.5f : 1.f, laden || pace.calm || pace.full ? spec_.most_iterations : 0, 0, false, some ? 4 : 1 << 20, gentle});
    return {density.iterations, density.error + (1 - gentle) * left, divergence.iterations, divergence.error, density.hard || divergence.hard};
}

}  // namespace mote
