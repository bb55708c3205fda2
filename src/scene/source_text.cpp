// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/source_text.h"

#include <algorithm>

namespace mote {

namespace {

// The length of the UTF-8 character at the front, or 0 where there is none that may stand in a text file.
// (The Unicode Standard 15.0, table 3-7.)
std::size_t character_length(std::string_view text) {
    const auto     byte  = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto     tail  = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    const unsigned first = byte(0);
    if (first < 0x80) return (first < 0x20 && first != '\t' && first != '\n' && first != '\r') || first == 0x7f ? 0 : 1;
    if (first >= 0xc2 && first <= 0xdf) return tail(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool shortest = first != 0xe0 || byte(1) >= 0xa0, surrogate = first == 0xed && byte(1) >= 0xa0;
        return tail(1) && tail(2) && shortest && !surrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool shortest = first != 0xf0 || byte(1) >= 0x90, too_large = first == 0xf4 && byte(1) >= 0x90;
        return tail(1) && tail(2) && tail(3) && shortest && !too_large ? 4 : 0;
    }
    return 0;
}

// The line up to the byte at `offset`; empty where the numbers do not fit the text.
std::string_view line_before(std::string_view text, std::size_t offset, int bytes) {
    if (bytes < 0 || offset > text.size() || std::size_t(bytes) > offset) return {};
    return text.substr(offset - std::size_t(bytes), std::size_t(bytes));
}

}  // namespace

std::optional<BadByte> find_bad_byte(std::string_view text) {
    int line = 1, column = 1;
    for (std::size_t i = 0; i < text.size(); ++column) {
        const std::size_t length = character_length(text.substr(i));
        if (length == 0) return BadByte{static_cast<unsigned char>(text[i]), line, column};
        if (text[i] == '\n') ++line, column = 0;
        i += length;
    }
    return {};
}

int column_in_characters(std::string_view text, std::size_t offset, int bytes) {
    constexpr int longest = 2000;  // counting along very long lines for every value would be quadratic
    const auto    before  = line_before(text, offset, bytes);
    const auto    tails =
        bytes > longest ? 0 : std::count_if(before.begin(), before.end(), [](char c) { return (c & 0xc0) == 0x80; });
    return bytes + 1 - int(tails);
}

bool has_open_quote(std::string_view text, std::size_t offset) {
    const auto blank = [&] {
        return text[offset] == ' ' || text[offset] == '\t' || text[offset] == '\n' || text[offset] == '\r';
    };
    while (offset < text.size() && (text[offset] == '&' || text[offset] == '!')) {
        while (offset < text.size() && !blank()) ++offset;
        while (offset < text.size() && blank()) ++offset;
    }
    if (offset >= text.size()) return false;
    const char quote = text[offset];
    if (quote != '"' && quote != '\'') return false;  // a block of text
    for (std::size_t i = offset + 1; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\') {
            ++i;
        } else if (text[i] == quote) {
            if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return false;
            ++i;  // '' stands for one quote
        }
    }
    return true;
}

bool is_indented_by_tab(std::string_view text, std::size_t offset, int bytes) {
    const auto before = line_before(text, offset, bytes);
    return before.substr(0, before.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

}  // namespace mote
