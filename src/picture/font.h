// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Our own letters: strokes of even width with round ends, drawn at any size.
#pragma once
#include <cmath>
#include <vector>

#include "mote/math.h"

namespace mote {

/// Units of the font: a capital letter is ten high, a small x seven; y is up and zero on the base line.
inline constexpr float cap_units = 10;

struct Stroke {
    float x0, y0, x1, y1;
};

/// From a place to the nearest of a stroke.
inline float distance_to(const Stroke& s, float x, float y) {
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, px = x - s.x0, py = y - s.y0;
    const float along = clamp((px * dx + py * dy) / max(dx * dx + dy * dy, 1e-12f), 0.f, 1.f);
    return std::hypot(px - along * dx, py - along * dy);
}

struct Glyph {
    float               advance = 0;  ///< To the start of the next letter.
    std::vector<Stroke> strokes;
};

/// A hollow box for anything but ASCII 32..126.
const Glyph& glyph(unsigned char character);

}  // namespace mote
