// Copyright (c) 2026 The Mote authors. MIT licence.
#include "folder.h"

#include <algorithm>

#include <fmt/format.h>

#include "meta.h"
#include "mote/error.h"
#include "mote/files.h"

namespace mote {
namespace fs = std::filesystem;
namespace {

/// The first line in which two texts differ, for a sentence.
std::string first_difference(const std::string& was, const std::string& is) {
    std::size_t a = 0, b = 0;
    while (a < was.size() || b < is.size()) {
        const std::size_t end_a  = std::min(was.find('\n', a), was.size()),
                          end_b  = std::min(is.find('\n', b), is.size());
        const std::string line_a = was.substr(std::min(a, was.size()), end_a - a),
                          line_b = is.substr(std::min(b, is.size()), end_b - b);
        if (line_a != line_b) return fmt::format("it was `{}` and is `{}`", line_a, line_b);
        a = end_a + 1, b = end_b + 1;
    }
    return "";
}

}  // namespace

fs::path RunFolder::frame(int number) const { return frame_path(frames(), std::uint32_t(number)); }

bool RunFolder::holds_run() const { return fs::exists(scene()) && fs::exists(run_json()); }

bool RunFolder::is_unborn() const {
    const auto holds_only = [](const fs::path& folder, std::initializer_list<fs::path> names) {
        return std::all_of(fs::directory_iterator(folder), fs::directory_iterator(), [&](const fs::path& path) {
            return path.extension() == ".mote-tmp" || std::find(names.begin(), names.end(), path) != names.end();
        });
    };
    // Begun anew, it has no frames for a moment (`start`).
    if (fs::is_directory(frames()) ? !holds_only(frames(), {}) : !fs::exists(run_json())) return false;
    return (fs::exists(run_json()) || !fs::exists(scene())) &&
           holds_only(root_, {scene(), run_json(), stats(), bodies(), times(), log(), frames()});
}

void RunFolder::start(bool replace) const {
    if (fs::exists(root_) && !fs::is_directory(root_))
        throw FileError(root_.string() + " is a file; choose another folder with -o");
    if (fs::exists(root_) && !fs::is_empty(root_) && !is_unborn()) {
        if (!holds_run())
            throw FileError(root_.string() + " holds other things than a run; choose an empty or new folder with -o");
        if (!replace)
            throw FileError(
                root_.string() +
                " holds a run already; go on with it by --resume, throw it away by --force, or choose another "
                "folder with -o");
    }
    // run.json and scene.yaml stay until they are written anew: should this be killed, the folder is still known as a
    // run.
    std::error_code error;
    for (const fs::path& part : {pictures(), surface(), skins(), frames()}) fs::remove_all(part, error);
    for (const fs::path& part : {stats(), bodies(), times(), log(), checkpoint(), movie(), root_ / "bad.ply", root_ / "bad.mote"})
        fs::remove(part, error);
    make_folder(frames());
    remove_stale_temporaries(root_);
}

void RunFolder::check_same_scene(const std::string& scene_text) const {
    if (!holds_run()) throw FileError(root_.string() + " holds no run to resume");
    const std::string was = read_text_file(scene(), 64u << 20);
    if (was != scene_text)
        throw FileError(
            fmt::format("the run in {} was started with another scene: {}; resume with the scene it was started with "
                        "({}), or start "
                        "anew with --force",
                        root_.string(), first_difference(was, scene_text), scene().string()));
}

std::optional<RunFolder::Restart> RunFolder::find_restart(const std::function<void(const std::string&)>& say) const {
    const auto read = [&](const fs::path& path) -> std::optional<Frame> {
        try {
            return read_frame(path);
        } catch (const FileError& e) {
            say(std::string(e.what()) + "; going back to the one before");
            return {};
        }
    };
    std::optional<Restart> best;
    auto                   numbers = list_frames(frames());
    const auto             newest  = numbers.empty() ? 0 : numbers.back();
    while (!numbers.empty() && !best) {
        if (auto frame = read(this->frame(int(numbers.back())))) best = Restart{std::move(*frame), int(numbers.back())};
        numbers.pop_back();
    }
    // A checkpoint goes on from the newest frame; where that one is damaged, a frame is missing between the two.
    if (best && best->last_frame == int(newest) && fs::exists(checkpoint()))
        if (auto later = read(checkpoint());
            later && read_meta(later->meta_json).step > read_meta(best->frame.meta_json).step)
            best->frame = std::move(*later);
    return best;
}

}  // namespace mote
