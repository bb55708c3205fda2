// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The PLY format: Greg Turk, "The PLY Polygon File Format", 1994.
#include <fmt/format.h>

#include <array>

#include "io/export_parts.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

const char* ply_type(Scalar scalar) {
    constexpr std::array names = {"float", "double", "uchar", "ushort", "uint", "double", "int", "double"};
    return names[std::size_t(scalar)];
}

bool becomes_double(Scalar scalar) { return scalar == Scalar::u64 || scalar == Scalar::i64; }

/// The names that other programs look for, where they are true; otherwise our own.
std::string property_name(const Quantity& q, std::uint8_t k) {
    constexpr std::string_view axes      = "xyz";
    constexpr std::array       channels  = {"red", "green", "blue", "alpha"};
    const bool                 is_vector = q.part.components == 3;
    const bool                 is_colour = (is_vector || q.part.components == 4) && q.scalar() == Scalar::u8;
    if (is_vector && q.part.name == "velocity") return std::string("v") + axes[k];
    if (is_vector && q.part.name == "normal") return std::string("n") + axes[k];
    if (is_colour && q.part.name == "colour") return channels[k];
    return component_name(q.part, k);
}

std::string header_of(const FrameTable& table, const Quantity& position, const std::vector<Quantity>& quantities) {
    std::string text = "ply\nformat binary_little_endian 1.0\ncomment written by mote\n";
    const auto  unit = [&](const ColumnPart& part) {
        if (!part.unit.empty()) text += fmt::format("comment unit of {}: {}\n", part.name, part.unit);
    };
    unit(position.part);
    for (const Quantity& q : quantities) {
        unit(q.part);
        if (becomes_double(q.scalar()))
            text += fmt::format("comment {}: 64-bit integers stored as double\n", q.part.name);
    }
    text += fmt::format("element vertex {}\nproperty float x\nproperty float y\nproperty float z\n", table.rows);
    for (const Quantity& q : quantities)
        for (std::uint8_t k = 0; k < q.part.components; ++k)
            text += fmt::format("property {} {}\n", ply_type(q.scalar()), property_name(q, k));
    return text + "end_header\n";
}

void append_vertex(std::vector<std::byte>& out, const Quantity& position, const std::vector<Quantity>& quantities,
                   std::size_t row) {
    const Point point = point_of(position, row);
    append_bytes(out, point.xyz, sizeof point.xyz);
    for (const Quantity& q : quantities) {
        if (!becomes_double(q.scalar())) {
            append_bytes(out, q.row(row), q.bytes());
            continue;
        }
        for (std::size_t k = 0; k < q.part.components; ++k) {
            const double number = q.number(row, k);
            append_bytes(out, &number, sizeof number);
        }
    }
}

}  // namespace

void export_ply(const std::filesystem::path& path, const FrameTable& table) {
    std::vector<Quantity> quantities = quantities_of(table);
    const Quantity        position   = take_position(quantities, table, "ply");
    std::size_t           row_bytes  = sizeof(Point);
    for (const Quantity& q : quantities) row_bytes += q.bytes();

    AtomicFile file(path);
    file.write(header_of(table, position, quantities));
    write_in_blocks(file, table.rows, row_bytes, [&](std::vector<std::byte>& block, std::size_t row) {
        append_vertex(block, position, quantities, row);
    });
    file.commit();
}

}  // namespace mote
