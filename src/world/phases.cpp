// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Shapes have virtual methods, so the host asks them; a kernel finds those few who are in the box of one.
#include "phases.h"

#include <algorithm>

#include "rows.h"
#include "schedule.h"
#include "stages/heat_of_rows.h"

namespace mote {
namespace {

constexpr float touch = 1.5f;  // spacings

struct MarkToHeat {
    View<const Vec4>   position;
    View<const BodyId> body;
    View<Index>        mark;
    Box                box;
    Index              rows;
    int                wanted;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows && (wanted < 0 || int(body[i]) == wanted) && box.contains(xyz(position[i])) ? 1 : 0; }
};

struct AddHeat {
    View<const Index> which;
    HeatOfRows        heat_of;
    View<float>       temperature, rest;
    double            heat;  // [J/kg]

    MOTE_FN void operator()(Index k) const {
        const Index        i     = which[k];
        const SpecificHeat c     = heat_of(i);
        const double       now   = double(temperature[i]) + double(rest[i]);
        const double       exact = c.is_plain() ? now + heat / double(c.matter->heat_capacity) : c.reached(now, heat);
        temperature[i]     = float(exact);
        rest[i]            = float(exact - double(temperature[i]));
    }
};

struct WarmWalls {
    View<const BodyId> body;
    View<const float>  by_body;  // below 0: it stays
    View<float>        temperature;
    Index              first;

    MOTE_FN void operator()(Index k) const {
        const float now = by_body[body[first + k]];
        if (now >= 0) temperature[first + k] = now;
    }
};

struct KeepTime {
    View<const Index>      place;    // among those that were virtual in this step
    View<const Index>      elastic;  // and that were elastic; empty: none
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec3>       acceleration;  // of liquids: all of it
    View<Vec4>             velocity_density;
    Vec3                   melted, loosened, docked;  // virtual to liquid, virtual to elastic and back [m/s]
    float                  frozen;  // [s]

    MOTE_FN void operator()(Index i) const {
        const bool was = place[i] != ~Index(0), is = materials[material[i]].is_lattice();
        if (was == is) return;
        const Vec4 v        = velocity_density[i];
        velocity_density[i] = with_w(xyz(v) + (was ? left(i) : joined(i)), v.w);
    }
    MOTE_FN Vec3 left(Index i) const { return materials[material[i]].is_elastic() ? loosened : melted; }
    MOTE_FN Vec3 joined(Index i) const { return elastic.data && elastic[i] != Solids::none ? docked : frozen * acceleration[i]; }
};

/// Of the rows that are marked, those in the shape; all where it is null. Their mass goes into `mass`.
Index list_inside(World& w, const Shape* shape, double* mass = nullptr) {
    const Index near = list_marked(w, w.particles.size());
    if (near == 0) return 0;
    w.phase.which.resize(w.exec, near);
    const auto list  = w.marked.list.edit();
    const auto which = w.phase.which.edit();
    host_for(w.exec, "phase change", near, [=](Index k) {
        if (!shape || shape->distance(xyz(list[k].position_volume)) < 0) list[k].fate = 0;
    });
    Index count = 0;
    for (Index k = 0; k < near; ++k)
        if (list[k].fate != MarkedRow::stays) which[count++] = list[k].row;
    for (Index k = 0; mass && k < count; ++k) *mass += double(w.particles.mass.host()[which[k]]);
    return count;
}
Box bounds_of(const Shape* shape) { return shape ? shape->bounds() : Box{{-1e30f, -1e30f, -1e30f}, {1e30f, 1e30f, 1e30f}}; }

void heat(World& w, const Heater& heater, float dt) {
    const double given = heater.given(w.time, w.time + double(dt));
    if (given == 0) return;
    Particles& p = w.particles;
    w.marked.mark.resize(w.exec, p.size() + 1);
    parallel_for(w.exec, "heaters", p.size() + 1, MarkToHeat{p.position_volume.read(), p.body.read(), w.marked.mark.write(), heater.shape->bounds(), p.size(), heater.body});
    double      mass  = 0;
    const Index count = list_inside(w, heater.shape.get(), &mass);
    parallel_for(w.exec, "heaters", count,
                 AddHeat{w.phase.which.read(), {w.material_view(), p.material.read(), p.mass.read(), w.heat->dry ? w.heat->dry->read() : View<const float>{}}, p.temperature.write(), w.heat->rest.write(), given / std::max(mass, 1e-300)});
}

void become(World& w, const Becoming& becoming) {
    if (!has_come(becoming.after, w.time)) return;
    Particles& p = w.particles;
    w.marked.mark.resize(w.exec, p.size() + 1);
    mark_becoming(w.exec, p, w.neighbours, becoming, bounds_of(becoming.inside.get()), touch * w.spacing, w.phase, w.marked.mark.write());
    const Index count = list_inside(w, becoming.inside.get());
    turn_listed(w.exec, p, w.material_view(), w.heat.get(), becoming.to, w.phase.which.read(), count);
}

}  // namespace

