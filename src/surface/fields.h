// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "surface/splat.h"

namespace mote::surfaces {

/// sum_j weight_j (1 - q_j^2)^3 - threshold.
class SplatField final : public SurfaceField {
public:
    SplatField(std::vector<Splat> splats, float threshold) : splats_(std::move(splats)), threshold_(threshold) {}
    void sample(const SurfaceNodes& nodes, std::span<const Index> near, float* value) const override;

private:
    std::vector<Splat> splats_;
    float              threshold_;
};

/// How far a particle is felt [m].
inline float support_of(const SurfaceSpec& spec, float spacing) { return spec.smoothing_length * spacing; }

PreparedField make_blobs(std::span<const Vec4> points, float reach, float threshold);
PreparedField make_average(std::span<const Vec4> points, float reach, float radius, float threshold);
PreparedField make_colour(const Exec& exec, std::span<const Vec4> points, float reach, float threshold);
PreparedField make_anisotropic(const Exec& exec, std::span<const Vec4> points, float spacing, float reach, float threshold);

}  // namespace mote::surfaces
