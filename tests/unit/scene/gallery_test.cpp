// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <filesystem>

#include "mote/scene_file.h"

namespace mote {
namespace {

// Every named scene can be read, has a title, and has a picture in the gallery.
TEST(Gallery, EverySceneIsSoundAndHasAPicture) {
    namespace fs = std::filesystem;
    const fs::path root = MOTE_SOURCE_DIR;
    int            count = 0;
    for (const auto& item : fs::directory_iterator(root / "scenes")) {
        if (item.path().extension() != ".yaml") continue;
        SceneFile file;
        ASSERT_NO_THROW(file = read_scene(item.path())) << item.path();
        EXPECT_FALSE(file.scene.title.empty()) << item.path();
        EXPECT_TRUE(fs::exists(root / "docs/gallery" / (item.path().stem().string() + ".png"))) << item.path();
        ++count;
    }
    EXPECT_GE(count, 9);
}

}  // namespace
}  // namespace mote
