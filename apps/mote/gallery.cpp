// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Remakes the pictures of the gallery: each scene is simulated up to its poster, and drawn by following light where it is 3-D.
#include "gallery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands.h"
#include "frames.h"
#include "mote/files.h"
#include "pictures.h"
#include "scene/words.h"
#include "simulate.h"
#include "terminal.h"

namespace mote::cli {
namespace {

namespace fs = std::filesystem;

constexpr int strip_columns = 6, strip_cell = 240;

std::vector<GalleryEntry> chosen(const std::vector<std::string>& names) {
    const auto all = find_scenes(gallery_folder());
    if (names.empty()) return all;
    std::vector<GalleryEntry> entries;
    std::vector<std::string>  known;
    for (const GalleryEntry& e : all) known.push_back(e.name());
    for (const std::string& name : names) {
        const auto at = std::find(known.begin(), known.end(), name);
        if (at == known.end()) throw Error(fmt::format("gallery {}: {}", in_quotes(name), suggestion(name, known)), 2);
        entries.push_back(all[std::size_t(at - known.begin())]);
    }
    return entries;
}

/// The picture's own settings; in three dimensions matter is seen in its look.
PictureSpec look_of(const Scene& scene, int samples) {
    PictureSpec look = scene.output.pictures ? *scene.output.pictures : scene.output.movie.value_or(PictureSpec{});
    if (scene.dimension == 3) look.render = PictureSpec::Render::film, look.colour = "material";
    if (samples > 0) look.samples = samples;
    return look;
}

/// Simulates a scene up to its poster, or finds that done. Returns the frame of it.
std::uint32_t run_to_poster(SceneFile file, const fs::path& folder, const GalleryCommand& command) {
    OutputSpec&  output = file.scene.output;
    const double time   = double(output.poster.value_or(0.6f * file.scene.duration));
    const auto   frame  = std::uint32_t(std::max(1L, std::lround(time * double(output.fps))));
    output.pictures.reset(), output.movie.reset(), output.surface.reset(), output.skins.clear();
    if (holds_run_of(folder, file.scene)) {
        const auto frames = find_run(folder).frames;
        if (std::find(frames.begin(), frames.end(), frame) != frames.end()) return frame;
    }
    RunOptions options;
    options.folder = folder, options.frames = int(frame), options.replace = command.force || holds_run_of(folder, file.scene);
    const RunSummary summary = simulate(file, Exec(command.threads), command.quiet, std::move(options));
    if (summary.end != RunEnd::done) throw Error(fmt::format("{}: {}", file.scene.title, summary.sentence), summary.exit_code());
    return frame;
}

/// All wide pictures of scenes in space that are there, on one sheet.
fs::path draw_strip(const fs::path& pictures) {
    std::vector<Image>       strip;
    std::vector<std::string> captions;
    for (const GalleryEntry& entry : chosen({})) {
        const fs::path png = pictures / (entry.name() + ".png");
        if (!fs::exists(png) || read_scene(entry.file.string()).scene.dimension != 3) continue;
        Image picture = load_png(png.string());
        if (picture.width > picture.height) strip.push_back(std::move(picture)), captions.push_back(entry.title);
    }
    const fs::path file = pictures / "strip.png";
    save_png(file.string(), contact_sheet(strip, strip_columns, "", captions, strip_cell));
    return file;
}

}  // namespace

int execute(const GalleryCommand& command) {
    const fs::path pictures = command.pictures.empty() ? gallery_folder() / "docs/gallery" : fs::path(command.pictures);
    make_folder(pictures);
    for (const GalleryEntry& entry : chosen(command.scenes)) {
        if (!command.quiet) tell(fmt::format("{} ...", entry.name()));
        const SceneFile     file   = read_scene(entry.file.string());
        const fs::path      folder = fs::path(command.folder) / entry.name(), png = pictures / (entry.name() + ".png");
        const std::uint32_t frame  = run_to_poster(file, folder, command);
        const RunInfo       run    = find_run(folder);
        DrawOptions         options = draw_options_of(folder);
        options.look = look_of(file.scene, command.samples), options.threads = command.threads;
        options.surface = file.scene.output.surface.value_or(SurfaceSpec{});   // the run makes none
        draw_frame(read_frame(path_of(run, frame)), materials_of(folder), shots_of(options, pictures).front().options, png);
        print(png.string() + "\n");
    }
    print(draw_strip(pictures).string() + "\n");
    return 0;
}

}  // namespace mote::cli
