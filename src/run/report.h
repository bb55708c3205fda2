// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/run.h"

namespace mote {

/// What run.json tells.
struct RunRecord {
    std::string   title, ended, sentence;
    std::string   device = "cpu";
    int           threads = 1, frame = 0, frames = 0;
    double        fps = 30, time = 0, wall_seconds = 0;
    std::uint64_t steps = 0, hard = 0, removed = 0, emitted = 0, withheld = 0, drained = 0;
    Index         particles = 0, walls = 0;
    std::size_t   peak_memory_bytes = 0, memory_forecast_bytes = 0;
    std::vector<Profile::Entry> stages;
};
std::string to_json(const RunRecord&);

const char* name_of(RunEnd);

}  // namespace mote
