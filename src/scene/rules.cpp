// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "scene/field.h"
#include "scene/materials.h"
#include "scene/presets.h"
#include "scene/reader.h"
#include "scene/surface_of.h"
#include "scene/words.h"

namespace mote {

namespace {

constexpr double most_frames = 1.0e6;

// Bounded matter can be filled with particles; a plane cannot.
bool is_bounded(const ShapeSpec& shape) {
    if (std::holds_alternative<PlaneShape>(shape.form)) return false;
    const auto* combined = std::get_if<CombinedShape>(&shape.form);
    if (!combined) return true;
    const auto& parts = combined->parts;
    switch (combined->how) {
        case CombinedShape::How::join:
            return std::all_of(parts.begin(), parts.end(), is_bounded);
        case CombinedShape::How::subtract:
            return is_bounded(parts.front());
        case CombinedShape::How::intersect:
            return std::any_of(parts.begin(), parts.end(), is_bounded);
    }
    return false;
}

std::string form_name(const ShapeSpec& shape) {
    const auto* combined = std::get_if<CombinedShape>(&shape.form);
    return form_names()[shape.form.index() + (combined ? std::size_t(combined->how) : 0)];
}

class Rules {
public:
    explicit Rules(const SceneFile& file) : file_(file), scene_(file.scene) {
        for (const auto& [name, material] : scene_.materials) materials_.insert(name);
    }

    void check() const {
        check_names();
        for (const auto& [name, material] : scene_.materials) check_limits("materials." + name + ".shear", material.shear), check_viscoelastic("materials." + name, material), check_cohesion("materials." + name + ".cohesion", material);
        check_pairs();
        for (const auto& [name, object] : scene_.objects) check_object("objects." + name, object);
        for (const auto& [name, boundary] : scene_.boundaries) check_boundary("boundaries." + name, boundary);
        for (const auto& [name, pin] : scene_.pins) check_pin("pins." + name, pin);
        for (const auto& [name, source] : scene_.sources) check_source("sources." + name, source);
        check_solids(file_);
        for (const auto& [name, sink] : scene_.sinks) check_shape("sinks." + name, sink.shape);
        for (const auto& [name, heater] : scene_.heaters) check_shape("heaters." + name, heater.shape), check_open_times("heaters." + name, heater);
        check_heat(file_);
        check_cycles(file_);
        check_mixtures(file_);
        check_time();
        check_domain();
        if (scene_.dimension == 2 && scene_.gravity.z != 0)
            fail("gravity", "has a z component, but the scene is 2-D and keeps z at 0; set it to 0");
        if (scene_.output.pictures) check_picture("output.pictures", *scene_.output.pictures);
        if (scene_.output.movie) check_movie(*scene_.output.movie);
        if (scene_.output.surface) check_surface(*scene_.output.surface);
        if (scene_.output.strain && std::none_of(scene_.materials.begin(), scene_.materials.end(), [](const auto& m) { return m.second.elastic || m.second.lattice; }))
            fail("output.strain", "is of elastic bodies and virtual materials, and no material is one; leave it out");
        for (const auto& [name, skin] : scene_.output.skins) check_skin("output.skins." + name, name, skin);
    }

private:
    const SceneFile&           file_;
    const Scene&               scene_;
    std::set<std::string_view> materials_;

    [[noreturn]] void fail(const std::string& path, const std::string& sentence) const {
        throw file_.error(path, sentence);
    }

    void check_names() const {
        if (scene_.objects.empty() && scene_.sources.empty())
            fail("objects",
                 "is empty, a scene needs at least one object or source; write objects: {drop: {sphere: 0.1, material: "
                 "water}}");
        std::set<std::string_view> objects, boundaries;
        for (const auto& [name, object] : scene_.objects) objects.insert(name);
        for (const auto& [name, boundary] : scene_.boundaries)
            if (boundaries.insert(name); objects.contains(name))
                fail("boundaries." + name, "there is already an object of that name; rename one of them");
        for (const auto& [name, source] : scene_.sources)
            if (objects.contains(name) || boundaries.contains(name))
                fail("sources." + name, fmt::format("there is already {} of that name; rename one of them",
                                                    objects.contains(name) ? "an object" : "a boundary"));
    }

