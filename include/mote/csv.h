// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Tables of numbers as text: stats.csv, and curves that others wrote down.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mote {

struct CsvColumn {
    std::string         name, unit;   ///< `kinetic energy [J]` in the heading; the unit may be empty
    std::vector<double> value;        ///< one a row; `nan` and an empty cell are not a number
};

struct Csv {
    std::vector<CsvColumn> columns;
    bool                   cut_off = false;   ///< the last line stops short and was left out, as a resume does

    std::size_t              rows() const { return columns.empty() ? 0 : columns[0].value.size(); }
    const CsvColumn*         find(std::string_view name) const;
    std::vector<std::string> names() const;
};

/// Reads a heading and rows of numbers. Blank lines and lines that begin with # are passed over. Throws FileError naming the line where a cell is no
/// number, a row is too short or too long, or there is no heading.
Csv read_csv(const std::filesystem::path& path);

}  // namespace mote
