// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/scene_file.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "scene/reader.h"
#include "scene/words.h"
#include "scene/yaml_tree.h"

namespace mote {

namespace {

// The part of a path that has a place: itself, or the nearest block around it.
Place find_place(const SceneFile& file, std::string_view path) {
    while (!path.empty()) {
        if (const auto found = file.places.find(path); found != file.places.end()) return found->second;
        const std::size_t cut = path.find_last_of(".[");
        path                  = cut == path.npos ? "" : path.substr(0, cut);
    }
    return {0, 1, 1};
}

// 2-D scenes may write two components, wherever `dimension` stands in the file.
bool is_planar(const Node& root) {
    const Entry* dimension = root.find("dimension");
    double       value     = 0;
    if (!dimension) return false;
    const std::string& text = dimension->value->text;
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{} && value == 2;
}

std::string read_whole(const std::filesystem::path& file) {
    std::error_code problem;
    if (std::filesystem::is_directory(file, problem))
        throw FileError(file.string() + ": is a folder; name the scene file in it");
    std::ifstream in(file, std::ios::binary);
    if (!in) throw FileError(file.string() + ": cannot be opened; is the name right? `mote scenes` lists the gallery");
    // One byte more than allowed is enough to see that it is too long.
    std::string text(largest_yaml_bytes + 1, '\0');
    in.read(text.data(), std::streamsize(text.size()));
    if (in.bad()) throw FileError(file.string() + ": reading stopped with an error");
    text.resize(std::size_t(in.gcount()));
    return text;
}

}  // namespace

SceneError SceneFile::error(std::string_view path, const std::string& sentence) const {
    return placed_error(sources, find_place(*this, path), path, sentence);
}

std::string SceneFile::where(std::string_view path) const { return place_text(sources, find_place(*this, path)); }

SceneFile read_scene_text(std::string_view text, const std::string& file_name, const Overrides& overrides,
                          ShapeFiles files) {
    YamlTrees trees;
    trees.sources.push_back(file_name);
    const Node* root = trees.parse(text, 0, true);
    if (!root || root->kind == Node::Kind::empty)
        throw trees.error({0, 1, 1}, "",
                          "is empty; a scene needs at least materials and objects, see `mote help scene`");
    if (root->kind != Node::Kind::map)
        throw trees.error(
            root->place, "",
            fmt::format("expects lines like `spacing: 8 mm`, found {}; see `mote help scene`", root->kind_text()));
    for (const std::string& change : overrides) {
        trees.sources.push_back("--set " + change);
        root = apply_override(trees, root, change, int(trees.sources.size()) - 1);
    }
    SceneFile result;
    result.sources = trees.sources;
    read_tree({trees, is_planar(*root), files, std::filesystem::path(file_name).parent_path()}, *root, result);
    settle_sampling(result);
    check_rules(result);
    return result;
}

SceneFile read_scene(const std::filesystem::path& file, const Overrides& overrides) {
    return read_scene_text(read_whole(file), file.string(), overrides);
}

SceneFile check_scene(const Scene& scene) { return read_scene_text(write_scene(scene), "scene"); }

}  // namespace mote
