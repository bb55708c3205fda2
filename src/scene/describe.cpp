// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/presets.h"
#include "scene/units.h"
#include "scene/words.h"

namespace mote {

namespace {

using Visit = std::function<void(const std::string& path, const Field&)>;

void walk(const FieldList& list, const std::string& prefix, const Visit& visit) {
    for (const Field& field : list) {
        std::string path = prefix + field.name;
        visit(path, field);
        if (std::holds_alternative<Entries>(field.target)) path += fmt::format(".{}", any_name);
        std::vector<std::string> seen;  // kinds may share fields, which are told once
        visit_inside(field, [&](const std::string&, FieldList inside) {
            std::erase_if(inside, [&](const Field& f) { return std::find(seen.begin(), seen.end(), f.name) != seen.end(); });
            for (const Field& f : inside) seen.push_back(f.name);
            walk(inside, path + ".", visit);
        });
    }
}

struct TakesText {
    const Field& field;

    std::string quantity() const {
        const std::string limits = range_text(field.range);
        return dimension_text(parse_unit(field.unit).dimension, field.unit) + (limits.empty() ? "" : ", " + limits);
    }
    std::string vector() const {
        return fmt::format("[x, y, z]{}, each {}", field.notes.one_is_all ? " or one number" : "", quantity());
    }

    std::string operator()(float*) const { return quantity(); }
    std::string operator()(std::optional<float>*) const { return quantity(); }
    std::string operator()(int*) const { return "a whole number " + range_text(field.range); }
    std::string operator()(std::uint64_t*) const { return "a whole number, 0 or more"; }
    std::string operator()(bool*) const { return "true or false"; }
    std::string operator()(std::string*) const {
        return field.notes.file ? "a file, relative to the scene file" : "text";
    }
    std::string operator()(Vec3*) const { return vector(); }
    std::string operator()(std::optional<Vec3>*) const { return vector(); }
    std::string operator()(const Choice& choice) const { return "one of " + join(choice.names); }
    std::string operator()(std::vector<Span>*) const { return "[[from, to], ...], each " + quantity(); }
    std::string operator()(const PlaneSize&) const { return "[width, height] or one number, each " + quantity(); }
    std::string operator()(const Curved& c) const { return quantity() + fmt::format(", or values by {}", c.unit == "s" ? "time, {0 s: ..., 5 s: ...}" : "temperature, {20 degC: ..., 80 degC: ...}"); }
    std::string operator()(const TwoNames&) const { return "the names of two materials, as in [oil, water]"; }
    std::string operator()(const PixelSize&) const {
        return "[width, height], whole numbers " + range_text(field.range);
    }
    std::string operator()(const Block& block) const {
        if (!field.notes.one_is_all) return "a block";
        return "a block, or for all " + std::visit(TakesText{block.fields[0]}, block.fields[0].target);
    }
    std::string operator()(const OptionalBlock& block) const {
        return field.notes.first_alone ? fmt::format("a block, or {} alone", block.open()[0].name) : "a block, or true";
    }
    std::string operator()(const Entries&) const { return "blocks by name"; }
    std::string operator()(const Items&) const { return "a list of blocks"; }
    std::string operator()(const Kinds& kinds) const {
        return fmt::format("a block; its {} is one of {}", kinds.key, join(kinds.names));
    }
    std::string operator()(const Form& form) const {
        const FieldList inside = open_form(form);
        if (inside.empty()) return "a list of shapes";
        std::vector<std::string> names;
        for (const Field& f : inside) names.push_back(f.name);
        const std::string block = fmt::format("{{{}}}", join(names));
        return has_short_form(form) ? fmt::format("{}, or {} alone", block, names[0]) : block;
    }
    std::string operator()(const Preset&) const { return "one of " + join(preset_names()); }
};

}  // namespace

void visit_inside(const Field& field, const std::function<void(const std::string&, const FieldList&)>& visit) {
    if (const auto* block = std::get_if<Block>(&field.target)) visit("", block->fields);
    if (const auto* block = std::get_if<OptionalBlock>(&field.target)) visit("", block->open());
    if (const auto* form = std::get_if<Form>(&field.target)) visit("", open_form(*form));
    if (const auto* entries = std::get_if<Entries>(&field.target)) {
        const auto present = entries->present();
        visit("", present.empty() ? entries->add(any_name) : present[0].second);
    }
    if (const auto* items = std::get_if<Items>(&field.target)) {
        const auto present = items->present();
        visit("", present.empty() ? items->add() : present[0]);
    }
    if (const auto* kinds = std::get_if<Kinds>(&field.target))
        for (std::size_t i = 0; i < kinds->names.size(); ++i) visit(kinds->names[i], kinds->open(i));
}

void visit_all_fields(const Visit& visit) {
    Scene scene;
    walk(scene_fields(scene), "", visit);
}

std::vector<std::string> paths_ending_in(std::string_view name) {
    std::vector<std::string> paths;
    visit_all_fields([&](const std::string& path, const Field& field) {
        if (field.name == name) paths.push_back(path);
    });
    return paths;
}

std::string takes_text(const Field& field) { return std::visit(TakesText{field}, field.target); }

std::string default_text(const Field& field) {
    if (field.notes.required) return "must be given";
    if (is_block(field) || std::holds_alternative<Form>(field.target) || std::holds_alternative<Items>(field.target))
        return "";
    return value_text(field).value_or("");
}

}  // namespace mote
