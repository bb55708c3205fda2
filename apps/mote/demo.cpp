// Copyright (c) 2026 The Mote authors. MIT licence.
//
// First contact: one command from nothing to a film.
#include <fmt/format.h>

#include "commands.h"
#include "frames.h"
#include "gallery.h"
#include "pictures.h"
#include "simulate.h"
#include "terminal.h"

namespace mote::cli {
namespace {

constexpr std::size_t sheet_pictures = 8;
constexpr int         sheet_columns  = 4;

/// Pictures of the whole run: those it drew itself, or new ones.
std::vector<std::string> pictures_of(const RunInfo& run, bool quiet) {
    const auto folder = run.folder / "pictures";
    const auto drawn  = find_pictures(folder.string());
    return drawn.size() == run.frames.size() ? drawn : draw_frames(run, run.frames, shots_of(draw_options(run, {}), folder).front(), quiet);
}

std::string make_sheet(const RunInfo& run, const std::vector<std::string>& pictures, const std::string& title) {
    std::vector<Image>       images;
    std::vector<std::string> captions;
    const double             fps = frames_per_second(run);
    for (std::size_t k = 0; k < sheet_pictures; ++k) {
        const std::size_t at = k * (pictures.size() - 1) / (sheet_pictures - 1);
        images.push_back(load_png(pictures[at]));
        captions.push_back(fmt::format("t = {:.2f} s", double(run.frames[at]) / fps));
    }
    const std::string file = (run.folder / "contact_sheet.png").string();
    save_png(file, contact_sheet(images, sheet_columns, title, captions));
    return file;
}

}  // namespace

int execute(const DemoCommand& command) {
    const auto      scene = (gallery_folder() / "scenes/demo.yaml").string();
    const SceneFile file  = read_scene(scene);
    RunOptions      options;
    options.folder  = command.folder;
    options.replace = holds_run_of(command.folder, file.scene);  // an earlier demo; a run with other settings is somebody's work
    if (!command.quiet) tell(fmt::format("Simulating {} ({}) into {} ...", scene, file.scene.title, command.folder));
    const RunSummary summary = simulate(file, Exec(command.threads), command.quiet, std::move(options));
    if (summary.end == RunEnd::unsound) throw UnsoundError(summary.sentence);
    if (summary.end == RunEnd::interrupted) {
        tell(fmt::format("mote: {} (mote run {} -o {} --resume)", summary.sentence, scene, command.folder));
        return summary.exit_code();
    }

    const RunInfo run = find_run(command.folder);
    if (!command.quiet) tell("Drawing ...");
    const auto        pictures = pictures_of(run, command.quiet);
    const std::string sheet    = make_sheet(run, pictures, file.scene.title);
    const std::string film     = (run.folder / "movie.mp4").string();
    const bool        has_film = std::filesystem::exists(film);
    const MovieReport movie    = has_film ? MovieReport{true, ""} : make_movie(pictures, frames_per_second(run), film);

    print(fmt::format("{} particles, {} steps, {} in all.\n\nLook at\n  {}\n", in_groups(summary.particles),
                      in_groups(summary.steps), in_time(summary.seconds), sheet));
    print(movie.made ? fmt::format("  {}\n", film)
                     : fmt::format("  {}: {}\n", (run.folder / "pictures").string(), movie.sentence));
    print(
        fmt::format("\nTry next\n"
                    "  ./mote picture {0} --frame 20 --colour speed\n"
                    "  ./mote run {1} -o out/fine --set 'spacing=15 mm'\n"
                    "  ./mote scenes\n"
                    "  ./mote help scene\n",
                    command.folder, scene));
    return 0;
}

}  // namespace mote::cli
