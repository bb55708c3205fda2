// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Which frames of a run a command means.
#pragma once
#include "mote/run.h"

namespace mote::cli {

/// The frame asked for, or the last. Throws Error (exit code 2) telling which there are, FileError where there is none.
std::uint32_t choose_frame(const RunInfo& run, std::optional<int> wanted);

/// The frames of "3:7", "3:", ":7", "3" (borders included), or all for an empty text.
std::vector<std::uint32_t> choose_frames(const RunInfo& run, const std::string& range);

/// RUN/frames/0001.mote
std::filesystem::path path_of(const RunInfo& run, std::uint32_t frame);

/// The simulated time of a frame [s]; 0 where it does not tell.
double time_of(const Frame& frame);
double time_of(const FrameHeader& frame);

/// "0001"
std::string numbered(std::uint32_t frame);

}  // namespace mote::cli
