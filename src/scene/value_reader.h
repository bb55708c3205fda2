// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <filesystem>
#include <string>

#include "scene/field.h"
#include "scene/yaml_tree.h"

namespace mote {

/// What reading a scene needs to know beside the tree.
struct ReadSetting {
    const YamlTrees&      trees;
    bool                  planar;  ///< The scene is 2-D: vectors in the plane may have two components.
    ShapeFiles            files;
    std::filesystem::path folder;  ///< Relative file names start here.
};

/// Reads the value of a field that is no block, checks type, unit and range, and stores it.
/// `path` is the path of the field, for messages.
void read_value(const ReadSetting& setting, const Field& field, const Node& node, const std::string& path);

/// `true` or `false` and nothing else.
bool read_truth(const ReadSetting& setting, const Node& node, const std::string& path);

}  // namespace mote
