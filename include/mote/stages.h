// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The stages a step is made of: plain functions that read some columns and write others. `compute_x` overwrites x,
// `apply_gravity` starts and `add_x` adds to the acceleration, `move_x` advances, `find_x` and `choose_x` only look. Whoever needs another order
// writes another step.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "mote/material.h"
#include "mote/neighbour_search.h"
#include "mote/smoothing_kernel.h"

namespace mote {

using Kernel = CubicSpline;  ///< The kernel of the simulator.

/// The kernel of matter that is so far apart at rest [m]: its height makes the volumes of a cubic lattice fill space
/// exactly, whatever the support [m]. A discrete sum misses 1 by less than 0.1 % at 2 spacings and by up to 9 % at 1.5.
Kernel rest_kernel(float spacing, float support, int dimension);

/// How full the neighbourhood of the first layer of a lattice with a flat face is: 1 inside.
float first_layer_fullness(const Kernel&, float spacing);

/// rest_density, viscosity, surface_tension and volume at rest of each particle, from its material and mass. Where it is about to become another by heat its
/// volume goes over as `latent` fills [J/kg]; empty: nothing does. `dry`: mass without what was taken up [kg]; empty: nothing was.
void compute_material_values(const Exec&, Particles&, View<const Material> materials, View<const float> latent = {}, View<const float> dry = {});

/// Overwrites `viscosity` where it follows the rate of shear, which is left in `rate` [1/s] (0 elsewhere).
bool has_shear_law(std::span<const Material>);
void compute_shear_viscosity(const Exec&, Particles&, const Neighbours&, const Kernel&, View<const Material>, Scratch<float>& rate);

/// Which rows belong to a solid, for stages that treat matter alike; empty where there are none. Pressure and rubbing act between bodies, not within
/// them. Solids are held apart from walls and from each other by contact (solids.h, rigid_contact.h), so for them only liquids press.
struct SolidRows {
    View<const float> group;         ///< -1: liquid; 0: wall; above: an elastic body; below -1: a rigid one; each has its own
    View<const float> own_fullness;  ///< of ours: the share of its neighbourhood that its own body fills, whatever its deformation; not less than a flat face does
    View<const float> give{};        ///< how far a push moves it, as a share of what it would do alone: less where it is part of a rigid body; empty: 1

    static constexpr float liquid = -1, wall = 0, inner_fullness = 0.95f;
    MOTE_HOT static float elastic_group(Index part) { return float(part + 1); }
    MOTE_HOT static float rigid_group(BodyId body) { return -float(body + 2); }
    MOTE_HOT static bool  is_elastic(float g) { return g > 0.5f; }
    MOTE_HOT static bool  is_rigid(float g) { return g < -1.5f; }
    MOTE_HOT static bool  is_solid(float g) { return is_elastic(g) || is_rigid(g); }

