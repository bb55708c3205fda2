// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Three kinds of trouble: a bug stops at a `check`; bad input throws one of the errors below, and the program
// turns it into a sentence and an exit code; a hard solve is no error but a number in a report.
#pragma once
#include <stdexcept>
#include <string>

namespace mote {

/// What every error of the library derives from; `exit_code` is what the program ends with (design: section 3).
struct Error : std::runtime_error {
    explicit Error(const std::string& sentence, int code = 70) : std::runtime_error(sentence), exit_code(code) {}
    int exit_code;
};

/// The scene is at fault. The sentence says where (file:line:column and the path of the field), what was found,
/// what is allowed and what to do about it.
struct SceneError : Error {
    explicit SceneError(const std::string& sentence) : Error(sentence, 3) {}
};

/// A file could not be read or written, or is not what it claims to be.
struct FileError : Error {
    explicit FileError(const std::string& sentence) : Error(sentence, 5) {}
};

/// The simulation stopped making sense: not-a-number, escaped particles, a time step at its floor.
struct UnsoundError : Error {
    explicit UnsoundError(const std::string& sentence) : Error(sentence, 4) {}
};

/// A bug in Mote or in a program that uses it: never the fault of a scene or a file.
struct BugError : Error {
    explicit BugError(const std::string& sentence) : Error(sentence, 70) {}
};

[[noreturn]] void fail_check(const char* rule, const std::string& values);

/// check(rows == order.size(), "one order entry per row", rows, order.size()): stops with the values where a
/// rule of the code itself is broken.
template <class... Values>
void check(bool holds, const char* rule, const Values&... values) {
    if (holds) [[likely]] return;
    std::string text;
    ((text += (text.empty() ? "" : ", ") + std::to_string(values)), ...);
    fail_check(rule, text);
}

}  // namespace mote
