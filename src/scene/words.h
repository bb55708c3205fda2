// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The words of messages: names and their misspellings, quoted text, ranges.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mote/fields.h"

namespace mote {

/// [A-Za-z_][A-Za-z0-9_-]*, at most 64 characters.
bool is_name(std::string_view text);

/// The candidate that was probably meant, or nothing. Letter case does not count; swapped letters count once.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean spacing?" with the list of what is known where that is short or nothing is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// "a, b, c", cut with a count after so many.
std::string join(const std::vector<std::string>& words, std::size_t most = 20);

/// Without the blanks at both ends.
std::string_view trimmed(std::string_view text);

/// 'text' on one line, cut where long, without control characters.
std::string in_quotes(std::string_view text);

/// "greater than 0", "from 0 to 1"; empty where everything is allowed.
std::string range_text(const Range& range);

}  // namespace mote
