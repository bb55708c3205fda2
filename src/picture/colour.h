// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/picture.h"

namespace mote {

float        linear_from_byte(std::uint8_t srgb);
std::uint8_t byte_from_linear(float linear);  ///< Clamped; a NaN is 0.

inline Vec3  linear(const Pixel& p) { return {linear_from_byte(p.r), linear_from_byte(p.g), linear_from_byte(p.b)}; }
inline Vec3  mix(const Vec3& a, const Vec3& b, float t) { return (1 - t) * a + t * b; }
inline float mix(float a, float b, float t) { return (1 - t) * a + t * b; }

/// 0 below a, 1 above b, smooth between.
inline float smooth_step(float a, float b, float x) {
    const float t = clamp((x - a) / (b - a), 0.f, 1.f);
    return t * t * (3 - 2 * t);
}

}  // namespace mote
