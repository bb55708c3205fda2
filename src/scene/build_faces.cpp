// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The faces of the domain. Closed ones are a boundary of their own, sampled on the lattice of the domain; boundaries that go
// through periodic ones are sampled between them, with a step that fits.
#include "builder.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "shapes/point_grid.h"
#include "world/contacts.h"

namespace mote {
namespace {

constexpr float far_away = 1e30f;

struct Axis {
    const char* name;
    Face        face;
    float       low, high;  // of the domain [m]
};
std::array<Axis, 3> axes_of(const Scene& s) {
    const DomainSpec& d = s.domain;
    return {{{"x", d.faces.x, d.low.x, d.high.x},
             {"y", d.faces.y, d.low.y, d.high.y},
             {"z", s.dimension == 3 ? d.faces.z : Face::open, d.low.z, d.high.z}}};
}

float& part(Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }
float  part(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// All that lies between the two faces of an axis, as two planes.
void add_slab(int axis, float low, float high, std::vector<ShapeSpec>& planes) {
    for (const float side : {-1.f, 1.f}) {
        PlaneShape plane{{0, 0, 0}};
        ShapeSpec  spec;
        part(plane.normal, axis)      = side;
        part(spec.placement.at, axis) = side < 0 ? low : high;
        spec.form                     = plane;
        planes.push_back(spec);
    }
}

}  // namespace

Scene with_closed_faces(const Scene& scene) {
    Scene         all = scene;
    CombinedShape between{CombinedShape::How::intersect, {}};
    for (int a = 0; a < 3; ++a)
        if (const Axis axis = axes_of(scene)[std::size_t(a)]; axis.face == Face::closed) add_slab(a, axis.low, axis.high, between.parts);
    if (between.parts.empty()) return all;
    BoundarySpec walls;
    walls.shape.form = between;
    walls.inside     = true;
    all.boundaries.emplace_back(closed_faces, walls);
    return all;
}

/// Where a boundary is sampled: `stage` where it has no end, and one period where it goes through periodic faces. That
/// begins half a spacing behind the face, as a lattice of matter does. Empty: everywhere.
Box Builder::region_of(std::size_t k, const Box& stage) const {
    const Shape& shape = *boundaries_[k].shape;
    const Box    body  = shape.bounds();
    Box          box   = stage;
    if (shape.bounded()) box = {{-far_away, -far_away, -far_away}, {far_away, far_away, far_away}};
    bool limited = !shape.bounded();
    for (int a = 0; a < 3; ++a) {
        const Axis axis = axes_of(scene_)[std::size_t(a)];
        if (axis.face != Face::periodic || part(body.low, a) > axis.low + hair() || part(body.high, a) < axis.high - hair()) continue;
        part(box.low, a)  = axis.low + 0.5f * scene_.spacing - hair();
        part(box.high, a) = axis.high + 0.5f * scene_.spacing + hair();
        limited           = true;
    }
    return limited ? box : Box{};
}

/// Samples of one period: the two ends are the same, and what lies beyond the upper face comes back at the lower one.
void Builder::wrap_samples(const Box& region, std::vector<Vec3>& points) const {
    for (int a = 0; a < 3 && !region.empty(); ++a) {
        const Axis axis = axes_of(scene_)[std::size_t(a)];
        if (axis.face != Face::periodic || part(region.high, a) < axis.high) continue;
        std::erase_if(points, [&](const Vec3& x) { return part(x, a) > part(region.high, a) - 10 * hair(); });
        for (Vec3& x : points)
            if (part(x, a) >= axis.high) part(x, a) -= axis.high - axis.low;
    }
}

bool Builder::any_periodic() const {
    const auto axes = axes_of(scene_);
    return std::any_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.face == Face::periodic; });
}

