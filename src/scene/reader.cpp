// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Walks the tree along the field lists. Values are read by value_reader.cpp; here are blocks, names and shapes.
#include "scene/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/describe.h"
#include "scene/presets.h"
#include "scene/words.h"

namespace mote {

namespace {

std::string inside(const std::string& path, const std::string& name) { return path.empty() ? name : path + "." + name; }

class TreeReader {
public:
    TreeReader(const ReadSetting& setting, SceneFile& file) : setting_(setting), file_(file) {}

    void read_block(const Node& node, const FieldList& list, const std::string& path, Place place) {
        expect_block(node, list, path);
        apply_preset(node, list, path);
        const Entry* form = nullptr;
        for (const Entry& entry : node.entries) {
            const Field& field = find_field(list, entry, path);
            if (std::holds_alternative<Preset>(field.target)) continue;
            if (std::holds_alternative<Form>(field.target)) {
                if (form)
                    fail(entry.place, path,
                         fmt::format("has two shapes, {} and {}; keep one, or combine them with union", form->key,
                                     entry.key));
                form = &entry;
            }
            read_field(field, *entry.value, inside(path, entry.key), entry.place);
        }
        if (!in_preset_) check_missing(node, list, path, place);
    }

private:
    const ReadSetting& setting_;
    SceneFile&         file_;
    bool               in_preset_ = false;

    [[noreturn]] void fail(Place place, const std::string& path, const std::string& sentence) const {
        throw setting_.trees.error(place, path, sentence);
    }

    static std::vector<std::string> names_of(const FieldList& list) {
        std::vector<std::string> names;
        for (const Field& field : list) names.push_back(field.name);
        return names;
    }

    void expect_block(const Node& node, const FieldList& list, const std::string& path) const {
        if (node.kind == Node::Kind::map || node.kind == Node::Kind::empty) return;
        fail(node.place, path,
             fmt::format("expects a block of fields ({}), found {}; write {{name: value}}", join(names_of(list), 8),
                         node.kind_text()));
    }

    const Field& find_field(const FieldList& list, const Entry& entry, const std::string& path) const {
        const auto found = std::find_if(list.begin(), list.end(), [&](const Field& f) { return f.name == entry.key; });
        if (found != list.end()) return *found;
        const std::string name  = is_name(entry.key) ? entry.key : in_quotes(entry.key);
        const auto        known = names_of(list);
        const auto elsewhere    = paths_ending_in(entry.key);  // a name that is right somewhere beats one that is near
        fail(entry.place, inside(path, name),
             elsewhere.empty() ? "no such field; " + suggestion(entry.key, known)
                               : fmt::format("no such field here; did you mean {}?", elsewhere.front()));
    }

    void apply_preset(const Node& node, const FieldList& list, const std::string& path) {
        const Entry* entry = node.find("preset");
        const bool   takes = std::any_of(list.begin(), list.end(),
                                         [](const Field& f) { return std::holds_alternative<Preset>(f.target); });
        if (!entry || !takes) return;
        const Node&        value  = *entry->value;
        const PresetEntry* preset = value.kind == Node::Kind::text ? find_preset(value.text) : nullptr;
        if (!preset)
            fail(value.place, inside(path, "preset"),
                 fmt::format("there is no preset {}; {}", value.kind_text(), suggestion(value.text, preset_names())));
        in_preset_ = true;
        read_block(*preset->values, list, path, value.place);
        in_preset_ = false;
        note(inside(path, "preset"), value.place);
    }

    void check_missing(const Node& node, const FieldList& list, const std::string& path, Place place) const {
        bool takes_form = false, has_form = false;
        for (const Field& field : list) {
            const bool given = node.find(field.name) != nullptr;
            if (field.notes.required && !given)
                fail(place, inside(path, field.name),
                     fmt::format("is missing and has no default; add it ({})",
                                 field.help.substr(0, field.help.size() - 1)));
            if (!std::holds_alternative<Form>(field.target)) continue;
            takes_form = true;
            has_form   = has_form || given;
        }
        if (takes_form && !has_form) fail(place, path, "has no shape; give it one of " + join(form_names()));
    }

    void note(const std::string& path, Place place) {
        if (!in_preset_) file_.places.insert_or_assign(path, place);
    }

    void read_field(const Field& field, const Node& node, const std::string& path, Place key_place) {
        note(path, is_block(field) || std::holds_alternative<Form>(field.target) ? key_place : node.place);
        if (const auto* block = std::get_if<Block>(&field.target))
            return field.notes.one_is_all && node.kind == Node::Kind::text
                       ? read_for_all(*block, node, path)
                       : read_block(node, block->fields, path, key_place);
        if (const auto* block = std::get_if<OptionalBlock>(&field.target))
            return field.notes.first_alone ? read_opening(*block, node, path, key_place)
                                           : read_optional(*block, node, path, key_place);
        if (const auto* entries = std::get_if<Entries>(&field.target)) return read_entries(field, *entries, node, path);
        if (const auto* items = std::get_if<Items>(&field.target)) return read_items(field, *items, node, path);
        if (const auto* kinds = std::get_if<Kinds>(&field.target)) return read_kinds(*kinds, node, path, key_place);
        if (const auto* form = std::get_if<Form>(&field.target)) return read_form(*form, node, path, key_place);
        read_value(setting_, field, node, path);
    }

