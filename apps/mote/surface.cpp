// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "commands.h"
#include "frames.h"
#include "mote/error.h"
#include "mote/files.h"
#include "terminal.h"

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

    std::size_t              made = 0, kept = 0, empty = 0;
    std::vector<std::string> damaged;
    FrameTable               columns;
    std::map<std::filesystem::path, std::vector<SurfaceMoment>> moments;
    ProgressLine             line(command.quiet);
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const auto skip = [&](const std::string& sentence) {  // the others can still be made
            damaged.push_back(sentence);
            line.say(sentence);
        };
        try {
            const Frame frame = read_frame(path_of(run, frames[k]));
            for (const SurfaceFile& file : write_surfaces(frame, int(frames[k]), options, folder)) {
                ++(file.made ? made : kept);
                moments[file.path.parent_path()].push_back({int(frames[k]), time_of(frame), file.path.filename().string()});
                columns = file.columns;
                if (file.made && file.triangles == 0) ++empty;
            }
        } catch (const FileError& e) {
            skip(e.what());
        } catch (const UnsoundError& e) {
            skip(fmt::format("frame {}: {}", frames[k], e.what()));
        }
        if (line.due(true))
            line.show(fmt::format("{} of {} frames", k + 1, frames.size()), double(k + 1) / double(frames.size()));
    }
    for (const auto& [where, files] : moments) write_surface_sequence(where, columns, files, options.spec.format, options.fps);
    std::string sentence = fmt::format("{} surfaces written to {}", made, folder.string());
    if (kept > 0) sentence += fmt::format("; {} were there already", kept);
    if (empty > 0) sentence += fmt::format("; {} have no matter and no triangles", empty);
    line.say(sentence);
    if (!damaged.empty()) throw FileError(fmt::format("{} of {} frames have no surface: {}", damaged.size(), frames.size(), damaged.front()));
    return 0;
}

}  // namespace mote::cli
