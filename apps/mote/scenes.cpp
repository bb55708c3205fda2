// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "gallery.h"
#include "mote/files.h"
#include "mote/scene_file.h"
#include "terminal.h"

namespace mote::cli {
namespace {

namespace fs = std::filesystem;

/// Reads no mesh.
std::string title_of(const fs::path& file) {
    try {
        const SceneFile scene =
            read_scene_text(read_text_file(file, 16u << 20), file.string(), {}, ShapeFiles::may_be_missing);
        return scene.scene.title.empty() ? "(no title)" : scene.scene.title;
    } catch (const Error& error) {
        return fmt::format("(cannot be read: {})", error.what());
    }
}

}  // namespace

std::vector<GalleryEntry> find_scenes(const fs::path& folder) {
    std::vector<GalleryEntry> entries;
    for (const auto& item : fs::directory_iterator(folder / "scenes"))
        if (item.path().extension() == ".yaml") entries.push_back({item.path(), title_of(item.path()), ""});
    std::sort(entries.begin(), entries.end(), [](const GalleryEntry& a, const GalleryEntry& b) { return a.file < b.file; });
    for (GalleryEntry& entry : entries) {
        const fs::path thumbnail = folder / "docs/gallery" / (entry.name() + ".png");
        if (fs::exists(thumbnail)) entry.thumbnail = thumbnail.string();
    }
    return entries;
}

fs::path gallery_folder() {
    if (fs::is_directory("scenes")) return "";
    const fs::path built_from = MOTE_SOURCE_DIR;
    if (!fs::is_directory(built_from / "scenes"))
        throw FileError("there is no folder scenes here, nor where Mote was built; change to the folder of Mote");
    const fs::path relative = built_from.lexically_proximate(fs::current_path());
    return relative.string().size() < built_from.string().size() ? relative : built_from;
}

int execute(const ScenesCommand& command) {
    const auto entries = find_scenes(gallery_folder());
    if (command.json) {
        auto list = nlohmann::ordered_json::array();
        for (const GalleryEntry& e : entries)
            list.push_back({{"scene", e.file.string()}, {"title", e.title}, {"thumbnail", e.thumbnail}});
        print(list.dump() + "\n");
        return 0;
    }
    std::size_t width = 0;
    for (const GalleryEntry& e : entries) width = std::max(width, e.file.string().size());
    for (const GalleryEntry& e : entries) {
        print(fmt::format("{:<{}}  {}\n", e.file.string(), width, e.title));
        if (!e.thumbnail.empty()) print(fmt::format("{:<{}}  {}\n", "", width, e.thumbnail));
    }
    return 0;
}

}  // namespace mote::cli
