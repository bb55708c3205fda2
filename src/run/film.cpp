// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A frame by following light: every liquid has its own surface, and so has every solid body, in its look.
#include "film.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>

#include "colour_columns.h"
#include "film_walls.h"
#include "inner_cells.h"
#include "mote/point_tree.h"
#include "mote/shape.h"
#include "mote/trace.h"
#include "quantity.h"

namespace mote {
namespace {

constexpr Finish coloured{.roughness = 0.5f, .index = 1.45f};          // by a column: a little sheen shows the form
constexpr Finish wall{.colour = {0.30f, 0.30f, 0.31f}, .roughness = 0.4f, .index = 1.45f};

/// 1, 2 or 5 times a power of ten, at most `x`.
float round_size(float x) {
    const float power = std::pow(10.f, std::floor(std::log10(x)));
    return (x >= 5 * power ? 5 : x >= 2 * power ? 2 : 1) * power;
}

Finish finish_of(const MaterialName& m) { return *find_finish(finishes()[std::size_t(m.look)].name, m.colour); }

/// What the scene refers to while it is drawn.
class FilmSet {
public:
    FilmSet(const FrameTable& table, const DrawnMatter& drawn, const DrawOptions& o) : table_(table), drawn_(drawn), o_(o) {}

    /// The surface of some of the matter. `colour`: one for each particle of `rows`, or none. `kind`: of each in `which`, where only one
    /// kind of them is wanted.
    void add_surface(const std::vector<std::size_t>& which, const Finish& finish, std::span<const Vec3> colour, std::span<const std::uint16_t> kind = {},
                     std::uint16_t only = 0) {
        SurfacePoints      points{.position = {}, .spacing = o_.spacing, .kind = kind, .only = only};
        std::vector<Vec4>  position;
        std::vector<Vec3>  velocity;
        std::vector<float> temperature;
        ColourColumns      colours;
        for (const std::size_t k : which) position.push_back(with_w(drawn_.centre[k], 0));
        points.position = position;
        if (shutter() > 0) {
            const auto* v = rows_of<Vec4>(table_, "velocity_density");
            for (const std::size_t k : which) velocity.push_back(xyz(v[drawn_.rows[k]]));
            points.velocity = velocity;
        }
        if (finish.glow > 0) {
            const auto* t = rows_of<float>(table_, "temperature");
            for (const std::size_t k : which) temperature.push_back(t[drawn_.rows[k]]);
            points.columns.push_back(temperature);
        }
        if (!colour.empty()) {
            for (const std::size_t k : which) colours.add(colour[k]);
            colours.give_to(points);
        }
        add(find_surface(Exec(o_.threads), points, o_.surface), finish, !colour.empty());
    }
    /// Every material in its look. Where two of them meet they have the same face; but solid bodies that touch keep each its own.
    void add_materials(const std::vector<MaterialName>& materials) {
        const auto*                                   material = rows_of<MaterialId>(table_, "material");
        const auto*                                   body     = rows_of<BodyId>(table_, "body");
        std::vector<std::size_t>                      dense;
        std::vector<std::uint16_t>                    kind;
        std::vector<std::vector<std::size_t>>         of(materials.size());
        std::map<std::pair<MaterialId, BodyId>, std::vector<std::size_t>> solid;
        const std::vector<MaterialId> drawn_as = drawn_with(materials, material);
        const auto smokes = [&](std::size_t m) { return MaterialLook(materials[m].look) == MaterialLook::smoke; };
        for (std::size_t k = 0; k < drawn_.matter(); ++k) {
            if (material[drawn_.rows[k]] >= of.size()) continue;
            const MaterialId m = drawn_as[material[drawn_.rows[k]]];
            if (is_solid(m)) solid[{m, body[drawn_.rows[k]]}].push_back(k);
            else of[m].push_back(k);
            if (!smokes(m)) dense.push_back(k), kind.push_back(m);
        }
        for (std::size_t m = 0; m < materials.size(); ++m)
            if (smokes(m))
                add_puffs(of[m], materials[m].colour);
            else if (add_bodies(MaterialId(m), finish_of(materials[m])))
                std::erase_if(solid, [&](const auto& s) { return s.first.first == m; });
            else if (of[m].size() == dense.size() && !dense.empty())
                add_surface(dense, finish_of(materials[m]), colours_of_wet(of[m]));
            else if (!of[m].empty())
                add_surface(dense, finish_of(materials[m]), colours_of_wet(of[m]), kind, std::uint16_t(m));
        std::erase_if(dense, [&](std::size_t k) { return is_solid(material[drawn_.rows[k]]); });
        for (const auto& [of_what, own] : solid) add_solid(own, dense, finish_of(materials[of_what.first]));
    }
    /// Rigid bodies of a material as their shapes; false where there are none.
    bool add_bodies(MaterialId material, const Finish& finish) {
        bool any = false;
        for (const DrawnBody& b : drawn_.bodies)
            if (b.body->is_of(material)) any = true, add(body_surface(b, o_, material), finish, false);
        return any;
    }
    void add_boundary(BodyId b) {
        if (std::find(drawn_.body.begin(), drawn_.body.end(), b) == drawn_.body.end()) return;
        const DrawnBoundary&   boundary = o_.boundaries[b];
        const std::string_view names[]  = {"", "matte", "glass", "metal", "rubber", "clay"};
        const std::string_view look     = names[std::size_t(boundary.look)];
        Finish                 finish   = wall;
        finish.colour                   = boundary.colour.value_or(wall.colour);
        if (!look.empty()) finish = *find_finish(look, finish.colour);
        add(boundary_surface(boundary, o_, drawn_.time), finish, false);
        if (!boundary.shape->bounded() && !boundary.inside) floor_depth = o_.spacing;
    }
    /// Balls, or discs that lie across the way to where there are fewer particles.
    void add_balls(const Finish& finish) {
        TraceBalls balls{.centre = drawn_.matter_centre(), .common_radius = 0.5f * o_.spacing, .finish = finish};
        balls.colour = std::span(drawn_.colour).first(drawn_.matter());
        if (const auto& radii = numbers_.emplace_back(radii_of(table_, drawn_.rows)); !radii.empty() && !o_.look.discs) balls.radius = radii;
        if (o_.look.discs) balls.normal = vectors_.emplace_back(outward()), balls.common_radius = 0.75f * o_.spacing;
        if (shutter() > 0) {
            const auto*        v   = rows_of<Vec4>(table_, "velocity_density");
            std::vector<Vec3>& all = vectors_.emplace_back();
            for (const Index i : drawn_.rows) all.push_back(xyz(v[i]));
            balls.velocity = all;
        }
        scene.balls.push_back(balls);
    }
    void add_puffs(const std::vector<std::size_t>& which, const Vec3& colour) {
        std::vector<Vec3>& centre = vectors_.emplace_back();
        for (const std::size_t k : which) centre.push_back(drawn_.centre[k]);
        // Some 33 puffs reach any place in smoke, and a puff has 0.23 of its density on average: together as much as the look tells.
        const float density = find_finish("smoke")->absorption.x / 7.6f;
        scene.puffs.push_back({.centre = centre, .radius = 2 * o_.spacing, .density = density, .colour = colour});
    }
    float shutter() const { return o_.look.camera.shutter / o_.fps; }

