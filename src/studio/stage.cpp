// Copyright (c) 2026 The Mote authors. MIT licence.
#include "stage.h"

#include <algorithm>

#include "mote/shape.h"
#include "run/film_walls.h"
#include "scene/builder.h"

namespace mote::studio {
namespace {

constexpr float finest = 90;   // cells along the longest side of a boundary that is drawn as triangles

Json json_of(const Vec3& v) { return {v.x, v.y, v.z}; }
Json json_of(const Box& b) { return {{"low", json_of(b.low)}, {"high", json_of(b.high)}}; }

const char* look_name(MaterialLook look) {
    constexpr const char* names[] = {"matte", "water", "ice", "glass", "oil", "honey", "milk", "wax", "rubber", "clay", "metal", "sand", "lava", "smoke"};
    return std::size_t(look) < std::size(names) ? names[std::size_t(look)] : "matte";
}
const char* look_name(BoundarySpec::Look look) {
    constexpr const char* names[] = {"hidden", "matte", "glass", "metal", "rubber", "clay"};
    return names[std::size_t(look)];
}

/// Null where it cannot be made: the mesh of an old run may be gone, and its particles are worth seeing all the same.
std::unique_ptr<Shape> shape_if_there(const ShapeSpec& spec, int dimension) {
    try {
        return make_shape(spec, dimension);
    } catch (const Error&) {
        return nullptr;
    }
}

/// Around all that is there at the start.
Box box_of(const Scene& scene) {
    Box        box;
    const auto include = [&](const ShapeSpec& spec) {
        const auto shape = shape_if_there(spec, scene.dimension);
        if (!shape || !shape->bounded()) return;
        box.include(shape->bounds().low);
        box.include(shape->bounds().high);
    };
    for (const auto& [name, object] : scene.objects) include(object.shape);
    for (const auto& [name, boundary] : scene.boundaries) include(boundary.shape);
    for (const auto& [name, source] : scene.sources) box.include(source.at);
    if (scene.dimension == 2) box.low.z = box.high.z = 0;
    return box.empty() ? Box{{-1, -1, -1}, {1, 1, 1}} : box;
}

Json camera_of(const Scene& scene) {
    const OutputSpec& out = scene.output;
    for (const PictureSpec* p : {out.pictures ? &*out.pictures : nullptr, out.movie ? &*out.movie : nullptr}) {
        if (!p) continue;
        const CameraSpec& c = p->cameras.empty() ? p->camera : p->cameras.front().second;
        if (c.from && c.to) return {{"from", json_of(*c.from)}, {"to", json_of(*c.to)}};
    }
    return nullptr;
}

/// The surface of the shape itself, whichever side matter is on.
Surface triangles_of(std::shared_ptr<const Shape> shape, const Scene& scene, const Box& stage) {
    DrawOptions o;
    o.dimension = scene.dimension, o.stage = stage, o.spacing = scene.spacing;
    const Vec3 size = shape->bounded() ? shape->bounds().size() : 3.f * stage.size();
    o.spacing       = std::max(o.spacing, std::max({size.x, size.y, size.z}) / finest);
    return boundary_surface({std::move(shape), {}, {}, BoundarySpec::Look::hidden, false}, o, 0, 0.5f);
}

void add_triangles(Packet& packet, const Surface& s, std::size_t boundary) {
    std::vector<float> points, normals;
    for (const Vec3& x : s.mesh.points) points.insert(points.end(), {x.x, x.y, x.z});
    for (const Vec3& n : s.normal) normals.insert(normals.end(), {n.x, n.y, n.z});
    std::vector<std::uint32_t> corners;
    for (const auto& t : s.mesh.triangles) corners.insert(corners.end(), t.begin(), t.end());
    const Json about{{"boundary", boundary}};
    packet.add<float>("points", points, 3, about);
    packet.add<float>("normals", normals, 3, about);
    packet.add<std::uint32_t>("triangles", corners, 3, about);
}

Json matrix_of(const Pose& pose) {
    const Mat3& m  = pose.turn;
    const Vec3  at = pose(Vec3{});
    return {m.row[0].x, m.row[1].x, m.row[2].x, 0, m.row[0].y, m.row[1].y, m.row[2].y, 0, m.row[0].z, m.row[1].z, m.row[2].z, 0, at.x, at.y, at.z, 1};
}

}  // namespace

Stage::Stage(const Scene& scene) : scene_(with_closed_faces(scene)), box_(box_of(scene_)) {
    for (const auto& [name, m] : scene_.materials) materials_.push_back(name);
    for (const auto& [name, b] : scene_.boundaries) {
        motions_.emplace_back();
        if (b.motion) motions_.back() = make_motion(*b.motion, b.shape.placement.at);
    }
}

Json Stage::describe() const {
    Json materials = Json::array();
    for (const auto& [name, m] : scene_.materials)
        materials.push_back({{"name", name}, {"colour", json_of(m.colour)}, {"look", look_name(m.look)}, {"solid", m.elastic || m.rigid || m.lattice}});
    return {{"title", scene_.title},
            {"dimension", scene_.dimension},
            {"spacing", scene_.spacing},
            {"fps", scene_.output.fps},
            {"duration", scene_.duration},
            {"materials", materials},
            {"camera", camera_of(scene_)},
            {"box", json_of(box_)}};
}

std::string Stage::walls_packet(Json header) const {
    std::vector<std::pair<std::size_t, Surface>> others;
    for (std::size_t k = 0; k < scene_.boundaries.size(); ++k) {
        const auto& [name, b] = scene_.boundaries[k];
        Json wall{{"name", name}, {"inside", b.inside}, {"look", look_name(b.look)}, {"colour", b.colour ? json_of(*b.colour) : Json()}};
        if (auto shape = shape_if_there(b.shape, scene_.dimension)) {
            const auto axes = shape->axes();
            if (std::holds_alternative<PlaneShape>(b.shape.form))
                wall["plane"] = {{"normal", json_of(shape->normal(b.shape.placement.at, 0.01f))}, {"at", json_of(b.shape.placement.at)}};
            else if (!axes.empty() && axes.front().whole)
                wall["box"] = {{"low", json_of(axes.front().box.low)}, {"high", json_of(axes.front().box.high)}, {"matrix", matrix_of({axes.front().turn, {}, axes.front().origin})}};
            else
                others.emplace_back(k, triangles_of(std::move(shape), scene_, box_));
        }
        header["walls"].push_back(std::move(wall));
    }
    Packet packet(std::move(header));
    for (const auto& [k, surface] : others) add_triangles(packet, surface, k);
    return packet.bytes();
}

Json Stage::poses(double time) const {
    Json list = Json::array();
    for (std::size_t k = 0; k < motions_.size(); ++k)
        if (motions_[k]) list.push_back({{"boundary", k}, {"matrix", matrix_of(motions_[k]->pose(time))}});
    return list;
}

}  // namespace mote::studio
