// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>

#include "builder.h"
#include "materials.h"
#include "mote/phase_change.h"
#include "stages/exposed.h"

namespace mote {
namespace {

const MaterialSpec& material_named(const Scene& scene, const std::string& name) {
    for (const auto& [known, m] : scene.materials)
        if (known == name) return m;
    return scene.materials.front().second;  // the reader has seen to it that there is one
}

Transition transition_of(const Scene& scene, const std::string& from, const TransitionSpec& t, bool warmer, MaterialId to) {
    return {to, t.at, latent_heat(scene, from, t, warmer).value_or(0), t.rate.value_or(0), float(t.neighbours), t.speed.value_or(1e30f), t.misfit.value_or(1e30f), t.nucleation.value_or(0)};
}

}  // namespace

const std::optional<TransitionSpec>& warmer_of(const MaterialSpec& m) { return m.melting ? m.melting : m.boiling; }
const std::optional<TransitionSpec>& cooler_of(const MaterialSpec& m) { return m.freezing ? m.freezing : m.condensing; }

const TransitionSpec* way_back(const Scene& scene, const std::string& from, const TransitionSpec& t, bool warmer) {
    const MaterialSpec& to   = material_named(scene, t.to);
    const auto&         back = warmer ? cooler_of(to) : warmer_of(to);
    return back && back->to == from ? &*back : nullptr;
}

/// What freezes below the temperature that it melts at gives less, or more, by what both take up on the way (Kirchhoff's law), so that a cycle costs nothing.
std::optional<float> latent_heat(const Scene& scene, const std::string& from, const TransitionSpec& t, bool warmer) {
    if (t.rate) return {};
    const TransitionSpec* back = way_back(scene, from, t, warmer);
    const auto            own  = t.latent_heat ? t.latent_heat : back ? back->latent_heat : std::nullopt;
    if (!own || warmer || !back) return own;
    const MaterialSpec &there = material_named(scene, t.to), &here = material_named(scene, from);
    if (there.heat_capacity_curve.empty() && here.heat_capacity_curve.empty()) return *own + (there.heat_capacity - here.heat_capacity) * (back->at - t.at);
    return *own + float(heat_between(there, double(t.at), double(back->at)) - heat_between(here, double(t.at), double(back->at)));
}

Uptake Builder::uptake_of(const MaterialSpec& m) const {
    Uptake u;
    if (const auto& take = m.takes_up) {
        u = {.liquid = material_number(take->liquid), .rate = take->rate, .until = take->until, .pores = m.pores};
        if (!take->becomes.empty()) u.wetter = material_number(take->becomes), u.above = take->above;
    }
    if (m.dries) u.drier = material_number(m.dries->to), u.below = m.dries->below;
    if (m.evaporation) u.evaporation = m.evaporation->rate.value_or(0), u.drying = m.evaporation->share.value_or(0);
    return u;
}

void Builder::set_transitions() {
    World& w = *world_;
    for (std::size_t k = 0; k < scene_.materials.size(); ++k) {
        const auto& [name, spec] = scene_.materials[k];
        Material& m              = w.materials[k];
        if (const auto& t = warmer_of(spec)) m.warmer = transition_of(scene_, name, *t, true, material_number(t->to));
        if (const auto& t = cooler_of(spec)) m.cooler = transition_of(scene_, name, *t, false, material_number(t->to));
        m.uptake = uptake_of(spec);
        for (MaterialSchedule& s : w.schedules) {
            if (s.material != k) continue;
            const auto set = [&](Material& to) { to.warmer = m.warmer, to.cooler = m.cooler, to.uptake = m.uptake; };
            set(s.first);
            for (auto& change : s.changes) set(change.to);
        }
    }
}

void Builder::add_becomings() {
    World& w = *world_;
    for (const auto& [name, material] : scene_.materials)
        for (std::size_t k = 0; k < material.becomes.size(); ++k) {
            const BecomesSpec& spec = material.becomes[k];
            Becoming           made{material_number(name), material_number(spec.to), double(spec.after), nullptr, !spec.touching.empty(), 0};
            if (spec.inside) made.inside = located(fmt::format("materials.{}.becomes[{}].inside", name, k), [&] { return make_shape(*spec.inside, scene_.dimension); });
            for (std::size_t b = 0; b < w.bodies.size(); ++b)
                if (w.bodies[b].name == spec.touching) made.touching = BodyId(b);
            w.becomings.push_back(std::move(made));
        }
}

bool Builder::something_turns(const std::function<bool(const MaterialSpec&, const MaterialSpec&)>& such) const {
    for (const auto& [name, m] : scene_.materials) {
        const auto turns = [&, &from = m](const std::string& to) { return such(from, scene_.materials[material_number(to)].second); };
        for (const auto* t : {&m.melting, &m.freezing, &m.boiling, &m.condensing})
            if (*t && turns((*t)->to)) return true;
        for (const BecomesSpec& b : m.becomes)
            if (turns(b.to)) return true;
        if (m.dries && turns(m.dries->to)) return true;
        if (m.takes_up && !m.takes_up->becomes.empty() && turns(m.takes_up->becomes)) return true;
    }
    return false;
}

bool Builder::something_freezes() const {
    return something_turns([](const MaterialSpec& from, const MaterialSpec& to) { return (to.lattice && !from.lattice) || (to.elastic && !from.elastic); });
}

bool Builder::something_melts() const {
    return something_turns([](const MaterialSpec& from, const MaterialSpec& to) { return from.lattice && !to.lattice; });
}

/// By way of others too.
bool Builder::lighter_freezes() const {
    return something_turns([&](const MaterialSpec&, const MaterialSpec& to) {
        return to.lattice && std::any_of(scene_.materials.begin(), scene_.materials.end(), [&](const auto& known) { return known.second.density < to.density; });
    });
}

void Builder::add_heaters() {
    World& w = *world_;
    for (const auto& [name, heater] : scene_.heaters) {
        const HeaterSpec& spec = heater;
        Heater made{name, located("heaters." + name, [&] { return make_shape(spec.shape, scene_.dimension); }), -1, double(spec.power), {}};
        for (std::size_t b = 0; b < w.bodies.size(); ++b)
            if (!w.bodies[b].boundary && w.bodies[b].name == spec.object) made.body = int(b);
        for (const Span& span : spec.on) made.on.push_back({double(span.from), double(span.to)});
        if (spec.on.empty()) made.on.push_back({double(spec.start), double(spec.stop.value_or(1e30f))});
        w.heaters.push_back(std::move(made));
    }
}

/// By how many neighbours are missing a face of a crystal, a packing or a staircase counts for more, or less, than its area; in all each object shall have that of its shape.
/// Alone, without walls and periodic faces, whose sides are in the area of the shape too. Liquids that are laid without order find another one at once.
void Builder::measure_faces() {
    World&     w     = *world_;
    const auto loses = [&](const Material& m) { return (w.heat && m.loses_heat()) || m.uptake.dries(); };
    if (std::none_of(w.materials.begin(), w.materials.end(), loses)) return;
    w.facing = std::make_unique<Column<float>>(w.particles, "facing", "", Exposed::of_liquids);
    std::vector<std::vector<Index>> rows(objects_.size());
    for (Index i = 0; i < w.particles.size(); ++i) rows[w.particles.body.host()[i] - boundaries_.size()].push_back(i);
    for (std::size_t k = 0; k < objects_.size(); ++k) {
        const auto lattice  = scene_.objects[k].second.sampling.lattice;
        const bool ordered  = lattice != SamplingSpec::Lattice::packed && lattice != SamplingSpec::Lattice::poured;
        const auto measured = [&](const Material& m) { return loses(m) && (ordered || m.is_solid() || m.is_lattice()); };
        if (std::none_of(rows[k].begin(), rows[k].end(), [&](Index i) { return measured(w.materials[w.particles.material.host()[i]]); })) continue;
        Particles  alone(w.exec.device());
        Neighbours among;
        alone.append(Index(rows[k].size()));
        for (Index n = 0; n < alone.size(); ++n) alone.position_volume.edit()[n] = w.particles.position_volume.host()[rows[k][n]];
        among.build(w.exec, {alone.position_volume.read(), alone.size(), alone.rows(), w.support});
        const double seen = exposed_area(w.exec, alone, among, w.kernel(), w.spacing);
        if (!(seen > 0)) continue;
        const float share = float(std::clamp(measure_area(*objects_[k].shape, scene_.dimension) / seen, 0.5, 2.0));
        for (const Index i : rows[k]) w.facing->edit()[i] = share;
    }
}

void Builder::warn_of_heat(const std::function<void(const std::string&, const std::string&)>& say) const {
    for (std::size_t k = 0; k < scene_.materials.size(); ++k) {
        const auto& [name, spec] = scene_.materials[k];
        const Material&   m      = world_->materials[k];
        const std::string path   = "materials." + name + (spec.melting ? ".melting" : spec.boiling ? ".boiling" : spec.freezing ? ".freezing" : ".condensing");
        if (m.changes() && !(m.conductivity > 0) && !m.loses_heat() && scene_.heaters.empty())
            say(path, "nothing brings it heat or takes it away: it does not conduct, is not cooled by air, and there are no heaters; add conductivity: 0.6 W/(m K)");
    }
}

}  // namespace mote
