// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The surface of what particles make up, as triangles. A field over space, positive in matter, is made from the particles; its
// zero is the surface, which is cut out of a grid of cubes. Only blocks of cubes near particles are ever held, one for each thread,
// so memory goes with the surface. Lengths are spoken of in particle radii, half a spacing each.
//
//     const Surface surface = find_surface(exec, {.position = positions, .spacing = 0.02f}, SurfaceSpec{});
//
// The triangles are closed and each edge is in exactly two of them; the same particles give the same bytes for any number of
// threads. The cubes stand still in space: a body that moves by whole cubes takes its triangles with it.
#pragma once
#include <memory>
#include <span>

#include "mote/exec.h"
#include "mote/mesh.h"
#include "mote/scene.h"

namespace mote {

/// Particles of one size. Those whose position is not finite are passed over.
struct SurfacePoints {
    std::span<const Vec4> position;                      ///< [m]; w is not looked at
    float                 spacing = 0.02f;               ///< [m]
    std::span<const Vec3> velocity{};                    ///< [m/s], one each; empty: none is carried to the vertices
    std::vector<std::span<const float>> columns{};       ///< values to be carried to the vertices, one each
    std::span<const std::uint16_t> kind{};               ///< of each, where several kinds of matter touch; empty: there is one
    std::uint16_t         only = 0;                      ///< the kind whose surface is wanted; where it meets another, both have the same face
};

/// Triangles turn counter-clockwise seen from outside. Other than the mesh, all have one value per vertex, or none where there
/// was none to carry.
struct Surface {
    TriangleMesh                    mesh;
    std::vector<Vec3>               normal;              ///< outward, of length 1
    std::vector<Vec3>               velocity;            ///< [m/s], for motion blur
    std::vector<std::vector<float>> columns;
};

/// Throws UnsoundError where particles are so far apart that no grid spans them.
Surface find_surface(const Exec& exec, const SurfacePoints& points, const SurfaceSpec& spec);

/// The zero of any field, wherever it is no farther than `reach` from one of some places [m].
class SurfaceField;
Surface find_surface(const Exec& exec, std::span<const Vec4> places, float cube, float reach, const SurfaceField& field);

/// Moves the vertices of a closed mesh to smooth it and keeps its volume; normals follow.
void smooth(const Exec& exec, Surface& surface, int iterations);

/// Takes away about a share [0, 1) of the triangles of a closed mesh, where they say the least. It stays closed; vertices that are left carry
/// what those between which they lie did.
void decimate(Surface& surface, float share);

/// The threshold that is taken where none is given.
float usual_threshold(SurfaceSpec::Method method);

// ---- the seam: another field is a class with one method ---------------------------------------------------

/// The nodes of a block of cubes and one more on each side. Values are by x, then y, then z, rows of `row` of them.
struct SurfaceNodes {
    static constexpr int cubes = 24, side = cubes + 3, row = side + 7;   ///< a batch may begin at any node
    static constexpr int count = side * side * row;

    alignas(64) float x[row];                            ///< places of the nodes [m]
    float y[side], z[side];
    float cube = 1;                                      ///< their distance [m]

    static int at(int i, int j, int k) { return (k * side + j) * row + i; }
};

/// A field whose zero is the surface. Made from particles in an order of its own, which near ones are named by.
class SurfaceField {
public:
    virtual ~SurfaceField() = default;
    /// Writes the field at all nodes, positive inside matter. `near` are the particles that can be felt there, ascending, and
    /// maybe more. What a node gets must not depend on the block it is in.
    virtual void sample(const SurfaceNodes& nodes, std::span<const Index> near, float* value) const = 0;
};

/// Particles prepared for a field: where each is felt from, and how far.
struct PreparedField {
    std::unique_ptr<SurfaceField> field;
    std::vector<Vec4>             centre;                ///< [m]; may be moved a little from the particle
    float                         reach = 0;             ///< no particle is felt beyond this distance from its centre [m]
    std::vector<std::uint8_t>     rim{};                 ///< 1: the surface may be near it; empty: near any
};
/// `points` are those of `find_surface`, finite and in the order of cells.
PreparedField make_surface_field(const Exec& exec, std::span<const Vec4> points, float spacing, const SurfaceSpec& spec);

}  // namespace mote