    void check_limits(const std::string& path, const ShearSpec& shear) const {
        std::visit(
            [&](const auto& law) {
                if constexpr (requires { law.limits; })
                    if (law.limits.smallest > law.limits.largest)
                        fail(path + ".smallest", fmt::format("is {} Pa s, more than the largest viscosity, {} Pa s; swap or correct them",
                                                             law.limits.smallest, law.limits.largest));
            },
            shear);
    }

    void check_cohesion(const std::string& path, const MaterialSpec& m) const {
        if (m.cohesion == 0) return;
        if (m.elastic || m.lattice || m.rigid) fail(path, fmt::format("is of liquids, and the material is {}; leave one of them out", kind_of(m)));
        if (!std::holds_alternative<DfsphSpec>(scene_.pressure)) fail(path, "wants pressures below 0, which only the solver dfsph finds; use it, or leave cohesion out");
    }
    void check_viscoelastic(const std::string& path, const MaterialSpec& m) const {
        if (!m.viscoelastic) return;
        if (m.elastic || m.rigid || m.lattice)
            fail(path + ".viscoelastic", fmt::format("is of liquids, and the material is {}; leave one of them out", kind_of(m)));
    }

    void check_pairs() const {
        std::set<std::pair<std::string, std::string>> seen;
        for (const auto& [name, pair] : scene_.pairs) {
            const std::string path = "pairs." + name;
            check_material(path + ".between", pair.first);
            check_material(path + ".between", pair.second);
            if (pair.first == pair.second)
                fail(path + ".between", fmt::format("names '{}' twice; a pair is of two materials", pair.first));
            if (!seen.insert(std::minmax(pair.first, pair.second)).second)
                fail(path + ".between", fmt::format("'{}' and '{}' are a pair already; keep one of the two", pair.first, pair.second));
            if (!pair.tension && !pair.diffusion && !pair.conductance)
                fail(path, "says nothing of the two; add tension: 30 mN/m, diffusion: 1 mm^2/s or conductance: 500 W/(m^2 K)");
        }
    }

    void check_source(const std::string& path, const SourceSpec& source) const {
        check_material(path + ".material", source.material);
        const int openings = source.disc.has_value() + source.rectangle.has_value() + source.mesh.has_value();
        if (openings == 0) fail(path, "has no opening; give it one of disc, rectangle, mesh");
        if (openings > 1)
            fail(path + (source.mesh ? ".mesh" : ".rectangle"),
                 "is a second opening; keep one of disc, rectangle, mesh, and make another source for the other");
        if (source.speed && source.rate)
            fail(path + ".rate", "stands beside a speed, and one follows from the other; keep one of the two");
        if (!source.speed && !source.rate)
            fail(path, "has neither speed nor rate; add one, as in speed: 1 m/s or rate: 1 L/min");
        if (source.direction && *source.direction == Vec3{})
            fail(path + ".direction", "is zero and gives no direction; use for example [0, -1, 0]");
        if (source.direction && source.mesh)
            fail(path + ".direction", "is given by the mesh, the side that its faces look to; leave it out");
        if (scene_.dimension == 2 && source.direction && source.direction->z != 0)
            fail(path + ".direction", "has a z component, but the scene is 2-D and keeps z at 0; set it to 0");
        if (scene_.dimension == 2 && source.mesh)
            fail(path + ".mesh", "has no meaning where the scene is 2-D; use rectangle: WIDTH");
        check_open_times(path, source);
    }