    TraceScene scene;
    float      floor_depth = 0;  ///< of a plane that may be the floor [m]: the ground is below it

private:
    const float* dry_mass() const { return table_.find("dry_mass") ? rows_of<float>(table_, "dry_mass") : nullptr; }
    /// What takes up a liquid has one surface, wet or dry, where it looks alike: in the colours of its particles.
    std::vector<MaterialId> drawn_with(const std::vector<MaterialName>& materials, const MaterialId* material) const {
        std::vector<MaterialId> with(materials.size());
        std::vector<bool>       wet(materials.size(), false);
        const float* const      dry = dry_mass();
        for (const Index i : drawn_.rows)
            if (dry && dry[i] > 0 && material[i] < wet.size()) wet[material[i]] = true;
        for (std::size_t m = 0; m < with.size(); ++m) {
            with[m] = MaterialId(m);
            for (std::size_t n = m; n-- > 0;)
                if (wet[m] && wet[n] && materials[n].look == materials[m].look) with[m] = MaterialId(n);
        }
        return with;
    }
    std::span<const Vec3> colours_of_wet(const std::vector<std::size_t>& of) const {
        const float* const dry = dry_mass();
        return dry && dry[drawn_.rows[of.front()]] > 0 ? std::span<const Vec3>(drawn_.colour) : std::span<const Vec3>{};
    }
    bool is_solid(MaterialId m) const { return m < o_.solid.size() && o_.solid[m]; }
    /// One body, which has its faces in common with the liquid around it.
    void add_solid(std::vector<std::size_t> which, const std::vector<std::size_t>& liquid, const Finish& finish) {
        Box box;
        for (const std::size_t k : which) box.include(drawn_.centre[k]);
        const Vec3 reach = 8 * o_.spacing * Vec3{1, 1, 1};   // what is beyond is not felt
        box.low -= reach, box.high += reach;
        std::vector<std::uint16_t> kind(which.size(), 1);
        for (const std::size_t k : liquid)
            if (box.contains(drawn_.centre[k])) which.push_back(k), kind.push_back(0);
        if (kind.back() == 1) return add_surface(which, finish, {});
        add_surface(which, finish, {}, kind, 1);
    }
    void add(Surface&& made, const Finish& finish, bool in_colour) {
        if (made.mesh.triangles.empty()) return;
        Surface&  s = surfaces_.emplace_back(std::move(made));
        TraceMesh mesh{.point = s.mesh.points, .normal = s.normal, .triangle = s.mesh.triangles, .velocity = s.velocity, .finish = finish};
        if (finish.glow > 0) mesh.temperature = s.columns[0];
        if (in_colour) mesh.colour = vectors_.emplace_back(ColourColumns::of(s));
        scene.meshes.push_back(mesh);
    }
    std::vector<Vec3> outward() const {
        const auto        centre = drawn_.matter_centre();
        std::vector<Vec3> normal(centre.size(), Vec3{0, 1, 0});
        std::vector<Vec4> position;
        for (const Vec3& x : centre) position.push_back(with_w(x, 0));
        // From the middle of the neighbours outward; inside, where that is nowhere, they are hidden.
        const PointTree tree(position);
        host_for(Exec(o_.threads), "discs", Index(centre.size()), [&](Index i) {
            thread_local std::vector<Index> near;
            tree.within(centre[i], 2.2f * o_.spacing, near);
            Vec3 out;
            for (const Index j : near) out += centre[i] - centre[j];
            if (length(out) > 0) normal[i] = normalised(out);
        });
        return normal;
    }

