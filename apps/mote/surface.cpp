// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <map>

#include "commands.h"
#include "frame_by_frame.h"
#include "mote/error.h"
#include "mote/files.h"

namespace mote::cli {
namespace {

SurfaceSpec::Method method_called(const std::string& name) {
    using Method = SurfaceSpec::Method;
    return name == "colour" ? Method::colour : name == "average" ? Method::average : name == "blobs" ? Method::blobs : Method::anisotropic;
}

SurfaceOptions surface_options(const SurfaceCommand& command) {
    SurfaceOptions options = surface_options_of(command.run);
    SurfaceSpec&   spec    = options.spec;
    if (!command.method.empty()) {
        spec.method    = method_called(command.method);
        spec.threshold = std::nullopt;  // it was that of another method
    }
    if (!command.of.empty()) spec.of = command.of;
    if (!command.format.empty())
        spec.format = SurfaceSpec::Format(std::find(surface_formats.begin(), surface_formats.end(), command.format) - surface_formats.begin());
    if (command.smoothing_length) spec.smoothing_length = *command.smoothing_length;
    if (command.cube_size) spec.cube_size = *command.cube_size;
    if (command.threshold) spec.threshold = *command.threshold;
    if (command.smoothing) spec.smoothing = *command.smoothing;
    if (command.decimation) spec.decimation = *command.decimation;
    if (command.columns) spec.columns = *command.columns;
    options.threads = command.threads;
    options.again   = command.again;
    return options;
}

}  // namespace

int execute(const SurfaceCommand& command) {
    const RunInfo        run     = find_run(command.run);
    const SurfaceOptions options = surface_options(command);
    const auto           frames  = choose_frames(run, command.frames);
    const auto           folder  = command.folder.empty() ? run.folder / "surface" : std::filesystem::path(command.folder);
    make_folder(folder);

    FrameTable columns;
    std::map<std::filesystem::path, std::vector<SurfaceMoment>> moments;
    ProgressLine line(command.quiet);
    FrameByFrame work("surface", "matter", line);
    work.each(run, frames, [&](const Frame& frame, std::uint32_t number) {
        for (const SurfaceFile& file : write_surfaces(frame, int(number), options, folder)) {
            work.add(file);
            moments[file.path.parent_path()].push_back({int(number), time_of(frame), file.path.filename().string()});
            columns = file.columns;
        }
    });
    for (const auto& [where, files] : moments) write_surface_sequence(where, columns, files, options.spec.format, options.fps);
    work.finish(folder);
    return 0;
}

}  // namespace mote::cli
