// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace mote::cli {

/// The folder with scenes/ and docs/gallery/: the current one where it has scenes, else the one Mote was built from.
/// As short as it can be written. Throws FileError where neither has scenes.
std::filesystem::path gallery_folder();

struct GalleryEntry {
    std::filesystem::path file;
    std::string           title, thumbnail;  ///< thumbnail: empty where there is none

    std::string name() const { return file.stem().string(); }
};
/// The scenes of that folder, by name. A scene that cannot be read shows its error where its title would stand.
std::vector<GalleryEntry> find_scenes(const std::filesystem::path& folder);

}  // namespace mote::cli
