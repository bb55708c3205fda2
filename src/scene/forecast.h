// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <filesystem>

#include "mote/build.h"

namespace mote {

/// Memory that this process may still take [bytes]: what is free on the machine, in its control group (a container) and below its
/// own limit (`ulimit -v`). `root` is where the system keeps its files.
std::size_t available_memory(const std::filesystem::path& root = "/");
/// The same where a world of this device lives.
std::size_t available_memory(const Exec& exec);

/// What a row takes at the peak of a run, sorting room and for matter neighbour lists included [bytes].
struct RowBytes {
    std::size_t matter = 0, wall = 0;
    std::size_t building = 0;  ///< of a wall, before there is matter: it stands in two tables, whole, and has a list of its own kind
};
RowBytes bytes_per_row(const Scene&, const World&);

/// "1.3 GiB"
std::string in_bytes(double bytes);

/// Fills in what a run will take: memory, disk, time step and time.
void forecast(const Scene&, const World&, SceneReport&);

}  // namespace mote
