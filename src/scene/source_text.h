// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The bytes of a scene before and beside YAML: are they text, and where does something stand in them?
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

namespace mote {

struct BadByte {
    unsigned byte;
    int      line, column;  ///< From 1.
};

/// The first byte that is not part of a UTF-8 character or is a control character other than tab and line end.
std::optional<BadByte> find_bad_byte(std::string_view text);

/// The column, from 1, that an editor shows for the byte at `offset`, which is `bytes` after the start of its line.
int column_in_characters(std::string_view text, std::size_t offset, int bytes);

/// Whether the quoted text that begins at `offset` (after anchors) is still open at the end of everything.
bool has_open_quote(std::string_view text, std::size_t offset);

/// Whether the line of the byte at `offset`, `bytes` into its line, is indented with a tab.
bool is_indented_by_tab(std::string_view text, std::size_t offset, int bytes);

}  // namespace mote
