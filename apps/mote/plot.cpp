// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include "commands.h"
#include "mote/files.h"
#include "mote/run.h"
#include "terminal.h"

namespace mote::cli {
namespace {

namespace fs = std::filesystem;

/// What is drawn, where the plot goes, and what stands above it.
struct Drawn {
    fs::path    csv, output;
    std::string title;
};

Drawn drawn_by(const PlotCommand& command) {
    const fs::path path = command.run;
    if (fs::is_regular_file(path)) return {path, fs::path(path).replace_extension(".svg"), path.stem().string()};
    const RunInfo run = find_run(path);
    Drawn         drawn{run.folder / "stats.csv", run.folder / "plots.svg", ""};
    if (!fs::exists(drawn.csv)) throw FileError(fmt::format("{}: the run has no stats.csv, so there is nothing to draw", run.folder.string()));
    try {
        drawn.title = read_scene(run.folder / "scene.yaml").scene.title;
    } catch (const Error&) {  // the numbers can be drawn without it
    }
    return drawn;
}

}  // namespace

int execute(const PlotCommand& command) {
    Drawn drawn = drawn_by(command);
    if (!command.output.empty()) drawn.output = command.output;
    const Csv csv = read_csv(drawn.csv);
    if (csv.rows() == 0) throw FileError(fmt::format("{}: there is no row of numbers yet", drawn.csv.string()));
    if (csv.cut_off) tell(fmt::format("mote: {}: the last line stops short and is left out", drawn.csv.string()));
    PlotOptions options{drawn.title, command.columns, {}};
    for (const std::string& reference : command.references) options.references.emplace_back(reference);
    if (drawn.output.has_parent_path()) make_folder(drawn.output.parent_path());
    save_plot(drawn.output, statistics_page(csv, options));
    print(drawn.output.string() + "\n");
    return 0;
}

}  // namespace mote::cli