double Heater::given(double from, double to) const {
    double time = 0;
    for (const Source::Open& o : on) time += std::max(0.0, std::min(to, o.to) - std::max(from, o.from));
    return power * time;
}

void warm_walls(World& w) {
    if (!w.heat) return;
    std::vector<float> now;
    for (Boundary& b : w.boundaries.list) {
        const auto& points = b.temperature_in_time;
        now.push_back(-1);
        if (points.empty()) continue;
        std::size_t k = 1;
        while (k + 1 < points.size() && w.time > points[k].first) ++k;
        double value = points[0].second;
        if (points.size() > 1) {
            const auto [from, low] = points[k - 1];
            const auto [to, high]  = points[k];
            value                  = low + std::clamp((w.time - from) / (to - from), 0.0, 1.0) * (high - low);
        }
        now.back() = b.temperature = float(value);
    }
    if (std::none_of(now.begin(), now.end(), [](float t) { return t >= 0; })) return;
    now.resize(w.bodies.size(), -1);  // sources have rows too
    Particles& p = w.particles;
    parallel_for(w.exec, "wall temperatures", p.rows() - p.size(), WarmWalls{p.body.read(), w.phase.wall_temperature.on(w.exec, now), p.temperature.write(), p.size()});
}

void follow_faces(World& w, float dt) {
    if (w.facing) forget_facing(w.exec, w.particles, w.neighbours, w.kernel(), w.material_view(), w.facing->write(), dt);
}

void exchange_heat(World& w, float dt) {
    if (!w.heat) return;
    for (const Heater& heater : w.heaters) heat(w, heater, dt);
    if (loses_heat(w.materials)) cool_surfaces(w.exec, w.particles, w.neighbours, w.kernel(), w.material_view(), *w.heat, {dt, w.spacing, w.facing ? w.facing->read() : View<const float>{}});
    take_up_latent(w.exec, w.particles, w.material_view(), *w.heat);
}

void change_phase(World& w, float dt) {
    if (w.heat) turn_by_heat(w.exec, w.particles, w.material_view(), *w.heat);
    if (w.lattice && fits_crystals(w.materials)) w.lattice->find_misfit(w.exec, w.particles, w.neighbours, w.material_view(), w.lattice_settings(), w.phase.misfit);
    if (w.heat && has_chances(w.materials))
        turn_by_chance(w.exec, w.particles, w.neighbours, w.material_view(), *w.heat, w.phase, {w.seed, w.step_number, dt});
    for (const Becoming& becoming : w.becomings) become(w, becoming);
}

void keep_time(World& w, float dt) {
    const bool changes = !w.becomings.empty() || std::any_of(w.materials.begin(), w.materials.end(), [](const Material& m) { return m.changes(); });
    if (!w.lattice || !changes) return;
    const float short_step = w.last_lattice_step, next = min(short_step, Lattice::stable_step(w.materials, w.lattice_settings()));  // as of Lattice::advance
    Particles&  p          = w.particles;
    parallel_for(w.exec, "phases", p.size(),
                 KeepTime{w.lattice->places(), w.solids ? w.solids->place.read() : View<const Index>{}, p.material.read(), w.material_view(), p.acceleration.read(), p.velocity_density.write(),
                          (0.5f * (short_step - dt)) * w.gravity, (0.5f * (short_step - w.last_solid_step)) * w.gravity, (0.5f * (w.last_solid_step - next)) * w.gravity, 0.5f * (dt - next)});
}

void follow_phases(World& w) {
    if (!w.solids) return;
    const auto solid   = [&](MaterialId m) { return w.materials[m].is_solid(); };
    const bool changes = std::any_of(w.materials.begin(), w.materials.end(), [&](const Material& m) {
                             return (m.is_solid() && m.changes()) || (m.warmer.happens() && solid(m.warmer.to)) || (m.cooler.happens() && solid(m.cooler.to));
                         }) ||
                         std::any_of(w.becomings.begin(), w.becomings.end(), [&](const Becoming& b) { return solid(b.from) || solid(b.to); });
    if (!changes) return;
    Solids&     solids = *w.solids;
    const Index left   = solids.release(w.exec, w.particles, w.materials, w.material_view(), w.kernel(), w.solid_settings());
    const Index joined = solids.join(w.exec, w.particles, w.materials, w.material_view(), w.kernel(), w.solid_settings());
    if (left + joined == 0) return;
    if (w.rigid) w.rigid->follow_rows(w.exec, w.solid_settings());
    if (w.springs) w.springs->prepare(w.exec, w.particles, solids);
}

}  // namespace mote
