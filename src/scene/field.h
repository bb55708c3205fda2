// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A field list with the types taken away: what reader, writer, help, schema and reference page walk over. One visitor
// (FieldCollector) turns any `fields(T&, visit)` into it, so nothing else is instantiated per struct.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "mote/fields.h"
#include "mote/scene.h"

namespace mote {

struct Field;
using FieldList = std::vector<Field>;

/// An enum, by the names of its values.
struct Choice {
    std::vector<std::string>         names;
    std::function<std::size_t()>     get;
    std::function<void(std::size_t)> set;
};

/// `size: [960, 540]`
struct PixelSize {
    int* width;
    int* height;
};

/// `size: [4 cm, 1 cm]`; one number makes a square.
struct PlaneSize {
    float* width;
    float* height;
};

/// `between: [oil, water]`
struct TwoNames {
    std::string* first;
    std::string* second;
};

/// `viscosity: 1 Pa s`, or by temperature `{20 degC: 100 Pa s, 80 degC: 0.1 Pa s}`.
struct Curved {
    float*      value;   ///< that of the number, or the largest of the points
    CurveSpec*  points;
    std::string unit;    ///< of what it follows
};

/// A block that is always there.
struct Block {
    FieldList fields;
};

/// A block that may be missing; `open` makes it where it is.
struct OptionalBlock {
    std::function<bool()>      present;
    std::function<FieldList()> open;
    std::function<void()>      close;
};

/// Blocks by name: materials, objects.
struct Entries {
    std::function<std::vector<std::pair<std::string, FieldList>>()> present;
    std::function<FieldList(const std::string& name)>               add;
};

/// A list of blocks: keys of a motion.
struct Items {
    std::function<std::vector<FieldList>()> present;
    std::function<FieldList()>              add;
    std::function<void()>                   clear;
};

/// A block of one of several kinds, named by the value of `key`.
struct Kinds {
    std::string                           key;
    std::vector<std::string>              names, helps;
    std::function<std::size_t()>          get;
    std::function<FieldList(std::size_t)> open;  ///< Keeps the values of a kind that is already chosen.
};

/// One of the keys that give a body its shape; a block takes exactly one of them.
struct Form {
    ShapeSpec*  shape;
    std::size_t which;  ///< Index into `form_names`.
};

/// `preset: NAME` fills the block before its other keys are read.
struct Preset {};

using Target =
    std::variant<float*, int*, std::uint64_t*, bool*, std::string*, Vec3*, std::optional<float>*, std::optional<Vec3>*,
                 std::vector<Span>*, Choice, PixelSize, PlaneSize, TwoNames, Curved, Block, OptionalBlock, Entries, Items, Kinds, Form,
                 Preset>;

struct Field {
    std::string name;
    std::string unit;  ///< SI; empty: a plain number, or no number at all.
    Range       range;
    std::string help;
    Notes       notes;
    Target      target;
};

/// Name and one-line help of the kinds of a variant; specialised beside their field lists.
template <class T>
struct KindName;

template <class T>
FieldList list_fields(T& value);

class FieldCollector {
public:
    FieldList list;

