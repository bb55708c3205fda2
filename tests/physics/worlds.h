// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <string>

#include "device.h"
#include "mote/build.h"
#include "mote/step.h"

namespace mote {

/// The world of a scene given as text.
inline std::unique_ptr<World> world_of(const std::string& text, int threads = 0) {
    return build_scene(read_scene_text(text, "test.yaml"), test_exec(threads)).world;
}

/// Steps the world to time `end` [s].
inline void advance(World& world, double end) {
    while (world.time < end) {
        const float left = float(end - world.time);
        if (step(world, left).dt >= left) world.time = end;
    }
}

}  // namespace mote
