// Copyright (c) 2026 The Mote authors. MIT licence.
#include "picture/stage.h"

#include <algorithm>
#include <cmath>

#include "picture/tiles.h"

namespace mote {
namespace {

/// The value below which the share `q` of all lies; reorders.
float quantile(std::vector<float>& values, float q) {
    const auto k = values.begin() + std::ptrdiff_t(q * float(values.size() - 1));
    std::nth_element(values.begin(), k, values.end());
    return *k;
}

bool in_view(const Lens& lens, const Vec3& point) {
    const Vec3  v     = lens.to_view(point);
    const float scale = lens.flat ? 1 : v.z;
    return v.z > 0 && abs(v.x) < 1.2f * lens.half_width * scale && abs(v.y) < 1.2f * lens.half_height * scale;
}

}  // namespace

Bulk find_bulk(const Subject& subject, const Lens& lens) {
    const SphereSet corners{.centre = subject.mesh.point, .common_radius = subject.mesh.detail};
    const SphereSet& spheres = subject.mesh.point.empty() ? subject.spheres : corners;
    // Some thousand spheres tell enough; those in view if there are any, else all.
    const std::size_t        stride = spheres.centre.size() / 16384 + 1;
    std::vector<std::size_t> rows, seen;
    for (std::size_t i = 0; i < spheres.centre.size(); i += stride) {
        if (!drawable(spheres, i)) continue;
        rows.push_back(i);
        if (in_view(lens, spheres.centre[i])) seen.push_back(i);
    }
    if (!seen.empty()) rows = seen;
    if (rows.empty()) return {};

    std::vector<float> x, y, z, r, distance;
    for (const std::size_t i : rows) {
        const Vec3& c = spheres.centre[i];
        x.push_back(c.x), y.push_back(c.y), z.push_back(c.z), r.push_back(radius_of(spheres, i));
    }
    const auto middle = [](std::vector<float>& v) { return 0.5f * (quantile(v, 0.005f) + quantile(v, 0.995f)); };
    Bulk       bulk{{middle(x), middle(y), middle(z)}, 0, quantile(r, 0.5f)};
    for (const std::size_t i : rows) distance.push_back(length(spheres.centre[i] - bulk.centre));
    bulk.reach = 1.15f * quantile(distance, 0.99f) + 3 * bulk.radius;

    // In rough steps, so that shadows do not shimmer from frame to frame when a few particles move.
    bulk.reach         = std::pow(1.1f, std::ceil(std::log(bulk.reach) / std::log(1.1f)));
    const auto snapped = [step = bulk.reach / 16](float v) { return step * std::round(v / step); };
    bulk.centre        = {snapped(bulk.centre.x), snapped(bulk.centre.y), snapped(bulk.centre.z)};
    return bulk;
}

Vec3 key_direction(const Lens& lens) {
    const Vec3 right = lens.right, towards = -lens.forward;
    if (lens.flat) return normalised(-0.45f * right + 0.65f * lens.up + 0.8f * towards);
    const Vec3 level = normalised(Vec3{towards.x, 0, towards.z});
    return normalised(-0.62f * right + Vec3{0, 1, 0} + 0.42f * level);
}

void add_ground(Hits& hits, const Lens& lens, float height, int threads) {
    const Vec3  normal = lens.direction_to_view({0, 1, 0});
    const float drop   = height - lens.origin.y;
    if (!finite(height) || (!lens.flat && drop >= 0)) return;  // seen from below, the ground would hide everything
    for_each_tile(threads, hits.grid.height, [&](int j) {
        for (int i = 0; i < hits.grid.width; ++i) {
            const float       px = hits.grid.plane_x(i, j), py = hits.grid.plane_y(i, j);
            const float       rise  = normal.x * px + normal.y * py;
            const float       depth = lens.flat ? (drop - rise) / normal.z : drop / (rise + normal.z);
            const std::size_t k     = hits.at(i, j);
            if (!(depth > 0 && depth < 1e6f * abs(drop) && depth < hits.depth[k])) continue;
            hits.depth[k]  = depth;
            hits.sphere[k] = ground_hit;
        }
    });
}

SurfacePoint surface_point(const Subject& subject, const Lens& lens, const Hits& hits, int i, int j) {
    const std::size_t   k        = hits.at(i, j);
    const std::uint32_t sphere   = hits.sphere[k];
    const Vec3          position = lens.at_depth(hits.grid.plane_x(i, j), hits.grid.plane_y(i, j), hits.depth[k]);
    if (sphere == ground_hit) return {position, lens.direction_to_view({0, 1, 0})};
    if (sphere < subject.first_triangle()) return {position, normalised(position - lens.to_view(subject.spheres.centre[sphere]))};
    const std::size_t t = sphere - subject.first_triangle();
    const auto&       n = subject.mesh.normal;
    const auto&       c = subject.mesh.triangle[t];
    const Vec3        w = corner_weights(subject.mesh, t, lens.to_world(position));
    return {position, lens.direction_to_view(normalised(w.x * n[c[0]] + w.y * n[c[1]] + w.z * n[c[2]]))};
}

}  // namespace mote
