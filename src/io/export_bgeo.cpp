// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The classic format of Houdini up to version 11: "Houdini Geometry Format (.bgeo)", Side Effects Software. Everything is
// big-endian: a head of counts, the point attributes with their defaults, then the points with their attributes.
#include <fmt/format.h>

#include <bit>
#include <limits>

#include "io/export_parts.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

template <class T>
void append_big(std::vector<std::byte>& out, T value) {
    for (std::size_t k = sizeof value; k-- > 0;) out.push_back(std::byte(value >> (8 * k)));
}
void append_real(std::vector<std::byte>& out, double value) { append_big(out, std::bit_cast<std::uint32_t>(float(value))); }

enum class Kind : std::uint32_t { real = 0, integer = 1, vector = 5 };

struct Attribute {
    std::string name;
    Kind        kind;
    double      scale = 1;
};

bool is_real(const Quantity& q) { return q.scalar() == Scalar::f32 || q.scalar() == Scalar::f64; }

/// The names that Houdini looks for, where they are true; otherwise our own.
Attribute attribute_of(const Quantity& q, Identifiers& names) {
    const bool three = q.part.components == 3;
    if (three && q.part.name == "colour" && q.scalar() == Scalar::u8) return {names.of("Cd"), Kind::real, 1 / 255.};
    const Kind kind = !is_real(q) ? Kind::integer : three ? Kind::vector : Kind::real;
    if (kind == Kind::vector && q.part.name == "velocity") return {names.of("v"), kind};
    if (kind == Kind::vector && q.part.name == "normal") return {names.of("N"), kind};
    return {names.of(q.part.name), kind};
}

void refuse_large_integers(const Quantity& q, const FrameTable& table) {
    using Limits = std::numeric_limits<std::int32_t>;
    for (std::size_t i = 0; i < table.rows; ++i)
        for (std::size_t k = 0; k < q.part.components; ++k)
            if (const double number = q.number(i, k); number < Limits::min() || number > Limits::max())
                throw FileError(fmt::format("column '{}' of table '{}' has integers beyond 32 bits, which bgeo does not know. Export it as npz", q.part.name,
                                            table.name));
}

void append_definition(std::vector<std::byte>& out, const Attribute& a, std::uint16_t numbers) {
    append_big(out, std::uint16_t(a.name.size()));
    append_bytes(out, a.name.data(), a.name.size());
    append_big(out, numbers);
    append_big(out, std::uint32_t(a.kind));
    for (std::uint16_t k = 0; k < numbers; ++k) append_big(out, std::uint32_t(0));  // the default
}

void append_attribute(std::vector<std::byte>& out, const Quantity& q, const Attribute& a, std::size_t row) {
    for (std::size_t k = 0; k < q.part.components; ++k)
        if (a.kind == Kind::integer)
            append_big(out, std::uint32_t(std::int32_t(q.number(row, k))));
        else
            append_real(out, q.number(row, k) * a.scale);
}

}  // namespace

void export_bgeo(const std::filesystem::path& path, const FrameTable& table, double diameter) {
    std::vector<Quantity> quantities = quantities_of(table);
    const Quantity        position   = take_position(quantities, table, "bgeo");
    const Diameters       diameters(quantities, diameter);
    if (table.rows > std::uint64_t(std::numeric_limits<std::int32_t>::max()))
        throw FileError(fmt::format("table '{}' has {} rows, more than bgeo can count. Export it as npz", table.name, table.rows));

    Identifiers            names;
    std::vector<Attribute> attributes;
    std::vector<std::byte> head;
    std::size_t            numbers = 4;
    names.of("P");
    if (diameter > 0) names.of("pscale"), ++numbers;
    append_bytes(head, "BgeoV", 5);
    // Version, points, primitives, groups of points and of primitives, attributes of points, vertices, primitives and of the whole.
    for (const std::size_t count : {std::size_t(5), std::size_t(table.rows), 0ul, 0ul, 0ul, quantities.size() + (diameter > 0), 0ul, 0ul, 0ul})
        append_big(head, std::uint32_t(count));
    for (const Quantity& q : quantities) {
        attributes.push_back(attribute_of(q, names));
        if (attributes.back().kind == Kind::integer) refuse_large_integers(q, table);
        append_definition(head, attributes.back(), q.part.components);
        numbers += q.part.components;
    }
    if (diameter > 0) append_definition(head, {"pscale", Kind::real}, 1);

    AtomicFile file(path);
    file.write(std::span<const std::byte>(head));
    write_in_blocks(file, table.rows, 4 * numbers, [&](std::vector<std::byte>& block, std::size_t row) {
        for (const float x : point_of(position, row).xyz) append_real(block, x);
        append_real(block, 1);  // positions are homogeneous
        for (std::size_t k = 0; k < quantities.size(); ++k) append_attribute(block, quantities[k], attributes[k], row);
        if (diameter > 0) append_real(block, diameters.of(row) / 2);
    });
    file.write(std::string_view("\x00\xff", 2));  // nothing extra follows
    file.commit();
}

}  // namespace mote
