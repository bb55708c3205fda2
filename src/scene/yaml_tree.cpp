// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The parser is yaml-cpp; only its events are used. Its own node tree keeps duplicate keys, turns `yes` into true and
// `010` into 8, and expands aliases without limit.
#include "scene/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <sstream>

#include "scene/source_text.h"
#include "scene/words.h"

namespace mote {

namespace {

using YAML::anchor_t, YAML::Mark;

class TreeBuilder final : public YAML::EventHandler {
public:
    TreeBuilder(YamlTrees& trees, std::string_view text, int source, bool lines)
        : trees_(trees), text_(text), source_(source), lines_(lines) {}

    const Node* root = nullptr;

    Place place(const Mark& mark) const {
        if (!lines_) return {source_, 0, 0};
        if (mark.is_null()) return {source_, 1, 1};
        return {source_, mark.line + 1, column_in_characters(text_, offset(mark), mark.column)};
    }

    // yaml-cpp takes the end of the text for a missing closing quote. Only the last quoted text can lack one.
    void check_last_quote() const {
        if (!last_quoted_.is_null() && has_open_quote(text_, offset(last_quoted_)))
            fail(place(last_quoted_), "this quote is never closed; add the closing one, or double a quote inside text");
    }

    void OnDocumentStart(const Mark& mark) override {
        if (!root) return;
        fail(place(mark),
             "the scene ends before this, and a second YAML document begins; remove '---', or correct the brackets, "
             "quotes or indentation just before");
    }
    void OnDocumentEnd() override {}
    void OnNull(const Mark& mark, anchor_t anchor) override { leaf(Node::Kind::empty, "", false, place(mark), anchor); }
    void OnScalar(const Mark& mark, const std::string& tag, anchor_t anchor, const std::string& value) override {
        check_tag(mark, tag);
        if (tag == "!") last_quoted_ = mark;
        leaf(Node::Kind::text, value, tag == "!", place(mark), anchor);
    }
    void OnSequenceStart(const Mark& mark, const std::string& tag, anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        check_tag(mark, tag);
        open(Node::Kind::list, place(mark), anchor);
    }
    void OnMapStart(const Mark& mark, const std::string& tag, anchor_t anchor, YAML::EmitterStyle::value) override {
        check_tag(mark, tag);
        open(Node::Kind::map, place(mark), anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

    void OnAlias(const Mark& mark, anchor_t anchor) override {
        const auto target = anchors_.find(anchor);
        if (target == anchors_.end())
            fail(place(mark),
                 "this alias (*) stands inside its own anchor (&), a cyclic reference; write the value out");
        count(place(mark), target->second->size, target->second->depth);
        put(target->second, place(mark));
    }

private:
    struct Open {
        Node*       node;
        anchor_t    anchor;
        bool        has_key = false;  // of a map: its value is awaited
        std::string key{};
        Place       key_place{};
    };

    YamlTrees&                      trees_;
    std::string_view                text_;
    int                             source_;
    bool                            lines_;
    std::size_t                     total_       = 0;
    Mark                            last_quoted_ = Mark::null_mark();
    std::vector<Open>               open_;
    std::map<anchor_t, const Node*> anchors_;  // finished ones only

    static std::size_t offset(const Mark& mark) { return std::size_t(mark.pos); }

    [[noreturn]] void fail(Place at, const std::string& sentence) const { throw trees_.error(at, "", sentence); }

    void check_tag(const Mark& mark, const std::string& tag) const {
        if (!tag.empty() && tag != "?" && tag != "!")
            fail(place(mark), fmt::format("the YAML tag {} has no meaning in a scene; remove it", in_quotes(tag)));
    }

    void count(Place at, std::size_t nodes, std::size_t depth) {
        total_ += nodes;
        if (total_ > largest_yaml_nodes)
            fail(at, fmt::format("found more than {} values, aliases expanded; make the scene smaller",
                                 largest_yaml_nodes));
        if (open_.size() + depth > largest_yaml_depth)
            fail(at, fmt::format("nested more than {} levels deep; make the scene flatter", largest_yaml_depth));
    }

    Node& make(Node::Kind kind, Place at) {
        count(at, 1, 1);
        Node& node = trees_.make();
        node.kind  = kind;
        node.place = at;
        return node;
    }

    void leaf(Node::Kind kind, const std::string& text, bool quoted, Place at, anchor_t anchor) {
        Node& node  = make(kind, at);
        node.text   = text;
        node.quoted = quoted;
        if (anchor) anchors_[anchor] = &node;
        put(&node, at);
    }

    void open(Node::Kind kind, Place at, anchor_t anchor) {
        Node& node = make(kind, at);
        open_.push_back({&node, anchor});
    }

    void close() {
        const Open done = std::move(open_.back());
        open_.pop_back();
        if (done.node->kind == Node::Kind::map) check_duplicates(*done.node);
        if (done.anchor) anchors_[done.anchor] = done.node;
        put(done.node, done.node->place);
    }

    // A finished value goes into the list or map that is open, as key or as value.
    void put(const Node* value, Place at) {
        if (open_.empty()) {
            root = value;
            return;
        }
        Open& parent = open_.back();
        if (parent.node->kind == Node::Kind::map && !parent.has_key) return put_key(*value, at);
        if (parent.node->kind == Node::Kind::list) {
            parent.node->items.push_back(value);
        } else {
            if (value->kind == Node::Kind::empty) value = keep_place(*value, parent.key_place);
            parent.node->entries.push_back({std::move(parent.key), parent.key_place, value});
            parent.has_key = false;
        }
        parent.node->size += value->size;
        parent.node->depth = std::max(parent.node->depth, value->depth + 1);
    }

    // yaml-cpp places a missing value at whatever comes next; its key is where people look.
    const Node* keep_place(const Node& value, Place at) {
        Node& copy = trees_.make();
        copy       = value;
        copy.place = at;
        return &copy;
    }

    void put_key(const Node& key, Place at) {
        if (key.kind != Node::Kind::text || key.text.empty())
            fail(at, "found " + key.kind_text() + " where the name of a field is expected; write `name: value`");
        if (key.text == "<<" && !key.quoted)
            fail(at, "merge keys (<<) are not part of the scene language; write the fields out, or use a preset");
        Open& parent     = open_.back();
        parent.has_key   = true;
        parent.key       = key.text;
        parent.key_place = at;
        parent.node->size += 1;
    }

    void check_duplicates(const Node& map) const {
        std::vector<const Entry*> sorted;
        for (const Entry& entry : map.entries) sorted.push_back(&entry);
        std::stable_sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->key < b->key; });
        const auto twice =
            std::adjacent_find(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->key == b->key; });
        if (twice == sorted.end()) return;
        const Entry &first = *twice[0], &second = *twice[1];
        throw trees_.error(second.place, quoted_name(second.key),
                           fmt::format("is given twice, first in line {}; remove one of them", first.place.line));
    }
    static std::string quoted_name(const std::string& key) { return is_name(key) ? key : in_quotes(key); }
};

}  // namespace

