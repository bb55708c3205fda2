// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "mote/error.h"
#include "mote/mesh.h"
#include "mote/shape.h"
#include "shapes/mesh_tree.h"
#include "shapes/text.h"

namespace mote {

namespace {

class MeshBody : public Shape {
public:
    MeshBody(std::vector<Corners> faces, std::size_t components, int dimension)
        : tree_(std::move(faces), dimension), components_(components), dimension_(dimension) {}

    float distance(Vec3 p) const override {
        const float d = float(std::sqrt(tree_.nearest(p).distance2));
        return inside(p) ? -d : d;
    }
    Box bounds() const override { return tree_.bounds(); }

    /// Away from the nearest point; differences where the point lies on the surface itself.
    Vec3 normal(Vec3 p, float step) const override {
        const auto  found = tree_.nearest(p);
        const Vec3d away{p.x - found.point.x, p.y - found.point.y, p.z - found.point.z};
        if (found.distance2 <= 1e-12 * double(dot(bounds().size(), bounds().size()))) return Shape::normal(p, step);
        const double scale = (inside(p) ? -1 : 1) / std::sqrt(found.distance2);
        return {float(scale * away.x), float(scale * away.y), float(scale * away.z)};
    }

    bool sample_surface(float step, std::vector<Vec3>& points) const override {
        for (const Corners& face : tree_.faces()) {
            const auto first = long(points.size());
            sample_face(face, step, points);
            if (components_ == 1) continue;
            const Vec3d n = (1e-3 * double(step)) * normalised(area_vector(face, dimension_));
            points.erase(
                std::remove_if(points.begin() + first, points.end(), [&](const Vec3& p) { return hidden(p, n); }),
                points.end());
        }
        return true;
    }

private:
    bool inside(const Vec3& p) const { return tree_.bounds().contains(p) && tree_.winding(p) > 0.5; }

    /// Where parts overlap, a point of one may lie inside another: then both sides of its face wind.
    bool hidden(const Vec3& p, const Vec3d& n) const {
        const Vec3 shift{float(n.x), float(n.y), float(n.z)};
        return tree_.winding(p + shift) + tree_.winding(p - shift) > 1.5;
    }

    /// Rows along the longest side: so many points as area and outline need, also for a sliver.
    static void sample_face(const Corners& face, float step, std::vector<Vec3>& points) {
        int longest = 0;
        for (int k = 1; k < 3; ++k)
            if (side(face, k) > side(face, longest)) longest = k;
        const Vec3 a = face[longest], b = face[(longest + 1) % 3], c = face[(longest + 2) % 3];
        const Vec3 along = normalised(b - a), foot = a + dot(c - a, along) * along;
        const int  rows = int(std::ceil(length(c - foot) / step));
        for (int j = 0; j <= rows; ++j) {
            const float v    = rows > 0 ? float(j) / float(rows) : 0.f;
            const Vec3  left = (1 - v) * a + v * c, right = (1 - v) * b + v * c;
            const int   parts = int(std::ceil(length(right - left) / step));
            for (int i = 0; i <= parts; ++i) {
                const float u = parts > 0 ? float(i) / float(parts) : 0.f;
                points.push_back((1 - u) * left + u * right);
            }
        }
    }
    static float side(const Corners& face, int k) { return length(face[(k + 1) % 3] - face[k]); }

    MeshTree    tree_;
    std::size_t components_;
    int         dimension_;
};

void require_solid(const TriangleMesh& mesh, const MeshReport& report) {
    if (report.bad_points > 0)
        throw SceneError(std::to_string(report.bad_points) +
                         " points of the mesh are infinite or not numbers; remove or mend them");
    if (mesh.triangles.empty())
        throw SceneError("the mesh has no triangles with an area; export it anew, at its full size");
    if (mesh.triangles.size() > max_triangles)
        throw SceneError("the mesh has " + std::to_string(mesh.triangles.size()) + " triangles; at most " +
                         std::to_string(max_triangles) + " are allowed: simplify it");
    if (report.open_edges > 0)
        throw SceneError("the mesh is open: " + std::to_string(report.open_edges) +
                         " edges belong to one triangle only, the first from " + text(report.first_open_edge[0]) +
                         " to " + text(report.first_open_edge[1]) + "; close its holes");
    if (report.twisted_edges > 0)
        throw SceneError("the mesh is twisted: at " + std::to_string(report.twisted_edges) +
                         " edges the triangles disagree on which side is outside; make their orientation consistent");
    const Vec3 size = report.bounds.size();
    if (std::abs(report.volume) <= 1e-9 * double(size.x) * size.y * size.z || report.volume == 0)
        throw SceneError("the mesh encloses no volume; give it thickness");
    if (report.volume < 0)
        throw SceneError("the mesh is inside out: its volume is " + text(report.volume) +
                         " m^3; turn its triangles round");
}

/// The outline of the mesh in the plane z = 0: one segment per triangle that crosses it, inside on its left. A point
/// exactly in the plane counts as above, so that every closed mesh has a closed outline.
std::vector<Corners> cut(const TriangleMesh& mesh) {
    const auto crossing = [](Vec3 a, Vec3 b) {
        if (b.z < 0) std::swap(a, b);  // the same two ends give the same bits from both triangles of an edge
        const double t = double(a.z) / (double(a.z) - double(b.z));
        return Vec3{float(a.x + t * (double(b.x) - a.x)), float(a.y + t * (double(b.y) - a.y)), 0};
    };
    std::vector<Corners> segments;
    for (const auto& triangle : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const Vec3 a = mesh.points[triangle[k]], b = mesh.points[triangle[(k + 1) % 3]],
                       c = mesh.points[triangle[(k + 2) % 3]];
            if ((a.z >= 0) == (b.z >= 0) || (a.z >= 0) == (c.z >= 0)) continue;  // a is alone on its side
            const Vec3 p = crossing(a, b), q = crossing(a, c);
            if (p == q) continue;
            segments.push_back(a.z >= 0 ? Corners{p, q, q} : Corners{q, p, p});
        }
    return segments;
}

}  // namespace

std::unique_ptr<Shape> make_mesh_shape(const TriangleMesh& given, int dimension) {
    MeshReport report;
    for (const Vec3& p : given.points) report.bad_points += !finite(p);
    if (report.bad_points > 0) require_solid(given, report);
    const TriangleMesh mesh = weld(given);
    report                  = inspect(mesh);
    require_solid(mesh, report);
    std::vector<Corners> faces;
    if (dimension == 2) {
        faces = cut(mesh);
        if (faces.empty())
            throw SceneError("the mesh does not cross the plane z = 0 of a two-dimensional scene; centre it in z");
    } else {
        faces.reserve(mesh.triangles.size());
        for (const auto& t : mesh.triangles) faces.push_back({mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]});
    }
    return std::make_unique<MeshBody>(std::move(faces), report.components, dimension);
}

}  // namespace mote
