// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "mote/portable.h"

namespace mote {

struct StepReport;

/// What happened between two frames.
struct FrameTally {
    int   steps = 0, retries = 0, iterations = 0;
    float shortest_dt = 1e30f, longest_dt = 0;
    std::uint64_t caught = 0, limited = 0;   ///< particles: at boundaries; whose push was left out
    int   divergence_iterations = 0, viscosity_iterations = 0, solid_iterations = 0, short_steps = 0;
    int   hard = 0;                          ///< steps in which a solve ended at the limit of its iterations
    float divergence_error = 0;              ///< the largest of all steps

    void add(const StepReport&);
};

/// What a frame says beside its columns: with them, all that a restart needs.
struct FrameMeta {
    double                   time = 0;
    std::uint64_t            step = 0, removed = 0;
    float                    last_dt = 0, last_solid_step = 0, last_lattice_step = 0;
    Index                    next_id = 0, matter = 0;
    std::vector<std::string> materials, bodies;
    std::vector<std::vector<double>>        sources;   ///< layers, laid, emitted, refused, delay, clock and strain of each
    std::vector<std::uint64_t>              drained;   ///< of each sink
    FrameTally               tally;   ///< since the last frame; of a checkpoint between frames
};

std::string to_json(const FrameMeta&);
/// Throws FileError where the text is not what to_json wrote.
FrameMeta read_meta(const std::string& json);

}  // namespace mote
