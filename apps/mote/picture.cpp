// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/picture.h"

#include <fmt/format.h>

#include "commands.h"
#include "frames.h"
#include "mote/files.h"
#include "pictures.h"
#include "terminal.h"

namespace mote::cli {

int execute(const PictureCommand& command) {
    const RunInfo               run     = find_run(command.run);
    const DrawOptions           options = draw_options(run, command.look);
    const std::filesystem::path output = command.output, folder = run.folder / "pictures";
    if (command.all) {
        for (const Shot& shot : shots_of(options, output.empty() ? folder : output)) {
            const auto files = draw_frames(run, choose_frames(run, ""), shot, command.quiet);
            print(fmt::format("{} to {}\n", files.front(), files.back()));
        }
        return 0;
    }
    const std::uint32_t number = choose_frame(run, command.frame);
    const Frame         frame  = read_frame(path_of(run, number));
    for (const Shot& shot : shots_of(options, folder)) {
        const std::filesystem::path file = output.empty() ? shot.folder / (numbered(number) + ".png") : movie_of(output, shot);
        if (file.has_parent_path()) make_folder(file.parent_path());
        draw_frame(frame, materials_of(run.folder), shot.options, file);
        print(file.string() + "\n");
    }
    return 0;
}

int execute(const MovieCommand& command) {
    const RunInfo               run  = find_run(command.run);
    const std::filesystem::path film = command.output.empty() ? run.folder / "movie.mp4" : std::filesystem::path(command.output);
    for (const Shot& shot : shots_of(draw_options(run, command.look), run.folder / "pictures")) {
        const auto        files  = draw_frames(run, choose_frames(run, ""), shot, command.quiet);
        const std::string output = movie_of(film, shot).string();
        const MovieReport report = make_movie(files, frames_per_second(run), output);
        if (!report.made) throw FileError(report.sentence);
        print(output + "\n");
    }
    return 0;
}

}  // namespace mote::cli
