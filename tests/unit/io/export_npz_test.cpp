// Copyright (c) 2026 The Mote authors. MIT licence.
//
// .npz files, read back as the descriptions of zip archives and NumPy arrays tell, by code that shares nothing with the
// exporter: from the end of the archive to its directory, to the entries, to the arrays.
#include <map>

#include "mote/export.h"
#include "unit/io/io_testing.h"

namespace mote {
namespace {

using testing::bytes_of;
using testing::every_type_frame;
using testing::file_error;

struct NpyArray {
    std::string type, shape, data;

    template <class T>
    std::vector<T> values() const {
        return testing::values_of<T>(std::as_bytes(std::span(data)));
    }
};

template <class T>
T at(const std::string& file, std::size_t offset) {
    T value{};
    if (offset + sizeof value <= file.size()) std::memcpy(&value, file.data() + offset, sizeof value);
    return value;
}

/// CRC-32 of ISO 3309, bit by bit.
std::uint32_t crc(const std::string& bytes) {
    std::uint32_t rest = ~0u;
    for (const char c : bytes) {
        rest ^= std::uint8_t(c);
        for (int k = 0; k < 8; ++k) rest = (rest >> 1) ^ (rest & 1 ? 0xedb88320u : 0);
    }
    return ~rest;
}

std::string between(const std::string& text, const std::string& before, const std::string& after) {
    const std::size_t begin = text.find(before);
    if (begin == std::string::npos) return {};
    const std::size_t from = begin + before.size();
    return text.substr(from, text.find(after, from) - from);
}

NpyArray read_npy(const std::string& file) {
    EXPECT_TRUE(file.starts_with(std::string("\x93NUMPY\x01\0", 8)));
    const std::size_t length = at<std::uint16_t>(file, 8);
    EXPECT_EQ((10 + length) % 64, 0u);
    const std::string header = file.substr(10, length);
    EXPECT_TRUE(header.ends_with('\n'));
    EXPECT_EQ(between(header, "'fortran_order': ", ","), "False");
    return {between(header, "'descr': '", "'"), between(header, "'shape': (", ")"), file.substr(10 + length)};
}

std::map<std::string, NpyArray> read_npz(const std::string& file) {
    std::map<std::string, NpyArray> arrays;
    const std::size_t               end = file.size() - 22, locator = end - 20;
    EXPECT_EQ(at<std::uint32_t>(file, end), 0x06054b50u);
    EXPECT_EQ(at<std::uint32_t>(file, locator), 0x07064b50u);
    const std::size_t record = at<std::uint64_t>(file, locator + 8);
    EXPECT_EQ(record + 56, locator);
    EXPECT_EQ(at<std::uint32_t>(file, record), 0x06064b50u);
    const std::size_t entries = at<std::uint64_t>(file, record + 32);
    std::size_t       next    = at<std::uint64_t>(file, record + 48);
    EXPECT_EQ(next + at<std::uint64_t>(file, record + 40), record);
    for (std::size_t k = 0; k < entries; ++k) {
        EXPECT_EQ(at<std::uint32_t>(file, next), 0x02014b50u);
        EXPECT_EQ(at<std::uint16_t>(file, next + 10), 0);  // stored
        const std::size_t name_size = at<std::uint16_t>(file, next + 28), extra = next + 46 + name_size;
        const std::string name = file.substr(next + 46, name_size);
        EXPECT_EQ(at<std::uint16_t>(file, extra), 1);
        const std::size_t size = at<std::uint64_t>(file, extra + 4), start = at<std::uint64_t>(file, extra + 20);
        EXPECT_EQ(at<std::uint64_t>(file, extra + 12), size);

        EXPECT_EQ(at<std::uint32_t>(file, start), 0x04034b50u);
        EXPECT_EQ(file.substr(start + 30, name_size), name);
        EXPECT_EQ(at<std::uint64_t>(file, start + 30 + name_size + 4), size);
        const std::size_t data = start + 30 + at<std::uint16_t>(file, start + 26) + at<std::uint16_t>(file, start + 28);
        const std::string body = file.substr(data, size);
        EXPECT_EQ(crc(body), at<std::uint32_t>(file, next + 16)) << name;
        EXPECT_EQ(crc(body), at<std::uint32_t>(file, start + 14)) << name;
        EXPECT_TRUE(name.ends_with(".npy")) << name;
        arrays[name.substr(0, name_size - 4)] = read_npy(body);
        next                                  = extra + at<std::uint16_t>(file, next + 30);
    }
    EXPECT_EQ(next, record);
    return arrays;
}

class ExportNpz : public testing::InAFolder {
protected:
    std::map<std::string, NpyArray> sent(const FrameTable& table) {
        export_npz(folder / "a.npz", table);
        return read_npz(read_text_file(folder / "a.npz", 1 << 20));
    }
};

// Every quantity is an array of its own name, type and shape.
TEST_F(ExportNpz, HoldsEveryNumber) {
    const Frame frame  = every_type_frame();
    auto        arrays = sent(frame.tables[0]);
    EXPECT_EQ(arrays.size(), 10u);
    EXPECT_EQ(arrays["position"].shape, "3, 3");
    EXPECT_EQ(arrays["position"].values<float>(), (std::vector<float>{1, 2, 3, -1, -2, -3, 1e-30f, 0, -0.f}));
    EXPECT_EQ(arrays["mass"].shape, "3,");
    EXPECT_EQ(arrays["mass"].values<float>(), (std::vector<float>{.5f, .25f, 8}));
    EXPECT_EQ(arrays["stress"].shape, "3, 3, 3");
    EXPECT_EQ(arrays["seed"].shape, "3, 2");
    const std::map<std::string, std::string> types = {{"id", "<u8"},       {"velocity", "<f4"}, {"stress", "<f8"}, {"phase", "|u1"},
                                                      {"material", "<u2"}, {"seed", "<u4"},     {"charge", "<i4"}, {"ticks", "<i8"}};
    for (const auto& [name, type] : types) {
        const auto& raw = frame.tables[0].find(name)->bytes;
        EXPECT_EQ(arrays[name].type, type) << name;
        EXPECT_EQ(arrays[name].data, std::string(reinterpret_cast<const char*>(raw.data()), raw.size())) << name;
    }
}

// More rows than one block of the writer arrive in order; a table may be empty or without positions, and the same table
// gives the same bytes.
TEST_F(ExportNpz, TakesAnyTable) {
    std::vector<float> numbers(10'000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = float(i);
    const FrameTable many{"t", numbers.size(), {{"heat", "K", {Scalar::f32, 1}, bytes_of(numbers)}}};
    EXPECT_EQ(sent(many)["heat"].values<float>(), numbers);
    EXPECT_EQ(sent(every_type_frame().tables[1])["length"].shape, "0,");
    EXPECT_TRUE(sent({"nothing", 0, {}}).empty());
    export_npz(folder / "a.npz", many);
    export_npz(folder / "b.npz", many);
    EXPECT_EQ(read_text_file(folder / "a.npz", 1 << 20), read_text_file(folder / "b.npz", 1 << 20));
    EXPECT_FALSE(file_error([&] { export_npz(folder / "no/such/a.npz", many); }).empty());
}

}  // namespace
}  // namespace mote
