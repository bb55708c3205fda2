// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Numbers from comma-separated tables or portable grey maps (PGM, netpbm), whose files may hold several pictures one after the other.
#include "shapes/grey_map.h"

#include <algorithm>

#include "shapes/mesh_reader.h"

namespace mote {

namespace {

void require_few(std::size_t values, const GreyUse& use) {
    if (values > use.most) throw FileError("has more than " + std::to_string(use.most) + " " + use.number + "s; make it coarser");
}

GreyMap parse_csv(std::string text, const GreyUse& use) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
    GreyMap map;
    Words   words(text);
    do {
        std::size_t columns = 0;
        for (std::string_view word = words.word(); !word.empty() && word[0] != '#'; word = words.word(), ++columns) {
            const auto value = to_coordinate(word);
            if (!value || !(*value >= 0 && *value <= 1))
                throw FileError("line " + std::to_string(words.line()) + ": " + quoted(word) + " is not a " + use.number + " from 0 to 1; " + use.remedy);
            map.values.push_back(*value);
            require_few(map.values.size(), use);
        }
        if (columns == 0) continue;
        if (map.rows++ == 0) map.columns = columns;
        if (columns != map.columns)
            throw FileError("line " + std::to_string(words.line()) + ": has " + std::to_string(columns) +
                            " numbers where the first row has " + std::to_string(map.columns) +
                            "; make all rows as long as the first");
    } while (words.next_line());
    map.layers = 1;
    return map;
}

/// The next word of a PGM header; `#` starts a comment.
std::string_view header_word(Words& words) {
    std::string_view word = words.any_word();
    while (!word.empty() && word[0] == '#') words.next_line(), word = words.any_word();
    return word;
}

std::size_t header_number(Words& words) {
    const auto value = to_number<std::uint32_t>(header_word(words));
    if (!value || *value == 0) throw FileError("has no sound PGM header: width, height and greatest grey are needed");
    return *value;
}

/// One picture: appends its greys and returns how many characters of the text it takes.
std::size_t parse_picture(std::string_view text, GreyMap& map, const GreyUse& use) {
    Words             words(text);
    const std::string kind(header_word(words));
    if (kind != "P2" && kind != "P5") throw FileError("is no grey map: it starts with neither P2 nor P5");
    const std::size_t columns = header_number(words), rows = header_number(words), greatest = header_number(words);
    if (greatest > 65535)
        throw FileError("has a greatest grey of " + std::to_string(greatest) + "; save it with 8 or 16 bits");
    if (map.layers > 0 && (columns != map.columns || rows != map.rows))
        throw FileError("has pictures of different sizes; make all as large as the first");
    map.columns = columns, map.rows = rows, ++map.layers;
    const std::size_t count = columns * rows, bytes = greatest > 255 ? 2 : 1, start = words.place() + 1;
    require_few(map.values.size() + count, use);
    const bool short_of = kind == "P5" ? text.size() < start + count * bytes : text.size() < count;
    if (short_of) throw FileError("ends before its " + std::to_string(count) + " grey values");
    map.values.reserve(map.values.size() + count);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t grey = 0;
        if (kind == "P5") {
            for (std::size_t b = 0; b < bytes; ++b)
                grey = 256 * grey + static_cast<unsigned char>(text[start + i * bytes + b]);
        } else {
            const auto value = to_number<std::uint32_t>(words.any_word());
            if (!value)
                throw FileError("has only " + std::to_string(i) + " of " + std::to_string(count) + " grey values");
            grey = *value;
        }
        if (grey > greatest)
            throw FileError("has a grey of " + std::to_string(grey) + " above its greatest, " +
                            std::to_string(greatest));
        map.values.push_back(float(grey) / float(greatest));
    }
    return kind == "P5" ? start + count * bytes : words.place();
}

GreyMap parse_pgm(std::string_view text, const GreyUse& use) {
    GreyMap map;
    do {
        text.remove_prefix(parse_picture(text, map, use));
    } while (use.slices && text.find_first_not_of(" \t\r\n\v\f") != text.npos);
    return map;
}

}  // namespace

GreyMap load_grey_map(const std::string& path, const GreyUse& use) {
    const std::string text = read_text(path);
    try {
        if (!path.ends_with(".csv") && !path.ends_with(".pgm"))
            throw FileError(std::string("is no ") + use.field + " Mote can read: its name must end in .csv or .pgm; save it as one of these");
        return path.ends_with(".csv") ? parse_csv(text, use) : parse_pgm(text, use);
    } catch (const FileError& error) {
        throw file_fault(path, error.what(), "save it anew as a grey PGM picture");
    }
}

}  // namespace mote
