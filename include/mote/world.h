// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "mote/boundaries.h"
#include "mote/diffusion.h"
#include "mote/hand.h"
#include "mote/implicit_viscosity.h"
#include "mote/mixed_contact.h"
#include "mote/mixture.h"
#include "mote/phase_change.h"
#include "mote/pressure_solver.h"
#include "mote/rigid_bodies.h"
#include "mote/schedule.h"
#include "mote/solids.h"
#include "mote/sources.h"
#include "mote/springs.h"
#include "mote/viscoelastic.h"
#include "mote/vorticity.h"

namespace mote {

/// A material with its name and looks, and a body: what the host knows and kernels do not need.
struct MaterialName {
    std::string name;
    Vec3        colour;
    int         look = 0;  ///< MaterialLook
};
struct BodyName {
    std::string name;
    bool        boundary = false;
    bool        solid    = false;  ///< has a shape at rest at the start
};

/// Where a solid is held.
struct Pin {
    std::string           name;
    std::optional<Motion> motion;  ///< left out: it stands still
    float                 reach = 0;  ///< of what it holds, from the point its motion turns about [m]
    std::vector<Source::Open> on{};  ///< when it holds, ascending; empty: always

    bool holds(double time) const;
};

/// Rows that a kernel has marked: to be kept, or for the host to decide what becomes of them, who are few then.
struct MarkedRow {
    static constexpr Index stays = ~Index(0);

    Vec4  position_volume;
    Index row, fate;  ///< fate: what the host decided; anything but `stays` takes it out
    Index unused[2] = {};  ///< so that all that goes to the host has been written
};
struct MarkedRows {
    Scratch<Index>     mark;     ///< by row, and one more, which is 0: 1 where it is marked
    Scratch<MarkedRow> list;
    Scratch<Index>     old_row;  ///< of those that are kept
};

struct FaceFinder;

/// Everything that is simulated. Lives on one device for the whole run.
struct World {
    explicit World(const Exec& where) : exec(where), particles(where.device()) {}

    // What there is.
    Exec                      exec;
    Particles                 particles;
    std::vector<Material>     materials;
    Settings<Material>        material_settings;
    std::vector<MaterialSchedule> schedules;  ///< of those that change
    std::vector<MaterialName> material_names;
    PairTable                 pairs;
    std::vector<BodyName>     bodies;

    // How it moves.
    int                             dimension = 3;
    std::uint64_t                   seed = 0;       ///< of every random choice
    float                           spacing = 0.02f, support = 0.04f;  ///< [m]
    Vec3                            gravity{0, -9.81f, 0};             ///< [m/s^2]
    float                           sound_speed = 20;                  ///< [m/s]; of the weakly compressible law, 0 for the others
    float                           damping = 0.02f, xsph = 0.01f;
    std::unique_ptr<PressureSolver> pressure;
    ViscositySpec                   viscosity;
    ImplicitViscosity               implicit_viscosity;
    TimeStepSpec                    time_step;
    DomainSpec                      domain;
    bool                            full = false;   ///< matter fills a domain that it cannot leave, so it has no free surface

    // How far it has come. These and the particles are all that a restart needs.
    double        time        = 0;  ///< [s]
    std::uint64_t step_number = 0;
    float         last_dt     = 0;  ///< [s]; velocities are half of it behind
    std::uint64_t walls       = 1;  ///< counts up whenever wall rows move or change places
    std::uint64_t removed     = 0;  ///< particles that left the domain and were taken out

    // Where matter comes in and goes out; their counts are part of a restart too.
    std::unique_ptr<Sources> sources;  ///< null where there are none
    Sinks                    sinks;