    /// Of a source or a pin.
    template <class Spec>
    void check_open_times(const std::string& path, const Spec& source) const {
        if (source.stop && *source.stop <= source.start)
            fail(path + ".stop", fmt::format("is {} s, not after the start, {} s; swap or correct them", *source.stop,
                                             source.start));
        if (source.on.empty()) return;
        if (source.stop || source.start != 0)
            fail(path + ".on", "stands beside start or stop; put them into the list, as in [[0 s, 1 s], [2 s, 3 s]]");
        for (std::size_t i = 0; i < source.on.size(); ++i) {
            const Span&       span = source.on[i];
            const std::string part = fmt::format("{}.on[{}]", path, i);
            if (span.to <= span.from)
                fail(part, fmt::format("ends at {} s, not after it begins, {} s; swap or correct them", span.to, span.from));
            if (i > 0 && span.from < source.on[i - 1].to)
                fail(part, fmt::format("begins at {} s, before the one before it has ended; sort and join them", span.from));
        }
    }

    void check_implicit(const std::string& path, const BoundarySpec& boundary) const {
        if (!is_bounded(boundary.shape) && !std::holds_alternative<PlaneShape>(boundary.shape.form))
            fail(path + ".method", "is for planes and for shapes that have an end; write method: sampled, or make each plane a boundary of its own");
    }

    void check_boundary(const std::string& path, const BoundarySpec& boundary) const {
        check_shape(path, boundary.shape);
        if (boundary.method == BoundarySpec::Method::implicit) check_implicit(path, boundary);
        if (boundary.motion) check_motion(path, *boundary.motion);
    }

    void check_pin(const std::string& path, const PinSpec& pin) const {
        check_shape(path, pin.shape);
        if (pin.motion) check_motion(path, *pin.motion);
        check_open_times(path, pin);
    }

    void check_motion(const std::string& path, const MotionSpec& m) const {
        if (m.keys.empty() && !m.swing)
            fail(path + ".motion", "has neither keys nor swing; write keys: [{time: 0 s}, {time: 1 s, move: [0.1, 0, 0]}]");
        if (m.keys.size() == 1)
            fail(path + ".motion", "has one key, and a motion needs two; add another, or use `at` and `rotate` of the shape");
        if (m.repeat && m.keys.empty())
            fail(path + ".motion.repeat", "needs keys; a swing repeats by itself");
        if (scene_.dimension == 2 && m.about && m.about->z != 0)
            fail(path + ".motion.about", "has a z component, but the scene is 2-D and keeps z at 0; set it to 0");
        for (std::size_t k = 0; k < m.keys.size(); ++k) {
            const std::string key = fmt::format("{}.motion{}[{}]", path, file_.places.contains(path + ".motion.keys") ? ".keys" : "", k);
            check_way(key, m.keys[k].move, m.keys[k].axis, m.keys[k].angle);
            if (k > 0 && m.keys[k].time <= m.keys[k - 1].time)
                fail(key + ".time", fmt::format("is {} s, not after the key before it, {} s; sort the keys by time",
                                                m.keys[k].time, m.keys[k - 1].time));
        }
        if (!m.swing) return;
        check_way(path + ".motion.swing", m.swing->move, m.swing->axis, m.swing->angle);
        if (m.swing->move == Vec3{} && m.swing->angle == 0)
            fail(path + ".motion.swing", "has no amplitude; give it move: [0.1, 0, 0] or rotate: {axis: [0, 0, 1], angle: 10 deg}");
    }

    void check_way(const std::string& path, const Vec3& move, const Vec3& axis, float angle) const {
        if (axis == Vec3{}) fail(path + ".rotate.axis", "is zero and gives no direction; use for example [0, 1, 0]");
        if (scene_.dimension != 2) return;
        if (move.z != 0) fail(path + ".move", "has a z component, but the scene is 2-D and keeps z at 0; set it to 0");
        if (angle != 0 && (axis.x != 0 || axis.y != 0))
            fail(path + ".rotate", "turns out of the plane, but the scene is 2-D; use axis: [0, 0, 1]");
    }

