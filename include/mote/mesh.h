// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Triangle meshes: reading OBJ, PLY and STL, and saying what is wrong with one.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mote/math.h"

namespace mote {

/// Triangles turn counter-clockwise seen from outside.
struct TriangleMesh {
    std::vector<Vec3>                 points;      ///< [m]
    std::vector<std::array<Index, 3>> triangles;   ///< Rows of `points`.
    std::vector<std::array<float, 2>> texture{};   ///< Texture coordinates, where the file is an OBJ that has any.
    std::vector<std::array<Index, 3>> textured{};  ///< Rows of `texture` for the corners of each triangle, or `no_texture`; empty where there are none.

    static constexpr Index no_texture = ~Index(0);
};

enum class MeshFormat { obj, ply, stl };

/// More triangles than this are refused.
inline constexpr std::size_t max_triangles = 20'000'000;

/// Reads a mesh file; the ending of its name (.obj, .ply, .stl, .smf) tells the format. Throws FileError.
TriangleMesh load_mesh(const std::string& path);

/// Reads a mesh from memory. OBJ: positions and faces, polygons cut into fans, negative indices. PLY: ascii and both
/// binary orders, any property types. STL: ascii and binary, equal corners joined. Throws FileError. Every index
/// of the result is in range; coordinates may still be infinite or NaN.
TriangleMesh parse_mesh(std::span<const std::byte> bytes, MeshFormat format);

/// The text of an OBJ with other points, in the order of its own, and a normal for each of them. All else stays: polygons, texture coordinates, groups,
/// materials, comments.
std::string moved_obj(std::string_view text, std::span<const Vec3> points, std::span<const Vec3> normals);

/// What there is to know about a mesh before it is used as a body.
struct MeshReport {
    bool                closed             = false;   ///< Every edge belongs to at least two triangles.
    bool                oriented           = false;   ///< Every edge is walked as often one way as the other.
    std::size_t         open_edges         = 0;       ///< Edges of one triangle only.
    std::size_t         twisted_edges      = 0;       ///< Edges of two or more whose triangles disagree on outside.
    std::size_t         non_manifold_edges = 0;       ///< Edges of more than two triangles.
    std::size_t         components         = 0;       ///< Parts that share no point.
    std::size_t         bad_points         = 0;       ///< Points with an infinite or NaN coordinate.
    std::array<Vec3, 2> first_open_edge{};            ///< Its ends [m], where there is one.
    double              volume = 0;                   ///< [m^3]; negative where the mesh is inside out.
    double              area   = 0;                   ///< [m^2]
    Box                 bounds;                       ///< [m]
};

MeshReport inspect(const TriangleMesh& mesh);

/// A mesh whose points have one texture coordinate each: a point on a seam stands there once for each of its own. The first rows are the points of the mesh.
struct SplitMesh {
    std::vector<Index>                point;       ///< Of each row: the point of the mesh.
    std::vector<std::array<float, 2>> texture;     ///< Empty where the mesh has none.
    std::vector<std::array<Index, 3>> triangles;   ///< Rows.
};
SplitMesh split_seams(const TriangleMesh& mesh);

/// Joins points with equal coordinates and drops triangles that collapse by it, points nobody uses, and texture coordinates.
TriangleMesh weld(const TriangleMesh& mesh);

}  // namespace mote
