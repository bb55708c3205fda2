// Copyright (c) 2026 The Mote authors. MIT licence.
//
// JSON Schema (draft 2020-12) of scene files, for editors that complete and check while typing. Units are checked by
// the reader only: here a quantity is a number in range or any text.
#include <cmath>
#include <nlohmann/json.hpp>

#include "mote/scene_file.h"
#include "scene/describe.h"

namespace mote {

namespace {

using Json = nlohmann::ordered_json;

Json block_schema(const FieldList& list);

struct FieldSchema {
    const Field& field;

    Json limited(const char* type) const {
        Json         json{{"type", type}};
        const Range& r = field.range;
        if (std::isfinite(r.low)) json[r.open_low ? "exclusiveMinimum" : "minimum"] = r.low;
        if (std::isfinite(r.high)) json[r.open_high ? "exclusiveMaximum" : "maximum"] = r.high;
        return json;
    }
    Json        quantity() const { return {{"anyOf", {limited("number"), {{"type", "string"}}}}}; }
    static Json array(const Json& items, int least, int most) {
        return {{"type", "array"}, {"items", items}, {"minItems", least}, {"maxItems", most}};
    }
    Json vector() const {
        const Json list = array(quantity(), field.notes.in_plane ? 2 : 3, 3);
        return field.notes.one_is_all ? Json{{"anyOf", {quantity(), list}}} : list;
    }
    // Numbers, vectors and truth values are written alike in YAML and JSON.
    Json with_default(Json json) const {
        if (!field.notes.required) json["default"] = Json::parse(*value_text(field));
        return json;
    }

    Json operator()(const float*) const { return with_default(quantity()); }
    Json operator()(const std::optional<float>*) const { return quantity(); }
    Json operator()(const int*) const { return with_default(limited("integer")); }
    Json operator()(const std::uint64_t*) const { return with_default({{"type", "integer"}, {"minimum", 0}}); }
    Json operator()(const bool*) const { return with_default({{"type", "boolean"}}); }
    Json operator()(const std::string*) const { return {{"type", "string"}}; }
    Json operator()(const Vec3*) const { return with_default(vector()); }
    Json operator()(const std::optional<Vec3>*) const { return vector(); }
    Json operator()(const Choice& c) const { return {{"enum", c.names}, {"default", c.names.at(c.get())}}; }
    Json operator()(const PixelSize&) const { return with_default(array(limited("integer"), 2, 2)); }
    Json operator()(const PlaneSize&) const { return {{"anyOf", {quantity(), array(quantity(), 2, 2)}}}; }
    Json operator()(const Curved&) const {
        return with_default({{"anyOf", {limited("number"), {{"type", "string"}}, {{"type", "object"}, {"additionalProperties", quantity()}}}}});
    }
    Json operator()(const TwoNames&) const { return array({{"type", "string"}}, 2, 2); }
    Json operator()(const std::vector<Span>*) const {
        return {{"type", "array"}, {"items", array(quantity(), 2, 2)}};
    }
    Json operator()(const Block& b) const {
        if (!field.notes.one_is_all) return block_schema(b.fields);
        return {{"anyOf", {std::visit(FieldSchema{b.fields[0]}, b.fields[0].target), block_schema(b.fields)}}};
    }
    Json operator()(const OptionalBlock& b) const {
        if (field.notes.first_alone) {
            const FieldList inside = b.open();
            return {{"anyOf", {std::visit(FieldSchema{inside[0]}, inside[0].target), block_schema(inside)}}};
        }
        return {{"anyOf", {{{"type", "boolean"}}, block_schema(b.open())}}};
    }
    Json operator()(const Entries&) const {
        Json json{{"type", "object"}, {"propertyNames", {{"pattern", "^[A-Za-z_][A-Za-z0-9_-]{0,63}$"}}}};
        visit_inside(field, [&](const std::string&, const FieldList& inside) {
            json["additionalProperties"] = block_schema(inside);
        });
        return json;
    }
    Json operator()(const Items&) const {
        Json json{{"type", "array"}};
        visit_inside(field, [&](const std::string&, const FieldList& inside) { json["items"] = block_schema(inside); });
        return json;
    }
    Json operator()(const Kinds& kinds) const {
        Json any = Json::array({{{"enum", kinds.names}}});
        visit_inside(field, [&](const std::string& kind, const FieldList& inside) {
            Json json                     = block_schema(inside);
            json["properties"][kinds.key] = {{"const", kind}};
            any.push_back(std::move(json));
        });
        return {{"anyOf", any}};
    }
    Json operator()(const Form& form) const {
        const FieldList inside = open_form(form);
        if (inside.empty()) return {{"type", "array"}, {"items", {{"$ref", "#/$defs/shape"}}}};
        const Json block = block_schema(inside);
        return has_short_form(form) ? Json{{"anyOf", {std::visit(FieldSchema{inside[0]}, inside[0].target), block}}}
                                    : block;
    }
    Json operator()(const Preset&) const { return {{"enum", preset_names()}}; }
};

Json block_schema(const FieldList& list) {
    Json properties = Json::object(), required = Json::array(), shapes = Json::array();
    for (const Field& field : list) {
        Json json              = std::visit(FieldSchema{field}, field.target);
        json["description"]    = field.help;
        properties[field.name] = std::move(json);
        if (field.notes.required) required.push_back(field.name);
        if (std::holds_alternative<Form>(field.target)) shapes.push_back({{"required", {field.name}}});
    }
    Json json{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (!required.empty()) json["required"] = required;
    if (!shapes.empty()) json["oneOf"] = shapes;
    return json;
}

}  // namespace

std::string scene_schema() {
    Scene     scene;
    ShapeSpec shape;
    Json      json{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Mote scene"}};
    json.update(block_schema(scene_fields(scene)));
    json["$defs"]["shape"] = block_schema(shape_fields(shape));
    return json.dump(2) + "\n";
}

}  // namespace mote
