// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <array>

#include "mote/frame.h"

namespace mote {
namespace {

constexpr std::array<std::string_view, 12> vector_words = {"position", "velocity",     "acceleration", "force",
                                                           "normal",   "displacement", "momentum",     "direction",
                                                           "gradient", "vorticity",    "axis",         "colour"};

/// Where the name of the vector ends: behind the first word for a vector, otherwise behind the first word.
std::size_t end_of_vector_name(std::string_view name) {
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find_first_of("_.", begin), name.size());
        if (std::find(vector_words.begin(), vector_words.end(), name.substr(begin, end - begin)) != vector_words.end())
            return end;
        begin = end + 1;
    }
    return std::min(name.find('_'), name.size());
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

}  // namespace

std::vector<ColumnPart> named_parts(std::string_view name, std::string_view unit, ColumnType type) {
    const std::size_t comma = unit.find(',');
    if (comma == std::string_view::npos || type.components < 2)
        return {{std::string(name), std::string(unit), 0, type.components}};

    const std::size_t  end    = end_of_vector_name(name);
    const std::uint8_t scalar = std::uint8_t(type.components - 1);
    // A name without a second word: the scalar is called after its place in the row.
    const std::string scalar_name(end + 1 < name.size() ? std::string(name.substr(end + 1)) : std::string(name) + "_w");
    return {{std::string(name.substr(0, end)), std::string(trimmed(unit.substr(0, comma))), 0, scalar},
            {scalar_name, std::string(trimmed(unit.substr(comma + 1))), scalar, 1}};
}

std::vector<ColumnPart> named_parts(const FrameColumn& column) {
    return named_parts(column.name, column.unit, column.type);
}

std::string component_name(const ColumnPart& part, std::uint8_t k) {
    constexpr std::string_view axes = "xyzw";
    if (part.components == 1) return part.name;
    if (part.components <= 4) return part.name + '_' + axes[k];
    if (part.components == 9) return part.name + '_' + axes[k / 3] + axes[k % 3];
    return part.name + '_' + std::to_string(k);
}

}  // namespace mote
