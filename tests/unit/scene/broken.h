// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A scene with one mistake: where it is said to be, and what is said about it.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "unit/scene/scene_text.h"

namespace mote {

struct Broken {
    std::string text;
    int         line, column;
    std::string path;    ///< Empty where no field is to blame.
    std::string remedy;  ///< Part of the sentence.
};
inline void PrintTo(const Broken& scene, std::ostream* out) { *out << scene.path << ": " << scene.remedy; }

/// Three good lines, then what is tried from line 4 on.
inline Broken after(const std::string& text, int line, int column, const std::string& path, const std::string& remedy) {
    return {"spacing: 2 cm\nmaterials: {water: {}}\nobjects: {drop: {sphere: 0.1, material: water}}\n" + text, line,
            column, path, remedy};
}

/// The mistake is found at its line and column, under the path of its field, with what to do about it.
inline void expect_explained(const Broken& row) {
    const std::string sentence = complaint(row.text);
    const std::string start    = "test.yaml:" + std::to_string(row.line) + ":" + std::to_string(row.column) + ": " +
                              (row.path.empty() ? "" : row.path + ": ");
    EXPECT_EQ(sentence.substr(0, start.size()), start) << row.text << "\n" << sentence;
    EXPECT_NE(sentence.find(row.remedy, start.size()), std::string::npos) << row.text << "\n" << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
}

}  // namespace mote
