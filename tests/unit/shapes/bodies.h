// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Bodies and points that the tests of shapes share.
#pragma once
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "mote/error.h"
#include "mote/mesh.h"
#include "mote/random.h"
#include "mote/scene.h"
#include "mote/shape.h"

namespace mote {

template <class Form>
ShapeSpec spec_of(const Form& form, const Placement& placement = {}) {
    ShapeSpec spec;
    spec.form      = form;
    spec.placement = placement;
    return spec;
}

template <class Form>
std::unique_ptr<Shape> shape_of(const Form& form, int dimension = 3, const Placement& placement = {}) {
    return make_shape(spec_of(form, placement), dimension);
}

inline CombinedShape combination(CombinedShape::How how, std::vector<ShapeSpec> parts) {
    CombinedShape shape;
    shape.how   = how;
    shape.parts = std::move(parts);
    return shape;
}

inline Placement placed(Vec3 at, Vec3 axis = {0, 0, 1}, float angle = 0, float scale = 1) {
    Placement placement;
    placement.at = at, placement.axis = axis, placement.angle = angle, placement.scale = scale;
    return placement;
}

/// The n-th of a fixed series of points in a cube about the origin (in the plane z = 0 for two dimensions).
inline Vec3 some_point(std::uint64_t n, float half, int dimension = 3) {
    Vec3 p = 2 * half * (random_point(7, n, 0, Purpose::test) - Vec3{0.5f, 0.5f, 0.5f});
    if (dimension == 2) p.z = 0;
    return p;
}

/// The sentence of the error that `act` throws, or "" where it throws none.
template <class Wanted, class Act>
std::string complaint(Act act) {
    try {
        act();
    } catch (const Wanted& error) {
        return error.what();
    }
    return "";
}

inline bool mentions(const std::string& sentence, const std::string& part) {
    return sentence.find(part) != std::string::npos;
}

/// A cube from -half to half: twelve triangles.
inline TriangleMesh cube_mesh(float half) {
    TriangleMesh mesh;
    for (int k = 0; k < 8; ++k)
        mesh.points.push_back({k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half});
    for (const auto& q :
         {std::array<Index, 4>{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
        mesh.triangles.push_back({q[0], q[1], q[2]});
        mesh.triangles.push_back({q[0], q[2], q[3]});
    }
    return mesh;
}

/// An octahedron split so often, its points on the sphere.
inline TriangleMesh sphere_mesh(float radius, int splits) {
    TriangleMesh mesh;
    mesh.points    = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int n = 0; n < splits; ++n) {
        std::map<std::pair<Index, Index>, Index> middles;
        const auto                               middle = [&](Index a, Index b) {
            const auto [entry, fresh] = middles.insert({{std::min(a, b), std::max(a, b)}, Index(mesh.points.size())});
            if (fresh) mesh.points.push_back(normalised(mesh.points[a] + mesh.points[b]));
            return entry->second;
        };
        std::vector<std::array<Index, 3>> finer;
        for (const auto& [a, b, c] : mesh.triangles) {
            const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        mesh.triangles = finer;
    }
    for (Vec3& p : mesh.points) p = radius * p;
    return mesh;
}

/// Adds the triangles of one mesh to another, moved.
inline void add_mesh(TriangleMesh& mesh, const TriangleMesh& more, Vec3 move = {}) {
    const Index first = Index(mesh.points.size());
    for (const Vec3& p : more.points) mesh.points.push_back(p + move);
    for (const auto& [a, b, c] : more.triangles) mesh.triangles.push_back({first + a, first + b, first + c});
}

/// A file that exists as long as this does.
class TemporaryFile {
public:
    TemporaryFile(const std::string& name, const std::string& content)
        : path_(
              (std::filesystem::temp_directory_path() / ("mote_shapes_" + std::to_string(std::uintptr_t(this)) + name))
                  .string()) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&)                = delete;
    TemporaryFile&     operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace mote
