// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Matter of several kinds in one step. In each short one contact between kinds comes first, from where both are; then each moves, as it would alone; then rigid bodies feel what all of them did.
#include "together.h"

#include <algorithm>
#include <cmath>

#include "faces.h"
#include "solids/faces.h"

namespace mote {

int move_together(World& w, std::span<const RigidContact::Wall> walls, std::span<const Drive> drives, float dt) {
    const Exec&  exec     = w.exec;
    Solids&      solids   = *w.solids;
    Lattice&     lattice  = *w.lattice;
    const auto   settings = w.lattice_settings();
    const auto   pins     = w.pin_settings.on(exec, drives);
    const bool   elastic  = solids.elastic_rows() > 0;
    const float  stable   = min(Lattice::stable_step(w.materials, settings), elastic ? solids.stable_step(w.materials, w.spacing) : 1e30f);
    const int    steps    = int(std::ceil(dt / stable));
    const float  part     = dt / float(steps);
    const Solids::Pace   pace{w.kick(dt), dt, steps, w.last_solid_step};
    const Solids::Around around{w.particles, w.neighbours, w.kernel(), w.spacing};
    if (elastic) solids.enter(exec, w.particles, pins, pace);
    find_faces(w, walls, drives, dt);
    lattice.begin(exec, w.particles, w.neighbours, w.material_view(), pins, settings, {w.kick(dt), dt, steps, w.last_lattice_step});
    if (w.rigid) w.rigid->begin_short_steps(exec, w.particles, w.kick(dt) / dt);
    const auto* near = elastic ? solids.begin_short_steps(exec, w.material_view(), &around, dt) : nullptr;
    w.mixed.find(exec, w.particles, w.neighbours, solids, lattice);
    const auto tell = [&](float time) {
        const solid::Felt felt[] = {lattice.felt(), elastic ? solids.felt() : solid::Felt{}};
        if (w.rigid) w.rigid->feel(exec, felt, time);
    };
    tell(0);
    for (int k = 0; k < steps; ++k) {
        const float of_elastic = k == 0 ? Solids::first_kick(pace) : part, of_crystal = k == 0 ? 0.5f * (min(w.last_lattice_step, stable) + part) : part;
        w.mixed.press(exec, w.particles, w.neighbours, w.material_view(), solids, lattice, settings, min(of_elastic, of_crystal));  // one for both, so that momentum is kept
        if (elastic) solids.short_step(exec, w.material_view(), near, of_elastic, float(k) * part, part);
        lattice.short_step(exec, w.particles, w.neighbours, w.material_view(), settings, of_crystal, float(k) * part, part);
        tell(part);
        if (elastic) solids.end_short_step();
        lattice.end_short_step();
    }
    if (w.rigid) w.rigid->end_short_steps();
    w.last_solid_step = w.last_lattice_step = part;
    return steps;
}

}  // namespace mote
