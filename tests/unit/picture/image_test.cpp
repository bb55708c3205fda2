// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>
#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "mote/error.h"
#include "picture_testing.h"

namespace mote {
namespace {

namespace fs = std::filesystem;
using testing::luminance;

Image decoded(const std::vector<std::byte>& bytes) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&header, bytes.data(), bytes.size())) return {};
    header.format = PNG_FORMAT_RGBA;
    Image image(int(header.width), int(header.height));
    png_image_finish_read(&header, nullptr, image.pixels.data(), 0, nullptr);
    return image;
}

Image colourful(int width, int height, bool see_through) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.at(x, y) = {std::uint8_t(7 * x), std::uint8_t(11 * y), std::uint8_t(x * y),
                              std::uint8_t(see_through ? 3 * x + y : 255)};
    return image;
}

// What goes into a PNG comes out of it, with and without transparency, for odd sizes too.
TEST(Png, KeepsEveryPixel) {
    for (const bool see_through : {false, true}) {
        const Image image = colourful(37, 23, see_through);
        EXPECT_EQ(decoded(encode_png(image)), image);
    }
    EXPECT_EQ(decoded(encode_png(Image(1, 1))), Image(1, 1));
}

// The file appears whole and alone: no temporary is left beside it, and an old one is replaced.
TEST(Png, FilesAreReplacedAsAWhole) {
    const fs::path folder = fs::temp_directory_path() / ("mote_png_" + std::to_string(getpid()));
    fs::create_directories(folder);
    const std::string path = (folder / "a.png").string();
    for (const int side : {50, 20}) {
        save_png(path, colourful(side, side, false));
        std::ifstream     file(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        const auto*       first = reinterpret_cast<const std::byte*>(text.data());
        EXPECT_EQ(decoded({first, first + text.size()}), colourful(side, side, false));
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);

    // Where the name is taken by a folder nothing is left of the attempt.
    fs::create_directories(folder / "b.png/c");
    EXPECT_THROW(save_png((folder / "b.png").string(), Image(2, 2)), FileError);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2);
    fs::remove_all(folder);
}

// A place that cannot be written to, or a picture without pixels, is an error with a sentence that names it.
TEST(Png, RefusesWithASentence) {
    try {
        save_png("/no/such/folder/a.png", Image(2, 2));
        FAIL();
    } catch (const FileError& e) {
        EXPECT_NE(std::string(e.what()).find("/no/such/folder/a.png"), std::string::npos);
    }
    EXPECT_THROW(encode_png(Image()), FileError);
    EXPECT_THROW(Image(-1, 5), SceneError);
    EXPECT_THROW(Image(100000, 5), SceneError);
}

// A smaller copy sends as much light as the original.
TEST(Resized, KeepsTheLight) {
    const Image image = colourful(90, 60, false);
    const auto  mean  = [](const Image& i) {
        double sum = 0;
        for (const Pixel& p : i.pixels) sum += luminance(p);
        return sum / double(i.pixels.size());
    };
    EXPECT_NEAR(mean(resized(image, 30, 20)), mean(image), 0.005);
    EXPECT_NEAR(mean(resized(image, 37, 11)), mean(image), 0.005);
    EXPECT_NEAR(mean(resized(image, 200, 150)), mean(image), 0.01);
    EXPECT_EQ(resized(image, 90, 60), image);
    EXPECT_EQ(resized(Image(), 3, 2).pixels.size(), 6u);
}

// A sheet has room for every picture in its columns, and the pictures are on it.
TEST(ContactSheet, ShowsEveryPicture) {
    const Pixel colours[5] = {
        {200, 0, 0, 255}, {0, 200, 0, 255}, {0, 0, 200, 255}, {200, 0, 200, 255}, {0, 200, 200, 255}};
    std::vector<Image> pictures;
    for (const Pixel& c : colours) pictures.emplace_back(160, 90, c);
    const std::string captions[] = {"t = 0 s", "t = 1 s", std::string(200, 'm')};
    const Image       sheet      = contact_sheet(pictures, 3, "Five pictures", captions, 160);
    EXPECT_GT(sheet.width, 3 * 160);
    EXPECT_LT(sheet.width, 3 * 160 + 100);
    EXPECT_GT(sheet.height, 2 * 90);
    for (const Pixel& c : colours) EXPECT_EQ(std::count(sheet.pixels.begin(), sheet.pixels.end(), c), 160 * 90);
}

// Nothing to show, one column too many, empty and odd pictures are harmless.
TEST(ContactSheet, SurvivesAnyInput) {
    EXPECT_GT(contact_sheet({}, 0, "nothing", {}).height, 0);
    const Image pictures[] = {Image(), Image(10, 500), Image(500, 1)};
    const Image sheet      = contact_sheet(pictures, 99, "", {}, 40);
    EXPECT_GE(sheet.width, 3 * 40);
    EXPECT_GE(sheet.height, 2000);
}

// A note travels in the file, and the picture stays what it is.
TEST(Image, KeepsANote) {
    const Image       image(5, 3, {10, 20, 30, 255});
    const std::string path = (std::filesystem::temp_directory_path() / ("mote_note_" + std::to_string(getpid()) + ".png")).string();
    EXPECT_EQ(decoded(encode_png(image, "made with care")), image);
    save_png(path, image, "made with care");
    EXPECT_EQ(note_in_png(path), "made with care");
    save_png(path, image);
    EXPECT_EQ(note_in_png(path), "");
    std::filesystem::resize_file(path, 40);
    EXPECT_EQ(note_in_png(path), "");
    std::filesystem::remove(path);
    EXPECT_EQ(note_in_png(path), "");
}

}  // namespace
}  // namespace mote
