// Copyright (c) 2026 The Mote authors. MIT licence.
#include <map>

#include "mote/mesh.h"

namespace mote {

SplitMesh split_seams(const TriangleMesh& mesh) {
    SplitMesh split;
    for (Index i = 0; i < Index(mesh.points.size()); ++i) split.point.push_back(i);
    split.triangles = mesh.triangles;
    if (mesh.textured.empty()) return split;

    std::vector<Index>                       first(mesh.points.size(), TriangleMesh::no_texture);  // of each point, in the order of triangles
    std::map<std::pair<Index, Index>, Index> others;
    split.texture.resize(mesh.points.size());
    for (std::size_t t = 0; t < mesh.textured.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const Index point = mesh.triangles[t][k], texture = mesh.textured[t][k];
            if (texture == TriangleMesh::no_texture || texture == first[point]) continue;
            if (first[point] == TriangleMesh::no_texture) {
                first[point] = texture, split.texture[point] = mesh.texture[texture];
                continue;
            }
            const auto [at, is_new] = others.try_emplace({point, texture}, Index(split.point.size()));
            if (is_new) split.point.push_back(point), split.texture.push_back(mesh.texture[texture]);
            split.triangles[t][k] = at->second;
        }
    return split;
}

}  // namespace mote