    MOTE_HOT float of(Index i) const { return group.data ? group[i] : liquid; }
    /// Layers below the first touch nobody.
    MOTE_HOT bool inside(Index i) const { return is_solid(of(i)) && own_fullness[i] > inner_fullness; }
    template <class J, class R>
    MOTE_HOT R given(J j, R value) const {
        return give.data ? give[j] * value : value;
    }
    /// `value`, or 0 where i, of group g, and j do not press each other: solids are pressed by liquids only.
    template <class J, class R>
    MOTE_HOT R pressing(float g, J j, R value) const {
        return is_solid(g) ? of_liquids(j, value) : value;
    }
    /// The viscosity between i, of group g, and j: `between` them, or where one is solid that of a wall to which liquids stick, twice that of the liquid (wall_viscosity).
    template <class J, class R>
    MOTE_HOT R rubbing(float g, J j, float mu_i, R mu_j, R between) const {
        if (!group.data) return between;
        if (is_solid(g)) return of_liquids(j, 2 * mu_j);
        const auto other = group[j];
        const R    stuck = 0.f * mu_j + 2 * mu_i;
        return select(other > 0.5f, stuck, select(other < -1.5f, stuck, between));
    }
    /// `value`, or 0 where j is not of a liquid.
    template <class J, class R>
    MOTE_HOT R of_liquids(J j, R value) const {
        return group.data ? select(abs(group[j] - liquid) < 0.5f, value, 0.f * value) : value;
    }
};

/// Density by summation over matter and walls [kg/m^3].
void compute_density(const Exec&, Particles&, const Neighbours&, const Kernel&);

/// The pressure of a wall sample: it answers with that of whoever pushes.
inline constexpr float mirror_pressure = -1e30f;
/// The viscosity of a wall sample that moves with the matter in front of it: minus what multiplies that of whoever passes.
inline constexpr float wall_friction = -1;
/// And of one that matter sticks to (friction 1) or slips along (0). What sticks is mirrored: behind the surface it moves
/// against whoever passes, so that the surface itself stands still; hence twice. Never 0, so that it is known for a wall.
inline float wall_viscosity(float friction) { return -2 * max(friction, 1e-20f); }
/// The rest density of a wall sample [kg/m^3]: nothing moves it.
inline constexpr float wall_density = 1e30f;
/// The surface_tension of a wall sample, and of a particle of a solid, is its adhesion with a minus: -1 is wetted, 0 is not.

/// How many layers of samples stand for a wall, one spacing apart: as many as a particle sees, and two at least.
int wall_layers(float support_in_spacings);
/// The volume that makes a wall sample count as much as the matter it stands for, however dense the samples are
/// [Akinci et al. 2012, eqs. 4-5]. `walls` holds nothing else; `spacing` is that of the matter [m].
void compute_wall_volume(const Exec&, Particles& walls, const Neighbours& of_walls, const Kernel&, float spacing);

/// Overwrites the acceleration with gravity [m/s^2].
void apply_gravity(const Exec&, Particles&, Vec3 gravity);
/// Neither drift nor pressure, where nothing flows.
void clear_flow(const Exec&, Particles&);

/// What heat and surrounding air that is not simulated change of it: weight by the expansion, buoyancy and drag of the materials;
/// `kick` is how long accelerations act [s].
bool has_buoyancy(std::span<const Material>);
void add_buoyancy(const Exec&, Particles&, View<const Material>, Vec3 gravity, float kick);

class PairValues;

struct ViscositySettings {
    int   dimension   = 3;
    float sound_speed = 20;    ///< [m/s], for the damping; 0 where nothing is compressible
    float damping     = 0;     ///< Monaghan's alpha: how strongly sound is damped [0, 1]
    float xsph        = 0;     ///< How far particles move with their neighbours' mean velocity [0, 1]
    float kick        = 0;     ///< [s]; how long accelerations act
    bool  laminar     = true;  ///< false: that of the materials is left to ImplicitViscosity
    float spacing     = 0;     ///< of matter at rest [m]; 0: the factor of an endless number of neighbours
    bool  alike       = false; ///< all matter has one density and one viscosity
    SolidRows solids{};
    PairValues* slopes = nullptr;  ///< of the kernel, where the pressure solver keeps them
};
/// The 2 (d + 2) of PairViscosity for so short a support: sums over a lattice give mu times the Laplacian, as the mean over all
/// directions of the flow. Without it they are 2 % (support of 2 spacings) to 5 % low, 30 % at 1.5.
float viscosity_factor(const Kernel&, float spacing);
/// Laminar viscosity by the materials (a wall rubs with that of whoever passes) and artificial viscosity; overwrites `drift` with the XSPH velocity correction [Monaghan 1989].
/// Where nothing is compressible the correction is kept in the velocity instead, so that pressure sees it.
void add_viscosity(const Exec&, Particles&, const Neighbours&, const Kernel&, const ViscositySettings&);

/// How far surface tension reaches, in spacings, whatever the support: nearer, a surface is one particle thick and tears.
inline constexpr float surface_reach = 3.5f;
bool has_surface_tension(std::span<const Material>);
bool has_cohesion(std::span<const Material>);

/// What any two materials are to each other, where the scene says so of some of them. Tables of count x count numbers.
struct PairTable {
    int                count = 0;     ///< of materials; 0: nothing is said
    std::vector<float> tension;       ///< what row's side of the surface to column carries [N/m]; 0 where both are one liquid; below 0: all of its own, which goes with the temperature
    std::vector<float> diffusion;     ///< [m^2/s]
    std::vector<float> conductance;   ///< of heat where they touch [W/(m^2 K)]
    bool               has_tension = false, has_diffusion = false, has_conductance = false;
    mutable Settings<float> tension_settings, diffusion_settings, conductance_settings;
};
/// Without any pairs: what the materials alone say.
PairTable make_pair_table(std::span<const Material>);
/// Everything that the tables hold for one pair, both ways.
void set_tension(PairTable&, std::size_t a, std::size_t b, float tension, int dimension);
void set_diffusion(PairTable&, std::size_t a, std::size_t b, float diffusion);
void set_conductance(PairTable&, std::size_t a, std::size_t b, float conductance);
/// The material of each row as a number for lanes; -1: walls and nobody.
void compute_kind(const Exec&, const Particles&, Scratch<float>& kind);
/// The longest step that ripples between two liquids allow; h is half the support [s].
float choose_pair_step(std::span<const Material>, const PairTable&, float h);

/// Whether both are one liquid: of one density and tension.
bool same_liquid(const Material&, const Material&);

/// What surface tension works with, made anew in each step.
struct SurfaceWork {
    Neighbours near;  ///< everybody nearer than surface_reach
    Scratch<Vec4> wall, unliked;    ///< by row of matter: normal of the implicit boundaries that it sees, all and what of them is not liked [1/m]
    Scratch<Vec4> straight, aside;  ///< stress of each row: (xx, yy, zz) and (yz, zx, xy)
    Scratch<float> kind; ///< material of each row, where there are pairs; which liquid it is, where a tension goes with the temperature
    Settings<float> liquids;  ///< which liquid each material is
};
struct SurfaceSettings {
    int   dimension = 3;
    float spacing   = 0.02f;  ///< [m]
    float support   = 2;      ///< [spacings]; tells how deep walls are sampled
    bool  implicit  = false;  ///< `wall` and `unliked` of SurfaceWork have been found
};
/// How strongly a flat wall of adhesion 1 attracts a liquid of 1 N/m, by the distance, so many steps up to surface_reach, evenly [N/m^3].
std::vector<float> attraction_of_plane(float spacing, int dimension, int steps);
/// Pulls the surface of each liquid together, liquids to walls by their adhesion, and liquids and solids to each other. Liquids of one density and tension are
/// one liquid. The pressure inside a drop rises by sigma/R in 2-D and 2 sigma/R in 3-D, within 6 % for 10 to 20 spacings.
/// Between two liquids the table of pairs tells the tension.
void add_surface_tension(const Exec&, Particles&, std::span<const Material>, const PairTable&, SurfaceWork&, const SurfaceSettings&);

/// Than another liquid: what may be shut in by it and needs more than Jacobi steps. Up to 20 these do.
inline constexpr float much_lighter = 0.05f;

struct TimeStepLimits {
    float largest, courant;    ///< [s], share of the smoothing length (half the support) crossed in a step
    float support;             ///< [m]
    float sound_speed;         ///< [m/s]; 0 where nothing is compressible
    Vec3  gravity;             ///< [m/s^2]; what pushes where nothing is compressible: pressure only holds
    float heaviest = 0;        ///< as of PressureSolver [kg/m^3]: the inertia of what is much lighter
};
/// What keeps a step short: what was asked for, sound and matter that cross, pushes, ripples of the surface, what deep liquid could do if it gave way, viscosity.
enum class StepBound { largest, crossing, push, ripples, depth, viscosity };
/// The largest stable time step [s]: sound and matter, viscosity, ripples of the surface, and the accelerations of the last step.
struct StepLimit {
    float all, unrubbed;  ///< unrubbed: without viscosity, where that is implicit
    bool  calm;           ///< matter has far less energy in its motion than in its pressure
    float unladen;        ///< without viscosity and without what deep liquid could do
    StepBound bound;      ///< the least of those, without viscosity
};
StepLimit choose_time_step(const Exec&, const Particles&, const TimeStepLimits&);

/// What goes wrong first if the particles are moved by dt now.
struct Trouble {
    enum class Kind { not_finite, too_fast, out_of_domain } kind;
    Index row;
};
/// not_finite: velocity, acceleration or density is no number; too_fast: a particle would cross more than its support.
/// `kick` and `dt` are those of move_particles [s].
std::optional<Trouble> find_trouble(const Exec&, const Particles&, float kick, float dt, float support);
/// Takes the push (acceleration and drift) from whoever would cross more than his support because of it alone; returns how many.
Index drop_absurd_pushes(const Exec&, Particles&, float kick, float dt, float support);
/// The first particle (lowest row) outside the box.
std::optional<Trouble> find_lost(const Exec&, const Particles&, const Box& domain);

/// Leapfrog: velocities live half a step behind positions. `kick` is half this step and half the last.
void move_particles(const Exec&, Particles&, float kick, float dt, int dimension);
/// Moves everyone by the drift of a second; velocities stay.
void move_by_drifts(const Exec&, Particles&);

/// Mean excess of density that is put down to how particles stand, where matter fills a domain which it cannot leave and so keeps its
/// volume whatever sums over neighbours say; lattices differ by so much.
inline constexpr float most_disorder = 0.005f;

/// Sums over all matter, in double precision.
struct Statistics {
    Index  particles = 0;
    double mass = 0;                                     ///< [kg]
    double momentum[3] = {}, angular_momentum[3] = {};   ///< [kg m/s], [kg m^2/s] about the origin
    double kinetic_energy = 0, potential_energy = 0;     ///< [J]
    double mean_density_error = 0;                       ///< mean of rho/rho0 - 1 where it is above 0, or in a full domain above its mean (most_disorder)
    float  largest_density_error = 0;                    ///< largest rho/rho0 - 1
    float  largest_speed = 0;                            ///< [m/s]
    float  coldest = 1e30f, hottest = -1e30f;            ///< [K]
};
/// `full` as in Pace.
Statistics find_statistics(const Exec&, const Particles&, Vec3 gravity, bool full = false);

}  // namespace mote
