// Copyright (c) 2026 The Mote authors. MIT licence.
#include "builder.h"

#include <algorithm>

#include <fmt/format.h>

#include "forecast.h"
#include "mote/neighbours.h"
#include "mote/sampling.h"

namespace mote {

/// What boundaries without end are sampled in: all bounded bodies and once their size around them, and on to where
/// the boundary is nearest to them.
Box Builder::stage() const {
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
        const BoundarySpec boundary = through_faces(k);
        const Box          region   = region_of(k, everything);
        for (float layer = 0.5f; layer < float(wall_layers(scene_.support)); ++layer) {
            const auto surface = located(body.path, [&] { return behind(boundary, layer * scene_.spacing); });
            if (!surface) continue;
            auto points = located(body.path, [&] {
                return cover(*surface, scene_.spacing, scene_.dimension, scene_.seed + 1000 + k,
                             region, available_memory() / bytes_per_particle(scene_));
            });
            wrap_samples(region, points);
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

/// Walls come first, while they are alone: their volumes follow from each other.
void Builder::add_walls() {
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
    make_images(w.exec, p, w.periodic(), w.support);
    among.build(w.exec, w.points());
    compute_wall_volume(w.exec, p, among, w.kernel(), w.spacing);
    p.drop_copies();
    for (Index i = 0; i < p.rows(); ++i) p.pressure.write()[i] = mirror_pressure;
}

}  // namespace mote
