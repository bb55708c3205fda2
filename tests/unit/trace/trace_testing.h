// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include "mote/error.h"
#include "mote/trace.h"

namespace mote::testing {

/// The same light from everywhere, and no sun.
inline Sky even_sky(float radiance = 1) {
    const Vec3 c{radiance, radiance, radiance};
    return {.zenith = c, .horizon = c, .below = c, .sun = {}};
}

/// No light but a small sun of irradiance 1.
inline Sky sun_alone(const Vec3& to_sun, float radius = 1e-3f) {
    return {.zenith = {}, .horizon = {}, .below = {}, .to_sun = to_sun, .sun = {1, 1, 1}, .sun_radius = radius};
}

/// From +z, without perspective: a square of the given height about the origin.
inline TraceCamera flat_camera(float height) { return {.camera = {.from = {0, 0, 10}, .to = {0, 0, 0}, .flat_height = height}}; }

inline TraceOptions plain(int size, int samples) {
    return {.width = size, .height = size, .samples = samples, .denoise = false, .brightest = 1e6f};
}

/// A closed box as triangles with flat faces.
struct BoxMesh {
    std::vector<Vec3>                         point;
    std::vector<std::array<std::uint32_t, 3>> triangle;

    BoxMesh(const Vec3& low, const Vec3& high) {
        for (unsigned k = 0; k < 8; ++k) point.push_back({k & 1u ? high.x : low.x, k & 2u ? high.y : low.y, k & 4u ? high.z : low.z});
        const std::array<std::uint32_t, 4> faces[] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
        for (const auto& f : faces) triangle.push_back({f[0], f[1], f[2]}), triangle.push_back({f[0], f[2], f[3]});
    }
    TraceMesh mesh(const Finish& finish) const { return {.point = point, .triangle = triangle, .finish = finish}; }
};

}  // namespace mote::testing
