// Copyright (c) 2026 The Mote authors. MIT licence.
#include "form.h"

#include <algorithm>
#include <cmath>

#include "mote/error.h"
#include "scene/describe.h"
#include "scene/words.h"

namespace mote::studio {
namespace {

std::string joined(const std::string& path, const std::string& name) { return path.empty() ? name : path + "." + name; }

/// Another value of the same type, whatever it means: to see who would notice.
struct Alter {
    bool operator()(float* v) const { return *v = *v * 1.5f + 1, true; }
    bool operator()(int* v) const { return ++*v, true; }
    bool operator()(bool* v) const { return *v = !*v, true; }
    bool operator()(Vec3* v) const { return v->x += 1, true; }
    bool operator()(std::string* v) const { return *v += "x", true; }
    bool operator()(std::optional<float>* v) const { return *v = v->value_or(0) + 1, true; }
    bool operator()(std::optional<Vec3>* v) const { return *v = v->value_or(Vec3{}) + Vec3{1, 0, 0}, true; }
    bool operator()(const Curved& c) const { return (*this)(c.value); }
    bool operator()(const Choice& c) const { return c.set((c.get() + 1) % c.names.size()), c.names.size() > 1; }
    template <class T>
    bool operator()(const T&) const {
        return false;
    }
};

struct KindOf {
    const char* operator()(float*) const { return "number"; }
    const char* operator()(std::optional<float>*) const { return "number"; }
    const char* operator()(int*) const { return "number"; }
    const char* operator()(std::uint64_t*) const { return "number"; }
    const char* operator()(const Curved&) const { return "number"; }
    const char* operator()(bool*) const { return "truth"; }
    const char* operator()(Vec3*) const { return "vector"; }
    const char* operator()(std::optional<Vec3>*) const { return "vector"; }
    const char* operator()(const Choice&) const { return "choice"; }
    const char* operator()(const Block&) const { return "block"; }
    const char* operator()(const OptionalBlock&) const { return "block"; }
    const char* operator()(const Entries&) const { return "block"; }
    const char* operator()(const Kinds&) const { return "block"; }
    template <class T>
    const char* operator()(const T&) const {
        return "text";
    }
};

/// What is inside the block at a path, with the path of each.
struct Inside {
    FieldList                fields;
    std::vector<std::string> entries;   ///< where it holds blocks by name
    std::optional<Choice>    kind;      ///< of a block that can be of several
    std::string              kind_key;
};

std::optional<Inside> open(const Field& field) {
    if (const auto* b = std::get_if<Block>(&field.target)) return Inside{b->fields, {}, {}, {}};
    if (const auto* b = std::get_if<OptionalBlock>(&field.target)) return b->present() ? std::optional(Inside{b->open(), {}, {}, {}}) : std::nullopt;
    if (const auto* e = std::get_if<Entries>(&field.target)) {
        Inside inside;
        for (const auto& [name, list] : e->present()) inside.entries.push_back(name);
        return inside;
    }
    if (const auto* k = std::get_if<Kinds>(&field.target)) return Inside{k->open(k->get()), {}, Choice{k->names, k->get, nullptr}, k->key};
    return {};
}

/// Follows a path down from the fields of a scene.
std::optional<Inside> find_block(Scene& scene, const std::string& path) {
    Inside      here{scene_fields(scene), {}, {}, {}};
    std::size_t at = 0;
    while (at < path.size()) {
        const std::size_t end  = std::min(path.find('.', at), path.size());
        const std::string name = path.substr(at, end - at);
        const auto        found = std::find_if(here.fields.begin(), here.fields.end(), [&](const Field& f) { return f.name == name; });
        if (found == here.fields.end()) return {};
        const Field field = *found;
        at                = end + 1;
        if (const auto* entries = std::get_if<Entries>(&field.target); entries && at <= path.size()) {
            const std::size_t stop  = std::min(path.find('.', at), path.size());
            const std::string which = path.substr(at, stop - at);
            bool              known = false;
            for (auto& [entry, list] : entries->present())
                if (entry == which) here = Inside{list, {}, {}, {}}, known = true;
            if (!known) return {};
            at = stop + 1;
            continue;
        }
        const auto inside = open(field);
        if (!inside) return {};
        here = *inside;
    }
    return here;
}

bool would_live(const Scene& scene, const std::string& path, std::size_t which, const IsLive& is_live) {
    Scene      other = scene;
    const auto block = find_block(other, path);
    return block && std::visit(Alter{}, block->fields[which].target) && is_live(other);
}

Json row_of(const Field& field, const std::string& path) {
    Json row{{"name", field.name}, {"path", joined(path, field.name)}, {"kind", std::visit(KindOf{}, field.target)}, {"unit", field.unit}, {"help", field.help}};
    if (std::isfinite(field.range.low)) row["low"] = field.range.low;
    if (std::isfinite(field.range.high)) row["high"] = field.range.high;
    if (is_block(field)) {
        row["open"] = open(field).has_value();
        return row;
    }
    row["value"] = value_text(field).value_or("");
    if (const auto* choice = std::get_if<Choice>(&field.target)) row["choices"] = choice->names;
    if (const auto* form = std::get_if<Form>(&field.target)) row["hidden"] = !is_chosen(*form);
    if (std::holds_alternative<Preset>(field.target)) row["hidden"] = true;
    return row;
}

}  // namespace

Json form_of(const Scene& scene, const std::string& path, const IsLive& is_live) {
    Scene      copy  = scene;   // field lists point at members that could be written
    const auto block = find_block(copy, path);
    if (!block) throw Error("there is no block " + in_quotes(path) + " in the scene", 2);
    Json list = Json::array();
    for (const std::string& entry : block->entries) list.push_back({{"name", entry}, {"path", joined(path, entry)}, {"kind", "block"}, {"open", true}, {"help", ""}});
    if (block->kind)
        list.push_back({{"name", block->kind_key}, {"path", joined(path, block->kind_key)}, {"kind", "choice"}, {"value", block->kind->names.at(block->kind->get())},
                        {"choices", block->kind->names}, {"help", "Which of them it is."}, {"live", false}});
    for (std::size_t k = 0; k < block->fields.size(); ++k) {
        Json row = row_of(block->fields[k], path);
        if (!row.contains("open")) row["live"] = would_live(scene, path, k, is_live);
        list.push_back(std::move(row));
    }
    const std::size_t first = list.size() - block->fields.size();   // telling what shapes take opens them, so that comes last
    for (std::size_t k = 0; k < block->fields.size(); ++k) list[first + k]["takes"] = takes_text(block->fields[k]);
    return list;
}

}  // namespace mote::studio