    void check_object(const std::string& path, const ObjectSpec& object) const {
        check_material(path + ".material", object.material);
        check_shape(path, object.shape);
        if (!is_bounded(object.shape))
            fail(path + "." + form_name(object.shape),
                 "reaches to infinity and cannot be filled with particles; cut it with intersection: [..., {box: 1}], "
                 "or make it a boundary");
        check_parts_of(path, object);
        if (object.rest_scale != Vec3{1, 1, 1} && !material_of_name(scene_, object.material).elastic)
            fail(path + ".rest_scale", fmt::format("is of elastic objects, and '{}' is not elastic; leave it out, or give it `elastic`", object.material));
        if (scene_.dimension != 2) return;
        if (object.rest_scale.z != 1 && object.rest_scale.x != object.rest_scale.z)
            fail(path + ".rest_scale", "has a z component, but the scene is 2-D; write [X, Y]");
        if (object.velocity.z != 0)
            fail(path + ".velocity", "has a z component, but the scene is 2-D and keeps z at 0; set it to 0");
        if (object.spin.x != 0 || object.spin.y != 0)
            fail(path + ".spin", "turns out of the plane, but the scene is 2-D; use [0, 0, SPIN]");
    }

    void check_parts_of(const std::string& path, const ObjectSpec& object) const {
        for (std::size_t k = 0; k < object.regions.size(); ++k) {
            const std::string part = fmt::format("{}.regions[{}]", path, k);
            check_shape(part, object.regions[k].shape);
            check_same_kind(part + ".material", object.regions[k].material, object.material);
        }
        if (!object.texture) return;
        const TextureSpec& texture = *object.texture;
        const std::string  of      = path + ".texture";
        if (texture.levels.empty()) fail(of, "has no levels, so nothing is made of another material; add levels: [{above: 0.5, material: NAME}]");
        if (scene_.dimension == 2 && texture.axis != TextureSpec::Axis::z) fail(of + ".axis", "lies in the plane, but the scene is 2-D; use z");
        for (std::size_t k = 0; k < texture.levels.size(); ++k) {
            const std::string level = fmt::format("{}.levels[{}]", of, k);
            if (k > 0 && texture.levels[k].above <= texture.levels[k - 1].above)
                fail(level + ".above", fmt::format("is {}, not more than that of the level before it, {}; sort them", texture.levels[k].above, texture.levels[k - 1].above));
            check_same_kind(level + ".material", texture.levels[k].material, object.material);
        }
    }

    /// One object is one rest shape, one rigid body, one crystal or one liquid.
    void check_same_kind(const std::string& path, const std::string& material, const std::string& own) const {
        check_material(path, material);
        const auto kind = [&](const std::string& name) { return kind_of(material_of_name(scene_, name)); };
        if (std::string_view(kind(material)) != kind(own))
            fail(path, fmt::format("'{}' is {}, and '{}', which the object is of, is {}; use materials of one kind, or make it two objects", material, kind(material), own, kind(own)));
    }

    void check_material(const std::string& path, const std::string& material) const {
        if (materials_.contains(material)) return;
        const std::vector<std::string> known(materials_.begin(), materials_.end());
        const std::string              found = "there is no material " + in_quotes(material) + "; ";
        if (!nearest(material, known) && find_preset(material))
            fail(path, found + fmt::format("add materials: {{{0}: {{preset: {0}}}}}", material));
        fail(path, found + (known.empty() ? "add one to the materials block" : suggestion(material, known)));
    }

    void check_shape(const std::string& path, const ShapeSpec& shape) const {
        const std::string form  = path + "." + form_name(shape);
        const Placement&  place = shape.placement;
        if (place.axis == Vec3{})
            fail(path + ".rotate.axis", "is zero and gives no direction; use for example [0, 1, 0]");
        const bool out_of_plane = place.angle != 0 && (place.axis.x != 0 || place.axis.y != 0);
        if (scene_.dimension == 2 && out_of_plane)
            fail(path + ".rotate", "turns out of the plane, but the scene is 2-D; use axis: [0, 0, 1]");
        if (const auto* torus = std::get_if<TorusShape>(&shape.form); torus && torus->tube >= torus->radius)
            fail(form, fmt::format(
                           "its tube ({} m) must be thinner than the radius of the ring ({} m); make the tube smaller",
                           torus->tube, torus->radius));
        if (const auto* plane = std::get_if<PlaneShape>(&shape.form); plane && plane->normal == Vec3{})
            fail(form, "its normal is zero and gives no direction; use for example [0, 1, 0]");
        if (const auto* combined = std::get_if<CombinedShape>(&shape.form)) check_parts(form, *combined);
    }

