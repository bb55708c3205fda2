// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The system of equations that the implicit pressure solvers share. The fullness alpha_i = sum_j V_j W_ij is 1 at rest
// density. Pressure accelerates by
//     a_i = -1/rho0_i sum_j V_j (p_i + p_j) grad W_ij
// and so changes the rate at which space fills up by
//     kick (D a)_i = kick sum_j V_j (a_i - a_j) . grad W_ij.
// Walls have infinite density and mirror whoever pushes: the same pressure, and where the velocity is concerned the
// opposite motion. So p_b = p_i, and a wall counts twice in sum_j V_j grad W_ij. Counted once, the layer next to the wall
// takes twice the pressure, and since a sum over both sides of a particle does not see its own value, every second layer
// inherits it. Along a wall, where pressure changes, the wall's part of the gradient is missing; the rest is scaled up to make
// good for it, and all of it a little because of the disorder of particles (`strength_`). Without that a tank ten particles wide has 7 % too much pressure and never comes to rest.
#pragma once
#include "mote/pressure_solver.h"
#include "enclosed.h"

namespace mote {

/// The share of a Jacobi step that is stable for so wide a support, in spacings.
float relaxation_of(float support, int dimension);

/// The mean density error that a solve should aim at. Some comes on top of what it foresees: it is linear in displacements, and boundaries
/// hold back whoever moves into them. That lasts for many steps, so what the last one left tells how much lower to aim.
inline float aim_of(float tolerance, float left) { return clamp(1.6f * tolerance - left, 0.2f * tolerance, 0.9f * tolerance); }

class PressureSystem {
public:
    explicit PressureSystem(float spacing) : spacing_(spacing) {}

    /// Density, gradients and diagonals for the positions of this step.
    void prepare(const Exec&, Particles&, const Neighbours&, const Kernel&, bool full, const SolidRows&);
    /// Mean of what is denser than at rest, as a share of that.
    PairValues& slopes() { return slopes_; }
    float excess_density() const { return excess_density_; }
    /// Pressure is that of weight: there is a surface, and no body among the rows.
    bool  bears_weight(const Pace& pace) const { return !pace.full && pace.gravity > 0 && !solids_.group.data; }
    float heaviest() const { return enclosed_.any() || carried_.any() ? heaviest_ : 0.f; }
    /// The rates of the velocities v + kick a, before any solve. Takes off the acceleration what walls carry. `start`: the pressure that stop_compression
    /// is to start from, if it comes next.
    void find_rates(const Exec&, Particles&, const Neighbours&, const Kernel&, Pace, View<float> start = {});

    struct Goal {
        Pace  pace;
        float tolerance;    ///< what a step may still add to alpha, on average
        float share;        ///< and at most so much of what it would add without pressure; 1: as it comes
        int   most;         ///< iterations; 0: the pressure is taken as it is, and not measured
        float expand = 0;      ///< times as fast as voids close, what is shut in and too dense expands
        bool  strict = false;  ///< the share counts every particle; else noise between neighbours cancels
        int   enough = 1 << 20; ///< after so many iterations the share counts no more
        float gentle = 1;      ///< restore_density takes away that share of what is too dense, and all of it where it is far too much
    };
    struct Report {
        int   iterations = 0;
        float error      = 0;  ///< mean of what is left, as a share of the rest density
        bool  hard       = false;  ///< as of SolveReport
    };
    /// Finds pressures >= 0, or below where there is cohesion, that let the velocity compress nothing, except spray (particles with few neighbours), and adds
    /// their acceleration. Starts from what find_rates was given.
    Report stop_compression(const Exec&, Particles&, const Neighbours&, const Kernel&, View<float> pressure, const Goal&);

    /// What is denser than at rest asks stop_compression, which comes next, to be so no more after a step that no pressure shortens; where it is so by little, for that
    /// share of it.
    void ask_for_density(const Exec&, const Particles&, const Kernel&, const Pace&, float gentle);

    /// Mean of what would be denser than at rest after the step, if nothing more was done, as a share of that.
    float foresee(const Exec&, const Particles&, float dt);

    /// Finds pressures >= 0 under which nothing is denser than at rest after the step, or nearer to that by `gentle`. Starts from `pressure` where
    /// something is to be done. The push goes into `drift`, which moves particles apart and gives them no speed.
    Report restore_density(const Exec&, Particles&, const Neighbours&, const Kernel&, View<float> pressure, const Goal&);

