// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is drawn, where it is as a whole, where the light comes from, and what a sample of the picture sees.
#pragma once
#include "picture/raster.h"

namespace mote {

inline constexpr std::uint32_t ground_hit = 0xfffffffeu;  ///< In Hits::sphere: the ground.

/// What is drawn. In Hits::sphere, triangles follow the spheres.
struct Subject {
    const SphereSet& spheres;
    const MeshSet&   mesh;

    std::uint32_t first_triangle() const { return std::uint32_t(spheres.centre.size()); }
    bool          empty() const { return spheres.centre.empty() && mesh.triangle.empty(); }
    /// How far a surface must be from what shades it [m].
    float bias(std::uint32_t hit) const { return hit < first_triangle() ? radius_of(spheres, hit) : mesh.detail; }
    Vec3  colour(std::uint32_t hit, const Vec3& world) const;
};
Hits find_hits(const Subject&, const Lens&, const SampleGrid&, int threads);

/// How near a point is to the corners of a triangle of the mesh: weights that add up to 1.
Vec3 corner_weights(const MeshSet&, std::size_t triangle, const Vec3& world);

/// The bulk of what is in view. A few strays far away do not count: they would make everything else small.
struct Bulk {
    Vec3  centre;
    float reach  = 1;      ///< Distance from the centre within which nearly all spheres lie [m].
    float radius = 0.01f;  ///< Of a typical sphere [m].
};
Bulk find_bulk(const Subject&, const Lens&);

/// The direction towards the key light (world, unit): over the left shoulder of the camera.
Vec3 key_direction(const Lens&);

/// Marks the samples that see the ground before any sphere.
void add_ground(Hits&, const Lens&, float height, int threads);

/// What one sample sees. View coordinates.
struct SurfacePoint {
    Vec3 position, normal;
};
SurfacePoint surface_point(const Subject&, const Lens&, const Hits&, int i, int j);

}  // namespace mote
