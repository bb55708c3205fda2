// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Files that are damaged, cut off, hostile or too new: refused, never read half.
#include <functional>

#include "io/frame_format.h"
#include "unit/io/io_testing.h"

namespace mote {
namespace {

using testing::every_type_frame;
using testing::file_error;
using Bytes = std::vector<std::byte>;

class FrameDamage : public testing::InAFolder {};

template <class T>
void put(Bytes& bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// Gives a header that was tampered with a valid checksum again, as an attacker would.
void reseal(Bytes& bytes) {
    std::uint64_t header_bytes = 0;
    std::memcpy(&header_bytes, bytes.data() + 40, sizeof header_bytes);
    const std::size_t end = io::preamble_bytes + header_bytes;
    put(bytes, end, checksum(std::span(bytes).first(end)));
}

// Each single bit that flips anywhere in a file is noticed.
TEST_F(FrameDamage, EveryFlippedBitIsNoticed) {
    const Bytes whole = encode_frame(view_of(every_type_frame()));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            Bytes damaged = whole;
            damaged[at] ^= std::byte(1 << bit);
            EXPECT_THROW(parse_frame(damaged), FileError) << "byte " << at << " bit " << bit;
        }
}

// A file cut off at any length, and one with something behind its end, is refused; the sentence names the file.
TEST_F(FrameDamage, EveryTruncationIsNoticed) {
    const Bytes whole = encode_frame(view_of(every_type_frame()));
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_THROW(parse_frame(std::span(whole).first(size)), FileError) << size;
    Bytes longer = whole;
    longer.push_back(std::byte{0});
    EXPECT_EQ(
        file_error([&] { parse_frame(longer, "out/0007.mote"); }),
        "out/0007.mote is damaged and was not read: 1 bytes follow its end. Use another copy or an earlier frame");
}

// The readers of a header and of one column refuse what the reader of the whole refuses.
TEST_F(FrameDamage, PartialReadersNoticeDamageToo) {
    const Bytes       whole  = encode_frame(view_of(every_type_frame()));
    const auto        path   = folder / "0001.mote";
    const FrameHeader header = [&] {
        write_file_atomically(path, whole);
        return read_frame_header(path);
    }();
    const std::uint64_t first  = header.tables[0].columns[0].offset;
    const std::uint64_t second = header.tables[0].columns[1].offset;

    Bytes damaged = whole;
    damaged[second - 1] ^= std::byte{1};
    write_file_atomically(path, damaged);
    EXPECT_NO_THROW(read_frame_header(path));
    EXPECT_NO_THROW(read_frame_column(path, "all", "position_mass"));
    EXPECT_THROW(read_frame_column(path, "all", "id"), FileError);

    for (const std::size_t size :
         {std::size_t{0}, std::size_t{3}, std::size_t{20}, std::size_t{100}, first, whole.size() - 1}) {
        write_file_atomically(path, std::span(whole).first(size));
        EXPECT_THROW(read_frame_header(path), FileError) << size;
        EXPECT_THROW(read_frame_column(path, "all", "id"), FileError) << size;
    }
}

// A file of a future format says who wrote it and what to do; another kind of file is told apart from a damaged one.
TEST_F(FrameDamage, FutureFormatsAreExplained) {
    const Bytes whole  = encode_frame(view_of(every_type_frame()));
    Bytes       future = whole;
    put(future, 4, std::uint32_t{2});
    const std::string sentence = file_error([&] { parse_frame(future, "x.mote"); });
    EXPECT_NE(sentence.find("x.mote has frame format 2, written by 'mote 0.1.0'"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("newer"), std::string::npos);

    Bytes featured = whole;
    put(featured, 8, std::uint64_t{4});
    EXPECT_NE(file_error([&] { parse_frame(featured); }).find("features 0x4"), std::string::npos);

    const std::string png = "\x89PNG and some more";
    EXPECT_NE(file_error([&] { parse_frame(std::as_bytes(std::span(png))); }).find("is no .mote file"),
              std::string::npos);
}

/// One table t of one column c of f32, whose header can be tampered with at known places.
struct Small {
    static constexpr std::size_t after_meta = io::preamble_bytes + 4, tables = after_meta, rows = tables + 4 + 2,
                                 columns = rows + 8, scalar = columns + 4 + 2 + 1, components = scalar + 1,
                                 encoding = scalar + 2, raw = scalar + 3, stored = raw + 8, offset = stored + 8;
    Bytes bytes = encode_frame(view_of({"mote", "", {{"t", 4, {{"c", "", {Scalar::f32, 1}, Bytes(16)}}}}}));
};

// Claims that the file cannot keep are refused before anything is allocated for them, checksums or not.
TEST_F(FrameDamage, HostileHeadersAreRefused) {
    const auto refused = [](const char* reason, const std::function<void(Bytes&)>& tamper) {
        Small small;
        tamper(small.bytes);
        reseal(small.bytes);
        const std::string sentence = file_error([&] { parse_frame(small.bytes); });
        EXPECT_NE(sentence.find(reason), std::string::npos) << sentence;
    };
    constexpr std::uint64_t huge = std::uint64_t{1} << 60;
    refused("for 1152921504606846976 rows", [](Bytes& b) { put(b, Small::rows, huge); });
    refused("stored bytes can hold", [](Bytes& b) { put(b, Small::rows, huge), put(b, Small::raw, huge * 4); });
    refused("rows", [](Bytes& b) { put(b, Small::rows, huge * 4 + 4); });
    refused("rows in 4294967295 columns", [](Bytes& b) { put(b, Small::columns, ~std::uint32_t{0}); });
    refused("ends too early", [](Bytes& b) { put(b, Small::columns, std::uint32_t{4000}); });
    refused("4294967295 tables", [](Bytes& b) { put(b, Small::tables, ~std::uint32_t{0}); });
    refused("ends too early", [](Bytes& b) { put(b, Small::tables, std::uint32_t{200}); });
    refused("follows its table of contents", [](Bytes& b) { put(b, Small::tables, std::uint32_t{0}); });
    refused("ends too early", [](Bytes& b) { put(b, io::preamble_bytes, ~std::uint32_t{0}); });
    refused("unknown type", [](Bytes& b) { b[Small::scalar] = std::byte{8}; });
    refused("unknown type", [](Bytes& b) { b[Small::components] = std::byte{0}; });
    refused("unknown encoding", [](Bytes& b) { b[Small::encoding] = std::byte{2}; });
    refused("room", [](Bytes& b) { put(b, Small::stored, huge); });
    refused("room", [](Bytes& b) { put(b, Small::offset, huge); });
    refused("impossible name", [](Bytes& b) { b[Small::tables + 5] = std::byte{'/'}; });
    refused("zstd", [](Bytes& b) { put(b, Small::rows, std::uint64_t{5}), put(b, Small::raw, std::uint64_t{20}); });
}

// A table of contents that claims to be larger than the file is refused before it is read.
TEST_F(FrameDamage, HugeHeadersAreRefused) {
    for (const std::uint64_t size : {~std::uint64_t{0}, std::uint64_t{1} << 60, std::uint64_t{1} << 20}) {
        Small small;
        put(small.bytes, 40, size);
        EXPECT_NE(file_error([&] { parse_frame(small.bytes); }).find("table of contents claims"), std::string::npos);
        write_file_atomically(folder / "0001.mote", small.bytes);
        EXPECT_THROW(read_frame_header(folder / "0001.mote"), FileError);
    }
}

// A frame whose columns do not fit into the memory that is allowed is refused, however well it compresses.
TEST_F(FrameDamage, FramesLargerThanTheLimitAreRefused) {
    const Frame zeros{"mote", "", {{"t", 1 << 20, {{"c", "", {Scalar::f32, 1}, Bytes(4 << 20)}}}}};
    const Bytes bytes = encode_frame(view_of(zeros));
    EXPECT_LT(bytes.size(), 1000u);
    EXPECT_NO_THROW(parse_frame(bytes, "zeros", 4 << 20));
    EXPECT_NE(file_error([&] { parse_frame(bytes, "zeros", (4 << 20) - 1); }).find("memory"), std::string::npos);
}

}  // namespace
}  // namespace mote
