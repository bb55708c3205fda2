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

/// What films show, and where cameras stand that the scene does not place.
Box box_of(const Scene& scene) {
    const DrawOptions o = draw_options_of(scene);
    return o.stage.empty() ? Box{{-1, -1, -1}, {1, 1, 1}} : o.stage;
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

Stage::Stage(const Scene& scene) : scene_(with_closed_faces(scene)) {
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
            {"box", json_of(box_of(scene_))}};
}

std::string Stage::walls_packet(Json header) const {
    const Box stage = box_of(scene_);
    Json      list  = Json::array();
    Packet    packet([&] {
        for (const auto& [name, b] : scene_.boundaries) {
            Json wall{{"name", name}, {"inside", b.inside}, {"look", look_name(b.look)}, {"colour", b.colour ? json_of(*b.colour) : Json()}};
            const auto shape = make_shape(b.shape, scene_.dimension);
            const Axes axes  = shape->axes().empty() ? Axes{} : shape->axes().front();
            if (const auto* plane = std::get_if<PlaneShape>(&b.shape.form))
                wall["plane"] = {{"normal", json_of(shape->normal(b.shape.placement.at, 0.01f))}, {"at", json_of(b.shape.placement.at)}}, (void)plane;
            else if (axes.whole)
                wall["box"] = {{"low", json_of(axes.box.low)}, {"high", json_of(axes.box.high)}, {"matrix", matrix_of({axes.turn, {}, axes.origin})}};
            list.push_back(std::move(wall));
        }
        header["walls"] = list;
        return header;
    }());
    for (std::size_t k = 0; k < scene_.boundaries.size(); ++k)
        if (!list[k].contains("plane") && !list[k].contains("box"))
            add_triangles(packet, triangles_of(make_shape(scene_.boundaries[k].second.shape, scene_.dimension), scene_, stage), k);
    return packet.bytes();
}

Json Stage::poses(double time) const {
    Json list = Json::array();
    for (std::size_t k = 0; k < motions_.size(); ++k)
        if (motions_[k]) list.push_back({{"boundary", k}, {"matrix", matrix_of(motions_[k]->pose(time))}});
    return list;
}

}  // namespace mote::studio
