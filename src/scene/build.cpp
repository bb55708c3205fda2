// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/build.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "forecast.h"
#include "mote/neighbours.h"
#include "mote/sampling.h"
#include "mote/shape.h"
#include "opening.h"

namespace mote {
namespace {

/// A body on its way from a description to rows.
struct Body {
    std::string            path;  ///< objects.drop, boundaries.tank
    std::unique_ptr<Shape> shape;
    std::vector<Vec3>      points;
};

class Builder {
public:
    Builder(const SceneFile& file, const Exec& exec)
        : file_(file), scene_(file.scene), world_(std::make_unique<World>(exec)) {}

    BuiltScene build() {
        set_world();
        make_shapes();
        make_sources();
        make_sinks();
        refuse_too_many();
        fill_objects();
        refuse_matter_out_of_place();
        refuse_overlaps();
        cover_boundaries();
        clear_openings();
        add_walls();
        for (std::size_t k = 0; k < scene_.objects.size(); ++k) add_matter(k);
        add_sources();
        choose_pressure_solver();
        put_matter_first();
        report_.matter = world_->particles.size();
        forecast(scene_, *world_, report_);
        warn();
        return {std::move(world_), std::move(report_)};
    }

private:
    void set_world() {
        World& w    = *world_;
        w.dimension = scene_.dimension;
        w.spacing   = scene_.spacing;
        w.support   = scene_.support * scene_.spacing;
        w.gravity   = scene_.gravity;
        w.xsph      = scene_.xsph;
        w.time_step = scene_.time_step;
        w.domain    = scene_.domain;
        if (w.dimension == 2) w.gravity.z = 0;
        for (const auto& [name, material] : scene_.materials) {
            w.materials.push_back({material.density, material.viscosity, material.surface_tension});
            w.material_names.push_back({name, material.colour});
        }
    }

    /// Runs `make` and puts the place of the field in front of what it complains about.
    template <class F>
    auto located(const std::string& path, const F& make) const {
        try {
            return make();
        } catch (const SceneError& e) {
            throw file_.error(path, e.what());
        }
    }

    void make_shapes() {
        const auto add = [&](const std::string& path, const ShapeSpec& spec, std::vector<Body>& bodies) {
            bodies.push_back({path, located(path, [&] { return make_shape(spec, scene_.dimension); }), {}});
        };
        for (const auto& [name, object] : scene_.objects) add("objects." + name, object.shape, objects_);
        for (const auto& [name, boundary] : scene_.boundaries) add("boundaries." + name, boundary.shape, boundaries_);
    }

    // ---- sources and sinks

    /// The end of the last frame [s].
    double end() const { return std::round(double(scene_.duration) * double(scene_.output.fps)) / double(scene_.output.fps); }

    void make_sources() {
        for (const auto& [name, spec] : scene_.sources) {
            const std::string path = "sources." + name;
            const std::string form = path + (spec.mesh ? ".mesh" : spec.disc ? ".disc" : ".rectangle");
            const Opening opening  = located(form, [&, &spec = spec] { return make_opening(spec, scene_.spacing, scene_.dimension); });
            Source        s;
            s.name        = name;
            s.lattice     = place_layers(path, opening);
            s.middle      = opening.middle;
            s.direction   = opening.direction;
            s.area        = opening.area;
            s.speed       = spec.speed ? *spec.speed : float(double(*spec.rate) / opening.area);
            s.period      = double(scene_.spacing) / double(s.speed);
            s.volume      = float(opening.area * double(scene_.spacing) / double(s.lattice.places.size()));
            s.temperature = spec.temperature;
            s.material    = material_number(spec.material);
            s.most        = spec.most;
            for (const Span& span : spec.on) s.open.push_back({double(span.from), double(span.to)});
            if (spec.on.empty()) s.open.push_back({double(spec.start), double(spec.stop.value_or(INFINITY))});
            if (!std::isnormal(s.speed) || !std::isnormal(s.volume) || s.speed > 1e6f)
                throw file_.error(path + (spec.speed ? ".speed" : ".rate"),
                                  fmt::format("makes {} m/s through an opening of {:.3g} m^{}, which is out of all range; "
                                              "look at the units",
                                              s.speed, s.area, scene_.dimension - 1));
            sources_.push_back(std::move(s));
        }
    }

