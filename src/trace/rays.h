// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a ray meets. Embree stays behind this seam.
#pragma once
#include <memory>

#include "mote/trace.h"

namespace mote {

struct Ray {
    Vec3  from, along;     ///< `along` has length 1.
    float time     = 0.5f;  ///< Of the shutter [0, 1].
    float farthest = 1e30f; ///< [m]
};

struct Hit {
    float         distance = 1e30f;          ///< [m]; as here: nothing was hit.
    Vec3          at, face{0, 1, 0}, normal{0, 1, 0};  ///< Outward normals: of the surface itself, and smoothed.
    Vec3          colour;
    Vec3          glow;                      ///< Radiance.
    const Finish* finish = nullptr;          ///< Null: nothing was hit.
    std::uint32_t part   = 0;                ///< Meshes, then balls, then the ground.
    explicit      operator bool() const { return finish != nullptr; }
};

/// Meshes, balls and ground, ready for rays. Many threads may ask at once.
class Rays {
public:
    Rays(const TraceScene&, float shutter);
    ~Rays();
    Hit nearest(const Ray&) const;
    /// The next surface of another part that touches the one that was hit, asked for across it (`across`: of length 1, along or against
    /// the hit's face); nothing where there is none.
    Hit touching(const Hit&, const Vec3& across, float time) const;
    /// A way past the point on the side of the direction, so that a ray does not meet where it starts.
    static Vec3 off(const Hit&, const Vec3& along);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace mote
