// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/picture.h"

namespace mote {

/// Puts `share` [0, 1] of a colour over a pixel. On the stored values, not in linear light: small dark letters keep
/// their weight that way.
void blend(Pixel& under, Pixel over, float share);

/// A rectangle with rounded corners [pixels].
void fill_panel(Image&, float x0, float y0, float x1, float y1, float corner, Pixel colour);

inline constexpr Pixel dark_ink{38, 43, 50, 255}, panel_white{255, 255, 255, 170};

}  // namespace mote