    /// The lattice of a layer. An opening may lie in the surface of a boundary; half a spacing in front of it, matter needs a
    /// quarter of a spacing to every boundary, so places that lie nearer are left out, and a place inside is a mistake.
    SourceLattice place_layers(const std::string& path, const Opening& opening) const {
        const float quarter = 0.24f * scene_.spacing;
        const Box   domain{scene_.domain.low, scene_.domain.high};
        const auto  ahead = [&](std::size_t b, const Vec3& x) {
            const Vec3 in_front = x + 0.5f * scene_.spacing * opening.direction;
            return (scene_.boundaries[b].second.inside ? -1 : 1) * boundaries_[b].shape->distance(in_front);
        };
        const SourceLattice all = lay_lattice(opening, scene_.spacing, scene_.dimension);
        const auto          is_free = [&](const Vec3& x) {
            for (std::size_t b = 0; b < boundaries_.size(); ++b)
                if (ahead(b, x) < quarter) return false;
            return true;
        };
        const auto refuse = [&](const auto& is_wrong, const std::string& where) {
            const auto wrong = std::count_if(all.places.begin(), all.places.end(), is_wrong);
            if (wrong > 0)
                throw file_.error(path, fmt::format("{} of the {} places in its opening lie {}", wrong, all.places.size(), where));
        };
        refuse([&](const Vec3& x) { return !domain.contains(x); }, "outside the domain; move it, or widen `domain`");
        for (std::size_t b = 0; b < boundaries_.size(); ++b)
            refuse([&](const Vec3& x) { return ahead(b, x) < -quarter; },
                   fmt::format("inside the boundary '{}', so that nothing can come out; move the opening to its surface or "
                               "beyond, or turn its direction round",
                               scene_.boundaries[b].first));
        if (std::all_of(all.places.begin(), all.places.end(), is_free) && !all.places.empty()) return all;
        SourceLattice rest = lay_lattice(opening, scene_.spacing, scene_.dimension, is_free);
        if (rest.places.empty())
            throw file_.error(path, fmt::format("its opening has no room for a single particle between the boundaries at a "
                                                "spacing of {0} m; move it {1} m away from them, or make the spacing smaller",
                                                scene_.spacing, 0.5f * scene_.spacing));
        return rest;
    }

    /// The layers behind an opening take the place of whatever matter or boundary would be there.
    void clear_openings() {
        const float depth = float(wall_layers(scene_.support)) * scene_.spacing, near = 0.7f * scene_.spacing;
        for (const Source& s : sources_)
            for (auto* bodies : {&objects_, &boundaries_})
                for (Body& body : *bodies)
                    std::erase_if(body.points, [&](const Vec3& x) {
                        const float height = dot(x - s.middle, s.direction);
                        return height > -depth && height < near && s.lattice.distance(x) < near;
                    });
        for (const Body& body : objects_) refuse_empty(body);
    }

    void make_sinks() {
        for (const auto& [name, sink] : scene_.sinks)
            world_->sinks.list.push_back(
                {name, located("sinks." + name, [&, &sink = sink] { return make_shape(sink.shape, scene_.dimension); }), 0});
    }

    /// What comes in until the end, at the most.
    std::uint64_t coming() const {
        std::uint64_t sum = 0;
        for (const Source& s : sources_) sum += s.particles_until(end());
        return sum;
    }

    void add_sources() {
        World& w = *world_;
        if (sources_.empty()) return;
        w.sources = std::make_unique<Sources>(w.particles);
        for (Source& s : sources_) {
            s.body = BodyId(w.bodies.size());
            w.bodies.push_back({s.name, false});
            BodyReport body{s.name, scene_.materials[s.material].first, false, Index(s.particles_until(end())), 0, {}, true};
            body.mass = double(body.particles) * double(s.volume) * double(w.materials[s.material].rest_density);
            for (const Vec3& x : s.lattice.places) body.box.include(x);
            report_.bodies.push_back(body);
            report_.coming += body.particles;
            w.sources->list.push_back(std::move(s));
        }
    }