    void check_parts(const std::string& path, const CombinedShape& combined) const {
        const std::size_t least = combined.how == CombinedShape::How::join ? 1 : 2;
        if (combined.parts.size() < least)
            fail(path, fmt::format("needs at least {} shape{}, found {}; add shapes to the list", least,
                                   least == 1 ? "" : "s", combined.parts.size()));
        for (std::size_t i = 0; i < combined.parts.size(); ++i)
            check_shape(fmt::format("{}[{}]", path, i), combined.parts[i]);
    }

    void check_time() const {
        const double frames = double(scene_.duration) * double(scene_.output.fps);
        if (frames > most_frames)
            fail("output.fps",
                 fmt::format(
                     "asks for {:.0f} frames ({} s at {} a second), at most {:.0f} are possible; lower fps or duration",
                     frames, scene_.duration, scene_.output.fps, most_frames));
        const TimeStepSpec& step = scene_.time_step;
        if (step.largest > 0 && step.smallest > step.largest)
            fail("time_step.smallest", fmt::format("is {} s, more than the largest step, {} s; swap or correct them",
                                                   step.smallest, step.largest));
    }

    void check_domain() const {
        const Vec3& low  = scene_.domain.low;
        const Vec3& high = scene_.domain.high;
        const auto  rule = [&](char axis, float a, float b) {
            if (a >= b)
                fail("domain.low",
                      fmt::format("its {} ({} m) is not below that of high ({} m); low must be the lower corner", axis,
                                  a, b));
        };
        rule('x', low.x, high.x);
        rule('y', low.y, high.y);
        if (scene_.dimension == 3) rule('z', low.z, high.z);
        check_face("x", scene_.domain.faces.x, low.x, high.x);
        check_face("y", scene_.domain.faces.y, low.y, high.y);
        if (scene_.dimension == 3) check_face("z", scene_.domain.faces.z, low.z, high.z);
        if (scene_.dimension == 2 && scene_.domain.faces.z != Face::open)
            fail("domain.faces.z", "has no meaning where the scene is 2-D and keeps z at 0; leave it out");
    }

    void check_face(const std::string& axis, Face face, float low, float high) const {
        if (face == Face::open) return;
        const std::string path = "domain.faces" + (file_.places.contains("domain.faces." + axis) ? "." + axis : "");
        for (const char* end : {"low", "high"})
            if (!file_.places.contains(std::string("domain.") + end))
                fail(path, fmt::format("says where matter turns back along {}, but not where that is; add domain: {{low: [...], "
                                       "high: [...]}}",
                                       axis));
        for (const auto& [name, boundary] : scene_.boundaries)
            if (face == Face::closed && name == "domain")
                fail("boundaries." + name, "is the name of the walls that domain.faces puts up; rename it");
        bool tense = false;
        for (const auto& [name, material] : scene_.materials) tense = tense || material.surface_tension > 0;
        const float least = 3 * std::max(scene_.support, tense ? 3.5f : 0.f);
        if (face == Face::periodic && !(high - low > (least - 1e-3f) * scene_.spacing))
            fail(path, fmt::format("the domain is {:.4g} m along {}, but where it is periodic it must be at least {:.4g} m ({:.3g} "
                                   "spacings), so that nothing sees itself; make it longer or the spacing smaller",
                                   high - low, axis, least * scene_.spacing, least));
    }

