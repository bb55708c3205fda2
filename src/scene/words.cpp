// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mote {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

// Optimal string alignment distance (Damerau 1964): insert, delete, replace, swap neighbours.
int distance(std::string_view a, std::string_view b) {
    std::vector<int> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = int(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = int(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replace = last[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            now[j]            = std::min({last[j] + 1, now[j - 1] + 1, replace});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    return last[b.size()];
}

// 1000000 is hard to read: 1e6.
std::string limit_text(double value) {
    const double power = std::floor(std::log10(std::abs(value)));
    const bool   round = std::isfinite(power) && power >= 5 && std::abs(value) == std::pow(10.0, power);
    return round ? fmt::format("{}1e{}", value < 0 ? "-" : "", int(power)) : fmt::format("{}", value);
}

bool begins_with(std::string_view whole, std::string_view start) {
    return whole.size() >= start.size() &&
           std::equal(start.begin(), start.end(), whole.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 && is_letter(text[0]) &&
           std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
    if (word.empty() || word.size() > 100) return {};
    const std::string* best    = nullptr;
    int                closest = 1 + int(word.size()) / 4;  // one slip, and one more for every four letters
    for (const std::string& candidate : candidates) {
        const int d = distance(word, candidate);
        if (d < int(candidate.size()) && (best ? d < closest : d <= closest)) best = &candidate, closest = d;
    }
    if (!best && word.size() >= 3)
        for (const std::string& candidate : candidates)
            if (!best && (begins_with(candidate, word) || (candidate.size() >= 3 && begins_with(word, candidate))))
                best = &candidate;
    return best ? std::optional(*best) : std::nullopt;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    const auto near = nearest(word, known);
    if (known.empty()) return "there is none to choose from";
    if (!near) return "known: " + join(known);
    return fmt::format("did you mean {}?{}", *near,
                       known.size() > 1 && known.size() <= 12 ? " Known: " + join(known) : "");
}

std::string join(const std::vector<std::string>& words, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), most); ++i) text += (i ? ", " : "") + words[i];
    if (words.size() > most) text += fmt::format(" and {} more", words.size() - most);
    return text;
}

std::string in_quotes(std::string_view text) {
    std::string clean;
    for (const char c : text.substr(0, 60)) clean += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    // A character of several bytes is not cut in half.
    if (text.size() > 60)
        while (!clean.empty() && (clean.back() & 0x80)) {
            const bool first = (clean.back() & 0xc0) == 0xc0;
            clean.pop_back();
            if (first) break;
        }
    return "'" + clean + (text.size() > 60 ? "...'" : "'");
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::string range_text(const Range& range) {
    const bool        below = std::isfinite(range.low), above = std::isfinite(range.high);
    const std::string low = limit_text(range.low), high = limit_text(range.high);
    if (!below && !above) return "";
    if (below && !above) return range.open_low ? "greater than " + low : low + " or more";
    if (!below) return range.open_high ? "less than " + high : high + " or less";
    if (range.open_low || range.open_high)
        return fmt::format("{} {} and {} {}", range.open_low ? "greater than" : "at least", low,
                           range.open_high ? "less than" : "at most", high);
    return fmt::format("from {} to {}", low, high);
}

}  // namespace mote
