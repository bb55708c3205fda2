// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Drawing frames of a run: what `picture`, `movie` and `demo` share.
#pragma once
#include "commands.h"
#include "mote/picture.h"
#include "mote/run.h"

namespace mote::cli {

/// The run's own look with the changes of the command line. Throws Error (exit code 2) for what cannot be read.
DrawOptions draw_options(const RunInfo& run, const LookOptions& look);

/// Draws the frames to the shot's folder, 0001.png and so on, with a progress line, and returns the files.
std::vector<std::string> draw_frames(const RunInfo& run, const std::vector<std::uint32_t>& frames, const Shot& shot, bool quiet);

/// Frames per second that the run was made for.
double frames_per_second(const RunInfo& run);

/// The picture in a PNG file.
Image load_png(const std::string& path);

}  // namespace mote::cli
