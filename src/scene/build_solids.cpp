// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include "builder.h"
#include "mote/sampling.h"

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
    if (!w.solids) return;
    w.solids->capture(w.exec, w.particles, w.materials, w.kernel(), w.solid_settings());
    add_pins();
    w.solids->find_neighbours(w.exec, w.material_view(), w.solid_settings());
    if (w.solids->elastic_rows() == w.solids->rest.rows()) return;
    w.rigid = std::make_unique<RigidBodies>(w.particles, *w.solids);
    w.rigid->capture(w.exec, w.particles, w.solid_settings());
    w.pressure->rigid = w.rigid.get();
    add_surfaces();
}

/// What rigid bodies touch with.
void Builder::add_surfaces() {
    World& w = *world_;
    for (Index b = 0; b < w.rigid->table.rows(); ++b) {
        const std::size_t   k      = w.rigid->table.body.host()[b] - boundaries_.size();
        const ObjectSpec&   object = scene_.objects[k].second;
        const Material&     m      = w.materials[material_number(object.material)];
        RigidContact::Surface made{make_shape(object.shape, scene_.dimension), {}, {}, {}, m.friction, m.restitution};
        made.points = located(objects_[k].path, [&] { return cover(*made.shape, scene_.spacing, scene_.dimension, scene_.seed + k); });
        for (const Vec3& q : made.points) made.box.include(q), made.normals.push_back(made.shape->normal(q, 0.02f * scene_.spacing));
        w.rigid->contact.surfaces.push_back(std::move(made));
    }
}

/// A particle that lies in two pins is held by the first.
void Builder::add_pins() {
    World&     w    = *world_;
    RestShape& rest = w.solids->rest;
    for (const auto& [name, pin] : scene_.pins) {
        const std::string path  = "pins." + name;
        const ShapeSpec&  form  = pin.shape;
        const auto        shape = located(path, [&] { return make_shape(form, scene_.dimension); });
        Pin& made = w.pins.emplace_back(Pin{name, {}});
        if (pin.motion) made.motion = make_motion(*pin.motion, pin.shape.placement.at);
        Index held = 0;
        for (Index s = 0; s < rest.rows(); ++s) {
            const bool asked = pin.object.empty() || w.bodies[rest.body.host()[s]].name == pin.object;
            if (!asked || rest.pin.host()[s] > 0 || shape->distance(xyz(rest.rest_position_volume.host()[s])) > 0) continue;
            rest.pin.edit()[s] = Index(w.pins.size());
            if (made.motion) made.reach = std::max(made.reach, length(xyz(rest.rest_position_volume.host()[s]) - made.motion->about));
            ++held;
        }
        if (held == 0)
            throw file_.error(path, "holds no particle of a solid object that is not held already; move it or make it larger");
    }
}

}  // namespace mote
