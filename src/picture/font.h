// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Our own letters: strokes of even width with round ends, drawn at any size.
#pragma once
#include <vector>

namespace mote {

/// Units of the font: a capital letter is ten high, a small x seven; y is up and zero on the base line.
inline constexpr float cap_units = 10;

struct Stroke {
    float x0, y0, x1, y1;
};

struct Glyph {
    float               advance = 0;  ///< To the start of the next letter.
    std::vector<Stroke> strokes;
};

/// A hollow box for anything but ASCII 32..126.
const Glyph& glyph(unsigned char character);

}  // namespace mote