const Entry* Node::find(std::string_view key) const {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
    return found == entries.end() ? nullptr : &*found;
}

std::string Node::kind_text() const {
    switch (kind) {
        case Kind::empty:
            return "nothing";
        case Kind::text:
            return in_quotes(text);
        case Kind::list:
            return items.empty() ? "an empty list" : "a list";
        case Kind::map:
            return "a block of fields";
    }
    return "";
}

const Node* YamlTrees::parse(std::string_view text, int source, bool lines) {
    const auto at = [&](int line, int column) { return lines ? Place{source, line, column} : Place{source, 0, 0}; };
    if (text.size() > largest_yaml_bytes)
        throw error(at(1, 1), "", fmt::format("has more than {} bytes; is this a scene file?", largest_yaml_bytes));
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark some editors write
    if (const auto bad = find_bad_byte(text))
        throw error(at(bad->line, bad->column), "",
                    fmt::format("byte 0x{:02x} is not part of a text in UTF-8; is this a scene file?", bad->byte));
    TreeBuilder builder(*this, text, source, lines);
    try {
        std::istringstream in{std::string(text)};
        YAML::Parser       parser(in);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& e) {
        const bool tab = !e.mark.is_null() && is_indented_by_tab(text, std::size_t(e.mark.pos), e.mark.column);
        throw error(builder.place(e.mark), "",
                    fmt::format("cannot be read as YAML, {}; {}", e.msg,
                                tab ? "indent with blanks, not with tabs"
                                    : "look at the indentation, brackets and quotes here and in the line before"));
    }
    builder.check_last_quote();
    return builder.root;
}

SceneError YamlTrees::error(Place place, std::string_view path, const std::string& sentence) const {
    return placed_error(sources, place, path, sentence);
}

std::string place_text(const std::vector<std::string>& sources, Place place) {
    const std::string& name = sources.at(std::size_t(place.source));
    return place.line ? fmt::format("{}:{}:{}", name, place.line, place.column) : name;
}

SceneError placed_error(const std::vector<std::string>& sources, Place place, std::string_view path,
                        const std::string& sentence) {
    return SceneError(fmt::format("{}: {}{}{}", place_text(sources, place), path, path.empty() ? "" : ": ", sentence));
}

}  // namespace mote
