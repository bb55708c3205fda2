// Copyright (c) 2026 The Mote authors. MIT licence.
#include "schedule.h"

#include <algorithm>

#include "mote/step.h"
#include "pins.h"
#include "trouble.h"

namespace mote {

bool has_come(double event, double now) { return event <= now + 2e-7 * event + 1e-9; }

bool Boundary::is_here(double time) const { return !has_come(until, time); }

namespace {

/// Whether a force may have changed at once since the last step.
bool has_jumped(const World& w) {
    const double before = w.time - double(w.last_dt);
    for (const MaterialSchedule& s : w.schedules)
        for (const auto& c : s.changes)
            if (c.over == 0 && has_come(c.time, w.time) && !has_come(c.time, before)) return true;
    return std::any_of(w.pins.begin(), w.pins.end(), [&](const Pin& pin) { return pin.holds(w.time) != pin.holds(before); }) ||
           std::any_of(w.boundaries.list.begin(), w.boundaries.list.end(), [&](const Boundary& b) { return b.is_here(w.time) != b.is_here(before); });
}

/// Numbers of `to`, and shares of them as long as the change goes on.
Material between(const Material& from, const Material& to, float share) {
    Material   now = to;
    const auto mix = [&](float& value, float before) { value = before + share * (value - before); };
    mix(now.elastic.lame, from.elastic.lame), mix(now.elastic.shear, from.elastic.shear), mix(now.elastic.volume, from.elastic.volume);
    mix(now.elastic.damping, from.elastic.damping), mix(now.elastic.along, from.elastic.along), mix(now.elastic.mixed, from.elastic.mixed);
    mix(now.elastic.twist, from.elastic.twist), mix(now.elastic.fastest, from.elastic.fastest), mix(now.elastic.modulus, from.elastic.modulus);
    mix(now.plastic.yield_stress, from.plastic.yield_stress), mix(now.plastic.hardening, from.plastic.hardening);
    mix(now.plastic.yield_strain, from.plastic.yield_strain), mix(now.plastic.rate, from.plastic.rate);
    mix(now.viscoelastic.shear, from.viscoelastic.shear), mix(now.friction, from.friction), mix(now.restitution, from.restitution), mix(now.viscosity, from.viscosity);
    return now;
}

}  // namespace

Material MaterialSchedule::at(double time) const {
    Material now = first;
    for (const Change& c : changes) {
        if (!has_come(c.time, time)) break;
        now = has_come(c.time + c.over, time) ? c.to : between(now, c.to, float(std::clamp((time - c.time) / c.over, 0.0, 1.0)));
    }
    return now;
}

bool Pin::holds(double time) const {
    return on.empty() || std::any_of(on.begin(), on.end(), [&](const Source::Open& o) { return has_come(o.from, time) && !has_come(o.to, time); });
}

/// Whether there are pins that hold at times only.
static bool come_and_go(const World& w) {
    return std::any_of(w.pins.begin(), w.pins.end(), [](const Pin& pin) { return !pin.on.empty(); });
}
static std::vector<Index> holds_of(const World& w) {
    std::vector<Index> holds;
    for (const Pin& pin : w.pins) holds.push_back(pin.holds(w.time));
    return holds;
}

float time_to_change(const World& w) {
    double     wait = 1e30;
    const auto meet = [&](double event) {
        if (!has_come(event, w.time)) wait = std::min(wait, event - w.time);
    };
    for (const MaterialSchedule& s : w.schedules)
        for (const auto& c : s.changes) meet(c.time), meet(c.time + c.over);
    for (const Becoming& b : w.becomings) meet(b.after);
    for (const Pin& pin : w.pins)
        for (const Source::Open& o : pin.on) meet(o.from), meet(o.to);
    for (const Boundary& b : w.boundaries.list) meet(b.until);
    return float(wait);
}

void follow_schedule(World& w) {
    for (const MaterialSchedule& s : w.schedules) w.materials[s.material] = s.at(w.time);
    if (!w.schedules.empty() && w.solids) w.solids->follow_materials(w.exec, w.material_view());
    // Velocities are half a step behind, and so much of it would be made up for with the new forces: too much after a long one.
    if (w.solids && has_jumped(w)) w.last_solid_step = min(w.last_solid_step, w.solids->stable_step(w.materials, w.spacing));
    if (!come_and_go(w)) return;
    if (w.rigid) hold_rigid(w);
    if (w.lattice) w.lattice->take_pins(w.exec, holds_of(w));
}

void hold_solids(World& w) {
    if (w.solids && come_and_go(w)) w.solids->hold(w.exec, w.pin_holds.on(w.exec, holds_of(w)));
}

double observe_solids(World& w) {
    const double liquid = w.viscoelastic ? elastic_energy(w.exec, w.particles, w.material_view(), *w.viscoelastic) : 0;
    const View<Mat3> strain = w.strain ? w.strain->write() : View<Mat3>{};
    const double elastic = w.solids ? w.solids->observe(w.exec, w.particles, w.material_view(), strain) : 0;
    if (w.solids) refuse_energy(w, elastic);
    const double crystal = w.lattice ? w.lattice->observe(w.exec, w.particles, w.material_view(), w.lattice_settings(), strain) : 0;  // of stress and strain its own rows
    return liquid + elastic + crystal + (w.springs ? w.springs->energy(w.exec, w.particles, *w.solids) : 0);
}

}  // namespace mote
