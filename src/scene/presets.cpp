// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/presets.h"

#include <algorithm>

namespace mote {

namespace {

constexpr const char* preset_text =
#include "scene/presets.yaml.inc"
    ;

struct PresetTable {
    YamlTrees                trees;
    std::vector<PresetEntry> entries;

    PresetTable() {
        trees.sources = {"presets"};
        for (const Entry& entry : trees.parse(preset_text, 0, false)->entries) {
            const auto text = [&](const char* key) { return entry.value->find(key)->value->text; };
            entries.push_back({entry.key, text("about"), text("source"), entry.value->find("values")->value});
        }
    }
};

}  // namespace

const std::vector<PresetEntry>& presets() {
    static const PresetTable table;
    return table.entries;
}

const PresetEntry* find_preset(std::string_view name) {
    const auto found = std::find_if(presets().begin(), presets().end(), [&](const auto& p) { return p.name == name; });
    return found == presets().end() ? nullptr : &*found;
}

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const PresetEntry& preset : presets()) names.push_back(preset.name);
    return names;
}

}  // namespace mote
