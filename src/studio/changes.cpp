// Copyright (c) 2026 The Mote authors. MIT licence.
#include "changes.h"

#include "scene/builder.h"

namespace mote::studio {
namespace {

/// What it turns into stays.
Material turning_as(const Material& before, Material now) {
    now.warmer = before.warmer, now.cooler = before.cooler;
    return now;
}
MaterialSchedule turning_as(const Material& before, MaterialSchedule now) {
    now.first = turning_as(before, now.first);
    for (auto& change : now.changes) change.to = turning_as(before, change.to);
    return now;
}

/// Density is left out: a change of it would make or take volume at once. So is what needs columns of its own that are not there.
MaterialSpec changed(const MaterialSpec& from, const MaterialSpec& to, const World& w) {
    MaterialSpec now    = from;
    now.viscosity       = to.viscosity;
    now.viscosity_curve = to.viscosity_curve;
    if (w.pairs.count == 0) now.surface_tension = to.surface_tension, now.surface_tension_curve = to.surface_tension_curve, now.adhesion = to.adhesion;
    now.shear           = to.shear;
    if (!has_latent_heat(w.materials)) now.heat_capacity = to.heat_capacity, now.heat_capacity_curve = to.heat_capacity_curve;   // latent heat is counted with it
    now.expansion       = to.expansion;
    now.drag            = to.drag;
    now.friction        = to.friction;
    now.restitution     = to.restitution;
    now.colour          = to.colour;
    now.look            = to.look;
    now.reference_temperature = to.reference_temperature;
    if (w.heat) now.conductivity = to.conductivity, now.conductivity_curve = to.conductivity_curve;
    if (w.solute) now.diffusion = to.diffusion;
    if (from.elastic && to.elastic && !from.elastic->fibre && !to.elastic->fibre) now.elastic = to.elastic;
    if (from.plastic.index() == to.plastic.index()) now.plastic = to.plastic;
    return now;
}

}  // namespace

Scene with_live_changes(const Scene& from, const Scene& to, const World& w) {
    Scene now     = from;
    now.title     = to.title;
    now.duration  = to.duration;
    now.gravity   = to.gravity;
    now.xsph      = to.xsph;
    now.time_step = to.time_step;
    now.viscosity_solver = to.viscosity_solver;
    now.solids    = to.solids;
    now.output    = to.output;
    if (from.vorticity && to.vorticity) now.vorticity = to.vorticity;
    now.domain.leaving = to.domain.leaving;
    if (from.materials.size() != to.materials.size()) return now;
    for (std::size_t k = 0; k < to.materials.size(); ++k)
        if (from.materials[k].first == to.materials[k].first) now.materials[k].second = changed(from.materials[k].second, to.materials[k].second, w);
    return now;
}

void apply_live_changes(World& w, const Scene& scene) {
    w.gravity = scene.gravity;
    if (w.dimension == 2) w.gravity.z = 0;
    w.xsph           = scene.xsph;
    w.time_step      = scene.time_step;
    w.viscosity      = scene.viscosity_solver;
    w.solid_solver   = scene.solids;
    w.domain.leaving = scene.domain.leaving;
    if (w.vorticity && scene.vorticity) {
        w.vorticity->inertia  = scene.vorticity->size * w.spacing * scene.vorticity->size * w.spacing;
        w.vorticity->transfer = 0.5f * scene.vorticity->rate * w.vorticity->inertia;
    }
    w.schedules.clear();
    for (std::size_t k = 0; k < scene.materials.size(); ++k) {
        const auto& [name, spec] = scene.materials[k];
        w.materials[k]           = turning_as(w.materials[k], material_of(spec));
        w.material_names[k]      = {name, spec.colour, int(spec.look)};
        if (!spec.changes.empty()) w.schedules.push_back(turning_as(w.materials[k], schedule_of(MaterialId(k), spec)));
    }
    if (w.solids) w.solids->follow_materials(w.exec, w.material_view());
    if (w.solids) w.last_solid_step = min(w.last_solid_step, w.solids->stable_step(w.materials, w.spacing));
}

}  // namespace mote::studio
