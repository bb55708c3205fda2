// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Writing a scene: numbers in SI and in the shortest form that reads back to the same bits, text always in quotes.
#include <fmt/format.h>

#include "mote/scene_file.h"
#include "scene/field.h"

namespace mote {

namespace {

std::string quoted_yaml(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            result += c;
    }
    return result + '"';
}

std::string vector_text(const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

std::string flow_block(const FieldList& list, std::string text = "") {
    for (const Field& field : list)
        if (const auto value = value_text(field))
            text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", field.name, *value);
    return "{" + text + "}";
}

struct ValueText {
    using Text = std::optional<std::string>;

    Text operator()(const float* v) const { return fmt::format("{}", *v); }
    Text operator()(const int* v) const { return fmt::format("{}", *v); }
    Text operator()(const std::uint64_t* v) const { return fmt::format("{}", *v); }
    Text operator()(const bool* v) const { return *v ? "true" : "false"; }
    Text operator()(const std::string* v) const { return quoted_yaml(*v); }
    Text operator()(const Vec3* v) const { return vector_text(*v); }
    Text operator()(const std::optional<float>* v) const { return *v ? Text(fmt::format("{}", **v)) : Text(); }
    Text operator()(const std::optional<Vec3>* v) const { return *v ? Text(vector_text(**v)) : Text(); }
    Text operator()(const Choice& c) const { return c.names.at(c.get()); }
    Text operator()(const std::vector<Span>* v) const {
        std::string text;
        for (const Span& s : *v) text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", s.from, s.to);
        return v->empty() ? Text() : "[" + text + "]";
    }
    Text operator()(const Curved& c) const {
        std::string text;
        for (const CurvePoint& p : *c.points) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", p.at, p.value);
        return c.points->empty() ? fmt::format("{}", *c.value) : "{" + text + "}";
    }
    Text operator()(const PlaneSize& s) const { return fmt::format("[{}, {}]", *s.width, *s.height); }
    Text operator()(const TwoNames& n) const { return fmt::format("[{}, {}]", quoted_yaml(*n.first), quoted_yaml(*n.second)); }
    Text operator()(const PixelSize& s) const { return fmt::format("[{}, {}]", *s.width, *s.height); }
    Text operator()(const Block& b) const { return flow_block(b.fields); }
    Text operator()(const OptionalBlock& b) const { return b.present() ? Text(flow_block(b.open())) : Text(); }
    Text operator()(const Entries& entries) const {
        std::string text;
        for (const auto& [name, list] : entries.present())
            text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, flow_block(list));
        return text.empty() ? Text() : "{" + text + "}";
    }
    Text operator()(const Items& items) const {
        std::string text;
        for (const FieldList& list : items.present()) text += (text.empty() ? "" : ", ") + flow_block(list);
        return text.empty() ? Text() : "[" + text + "]";
    }
    Text operator()(const Kinds& k) const {
        return flow_block(k.open(k.get()), fmt::format("{}: {}", k.key, k.names.at(k.get())));
    }
    Text operator()(const Form& form) const {
        if (!is_chosen(form)) return {};
        const FieldList list = open_form(form);
        if (const auto* parts = parts_of(form)) {
            std::string text;
            for (ShapeSpec part : *parts) text += (text.empty() ? "" : ", ") + flow_block(shape_fields(part));
            return "[" + text + "]";
        }
        return list.size() == 1 ? value_text(list[0]) : flow_block(list);
    }
    Text operator()(const Preset&) const { return {}; }
};

// Blocks down to the single body or material get a line per field; what is inside those stays on one line.
class SceneWriter {
public:
    std::string text;

    void block(const FieldList& list, int indent) {
        for (const Field& field : list) {
            if (!is_block(field)) {
                if (const auto value = value_text(field)) line(indent, field.name, *value);
            } else if (value_text(field)) {
                line(indent, field.name, "");
                inner_ = indent + 2;
                std::visit(*this, field.target);
            }
        }
    }

    void operator()(const Block& b) { block(b.fields, inner_); }
    void operator()(const OptionalBlock& b) { block(b.open(), inner_); }
    void operator()(const Entries& entries) {
        const int indent = inner_;
        for (const auto& [name, list] : entries.present()) {
            line(indent, name, "");
            block(list, indent + 2);
        }
    }
    void operator()(const Kinds& k) {
        line(inner_, k.key, k.names.at(k.get()));
        block(k.open(k.get()), inner_);
    }
    template <class Value>
    void operator()(const Value&) {}

private:
    int inner_ = 0;

    void line(int indent, const std::string& name, const std::string& value) {
        text += fmt::format("{:{}}{}:{}{}\n", "", indent, name, value.empty() ? "" : " ", value);
    }
};

}  // namespace

std::optional<std::string> value_text(const Field& field) { return std::visit(ValueText{}, field.target); }

std::string write_scene(const Scene& scene) {
    Scene       copy = scene;  // field lists point at members that could be written
    SceneWriter writer;
    writer.block(scene_fields(copy), 0);
    return writer.text;
}

}  // namespace mote
