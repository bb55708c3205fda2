// Copyright (c) 2026 The Mote authors. MIT licence.
//
// `mote help FIELD`.
#include <fmt/format.h>

#include <algorithm>

#include "mote/scene_file.h"
#include "scene/describe.h"
#include "scene/presets.h"
#include "scene/units.h"
#include "scene/words.h"

namespace mote {

namespace {

std::string field_lines(const FieldList& list) {
    std::size_t width = 0;
    for (const Field& field : list) width = std::max(width, field.name.size());
    std::string text;
    for (const Field& field : list) {
        const std::string usual = default_text(field);
        text +=
            fmt::format("    {:<{}}  {}{}\n", field.name, width, field.help, usual.empty() ? "" : " [" + usual + "]");
    }
    return text;
}

// Everything about one field but its path.
std::string field_help(const Field& field) {
    std::string       text  = fmt::format("  {}\n\n  takes    {}\n", field.help, takes_text(field));
    const std::string usual = default_text(field);
    if (!usual.empty()) text += fmt::format("  default  {}\n", usual);
    if (!field.unit.empty()) {
        const std::string example = unit_example(field.unit);
        std::string       whole   = fmt::format("[0, {}, 0]", example);
        if (std::holds_alternative<float*>(field.target) || std::holds_alternative<std::optional<float>*>(field.target) ||
            std::holds_alternative<Curved>(field.target))
            whole = example;
        if (std::holds_alternative<PlaneSize>(field.target)) whole = fmt::format("[{0}, {0}]", example);
        if (std::holds_alternative<std::vector<Span>*>(field.target)) whole = fmt::format("[[0, {}]]", example);
        text += fmt::format("  example  {}: {}\n", field.name, whole);
    }
    visit_inside(field, [&](const std::string& kind, const FieldList& inside) {
        if (inside.empty()) return;
        text += fmt::format("\n  {}:\n{}", kind.empty() ? "fields" : "fields of " + kind, field_lines(inside));
    });
    return text;
}

std::vector<std::string> split_path(std::string_view path) {
    std::vector<std::string> steps(1);
    for (const char c : path) {
        if (c == '.')
            steps.emplace_back();
        else
            steps.back() += c;
    }
    return steps;
}

// "materials.viscosity" and "materials.wax.viscosity" are both materials.NAME.viscosity; a lone name fits anywhere.
bool fits(const std::vector<std::string>& asked, const std::string& path) {
    const auto steps = split_path(path);
    if (asked.size() == 1) return asked[0] == steps.back();
    std::size_t i = 0;
    for (const std::string& step : steps) {
        if (i < asked.size() && asked[i] == step)
            ++i;
        else if (step != any_name)
            return false;
        else if (asked.size() - i == steps.size() - std::size_t(&step - steps.data()))
            ++i;  // the user's own name
    }
    return i == asked.size();
}

// materials.NAME.viscosity -> materials.viscosity, which is as good.
std::string without_names(std::string path) {
    const std::string step = std::string(".") + any_name;
    for (std::size_t at; (at = path.find(step)) != path.npos;) path.erase(at, step.size());
    return path;
}

std::string scene_help() {
    Scene scene;
    return "A scene is a YAML file. Numbers are SI or carry a unit; y is up.\n\n" + field_lines(scene_fields(scene)) +
           "\n`mote help FIELD` tells more about each; so do the topics shapes, units and presets.\n";
}

std::string shapes_help() {
    ShapeSpec shape;
    return "An object, boundary or sink takes exactly one shape, and where it stands:\n\n" + field_lines(shape_fields(shape));
}

std::string presets_help() {
    std::string text = "`preset: NAME` in a material takes these values; the keys beside it override them.\n\n";
    for (const PresetEntry& preset : presets()) {
        text += fmt::format("  {:<11} {}\n", preset.name, preset.about);
        for (const Entry& value : preset.values->entries)
            if (value.value->kind == Node::Kind::text)
                text += fmt::format("  {:<11}   {}: {}\n", "", value.key, value.value->text);
        text += fmt::format("  {:<11}   source: {}\n", "", preset.source);
    }
    return text;
}

}  // namespace

std::string help_for(std::string_view path) {
    if (path.empty() || path == "scene") return scene_help();
    if (path == "shapes") return shapes_help();
    if (path == "units") return unit_overview();
    if (path == "presets") return presets_help();

    // The same field in two places (a box as object, as boundary) is told once.
    std::vector<std::pair<std::string, std::string>> found;  // paths, help
    std::vector<std::string>                         names, paths;
    const auto                                       asked = split_path(path);
    visit_all_fields([&](const std::string& full, const Field& field) {
        names.push_back(field.name);
        paths.push_back(without_names(full));
        if (!fits(asked, full)) return;
        const auto within = [&](const char* list) { return full.find(list) != full.npos; };
        if (!found.empty() && (within(".changes.") || within(".regions."))) return;  // they repeat what a material and an object have
        const std::string help = field_help(field);
        const auto same = std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.second == help; });
        if (same == found.end())
            found.emplace_back(full, help);
        else
            same->first += ", " + full;
    });
    if (found.empty()) {
        const auto near = nearest(path, asked.size() == 1 ? names : paths);
        throw Error(
            fmt::format("there is no field {}; {}", in_quotes(path),
                        near ? fmt::format("did you mean {}?", *near) : "`mote help scene` lists what there is"),
            2);
    }
    std::string text;
    for (const auto& [where, help] : found) text += (text.empty() ? "" : "\n") + where + "\n" + help;
    return text;
}

}  // namespace mote
