// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <string>

#include "meta.h"
#include "mote/world.h"

namespace mote {

/// The heading and the rows of stats.csv.
std::string stats_heading(const World&);
std::string stats_row(const World&, int frame, const FrameTally&, double elastic_energy);
/// Those of bodies.csv, how solids have moved as a whole; nothing where there are none at the start. A body of which nothing is left has cells of nan.
std::string bodies_heading(const World&);
std::string bodies_row(World&, int frame);

/// What a frame took, by the clock [s].
struct FrameTimes {
    double physics = 0, contact = 0;  ///< contact is part of physics
    double files = 0, surface = 0, skins = 0, pictures = 0;
};
/// Those of times.csv, which differ from run to run.
std::string times_heading();
std::string times_row(int frame, std::uint64_t steps, const FrameTimes&);

}  // namespace mote