    /// Where something is denser than `tolerance` allows on the mean, sets the drift of a second that parts it.
    bool part(const Exec&, Particles&, const Neighbours&, const Kernel&, float tolerance);

    void spread(const Exec&, Particles&, const Kernel&, const Pace&);  ///< as of PressureSolver
    /// What it has borrowed for this step.
    void give_back(const Exec&);

    RigidBodies* rigid = nullptr;  ///< as of PressureSolver

private:
    void                  hold_together(const Exec&, Particles&, const Neighbours&, const Kernel&, const Pace&, const pressure::Unpressed&, View<float> pressure);
    void                  find_enclosed(const Exec&, const Particles&, const Neighbours&, const Kernel&, bool may);
    void                  find_walls(const Exec&, const Particles&, const Neighbours&);
    pressure::BesideWalls walls() { return {place_.read(), mirrored_.write(), stronger_.write()}; }
    pressure::Gradients   mirrored() { return {gradient_.read(), walls()}; }
    pressure::Pairs       pairs(const Neighbours& neighbours) { return {neighbours.view(), slopes_.view(), site_.read()}; }
    pressure::Floor       floor_of(const Pace& pace) { return {pace.cohesive.data ? floor_.read() : View<const float>{}}; }
    pressure::Apart       apart() { return {response_.write(), last_.write(), last_change_.write()}; }
    float  relaxation(const Kernel& kernel) const { return relaxation_of(kernel.h / spacing_, kernel.dimension) / strength_; }
    Enclosed::System system(const Neighbours&, const Particles&, const Kernel&, View<const float> pressure);
    pressure::Acceleration acceleration(const Neighbours&, const Particles&, View<const float> pressure);
    Report solve(const Exec&, const Particles&, const Neighbours&, const Kernel&, View<float> pressure,
                 const pressure::Gradients&, const Goal&, bool pushed);

    void   begin(const Exec&, const Particles&, const pressure::Acceleration&, View<float> pressure, bool pushed);
    void   carry(const Exec&, Particles&, const Neighbours&, const Kernel&, const Pace&);
    void   rest_others(const Exec&, const Particles&);
    void   refresh_sites(const Exec&, const Particles&);

    float          spacing_;    // of matter at rest [m]
    SolidRows      solids_;
    float          excess_density_ = 0;
    float          heaviest_ = 0;  // rest density of liquids [kg/m^3]
    Enclosed       enclosed_;
    Carried        carried_;
    float          strength_ = 1;  // sums over particles in disorder feel only so much less of a pressure that changes
    PairValues     slopes_;
    Scratch<Vec4>  site_;       // position, and V p: what the acceleration sums
    Scratch<Vec4>  motion_;     // V times velocity or acceleration: what the rate sums
    Scratch<Vec4>  gradient_;   // sum_j V_j grad W_ij, and the inverse of the diagonal
    Scratch<Index> place_;      // of rows with a wall near them, as of BesideWalls
    Scratch<Vec4>  mirrored_;   // of those: the gradient with walls counted twice
    Scratch<pressure::PackedSymmetric> stronger_;  // of those
    Scratch<float> rate_;       // d alpha / dt of the present velocities [1/s]
    Scratch<float> excess_;     // what pressure must take away [1/s]
    Scratch<float> response_;   // what it has changed [1/s]
    Scratch<float> last_, last_change_;  // of the iterations [Pa]
    Scratch<float> floor_;      // least pressure, where there is cohesion [Pa]
    Scratch<float> parting_;    // pressure that parts [Pa]
};

/// A pressure solver that works on such a system.
class SystemSolver : public PressureSolver {
public:
    SystemSolver(float spacing, float tolerance) : system_(spacing), tolerance_(tolerance) {}
    void prepare(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, bool full, const SolidRows& solids) final {
        system_.rigid = rigid;
        system_.prepare(exec, p, neighbours, kernel, full, solids);
    }
    bool part(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, bool full) final {
        return !full && system_.part(exec, p, neighbours, kernel, tolerance_);
    }
    PairValues* slopes() final { return &system_.slopes(); }
    float       heaviest() const final { return system_.heaviest(); }
    void spread(const Exec& exec, Particles& p, const Kernel& kernel, Pace pace) final { system_.spread(exec, p, kernel, pace); }
    void give_back(const Exec& exec) final { system_.give_back(exec); }

protected:
    PressureSystem system_;

private:
    float tolerance_;  // of the mean density, as a share
};

}  // namespace mote
