// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "picture_testing.h"

namespace mote {
namespace {

constexpr Pixel white{255, 255, 255, 255}, black{0, 0, 0, 255};

// Ticks lie at 1, 2 or 5 times a power of ten, within the range, evenly, and their labels say where.
TEST(Legend, TicksAreNiceNumbers) {
    const std::pair<double, double> ranges[] = {{0, 1},     {0, 3.7},     {-2, 2},         {293.15, 373.15},
                                                {0, 1.3e7}, {1e-6, 4e-6}, {998, 1003},     {-7e-4, 9.9e-4},
                                                {0.1, 0.3}, {5, -5},      {1e6, 1.00001e6}};
    for (const auto& [low, high] : ranges) {
        const Ticks ticks = nice_ticks(low, high);
        ASSERT_GE(ticks.at.size(), 3u) << low << ' ' << high;
        ASSERT_LE(ticks.at.size(), 9u);
        ASSERT_EQ(ticks.at.size(), ticks.label.size());
        const double step = ticks.at[1] - ticks.at[0], slack = 1e-6 * step;
        const double lead = step / std::pow(10, std::floor(std::log10(step) + 1e-6));
        EXPECT_LT(std::min({std::abs(lead - 1), std::abs(lead - 2), std::abs(lead - 5)}), 1e-5) << step;
        for (std::size_t k = 0; k < ticks.at.size(); ++k) {
            EXPECT_GE(ticks.at[k], std::min(low, high) - slack);
            EXPECT_LE(ticks.at[k], std::max(low, high) + slack);
            EXPECT_NEAR(std::stod(ticks.label[k]), ticks.at[k], 1e-3 * step) << ticks.label[k];
        }
        EXPECT_EQ(std::set<std::string>(ticks.label.begin(), ticks.label.end()).size(), ticks.label.size());
    }
    EXPECT_EQ(nice_ticks(0, 4).label, (std::vector<std::string>{"0", "1", "2", "3", "4"}));
    EXPECT_EQ(nice_ticks(-1, 1).label, (std::vector<std::string>{"-1.0", "-0.5", "0.0", "0.5", "1.0"}));
}

// A range without extent has one tick, one that is not finite none.
TEST(Legend, TicksOfAnOddRange) {
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(nice_ticks(2.5, 2.5).label, (std::vector<std::string>{"2.5"}));
    EXPECT_TRUE(nice_ticks(0, inf).at.empty());
    EXPECT_TRUE(nice_ticks(std::nan(""), 1).at.empty());
    EXPECT_LE(nice_ticks(-1e308, 1e308).at.size(), 20u);
    EXPECT_LE(nice_ticks(0, 1, 1000000).at.size(), 120u);
    EXPECT_GE(nice_ticks(0, 1, -3).at.size(), 1u);
}

// The colour bar runs from the colour of the low end at the bottom to that of the high end at the top.
TEST(Legend, ShowsBothEndsOfTheScale) {
    Image image(960, 540, white);
    draw_legend(image, Legend{"speed [m/s]", 0, 4, ColourMap::sequential});
    std::vector<Pixel> column;  // pixels of strong colour, from top to bottom
    for (int x = 959; x >= 0 && column.size() < 100; --x) {
        column.clear();
        for (int y = 0; y < 540; ++y)
            if (const Pixel p = image.at(x, y); std::max({p.r, p.g, p.b}) - std::min({p.r, p.g, p.b}) > 40)
                column.push_back(p);
    }
    ASSERT_GE(column.size(), 100u);
    const Pixel high = to_srgb(colour_at(ColourMap::sequential, 1)), low = to_srgb(colour_at(ColourMap::sequential, 0));
    EXPECT_NEAR(column.front().r, high.r, 6);
    EXPECT_NEAR(column.front().b, high.b, 12);
    EXPECT_NEAR(column.back().r, low.r, 6);
    EXPECT_NEAR(column.back().b, low.b, 6);
}

// A legend of materials has a swatch in the colour of each.
TEST(Legend, ShowsEveryCategory) {
    Image image(640, 360, white);
    draw_legend(image, CategoryLegend{"material", {{"water", category_colour(0)}, {"honey", category_colour(1)}}});
    for (const std::size_t k : {0u, 1u})
        EXPECT_GT(std::count(image.pixels.begin(), image.pixels.end(), to_srgb(category_colour(k))), 20);
}

// Legends and captions that do not fit, or have nothing to say, are cut off and do no harm.
TEST(Legend, SurvivesAnyPicture) {
    const double nan = std::nan("");
    for (const auto& [width, height] : {std::pair(0, 0), std::pair(1, 1), std::pair(20, 300), std::pair(300, 10)}) {
        Image image(width, height, white);
        draw_legend(image, Legend{std::string(500, 'W'), nan, nan, ColourMap::heat});
        draw_legend(image, Legend{"", 1, 1, ColourMap::heat});
        draw_legend(image, CategoryLegend{"", {}});
        draw_caption(image, std::string(500, 'x'));
        draw_text(image, 1e9f, -1e9f, "far away", 10, black);
        draw_text(image, 0, 0, "huge", 1e6f, black);
        draw_text(image, float(nan), 0, "nowhere", 10, black);
        EXPECT_EQ(image.width, width);
    }
}

// Every printing character has a shape of its own, also at the size of captions.
TEST(Text, LettersDiffer) {
    std::vector<Image> letters;
    for (char c = 33; c < 127; ++c) {
        letters.emplace_back(24, 28, white);
        draw_text(letters.back(), 4, 20, std::string_view(&c, 1), 10, black);
    }
    for (std::size_t i = 0; i < letters.size(); ++i) {
        EXPECT_NE(letters[i], Image(24, 28, white));
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(letters[i], letters[j]) << char(33 + i) << char(33 + j);
    }
}

// Digits share one width, so numbers in a film stand still; text in the middle or at the end is shifted by its width.
TEST(Text, IsMeasured) {
    for (char c = '1'; c <= '9'; ++c) EXPECT_EQ(text_width(std::string_view(&c, 1), 10), text_width("0", 10));
    EXPECT_FLOAT_EQ(text_width("water and ice", 20), 2 * text_width("water and ice", 10));
    EXPECT_LT(text_width("m^3", 10), text_width("m3", 10));  // raised and smaller
    EXPECT_EQ(text_width("", 10), 0);
    Image left(100, 30, white), right = left;
    draw_text(left, 10, 20, "flow", 10, black, Align::left);
    draw_text(right, 10 + text_width("flow", 10), 20, "flow", 10, black, Align::right);
    for (std::size_t k = 0; k < left.pixels.size(); ++k) EXPECT_NEAR(left.pixels[k].r, right.pixels[k].r, 1);
}

// A character that is not ASCII is one hollow box, however many bytes it has.
TEST(Text, UnknownCharactersAreOneBox) {
    EXPECT_EQ(text_width("\xc2\xb5", 10), text_width("\x01", 10));
    EXPECT_EQ(text_width("\xe2\x82\xac", 10), text_width("\x01", 10));
}

}  // namespace
}  // namespace mote