    void check_picture(const std::string& path, const PictureSpec& picture) const {
        if (picture.low && picture.high && *picture.low >= *picture.high)
            fail(path + ".low",
                 fmt::format("is {}, not below high, {}; swap or correct them", *picture.low, *picture.high));
        if (picture.surface && scene_.dimension == 2 && picture.render != PictureSpec::Render::film)
            fail(path + ".surface", "is of a 2-D scene, whose matter has no surface of triangles; leave it out, or use render: film");
        if (picture.colour.empty()) fail(path + ".colour", "is empty; use material, speed or the name of a column");
        check_camera(path + ".camera", picture.camera);
        for (const auto& [name, camera] : picture.cameras) check_camera(path + ".cameras." + name, camera);
        if (picture.cut && picture.cut->normal == Vec3{}) fail(path + ".cut.normal", "is zero and gives no direction; use for example [0, 0, 1]");
    }

    void check_camera(const std::string& path, const CameraSpec& camera) const {
        const char* inside_eye = "is the point it looks at; move the camera away from `to`";
        if (camera.from && camera.to && *camera.from == *camera.to) fail(path + ".from", inside_eye);
        if (!camera.keys.empty() && (camera.from || camera.to))
            fail(path + ".keys", "stand beside from or to, which they would replace; keep one of the two");
        if (!camera.keys.empty() && camera.orbit) fail(path + ".orbit", "stands beside keys, which tell the whole way; keep one of the two");
        for (std::size_t k = 0; k < camera.keys.size(); ++k) {
            const CameraKeySpec& key = camera.keys[k];
            if (key.from == key.to) fail(path + ".keys", fmt::format("number {}: from {}", k + 1, inside_eye));
            if (k > 0 && key.time <= camera.keys[k - 1].time)
                fail(path + ".keys", fmt::format("number {} is at {} s, not after the one before it; put them in order", k + 1, key.time));
        }
    }

    void check_surface(const SurfaceSpec& surface) const {
        if (scene_.dimension == 2) fail("output.surface", "is of a 2-D scene, whose matter has no surface of triangles; leave it out");
        const auto of = parse_surface_of(surface.of);
        if (!of)
            fail("output.surface.of", fmt::format("is {}; use all, materials, objects, material NAME or object NAME", in_quotes(surface.of)));
        if (of->name.empty()) return;
        std::vector<std::string> names;
        if (of->by_material())
            names.assign(materials_.begin(), materials_.end());
        else {
            for (const auto& [name, object] : scene_.objects) names.push_back(name);
            for (const auto& [name, source] : scene_.sources) names.push_back(name);
        }
        if (std::find(names.begin(), names.end(), of->name) == names.end())
            fail("output.surface.of", fmt::format("there is no {} {}; {}", of->by_material() ? "material" : "object or source",
                                                  in_quotes(of->name), suggestion(of->name, names)));
    }

    void check_skin(const std::string& path, const std::string& name, const SkinSpec& skin) const {
        if (scene_.dimension == 2) fail(path, "is of a 2-D scene, whose matter cannot carry a mesh; leave it out");
        if (!scene_.output.particles) fail(path, "needs the first frame, which output.particles: false throws away; leave that out");
        std::vector<std::string> names;
        for (const auto& [object, spec] : scene_.objects) names.push_back(object);
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) fail(path, fmt::format("there is no object {}; {}", in_quotes(name), suggestion(name, names)));
        const ShapeSpec& shape = scene_.objects[std::size_t(found - names.begin())].second.shape;
        if (skin.mesh.empty() && !std::holds_alternative<MeshShape>(shape.form))
            fail(path, fmt::format("the object is a {}, which has no mesh of its own; name one: mesh: FILE", form_name(shape)));
    }

    void check_movie(const PictureSpec& movie) const {
        check_picture("output.movie", movie);
        // The usual film format (H.264 with 4:2:0 colour) halves the picture for its colours.
        if (movie.width % 2 || movie.height % 2)
            fail("output.movie.size",
                 fmt::format("is {} by {}, but films need even numbers; use [{}, {}]", movie.width, movie.height,
                             movie.width + movie.width % 2, movie.height + movie.height % 2));
    }
};

}  // namespace

void check_rules(const SceneFile& file) { Rules(file).check(); }

}  // namespace mote
