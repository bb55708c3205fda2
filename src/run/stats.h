// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <string>

#include "mote/world.h"

namespace mote {

/// What happened between two frames.
struct FrameTally {
    int   steps = 0, retries = 0, iterations = 0;
    float shortest_dt = 1e30f, longest_dt = 0;
};

/// The heading and the rows of stats.csv.
std::string stats_heading(const World&);
std::string stats_row(const World&, int frame, const FrameTally&);

}  // namespace mote
