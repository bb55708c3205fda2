// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdlib>

#include "mote/exec.h"

namespace mote {

/// Where tests run: MOTE_TEST_DEVICE in the environment (auto, cpu or cuda), or the CPU.
inline Exec test_exec(int threads = 0) {
    const char* const device = std::getenv("MOTE_TEST_DEVICE");
    return Exec(threads, device_named(device ? device : "cpu"));
}

}  // namespace mote
