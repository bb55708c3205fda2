// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Works on the characters of YAML, guided by the places that the reader has noted. Whether a change was right is not argued: it is read again and compared.
#include "rewrite.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace mote::studio {
namespace {

constexpr auto npos = std::string::npos;

/// Offset of a line and column, which count characters from 1.
std::size_t offset_of(const std::string& text, int line, int column) {
    std::size_t at = 0;
    for (int k = 1; k < line; ++k) {
        at = text.find('\n', at);
        if (at == npos) return npos;
        ++at;
    }
    for (int k = 1; k < column && at < text.size(); ++k)
        do ++at;
        while (at < text.size() && (text[at] & 0xc0) == 0x80);
    return at;
}

/// Behind the quote, bracket or brace that opens at `at`.
std::size_t behind_closing(const std::string& text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = text.find(c, at + 1);
            if (at == npos) return npos;
        } else if (c == '#' && at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n')) {
            at = text.find('\n', at);
            if (at == npos) return npos;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
        if (depth <= 0) return at + 1;
    }
    return npos;
}

/// Where the value at `at`, or of the key `name` that stands there, begins and ends; nothing where it is a block on lines of its own. The reader notes the
/// places of values, but of blocks and shapes those of their keys.
struct Extent {
    std::size_t begin, end;
};
std::optional<Extent> value_at(const std::string& text, std::size_t at, const std::string& name) {
    if (text.compare(at, name.size(), name) == 0)
        if (const std::size_t colon = text.find_first_not_of(' ', at + name.size()); colon != npos && text[colon] == ':') at = text.find_first_not_of(' ', colon + 1);
    if (at == npos || text[at] == '\n' || text[at] == '#') return {};
    if (text[at] == '{' || text[at] == '[' || text[at] == '"' || text[at] == '\'') {
        const std::size_t end = behind_closing(text, at);
        return end == npos ? std::nullopt : std::optional(Extent{at, end});
    }
    std::size_t end = std::min({text.find_first_of(",}]\n", at), text.find(" #", at), text.size()});
    while (end > at && text[end - 1] == ' ') --end;
    return Extent{at, end};
}

std::string last_of(const std::string& path) { return path.substr(path.find_last_of('.') + 1); }
std::string parent_of(const std::string& path) {
    const std::size_t cut = path.find_last_of('.');
    return cut == npos ? "" : path.substr(0, cut);
}

/// `a.b` with value v, as a line of YAML: `a: {b: v}`.
std::string nested(const std::string& path, const std::string& value) {
    const std::size_t cut = path.find('.');
    return cut == npos ? path + ": " + value : path.substr(0, cut) + ": {" + nested(path.substr(cut + 1), value) + "}";
}

/// Behind the last line of a block that begins at `at` with so much indentation; what comes last in a scene stays last.
std::size_t end_of_block(const std::string& text, std::size_t at, std::size_t indent) {
    std::size_t end = at;
    while (at < text.size()) {
        const std::size_t first = text.find_first_not_of(' ', at), next = std::min(text.find('\n', at), text.size() - 1) + 1;
        const bool        blank = first == npos || text[first] == '\n' || text[first] == '#';
        if (!blank && first - at < indent) break;
        if (!blank) end = next;
        at = next;
    }
    return end;
}

std::optional<std::string> with_added(std::string text, const SceneFile& file, const std::string& path, const std::string& value) {
    std::string above = parent_of(path);
    while (!above.empty() && !file.places.contains(above)) above = parent_of(above);
    const std::string entry = nested(above.empty() ? path : path.substr(above.size() + 1), value);
    if (above.empty()) return text + (text.empty() || text.back() == '\n' ? "" : "\n") + entry + "\n";
    const auto        place = file.places.find(above)->second;
    const std::size_t key   = offset_of(text, place.line, place.column);
    if (place.source != 0 || key == npos) return {};
    if (const auto at = value_at(text, key, last_of(above))) {
        if (text[at->begin] != '{') return {};
        const std::size_t last = text.find_last_not_of(" \n", at->end - 2);
        return text.insert(last + 1, (text[last] == '{' ? "" : ", ") + entry);
    }
    const std::size_t line = text.find('\n', key), child = line == npos ? npos : text.find_first_not_of(" \n", line);
    if (child == npos) return {};
    const std::size_t indent = child - text.rfind('\n', child) - 1;
    if (text.back() != '\n') text += '\n';
    return text.insert(end_of_block(text, line + 1, indent), std::string(indent, ' ') + entry + "\n");
}

std::optional<std::string> with_replaced(std::string text, const SceneFile& file, const std::string& path, const std::string& value) {
    const auto place = file.places.find(path);
    if (place == file.places.end() || place->second.source != 0) return {};
    const std::size_t key = offset_of(text, place->second.line, place->second.column);
    const auto        at  = key == npos ? std::nullopt : value_at(text, key, last_of(path));
    return at ? std::optional(text.replace(at->begin, at->end - at->begin, value)) : std::nullopt;
}

}  // namespace

std::string with_value(const std::string& text, const std::string& file_name, const std::string& path, const std::string& value, const Scene& wanted) {
    try {
        const SceneFile file    = read_scene_text(text, file_name, {}, ShapeFiles::may_be_missing);
        const auto      changed = file.places.contains(path) ? with_replaced(text, file, path, value) : with_added(text, file, path, value);
        if (changed && read_scene_text(*changed, file_name, {}, ShapeFiles::may_be_missing).scene == wanted) return *changed;
    } catch (const Error&) {
    }
    return write_scene(wanted);
}

}  // namespace mote::studio
