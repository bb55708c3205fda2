// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Any bytes are a scene or a SceneError, and a scene survives being written and read. No file is opened.
//   clang++ -fsanitize=fuzzer,address,undefined ... && scene_fuzz tests/fuzz/corpus/scene
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mote/scene_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mote;
    const auto read = [](std::string_view text) {
        return read_scene_text(text, "fuzz.yaml", {}, ShapeFiles::may_be_missing);
    };
    SceneFile file;
    try {
        file = read({reinterpret_cast<const char*>(data), size});
    } catch (const SceneError&) {
        return 0;
    }
    if (!(read(write_scene(file.scene)).scene == file.scene)) __builtin_trap();
    return 0;
}
