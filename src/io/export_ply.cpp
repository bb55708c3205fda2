// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The PLY format: Greg Turk, "The PLY Polygon File Format", 1994.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>

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
    if (q.part.components == 2 && q.part.name == "texture") return k == 0 ? "s" : "t";
    return component_name(q.part, k);
}

/// What stands before the counts.
std::string preamble_of(const Quantity& position, const std::vector<Quantity>& quantities, const std::string& note) {
    std::string text = "ply\nformat binary_little_endian 1.0\ncomment written by mote\n";
    if (!note.empty()) text += "comment " + note + "\n";
    const auto  unit = [&](const ColumnPart& part) {
        if (!part.unit.empty()) text += fmt::format("comment unit of {}: {}\n", part.name, part.unit);
    };
    unit(position.part);
    for (const Quantity& q : quantities) {
        unit(q.part);
        if (becomes_double(q.scalar()))
            text += fmt::format("comment {}: 64-bit integers stored as double\n", q.part.name);
    }
    return text;
}

std::string counts_of(std::uint64_t rows, std::optional<std::uint64_t> triangles, const std::vector<Quantity>& quantities) {
    std::string text = fmt::format("element vertex {}\nproperty float x\nproperty float y\nproperty float z\n", rows);
    for (const Quantity& q : quantities)
        for (std::uint8_t k = 0; k < q.part.components; ++k)
            text += fmt::format("property {} {}\n", ply_type(q.scalar()), property_name(q, k));
    if (triangles) text += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", *triangles);
    return text + "end_header\n";
}

std::size_t vertex_bytes(const std::vector<Quantity>& quantities) {
    std::size_t bytes = sizeof(Point);
    for (const Quantity& q : quantities) bytes += becomes_double(q.scalar()) ? 8u * q.part.components : q.bytes();
    return bytes;
}
constexpr std::size_t triangle_bytes = 1 + 3 * sizeof(std::uint32_t);

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

namespace {

void write_ply(const std::filesystem::path& path, const FrameTable& table, std::optional<Triangles> triangles, const std::string& note) {
    std::vector<Quantity> quantities = quantities_of(table);
    const Quantity        position   = take_position(quantities, table, "ply");

    AtomicFile file(path);
    file.write(preamble_of(position, quantities, note));
    file.write(counts_of(table.rows, triangles ? std::optional(triangles->size()) : std::nullopt, quantities));
    write_in_blocks(file, table.rows, vertex_bytes(quantities), [&](std::vector<std::byte>& block, std::size_t row) {
        append_vertex(block, position, quantities, row);
    });
    if (triangles)
        write_in_blocks(file, triangles->size(), triangle_bytes, [&](std::vector<std::byte>& block, std::size_t row) {
            block.push_back(std::byte(3));
            append_bytes(block, &(*triangles)[row], sizeof (*triangles)[row]);
        });
    file.commit();
}

}  // namespace

void export_ply(const std::filesystem::path& path, const FrameTable& table) { write_ply(path, table, {}, ""); }

void export_ply(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note) {
    write_ply(path, vertices, triangles, note);
}

bool is_ply_of(const std::filesystem::path& path, const FrameTable& columns, const std::string& note) {
    std::vector<Quantity> quantities = quantities_of(columns);
    const Quantity        position   = take_position(quantities, columns, "ply");
    std::ifstream         file(path, std::ios::binary);
    std::string           head(16384, '\0');
    file.read(head.data(), std::streamsize(head.size()));
    head.resize(std::size_t(file.gcount()));
    const auto count = [&](const char* element) {
        const std::size_t at = head.find(element);
        return at == std::string::npos ? 0 : std::strtoull(head.c_str() + at + std::strlen(element), nullptr, 10);
    };
    const std::uint64_t rows = count("element vertex "), triangles = count("element face ");
    const std::string   expected = preamble_of(position, quantities, note) + counts_of(rows, triangles, quantities);
    std::error_code     error;
    return head.starts_with(expected) &&
           std::filesystem::file_size(path, error) == expected.size() + rows * vertex_bytes(quantities) + triangles * triangle_bytes;
}

}  // namespace mote
