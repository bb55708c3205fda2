// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/stages.h"
#include "mote/world.h"

namespace mote {

struct StepReport {
    float       dt = 0;         ///< [s]
    StepBound   bound = StepBound::largest;  ///< what kept it so short, but for solids
    SolveReport pressure;
    int         viscosity_iterations = 0;   ///< 0 where viscosity is explicit
    bool        hard_viscosity = false;     ///< as of is_hard
    int         solid_steps = 0;            ///< short steps of elastic bodies
    int         contact_sweeps = 0;         ///< of rigid bodies
    int         solid_iterations = 0;       ///< 0 where those are explicit
    bool        solid_fallback = false;     ///< a solve found no answer, and short steps took its place
    bool        absorbed = false;           ///< the shape at rest of something that has flowed has become the present one
    int         retries = 0;    ///< how often the step was taken anew with half the time
    Index       caught  = 0;    ///< particles that were held back at a boundary
    Index       limited = 0;    ///< particles whose push was absurd even in a step 64 times shorter, and was left out

    /// A solve ended at the limit of its iterations, above its tolerance.
    bool is_hard() const { return pressure.hard || hard_viscosity; }
};

/// Advances the world by one step of at most `dt_max` [s]. Throws Unsound where no step is small enough.
StepReport step(World& world, float dt_max);

/// What files, pictures and stats show of solids, as they stand: their stress, and strain where it is asked for. Returns their energy, that of springs included [J].
double observe_solids(World& world);

/// The run cannot go on: names the particle and says what happened to it.
struct Unsound : UnsoundError {
    Unsound(const std::string& sentence, ParticleId first) : UnsoundError(sentence), particle(first) {}
    ParticleId particle;
};

}  // namespace mote
