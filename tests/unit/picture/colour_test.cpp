// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "picture_testing.h"

namespace mote {
namespace {

using testing::luminance;

const float nan = std::numeric_limits<float>::quiet_NaN();

// Lightness tells the value: it grows along the whole scale, also for those who see no hues.
TEST(Colour, GrowsLighterAlongAScale) {
    for (const ColourMap map : {ColourMap::sequential, ColourMap::heat})
        for (int k = 0; k < 100; ++k)
            EXPECT_LT(luminance(colour_at(map, float(k) / 100)), luminance(colour_at(map, float(k + 1) / 100)));
}

// Signed values are lightest at zero and equally dark at both ends.
TEST(Colour, DivergesFromWhite) {
    for (int k = 0; k < 50; ++k) {
        const auto at = [](int share) { return colour_at(ColourMap::diverging, float(share) / 100); };
        EXPECT_LT(luminance(at(k)), luminance(at(k + 1)));
        EXPECT_NEAR(std::cbrt(luminance(at(k))), std::cbrt(luminance(at(100 - k))), 0.06);
    }
}

// The ends of the scales: violet and yellow, blue and red, nearly black and nearly white.
TEST(Colour, HasTheRightEnds) {
    const auto ends             = [](ColourMap map) { return std::pair(colour_at(map, 0), colour_at(map, 1)); };
    const auto [violet, yellow] = ends(ColourMap::sequential);
    EXPECT_TRUE(violet.z > violet.x && violet.x > violet.y && luminance(violet) < 0.05);
    EXPECT_TRUE(yellow.x > 0.8f && yellow.y > 0.6f && yellow.z < 0.2f);
    const auto [blue, red] = ends(ColourMap::diverging);
    EXPECT_TRUE(blue.z > 3 * blue.x && red.x > 3 * red.z);
    const auto [black, white] = ends(ColourMap::heat);
    EXPECT_TRUE(luminance(black) < 0.01 && luminance(white) > 0.85);
}

// Values outside the scale take its ends, what is not a number is grey, and a scale without extent has a middle.
TEST(Colour, IsDefinedForEveryValue) {
    EXPECT_EQ(colour_at(ColourMap::heat, -3), colour_at(ColourMap::heat, 0));
    EXPECT_EQ(colour_at(ColourMap::heat, 1e30f), colour_at(ColourMap::heat, 1));
    const Vec3 grey = colour_at(ColourMap::sequential, nan);
    EXPECT_TRUE(grey.x == grey.y && grey.y == grey.z);
    const float             values[] = {1, 2, 3, nan};
    const std::vector<Vec3> scaled = colours_of(values, 1, 3), pinched = colours_of(values, 2, 2);
    EXPECT_EQ(scaled[1], colour_at(ColourMap::sequential, 0.5f));
    EXPECT_EQ(pinched[0], colour_at(ColourMap::sequential, 0));
    EXPECT_EQ(pinched[1], colour_at(ColourMap::sequential, 0.5f));
    EXPECT_EQ(pinched[2], colour_at(ColourMap::sequential, 1));
    EXPECT_EQ(scaled[3], grey);
    EXPECT_EQ(pinched[3], grey);
}

// The range of some values does not see what is not a number.
TEST(Colour, RangeIsOfFiniteValues) {
    const float values[] = {nan, 3, -1, std::numeric_limits<float>::infinity(), 2};
    EXPECT_EQ(range_of(values).low, -1);
    EXPECT_EQ(range_of(values).high, 3);
    EXPECT_EQ(range_of({}).low, 0);
    EXPECT_EQ(range_of({}).high, 1);
}

// Every 8-bit value survives the way to linear light and back.
TEST(Colour, GammaIsUndone) {
    for (int v = 0; v < 256; ++v) {
        const Pixel p = to_srgb(from_srgb(v, 255 - v, v));
        EXPECT_EQ(p.r, v);
        EXPECT_EQ(p.g, 255 - v);
    }
    EXPECT_EQ(to_srgb({nan, -1, 7}), (Pixel{0, 0, 255, 255}));
}

// The colours of ten materials can be told apart, and there is one for any number of them.
TEST(Colour, OfCategoriesDiffer) {
    for (std::size_t i = 0; i < 30; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Pixel a = to_srgb(category_colour(i)), b = to_srgb(category_colour(j));
            EXPECT_GT(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), i < 10 ? 50 : 15)
                << i << ' ' << j;
        }
    EXPECT_TRUE(finite(category_colour(123456789)));
}

}  // namespace
}  // namespace mote
