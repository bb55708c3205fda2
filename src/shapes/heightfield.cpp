// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Height fields made into closed meshes: then distance, covering and the cut of two dimensions are those of any mesh.
#include "shapes/forms.h"
#include "shapes/grey_map.h"
#include "shapes/mesh_reader.h"

namespace mote {

namespace {

constexpr GreyUse height_field{"height field", "height", "scale the heights and set `size` instead", 4'000'000, false};

/// A single row is a profile: the same all along z.
GreyMap load_heights(const std::string& path) {
    GreyMap map = load_grey_map(path, height_field);
    if (map.rows == 1) {
        map.values.insert(map.values.end(), map.values.begin(), map.values.begin() + long(map.columns));
        map.rows = 2;
    }
    if (map.columns < 2) throw file_fault(path, "needs at least two heights in a row; add columns", "");
    return map;
}

}  // namespace

/// The surface, the same grid at the base turned over, and walls round the outside.
TriangleMesh make_heightfield(const HeightfieldShape& spec) {
    require_positive("the height field's size in x", spec.size.x);
    require_positive("the height field's size in y", spec.size.y);
    require_positive("the height field's size in z", spec.size.z);
    const GreyMap heights = load_heights(spec.file);
    const Index   nx = Index(heights.columns), nz = Index(heights.rows), base = nx * nz;
    TriangleMesh  mesh;
    mesh.points.resize(2 * std::size_t(base));
    for (Index j = 0; j < nz; ++j)
        for (Index i = 0; i < nx; ++i) {
            const float x                  = spec.size.x * (float(i) / float(nx - 1) - 0.5f),
                        z                  = spec.size.z * (float(j) / float(nz - 1) - 0.5f);
            mesh.points[j * nx + i]        = {x, spec.size.y * heights.at(i, j), z};
            mesh.points[base + j * nx + i] = {x, -spec.size.y, z};
        }
    const auto quad = [&](Index a, Index b, Index c, Index d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    for (Index j = 0; j + 1 < nz; ++j)
        for (Index i = 0; i + 1 < nx; ++i) {
            const Index a = j * nx + i, b = a + 1, c = b + nx, d = a + nx;
            quad(a, d, c, b);
            quad(base + a, base + b, base + c, base + d);
        }
    for (Index i = 0; i + 1 < nx; ++i) {
        const Index back = i, front = (nz - 1) * nx + i;
        quad(back, back + 1, base + back + 1, base + back);
        quad(front + 1, front, base + front, base + front + 1);
    }
    for (Index j = 0; j + 1 < nz; ++j) {
        const Index left = j * nx, right = left + nx - 1;
        quad(left + nx, left, base + left, base + left + nx);
        quad(right, right + nx, base + right + nx, base + right);
    }
    return mesh;
}

}  // namespace mote
