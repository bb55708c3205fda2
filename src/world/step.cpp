// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/step.h"

#include <algorithm>
#include <cmath>

#include "contacts.h"
#include "faces.h"
#include "guard.h"
#include "mixing.h"
#include "phases.h"
#include "pins.h"
#include "rows.h"
#include "schedule.h"
#include "sinks.h"
#include "sources.h"
#include "spreading.h"
#include "time_step.h"
#include "together.h"
#include "trouble.h"
#include "walls.h"

namespace mote {
namespace {

bool has_crystal(const World& w) { return w.lattice && w.lattice->count() > 0; }
/// All matter is of virtual materials: nothing flows.
bool is_dry(const World& w) { return has_crystal(w) && w.lattice->count() == w.particles.size(); }
/// For stages of liquids.
const Neighbours& liquid_lists(const World& w) { return has_crystal(w) && !is_dry(w) ? w.lattice->around_liquids() : w.neighbours; }
bool is_tense(const World& w) { return has_surface_tension(w.materials) || w.pairs.has_tension; }

/// All materials, where some hold together. What fills its domain is held by that.
View<const Material> cohesive(World& w) { return has_cohesion(w.materials) && !w.full ? w.material_view() : View<const Material>{}; }

void compute_values(World& w) {
    compute_material_values(w.exec, w.particles, w.material_view(), w.heat && w.heat->latent ? w.heat->latent->read() : View<const float>{}, w.mixture ? w.mixture->dry.read() : View<const float>{});
    if (w.solids) w.solids->hide_large(w.exec, w.particles, w.spacing);
}

/// Who is here. Rows come and go here only.
void find_rows(World& w) {
    Particles& p = w.particles;
    p.drop_copies();
    follow_phases(w);
    hold_solids(w);
    if (w.domain.leaving == DomainSpec::Leaving::remove) remove_lost(w);
    drain_sinks(w);
    remove_walls(w);
    count_anew(w);
    move_walls(w);
    run_sources(w);
    sort_rows(w);
    warm_walls(w);
    compute_values(w);
}

/// Who is near whom, and how dense matter is.
void find_state(World& w) {
    Particles& p = w.particles;
    make_images(w.exec, p, w.periodic(), w.reach());
    make_contacts(w);
    w.neighbours.build(w.exec, w.points());
    if (w.solids) w.solids->mark(w.exec, p), w.solids->follow_heat(w.exec, p, w.materials, w.material_view()), w.solids->follow_strain(w.exec, w.material_view());
    if (w.lattice) w.lattice->find(w.exec, p, w.neighbours, w.material_view(), w.kernel(), w.lattice_settings(), w.solids ? w.solids->rows() : SolidRows{});
    if (w.rigid) w.rigid->mark(w.exec, p, w.neighbours, w.kernel());
    if (is_tense(w)) w.surface.near.build(w.exec, w.points_within(surface_reach * w.spacing));
    if (!is_dry(w)) w.pressure->prepare(w.exec, p, liquid_lists(w), w.kernel(), w.full, w.solid_rows());
}

/// The same after rows have moved between two steps.
void find_anew(World& w) {
    w.pressure->give_back(w.exec);
    w.particles.drop_copies();
    sort_rows(w);
    compute_values(w);
    find_state(w);
}

/// What meets within a step may overlap more than it foresaw. It parts before the next begins; what a scene begins with may be less well laid out.
void part(World& w, StepReport& report) {
    const int most = w.step_number == 0 ? 12 : 3;
    for (int pass = 0; pass < most && !is_dry(w) && w.pressure->part(w.exec, w.particles, liquid_lists(w), w.kernel(), w.full); ++pass) {
        move_by_drifts(w.exec, w.particles);
        if (w.rigid) w.rigid->move_by_drifts(w.exec, w.particles);
        report.caught += hold_back_drifts(w);
        wrap_positions(w.exec, w.particles, w.periodic());
        find_anew(w);
    }
}

std::vector<RigidContact::Wall> walls_of(const World& w, float dt) {
    std::vector<RigidContact::Wall> walls;
    for (const Boundary& b : w.boundaries.list)
        if (b.is_here(w.time)) walls.push_back({&b, b.pose(w.time), drive_of(b.motion, w.time, dt)});
    return walls;
}

/// The shape at rest of what has flowed far becomes the present one.
void follow_flow(World& w, StepReport& report) {
    if (!w.solids || !w.solids->has_flowed(w.exec, w.particles, w.material_view())) return;
    const float dt = max(w.last_dt, 1e-6f);
    find_faces(w, walls_of(w, dt), drives_of(w, dt), dt, 0.6f);
    const Solids::Around around{w.particles, w.neighbours, w.kernel(), w.spacing};
    w.solids->note_contact(w.exec, around);
    w.solids->absorb(w.exec, w.particles, w.materials, w.material_view(), w.kernel(), w.solid_settings(), std::uint32_t(w.step_number));
    if (w.rigid) w.rigid->follow_rows(w.exec, w.solid_settings());
    if (w.springs) w.springs->prepare(w.exec, w.particles, *w.solids);
    find_anew(w);
    w.solids->keep_contact(w.exec, around);
    report.absorbed = true;
}

/// In which nothing falls far [s].
float fall_step(const World& w) { return 0.1f * sqrt(w.spacing / max(length(w.gravity), 9.81f)); }

/// The longest step that is solved for where something is touched.
float longest_solved(const World& w) { return 200 * w.solids->stable_step(w.materials, w.spacing, false); }

/// Whether solids are moved by a solve, if the step is so long. Where something is touched or flows it must be worth more; and what hits within it would come to rest rather than bounce, so
/// hits take short steps, of what is damped by less than such a step does: by `dissipation` times its length.
bool solids_are_solved(World& w, float dt) {
    using Method = SolidSolverSpec::Method;
    // Of virtual materials only where short steps are too short for a fall: of what shakes they tell more. Beside other bodies, and where they keep dents, all take short ones.
    if (has_crystal(w)) {
        const bool many = min(dt, fall_step(w)) > 100 * Lattice::stable_step(w.materials, w.lattice_settings());
        return !w.solids && !w.lattice->flow && (w.solid_solver.method == Method::implicit || (w.solid_solver.method == Method::automatic && many));
    }
    if (!w.solids || w.solids->elastic_rows() == 0 || w.solids->surfaces || w.solids->has_clusters() || w.solids->is_crushed() || w.solid_solver.method == Method::direct) return false;
    if (w.solid_solver.method == Method::implicit) return true;
    const Solids::Around around{w.particles, w.neighbours, w.kernel(), w.spacing};
    if (dt > many_short_steps * w.solids->stable_step(w.materials, w.spacing, false)) {
        const float solved = min(dt, longest_solved(w));
        return !w.solids->bounces(w.exec, w.material_view(), around, solved, w.solid_solver.dissipation * solved, length(w.gravity));
    }
    return is_implicit(w.solid_solver, int(std::ceil(dt / w.solids->stable_step(w.materials, w.spacing)))) && !w.solids->plastic && !w.solids->near_others(w.exec, around);
}

/// Stress can set a solid moving within a step, and who touches whom is found once in it.
float choose_solid_step(const World& w, bool implicit, float longest) {
    constexpr float most_steps = 32;
    if (has_crystal(w)) longest = min(longest, implicit ? fall_step(w) : most_steps * Lattice::stable_step(w.materials, w.lattice_settings()));
    if (!w.solids || w.solids->elastic_rows() == 0) return longest;
    if (!implicit) return min(longest, most_steps * w.solids->stable_step(w.materials, w.spacing));
    const float solved = longest_solved(w);
    return longest > solved && w.solids->near_others(w.exec, {w.particles, w.neighbours, w.kernel(), w.spacing}) ? solved : longest;
}

/// How long a step may be, and what follows from that.
struct Plan {
    float dt;
    bool  thick;  // viscosity is implicit
    bool  calm;   // as of Pace
    bool  implicit;  // solids are solved for
    float unladen;  // as of StepLimit
    StepBound bound;
};
Plan plan_step(World& w, float dt_max) {
    const float allowed = w.time_step.largest > 0 ? min(w.time_step.largest, dt_max) : dt_max;
    const float others  = choose_wall_step(w, min(allowed, min(choose_source_step(w), choose_spreading_step(w))));
    const float longest = w.springs ? min(others, w.springs->stable_step()) : others;
    const auto  limit   = choose_time_step(w.exec, w.particles, {longest, w.time_step.courant, w.support, w.sound_speed, w.gravity, w.pressure->heaviest()});
    const bool  thick   = is_implicit(w.viscosity, limit);
    const float free    = thick ? limit.unrubbed : limit.all;
    const bool  implicit = solids_are_solved(w, free);
    const float dt      = choose_solid_step(w, implicit, free);
    if (dt < longest) refuse_short_step(w, dt, dt < free && !has_crystal(w));
    const auto bound = !thick && limit.all < limit.unrubbed ? StepBound::viscosity : limit.bound;
    return {dt, thick, limit.calm, implicit, limit.unladen, bound};
}

/// What pushes particles of rigid bodies pushes these.
void share_out(World& w, float kick, float dt) {
    const auto drives = drives_of(w, dt);
    w.rigid->share_out(w.exec, w.particles, w.pin_settings.on(w.exec, drives), kick);
}

/// What pushes matter: accelerations and drifts for the next `dt`.
void push(World& w, const Plan& plan, float kick, float dt, StepReport& report) {
    const Exec&  exec   = w.exec;
    Particles&   p      = w.particles;
    const Kernel kernel = w.kernel();
    const bool   dry    = is_dry(w);
    const bool   alike  = w.materials.size() == 1 && !has_shear_law(w.materials) && w.materials[0].viscosity_curve.points == 0 && !w.solids && !w.lattice;
    const bool   stiff  = w.viscoelastic && shear_wave_speed(w.materials) * kick > 0.2f * w.support;
    drive_walls(w, dt);
    apply_gravity(exec, p, w.gravity);
    if (has_buoyancy(w.materials)) add_buoyancy(exec, p, w.material_view(), w.gravity, kick);
    if (w.hand) add_hand(exec, p, *w.hand, kick);
    if (dry)
        clear_flow(exec, p);
    else
        add_viscosity(exec, p, liquid_lists(w), kernel, {w.dimension, w.sound_speed, w.damping, w.xsph, kick, !plan.thick || stiff, w.spacing, alike, w.solid_rows(), w.pressure->slopes()});
    if (w.vorticity) add_vorticity(exec, p, w.neighbours, kernel, *w.vorticity, kick);
    if (is_tense(w)) find_clinging(w);
    if (is_tense(w)) add_surface_tension(exec, p, w.materials, w.pairs, w.surface, {w.dimension, w.spacing, w.support / w.spacing, w.boundaries.wide != nullptr});
    if (w.viscoelastic) add_elastic_stress(exec, p, w.neighbours, kernel, w.material_view(), *w.viscoelastic, {kick, w.spacing, plan.thick, w.solid_rows()});
    if ((plan.thick || stiff) && !dry) {
        const auto solve = w.implicit_viscosity.add(exec, p, liquid_lists(w), kernel, kick, w.spacing, w.viscosity, w.solid_rows(),
                                                    stiff ? w.viscoelastic->thickness.read() : View<const float>{}, w.pressure->slopes());
        report.viscosity_iterations = solve.iterations;
        report.hard_viscosity       = solve.hard;
    }
    const bool walls_move = w.sources || w.boundaries.rest;
    if (w.springs) w.springs->pull(exec, p, *w.solids);
    if (w.rigid) share_out(w, kick, dt);
    if (dry) return;
    if (w.solids) w.solids->add_recoil(exec, p, 1);  // the stress that pressure meets
    if (w.lattice) w.lattice->add_recoil(exec, p, 1);
    if (w.rigid) w.rigid->add_hold(exec, p, 1);
    report.pressure       = w.pressure->solve(exec, p, liquid_lists(w), kernel, {kick, dt, walls_move, w.full, plan.calm, length(w.gravity), plan.unladen, cohesive(w)});
    if (w.solids) w.solids->add_recoil(exec, p, -1);
    if (w.lattice) w.lattice->add_recoil(exec, p, -1);
    if (w.rigid) w.rigid->add_hold(exec, p, -1);
}

/// Pushes for a step that will not go wrong; one that would is taken anew with half the time. Returns its length.
float push_soundly(World& w, const Plan& plan, float dt_max, StepReport& report) {
    for (float dt = plan.dt;; dt *= 0.5f, ++report.retries) {
        dt               = even_share(dt, dt_max);
        const float kick = w.kick(dt);
        push(w, plan, kick, dt, report);
        auto trouble = find_trouble(w.exec, w.particles, kick, dt, w.support);
        if (trouble && report.retries >= 6 && trouble->kind == Trouble::Kind::too_fast) {
            report.limited = drop_absurd_pushes(w.exec, w.particles, kick, dt, w.support);
            trouble        = find_trouble(w.exec, w.particles, kick, dt, w.support);
        }
        if (!trouble) return dt;
        if (dt * 0.5f < w.time_step.smallest || trouble->kind == Trouble::Kind::not_finite) give_up(w, *trouble, dt);
    }
}

/// Solids are stiff, so they take several short steps under those pushes, or solve for one.
void move_solids(World& w, Solids& solids, const Plan& plan, float dt, StepReport& report) {
    const auto         drives = drives_of(w, dt);
    const int          needed = int(std::ceil(dt / solids.stable_step(w.materials, w.spacing)));
    Solids::Pace       pace{w.kick(dt), dt, 1, w.last_solid_step};
    solids.enter(w.exec, w.particles, w.pin_settings.on(w.exec, drives), pace);
    find_faces(w, walls_of(w, dt), drives, dt);
    const Solids::Around around{w.particles, w.neighbours, w.kernel(), w.spacing};
    if (w.rigid) w.rigid->begin_short_steps(w.exec, w.particles, w.kick(dt) / dt);
    const int answer = plan.implicit ? solids.solve(w.exec, w.material_view(), &around, pace, w.solid_solver, w.rigid.get()) : -1;
    report.solid_iterations = std::max(answer, 0);
    report.solid_fallback   = plan.implicit && answer < 0;
    if (answer < 0) {
        pace.steps = needed;
        pace       = solids.advance(w.exec, w.material_view(), &around, pace, w.rigid.get());
    } else
        pace.last_step = dt;
    if (w.rigid) w.rigid->end_short_steps();
    report.solid_steps = pace.steps;
    w.last_solid_step  = pace.last_step;
}

/// So do virtual materials.
void move_lattice(World& w, Lattice& lattice, const Plan& plan, float dt, StepReport& report) {
    const auto    settings = w.lattice_settings();
    const auto    drives   = drives_of(w, dt);
    Lattice::Pace pace{w.kick(dt), dt, 1, w.last_lattice_step};
    find_faces(w, walls_of(w, dt), drives, dt);
    const auto pins   = w.pin_settings.on(w.exec, drives);
    const int  answer = plan.implicit ? lattice.solve(w.exec, w.particles, w.neighbours, w.material_view(), pins, settings, pace, w.solid_solver) : -1;
    report.solid_iterations = std::max(answer, 0);
    report.solid_fallback   = plan.implicit && answer < 0;
    if (answer < 0) {
        pace.steps = int(std::ceil(dt / Lattice::stable_step(w.materials, settings)));
        lattice.advance(w.exec, w.particles, w.neighbours, w.materials, w.material_view(), pins, settings, pace);
    }
    report.solid_steps  = pace.steps;
    w.last_lattice_step = dt / float(pace.steps);
}

/// Rigid bodies do not go through each other or through walls.
int meet(World& w, float dt) {
    const auto pins = drives_of(w, dt);
    return w.rigid->contact.solve(w.exec, w.rigid->table, w.materials, walls_of(w, dt), pins, {double(w.kick(dt)), double(dt), double(w.spacing), double(length(w.gravity)), w.dimension == 2});
}

/// They move under what pushes all of their particles.
void move_rigid(World& w, float dt, StepReport& report) {
    const auto poses = poses_of(w, dt);
    w.rigid->kick(w.exec, w.particles, w.kick(dt));
    report.contact_sweeps = meet(w, dt);
    w.rigid->move(w.exec, w.particles, w.pin_poses.on(w.exec, poses), dt);
}

/// Where matter goes.
void move(World& w, const Plan& plan, float dt, StepReport& report) {
    const bool elastic = w.solids && w.solids->elastic_rows() > 0;
    const bool crystal = has_crystal(w);
    if (crystal && w.solids)
        report.solid_steps = move_together(w, walls_of(w, dt), drives_of(w, dt), dt);
    else if (elastic)
        move_solids(w, *w.solids, plan, dt, report);
    else if (crystal)
        move_lattice(w, *w.lattice, plan, dt, report);
    move_particles(w.exec, w.particles, w.kick(dt), dt, w.dimension);
    if (elastic) w.solids->leave(w.exec, w.particles, dt);
    if (crystal) w.lattice->leave(w.exec, w.particles, dt), w.lattice->remember(w.exec, w.particles, w.material_view(), w.lattice_settings(), dt);
    if (w.rigid) move_rigid(w, dt, report);
    report.caught += hold_back(w, w.time, dt);
    wrap_positions(w.exec, w.particles, w.periodic());
    if (w.domain.leaving == DomainSpec::Leaving::stop)
        if (const auto lost = find_lost(w.exec, w.particles, w.allowed())) give_up(w, *lost, dt);
    w.particles.drop_copies();
}

}  // namespace

StepReport step(World& w, float dt_max) {
    const Kernel kernel = w.kernel();
    StepReport   report;
    follow_schedule(w);
    dt_max = min(dt_max, time_to_change(w));
    find_rows(w);
    find_state(w);
    part(w, report);
    follow_flow(w, report);
    if (has_shear_law(w.materials))
        compute_shear_viscosity(w.exec, w.particles, w.neighbours, kernel, w.material_view(), w.shear_rate);

    if (w.solids) drive_walls(w, max(w.last_dt, 1e-6f));  // walls that come at bodies
    const Plan  plan = plan_step(w, dt_max);
    const float dt   = push_soundly(w, plan, dt_max, report);
    // What it becomes, while the lists fit the positions.
    if (w.vorticity) turn_spins(w.exec, w.particles, *w.vorticity, kernel, w.kick(dt));
    if (w.viscoelastic) deform_elastic(w.exec, w.particles, w.neighbours, kernel, w.material_view(), *w.viscoelastic, w.kick(dt), dt);
    if (!is_dry(w) && cohesive(w).data) w.pressure->spread(w.exec, w.particles, kernel, {.kick = w.kick(dt), .dt = dt, .gravity = length(w.gravity)});
    conduct_heat(w, dt);
    follow_faces(w, dt);
    exchange_heat(w, dt);
    spread_solute(w, dt);
    mix_liquids(w, dt);
    change_phase(w, dt);
    move(w, plan, dt, report);
    keep_time(w, dt);
    w.pressure->give_back(w.exec);

    w.time += dt;
    w.last_dt = dt;
    ++w.step_number;
    report.dt    = dt;
    report.bound = plan.bound;
    return report;
}

}  // namespace mote