/// The lattice that fills the domain, as far as it lies behind closed faces: edges and corners included. Along open axes it
/// is as long as `stage`.
std::vector<Vec3> Builder::behind_closed_faces(const Box& stage) const {
    const int layers = wall_layers(scene_.support);
    int       first[3] = {0, 0, 0}, last[3] = {1, 1, 1}, inner[3] = {1, 1, 1};
    Vec3      low{}, step{};
    for (int a = 0; a < scene_.dimension; ++a) {
        const Axis  axis   = axes_of(scene_)[std::size_t(a)];
        const bool  open   = axis.face == Face::open;
        const float length = open ? part(stage.high, a) - part(stage.low, a) : axis.high - axis.low;
        const int   more   = axis.face == Face::closed ? layers : 0;
        inner[a]           = std::max(1, int(std::lround(length / scene_.spacing)));
        first[a] = -more, last[a] = inner[a] + more;
        part(low, a)  = open ? part(stage.low, a) : axis.low;
        part(step, a) = length / float(inner[a]);
    }
    std::vector<Vec3> points;
    for (int k = first[2]; k < last[2]; ++k)
        for (int j = first[1]; j < last[1]; ++j) {
            const bool behind = k < 0 || k >= inner[2] || j < 0 || j >= inner[1];
            for (int i = first[0]; i < last[0]; ++i) {
                if (!behind && i == 0) i = inner[0];  // over the inside
                if (i >= last[0]) break;
                points.push_back({low.x + (float(i) + 0.5f) * step.x, low.y + (float(j) + 0.5f) * step.y,
                                  scene_.dimension == 3 ? low.z + (float(k) + 0.5f) * step.z : 0});
            }
        }
    return points;
}

/// A body may end before a periodic face, or go through both of an axis by `beyond` [m].
void Builder::refuse_crossing(const std::string& path, const Box& box, float beyond) const {
    for (int a = 0; a < 3; ++a) {
        const Axis  axis = axes_of(scene_)[std::size_t(a)];
        const float low = part(box.low, a), high = part(box.high, a);
        if (axis.face != Face::periodic) continue;
        const bool inside  = low > axis.low - hair() && high < axis.high + hair();
        const bool touches = low < axis.low + hair() && high > axis.high - hair();
        const bool through = low < axis.low - beyond + hair() && high > axis.high + beyond - hair();
        if (through || (inside && !touches)) continue;
        throw file_.error(path, fmt::format("reaches from {:.4g} m to {:.4g} m along {}, where the domain is periodic from "
                                            "{:.4g} m to {:.4g} m; let it end between these faces, or go through both of "
                                            "them{}",
                                            low, high, axis.name, axis.low, axis.high,
                                            beyond > 0 ? fmt::format(" by {:.4g} m", beyond) : ""));
    }
}

/// A boundary as it is sampled: a box that reaches from one periodic face to the other goes on beyond them.
BoundarySpec Builder::through_faces(std::size_t k) const {
    BoundarySpec boundary = scene_.boundaries[k].second;
    const Body&  body     = boundaries_[k];
    if (!any_periodic() || !body.shape->bounded()) return boundary;
    const float depth = float(wall_layers(scene_.support)) * scene_.spacing, more = boundary.inside ? depth : 0;
    Box         box   = body.shape->bounds();
    box               = {box.low - Vec3{more, more, more}, box.high + Vec3{more, more, more}};
    auto* form        = std::get_if<BoxShape>(&boundary.shape.form);
    if (form && boundary.shape.placement.angle != 0) form = nullptr;
    refuse_crossing(body.path, box, form ? 0 : depth);
    for (int a = 0; form && a < 3; ++a)
        if (const Axis axis = axes_of(scene_)[std::size_t(a)];
            axis.face == Face::periodic && part(box.low, a) < axis.low + hair() && part(box.high, a) > axis.high - hair())
            part(form->size, a) += 8 * depth / boundary.shape.placement.scale;
    return boundary;
}

/// Layers come up behind an opening, and new particles are kept away from others on this side of a face only.
void Builder::refuse_opening_at_face(const std::string& path, const SourceLattice& lattice, const Vec3& direction) const {
    const float depth = float(wall_layers(scene_.support)) * scene_.spacing, apart = 0.6f * scene_.spacing;
    for (int a = 0; a < 3; ++a) {
        const Axis axis = axes_of(scene_)[std::size_t(a)];
        if (axis.face != Face::periodic) continue;
        for (const Vec3& x : lattice.places)
            for (const float at : {part(x, a), part(x, a) - depth * part(direction, a)})
                if (at < axis.low + apart || at > axis.high - apart)
                    throw file_.error(path, fmt::format("its opening, or what comes up to {:.4g} m behind it, lies in a periodic face "
                                                        "across {}; move it {:.4g} m away from there",
                                                        depth, axis.name, depth + apart));
    }
}

void Builder::warn_of_seams(const std::function<void(const std::string&, const std::string&)>& say) const {
    for (const Axis& axis : axes_of(scene_)) {
        const float spacings = (axis.high - axis.low) / scene_.spacing;
        if (axis.face == Face::periodic && std::abs(spacings - std::round(spacings)) > 1e-3f)
            say("domain.faces", fmt::format("the domain is {:.4g} spacings long along {}, where it is periodic; what fills it has a "
                                            "seam unless that is a whole number",
                                            spacings, axis.name));
    }
}

