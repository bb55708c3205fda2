// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where the spheres are as a whole, where the light comes from, and what a sample of the picture sees.
#pragma once
#include "picture/raster.h"

namespace mote {

inline constexpr std::uint32_t ground_hit = 0xfffffffeu;  ///< In Hits::sphere: the ground.

/// The bulk of what is in view. A few strays far away do not count: they would make everything else small.
struct Bulk {
    Vec3  centre;
    float reach  = 1;      ///< Distance from the centre within which nearly all spheres lie [m].
    float radius = 0.01f;  ///< Of a typical sphere [m].
};
Bulk find_bulk(const SphereSet&, const Lens&);

/// The direction towards the key light (world, unit): over the left shoulder of the camera.
Vec3 key_direction(const Lens&);

/// Marks the samples that see the ground before any sphere.
void add_ground(Hits&, const Lens&, float height, int threads);

/// What one sample sees. View coordinates.
struct SurfacePoint {
    Vec3 position, normal;
};
SurfacePoint surface_point(const SphereSet&, const Lens&, const Hits&, int i, int j);

}  // namespace mote
