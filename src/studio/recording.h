// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <chrono>
#include <filesystem>

#include "mote/run.h"
#include "run/meta.h"

namespace mote::studio {

/// Writes what happens live as a run (docs/runs.md) that other commands can read. What was changed on the way stands in its log.
class Recording {
public:
    /// Starts a folder NAME-live, NAME-live-2, ... in `output`.
    Recording(const std::filesystem::path& output, const std::string& name, const SceneFile& file, World& world, int frame);

    void add_frame(World& world, int frame, const FrameTally& tally);
    void note(double time, const std::string& sentence);
    /// The scene as it is now.
    void set_scene(const Scene& scene);
    /// run.json tells that it is over.
    void end(const World& world, int frame);
    const std::filesystem::path& folder() const { return folder_; }

private:
    void write_record(const World& world, int frame, const char* ended);

    std::filesystem::path                 folder_;
    std::string                           title_;
    double                                fps_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace mote::studio
