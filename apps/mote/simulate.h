// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/run.h"

namespace mote::cli {

/// run_scene with a progress line, messages on standard error and signals.
RunSummary simulate(const SceneFile& file, const Exec& exec, bool quiet, RunOptions options);

/// Whether a folder has a run of exactly this scene.
bool holds_run_of(const std::filesystem::path& folder, const Scene& scene);

}  // namespace mote::cli
