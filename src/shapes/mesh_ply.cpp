// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Stanford PLY: a text header that lists elements and their properties, then one row per element, as text or binary.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>

#include "shapes/mesh_reader.h"

namespace mote {

namespace {

enum class NumberType { none, i8, u8, i16, u16, i32, u32, f32, f64 };

constexpr std::size_t bytes_of(NumberType type) {
    constexpr std::size_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[std::size_t(type)];
}

struct Property {
    std::string name;
    NumberType  type  = NumberType::none;
    NumberType  count = NumberType::none;  // of a list: the type of its length
    bool        is_list() const { return count != NumberType::none; }
};

struct Element {
    std::string           name;
    std::uint64_t         rows = 0;
    std::vector<Property> properties;
};

struct Header {
    enum class Form { none, text, little, big } form = Form::none;
    std::vector<Element> elements;
    std::size_t          bytes = 0;
};

NumberType to_type(std::string_view name) {
    static constexpr std::pair<std::string_view, NumberType> names[] = {
        {"char", NumberType::i8},    {"int8", NumberType::i8},     {"uchar", NumberType::u8},
        {"uint8", NumberType::u8},   {"short", NumberType::i16},   {"int16", NumberType::i16},
        {"ushort", NumberType::u16}, {"uint16", NumberType::u16},  {"int", NumberType::i32},
        {"int32", NumberType::i32},  {"uint", NumberType::u32},    {"uint32", NumberType::u32},
        {"float", NumberType::f32},  {"float32", NumberType::f32}, {"double", NumberType::f64},
        {"float64", NumberType::f64}};
    for (const auto& [known, type] : names)
        if (known == name) return type;
    throw FileError("has a property of the unknown type " + quoted(name));
}

Property read_property(Words& words) {
    Property         property;
    std::string_view word = words.word();
    if (word == "list") {
        property.count = to_type(words.word());
        word           = words.word();
    }
    property.type = to_type(word);
    property.name = words.word();
    return property;
}

Header::Form to_form(std::string_view word) {
    if (word == "ascii") return Header::Form::text;
    if (word == "binary_little_endian") return Header::Form::little;
    if (word == "binary_big_endian") return Header::Form::big;
    throw FileError("has the unknown PLY format " + quoted(word));
}

Header read_header(std::string_view bytes) {
    Header header;
    Words  words(bytes);
    if (words.word() != "ply") throw FileError("is no PLY: it does not start with 'ply'");
    while (words.next_line()) {
        const std::string_view key = words.word();
        if (key == "format") header.form = to_form(words.word());
        if (key == "element") {
            const std::string name(words.word());
            const auto        rows = to_number<std::uint64_t>(words.word());
            if (!rows) throw FileError("does not say how many rows '" + name + "' has");
            header.elements.push_back({name, *rows, {}});
        }
        if (key == "property") {
            if (header.elements.empty()) throw FileError("has a property before the first element");
            header.elements.back().properties.push_back(read_property(words));
        }
        if (key != "end_header") continue;
        if (header.form == Header::Form::none) throw FileError("does not name its PLY format");
        words.next_line();
        header.bytes = words.place();
        return header;
    }
    throw FileError("has a PLY header without an end");
}

/// Where the numbers of the rows come from.
class Numbers {
public:
    virtual ~Numbers()                          = default;
    virtual double      next(NumberType type)   = 0;
    virtual std::size_t most_left() const       = 0;  // no more numbers than this can follow
    virtual std::size_t least(NumberType) const = 0;  // what the smallest number of a type takes of that
};

[[noreturn]] void refuse_end() { throw FileError("ends before all the rows that its header announces"); }

class TextNumbers : public Numbers {
public:
    explicit TextNumbers(std::string_view text) : size_(text.size()), words_(text) {}
    double next(NumberType) override {
        const std::string_view word = words_.any_word();
        if (word.empty()) refuse_end();
        const auto value = to_number<double>(word);
        if (!value) throw FileError("has " + quoted(word) + " where a number should be");
        return *value;
    }
    std::size_t most_left() const override { return (size_ - words_.place()) / 2 + 1; }  // a digit and a blank each
    std::size_t least(NumberType) const override { return 1; }

private:
    std::size_t size_;
    Words       words_;
};

class BinaryNumbers : public Numbers {
public:
    BinaryNumbers(std::string_view bytes, bool swap) : bytes_(bytes), swap_(swap) {}
    double next(NumberType type) override {
        switch (type) {
            case NumberType::i8:
                return take<std::int8_t>();
            case NumberType::u8:
                return take<std::uint8_t>();
            case NumberType::i16:
                return take<std::int16_t>();
            case NumberType::u16:
                return take<std::uint16_t>();
            case NumberType::i32:
                return take<std::int32_t>();
            case NumberType::u32:
                return take<std::uint32_t>();
            case NumberType::f32:
                return double(take<float>());
            case NumberType::f64:
                return take<double>();
            case NumberType::none:
                break;
        }
        return 0;
    }
    std::size_t most_left() const override { return bytes_.size(); }
    std::size_t least(NumberType type) const override { return bytes_of(type); }

private:
    template <class T>
    T take() {
        if (bytes_.size() < sizeof(T)) refuse_end();
        char raw[sizeof(T)];
        std::memcpy(raw, bytes_.data(), sizeof(T));
        if (swap_) std::reverse(raw, raw + sizeof(T));
        bytes_.remove_prefix(sizeof(T));
        T value;
        std::memcpy(&value, raw, sizeof(T));
        return value;
    }

