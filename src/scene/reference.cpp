// Copyright (c) 2026 The Mote authors. MIT licence.
//
// docs/reference.md.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "mote/scene_file.h"
#include "scene/describe.h"
#include "scene/presets.h"
#include "scene/units.h"

namespace mote {

namespace {

std::string row(const Field& field) {
    const std::string usual = default_text(field);
    return fmt::format("| `{}` | {} | {} | {} |\n", field.name, takes_text(field),
                       usual.empty()              ? ""
                       : usual == "must be given" ? usual
                                                  : "`" + usual + "`",
                       field.help);
}

constexpr const char* table_head = "| Field | Takes | Default | Meaning |\n| --- | --- | --- | --- |\n";

// A body's shape is told once, in the chapter on shapes.
std::string table(const FieldList& list) {
    if (list.empty()) return "It has no fields of its own.\n";
    std::string text = table_head;
    const bool  shape =
        std::any_of(list.begin(), list.end(), [](const Field& f) { return std::holds_alternative<Form>(f.target); });
    if (shape) text += "| a shape | exactly one, see [Shapes](#shapes) | must be given | What it looks like. |\n";
    for (const Field& field : list) {
        const bool placement = field.name == "at" || field.name == "rotate" || field.name == "scale";
        if (shape && (placement || std::holds_alternative<Form>(field.target))) continue;
        text += row(field);
    }
    return text;
}

std::string block_tables(const Field& field) {
    std::string text;
    visit_inside(field, [&](const std::string& kind, const FieldList& inside) {
        if (const auto* kinds = std::get_if<Kinds>(&field.target)) {
            const auto which = std::find(kinds->names.begin(), kinds->names.end(), kind) - kinds->names.begin();
            text += fmt::format("\n`{}: {}`: {}\n", kinds->key, kind, kinds->helps[std::size_t(which)]);
        }
        text += fmt::format("\n{}", table(inside));
    });
    return text;
}

// Chapters of blocks; one that has the same fields as an earlier one refers to it.
std::string block_chapters() {
    std::string                        text;
    std::map<std::string, std::string> told;  // table -> path
    visit_all_fields([&](const std::string& path, const Field& field) {
        if (!is_block(field) && !std::holds_alternative<Items>(field.target)) return;
        if (field.name == "rotate" && path.find(".motion.") == std::string::npos) return;  // told with the shapes
        const bool        named    = std::holds_alternative<Entries>(field.target);
        const std::string title    = named ? fmt::format("{}.{}", path, any_name) : path;
        const std::string body     = block_tables(field);
        const auto [first, is_new] = told.emplace(body, title);
        text += fmt::format("\n## {}\n\n{}\n{}", title, field.help,
                            is_new ? body : fmt::format("The fields are those of {}.\n", first->second));
    });
    return text;
}

std::string shapes_chapter() {
    ShapeSpec   shape;
    std::string text =
        "\n## Shapes\n\nAn object, boundary or sink takes exactly one of the shapes, and where it stands. In a 2-D scene the "
        "third number of a length may be left out.\n\n";
    std::string details;
    text += table_head;
    for (const Field& field : shape_fields(shape)) {
        text += row(field);
        visit_inside(field, [&](const std::string&, const FieldList& inside) {
            if (!inside.empty())
                details += fmt::format("\n### {}\n\n{}{}", field.name, table_head, [&] {
                    std::string rows;
                    for (const Field& f : inside) rows += row(f);
                    return rows;
                }());
        });
    }
    return text + details;
}

std::string presets_chapter() {
    std::string text =
        "\n## Presets\n\n`preset: NAME` in a material takes these values; the keys beside it override them.\n\n| Name "
        "| What | Values | Source |\n| --- | --- | --- | --- |\n";
    for (const PresetEntry& preset : presets()) {
        std::string values;
        for (const Entry& value : preset.values->entries)
            if (value.value->kind == Node::Kind::text)
                values += fmt::format("{}{} {}", values.empty() ? "" : ", ", value.key, value.value->text);
        text += fmt::format("| `{}` | {} | {} | {} |\n", preset.name, preset.about, values, preset.source);
    }
    return text;
}

}  // namespace

std::string reference_markdown() {
    std::string text =
        "# Scene reference\n\nEvery field a scene file can have. This page is generated from the field lists "
        "(`src/scene/scene_fields.h`); a test keeps it true.\n\n"
        "Numbers are SI; a number with a unit is converted and its dimension checked. y is up. `--set path=value` "
        "overrides any field.\n\n## The scene\n\n";
    Scene scene;
    text += table(scene_fields(scene));
    return text + block_chapters() + shapes_chapter() + presets_chapter() + "\n## Units\n\n```\n" + unit_overview() +
           "```\n";
}

}  // namespace mote
