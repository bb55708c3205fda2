// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <filesystem>

namespace mote::cli {

/// The folder with scenes/ and docs/gallery/: the current one where it has scenes, else the one Mote was built from.
/// As short as it can be written. Throws FileError where neither has scenes.
std::filesystem::path gallery_folder();

}  // namespace mote::cli
