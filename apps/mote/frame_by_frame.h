// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Files that are made of every frame of a run: what `surface` and `skin` share.
#pragma once
#include <functional>

#include "frames.h"
#include "terminal.h"

namespace mote::cli {

/// Counts what was made, and goes on where a frame is damaged or unsound.
class FrameByFrame {
public:
    /// `what`: "surface"; `empty`: what those without triangles lack.
    FrameByFrame(const char* what, const char* empty, ProgressLine& line) : what_(what), empty_of_(empty), line_(line) {}

    void each(const RunInfo& run, const std::vector<std::uint32_t>& frames, const std::function<void(const Frame&, std::uint32_t)>& make);
    void add(const SurfaceFile& file);
    /// Says what was made, and throws where frames were passed over.
    void finish(const std::filesystem::path& folder) const;

private:
    const char *             what_, *empty_of_;
    ProgressLine&            line_;
    std::size_t              frames_ = 0, made_ = 0, kept_ = 0, empty_ = 0;
    std::vector<std::string> passed_over_;
};

}  // namespace mote::cli
