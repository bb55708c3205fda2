// Copyright (c) 2026 The Mote authors. MIT licence.
#include "io/export_parts.h"

#include <fstream>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "io/frame_format.h"

namespace mote::io {

std::vector<Quantity> quantities_of(const FrameTable& table) {
    std::vector<Quantity> quantities;
    std::set<std::string> names;
    for (const FrameColumn& column : table.columns) {
        if (!is_name(column.name) || !is_unit(column.unit) || column.type.components == 0 ||
            column.bytes.size() != table.rows * column.type.bytes())
            throw BugError(
                fmt::format("column '{}' of table '{}' breaks the rules of frame.h", column.name, table.name));
        for (ColumnPart& part : named_parts(column)) {
            if (!names.insert(part.name).second) {
                part.name = column.name + '.' + part.name;
                names.insert(part.name);
            }
            quantities.push_back({std::move(part), &column});
        }
    }
    return quantities;
}

Quantity take_position(std::vector<Quantity>& quantities, const FrameTable& table, std::string_view format) {
    const auto found = std::find_if(quantities.begin(), quantities.end(), [](const Quantity& q) {
        return q.part.name == "position" && (q.part.components == 2 || q.part.components == 3);
    });
    if (found == quantities.end())
        throw FileError(
            fmt::format("table '{}' has no column position, which {} needs. Export it as csv", table.name, format));
    Quantity position = *found;
    quantities.erase(found);
    return position;
}

Point point_of(const Quantity& position, std::size_t row) {
    Point point{};
    for (std::size_t k = 0; k < position.part.components; ++k) point.xyz[k] = float(position.number(row, k));
    return point;
}

std::string Identifiers::of(std::string_view name) {
    std::string clean(name);
    for (char& c : clean)
        if (c == '.' || c == '-') c = '_';
    if (clean[0] >= '0' && clean[0] <= '9') clean.insert(0, 1, '_');
    std::string own = clean;
    for (int k = 2; !taken_.insert(own).second; ++k) own = fmt::format("{}_{}", clean, k);
    return own;
}

void append_number(std::vector<std::byte>& out, const Quantity& q, std::size_t i, std::size_t k) {
    with_scalar(q.scalar(), [&](auto value) {
        std::memcpy(&value, q.row(i) + k * sizeof value, sizeof value);
        if constexpr (std::is_floating_point_v<decltype(value)>)
            if (std::isnan(value)) return append_bytes(out, "nan", 3);  // to_chars would tell kinds of NaN apart
        char       text[32];
        const auto end = std::to_chars(text, text + sizeof text, value).ptr;
        append_bytes(out, text, std::size_t(end - text));
    });
}

bool begins_and_ends(const std::filesystem::path& path, const std::string& near_beginning, const std::string& ending) {
    std::ifstream file(path, std::ios::binary);
    std::string   head(4096, '\0'), tail(ending.size(), '\0');
    file.read(head.data(), std::streamsize(head.size()));
    if (head.find(near_beginning) == std::string::npos) return false;
    file.clear();
    file.seekg(-std::streamoff(ending.size()), std::ios::end);
    file.read(tail.data(), std::streamsize(tail.size()));
    return file && tail == ending;
}

}  // namespace mote::io