    const FrameTable&  table_;
    const DrawnMatter& drawn_;
    const DrawOptions& o_;
    std::list<Surface> surfaces_;           // lists: nothing moves when more is added
    std::list<std::vector<Vec3>> vectors_;
    std::list<std::vector<float>> numbers_;
};

/// The sun shines from behind what the camera saw first, from the left: clear matter is seen in its light, and shadows come forward.
Vec3 sun_behind(const Camera& camera) {
    const Vec3 ahead = normalised(Vec3{camera.to.x - camera.from.x, 0, camera.to.z - camera.from.z});
    return length(ahead) > 0 ? 0.35f * ahead + 0.62f * Vec3{ahead.z, 0, -ahead.x} + Vec3{0, 1, 0} : Vec3{-0.5f, 1, -0.3f};
}

/// A smooth way through the keys: cubic between them, with the speed of the chord of its neighbours.
Vec3 along_keys(const std::vector<CameraKeySpec>& keys, Vec3 CameraKeySpec::*what, float time) {
    if (time <= keys.front().time) return keys.front().*what;
    if (time >= keys.back().time) return keys.back().*what;
    std::size_t k = 0;
    while (keys[k + 1].time < time) ++k;
    const auto speed = [&](std::size_t i) {
        const CameraKeySpec &a = keys[i == 0 ? 0 : i - 1], &b = keys[std::min(i + 1, keys.size() - 1)];
        return (b.*what - a.*what) / (b.time - a.time);
    };
    const float dt = keys[k + 1].time - keys[k].time, t = (time - keys[k].time) / dt, u = 1 - t;
    return u * u * (1 + 2 * t) * keys[k].*what + t * t * (3 - 2 * t) * keys[k + 1].*what + dt * t * u * (u * speed(k) - t * speed(k + 1));
}

}  // namespace

Camera camera_at(const CameraSpec& c, const DrawOptions& o, double time, float aspect) {
    const bool film   = o.look.render == PictureSpec::Render::film;
    Camera     camera = o.dimension == 3 ? frame_box(o.stage, aspect, c.view_angle)
                        : film           ? frame_box(deep_stage(o), aspect, c.view_angle, {0.12f, 0.2f, 1})  // nearly from the front
                                         : frame_flat(o.stage, aspect);
    if (c.from) camera.from = *c.from, camera.flat_height = 0;
    if (c.to) camera.to = *c.to;
    if (!c.keys.empty()) {
        camera.from        = along_keys(c.keys, &CameraKeySpec::from, float(time));
        camera.to          = along_keys(c.keys, &CameraKeySpec::to, float(time));
        camera.flat_height = 0;
    }
    if (c.orbit) camera.from = camera.to + rotation({0, 1, 0}, 2 * pi * c.orbit->turns * float(time / o.duration)) * (camera.from - camera.to);
    camera.view_angle = c.view_angle;
    if (c.flat_height > 0) camera.flat_height = c.flat_height;
    return camera;
}

Image draw_film(const FrameTable& table, const DrawnMatter& flat_or_deep, const std::vector<MaterialName>& materials, const DrawOptions& o,
                const Camera& camera, float& square) {
    const DrawnMatter  deep  = o.dimension == 2 ? deepened(flat_or_deep, o) : DrawnMatter{};
    const DrawnMatter& drawn = o.dimension == 2 ? deep : flat_or_deep;
    FilmSet            set(table, drawn, o);
    if (o.look.colour == "material") {
        set.add_materials(materials);
    } else if (o.look.surface) {
        std::vector<std::size_t> all(drawn.matter());
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
        set.add_surface(all, coloured, drawn.colour);
    } else {
        set.add_balls(coloured);
    }
    for (std::size_t b = 0; b < o.boundaries.size(); ++b) set.add_boundary(BodyId(b));

    const Box   stage = deep_stage(o);
    const float size  = length(stage.size());
    Ground      ground{.height = stage.low.y - set.floor_depth, .contact = o.spacing, .fade = 6 * size, .centre = stage.centre()};
    square = ground.checker = round_size(size / 8);
    ground.centre.y         = ground.height;
    if (o.look.turntable) {
        ground.plate_radius = 0.6f * length(Vec3{stage.size().x, 0, stage.size().z});
        ground.plate_height = 0.06f * ground.plate_radius;
    }
    set.scene.ground  = ground;
    set.scene.contact = o.spacing;
    set.scene.sky.to_sun = sun_behind(camera_at(o.look.camera, o, 0, 1));
    if (o.look.cut) set.scene.cut = Cut{o.look.cut->at, o.look.cut->normal};
    const CameraSpec& c = o.look.camera;
    return trace(set.scene, {.camera = camera, .lens_radius = c.lens_radius, .focus = c.focus, .shutter = set.shutter()},
                 {.width = o.look.width, .height = o.look.height, .samples = o.look.samples, .threads = o.threads});
}

}  // namespace mote
