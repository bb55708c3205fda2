// Copyright (c) 2026 The Mote authors. MIT licence.
#include "builder.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "forecast.h"
#include "mote/pseudo_inverse.h"
#include "mote/sampling.h"
#include "shapes/point_grid.h"

namespace mote {

double Body::cells(int dimension) const {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) sum += size_of(i, dimension);
    return sum;
}
void Body::remove_points(const std::function<bool(std::size_t)>& is_gone) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (is_gone(i)) continue;
        points[kept] = points[i];
        if (!level.empty()) level[kept] = level[i];
        ++kept;
    }
    points.resize(kept);
    if (!level.empty()) level.resize(kept);
}

/// Cells near the surface are small as far as others see: these stand half a spacing outside. So are those where materials meet.
OctreeCells Builder::octree_of(std::size_t k, std::size_t room) const {
    OctreeSpec spec{scene_.objects[k].second.sampling.octree, world_->reach() / scene_.spacing - 0.25f, {}};
    if (const auto& made_of = objects_[k].composition) spec.seam = [&](const Vec3& x) { return made_of->seam_distance(x); };
    return fill_octree(*objects_[k].shape, spec, scene_.spacing, scene_.dimension, room);
}

/// The particles of an object; where there is room for fewer the sentence says why.
std::size_t Builder::count_within(std::size_t k, std::size_t room) const {
    const Shape&        shape    = *objects_[k].shape;
    const SamplingSpec& sampling = scene_.objects[k].second.sampling;
    try {
        if (sampling.octree > 0) return octree_of(k, room).points.size();
        return count_points(shape, sampling, scene_.spacing, scene_.dimension, room);
    } catch (const SceneError& e) {
        if (!shape.bounded() || measure_volume(shape, scene_.dimension) < 0.9 * double(room) * cell_volume(sampling.lattice, scene_.spacing, scene_.dimension))
            throw;
        throw SceneError(fmt::format("{} ({} of memory are free, and a particle takes {})", e.what(), in_bytes(double(available_memory(world_->exec))),
                                     in_bytes(double(bytes_per_row(scene_, *world_).matter))));
    }
}

