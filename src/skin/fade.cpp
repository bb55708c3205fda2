// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/skin.h"
#include "shapes/mesh_tree.h"

namespace mote {

void fade_to_surface(const Exec& exec, const TriangleMesh& surface, std::span<const float> share, SkinShape& shape) {
    check(share.size() == shape.points.size(), "each point has its share", share.size(), shape.points.size());
    if (surface.triangles.empty()) return;
    std::vector<Corners> faces;
    for (const auto& [a, b, c] : surface.triangles) faces.push_back({surface.points[a], surface.points[b], surface.points[c]});
    const MeshTree tree(std::move(faces), 3);
    host_for(exec, "skin", Index(share.size()), [&](Index i) {
        if (!(share[i] > 0)) return;
        const auto  near   = tree.nearest(shape.points[i]);
        const Vec3  normal = narrow(normalised(area_vector(tree.faces()[near.face], 3)));
        const float s      = min(share[i], 1.f);
        shape.points[i]    = (1 - s) * shape.points[i] + s * narrow(near.point);
        const Vec3 turned  = (1 - s) * shape.normals[i] + s * normal;
        if (dot(turned, turned) > 0) shape.normals[i] = normalised(turned);
    });
}

}  // namespace mote