    std::string_view bytes_;
    bool             swap_;
};

/// Refuses more rows than the rest of the file can hold, before anything is reserved for them.
void require_room(const Element& element, const Numbers& numbers) {
    std::size_t row = 0;
    for (const Property& p : element.properties) row += numbers.least(p.is_list() ? p.count : p.type);
    if (row > 0 && element.rows > numbers.most_left() / row) refuse_end();
}

std::size_t read_length(const Property& property, Numbers& numbers) {
    const double length = numbers.next(property.count);
    if (!(length >= 0) || length != std::floor(length))
        throw FileError("has a list whose length is not a whole number");
    if (length > double(numbers.most_left() / numbers.least(property.type))) refuse_end();
    return std::size_t(length);
}

Index to_row(double number) {
    if (!(number >= 0) || number >= double(~Index(0)) || number != std::floor(number))
        throw FileError("has a face with a corner that is not the number of a point");
    return Index(number);
}

/// Reads one row; `scalar(k, value)` gets the single numbers, `list(k, values)` the lists.
template <class OnScalar, class OnList>
void read_row(const Element& element, Numbers& numbers, std::vector<double>& values, OnScalar scalar, OnList list) {
    for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const Property& property = element.properties[k];
        if (!property.is_list()) {
            scalar(k, numbers.next(property.type));
            continue;
        }
        values.resize(read_length(property, numbers));
        for (double& value : values) value = numbers.next(property.type);
        list(k, values);
    }
}

void read_points(const Element& element, Numbers& numbers, TriangleMesh& mesh) {
    std::size_t column[3];
    for (int axis = 0; axis < 3; ++axis) {
        const std::string name(1, char('x' + axis));
        const auto        found = std::find_if(element.properties.begin(), element.properties.end(),
                                               [&](const Property& p) { return p.name == name && !p.is_list(); });
        if (found == element.properties.end()) throw FileError("has points without the coordinate " + name);
        column[axis] = std::size_t(found - element.properties.begin());
    }
    mesh.points.reserve(element.rows);
    std::vector<double> values;
    for (std::uint64_t row = 0; row < element.rows; ++row) {
        Vec3       p;
        const auto set = [&](std::size_t k, double value) {
            if (k == column[0]) p.x = float(value);
            if (k == column[1]) p.y = float(value);
            if (k == column[2]) p.z = float(value);
        };
        read_row(element, numbers, values, set, [](std::size_t, const std::vector<double>&) {});
        mesh.points.push_back(p);
    }
}

void read_faces(const Element& element, Numbers& numbers, TriangleMesh& mesh) {
    const auto add = [&](std::size_t k, const std::vector<double>& corners) {
        const std::string& name = element.properties[k].name;
        if (name != "vertex_indices" && name != "vertex_index") return;
        add_fan(mesh, corners.size(), [&](std::size_t i) { return to_row(corners[i]); });
    };
    std::vector<double> values;
    for (std::uint64_t row = 0; row < element.rows; ++row)
        read_row(
            element, numbers, values, [](std::size_t, double) {}, add);
}

void skip_rows(const Element& element, Numbers& numbers) {
    std::vector<double> values;
    for (std::uint64_t row = 0; row < element.rows; ++row)
        read_row(
            element, numbers, values, [](std::size_t, double) {}, [](std::size_t, const std::vector<double>&) {});
}

}  // namespace

TriangleMesh parse_ply(std::string_view bytes) {
    const Header             header = read_header(bytes);
    const std::string_view   rows   = bytes.substr(header.bytes);
    std::unique_ptr<Numbers> numbers;
    if (header.form == Header::Form::text)
        numbers = std::make_unique<TextNumbers>(rows);
    else
        numbers = std::make_unique<BinaryNumbers>(
            rows, (header.form == Header::Form::big) == (std::endian::native == std::endian::little));
    TriangleMesh mesh;
    for (const Element& element : header.elements) {
        if (element.properties.empty()) continue;
        require_room(element, *numbers);
        if (element.name == "vertex")
            read_points(element, *numbers, mesh);
        else if (element.name == "face")
            read_faces(element, *numbers, mesh);
        else
            skip_rows(element, *numbers);
    }
    return mesh;
}

}  // namespace mote