    /// Counts before anything is allocated.
    void refuse_too_many() {
        const std::size_t room  = available_memory() / bytes_per_particle(scene_);
        std::size_t       total = 0;
        for (std::size_t k = 0; k < objects_.size(); ++k)
            total += located(objects_[k].path, [&] {
                return count_points(*objects_[k].shape, scene_.objects[k].second.sampling, scene_.spacing,
                                    scene_.dimension, std::min<std::size_t>(room, 4'000'000'000u));
            });
        if (total <= room && total + coming() > std::min<std::size_t>(room, 4'000'000'000u)) {
            const Source& worst = *std::max_element(sources_.begin(), sources_.end(), [&](const Source& a, const Source& b) {
                return a.particles_until(end()) < b.particles_until(end());
            });
            throw file_.error(
                "sources." + worst.name,
                fmt::format("will let in {} particles until {:.4g} s, and all need {} of memory where {} are free; limit "
                            "it with `most` or `stop`, or make the spacing larger",
                            worst.particles_until(end()), end(),
                            in_bytes(double(total + coming()) * double(bytes_per_particle(scene_))),
                            in_bytes(double(available_memory()))));
        }
        if (total > room)
            throw file_.error(
                "spacing",
                fmt::format("{} m makes {} particles, which need {} of memory where {} are free; a spacing of "
                            "about {:.2g} m would fit",
                            scene_.spacing, total, in_bytes(double(total) * double(bytes_per_particle(scene_))),
                            in_bytes(double(available_memory())),
                            scene_.spacing * std::pow(1.1 * double(total) / double(room), 1.0 / scene_.dimension)));
    }

    void fill_objects() {
        for (std::size_t k = 0; k < objects_.size(); ++k) {
            Body& body  = objects_[k];
            body.points = located(body.path, [&] {
                return fill(*body.shape, scene_.objects[k].second.sampling, scene_.spacing, scene_.dimension,
                            scene_.seed + k);
            });
            refuse_empty(body);
        }
    }

    /// How far a particle may lie outside its own shape [m]: it stands a quarter of a spacing inside at the least, and
    /// jitter may carry it on.
    float carried_out(std::size_t object) const {
        return std::max(0.f, scene_.objects[object].second.sampling.jitter - 0.24f) * scene_.spacing;
    }

    /// Matter must start in the domain and on the allowed side of every boundary. What fills space up to a wall ends a
    /// quarter of a spacing before it; shifted rows of close packings stand exactly there, so less a little.
    void refuse_matter_out_of_place() {
        const Box   domain{scene_.domain.low, scene_.domain.high};
        const float quarter = 0.24f * scene_.spacing;
        for (std::size_t k = 0; k < objects_.size(); ++k) {
            Body&       body    = objects_[k];
            const float allowed = std::max(quarter, carried_out(k));
            refuse_where(
                body, [&](const Vec3& x) { return !domain.contains(x); },
                "outside the domain; move it, or widen `domain`");
            for (std::size_t b = 0; b < boundaries_.size(); ++b) {
                const bool inside = scene_.boundaries[b].second.inside;
                const auto ahead = [&](const Vec3& x) { return (inside ? -1 : 1) * boundaries_[b].shape->distance(x); };
                refuse_where(
                    body, [&](const Vec3& x) { return ahead(x) < -allowed; },
                    fmt::format("{} the boundary '{}'; move one of them, or cut the overlap off with `difference`",
                                inside ? "outside" : "inside", scene_.boundaries[b].first));
                std::erase_if(body.points, [&](const Vec3& x) { return ahead(x) < quarter; });
            }
            refuse_empty(body);
        }
    }
    void refuse_empty(const Body& body) const {
        if (!body.points.empty()) return;
        throw file_.error(
            body.path,
            fmt::format("has no room for a single particle at a spacing of {} m; make it larger or the spacing "
                        "smaller",
                        scene_.spacing));
    }
    template <class IsWrong>
    void refuse_where(const Body& body, const IsWrong& is_wrong, const std::string& where) const {
        const auto wrong = std::count_if(body.points.begin(), body.points.end(), is_wrong);
        if (wrong > 0)
            throw file_.error(body.path,
                              fmt::format("{} of its {} particles lie {}", wrong, body.points.size(), where));
    }

    /// A particle inside another body is an overlap, however the two lattices lie to each other. Bodies that touch keep
    /// a quarter of a spacing each, less their jitter.
    void refuse_overlaps() const {
        for (std::size_t a = 0; a < objects_.size(); ++a)
            for (std::size_t b = 0; b < objects_.size(); ++b) {
                if (a == b) continue;
                const Shape& other = *objects_[b].shape;
                const Box    box   = other.bounds();
                const float  depth = std::max(0.1f * scene_.spacing, carried_out(a));
                for (const Vec3& x : objects_[a].points)
                    if (box.contains(x) && other.distance(x) < -depth)
                        throw file_.error(
                            objects_[std::max(a, b)].path,
                            fmt::format(
                                "overlaps '{}' near ({:.4g}, {:.4g}, {:.4g}) m; move one of them, or cut the overlap "
                                "off with `difference`",
                                scene_.objects[std::min(a, b)].first, x.x, x.y, x.z));
            }
    }

    /// What boundaries without end are sampled in: all bounded bodies and once their size around them, and on to where
    /// the boundary is nearest to them.
    Box stage() const {
        Box box;
        for (const auto* bodies : {&objects_, &boundaries_})
            for (const Body& body : *bodies)
                if (body.shape->bounded())
                    box.include(body.shape->bounds().low), box.include(body.shape->bounds().high);
        for (const Source& s : sources_)
            for (const Vec3& x : s.lattice.places) box.include(x);
        const Vec3  size   = box.size();
        const float margin = std::max({size.x, size.y, size.z, 4 * world_->support});
        const Vec3  middle = box.centre();
        for (const Body& body : boundaries_)
            if (!body.shape->bounded())
                box.include(middle - body.shape->distance(middle) * body.shape->normal(middle, scene_.spacing));
        return {max(box.low - Vec3{margin, margin, margin}, scene_.domain.low),
                min(box.high + Vec3{margin, margin, margin}, scene_.domain.high)};
    }

    /// The surface of a boundary moved back from the matter by `depth`; null where nothing is left of it.
    std::unique_ptr<Shape> behind(const BoundarySpec& boundary, float depth) const {
        const float by   = boundary.inside ? depth : -depth;
        ShapeSpec   spec = boundary.shape;
        if (auto* box = std::get_if<BoxShape>(&spec.form)) {  // keeps its edges sharp
            const float more = 2 * by / spec.placement.scale;
            box->size += Vec3{more, more, more};
            if (std::min({box->size.x, box->size.y, scene_.dimension == 3 ? box->size.z : box->size.x}) <= 0)
                return nullptr;
            return make_shape(spec, scene_.dimension);
        }
        return make_offset(make_shape(spec, scene_.dimension), by);
    }

    /// Layers of samples, half a spacing, one and a half and so on behind the surface as far as a particle sees: matter that fills space up to the
    /// wall, and so ends half a spacing before it, finds them where its own lattice would go on. The second layer is
    /// what keeps a lone fast drop from slipping through; a thin plate has its other side instead.
    void cover_boundaries() {
        const Box everything = stage();
        for (std::size_t k = 0; k < boundaries_.size(); ++k) {
            const BoundarySpec& boundary = scene_.boundaries[k].second;
            Body&               body     = boundaries_[k];
            for (float layer = 0.5f; layer < float(wall_layers(scene_.support)); ++layer) {
                const auto surface = located(body.path, [&] { return behind(boundary, layer * scene_.spacing); });
                if (!surface) continue;
                const auto points = located(body.path, [&] {
                    return cover(*surface, scene_.spacing, scene_.dimension, scene_.seed + 1000 + k,
                                 body.shape->bounded() ? Box{} : everything, available_memory() / bytes_per_particle(scene_));
                });
                body.points.insert(body.points.end(), points.begin(), points.end());
            }
            if (body.points.empty() && !body.shape->bounded())
                throw file_.error(body.path, "nothing of it lies in the domain; move it, or widen `domain`");
            if (body.points.empty())
                throw file_.error(
                    body.path,
                    fmt::format("is thinner than the spacing ({} m), so its two sides cannot be told apart; make it "
                                "thicker",
                                scene_.spacing));
        }
    }

    /// Appends the points of a body as rows of one role.
    Index append(const std::vector<Vec3>& points, BodyId body, Role role) {
        Particles&  p     = world_->particles;
        const Index first = p.append(Index(points.size()));
        for (Index k = 0; k < points.size(); ++k) {
            const Index i              = first + k;
            p.id.write()[i]            = p.next_id++;
            p.role.write()[i]          = std::uint8_t(role);
            p.body.write()[i]          = body;
            p.position_volume.write()[i] = with_w(points[k], 0);
        }
        return first;
    }

    void report_body(const std::string& name, const std::string& material, Index first) {
        const Particles& p = world_->particles;
        BodyReport       body{name, material, material.empty(), p.rows() - first, 0, {}};
        for (Index i = first; i < p.rows(); ++i) {
            body.box.include(xyz(p.position_volume.read()[i]));
            if (!body.boundary) body.mass += double(p.mass.read()[i]);
        }
        report_.bodies.push_back(body);
        world_->bodies.push_back({name, body.boundary});
    }

    /// Walls come first, while they are alone: their volumes follow from each other.
    void add_walls() {
        World&     w = *world_;
        Particles& p = w.particles;
        for (std::size_t k = 0; k < boundaries_.size(); ++k) {
            const Index first = append(boundaries_[k].points, BodyId(k), Role::wall);
            for (Index i = first; i < p.rows(); ++i) {
                p.temperature.write()[i]     = scene_.boundaries[k].second.temperature;
                p.surface_tension.write()[i] = -scene_.boundaries[k].second.adhesion;
            }
            report_body(scene_.boundaries[k].first, "", first);
        }
        report_.walls = p.rows();
        if (p.rows() == 0) return;
        for (Index i = 0; i < p.rows(); ++i) p.viscosity.write()[i] = wall_friction, p.rest_density.write()[i] = wall_density;
        Neighbours among;
        among.build(w.exec, w.points());
        compute_wall_volume(w.exec, p, among, w.kernel(), w.spacing);
        for (Index i = 0; i < p.rows(); ++i) p.pressure.write()[i] = mirror_pressure;
    }

    /// The reader has seen to it that there is one.
    MaterialId material_number(const std::string& name) const {
        const auto found = std::find_if(scene_.materials.begin(), scene_.materials.end(),
                                        [&](const auto& m) { return m.first == name; });
        return MaterialId(found - scene_.materials.begin());
    }

    void add_matter(std::size_t k) {
        World&              w        = *world_;
        Particles&          p        = w.particles;
        const ObjectSpec&   object   = scene_.objects[k].second;
        const MaterialId    number   = material_number(object.material);
        const MaterialSpec& material = scene_.materials[number].second;
        const float volume = point_volume(*objects_[k].shape, object.sampling, scene_.spacing, scene_.dimension);
        const Index first  = append(objects_[k].points, BodyId(boundaries_.size() + k), Role::matter);
        double      sum[3] = {}, n = double(objects_[k].points.size());
        for (const Vec3& x : objects_[k].points) sum[0] += x.x, sum[1] += x.y, sum[2] += x.z;
        const Vec3 centre{float(sum[0] / n), float(sum[1] / n), float(sum[2] / n)};
        for (Index i = first; i < p.rows(); ++i) {
            const Vec3 x                  = xyz(p.position_volume.read()[i]);
            p.mass.write()[i]             = material.density * volume;
            p.position_volume.write()[i]  = with_w(x, volume);
            p.velocity_density.write()[i] = with_w(object.velocity + cross(object.spin, x - centre), material.density);
            p.material.write()[i]         = number;
            p.rest_density.write()[i]     = material.density;
            p.viscosity.write()[i]        = material.viscosity;
            p.surface_tension.write()[i]  = material.surface_tension;
            p.temperature.write()[i]      = object.temperature;
        }
        report_body(scene_.objects[k].first, object.material, first);
    }

    /// The fastest speed to be expected: what is there now, and what a fall from the highest matter adds.
    float fastest() const {
        const World& w     = *world_;
        float        speed = 0, top = 1e30f, bottom = -1e30f;  // along gravity
        const Vec3   down = normalised(w.gravity);
        for (Index i = report_.walls; i < w.particles.rows(); ++i) {
            speed = std::max(speed, length(xyz(w.particles.velocity_density.read()[i])));
            top   = std::min(top, dot(down, xyz(w.particles.position_volume.read()[i])));
        }
        if (w.sources)
            for (const Source& s : w.sources->list) {
                speed = std::max(speed, s.speed);
                top   = std::min(top, dot(down, s.middle));
            }
        for (const BodyReport& body : report_.bodies) {
            const Vec3 &low = body.box.low, &high = body.box.high;
            bottom = std::max(bottom, std::max(down.x * low.x, down.x * high.x) +
                                          std::max(down.y * low.y, down.y * high.y) +
                                          std::max(down.z * low.z, down.z * high.z));
        }
        const float fall = std::sqrt(2 * length(w.gravity) * std::max(bottom - top, 0.f));
        return std::sqrt(speed * speed + fall * fall);
    }

    /// Sound is ten times as fast, unless the scene says otherwise.
    void choose_pressure_solver() {
        World& w              = *world_;
        auto   spec           = scene_.pressure;
        report_.fastest_speed = fastest();
        w.viscosity   = scene_.viscosity_solver;
        w.sound_speed = w.damping = 0;
        if (auto* compressible = std::get_if<EquationOfStateSpec>(&spec)) {
            if (compressible->sound_speed == 0) compressible->sound_speed = std::max(10 * report_.fastest_speed, 1.f);
            w.sound_speed = compressible->sound_speed;
            w.damping     = compressible->damping;
        }
        report_.sound_speed = w.sound_speed;
        w.pressure          = make_pressure_solver(spec, w.spacing, w.particles);
    }

    void put_matter_first() {
        World&       w     = *world_;
        const Order& order = w.order.find(w.exec, w.points(), w.particles.role.read());
        w.particles.reorder(w.exec, order.old_row, order.ours);
    }

    void warn() {
        const auto say = [&](const std::string& path, const std::string& sentence) {
            report_.warnings.push_back(file_.where(path) + ": " + path + ": " + sentence);
        };
        for (const BodyReport& body : report_.bodies) {
            const Vec3  size = body.box.size();
            const float thin = std::min({size.x, size.y, scene_.dimension == 3 ? size.z : size.x});
            if (!body.boundary && !body.source && thin < 0.9f * scene_.spacing)
                say("objects." + body.name, "is thinner than two particles; it will behave like a sheet or a string");
        }
        if (world_->sources)
            for (const Source& s : world_->sources->list) {
                const float cell = std::pow(scene_.spacing, float(scene_.dimension));
                if (s.volume < 0.7f * cell || s.volume > 1.4f * cell)
                    say("sources." + s.name, fmt::format("its opening is so narrow that a particle has {:.2g} times the usual "
                                                         "volume; a smaller spacing would follow its shape better",
                                                         s.volume / cell));
            }
        if (const double end = report_.frames / double(scene_.output.fps); std::abs(end - double(scene_.duration)) > 1e-6)
            say("duration", fmt::format("is not a whole number of frames; the run ends at {:.6g} s", end));
        if (report_.time_step < 1e-5)
            say("time_step",
                fmt::format("steps of about {:.2g} s will be needed, so the run is slow", report_.time_step));
        if (scene_.boundaries.empty() && length(scene_.gravity) > 0)
            say("boundaries", "there are none, so everything falls out of the scene");
    }

    const SceneFile&       file_;
    const Scene&           scene_;
    std::unique_ptr<World> world_;
    std::vector<Body>      objects_, boundaries_;
    std::vector<Source>    sources_;
    SceneReport            report_;
};

}  // namespace

BuiltScene build_scene(const SceneFile& file, const Exec& exec) { return Builder(file, exec).build(); }

}  // namespace mote
