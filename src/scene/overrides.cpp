// Copyright (c) 2026 The Mote authors. MIT licence.
//
// `--set path=value` is applied to the tree before it is read, so that overrides are checked like the file itself.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "scene/reader.h"
#include "scene/words.h"

namespace mote {

namespace {

using Steps = std::vector<std::string>;

// "objects.cup.union[1].at" -> objects, cup, union, 1, at; nothing where a step is empty.
std::optional<Steps> steps_of(std::string_view path) {
    while (!path.empty() && path.back() == ' ') path.remove_suffix(1);
    Steps       steps;
    std::string step;
    for (const char c : path) {
        if (c == '.' || c == '[') {
            if (step.empty()) return {};
            steps.push_back(std::move(step));
            step.clear();
        } else if (c != ']') {
            step += c;
        }
    }
    if (step.empty()) return {};
    steps.push_back(std::move(step));
    return steps;
}

class Change {
public:
    Change(YamlTrees& trees, const Steps& steps, const Node* value) : trees_(trees), steps_(steps), value_(value) {}

    // A copy of `node` with the value put in at the end of the steps; nodes may be shared, so they are never altered.
    const Node* in(const Node* node, std::size_t step = 0) const {
        if (step == steps_.size()) return value_;
        if (node && node->kind == Node::Kind::list) return in_list(*node, step);
        Node& copy = trees_.make();
        if (node && node->kind == Node::Kind::map) copy = *node;
        copy.kind = Node::Kind::map;
        if (!node || node->kind != Node::Kind::map) copy.place = value_->place;
        for (Entry& entry : copy.entries)
            if (entry.key == steps_[step]) {
                entry.value = in(entry.value, step + 1);
                if (step + 1 == steps_.size()) entry.place = value_->place;
                return &copy;
            }
        copy.entries.push_back({steps_[step], value_->place, in(nullptr, step + 1)});
        return &copy;
    }

private:
    YamlTrees&   trees_;
    const Steps& steps_;
    const Node*  value_;

    const Node* in_list(const Node& list, std::size_t step) const {
        const std::string& text   = steps_[step];
        std::size_t        index  = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), index);
        if (problem != std::errc{} || end != text.data() + text.size() || index >= list.items.size())
            throw trees_.error(value_->place, "",
                               fmt::format("there is no item {} in a list of {}; items count from 0, as in union[0]",
                                           in_quotes(text), list.items.size()));
        Node& copy        = trees_.make();
        copy              = list;
        copy.items[index] = in(list.items[index], step + 1);
        return &copy;
    }
};

}  // namespace

const Node* apply_override(YamlTrees& trees, const Node* root, const std::string& override_text, int source) {
    const Place       place{source, 0, 0};
    const std::size_t equals = override_text.find('=');
    const auto        steps  = equals == std::string::npos ? std::nullopt : steps_of(override_text.substr(0, equals));
    if (!steps || steps->size() >= largest_yaml_depth)
        throw trees.error(place, "",
                          "expects path=value; write for example spacing=5mm or materials.water.density=998");
    const Node* value = trees.parse(std::string_view(override_text).substr(equals + 1), source, false);
    if (!value || value->kind == Node::Kind::empty)
        throw trees.error(place, "", "has no value after the equals sign; write for example spacing=5mm");
    return Change(trees, *steps, value).in(root);
}

}  // namespace mote
