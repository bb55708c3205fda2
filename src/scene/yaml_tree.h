// Copyright (c) 2026 The Mote authors. MIT licence.
//
// YAML as a tree that knows where everything stands and does not guess types: `yes` and `010` stay text until a field
// says what it expects.
#pragma once
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "mote/scene_file.h"

namespace mote {

using Place = SceneFile::Place;

struct Node;

struct Entry {
    std::string key;
    Place       place;  ///< Of the key.
    const Node* value;
};

struct Node {
    enum class Kind { empty, text, list, map } kind = Kind::empty;
    std::string              text;
    bool                     quoted = false;  ///< In quotes or a text block: certainly not a number.
    Place                    place;           ///< Of an empty value: that of its key.
    std::vector<const Node*> items;
    std::vector<Entry>       entries;
    std::size_t              size  = 1;  ///< Nodes in it, aliases counted where they are used.
    std::size_t              depth = 1;

    const Entry* find(std::string_view key) const;
    /// "a list", "a block", ...: for messages.
    std::string kind_text() const;
};

/// Bounds on what is read: a scene is far below them, an attack far above.
inline constexpr std::size_t largest_yaml_bytes = 8u << 20, largest_yaml_nodes = 200'000, largest_yaml_depth = 64;

/// Owns the nodes of all trees of a scene and the names of the sources they were read from. An alias points at the
/// node of its anchor, so trees share nodes; they never contain themselves.
class YamlTrees {
public:
    std::vector<std::string> sources;  ///< As SceneFile::sources.

    Node& make() { return nodes_.emplace_back(); }

    /// Parses one document. Places carry `source`; without `lines` they have no line and column.
    /// Throws SceneError for whatever is not one sound YAML document within the bounds.
    const Node* parse(std::string_view text, int source, bool lines);

    [[nodiscard]] SceneError error(Place place, std::string_view path, const std::string& sentence) const;

private:
    std::deque<Node> nodes_;
};

/// "dam.yaml:7:3" or "--set spacing=1".
std::string place_text(const std::vector<std::string>& sources, Place place);

/// "PLACE: path: sentence".
SceneError placed_error(const std::vector<std::string>& sources, Place place, std::string_view path,
                        const std::string& sentence);

}  // namespace mote