    // `faces: periodic` stands for `faces: {x: periodic, y: periodic, z: periodic}`; a 2-D scene has no z.
    void read_for_all(const Block& block, const Node& node, const std::string& path) const {
        for (const Field& field : block.fields)
            if (!setting_.planar || field.name != "z") read_value(setting_, field, node, path);
    }

    // `movie: true` asks for it with all defaults.
    void read_optional(const OptionalBlock& block, const Node& node, const std::string& path, Place key_place) {
        if (node.kind != Node::Kind::text) return read_block(node, block.open(), path, key_place);
        if (read_truth(setting_, node, path)) {
            (void)block.open();
        } else {
            block.close();
        }
    }

    // `disc: 5 mm` stands for `disc: {radius: 5 mm}`.
    void read_opening(const OptionalBlock& block, const Node& node, const std::string& path, Place key_place) {
        const FieldList list = block.open();
        if (node.kind == Node::Kind::map || node.kind == Node::Kind::empty) return read_block(node, list, path, key_place);
        if (const auto* items = std::get_if<Items>(&list[0].target)) return read_items(list[0], *items, node, path);
        read_value(setting_, list[0], node, path);
    }

    void read_items(const Field& field, const Items& items, const Node& node, const std::string& path) {
        if (node.kind != Node::Kind::list)
            fail(node.place, path,
                 fmt::format("expects a list of blocks, found {}; write {}: [{{...}}, {{...}}]", node.kind_text(), field.name));
        items.clear();
        for (std::size_t k = 0; k < node.items.size(); ++k) {
            const std::string item = fmt::format("{}[{}]", path, k);
            note(item, node.items[k]->place);
            read_block(*node.items[k], items.add(), item, node.items[k]->place);
        }
    }

    void read_entries(const Field& field, const Entries& entries, const Node& node, const std::string& path) {
        if (node.kind == Node::Kind::empty) return;
        if (node.kind != Node::Kind::map)
            fail(node.place, path,
                 fmt::format("expects blocks by name, found {}; write {}: {{NAME: {{...}}}}", node.kind_text(),
                             field.name));
        for (const Entry& entry : node.entries) {
            if (!is_name(entry.key))
                fail(entry.place, path,
                     fmt::format("{} is not a name; use letters, digits, _ and -, at most 64, beginning with a letter",
                                 in_quotes(entry.key)));
            note(inside(path, entry.key), entry.place);
            read_block(*entry.value, entries.add(entry.key), inside(path, entry.key), entry.place);
        }
    }

    // `pressure: equation_of_state` stands for `pressure: {solver: equation_of_state}`.
    void read_kinds(const Kinds& kinds, const Node& node, const std::string& path, Place key_place) {
        const Entry* chosen = node.kind == Node::Kind::map ? node.find(kinds.key) : nullptr;
        const Node*  name   = chosen ? chosen->value : node.kind == Node::Kind::text ? &node : nullptr;
        std::size_t  which  = kinds.get();
        if (name) {
            const auto found = std::find(kinds.names.begin(), kinds.names.end(), name->text);
            if (found == kinds.names.end())
                fail(name->place, inside(path, kinds.key),
                     fmt::format("there is no {} {}; {}", kinds.key, name->kind_text(),
                                 suggestion(name->text, kinds.names)));
            which = std::size_t(found - kinds.names.begin());
        }
        const FieldList list = kinds.open(which);
        if (name == &node) return;
        if (!chosen) return read_block(node, list, path, key_place);
        note(inside(path, kinds.key), name->place);
        Node rest = node;  // without the key that chose the kind
        rest.entries.erase(rest.entries.begin() + (chosen - node.entries.data()));
        read_block(rest, list, path, key_place);
    }

    void read_form(const Form& form, const Node& node, const std::string& path, Place key_place) {
        const FieldList list = open_form(form);
        if (auto* parts = parts_of(form)) return read_parts(*parts, node, path);
        if (node.kind == Node::Kind::map) return read_block(node, list, path, key_place);
        if (has_short_form(form) && node.kind != Node::Kind::empty) return read_value(setting_, list[0], node, path);
        fail(node.place, path,
             fmt::format("expects a block with {}, found {}; write {{{}: ...}}", join(names_of(list)), node.kind_text(),
                         list[0].name));
    }

    void read_parts(std::vector<ShapeSpec>& parts, const Node& node, const std::string& path) {
        if (node.kind != Node::Kind::list)
            fail(node.place, path,
                 fmt::format("expects a list of shapes, found {}; write [{{box: 1}}, {{sphere: 0.5}}]",
                             node.kind_text()));
        for (const Node* item : node.items) {
            const std::string part = fmt::format("{}[{}]", path, parts.size());
            ShapeSpec         shape;
            note(part, item->place);
            read_block(*item, shape_fields(shape), part, item->place);
            parts.push_back(std::move(shape));
        }
    }
};

}  // namespace

void read_tree(const ReadSetting& setting, const Node& root, SceneFile& file) {
    TreeReader(setting, file).read_block(root, scene_fields(file.scene), "", root.place);
}

}  // namespace mote
