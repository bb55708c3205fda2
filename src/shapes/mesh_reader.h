// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the three mesh readers share. All throw FileError.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mote/error.h"
#include "mote/mesh.h"

namespace mote {

TriangleMesh parse_obj(std::string_view text);
TriangleMesh parse_ply(std::string_view bytes);
TriangleMesh parse_stl(std::string_view bytes);

/// Whole content of a file; throws FileError.
std::string read_text(const std::string& path);

/// What is wrong with a file and what to do. Most faults are those of a broken file and have one remedy; those that
/// have another name it themselves, after a semicolon.
inline FileError file_fault(const std::string& path, const std::string& fault, const std::string& remedy) {
    return FileError("'" + path + "' " + fault + (fault.find("; ") == std::string::npos ? "; " + remedy : ""));
}

/// Walks over text word by word and line by line.
class Words {
public:
    explicit Words(std::string_view text) : text_(text) {}

    /// The next word of this line; empty at its end.
    std::string_view word() {
        while (at_ < text_.size() && blank(text_[at_])) ++at_;
        const std::size_t first = at_;
        while (at_ < text_.size() && !blank(text_[at_]) && text_[at_] != '\n') ++at_;
        return text_.substr(first, at_ - first);
    }
    /// The next word of any line; empty at the end of the text.
    std::string_view any_word() {
        std::string_view found = word();
        while (found.empty() && next_line()) found = word();
        return found;
    }
    /// Goes to the start of the next line; false at the end of the text.
    bool next_line() {
        at_ = std::min(text_.find('\n', at_), text_.size());
        if (at_ == text_.size()) return false;
        ++at_, ++line_;
        return true;
    }
    std::size_t line() const { return line_; }
    std::size_t place() const { return at_; }

private:
    static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

    std::string_view text_;
    std::size_t      at_ = 0, line_ = 1;
};

/// A word as it stands in a sentence, shortened where it is long.
inline std::string quoted(std::string_view word) {
    std::string text(1, '\'');
    text.append(word.substr(0, 40));
    return text += '\'';
}

/// A number that fills the whole word.
template <class T>
std::optional<T> to_number(std::string_view word) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || word.empty()) return std::nullopt;
    return value;
}

/// A coordinate; what is beyond the range of float becomes infinite, and the mesh is refused for it later.
inline std::optional<float> to_coordinate(std::string_view word) {
    const auto value = to_number<double>(word);
    return value ? std::optional(float(*value)) : std::nullopt;
}

/// Joins the corners of a polygon to its first one. `at(k)` is the k-th corner.
template <class At>
void add_fan(TriangleMesh& mesh, std::size_t corners, At at) {
    for (std::size_t k = 2; k < corners; ++k) {
        if (mesh.triangles.size() >= max_triangles)
            throw FileError("has more than " + std::to_string(max_triangles) + " triangles; simplify the mesh");
        mesh.triangles.push_back({at(0), at(k - 1), at(k)});
    }
}

}  // namespace mote
