// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdlib>
#include <string>

#include "mote/build.h"
#include "mote/step.h"

namespace mote {

/// Where these tests run: MOTE_TEST_DEVICE in the environment, or the CPU.
inline Exec test_exec(int threads = 0) {
    const char* const device = std::getenv("MOTE_TEST_DEVICE");
    return Exec(threads, device_named(device ? device : "cpu"));
}

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
