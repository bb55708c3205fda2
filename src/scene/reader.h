// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "scene/value_reader.h"

namespace mote {

/// Reads the tree of a whole scene into `file.scene` and notes the place of every value in `file.places`.
void read_tree(const ReadSetting& setting, const Node& root, SceneFile& file);

/// Changes the tree as `path=value` says and returns the new root; the value has the place of source `source`.
const Node* apply_override(YamlTrees& trees, const Node* root, const std::string& override_text, int source);

/// The rules that no single field can check: names, materials, shapes, ranges that depend on each other.
void check_rules(const SceneFile& file);
/// Objects of virtual materials are crystals unless they say otherwise.
void settle_sampling(SceneFile& file);

}  // namespace mote
