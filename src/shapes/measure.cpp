// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "mote/error.h"
#include "shapes/lattice.h"
#include "shapes/point_grid.h"

namespace mote {

double measure_volume(const Shape& shape, int dimension) {
    if (!shape.bounded()) throw SceneError("a shape without bounds has no volume");
    const Axes   axes   = body_axes(shape, dimension);
    const int    finest = dimension == 2 ? 512 : 64;
    const Vec3   size = axes.box.size(), cell = size / float(finest);
    std::int64_t inside = 0;
    // Cells of an octree (quadtree) in units of the finest: whole ones count at once, the finest by their middle.
    struct Cell {
        int x, y, z, side;
    };
    std::vector<Cell> pending{{0, 0, 0, finest}};
    while (!pending.empty()) {
        const Cell  c    = pending.back();
        const float half = 0.5f * float(c.side);
        pending.pop_back();
        const Vec3  middle{(float(c.x) + half) * cell.x, (float(c.y) + half) * cell.y, (float(c.z) + half) * cell.z};
        const float d = shape.distance(axes.to_world(axes.box.low + middle)), reach = half * length(cell);
        if (d > reach || (c.side == 1 && d > 0)) continue;
        if (d < -reach || c.side == 1) {
            inside += std::int64_t(c.side) * c.side * (dimension == 2 ? 1 : c.side);
            continue;
        }
        const int s = c.side / 2;
        for (int k = 0; k < (dimension == 2 ? 4 : 8); ++k)
            pending.push_back({c.x + (k & 1) * s, c.y + (k >> 1 & 1) * s, c.z + (k >> 2) * s, s});
    }
    const double area = double(cell.x) * cell.y;
    return double(inside) * (dimension == 2 ? area : area * cell.z);
}

SpacingReport measure_spacing(std::span<const Vec3> points, float reach) {
    SpacingReport report;
    report.points = points.size();
    if (points.size() < 2) return report;
    PointGrid grid(reach, points.size());
    for (const Vec3& p : points) grid.insert(p);
    double sum   = 0;
    float  least = 4 * reach * reach;
    for (std::size_t i = 0; i < points.size(); ++i) {
        float nearest = 4 * reach * reach;
        for (const float radius : {reach, 2 * reach}) {  // most are found in the first, cheaper look
            grid.any_near(points[i], radius, [&](Index j, const Vec3&, float d2) {
                if (j != i) nearest = std::min(nearest, d2);
                return false;
            });
            if (nearest < radius * radius) break;
        }
        sum += std::sqrt(double(nearest));
        least         = std::min(least, nearest);
        report.widest = std::max(report.widest, std::sqrt(nearest));
    }
    report.nearest = std::sqrt(least);
    report.mean    = float(sum / double(points.size()));
    return report;
}

}  // namespace mote
