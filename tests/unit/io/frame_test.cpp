// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/frame.h"

#include <sys/wait.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "unit/io/io_testing.h"

namespace mote {
namespace {

using testing::bytes_of;
using testing::every_type_frame;
using testing::expect_equal;
using testing::file_error;

class FrameFile : public testing::InAFolder {};

// Every type, empty tables and the meta text come back bit for bit, from a file and from memory.
TEST_F(FrameFile, EveryTypeComesBackBitForBit) {
    const Frame frame = every_type_frame();
    write_frame(folder / "0001.mote", frame);
    expect_equal(read_frame(folder / "0001.mote"), frame);
    expect_equal(parse_frame(encode_frame(view_of(frame))), frame);
    expect_equal(parse_frame(encode_frame({})), Frame{});
}

// The same content gives the same bytes, and the file is those bytes.
TEST_F(FrameFile, TheSameContentGivesTheSameBytes) {
    const Frame frame = every_type_frame();
    write_frame(folder / "0001.mote", frame);
    EXPECT_EQ(read_file(folder / "0001.mote", 1 << 20), encode_frame(view_of(frame)));
    EXPECT_EQ(encode_frame(view_of(frame)), encode_frame(view_of(frame)));
}

// The header tells what is in the file without reading the columns, and one column can be read alone.
TEST_F(FrameFile, HeaderAndSingleColumnsCanBeReadAlone) {
    const Frame frame = every_type_frame();
    write_frame(folder / "0001.mote", frame);
    const FrameHeader header = read_frame_header(folder / "0001.mote");
    EXPECT_EQ(header.writer, frame.writer);
    EXPECT_EQ(header.meta_json, frame.meta_json);
    EXPECT_EQ(header.file_bytes, std::filesystem::file_size(folder / "0001.mote"));
    ASSERT_EQ(header.tables.size(), 3u);
    EXPECT_EQ(header.tables[0].rows, 3u);
    for (const FrameColumn& column : frame.tables[0].columns) {
        const FrameColumn alone = read_frame_column(folder / "0001.mote", "all", column.name);
        EXPECT_EQ(alone.bytes, column.bytes);
        EXPECT_EQ(alone.unit, column.unit);
    }
    EXPECT_NE(file_error([&] { read_frame_column(folder / "0001.mote", "all", "none"); }).find("no column all.none"),
              std::string::npos);
    EXPECT_EQ(frame.find("all")->find("charge")->unit, "1/s");
    EXPECT_EQ(frame.find("none"), nullptr);
    EXPECT_EQ(frame.find("all")->find("none"), nullptr);
}

// Odd names, units that are no ASCII, texts that are no JSON and columns of a wrong length are bugs of the writer.
TEST_F(FrameFile, ContentThatBreaksTheRulesIsNotWritten) {
    const auto refused = [](auto&& change) {
        Frame frame = every_type_frame();
        change(frame);
        EXPECT_THROW(encode_frame(view_of(frame)), BugError);
    };
    for (const char* name : {"", "two words", "m\xc3\xa9lange", "tab\t", "line\n", "a/b", "a,b", "\"q\""}) {
        refused([&](Frame& f) { f.tables[0].name = name; });
        refused([&](Frame& f) { f.tables[0].columns[1].name = name; });
    }
    refused([](Frame& f) { f.tables[0].name = std::string(256, 'n'); });
    refused([](Frame& f) { f.tables[0].columns[0].unit = "\xc2\xb5m"; });
    refused([](Frame& f) { f.tables[0].columns[0].unit = std::string(256, 'u'); });
    refused([](Frame& f) { f.tables[0].columns[0].name = "phase"; });
    refused([](Frame& f) { f.tables[1].name = "all"; });
    refused([](Frame& f) { f.tables[0].columns[0].bytes.pop_back(); });
    refused([](Frame& f) { f.tables[0].columns[0].type.components = 0; });
    refused([](Frame& f) { f.tables[0].rows = std::uint64_t{1} << 61; });
    refused([](Frame& f) { f.tables[2].rows = 1; });
    refused([](Frame& f) { f.meta_json = "{time: 1}"; });
    refused([](Frame& f) { f.meta_json = "\"\xff\""; });
    refused([](Frame& f) { f.writer = std::string(25, 'w'); });
    refused([](Frame& f) { f.tables.resize(257, {"t", 0, {}}); });
}

// A writer that is killed at any moment leaves whole frames and perhaps temporaries, which can be swept.
TEST_F(FrameFile, AKilledWriterLeavesOnlyWholeFrames) {
    const auto frame_number = [](std::uint32_t n) {
        Frame frame{"mote", "{}", {{"particles", 5000, {}}}};
        frame.tables[0].columns.push_back(
            {"id", "", {Scalar::u32, 1}, bytes_of(std::vector<std::uint32_t>(5000, n * 2654435761u))});
        return frame;
    };
    std::size_t found = 0;
    for (int kill = 0; kill < 20; ++kill) {
        const pid_t writer = ::fork();
        if (writer == 0) {
            for (std::uint32_t n = 0; n < 5000; ++n) write_frame(frame_path(folder, n % 7), frame_number(n % 7));
            ::_exit(0);
        }
        ASSERT_GT(writer, 0);
        ::usleep(useconds_t(3000 + 700 * kill));
        ::kill(writer, SIGKILL);
        ::waitpid(writer, nullptr, 0);
        for (const std::uint32_t n : list_frames(folder)) {
            expect_equal(read_frame(frame_path(folder, n)), frame_number(n));
            ++found;
        }
        remove_stale_temporaries(folder);
    }
    EXPECT_GT(found, 0u);
    EXPECT_EQ(std::size_t(std::distance(std::filesystem::directory_iterator(folder), {})), list_frames(folder).size());
}

// Format 1 stays readable: a file that an early version wrote (tests/golden) has the content it had.
TEST(FrameGolden, FormatOneIsRead) {
    expect_equal(read_frame(MOTE_SOURCE_DIR "/tests/golden/format-1.mote"), every_type_frame());
}

// A million particles of 64 bytes are compressed and written in less than a second of processor time.
TEST_F(FrameFile, AMillionRowsTakeLessThanASecond) {
    constexpr std::size_t      rows = 1'000'000;
    std::vector<float>         position_mass, velocity_density, deformation;
    std::vector<std::uint64_t> id;
    for (std::size_t i = 0; i < rows; ++i) {
        const float x = float(i % 100) * 0.01f, y = float(i / 100 % 100) * 0.01f, z = float(i / 10000) * 0.01f;
        // Noise in the low bits, as in a real run: the top 24 bits of a multiplicative hash (Knuth 6.4).
        const float wobble = 1e-3f * float((i + 1) * 0x9E3779B97F4A7C15ull >> 40) / float(1 << 24);
        position_mass.insert(position_mass.end(), {x + wobble, y - wobble, z + 2 * wobble, 0.001f});
        velocity_density.insert(velocity_density.end(), {std::sin(3 * x), std::cos(2 * y), x * y, 1000 + wobble});
        for (int k = 0; k < 6; ++k) deformation.push_back(k % 4 == 0 ? 1 + wobble : x * wobble);
        id.push_back(i);
    }
    Frame frame{"mote", "{}", {{"particles", rows, {}}}};
    auto& columns = frame.tables[0].columns;
    columns.push_back({"position_mass", "m, kg", {Scalar::f32, 4}, bytes_of(position_mass)});
    columns.push_back({"velocity_density", "m/s, kg/m3", {Scalar::f32, 4}, bytes_of(velocity_density)});
    columns.push_back({"deformation", "", {Scalar::f32, 6}, bytes_of(deformation)});
    columns.push_back({"id", "", {Scalar::u64, 1}, bytes_of(id)});

    const std::clock_t start = std::clock();
    write_frame(folder / "0001.mote", frame);
    const double       write_seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    const std::clock_t middle        = std::clock();
    expect_equal(read_frame(folder / "0001.mote"), frame);
    const double read_seconds = double(std::clock() - middle) / CLOCKS_PER_SEC;

    const double megabytes = 64e-6 * rows, ratio = megabytes * 1e6 / double(file_size(folder / "0001.mote"));
    std::printf("written at %.0f MB/s, read at %.0f MB/s, ratio %.2f\n", megabytes / write_seconds,
                megabytes / read_seconds, ratio);
    EXPECT_GT(ratio, 1.5);
#if defined(__OPTIMIZE__) && !defined(MOTE_SANITIZED)
    EXPECT_LT(write_seconds, 1);
#endif
}

// A unit with a comma takes a row apart into a vector and a scalar; any other column is one part.
TEST(NamedParts, UnitsWithACommaTakeRowsApart) {
    const auto names = [](const char* name, const char* unit, std::uint8_t components) {
        std::string text;
        for (const ColumnPart& part : named_parts(name, unit, {Scalar::f32, components}))
            text += part.name + ':' + std::to_string(part.first) + '+' + std::to_string(part.components) + '[' +
                    part.unit + ']';
        return text;
    };
    EXPECT_EQ(names("position_mass", "m, kg", 4), "position:0+3[m]mass:3+1[kg]");
    EXPECT_EQ(names("velocity_smoothing_length", "m/s, m", 4), "velocity:0+3[m/s]smoothing_length:3+1[m]");
    EXPECT_EQ(names("rest_position_volume", "m, m3", 4), "rest_position:0+3[m]volume:3+1[m3]");
    EXPECT_EQ(names("dfsph.velocity_factor", "m/s, 1", 4), "dfsph.velocity:0+3[m/s]factor:3+1[1]");
    EXPECT_EQ(names("spin_rate", "1, 1/s", 4), "spin:0+3[1]rate:3+1[1/s]");
    EXPECT_EQ(names("velocity", "m/s,K", 4), "velocity:0+3[m/s]velocity_w:3+1[K]");
    EXPECT_EQ(names("position_mass", "m", 4), "position_mass:0+4[m]");
    EXPECT_EQ(names("odd_scalar", "m, kg", 1), "odd_scalar:0+1[m, kg]");
}

// Components are called by axis up to four, by row and column in a matrix, by number beyond.
TEST(NamedParts, ComponentsHaveNames) {
    EXPECT_EQ(component_name({"mass", "kg", 3, 1}, 0), "mass");
    EXPECT_EQ(component_name({"velocity", "m/s", 0, 3}, 2), "velocity_z");
    EXPECT_EQ(component_name({"stress", "Pa", 0, 9}, 5), "stress_yz");
    EXPECT_EQ(component_name({"moment", "", 0, 10}, 9), "moment_9");
}

}  // namespace
}  // namespace mote
