// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/step.h"

#include "contacts.h"
#include "guard.h"
#include "inflow.h"
#include "rows.h"
#include "spreading.h"
#include "time_step.h"
#include "trouble.h"
#include "walls.h"

namespace mote {

StepReport step(World& w, float dt_max) {
    const Exec&  exec   = w.exec;
    Particles&   p      = w.particles;
    const Kernel kernel = w.kernel();
    StepReport   report;

    // Who is here, and who is near whom. Rows change in this block only.
    p.drop_copies();
    if (w.domain.leaving == DomainSpec::Leaving::remove) remove_lost(w);
    drain_sinks(w);
    move_walls(w);
    run_sources(w);
    sort_rows(w);
    compute_material_values(exec, p, {w.materials.data()});
    make_images(exec, p, w.periodic(), w.reach());
    make_contacts(w);
    w.neighbours.build(exec, w.points());
    const bool sheared = has_shear_law(w.materials), alike = w.materials.size() == 1 && !sheared;
    const bool tense   = has_surface_tension(w.materials) || w.pairs.has_tension;
    if (tense) w.surface.near.build(exec, w.points_within(surface_reach * w.spacing));

    // What state the matter is in.
    if (sheared) compute_shear_viscosity(exec, p, w.neighbours, kernel, {w.materials.data()}, w.shear_rate);
    w.pressure->prepare(exec, p, w.neighbours, kernel, w.full);
    const float allowed = w.time_step.largest > 0 ? min(w.time_step.largest, dt_max) : dt_max;
    const float longest = choose_wall_step(w, min(allowed, min(choose_source_step(w), choose_spreading_step(w))));
    const auto  limit   = choose_time_step(exec, p, {longest, w.time_step.courant, w.support, w.sound_speed, w.gravity});
    const bool  thick   = is_implicit(w.viscosity, limit);
    float       dt      = thick ? limit.unrubbed : limit.all;
    const bool  moving  = w.sources || w.boundaries.rest;  // walls
    float       kick    = 0;
    if (dt < longest) refuse_short_step(w, dt);

    // What pushes it. A step that would go wrong is taken anew with half the time.
    for (;; dt *= 0.5f, ++report.retries) {
        dt   = even_share(dt, dt_max);
        kick = 0.5f * (w.last_dt + dt);
        drive_walls(w, dt);
        apply_gravity(exec, p, w.gravity);
        if (has_buoyancy(w.materials)) add_buoyancy(exec, p, {w.materials.data()}, w.gravity, kick);
        add_viscosity(exec, p, w.neighbours, kernel, {w.dimension, w.sound_speed, w.damping, w.xsph, kick, !thick, w.spacing, alike});
        if (w.vorticity) add_vorticity(exec, p, w.neighbours, kernel, *w.vorticity, kick);
        if (tense) add_surface_tension(exec, p, w.materials, w.pairs, w.surface, {w.dimension, w.spacing, w.support / w.spacing});
        if (thick)
            report.viscosity_iterations =
                w.implicit_viscosity.add(exec, p, w.neighbours, kernel, kick, w.spacing, w.viscosity).iterations;
        report.pressure    = w.pressure->solve(exec, p, w.neighbours, kernel, {kick, dt, moving, w.full, limit.calm, length(w.gravity)});
        auto trouble       = find_trouble(exec, p, kick, dt, w.support);
        if (trouble && report.retries >= 6 && trouble->kind == Trouble::Kind::too_fast) {
            report.limited = drop_absurd_pushes(exec, p, kick, dt, w.support);
            trouble        = find_trouble(exec, p, kick, dt, w.support);
        }
        if (!trouble) break;
        if (dt * 0.5f < w.time_step.smallest || trouble->kind == Trouble::Kind::not_finite) give_up(w, *trouble, dt);
    }

    // What it becomes, while the lists fit the positions.
    if (w.vorticity) turn_spins(exec, p, *w.vorticity, kernel, kick);
    conduct_heat(w, dt);
    spread_solute(w, dt);

    // Where it goes.
    move_particles(exec, p, kick, dt, w.dimension);
    report.caught = hold_back(w, w.time, dt);
    wrap_positions(exec, p, w.periodic());
    if (w.domain.leaving == DomainSpec::Leaving::stop)
        if (const auto lost = find_lost(exec, p, w.allowed())) give_up(w, *lost, dt);

    p.drop_copies();
    w.time += dt;
    w.last_dt = dt;
    ++w.step_number;
    report.dt = dt;
    return report;
}

}  // namespace mote
