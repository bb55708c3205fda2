// Copyright (c) 2026 The Mote authors. MIT licence.
#include "studio/rewrite.h"

#include <gtest/gtest.h>

namespace mote::studio {
namespace {

const std::string text =
    "# a scene\n"
    "spacing: 5 cm   # coarse\n"
    "materials:\n"
    "  water: {preset: water, viscosity: 2 mPa s}  # thick\n"
    "  honey:\n"
    "    preset: honey\n"
    "objects:\n"
    "  drop: {sphere: 20 cm, at: [0, 0.5, 0], material: water}\n";

std::string changed(const std::string& path, const std::string& value) {
    const Scene wanted = read_scene_text(text, "s.yaml", {path + "=" + value}).scene;
    const auto  now    = with_value(text, "s.yaml", path, value, wanted);
    EXPECT_EQ(read_scene_text(now, "s.yaml").scene, wanted) << now;
    return now;
}
bool has(const std::string& where, const std::string& what) { return where.find(what) != std::string::npos; }

// Whatever is changed, the new text reads as the scene that was wanted, and the rest of it stands as it stood.
TEST(Rewrite, AValueIsReplacedWhereItStands) {
    EXPECT_TRUE(has(changed("spacing", "4 cm"), "spacing: 4 cm   # coarse\nmaterials:"));
    EXPECT_TRUE(has(changed("materials.water.viscosity", "0.5 Pa s"), "water: {preset: water, viscosity: 0.5 Pa s}  # thick"));
    EXPECT_TRUE(has(changed("objects.drop.at", "[0, 1, 0]"), "at: [0, 1, 0], material"));
}

TEST(Rewrite, AValueIsAddedWhereItBelongs) {
    EXPECT_TRUE(has(changed("materials.water.density", "900"), "{preset: water, viscosity: 2 mPa s, density: 900}  # thick"));
    EXPECT_TRUE(has(changed("materials.honey.viscosity", "3"), "  honey:\n    preset: honey\n    viscosity: 3\nobjects:"));
    EXPECT_TRUE(has(changed("time_step.courant", "0.3"), "# a scene"));
    EXPECT_TRUE(has(changed("materials.oil", "{preset: oil}"), "  oil: {preset: oil}\n"));
    EXPECT_TRUE(has(changed("gravity", "[0, -1, 0]"), "\ngravity: [0, -1, 0]\n"));
}

// A block in place of a value is too much for a small change: then all of it is written anew.
TEST(Rewrite, WhatCannotBeChangedInPlaceIsWrittenAnew) { EXPECT_FALSE(has(changed("materials", "{water: {preset: water}}"), "# a scene")); }

}  // namespace
}  // namespace mote::studio
