// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <string>

#include "meta.h"
#include "mote/world.h"

namespace mote {

/// The heading and the rows of stats.csv.
std::string stats_heading(const World&);
std::string stats_row(const World&, int frame, const FrameTally&, double elastic_energy);

}  // namespace mote
