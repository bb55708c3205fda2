// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <fmt/format.h>

#include "worlds.h"

namespace mote {

/// A liquid (material 1) that lies on one of half its density, in a tank 0.5 m wide; a corner of it reaches down, so that it falls. `support` is in spacings.
inline std::unique_ptr<World> heavy_over_light(double support) {
    return world_of(fmt::format(R"(
dimension: 2
spacing: 25 mm
support: {}
materials: {{light: {{density: 500, viscosity: 1}}, heavy: {{density: 1000, viscosity: 1}}}}
pairs: {{both: {{between: [light, heavy], tension: 20 N/m}}}}
objects:
  light: {{box: [0.5, 0.5], at: [0, 0.25], material: light}}
  heavy: {{difference: [{{box: [0.5, 0.5], at: [0, 0.75]}}, {{box: [0.25, 0.1], at: [0.125, 0.55]}}], material: heavy}}
boundaries: {{tank: {{box: [0.5, 1.2], at: [0, 0.6], inside: true}}}}
)", support));
}

}  // namespace mote
