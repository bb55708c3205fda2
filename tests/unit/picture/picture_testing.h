// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdint>
#include <vector>

#include "mote/picture.h"

namespace mote::testing {

/// Numbers in [-1, 1) that are the same on every machine.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : state_(seed * 2654435761u + 1) {}
    float roll() {
        state_ ^= state_ << 13, state_ ^= state_ >> 17, state_ ^= state_ << 5;
        return float(state_ >> 8) / float(1 << 23) - 1;
    }
    Vec3 point() {
        const float x = roll(), y = roll(), z = roll();
        return {x, y, z};
    }

private:
    std::uint32_t state_;
};

/// The area that is covered, in pixels, of a picture drawn with Look::transparent.
inline double covered_area(const Image& image) {
    double sum = 0;
    for (const Pixel& p : image.pixels) sum += p.a / 255.0;
    return sum;
}

inline double luminance(const Vec3& c) { return 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z; }
inline double luminance(const Pixel& p) { return luminance(from_srgb(p.r, p.g, p.b)); }

}  // namespace mote::testing
