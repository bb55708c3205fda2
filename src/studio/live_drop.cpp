// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Things that fall into a scene that runs. A liquid is rows of particles, which may come at any time, as from a source; a solid has a shape at rest and
// neighbours for life, which are found when a scene begins.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "live.h"
#include "mote/sampling.h"
#include "mote/shape.h"
#include "rewrite.h"
#include "scene/builder.h"

namespace mote::studio {
namespace {

template <class T>
const T* find_named(const Named<T>& list, const std::string& name) {
    for (const auto& [known, value] : list)
        if (known == name) return &value;
    return nullptr;
}

std::string new_name(const Scene& scene, const std::string& stem) {
    for (int k = 1;; ++k)
        if (const std::string name = fmt::format("{}_{}", stem, k); !find_named(scene.objects, name)) return name;
}

std::string vector_text(const Vec3& v) { return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", v.x, v.y, v.z); }

ShapeSpec shape_of(const Drop& d) {
    ShapeSpec spec;
    if (d.ball)
        spec.form = SphereShape{0.5f * d.size};
    else
        spec.form = BoxShape{{d.size, d.size, d.size}};
    spec.placement.at = d.at;
    return spec;
}

bool is_free(const World& w, const Vec3& x, const std::vector<Vec3>& near) {
    for (const Boundary& b : w.boundaries.list) {
        if (!b.is_here(w.time)) continue;
        const float d = b.shape->distance(b.pose(w.time).undo(x));
        if ((b.inside ? -d : d) < 0.5f * w.spacing) return false;
    }
    return std::none_of(near.begin(), near.end(), [&](const Vec3& q) { return length(q - x) < 0.8f * w.spacing; });
}

/// Points of the shape that nobody takes up.
std::vector<Vec3> free_points(const World& w, const Shape& shape) {
    const Vec3        more{w.spacing, w.spacing, w.spacing};
    const Box         box{shape.bounds().low - more, shape.bounds().high + more};
    std::vector<Vec3> near;
    for (Index i = 0; i < w.particles.rows(); ++i)
        if (const Vec3 x = xyz(w.particles.position_volume.host()[i]); box.contains(x)) near.push_back(x);
    std::vector<Vec3> points = fill(shape, {}, w.spacing, w.dimension, 0, 2'000'000);
    std::erase_if(points, [&](const Vec3& x) { return !is_free(w, x, near) || !w.allowed().contains(x); });
    return points;
}

/// New rows of matter at rest, before the walls.
void append_matter(World& w, const std::vector<Vec3>& points, float volume, MaterialId material, BodyId body) {
    Particles&      p     = w.particles;
    const Index     ours  = p.size(), rows = p.rows(), count = Index(points.size());
    const Material& m     = w.materials[material];
    const Index     first = p.append(count);
    for (Index k = 0; k < count; ++k) {
        const Index i                = first + k;
        p.id.edit()[i]               = p.next_id++;
        p.role.edit()[i]             = std::uint8_t(Role::matter);
        p.body.edit()[i]             = body;
        p.material.edit()[i]         = material;
        p.mass.edit()[i]             = m.rest_density * volume;
        p.position_volume.edit()[i]  = with_w(points[k], volume);
        p.velocity_density.edit()[i] = with_w(Vec3{}, m.rest_density);
    }
    std::vector<Index> order(p.rows());
    std::iota(order.begin(), order.end(), Index(0));
    std::rotate(order.begin() + ours, order.begin() + rows, order.end());
    p.reorder(w.exec, order, ours + count);
    ++w.walls;
}

}  // namespace

std::string Live::drop(const Drop& d) {
    if (!(d.size >= 2 * file_.scene.spacing)) throw Error(fmt::format("the size must be two spacings at least, {:.3g} m", 2 * file_.scene.spacing), 2);
    SceneFile   next = file_;
    std::string text = text_;
    if (!find_named(file_.scene.materials, d.preset)) {
        const std::string path = "materials." + d.preset, value = "{preset: " + d.preset + "}";
        next = read_scene_text(text, options_.name, {path + "=" + value});
        text = with_value(text, options_.name, path, value, next.scene);
    }
    const MaterialSpec& material = *find_named(next.scene.materials, d.preset);
    if (!material.elastic && !material.rigid && !material.lattice) {
        if (next.scene.materials.size() > world_->materials.size()) {
            if (material.melting || material.freezing || material.boiling || material.condensing)
                throw Error("'" + d.preset + "' turns into other materials, so it can only come with a restart: add it to the text", 2);
            if (world_->pairs.count > 0) throw Error("this scene says what pairs of materials are to each other, so a new one can only come with a restart", 2);
            world_->materials.push_back(material_of(material));
            world_->material_names.push_back({d.preset, material.colour, int(material.look)});
        }
        file_ = std::move(next);
        if (text != text_ || !stage_) ++scene_number_;
        text_  = text;
        stage_ = std::make_shared<const Stage>(file_.scene);
        return sentence_ = drop_liquid(d, d.preset);
    }
    const std::string name  = new_name(next.scene, d.preset);
    const std::string value = fmt::format("{{{}: {:.4g}, at: {}, material: {}}}", d.ball ? "sphere" : "box", d.ball ? 0.5f * d.size : d.size, vector_text(d.at), d.preset);
    const SceneFile   with  = read_scene_text(text, options_.name, {"objects." + name + "=" + value});
    restart(with_value(text, options_.name, "objects." + name, value, with.scene));
    return sentence_ = fmt::format("A solid is part of how a scene begins, so the scene was restarted with '{}' in it.", name);
}

std::string Live::drop_liquid(const Drop& d, const std::string& material) {
    World&     w      = *world_;
    const auto number = std::find_if(file_.scene.materials.begin(), file_.scene.materials.end(), [&](const auto& m) { return m.first == material; });
    const auto shape  = make_shape(shape_of(d), w.dimension);
    const auto points = free_points(w, *shape);
    if (points.empty()) throw Error("there is no room for it there", 2);
    if (w.bodies.size() >= 65535) throw Error("there are too many bodies already", 2);
    w.bodies.push_back({fmt::format("drop_{}", w.bodies.size()), false});
    if (w.heat) w.heat->insulated.push_back(false);
    append_matter(w, points, point_volume(*shape, {}, w.spacing, w.dimension, points.size()), MaterialId(number - file_.scene.materials.begin()), BodyId(w.bodies.size() - 1));
    const std::string sentence = fmt::format("{} particles of {} were dropped at t = {:.4g} s.", points.size(), material, w.time);
    if (recording_) recording_->note(w.time, sentence), recording_->set_scene(file_.scene);
    return sentence;
}

}  // namespace mote::studio
