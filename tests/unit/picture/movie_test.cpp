// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "picture_testing.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
    std::string text;
    std::FILE*  pipe = popen(command.c_str(), "r");
    char        part[256];
    while (pipe && std::fgets(part, sizeof part, pipe)) text += part;
    if (pipe) pclose(pipe);
    return text;
}

class Movie : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("mote movie 'test' " + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override {
        setenv("PATH", path_.c_str(), 1);
        fs::remove_all(folder_);
    }
    std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }
    void        draw_frames(int count) const {
               for (int k = 0; k < count; ++k)
            save_png(in_folder(std::to_string(k + 8) + ".png"), Image(63, 41, {std::uint8_t(20 * k), 90, 120, 255}));
    }
    bool left_over() const {
        for (const auto& entry : fs::directory_iterator(folder_))
            if (entry.path().extension() == ".part") return true;
        return false;
    }
    static bool has_ffmpeg() { return std::system("ffmpeg -version > /dev/null 2>&1") == 0; }

    fs::path    folder_;
    std::string path_ = std::getenv("PATH") ? std::getenv("PATH") : "";
};

// Seven pictures of odd size become seven H.264 frames of the next even size that every player can show.
TEST_F(Movie, IsMadeOfPictures) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    draw_frames(7);
    const MovieReport report = make_movie(find_pictures(folder_.string()), 12.5, in_folder("film.mp4"));
    ASSERT_TRUE(report.made) << report.sentence;
    EXPECT_FALSE(left_over());
    const std::string probe = output_of(
        "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
        "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames,color_space -of default=nw=1 \"" +
        in_folder("film.mp4") + "\"");
    for (const char* fact : {"codec_name=h264", "width=64", "height=42", "pix_fmt=yuv420p", "r_frame_rate=25/2",
                             "nb_read_frames=7", "color_space=bt709"})
        EXPECT_NE(probe.find(fact), std::string::npos) << fact << " in\n" << probe;
}

// The ending of its name makes it an animated picture without end, of the size of the pictures.
TEST_F(Movie, IsAnAnimatedPictureByItsName) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    draw_frames(7);
    for (const char* name : {"film.gif", "film.webp"}) {
        const MovieReport report = make_movie(find_pictures(folder_.string()), 10, in_folder(name));
        ASSERT_TRUE(report.made) << report.sentence;
        EXPECT_FALSE(left_over());
    }
    const auto text = [&](const char* name) {
        std::ifstream file(in_folder(name), std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    EXPECT_EQ(text("film.gif").substr(0, 10), std::string("GIF89a\x3f\0\x29\0", 10));  // 63 x 41
    EXPECT_NE(text("film.gif").find("NETSCAPE2.0"), std::string::npos);                  // again and again
    EXPECT_EQ(text("film.webp").substr(8, 8), "WEBPVP8X");
    std::size_t frames = 0;
    for (std::size_t at = 0; (at = text("film.webp").find("ANMF", at)) != std::string::npos; ++at) ++frames;
    EXPECT_EQ(frames, 7u);
}

// Without ffmpeg there is a sentence that says so and what to do, and nothing is left behind.
TEST_F(Movie, NeedsFfmpegAndSaysSo) {
    draw_frames(2);
    setenv("PATH", "", 1);
    const MovieReport report = make_movie(find_pictures(folder_.string()), 25, in_folder("film.mp4"));
    EXPECT_FALSE(report.made);
    EXPECT_NE(report.sentence.find("ffmpeg was not found"), std::string::npos) << report.sentence;
    EXPECT_NE(report.sentence.find("install"), std::string::npos);
    EXPECT_FALSE(fs::exists(in_folder("film.mp4")) || left_over());
}

// A damaged picture, or a place that cannot be written to, is reported; an older film survives.
TEST_F(Movie, ThatFailsLeavesTheOldOne) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    draw_frames(3);
    std::ofstream(in_folder("film.mp4")) << "old";
    fs::resize_file(in_folder("9.png"), 60);
    const MovieReport damaged = make_movie(find_pictures(folder_.string()), 25, in_folder("film.mp4"));
    EXPECT_FALSE(damaged.made);
    EXPECT_NE(damaged.sentence.find("ffmpeg ended with code"), std::string::npos) << damaged.sentence;
    EXPECT_EQ(fs::file_size(in_folder("film.mp4")), 3u);
    EXPECT_FALSE(left_over());
    draw_frames(3);
    EXPECT_FALSE(make_movie(find_pictures(folder_.string()), 25, "/no/such/folder/film.mp4").made);
}

// A program that gives up at once does not take this one with it, and what it said is passed on.
TEST_F(Movie, PassesOnWhatFfmpegSaid) {
    testing::Dice dice(1);
    Image         noise(700, 700);  // more bytes than any buffer between two programs holds
    for (Pixel& p : noise.pixels) p.r = std::uint8_t(127 * dice.roll() + 128), p.g = std::uint8_t(p.r * 7);
    save_png(in_folder("1.png"), noise);
    std::ofstream(in_folder("ffmpeg")) << "#!/bin/sh\necho some line >&2\necho no such codec >&2\nexit 3\n";
    fs::permissions(in_folder("ffmpeg"), fs::perms::owner_all);
    setenv("PATH", folder_.c_str(), 1);
    const MovieReport report = make_movie(find_pictures(folder_.string()), 25, in_folder("film.mp4"));
    EXPECT_EQ(report.sentence, "no film: ffmpeg ended with code 3: no such codec");
}

// Pictures that cannot make a film are named before ffmpeg is started.
TEST_F(Movie, RefusesWhatIsNoFilm) {
    draw_frames(2);
    save_png(in_folder("99.png"), Image(10, 10));
    std::ofstream(in_folder("text.png")) << "this is not a picture";
    const auto sentence = [&](std::vector<std::string> names, double rate) {
        for (std::string& n : names) n = in_folder(n);
        const MovieReport report = make_movie(names, rate, in_folder("film.mp4"));
        EXPECT_FALSE(report.made);
        return report.sentence;
    };
    EXPECT_NE(sentence({}, 25).find("no pictures"), std::string::npos);
    EXPECT_NE(sentence({"8.png", "99.png"}, 25).find("99.png has 10 x 10 pixels"), std::string::npos);
    EXPECT_NE(sentence({"8.png", "text.png"}, 25).find("text.png is missing or is not a PNG"), std::string::npos);
    EXPECT_NE(sentence({"8.png", "gone.png"}, 25).find("gone.png is missing"), std::string::npos);
    for (const double rate : {0.0, -1.0, 1e9, std::nan("")})
        EXPECT_NE(sentence({"8.png"}, rate).find("frames per second"), std::string::npos);
}

// Frames come in the order of their numbers, not of their letters; a missing folder has none.
TEST_F(Movie, PicturesAreFoundInOrder) {
    draw_frames(4);  // 8, 9, 10, 11
    const std::vector<std::string> found = find_pictures(folder_.string());
    EXPECT_EQ(found, (std::vector<std::string>{in_folder("8.png"), in_folder("9.png"), in_folder("10.png"),
                                               in_folder("11.png")}));
    EXPECT_TRUE(find_pictures("/no/such/folder").empty());
}

}  // namespace
}  // namespace mote
