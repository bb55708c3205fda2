// Copyright (c) 2026 The Mote authors. MIT licence.
#include "simulate.h"

#include <fmt/format.h>

#include "mote/files.h"
#include "signals.h"
#include "terminal.h"

namespace mote::cli {
namespace {

std::string progress_text(const RunProgress& p) {
    std::string text = fmt::format("frame {}/{}  {:.3f} of {:.3g} s  {:.3g} ms/step", p.frame, p.frames, p.time, p.end,
                                   p.seconds_per_step * 1e3);
    if (p.frame < p.frames && p.seconds_left > 0) text += fmt::format("  {} left", in_time(p.seconds_left));
    return text;
}

}  // namespace

RunSummary simulate(const SceneFile& file, const Exec& exec, bool quiet, RunOptions options) {
    const RunSignals signals;
    ProgressLine     line(quiet);
    options.requests    = signals.requests();
    options.on_message  = [&](const std::string& sentence) { line.say(sentence); };
    options.on_progress = [&](const RunProgress& p) {
        if (line.due(p.frame_done)) line.show(progress_text(p), p.end > 0 ? p.time / p.end : 0);
    };
    return run_scene(file, exec, options);
}

bool holds_run_of(const std::filesystem::path& folder, const Scene& scene) {
    const auto file = folder / "scene.yaml";
    return std::filesystem::exists(file) && read_text_file(file, 64u << 20) == write_scene(scene);
}

}  // namespace mote::cli
