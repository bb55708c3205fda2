// Copyright (c) 2026 The Mote authors. MIT licence.
#include "pictures.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>

#include "frames.h"
#include "mote/files.h"
#include "picture/tiles.h"
#include "scene/words.h"
#include "terminal.h"

namespace mote::cli {
namespace {

/// The numbers of "1,2,3" or "0:5" or "960x540"; exactly `count`, or the option is refused.
std::vector<float> numbers_in(const char* option, const std::string& text, char separator, std::size_t count,
                              const char* example) {
    std::vector<float> numbers;
    const char*        at  = text.data();
    const char* const  end = at + text.size();
    while (at <= end) {
        float value              = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc{} || !std::isfinite(value) || (next != end && *next != separator)) break;
        numbers.push_back(value);
        at = next + 1;
    }
    if (at <= end || numbers.size() != count)
        throw Error(fmt::format("{} {}: expected for example {}", option, in_quotes(text), example), 2);
    return numbers;
}

Vec3 point_in(const char* option, const std::string& text) {
    const auto v = numbers_in(option, text, ',', 3, "1,0.5,2");
    return {v[0], v[1], v[2]};
}

void set_size(PictureSpec& look, const std::string& text) {
    const auto size  = numbers_in("--size", text, 'x', 2, "1280x720");
    const auto valid = [](float side) { return side >= 16 && side <= 8192 && side == std::floor(side); };
    if (!valid(size[0]) || !valid(size[1]))
        throw Error(fmt::format("--size {}: each side is a whole number from 16 to 8192", in_quotes(text)), 2);
    look.width = int(size[0]), look.height = int(size[1]);
}

void choose_camera(PictureSpec& look, const std::string& name) {
    std::vector<std::string> names;
    for (const auto& [known, camera] : look.cameras) {
        names.push_back(known);
        if (known == name) return look.camera = camera, look.cameras.clear();
    }
    throw Error(fmt::format("--camera {}: {}", in_quotes(name), names.empty() ? "the scene has no cameras by name" : suggestion(name, names)), 2);
}

/// How many frames are drawn at once. What only one thread can do for a picture (reading, trees for rays, encoding) then goes on while
/// others are traced. Few, and of large frames one, since each takes memory.
int drawn_together(const RunInfo& run, const std::vector<std::uint32_t>& frames, int threads) {
    constexpr std::uintmax_t large = 64 << 20;  // bytes
    for (const std::uint32_t number : frames) {
        std::error_code none;
        if (const auto bytes = std::filesystem::file_size(path_of(run, number), none); !none && bytes > large) return 1;
    }
    return std::clamp(int(frames.size()) / 2, 1, std::min(4, threads));
}

}  // namespace

DrawOptions draw_options(const RunInfo& run, const LookOptions& look) {
    DrawOptions options = draw_options_of(run.folder);
    if (!look.colour.empty()) {
        options.look.colour = look.colour;
        options.look.low = options.look.high = std::nullopt;  // they were those of another column
    }
    if (!look.range.empty()) {
        const auto range = numbers_in("--range", look.range, ':', 2, "0:5");
        options.look.low = range[0], options.look.high = range[1];
    }
    if (!look.size.empty()) set_size(options.look, look.size);
    if (!look.camera.empty()) choose_camera(options.look, look.camera);
    if (!look.from.empty() || !look.to.empty()) options.look.cameras.clear(), options.look.camera.keys.clear();
    if (!look.from.empty()) options.look.camera.from = point_in("--from", look.from);
    if (!look.to.empty()) options.look.camera.to = point_in("--to", look.to);
    if (!look.render.empty()) options.look.render = look.render == "film" ? PictureSpec::Render::film : PictureSpec::Render::quick;
    if (look.samples) options.look.samples = *look.samples;
    if (look.boundaries) options.look.boundaries = true;
    if (look.surface) options.look.surface = true;
    return options;
}

std::vector<std::string> draw_frames(const RunInfo& run, const std::vector<std::uint32_t>& frames, const Shot& shot, bool quiet) {
    make_folder(shot.folder);
    const auto                      materials = materials_of(run.folder);
    const int                       threads = drawing_threads(shot.options.threads), together = drawn_together(run, frames, threads);
    DrawOptions                     options = shot.options;
    std::vector<std::string>        files;
    std::vector<std::exception_ptr> trouble(frames.size());
    std::atomic<bool>               stop = false;
    std::mutex                      telling;
    std::size_t                     done = 0;
    ProgressLine                    line(quiet);
    options.threads = (threads + together - 1) / together;
    for (const std::uint32_t number : frames) files.push_back((shot.folder / (numbered(number) + ".png")).string());
    for_each_tile(together, int(frames.size()), [&](int k) {
        const auto at = std::size_t(k);
        if (stop) return;
        try {
            draw_frame(read_frame(path_of(run, frames[at])), materials, options, files[at]);
        } catch (...) {
            trouble[at] = std::current_exception();
            stop        = true;
        }
        const std::lock_guard lock(telling);
        ++done;
        if (!stop && line.due(true)) line.show(fmt::format("{} of {} pictures", done, frames.size()), double(done) / double(frames.size()));
    });
    for (const std::exception_ptr& first : trouble)
        if (first) std::rethrow_exception(first);
    return files;
}

double frames_per_second(const RunInfo& run) {
    const auto json = nlohmann::json::parse(run.run_json, nullptr, false);
    const auto fps  = json.is_object() ? json.find("fps") : json.end();
    return fps != json.end() && fps->is_number() && fps->get<double>() > 0 ? fps->get<double>() : 30;
}

Image load_png(const std::string& path) {
    png_image file{};
    file.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&file, path.c_str())) throw FileError(path + ": " + file.message);
    file.format = PNG_FORMAT_RGBA;
    Image image(int(file.width), int(file.height));
    static_assert(sizeof(Pixel) == 4);
    if (!png_image_finish_read(&file, nullptr, image.pixels.data(), 0, nullptr))
        throw FileError(path + ": " + file.message);
    return image;
}

}  // namespace mote::cli
