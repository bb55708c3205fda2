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
        const auto files =
            draw_frames(run, choose_frames(run, ""), options, output.empty() ? folder : output, command.quiet);
        print(fmt::format("{} to {}\n", files.front(), files.back()));
        return 0;
    }
    const std::uint32_t         frame = choose_frame(run, command.frame);
    const std::filesystem::path file  = output.empty() ? folder / (numbered(frame) + ".png") : output;
    if (file.has_parent_path()) make_folder(file.parent_path());
    draw_frame(read_frame(path_of(run, frame)), materials_of(run.folder), options, file);
    print(file.string() + "\n");
    return 0;
}

int execute(const MovieCommand& command) {
    const RunInfo     run    = find_run(command.run);
    const std::string film   = command.output.empty() ? (run.folder / "movie.mp4").string() : command.output;
    const auto        files  = draw_frames(run, choose_frames(run, ""), draw_options(run, command.look),
                                           run.folder / "pictures", command.quiet);
    const MovieReport report = make_movie(files, frames_per_second(run), film);
    if (!report.made) throw FileError(report.sentence);
    print(film + "\n");
    return 0;
}

}  // namespace mote::cli
