// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "mote/build.h"

namespace mote {

namespace fs = std::filesystem;

inline constexpr const char* cube           = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n";
inline constexpr const char* faces_outwards = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
inline constexpr const char* faces_inwards  = "f 2 4 3 1\nf 7 8 6 5\nf 5 6 2 1\nf 4 8 7 3\nf 3 7 5 1\nf 6 8 4 2\n";

/// Scenes that name files find them in a folder of their own, gone with the test.
class Build : public ::testing::Test {
protected:
    void SetUp() override {
        folder = fs::temp_directory_path() / ("mote_build_" + std::to_string(::getpid()));
        fs::create_directories(folder);
        write("good.obj", std::string(cube) + faces_outwards);
        write("open.obj", std::string(cube) + std::string(faces_outwards).substr(10));
        write("inverted.obj", std::string(cube) + faces_inwards);
        write("empty.obj", "");
        write("garbage.ply", "ply\nformat ascii 1.0\nelement vertex banana\nend_header\n");
        write("garbage.stl", "\x01\x02\x03");
        write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n");
        write("flat.obj", "v 0 0 0\nv 0.3 0 0\nv 0.3 0 0.2\nv 0 0 0.2\nf 1 2 3 4\n");
        write("bent.obj", "v 0 0 0\nv 0.3 0 0\nv 0.3 0.1 0.2\nv 0 0 0.2\nf 1 2 3\nf 1 3 4\n");
        write("words.csv", "0.1, 0.2\n0.3, high\n");
        write("ragged.csv", "0.1, 0.2\n0.3\n");
        write("short.pgm", "P2\n4 4\n255\n1 2 3\n");
    }
    void TearDown() override { fs::remove_all(folder); }

    void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

    SceneFile read(const std::string& text) const { return read_scene_text(text, (folder / "test.yaml").string()); }

    BuiltScene build(const std::string& text) const { return build_scene(read(text), Exec(1)); }

    /// The sentence a scene is refused with, without the folder; empty where it is accepted.
    std::string complaint(const std::string& text) const {
        std::string sentence;
        try {
            (void)build(text);
        } catch (const SceneError& e) {
            sentence = e.what();
        }
        const std::string prefix = folder.string() + "/";
        for (std::size_t at; (at = sentence.find(prefix)) != std::string::npos;) sentence.erase(at, prefix.size());
        return sentence;
    }

    fs::path folder;
};

inline const std::string water = "materials: {water: {}}\n";  // line 1

}  // namespace mote
