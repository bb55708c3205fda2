// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From a frame to a picture: which rows are drawn, in what colours, seen from where.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "colour_columns.h"
#include "film.h"
#include "folder.h"
#include "inner_cells.h"
#include "meta.h"
#include "mote/files.h"
#include "mote/picture.h"
#include "mote/rigid_contact.h"
#include "mote/run.h"
#include "mote/sampling.h"
#include "mote/shape.h"
#include "mote/surface.h"
#include "quantity.h"
#include "scene/builder.h"

namespace mote {
namespace {

/// The scene of a run, from its own copy.
Scene scene_of(const std::filesystem::path& folder) { return read_scene(RunFolder(folder).scene()).scene; }

/// The surface of particles, in their colours.
class DrawnSurface {
public:
    DrawnSurface(std::span<const Vec3> centre, std::span<const Vec3> colour, const DrawOptions& o) {
        if (o.dimension == 2) throw Error("the scene is 2-D, and its matter has no surface of triangles", 2);
        std::vector<Vec4> position;
        ColourColumns     columns;
        for (const Vec3& x : centre) position.push_back(with_w(x, 0));
        for (const Vec3& c : colour) columns.add(c);
        SurfacePoints points{position, o.spacing};
        columns.give_to(points);
        surface_ = find_surface(Exec(o.threads), points, o.surface);
        colour_  = ColourColumns::of(surface_);
    }
    MeshSet mesh(float detail) const {
        return {.point = surface_.mesh.points, .normal = surface_.normal, .triangle = surface_.mesh.triangles, .colour = colour_, .detail = detail};
    }

private:
    Surface           surface_;
    std::vector<Vec3> colour_;
};

/// Points where the first layer of samples of a boundary would be; on the surface itself where it is too thin for that.
std::vector<Vec3> first_layer(const BoundarySpec& spec, const Shape& own, const DrawOptions& o) {
    const float by     = (spec.inside ? 0.5f : -0.5f) * o.spacing;
    const Vec3  size   = o.stage.size();
    const Box   region = own.bounded() ? Box{} : Box{o.stage.low - size, o.stage.high + size};
    if (!own.bounded() && o.stage.empty()) return {};
    auto points = cover(*make_offset(make_shape(spec.shape, o.dimension), by), o.spacing, o.dimension, 0, region);
    return points.empty() ? cover(own, o.spacing, o.dimension, 0, region) : points;
}

DrawnBoundary drawn(const BoundarySpec& spec, const DrawOptions& o) {
    DrawnBoundary b{make_shape(spec.shape, o.dimension), {}, {}, spec.look, spec.inside, spec.colour, double(spec.until.value_or(1e30f))};
    if (spec.method == BoundarySpec::Method::implicit) b.points = first_layer(spec, *b.shape, o);
    if (spec.motion) b.motion = make_motion(*spec.motion, spec.shape.placement.at);
    return b;
}

Image draw_quick(const FrameTable& table, const DrawnMatter& drawn, const DrawOptions& o, const Camera& camera) {
    Look look;
    look.width = o.look.width, look.height = o.look.height, look.threads = o.threads;
    if (o.dimension == 3 && !o.stage.empty()) look.ground = o.stage.low.y;
    if (o.dimension == 2) look.shadows = false;
    const float radius = 0.5f * o.spacing;
    if (!o.look.surface) {
        std::vector<float> radii = radii_of(table, drawn.rows);
        if (!radii.empty()) radii.resize(drawn.centre.size(), radius);
        return draw_spheres({.centre = drawn.centre, .radius = radii, .common_radius = radius, .colour = drawn.colour}, camera, look);
    }
    const std::span<const Vec3> colours(drawn.colour);
    const DrawnSurface          s(drawn.matter_centre(), colours.first(drawn.matter()), o);
    return draw_mesh(s.mesh(radius), {.centre = drawn.walls(), .common_radius = radius, .colour = colours.subspan(drawn.matter())}, camera, look);
}

bool is_shown(const DrawnBoundary& b, const PictureSpec& look) {
    return look.boundaries || b.motion || (look.render == PictureSpec::Render::film && b.look != BoundarySpec::Look::hidden);
}

/// Matter, then points of the boundaries that are shown; without colours yet.
DrawnMatter matter_in(const Frame& frame, const FrameTable& table, const DrawOptions& o, double time) {
    const auto* position = rows_of<Vec4>(table, "position_volume");
    const auto* role     = rows_of<std::uint8_t>(table, "role");
    const auto* body     = rows_of<BodyId>(table, "body");
    const auto  shown    = [&](std::size_t b) { return b < o.boundaries.size() ? is_shown(o.boundaries[b], o.look) : o.look.boundaries; };
    DrawnMatter drawn;
    drawn.time = time;
    for (Index i = 0; i < table.rows; ++i)
        if (Role(role[i]) == Role::matter) drawn.rows.push_back(i), drawn.centre.push_back(xyz(position[i]));
    drawn.particles = drawn.matter();
    if (o.look.surface || (o.look.render == PictureSpec::Render::film && o.look.colour == "material")) fill_large(frame, o.spacing, o.dimension, drawn.rows, drawn.centre);
    for (Index i = 0; i < table.rows; ++i)
        if (Role(role[i]) == Role::wall && shown(body[i])) drawn.centre.push_back(xyz(position[i])), drawn.body.push_back(body[i]);
    for (std::size_t b = 0; b < o.boundaries.size(); ++b)
        if (const Pose pose = o.boundaries[b].pose(time); shown(b) && time < o.boundaries[b].until)
            for (const Vec3& x : o.boundaries[b].points) drawn.centre.push_back(pose(x)), drawn.body.push_back(BodyId(b));
    return drawn;
}

/// What has taken up a liquid is darker.
void darken_wet(const FrameTable& table, DrawnMatter& drawn) {
    if (!table.find("dry_mass") || !table.find("moisture")) return;
    const auto *dry = rows_of<float>(table, "dry_mass"), *moisture = rows_of<float>(table, "moisture");
    for (std::size_t k = 0; k < drawn.colour.size(); ++k)
        if (const Index i = drawn.rows[k]; dry[i] > 0) drawn.colour[k] = (0.4f + 0.6f * std::exp(-moisture[i] / 0.12f)) * drawn.colour[k];
}

/// All that a picture depends on, as a hash.
std::string note_of(const Frame& frame, const std::vector<MaterialName>& materials, const DrawOptions& o) {
    Scene scene;
    scene.spacing = o.spacing, scene.duration = o.duration;
    scene.output.fps = o.fps, scene.output.pictures = o.look, scene.output.surface = o.surface;
    std::string text = write_scene(scene) + fmt::format("{} {} {} {} {} {} {}", MOTE_VERSION, o.stage.low.x, o.stage.low.y, o.stage.low.z,
                                                        o.stage.high.x, o.stage.high.y, o.stage.high.z);
    for (const MaterialName& m : materials) text += fmt::format(" {} {} {} {} {}", m.name, m.look, m.colour.x, m.colour.y, m.colour.z);
    for (const bool solid : o.solid) text += solid ? " solid" : " liquid";
    const double time = read_meta(frame.meta_json).time;
    text += fmt::format(" t {}", time);
    for (const DrawnBoundary& b : o.boundaries) {
        const Box  box  = b.shape->bounds();
        const Pose pose = b.pose(time);
        text += fmt::format(" {} {}", int(b.look), b.inside);
        for (const Vec3& x : {box.low, box.high, pose({0, 0, 0}), pose({1, 2, 3}), b.colour.value_or(Vec3{-1, -1, -1})}) text += fmt::format(" {} {} {}", x.x, x.y, x.z);
    }
    return fmt::format("film of state {:016x} with settings {:016x}", state_hash(frame), checksum(std::as_bytes(std::span(text))));
}

DrawnRigid drawn(const std::string& name, const ObjectSpec& object, MaterialId material, const Scene& scene) {
    DrawnRigid body{name, make_shape(object.shape, scene.dimension), material};
    if (const auto made_of = compose(scene, object, *body.shape, [](const std::string&, const auto& make) { make(); })) {
        for (const auto& part : made_of->parts()) body.others.push_back(part.material);
        body.material_at = under_surface(made_of, *body.shape, scene.spacing);
    }
    return body;
}

}  // namespace

DrawOptions draw_options_of(const std::filesystem::path& folder) {
    const Scene scene = scene_of(folder);
    DrawOptions o;
    o.look             = scene.output.pictures ? *scene.output.pictures : scene.output.movie.value_or(PictureSpec{});
    o.surface          = scene.output.surface.value_or(SurfaceSpec{});
    o.dimension        = scene.dimension;
    o.spacing          = scene.spacing;
    o.fps              = scene.output.fps;
    o.duration         = max(scene.duration, 1e-6f);
    const auto include = [&](const ShapeSpec& spec) {
        const auto shape = make_shape(spec, scene.dimension);
        if (!shape->bounded()) return;
        o.stage.include(shape->bounds().low);
        o.stage.include(shape->bounds().high);
    };
    for (const auto& [name, object] : scene.objects) include(object.shape);
    for (const auto& [name, boundary] : scene.boundaries) include(boundary.shape);
    for (const auto& [name, source] : scene.sources) {
        const Opening opening = make_opening(source, scene.spacing, scene.dimension);
        o.stage.include(opening.at(opening.low[0], scene.dimension == 2 ? 0 : opening.low[1]));
        o.stage.include(opening.at(opening.high[0], scene.dimension == 2 ? 0 : opening.high[1]));
    }
    for (const auto& [name, boundary] : scene.boundaries) o.boundaries.push_back(drawn(boundary, o));
    for (const auto& [name, material] : scene.materials) o.solid.push_back(material.elastic || material.rigid);
    for (const auto& [name, object] : scene.objects)
        for (std::size_t m = 0; m < scene.materials.size(); ++m)
            if (scene.materials[m].first == object.material && scene.materials[m].second.rigid) o.rigid.push_back(drawn(name, object, MaterialId(m), scene));
    return o;
}

std::vector<DrawnBody> rigid_bodies_in(const Frame& frame, const DrawOptions& o) {
    const FrameTable* table = frame.find("rigid");
    if (!table) return {};
    const auto names = read_meta(frame.meta_json).bodies;
    const auto body  = rows_of<BodyId>(*table, "body");
    const auto vec   = [&](const char* name) { return rows_of<Vec3d>(*table, name); };
    const auto mat   = [&](const char* name) { return rows_of<Mat3d>(*table, name); };
    const auto *centre = vec("centre"), *rest = vec("rest_centre"), *velocity = vec("velocity"), *momentum = vec("angular_momentum"), *moments = vec("moments");
    const auto *turn = mat("turn"), *axes = mat("axes");
    std::unordered_map<std::string_view, const DrawnRigid*> known;
    for (const DrawnRigid& r : o.rigid) known[r.name] = &r;
    std::vector<DrawnBody> bodies;
    for (Index b = 0; b < table->rows; ++b) {
        const auto r = body[b] < names.size() ? known.find(names[body[b]]) : known.end();
        if (r == known.end()) continue;
        const Mat3d a = turn[b] * axes[b];
        const Vec3d l = transpose(a) * momentum[b];
        bodies.push_back({r->second, {narrow(turn[b]), narrow(rest[b]), narrow(centre[b])}, narrow(velocity[b]),
                          narrow(a * Vec3d{l.x / moments[b].x, l.y / moments[b].y, l.z / moments[b].z})});
    }
    return bodies;
}

std::vector<Shot> shots_of(const DrawOptions& options, const std::filesystem::path& folder) {
    if (options.look.cameras.empty()) return {{"", folder, options}};
    std::vector<Shot> shots;
    for (const auto& [name, camera] : options.look.cameras) {
        shots.push_back({name, folder / name, options});
        shots.back().options.look.camera = camera;
        shots.back().options.look.cameras.clear();
    }
    return shots;
}

std::filesystem::path movie_of(const std::filesystem::path& film, const Shot& shot) {
    if (shot.name.empty()) return film;
    return film.parent_path() / fmt::format("{}_{}{}", film.stem().string(), shot.name, film.extension().string());
}

std::vector<MaterialName> materials_of(const std::filesystem::path& folder) {
    std::vector<MaterialName> names;
    for (const auto& [name, material] : scene_of(folder).materials) names.push_back({name, material.colour, int(material.look)});
    return names;
}

std::string time_in_words(double time, const DrawOptions& o) {
    const double frame = 1 / double(o.fps);
    if (o.duration >= 0.05f) return fmt::format("{:.3f} s", time);
    const double unit = o.duration >= 1e-4f ? 1e-3 : 1e-6;
    return fmt::format("{:.{}f} {}", time / unit, std::clamp(int(std::ceil(-std::log10(frame / unit) - 1e-6)), 0, 6), unit == 1e-3 ? "ms" : "us");
}

Image picture_of(const Frame& frame, const std::vector<MaterialName>& materials, const DrawOptions& o) {
    const bool        film  = o.look.render == PictureSpec::Render::film;
    const FrameTable* table = frame.find("particles");
    if (!table) throw FileError("the frame has no table 'particles'");
    DrawnMatter    drawn = matter_in(frame, *table, o, read_meta(frame.meta_json).time);
    if (film && o.dimension == 3) drawn.bodies = rigid_bodies_in(frame, o);
    Legend         scale;
    CategoryLegend names{"material", {}};
    if (o.look.colour == "material") {
        const auto* material = rows_of<MaterialId>(*table, "material");
        for (const MaterialName& m : materials) names.entries.push_back({m.name, m.colour});
        for (const Index i : drawn.rows)
            drawn.colour.push_back(material[i] < materials.size() ? materials[material[i]].colour : Vec3{});
        darken_wet(*table, drawn);
    } else {
        const Quantity   q     = find_quantity(*table, o.look.colour, drawn.rows);
        const ValueRange range = range_of(q.value);
        scale = {q.title, o.look.low.value_or(range.low), o.look.high.value_or(range.high), ColourMap::sequential};
        drawn.colour = colours_of(q.value, float(scale.low), float(scale.high), scale.map);
    }
    for (const BodyId b : drawn.body)  // faces of the domain and sources are none of the boundaries
        drawn.colour.push_back((b < o.boundaries.size() ? o.boundaries[b].colour : std::nullopt).value_or(Vec3{0.45f, 0.45f, 0.45f}));

    const Camera camera = camera_at(o.look.camera, o, drawn.time, float(o.look.width) / float(o.look.height));
    float        square = 0;
    Image image = film ? draw_film(*table, drawn, materials, o, camera, square) : draw_quick(*table, drawn, o, camera);
    if (o.look.colour != "material")
        draw_legend(image, scale);
    else if (!film)
        draw_legend(image, names);  // in film, matter has its own look
    draw_caption(image, fmt::format("t = {}   {}", time_in_words(drawn.time, o),
                                    film ? fmt::format("squares of {}", square < 0.0099f ? fmt::format("{:g} mm", 1e3f * square) : fmt::format("{:g} m", square))
                                         : fmt::format("{} particles", drawn.particles)));
    return image;
}

void draw_frame(const Frame& frame, const std::vector<MaterialName>& materials, const DrawOptions& o,
                const std::filesystem::path& png) {
    const std::string note = o.look.render == PictureSpec::Render::film ? note_of(frame, materials, o) : "";
    if (!note.empty() && note_in_png(png.string()) == note) return;
    save_png(png.string(), picture_of(frame, materials, o), note);
}

}  // namespace mote