/// Whether one liquid without weight, and nothing else, is shut in by boundaries that stay. (In the domain there may be several, and bodies.) What has weight and stands still is held better
/// by walls as they are elsewhere: as a full domain it has 3 % too much pressure, and particles shake at 0.3 to 1 m/s.
bool Builder::is_in_a_vessel() const {
    const World& w = *world_;
    if (w.solids || w.rigid || w.lattice || length(w.gravity) > 0) return false;
    for (const Material& m : w.materials)
        if (m.rest_density != w.materials[0].rest_density) return false;
    const auto& walls = w.boundaries.list;
    return std::all_of(walls.begin(), walls.end(), [](const Boundary& b) { return b.until >= 1e30; }) &&
           std::any_of(walls.begin(), walls.end(), [](const Boundary& b) { return b.inside && b.shape->bounded(); });
}

/// Whether some place of `room` that is not inside a boundary is farther than 1.2 spacings from everybody; in a vessel, whose walls are anywhere, also whether matter has less than 0.995 of
/// its volume.
bool Builder::has_room(const Box& room, bool vessel) const {
    const Particles& p    = world_->particles;
    const Vec3       wide = room.high - room.low;
    std::int64_t     n[3] = {1, 1, 1};
    double           cells = 1, cell = 1, free = 0, filled = 0;
    for (int a = 0; a < scene_.dimension; ++a) {
        const double count = std::ceil(double(part(wide, a)) / double(scene_.spacing));
        cells *= count, cell *= double(part(wide, a)) / count;
        n[a] = std::int64_t(std::min(count, 1e9));
    }
    if (cells > 10.0 * p.rows()) return true;
    PointGrid grid(1.2f * scene_.spacing, p.rows());
    for (Index i = 0; i < p.rows(); ++i) grid.insert(xyz(p.position_volume.host()[i]));
    for (Index i = 0; i < p.size(); ++i) filled += double(p.position_volume.host()[i].w);
    for (std::int64_t k = 0; k < n[2]; ++k)
        for (std::int64_t j = 0; j < n[1]; ++j)
            for (std::int64_t i = 0; i < n[0]; ++i) {
                const auto at = [&](int a, std::int64_t c) { return part(room.low, a) + part(wide, a) * (float(c) + 0.5f) / float(n[a]); };
                const Vec3 x{at(0, i), at(1, j), scene_.dimension == 3 ? at(2, k) : 0};
                float      open = 1;
                bool       solid = false;
                for (const Boundary& b : world_->boundaries.list) {
                    const float ahead = b.ahead(b.pose(0).undo(x));
                    solid = solid || ahead < 0, open *= std::clamp(0.5f + ahead / scene_.spacing, 0.f, 1.f);
                }
                if (!solid && !grid.is_near(x, 1.2f * scene_.spacing)) return true;
                free += cell * double(open);
            }
    return vessel && filled < 0.995 * free;
}

/// How many images there are, and whether there is a free surface: what cannot leave and has no room never has one.
void Builder::look_around() {
    World& w = *world_;
    make_images(w.exec, w.particles, w.periodic(), w.reach());
    make_contacts(w);
    report_.images   = w.particles.copies();
    report_.contacts = w.particles.private_rows();
    const auto axes = axes_of(scene_);
    bool       open = false;
    for (int a = 0; a < scene_.dimension; ++a) open = open || axes[std::size_t(a)].face == Face::open;
    const bool fixed = w.particles.size() > 0 && !w.sources && w.sinks.list.empty();
    if (fixed && !open)
        w.full = !has_room({{axes[0].low, axes[1].low, axes[2].low}, {axes[0].high, axes[1].high, axes[2].high}}, false);
    else if (fixed && is_in_a_vessel()) {
        const float beyond = 2 * scene_.spacing;
        Box         matter;
        for (Index i = 0; i < w.particles.size(); ++i) matter.include(xyz(w.particles.position_volume.host()[i]));
        w.full = !has_room({matter.low - Vec3{beyond, beyond, beyond}, matter.high + Vec3{beyond, beyond, beyond}}, true);
    }
    w.particles.drop_copies();
}

/// Whether gravity pulls towards open or closed faces; along periodic ones it drives a flow.
bool Builder::falls() const {
    const auto axes = axes_of(scene_);
    for (int a = 0; a < 3; ++a)
        if (axes[std::size_t(a)].face != Face::periodic && part(scene_.gravity, a) != 0) return true;
    return false;
}

}  // namespace mote
