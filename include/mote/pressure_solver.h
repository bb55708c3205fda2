// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <memory>

#include "mote/scene.h"
#include "mote/stages.h"

namespace mote {

class RigidBodies;

/// What a pressure solve did. A hard solve is not an error: it is a number here.
struct SolveReport {
    int   iterations    = 0;
    float density_error = 0;  ///< Mean compression that is left, as a share of the rest density.
    int   divergence_iterations = 0;
    float divergence_error      = 0;  ///< Mean compression that the step's velocity adds.
    bool  hard                  = false;  ///< It ended at the limit of its iterations, above its tolerance.
};

/// How long pressure acts and moves [s]: `kick` is half the last step and half this one, as of move_particles.
struct Pace {
    float kick, dt;
    bool  walls_move = false;  ///< some of them may
    bool  full       = false;  ///< matter has no free surface: it fills a domain that it cannot leave
    bool  calm = false;        ///< it has far less energy in its motion than in its pressure
    float gravity = 0;         ///< [m/s^2]
    float unladen = 0;         ///< as of StepLimit [s]
    View<const Material> cohesive{};  ///< all materials, where one of them has cohesion
};

/// Keeps incompressible matter incompressible. Chosen once, by the scene.
class PressureSolver {
public:
    virtual ~PressureSolver() = default;
    /// Density by summation [kg/m^3], and what the solver must know of the places of this step. `full` as in Pace.
    virtual void prepare(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, bool /*full*/, const SolidRows&) {
        compute_density(exec, p, neighbours, kernel);
    }
    /// Whether matter is denser than it may be where `prepare` found it. If so, `drift` leads apart within a second [m/s]; velocities are not
    /// asked.
    virtual bool part(const Exec&, Particles&, const Neighbours&, const Kernel&, bool /*full*/) { return false; }
    /// Adds to `acceleration` what holds density at its rest value over the next step.
    virtual SolveReport solve(const Exec&, Particles&, const Neighbours&, const Kernel&, Pace) = 0;
    /// Of the kernel, between all pairs that move, where it has found them.
    virtual PairValues* slopes() { return nullptr; }
    /// Rest density of the heaviest liquid, where it shuts in a far lighter one, else 0: what the pressure in there sets in motion is that around it.
    virtual float heaviest() const { return 0; }
    /// Adds to the drift what keeps particles evenly apart in matter with cohesion. Strain does not see it: they are moved within the matter, not with it.
    virtual void spread(const Exec&, Particles&, const Kernel&, Pace) {}
    /// The step is over: what was borrowed of the workspace goes back.
    virtual void give_back(const Exec&) {}

    RigidBodies* rigid = nullptr;  ///< where there are any: what pressure does to a particle of them it does to the body
};

/// `spacing` is the particle distance of matter at rest [m]. A solver may keep columns of its own on the particles, which
/// must outlive it.
std::unique_ptr<PressureSolver> make_pressure_solver(const PressureSpec&, float spacing, Particles&);

}  // namespace mote
