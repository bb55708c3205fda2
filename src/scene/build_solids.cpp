// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>

#include "builder.h"
#include "mote/sampling.h"
#include "solids/first_order.h"

namespace mote {
namespace {

/// So few particles span no space.
constexpr Index fewest = 4;

}  // namespace

bool Builder::is_elastic(std::size_t object) const { return world_->materials[material_number(scene_.objects[object].second.material)].is_elastic(); }

void Builder::refuse_small_solids() const {
    for (std::size_t k = 0; k < objects_.size(); ++k)
        if (is_elastic(k) && objects_[k].points.size() < fewest)
            throw file_.error(objects_[k].path, fmt::format("is filled with {} particle{} and cannot be elastic, which takes {}; make it larger or the "
                                                            "spacing smaller",
                                                            objects_[k].points.size(), objects_[k].points.size() == 1 ? "" : "s", fewest));
}

/// The present shape is the one at rest.
void Builder::add_solids() {
    World& w = *world_;
    if (w.solids) w.solids->capture(w.exec, w.particles, w.materials, w.kernel(), w.solid_settings());
    add_pins();
    if (!w.solids) return;
    for (Index s = 0; s < w.solids->rest.rows(); ++s) w.bodies[w.solids->rest.body.host()[s]].solid = true;
    add_springs();
    add_surfels();
    scale_rest_shapes();
    w.solids->find_neighbours(w.exec, w.material_view(), w.solid_settings());
    w.solids->tilt_weights(w.exec, w.material_view(), w.solid_settings());
    w.solids->hide_large(w.exec, w.particles, w.spacing);
    if (w.solids->elastic_rows() == w.solids->rest.rows()) return;
    w.rigid = std::make_unique<RigidBodies>(w.particles, *w.solids);
    w.rigid->capture(w.exec, w.particles, w.solid_settings(), [&](BodyId body) { return objects_[body - boundaries_.size()].solid->inertia; });
    w.pressure->rigid = w.rigid.get();
    add_surfaces();
}

/// What rigid bodies touch with.
void Builder::add_surfaces() {
    World& w = *world_;
    for (Index b = 0; b < w.rigid->table.rows(); ++b) {
        const std::size_t   k      = w.rigid->table.body.host()[b] - boundaries_.size();
        const ObjectSpec&   object = scene_.objects[k].second;
        RigidContact::Surface made{make_shape(object.shape, scene_.dimension), {}, {}, {}, material_number(object.material), {}};
        if (objects_[k].composition) made.material_at = under_surface(objects_[k].composition, *made.shape, scene_.spacing);
        made.points = located(objects_[k].path, [&] { return cover(*made.shape, scene_.spacing, scene_.dimension, scene_.seed + k); });
        for (const Vec3& q : made.points) made.box.include(q), made.normals.push_back(made.shape->normal(q, 0.02f * scene_.spacing));
        w.rigid->contact.surfaces.push_back(std::move(made));
    }
}

/// What elastic bodies touch each other with, where that is their surface.
void Builder::add_surfels() {
    World& w = *world_;
    if (scene_.solids.contact != SolidSolverSpec::Contact::surfaces) return;
    w.solids->surfaces   = std::make_unique<SurfaceContact>(w.particles.device());
    const float distance = scene_.solids.surfel_spacing * scene_.spacing;
    for (std::size_t k = 0; k < objects_.size(); ++k) {
        if (!is_elastic(k)) continue;
        const Shape&      shape  = *objects_[k].shape;
        const auto        points = located(objects_[k].path, [&] { return cover(shape, distance, scene_.dimension, scene_.seed + k); });
        std::vector<Vec3> normals;
        for (const Vec3& q : points) normals.push_back(shape.normal(q, 0.02f * scene_.spacing));
        w.solids->surfaces->add(w.solids->rest, BodyId(boundaries_.size() + k), points, normals, distance, w.solid_settings());
    }
}

/// The rows that a pin holds, which is the last one; how many. A particle that lies in two is held by the first.
Index Builder::hold(const PinSpec& pin, const Shape& shape, Pin& made, Index rows, const Column<Vec4>& place, const Column<BodyId>& body, Column<Index>& pins) const {
    Index held = 0;
    for (Index s = 0; s < rows; ++s) {
        const bool asked = pin.object.empty() || world_->bodies[body.host()[s]].name == pin.object;
        if (!asked || pins.host()[s] > 0 || shape.distance(xyz(place.host()[s])) > 0) continue;
        pins.edit()[s] = Index(world_->pins.size());
        if (made.motion) made.reach = std::max(made.reach, length(xyz(place.host()[s]) - made.motion->about));
        ++held;
    }
    return held;
}

void Builder::add_pins() {
    World& w = *world_;
    for (const auto& [name, pin] : scene_.pins) {
        const std::string path  = "pins." + name;
        const ShapeSpec&  form  = pin.shape;
        const auto        shape = located(path, [&] { return make_shape(form, scene_.dimension); });
        Pin& made = w.pins.emplace_back(Pin{name, {}});
        if (pin.start > 0 || pin.stop) made.on = {{double(pin.start), double(pin.stop.value_or(1e30f))}};
        for (const Span& span : pin.on) made.on.push_back({double(span.from), double(span.to)});
        if (pin.motion) made.motion = make_motion(*pin.motion, pin.shape.placement.at);
        const Particles& p = w.particles;
        Index held = w.solids ? hold(pin, *shape, made, w.solids->rest.rows(), w.solids->rest.rest_position_volume, w.solids->rest.body, w.solids->rest.pin) : 0;
        if (w.lattice) held += hold(pin, *shape, made, p.size(), p.position_volume, p.body, w.lattice->pin);
        if (held == 0)
            throw file_.error(path, "holds no particle of a solid object that is not held already; move it or make it larger");
    }
}

void Builder::scale_rest_shapes() {
    for (std::size_t k = 0; k < scene_.objects.size(); ++k) {
        Vec3 scale = scene_.objects[k].second.rest_scale;
        if (scene_.dimension == 2) scale.z = 1;
        if (scale != Vec3{1, 1, 1}) world_->solids->scale(BodyId(boundaries_.size() + k), scale);
    }
}

/// Weights of particles around a place, of which it is the mean.
Springs::Side Builder::fasten(const std::string& path, const SpringEndSpec& end, Vec3& place) const {
    if (end.object.empty()) return place = end.at, Springs::Side{};
    const World&     w     = *world_;
    const RestShape& rest  = w.solids->rest;
    const auto       reach = [&](Index s) { return 2.5f * (w.solids->sizes ? w.solids->sizes->of_row.host()[s] : w.spacing); };
    double           nearest = 1e30;
    Springs::Side    side;
    std::vector<FirstOrder::Other> others;
    for (Index s = 0; s < rest.rows(); ++s) {
        if (w.bodies[rest.body.host()[s]].name != end.object) continue;
        const Vec3d r = wide(xyz(rest.rest_position_volume.host()[s]) - end.at);
        const double far = length(r) / double(reach(s));
        nearest          = std::min(nearest, far * double(2.5f * w.spacing));
        if (far < 1) side.push_back({s, 0}), others.push_back({bump(far), r});
    }
    if (nearest > 1.5 * double(w.spacing))
        throw file_.error(path + ".at", fmt::format("is {:.3g} m away from the nearest particle of '{}'; move it into the object", nearest, end.object));
    const FirstOrder fit(others, 1e-6);
    place = {};
    for (std::size_t k = 0; k < side.size(); ++k) {
        side[k].weight = float(fit.weight(others[k]));
        place += side[k].weight * xyz(rest.rest_position_volume.host()[side[k].row]);
    }
    return side;
}

void Builder::add_springs() {
    World& w = *world_;
    if (scene_.springs.empty()) return;
    w.springs = std::make_unique<Springs>();
    for (const auto& [name, spec] : scene_.springs) {
        const std::string path = "springs." + name;
        Spring            spring{{}, spec.stiffness, spec.damping, 0};
        const auto from = fasten(path + ".from", spec.from, spring.end[0].place), to = fasten(path + ".to", spec.to, spring.end[1].place);
        spring.length = spec.length.value_or(length(spring.end[1].place - spring.end[0].place));
        w.springs->add(from, to, spring);
    }
    w.springs->prepare(w.exec, w.particles, *w.solids);
}

}  // namespace mote