/// Counts before anything is allocated.
void Builder::refuse_too_many() {
    const std::size_t room  = available_memory(world_->exec) / bytes_per_row(scene_, *world_).matter;
    std::size_t       total = 0;
    for (std::size_t k = 0; k < objects_.size(); ++k)
        total += located(objects_[k].path, [&] { return count_within(k, std::min<std::size_t>(room, 4'000'000'000u)); });
    if (total <= room && total + coming() > std::min<std::size_t>(room, 4'000'000'000u)) {
        const Source& worst = *std::max_element(sources_.begin(), sources_.end(), [&](const Source& a, const Source& b) {
            return a.particles_until(end()) < b.particles_until(end());
        });
        throw file_.error(
            "sources." + worst.name,
            fmt::format("will let in {} particles until {:.4g} s, and all need {} of memory where {} are free; limit "
                        "it with `most` or `stop`, or make the spacing larger",
                        worst.particles_until(end()), end(),
                        in_bytes(double(total + coming()) * double(bytes_per_row(scene_, *world_).matter)),
                        in_bytes(double(available_memory(world_->exec)))));
    }
    if (total > room)
        throw file_.error(
            "spacing",
            fmt::format("{} m makes {} particles, which need {} of memory where {} are free; a spacing of "
                        "about {:.2g} m would fit",
                        scene_.spacing, total, in_bytes(double(total) * double(bytes_per_row(scene_, *world_).matter)),
                        in_bytes(double(available_memory(world_->exec))),
                        scene_.spacing * std::pow(1.1 * double(total) / double(room), 1.0 / scene_.dimension)));
}

void Builder::fill_objects() {
    for (std::size_t k = 0; k < objects_.size(); ++k) {
        Body& body  = objects_[k];
        located(body.path, [&] {
            if (scene_.objects[k].second.sampling.octree == 0) {
                body.points = fill(*body.shape, scene_.objects[k].second.sampling, scene_.spacing, scene_.dimension, scene_.seed + k);
                return;
            }
            OctreeCells cells = octree_of(k, default_max_points);
            body.points = std::move(cells.points), body.level = std::move(cells.level), body.regular = cells.regular;
        });
        body.point_volume = point_volume(*body.shape, scene_.objects[k].second.sampling, scene_.spacing, scene_.dimension, body.points.size());
        refuse_empty(body);
    }
}

/// How far a particle may lie outside its own shape [m]: it stands a quarter of a spacing inside at the least, and
/// jitter may carry it on.
float Builder::carried_out(std::size_t object) const {
    return std::max(0.f, scene_.objects[object].second.sampling.jitter - 0.24f) * scene_.spacing;
}

/// Matter must start in the domain and on the allowed side of every boundary. What fills space up to a wall ends a
/// quarter of a spacing before it; shifted rows of close packings stand exactly there, so less a little.
void Builder::refuse_matter_out_of_place() {
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
            refuse_where(
                body, [&](const Vec3& x) { return ahead(b, x) < -allowed; },
                fmt::format("{} the boundary '{}'; move one of them, or cut the overlap off with `difference`",
                            inside ? "outside" : "inside", scene_.boundaries[b].first));
            body.remove_points([&](std::size_t i) { return ahead(b, body.points[i]) < quarter; });
        }
        refuse_empty(body);
    }
}
void Builder::refuse_empty(const Body& body) const {
    if (!body.points.empty()) return;
    throw file_.error(
        body.path,
        fmt::format("has no room for a single particle at a spacing of {} m; make it larger or the spacing "
                    "smaller",
                    scene_.spacing));
}
template <class IsWrong>
void Builder::refuse_where(const Body& body, const IsWrong& is_wrong, const std::string& where) const {
    const auto wrong = std::count_if(body.points.begin(), body.points.end(), is_wrong);
    if (wrong > 0)
        throw file_.error(body.path,
                          fmt::format("{} of its {} particles lie {}", wrong, body.points.size(), where));
}

namespace {

/// Whether matter around x stands in both shapes. Of thin sheets that cross particles may lie on each other's faces, and only what is between them is in both.
bool is_shared(const Vec3& x, const Shape& own, const Shape& other, float spacing, int dimension) {
    const float step = 0.3f * spacing, depth = 0.1f * spacing;
    for (int axis = 0; axis < dimension; ++axis)
        for (const float way : {-step, step}) {
            const Vec3 y = x + way * Vec3{axis == 0 ? 1.f : 0.f, axis == 1 ? 1.f : 0.f, axis == 2 ? 1.f : 0.f};
            if (other.distance(y) < -depth && own.distance(y) < -depth) return true;
        }
    return false;
}

}  // namespace

/// A particle inside another body is an overlap, however the two lattices lie to each other, and so is a part of what is around it, unless one of the two gives way. Bodies that touch keep
/// a quarter of a spacing each, less their jitter.
void Builder::refuse_overlaps() const {
    const auto flows = [&](std::size_t k) {
        const Material& m = world_->materials[material_number(scene_.objects[k].second.material)];
        return !m.is_solid() && !m.is_lattice();
    };
    for (std::size_t a = 0; a < objects_.size(); ++a)
        for (std::size_t b = 0; b < objects_.size(); ++b) {
            if (a == b) continue;
            const bool   gives_way = flows(a) || flows(b);
            const Shape &own = *objects_[a].shape, &other = *objects_[b].shape;
            const Box    box   = other.bounds();
            const float  depth = std::max(0.1f * scene_.spacing, carried_out(a));
            for (const Vec3& x : objects_[a].points) {
                if (!box.contains(x)) continue;
                const float distance = other.distance(x);
                if (distance < -depth || (!gives_way && distance < 0.3f * scene_.spacing && is_shared(x, own, other, scene_.spacing, scene_.dimension)))
                    throw file_.error(
                        objects_[std::max(a, b)].path,
                        fmt::format(
                            "overlaps '{}' near ({:.4g}, {:.4g}, {:.4g}) m; move one of them, or cut the overlap "
                            "off with `difference`",
                            scene_.objects[std::min(a, b)].first, x.x, x.y, x.z));
            }
        }
}

/// The points of body b nearer than a spacing to those of a, from the nearest on.
std::vector<Index> Builder::meeting(const Body& a, const Body& b) const {
    const float near = 0.95f * scene_.spacing;
    const Vec3  more{near, near, near};
    const Box   own = b.shape->bounds(), box{own.low - more, own.high + more};
    PointGrid   grid(scene_.spacing, 0);
    std::vector<std::pair<float, Index>> met;
    for (const Vec3& x : a.points)
        if (box.contains(x)) grid.insert(x);
    for (Index i = 0; i < b.points.size(); ++i) {
        float nearest = near * near;
        grid.any_near(b.points[i], near, [&](Index, const Vec3&, float d2) { return nearest = std::min(nearest, d2), false; });
        if (nearest < near * near) met.push_back({nearest, i});
    }
    std::sort(met.begin(), met.end());
    std::vector<Index> rows;
    for (const auto& [distance, i] : met) rows.push_back(i);
    return rows;
}

/// Two bodies that touch on lattices which do not fit together may hold more particles than there is room for: of the later one those nearest to
/// the other are left out, so many that the volume is right.
void Builder::thin_out_seams() {
    const auto volume = [&](std::size_t k) { return double(objects_[k].point_volume); };
    const auto excess = [&](std::size_t k) { return objects_[k].cells(scene_.dimension) * volume(k) - measure_volume(*objects_[k].shape, scene_.dimension); };
    for (std::size_t b = 1; b < objects_.size(); ++b)
        for (std::size_t a = 0; a < b; ++a) {
            Body&              body = objects_[b];
            std::vector<Index> out  = meeting(objects_[a], body);
            if (out.empty()) continue;
            out.resize(std::size_t(std::clamp((excess(a) + excess(b)) / volume(b), 0.0, double(std::min(out.size(), body.points.size() - 1)))));
            std::sort(out.begin(), out.end());
            body.remove_points([&](std::size_t i) { return std::binary_search(out.begin(), out.end(), Index(i)); });
        }
}

/// Of its points.
std::vector<MaterialId> Builder::materials_of(std::size_t k) const {
    const Body&             body = objects_[k];
    std::vector<MaterialId> materials(body.points.size(), material_number(scene_.objects[k].second.material));
    if (!body.composition) return materials;
    const auto&        parts = body.composition->parts();
    std::vector<Index> held(parts.size(), 0);
    for (std::size_t i = 0; i < body.points.size(); ++i) {
        const std::size_t part = body.composition->part_at(body.points[i]);
        materials[i]           = parts[part].material;
        ++held[part];
    }
    for (std::size_t part = 1; part < parts.size(); ++part)
        if (held[part] == 0)
            throw file_.error(body.path + "." + parts[part].path, "holds no particle of the object that a later one does not take; move it, make it larger or the spacing smaller");
    return materials;
}

namespace {

float wet_density(const std::vector<Material>& materials, MaterialId number, float moisture) {
    const Material& m = materials[number];
    return m.uptake.takes() ? 1 / mixture_volume(m, materials[m.uptake.liquid], 1 - moisture, moisture) : m.rest_density;
}

}  // namespace

SolidMeasure Builder::measure(std::size_t k) const {
    const ObjectSpec& object     = scene_.objects[k].second;
    const auto        density_of = [&](MaterialId m) { return wet_density(world_->materials, m, object.moisture); };
    const auto&       made_of    = objects_[k].composition;
    if (!made_of) return measure_solid(*objects_[k].shape, scene_.spacing, scene_.dimension, [density = density_of(material_number(object.material))](const Vec3&, const Mat3&) { return density; });
    return measure_solid(*objects_[k].shape, scene_.spacing, scene_.dimension, [&](const Vec3& x, const Mat3& cell) { return made_of->mean(x, cell, density_of); },
                         [&](const Vec3& x) { return made_of->seam_distance(x); });
}

/// Rows of a rigid body get its volume, its mass and its centre of mass: as heavy as their cubes are, times what is linear in their places.
void Builder::weigh_as(const SolidMeasure& solid, Index first, Index last) {
    Particles& p      = world_->particles;
    double     volume = 0, mass = 0;
    Vec3d      lever{};
    Mat3d      spread{};
    const auto arm = [&](Index i) { return wide(xyz(p.position_volume.host()[i])) - solid.centre; };
    for (Index i = first; i < last; ++i) {
        const double m = double(p.mass.host()[i]);
        volume += double(p.position_volume.host()[i].w), mass += m, lever += m * arm(i), spread = spread + m * outer(arm(i), arm(i));
    }
    const Vec3d  slope = -1. * (pseudo_inverse(spread, 1e-6).matrix * lever);
    const double level = solid.mass / (mass + dot(slope, lever));
    for (Index i = first; i < last; ++i) {
        p.mass.edit()[i] = float(double(p.mass.host()[i]) * level * std::max(1 + dot(slope, arm(i)), 0.1));
        p.position_volume.edit()[i].w *= float(solid.volume / volume);
    }
}

void Builder::add_matter(std::size_t k) {
    World&                        w      = *world_;
    Particles&                    p      = w.particles;
    const ObjectSpec&             object = scene_.objects[k].second;
    const std::vector<MaterialId> made_of = materials_of(k);
    const auto                    spec    = [&](std::size_t point) -> const MaterialSpec& { return scene_.materials[made_of[point]].second; };
    const Index first  = append(objects_[k].points, BodyId(boundaries_.size() + k), Role::matter);
    Vec3d       sum{};
    double      all = 0;
    for (std::size_t i = 0; i < made_of.size(); ++i) {
        const Vec3   x     = objects_[k].points[i];
        const double share = objects_[k].size_of(i, scene_.dimension) * double(spec(i).density) / double(spec(0).density);
        sum += share * Vec3d{double(x.x), double(x.y), double(x.z)}, all += share;
    }
    const bool rigid = w.materials[made_of.front()].rigid;
    if (rigid) objects_[k].solid = measure(k);
    const Vec3 centre = narrow(rigid ? objects_[k].solid->centre : sum / all);  // of mass
    for (Index i = first; i < p.rows(); ++i) {
        const Vec3          x         = xyz(p.position_volume.host()[i]);
        const float         volume    = objects_[k].point_volume * float(objects_[k].size_of(i - first, scene_.dimension));
        const MaterialSpec& material  = spec(i - first);
        const float         density   = wet_density(w.materials, made_of[i - first], object.moisture);
        p.mass.edit()[i]             = density * volume;
        p.position_volume.edit()[i]  = with_w(x, volume);
        p.velocity_density.edit()[i] = with_w(object.velocity + cross(object.spin, x - centre), density);
        p.material.edit()[i]         = made_of[i - first];
        p.rest_density.edit()[i]     = density;
        p.viscosity.edit()[i]        = material.viscosity;
        p.surface_tension.edit()[i]  = w.materials[made_of[i - first]].surface_tension;
        p.temperature.edit()[i]      = object.temperature;
        if (!objects_[k].level.empty()) w.solids->sizes->of_particle.edit()[i] = scene_.spacing * float(1 << objects_[k].level[i - first]);
        if (w.solute) w.solute->concentration.edit()[i] = object.concentration;
        if (w.mixture && material.takes_up) w.mixture->dry.edit()[i] = (1 - object.moisture) * p.mass.host()[i], w.mixture->moisture.edit()[i] = object.moisture;
        if (w.mixture && !material.takes_up && !material.lattice) w.mixture->moisture.edit()[i] = 1;
        if (w.lattice && w.materials[made_of[i - first]].is_lattice()) w.lattice->map.edit()[i] = objects_[k].shape->axes().front().turn, w.lattice->hold.edit()[i] = 1;
    }
    if (rigid) weigh_as(*objects_[k].solid, first, p.rows());
    report_body(scene_.objects[k].first, object.material, first, p.rows());
    report_.bodies.back().regular = objects_[k].regular;
}

}  // namespace mote
