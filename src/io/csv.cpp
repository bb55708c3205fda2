// Copyright (c) 2026 The Mote authors. MIT licence.
//
// RFC 4180, "Common Format and MIME Type for Comma-Separated Values", as far as numbers need it.
#include "mote/csv.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

#include "mote/error.h"
#include "mote/files.h"

namespace mote {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t(1) << 28;

std::string_view without_blanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The cells of a line; those of the heading may stand in quotes.
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells(1);
    bool                     quoted = false;
    for (const char c : line)
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            cells.emplace_back();
        else
            cells.back() += c;
    for (std::string& cell : cells) cell = std::string(without_blanks(cell));
    return cells;
}

std::optional<double> number_in(const std::string& cell) {
    if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
    double      value = 0;
    const char* end   = cell.data() + cell.size();
    const auto [at, trouble] = std::from_chars(cell.data() + (cell[0] == '+'), end, value);
    if (at != end || trouble == std::errc::invalid_argument) return std::nullopt;
    return trouble == std::errc::result_out_of_range ? std::numeric_limits<double>::quiet_NaN() : value;
}

CsvColumn column_of(const std::string& cell) {
    const auto open = cell.rfind('[');
    if (open == std::string::npos || cell.back() != ']') return {cell, "", {}};
    return {std::string(without_blanks(cell.substr(0, open))), cell.substr(open + 1, cell.size() - open - 2), {}};
}

void read_heading(Csv& csv, const std::vector<std::string>& cells, const std::string& place) {
    for (const std::string& cell : cells) {
        if (number_in(cell)) throw FileError(fmt::format("{}: expected a heading such as `time [s],speed [m/s]`, found '{:.40}'", place, cell));
        csv.columns.push_back(column_of(cell));
    }
}

void read_row(Csv& csv, const std::vector<std::string>& cells, const std::string& place) {
    if (cells.size() != csv.columns.size()) throw FileError(fmt::format("{}: the line has {} cells, the heading {}", place, cells.size(), csv.columns.size()));
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const auto number = number_in(cells[c]);
        if (!number) throw FileError(fmt::format("{}: '{:.40}' in column '{}' is no number", place, cells[c], csv.columns[c].name));
        csv.columns[c].value.push_back(*number);
    }
}

}  // namespace

const CsvColumn* Csv::find(std::string_view name) const {
    for (const CsvColumn& c : columns)
        if (c.name == name) return &c;
    return nullptr;
}

std::vector<std::string> Csv::names() const {
    std::vector<std::string> names;
    for (const CsvColumn& c : columns) names.push_back(c.name);
    return names;
}

Csv read_csv(const std::filesystem::path& path) {
    const std::string text = read_text_file(path, most_bytes);
    Csv               csv;
    std::size_t       number = 0;
    for (std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0, end; at < text.size(); at = end + 1) {
        end                         = std::min(text.find('\n', at), text.size());
        const std::string_view line = without_blanks(std::string_view(text).substr(at, end - at));
        const std::string      place = fmt::format("{}:{}", path.string(), ++number);
        if (line.empty() || line[0] == '#') continue;
        const auto cells = cells_of(line);
        if (csv.columns.empty())
            read_heading(csv, cells, place);
        else if (end == text.size() && cells.size() < csv.columns.size())
            csv.cut_off = true;
        else
            read_row(csv, cells, place);
    }
    if (csv.columns.empty()) throw FileError(path.string() + ": the file is empty; expected a heading and rows of numbers");
    return csv;
}

}  // namespace mote
