// Copyright (c) 2026 The Mote authors. MIT licence.
#include "builder.h"

#include <algorithm>

#include <fmt/format.h>

#include "forecast.h"
#include "mote/neighbours.h"
#include "mote/sampling.h"
#include "shapes/point_grid.h"

namespace mote {

namespace {

/// What of a shape lies in a box.
Box part_in(const Box& box, const Shape& shape) {
    const Box own = shape.bounds();
    return {max(box.low, own.low), min(box.high, own.high)};
}

}  // namespace

Motion make_motion(const MotionSpec& spec, const Vec3& origin) {
    const auto vector = [](const Vec3& v) { return Vec3d{v.x, v.y, v.z}; };
    const auto state  = [&](const Vec3& move, const Vec3& axis, float angle) {
        return Motion::State{vector(move), double(angle) * normalised(vector(axis))};
    };
    Motion m;
    m.about  = spec.about.value_or(origin);
    m.smooth = spec.interpolation == MotionSpec::Interpolation::smooth;
    m.repeat = spec.repeat;
    for (const KeySpec& k : spec.keys) m.keys.push_back({double(k.time), state(k.move, k.axis, k.angle)});
    if (const auto& s = spec.swing)
        m.swing = Motion::Swing{double(s->period), double(s->start), double(s->ramp), state(s->move, s->axis, s->angle)};
    return m;
}

/// How far a place is in front of a boundary at the start [m].
float Builder::ahead(std::size_t b, const Vec3& x) const {
    const Body& body = boundaries_[b];
    const float d    = body.shape->distance(body.motion ? body.motion->pose(0).undo(x) : x);
    return scene_.boundaries[b].second.inside ? -d : d;
}

/// The highest speed of a sample of a boundary [m/s].
double Builder::fastest_wall() const {
    double highest = 0;
    for (const Boundary& b : world_->boundaries.list)
        if (b.motion) highest = std::max(highest, b.motion->fastest(double(b.reach)));
    return highest;
}

/// What boundaries without end are sampled in: all bounded bodies and once their size around them, and on to where
/// the boundary is nearest to them.
Box Builder::stage() const {
    Box box;
    for (const auto* bodies : {&objects_, &boundaries_})
        for (const Body& body : *bodies)
            if (body.shape->bounded())
                for (int k = 0; k <= (body.motion ? 64 : 0); ++k) {  // and wherever it moves
                    const Pose pose = body.motion ? body.motion->pose(k * end() / 64) : Pose{};
                    const Box  own  = body.shape->bounds();
                    for (int c = 0; c < 8; ++c)
                        box.include(pose({c & 1 ? own.high.x : own.low.x, c & 2 ? own.high.y : own.low.y, c & 4 ? own.high.z : own.low.z}));
                }
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
std::unique_ptr<Shape> Builder::behind(const BoundarySpec& boundary, float depth) const {
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
void Builder::cover_boundaries() {
    const Box everything = stage();
    for (std::size_t k = 0; k < boundaries_.size(); ++k) {
        Body& body = boundaries_[k];
        if (scene_.boundaries[k].first == closed_faces && k >= file_.scene.boundaries.size()) {
            body.points = behind_closed_faces(everything);
            continue;
        }
        if (is_implicit(k)) continue;
        const BoundarySpec boundary = through_faces(k);
        const Box          region   = region_of(k, everything);
        for (float layer = 0.5f; layer < float(wall_layers(scene_.support)); ++layer) {
            const auto surface = located(body.path, [&] { return behind(boundary, layer * scene_.spacing); });
            if (!surface) continue;
            auto points = located(body.path, [&] {
                return cover(*surface, scene_.spacing, scene_.dimension, scene_.seed + 1000 + k,
                             region, available_memory(world_->exec) / bytes_per_row(scene_, *world_).wall);
            });
            wrap_samples(region, points);
            body.points.insert(body.points.end(), points.begin(), points.end());
        }
        if (!boundary.inside) cover_thin_parts(body, scene_.seed + 1000 + k);
        if (body.points.empty() && !body.shape->bounded())
            throw file_.error(body.path, "nothing of it lies in the domain; move it, or widen `domain`");
        if (body.points.empty())
            throw file_.error(body.path, fmt::format("is too thin: a boundary needs at least a tenth of the spacing, {:.4g} m; make "
                                                     "it thicker",
                                                     0.1f * scene_.spacing));
    }
}

/// Parts thinner than a spacing, or hardly thicker, have no surface half a spacing behind their own: they get one layer in their middle,
/// and their two sides are kept apart by hold_back. Single forms but cones are thin everywhere or nowhere. What is still without samples (tips,
/// wedges) is left to hold_back.
void Builder::cover_thin_parts(Body& body, std::uint64_t seed) {
    const float s = scene_.spacing, thick = 0.53f * s;  // half of it: less is not seen as a surface by `cover`
    const auto& form   = scene_.boundaries[std::size_t(&body - boundaries_.data())].second.shape.form;
    const bool  simple = !std::holds_alternative<CombinedShape>(form) && !std::holds_alternative<MeshShape>(form) &&
                        !std::holds_alternative<HeightfieldShape>(form) && !std::holds_alternative<ConeShape>(form);
    if (!body.shape->bounded() || (std::holds_alternative<BoxShape>(form) && !body.points.empty())) return;
    const bool thin = !simple || body.points.empty();
    PointGrid grid(2 * s, body.points.size());
    for (const Vec3& x : body.points) grid.insert(x);
    const auto surface = located(body.path, [&] {
        return cover(*body.shape, s, scene_.dimension, seed, {}, available_memory(world_->exec) / bytes_per_row(scene_, *world_).wall);
    });
    for (const Vec3& x : surface) {
        if (!thin) break;
        const Vec3 n = body.shape->normal(x, 0.02f * s);
        float      deepest = 0, depth = 0;
        for (float in = 0.05f; in < 1.f && deepest > -thick; in += 0.05f)
            if (const float d = body.shape->distance(x - in * s * n); d < deepest) deepest = d, depth = in * s;
        const Vec3 middle = x - depth * n;
        if (deepest <= -thick || deepest > -0.045f * s || grid.is_near(middle, 0.7f * s)) continue;
        grid.insert(middle);
        body.points.push_back(middle);
    }
    body.gaps = std::any_of(surface.begin(), surface.end(), [&](const Vec3& x) { return !grid.is_near(x, (scene_.support - 0.9f) * s); });
}

/// Matter alone has been found to fit; with the samples of boundaries it may not.
void Builder::refuse_too_many_samples() const {
    const RowBytes bytes = bytes_per_row(scene_, *world_);
    std::size_t    walls = 0, matter = coming();
    for (const Body& body : boundaries_) walls += body.points.size();
    for (const Body& body : objects_) matter += body.points.size();
    const std::size_t needed = std::max(matter * bytes.matter + walls * bytes.wall, walls * bytes.building), free = available_memory(world_->exec);
    if (needed <= free || walls == 0) return;
    const Body& largest = *std::max_element(boundaries_.begin(), boundaries_.end(),
                                            [](const Body& a, const Body& b) { return a.points.size() < b.points.size(); });
    throw file_.error(largest.path,
                      fmt::format("takes {} samples, and with {} particles of matter all need {} of memory where {} are free; make it smaller or the "
                                  "spacing larger{}",
                                  largest.points.size(), matter, in_bytes(double(needed)), in_bytes(double(free)),
                                  scene_.dimension == 3 ? ", or write method: implicit" : ""));
}

/// Walls come first, while they are alone: their volumes follow from each other, those of a boundary that moves or goes from itself.
void Builder::add_walls() {
    World&             w = *world_;
    Particles&         p = w.particles;
    const Box          everything = stage();
    std::vector<Index> still;
    for (std::size_t k = 0; k < boundaries_.size(); ++k) {
        const BoundarySpec& spec  = scene_.boundaries[k].second;
        const Index         first = append(boundaries_[k].points, BodyId(k), Role::wall);
        std::vector<Index>  own;
        for (Index i = first; i < p.rows(); ++i) {
            p.temperature.edit()[i]     = spec.temperature_in_time.empty() ? spec.temperature : spec.temperature_in_time.front().value;
            p.surface_tension.edit()[i] = -spec.adhesion;
            p.viscosity.edit()[i]       = wall_viscosity(spec.friction);
            p.rest_density.edit()[i]    = wall_density;
            p.velocity_density.edit()[i] = {};  // nobody asks a wall for its density
            (spec.motion || spec.until ? own : still).push_back(i);
        }
        measure_walls(own);
        const BoundarySpec whole = through_faces(k);
        w.boundaries.list.push_back({scene_.boundaries[k].first, std::move(boundaries_[k].shape), spec.inside,
                                     std::move(boundaries_[k].motion), spec.friction, spec.temperature, {}, 0, nullptr, boundaries_[k].gaps,
                                     std::holds_alternative<BoxShape>(whole.shape.form), double(spec.until.value_or(1e30f)), spec.adhesion, nullptr});
        for (const CurvePoint& point : spec.temperature_in_time) w.boundaries.list.back().temperature_in_time.push_back({double(point.at), double(point.value)});
        if (is_implicit(k)) add_field(k, whole.shape);
    }
    measure_walls(still);
    set_walls_moving(everything);
    Index first = 0;
    for (std::size_t k = 0; k < boundaries_.size(); ++k) {
        const Index last = first + Index(boundaries_[k].points.size());
        report_body(scene_.boundaries[k].first, "", first, last);
        if (is_implicit(k)) report_.bodies.back().box = part_in(everything, *w.boundaries.list[k].shape);
        first = last;
    }
    report_.walls = p.rows();
}

/// What stands for an implicit boundary instead of samples.
void Builder::add_field(std::size_t k, const ShapeSpec& form) {
    World&    w = *world_;
    Boundary& b = w.boundaries.list[k];
    refuse_openings_in(k);
    if (!w.boundaries.profile) w.boundaries.profile = std::make_unique<WallProfile>(w.exec, w.kernel(), w.spacing);
    if (!b.shape->bounded())
        b.field = make_plane_field(b);
    else if (std::holds_alternative<BoxShape>(form.form))
        b.field = make_box_field(make_shape(form, scene_.dimension)->axes().front(), b.inside, scene_.dimension);
    else
        b.field = make_field_map(w.exec, b, *w.boundaries.profile, w.kernel(), w.spacing);
    if (!has_surface_tension(w.materials) && !w.pairs.has_tension) return;
    const Kernel wide = rest_kernel(w.spacing, surface_reach * w.spacing, w.dimension);
    if (!w.boundaries.wide) {
        w.boundaries.wide = std::make_unique<WideWalls>(WideWalls{WallProfile(w.exec, wide, w.spacing), {}, {}, {}});
        const std::vector<float> pull = attraction_of_plane(w.spacing, w.dimension, WallProfileView::pieces);
        w.boundaries.wide->attraction.resize(w.exec, Index(pull.size()));
        std::copy(pull.begin(), pull.end(), w.boundaries.wide->attraction.edit().data);
    }
    if (b.field->memory_bytes() > 0) b.wide_field = make_field_map(w.exec, b, w.boundaries.wide->profile, wide, w.spacing);
}

/// The layers behind an opening are samples, which take the place of others.
void Builder::refuse_openings_in(std::size_t k) const {
    const float depth = float(wall_layers(scene_.support)) * scene_.spacing;
    for (const Source& s : sources_)
        for (const Vec3& x : s.lattice.places)
            if (world_->boundaries.list[k].ahead(x - depth * s.direction) < 0)
                throw file_.error(boundaries_[k].path + ".method",
                                  fmt::format("the source '{}' opens in it, which needs samples; write method: sampled", s.name));
}

/// Volumes of wall samples that see each other and nobody else.
void Builder::measure_walls(const std::vector<Index>& rows) {
    if (rows.empty()) return;
    World&     w = *world_;
    Particles  alone(w.exec.device());
    Neighbours among;
    alone.append(Index(rows.size()));
    for (Index k = 0; k < rows.size(); ++k) alone.position_volume.edit()[k] = w.particles.position_volume.host()[rows[k]];
    make_images(w.exec, alone, w.periodic(), w.support);
    among.build(w.exec, {alone.position_volume.read(), alone.size(), alone.rows(), w.support});
    compute_wall_volume(w.exec, alone, among, w.kernel(), w.spacing);
    for (Index k = 0; k < rows.size(); ++k) {
        w.particles.position_volume.edit()[rows[k]] = alone.position_volume.host()[k];
        if (std::holds_alternative<EquationOfStateSpec>(scene_.pressure)) w.particles.pressure.edit()[rows[k]] = mirror_pressure;
    }
}

/// Samples of boundaries that move remember where they stand at rest, and start where they are at time 0.
void Builder::set_walls_moving(const Box& everything) {
    World&     w = *world_;
    Particles& p = w.particles;
    if (std::none_of(w.boundaries.list.begin(), w.boundaries.list.end(), [](const Boundary& b) { return b.motion.has_value(); }))
        return;
    w.boundaries.rest = std::make_unique<Column<Vec3>>(p, "rest_position", "m");
    for (Index i = 0; i < p.rows(); ++i) {
        const Vec3 x = w.boundaries.rest->edit()[i] = xyz(p.position_volume.host()[i]);
        Boundary&  b = w.boundaries.list[p.body.host()[i]];
        if (!b.motion) continue;
        b.reach                      = std::max(b.reach, length(x - b.motion->about));
        p.position_volume.edit()[i] = with_w(b.pose(0)(x), p.position_volume.host()[i].w);
    }
    for (Boundary& b : w.boundaries.list) {
        if (b.field && b.motion) {
            const Box box = part_in(everything, *b.shape);
            b.reach       = std::max(b.reach, length(max(box.high - b.motion->about, b.motion->about - box.low)));
        }
        const double speed = b.motion ? b.motion->fastest(double(b.reach)) : 0;
        const double dt    = 0.5 * double(w.time_step.courant * w.support) / std::max(speed, 1e-20);
        if (dt < 2 * double(w.time_step.smallest))
            throw file_.error("boundaries." + b.name + ".motion",
                              fmt::format("reaches {:.3g} m/s, which would need steps of {:.2g} s, and time_step.smallest is {} s; slow "
                                          "it down, or lower `time_step.smallest`",
                                          speed, dt, w.time_step.smallest));
    }
}

}  // namespace mote
