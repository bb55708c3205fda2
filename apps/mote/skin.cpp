// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>

#include "commands.h"
#include "frame_by_frame.h"
#include "mote/error.h"
#include "mote/files.h"

namespace mote::cli {
namespace {

std::vector<SkinOptions> skin_options(const SkinCommand& command) {
    std::vector<SkinOptions> all = skin_options_of(command.run, command.object);
    if (all.size() > 1 && !command.mesh.empty()) throw Error("--mesh: the scene has several skins; name the object it is for with --object", 2);
    for (SkinOptions& options : all) {
        SkinSpec& spec = options.spec;
        if (!command.mesh.empty()) spec.mesh = command.mesh;
        if (!command.method.empty()) spec.method = SkinSpec::Method(std::find(skin_methods.begin(), skin_methods.end(), command.method) - skin_methods.begin());
        if (!command.format.empty())
            spec.format = SurfaceSpec::Format(std::find(surface_formats.begin(), surface_formats.end(), command.format) - surface_formats.begin());
        if (command.at.size() == 3) spec.place->at = {command.at[0], command.at[1], command.at[2]};
        if (command.scale) spec.place->scale = *command.scale;
        options.threads = command.threads;
        options.again   = command.again;
    }
    return all;
}

/// A mesh with the object that carries it, and what was made of it.
struct Played {
    SkinOptions                options;
    SkinPlayer                 player;
    FrameTable                 columns{};
    std::vector<SurfaceMoment> moments{};
};

}  // namespace

int execute(const SkinCommand& command) {
    const RunInfo run    = find_run(command.run);
    const auto    frames = choose_frames(run, command.frames);
    const auto    folder = command.folder.empty() ? run.folder / "skins" : std::filesystem::path(command.folder);
    const auto    rest   = path_of(run, choose_frame(run, command.rest ? *command.rest : int(run.frames.front())));
    ProgressLine  line(command.quiet);

    std::vector<Played> all;
    for (const SkinOptions& options : skin_options(command)) {
        all.push_back({options, SkinPlayer(options, read_frame(rest))});
        for (const std::string& remark : all.back().player.take_remarks()) line.say(remark);
    }
    make_folder(folder);
    FrameByFrame work("skin", "particles left", line);
    work.each(run, frames, [&](const Frame& frame, std::uint32_t number) {
        for (Played& skin : all) {
            const SurfaceFile file = skin.player.write(frame, int(number), folder);
            work.add(file);
            skin.columns = file.columns;
            skin.moments.push_back({int(number), time_of(frame), file.path.filename().string()});
            for (const std::string& remark : skin.player.take_remarks()) line.say(remark);
        }
    });
    for (const Played& skin : all)
        if (!skin.moments.empty())
            write_surface_sequence(folder / skin.options.object, skin.columns, skin.moments, skin.options.spec.format, skin.options.fps, "skin");
    work.finish(folder);
    return 0;
}

}  // namespace mote::cli