    /// A number or vector.
    template <class T>
    void operator()(const char* name, T& value, const char* unit, Range range, const char* help, Notes notes = {}) {
        list.push_back({name, unit, range, help, notes, &value});
    }
    void operator()(const char* name, PixelSize size, Range range, const char* help) {
        list.push_back({name, "", range, help, {}, size});
    }
    void operator()(const char* name, PlaneSize size, const char* unit, Range range, const char* help, Notes notes) {
        list.push_back({name, unit, range, help, notes, size});
    }
    void operator()(const char* name, Curved curve, const char* unit, Range range, const char* help, Notes notes = {}) {
        list.push_back({name, unit, range, help, notes, std::move(curve)});
    }
    void operator()(const char* name, TwoNames names, const char* help, Notes notes) { add(name, help, names, notes); }
    /// Text, a truth value, a block, a block that may be missing, or named blocks.
    template <class T>
    void operator()(const char* name, T& value, const char* help, Notes notes = {}) {
        add(name, help, target(value), notes);
    }
    void operator()(const char* name, Form form, const char* help) { add(name, help, form); }
    void operator()(const char* name, Preset preset, const char* help) { add(name, help, preset); }
    template <class E>
    requires std::is_enum_v<E>
    void operator()(const char* name, E& value, Names names, const char* help) {
        const auto get = [&value] { return std::size_t(value); };
        const auto set = [&value](std::size_t i) { value = E(i); };
        add(name, help, Choice{{names.begin(), names.end()}, get, set});
    }
    template <class... Kind>
    void operator()(const char* name, std::variant<Kind...>& value, const char* key, const char* help) {
        const auto get  = [&value] { return value.index(); };
        const auto open = [&value](std::size_t i) { return open_kind(value, i, std::index_sequence_for<Kind...>{}); };
        add(name, help, Kinds{key, {KindName<Kind>::name...}, {KindName<Kind>::help...}, get, open});
    }

private:
    void add(const char* name, const char* help, Target what, Notes notes = {}) {
        list.push_back({name, "", {}, help, notes, std::move(what)});
    }

    static Target target(std::string& text) { return &text; }
    static Target target(bool& truth) { return &truth; }
    template <class T>
    static Target target(T& block) {
        return Block{list_fields(block)};
    }
    template <class T>
    static Target target(std::optional<T>& block) {
        const auto present = [&block] { return block.has_value(); };
        const auto open    = [&block] {
            if (!block) block.emplace();
            return list_fields(*block);
        };
        return OptionalBlock{present, open, [&block] { block.reset(); }};
    }
    template <class T>
    static Target target(Named<T>& named) {
        const auto present = [&named] {
            std::vector<std::pair<std::string, FieldList>> all;
            for (auto& [name, value] : named) all.emplace_back(name, list_fields(value));
            return all;
        };
        const auto add_entry = [&named](const std::string& name) {
            named.emplace_back(name, T{});
            return list_fields(named.back().second);
        };
        return Entries{present, add_entry};
    }
    template <class T>
    static Target target(std::vector<T>& items) {
        const auto present = [&items] {
            std::vector<FieldList> all;
            for (T& item : items) all.push_back(list_fields(item));
            return all;
        };
        return Items{present, [&items] { return list_fields(items.emplace_back()); }, [&items] { items.clear(); }};
    }
    template <class Variant, std::size_t... I>
    static FieldList open_kind(Variant& value, std::size_t which, std::index_sequence<I...>) {
        FieldList  result;
        const auto open = [&]<std::size_t kind>() {
            if (value.index() != kind) value.template emplace<kind>();
            result = list_fields(std::get<kind>(value));
        };
        (void)((I == which && (open.template operator()<I>(), true)) || ...);
        return result;
    }
};

template <class T>
FieldList list_fields(T& value) {
    FieldCollector collector;
    fields(value, collector);
    return std::move(collector.list);
}

// ---- the lists of this module (scene_fields.cpp) ----------------------------------------------------------

FieldList scene_fields(Scene& scene);
FieldList shape_fields(ShapeSpec& shape);

/// The keys that give a shape, in the order of Form::which.
const std::vector<std::string>& form_names();

/// Makes the shape be of this form and returns the fields of the form; empty for union, difference, intersection.
FieldList open_form(const Form& form);
/// True where the shape is of this form.
bool is_chosen(const Form& form);
/// The parts where the form combines shapes, else null. The form must be chosen.
std::vector<ShapeSpec>* parts_of(const Form& form);
/// True where `box: VALUE` may stand for `box: {FIRST_FIELD: VALUE}`.
bool has_short_form(const Form& form);

/// Whether the field holds further fields.
inline bool is_block(const Field& field) {
    return std::holds_alternative<Block>(field.target) || std::holds_alternative<OptionalBlock>(field.target) ||
           std::holds_alternative<Entries>(field.target) || std::holds_alternative<Kinds>(field.target);
}

/// A value on one line, as the scene file has it: `[0, 1, 0]`, `{radius: 0.3, height: 1}`; nothing where it is absent.
std::optional<std::string> value_text(const Field& field);

}  // namespace mote
