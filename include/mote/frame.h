// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A frame is every column of every table at one moment: a picture of the run and its checkpoint. On disk it is a
// .mote file: a header with a table of contents, then one compressed chunk per column, each with its checksum
// (docs/frame-format.md). The same content gives the same bytes. A file that is damaged, cut off, too new or does not
// fit into memory is refused with a FileError that names it; no part of it is returned.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mote/column_type.h"

namespace mote {

class Exec;

inline constexpr std::uint32_t frame_format_version = 1;

/// Names of tables and columns: 1 to 255 ASCII letters, digits, `_`, `.` and `-`, no two alike in one list.
/// Units: up to 255 printable ASCII characters, SI, empty for pure numbers; "m, kg" names the two parts of a row.
struct FrameColumn {
    std::string            name, unit;
    ColumnType             type;
    std::vector<std::byte> bytes;  ///< rows * type.bytes(), row after row.
};

struct FrameTable {
    std::string              name;
    std::uint64_t            rows = 0;
    std::vector<FrameColumn> columns;

    /// The column of that name, or null.
    const FrameColumn* find(std::string_view column) const;
};

struct Frame {
    std::string             writer = "mote";  ///< Program and version, up to 24 ASCII characters: "mote 0.1.0".
    std::string             meta_json;        ///< One JSON value, or empty: time, step, seeds, whatever is no column.
    std::vector<FrameTable> tables;

    /// The table of that name, or null.
    const FrameTable* find(std::string_view table) const;
};

// ---- the same, with bytes that live elsewhere: what an engine writes without copying its columns -----------

struct FrameColumnView {
    std::string_view           name, unit;
    ColumnType                 type;
    std::span<const std::byte> bytes;
};

struct FrameTableView {
    std::string_view             name;
    std::uint64_t                rows = 0;
    std::vector<FrameColumnView> columns;
};

struct FrameView {
    std::string_view            writer = "mote", meta_json;
    std::vector<FrameTableView> tables;
};

FrameView view_of(const Frame& frame);

// ---- what a file holds, without its columns ----------------------------------------------------------------

struct FrameColumnHeader {
    std::string   name, unit;
    ColumnType    type;
    std::uint64_t raw_bytes = 0, stored_bytes = 0, offset = 0, checksum = 0;
};

struct FrameTableHeader {
    std::string                    name;
    std::uint64_t                  rows = 0;
    std::vector<FrameColumnHeader> columns;
};

struct FrameHeader {
    std::string                   writer, meta_json;
    std::uint64_t                 file_bytes = 0, raw_bytes = 0;
    std::vector<FrameTableHeader> tables;
};

// ---- writing and reading -----------------------------------------------------------------------------------

/// The bytes of the .mote file. Content that breaks the rules above is a bug of the caller: BugError.
std::vector<std::byte> encode_frame(const FrameView& frame);

/// Writes the file whole or not at all (files.h). `exec`: columns are compressed on its threads.
void write_frame(const std::filesystem::path& path, const FrameView& frame, const Exec* exec = nullptr);
void write_frame(const std::filesystem::path& path, const Frame& frame);

/// The whole frame. Refused if its columns need more than `max_bytes`; 0 stands for the memory of this machine.
Frame read_frame(const std::filesystem::path& path, std::uint64_t max_bytes = 0);

/// Tables, columns, rows and sizes; reads no column.
FrameHeader read_frame_header(const std::filesystem::path& path);

/// One column of one table.
FrameColumn read_frame_column(const std::filesystem::path& path, std::string_view table, std::string_view column);

/// A frame from bytes in memory; `name` stands in its errors.
Frame parse_frame(std::span<const std::byte> bytes, const std::string& name = "frame in memory",
                  std::uint64_t max_bytes = 0);

// ---- the parts of a row ------------------------------------------------------------------------------------

/// Some neighbouring numbers of each row that have one meaning.
struct ColumnPart {
    std::string  name, unit;
    std::uint8_t first = 0, components = 1;
};

/// What the numbers of a row mean. A unit with a comma tells that a vector and a scalar share the row:
/// position_mass in "m, kg" is position (three numbers, m) and mass (the last number, kg). The name of the vector
/// ends with the first word that names a vector (position, velocity, acceleration, force, normal, ...), otherwise
/// with the first word: rest_position_volume is rest_position and volume. Any other column is one part.
std::vector<ColumnPart> named_parts(std::string_view name, std::string_view unit, ColumnType type);
std::vector<ColumnPart> named_parts(const FrameColumn& column);

/// What component k of a part is called: mass; velocity_x; stress_xy of a 3x3 matrix, row first; histogram_7.
std::string component_name(const ColumnPart& part, std::uint8_t k);

}  // namespace mote
