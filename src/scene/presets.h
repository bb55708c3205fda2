// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scene/yaml_tree.h"

namespace mote {

/// A named material: a block of values like one in a scene, with where the numbers come from.
struct PresetEntry {
    std::string name, about, source;
    const Node* values;
};

/// All of them, in the order of presets.yaml.inc.
const std::vector<PresetEntry>& presets();

/// Null where there is none of that name.
const PresetEntry* find_preset(std::string_view name);

}  // namespace mote