    // What spreads in it.
    std::unique_ptr<Heat>   heat;    ///< null where nothing conducts
    std::unique_ptr<Solute> solute;  ///< null where nothing is dissolved
    std::vector<Becoming>   becomings;  ///< what turns into something else for another reason than heat
    std::vector<Heater>     heaters;
    PhaseWork               phase;
    std::unique_ptr<Mixture> mixture;  ///< null where nothing takes up a liquid or evaporates
    /// What a share of a free surface as of src/stages/exposed.h counts, so that a body has the area of its shape as it is laid; what flows forgets that. Null where nothing loses heat or evaporates.
    std::unique_ptr<Column<float>> facing;

    // What keeps its shape.
    std::unique_ptr<Solids> solids;               ///< null where nothing does
    std::unique_ptr<RigidBodies> rigid;           ///< null where nothing is; its rows are among those of `solids`
    SolidSolverSpec         solid_solver;
    std::unique_ptr<Lattice> lattice;             ///< null where no material is virtual
    std::vector<Pin>        pins;
    Settings<Drive>         pin_settings;
    Settings<Pose>          pin_poses;
    Settings<Index>         pin_holds;
    std::unique_ptr<Springs> springs;             ///< null where there are none
    std::unique_ptr<Column<Mat3>> strain;         ///< of particles, elastic, as last observed; null where nobody asks for it
    float                   last_solid_step = 0;  ///< [s]; velocities of elastic bodies are half of it behind; part of a restart
    float                   last_lattice_step = 0;  ///< the same of virtual materials

    std::unique_ptr<Vorticity> vorticity;  ///< null where particles do not turn on their own
    std::unique_ptr<Viscoelastic> viscoelastic;  ///< null where no liquid is elastic

    std::optional<Hand> hand;  ///< of somebody who watches; no part of a restart

    // What matter cannot enter; boundary k is body k.
    Boundaries boundaries;

    // Made anew in each step.
    MarkedRows  marked;
    CellOrder   order;
    Neighbours  neighbours;
    SurfaceWork surface;
    DiffusionWork diffusion;
    Scratch<float> shear_rate;  ///< [1/s]
    std::shared_ptr<FaceFinder> face_finder;  ///< room of find_faces
    MixedContact mixed;  ///< of virtual materials and elastic bodies

    /// Materials as kernels see them.
    View<const Material> material_view() { return material_settings.on(exec, materials); }
    /// How far any neighbour list reaches [m].
    float  reach() const { return has_surface_tension(materials) || pairs.has_tension ? max(support, surface_reach * spacing) : support; }
    /// For stages that treat matter alike.
    SolidRows solid_rows() const {
        SolidRows rows = lattice ? lattice->rows() : solids ? solids->rows() : SolidRows{};
        if (rigid) rows.give = rigid->give();
        return rows;
    }
    SolidSettings solid_settings() const { return {spacing, dimension}; }
    LatticeSettings lattice_settings() const { return {spacing, dimension, seed, step_number, last_dt, gravity, lattice ? lattice->lightest() : 1}; }
    /// The faces that matter comes back through.
    Periodic periodic() const;
    /// Outside of this matter is lost: the domain, and a little more where walls hold it.
    Box    allowed() const;
    /// How long pushes act in a step of `dt`: from the middle of the last one to its own [s].
    float  kick(float dt) const { return 0.5f * (last_dt + dt); }
    Kernel kernel() const { return rest_kernel(spacing, support, dimension); }
    Points points() const {
        Points points = points_within(support);
        if (points.hidden > 0) points.own = particles.contacts.first.read();
        return points;
    }
    /// Without the rows that stand for implicit boundaries within the support.
    Points points_within(float radius) const {
        const Particles& p = particles;
        Points points{p.position_volume.read(), p.size(), p.rows(), radius, {}, p.id.read(), walls};
        if (p.copies() > 0) points.others = 0, points.moving = p.shared();  // images come after the walls, and move
        points.hidden = p.private_rows();
        return points;
    }
    Points matter() const {
        const Particles& p = particles;
        return {p.position_volume.read(), p.size(), p.size(), support, {}, p.id.read()};
    }
};

}  // namespace mote
