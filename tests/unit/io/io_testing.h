// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the tests of files share: a folder of their own, and frames with known content.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>

#include "mote/error.h"
#include "mote/files.h"
#include "mote/frame.h"

namespace mote::testing {

/// A folder that is gone with the test.
class InAFolder : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder           = std::filesystem::temp_directory_path() /
                 (std::string("mote_io_") + info->name() + '_' + std::to_string(::getpid()));
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder;
};

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

template <class T>
std::vector<T> values_of(std::span<const std::byte> bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

/// Every kind of number, one and several a row, a table of no rows and a table of no columns.
/// tests/golden/format-1.mote holds exactly this, so it never changes.
inline Frame every_type_frame() {
    FrameTable all{"all", 3, {}};
    const auto add = [&](const char* name, const char* unit, ColumnType type, auto values) {
        all.columns.push_back({name, unit, type, bytes_of(values)});
    };
    using std::vector;
    add("id", "", {Scalar::u64, 1}, vector<std::uint64_t>{1, 1ull << 40, ~0ull});
    add("position_mass", "m, kg", {Scalar::f32, 4}, vector<float>{1, 2, 3, .5f, -1, -2, -3, .25f, 1e-30f, 0, -0.f, 8});
    add("velocity", "m/s", {Scalar::f32, 3}, vector<float>{.1f, .2f, .3f, 4, 5, 6, 7, 8, 9});
    add("stress", "Pa", {Scalar::f64, 9}, vector<double>(27, 1.0 / 3));
    add("phase", "", {Scalar::u8, 1}, vector<std::uint8_t>{0, 7, 255});
    add("material", "", {Scalar::u16, 1}, vector<std::uint16_t>{1, 2, 65535});
    add("seed", "", {Scalar::u32, 2}, vector<std::uint32_t>{1, 2, 3, 4, 5, ~0u});
    add("charge", "1/s", {Scalar::i32, 1}, vector<std::int32_t>{-1, 0, 1});
    add("ticks", "s", {Scalar::i64, 1}, vector<std::int64_t>{-(1ll << 50), 0, 5});
    FrameTable bonds{"bonds", 0, {{"length", "m", {Scalar::f32, 1}, {}}}};
    return {"mote 0.1.0", R"({"time": 0.5, "note": "\u00e9"})", {all, bonds, {"nothing", 0, {}}}};
}

inline void expect_equal(const Frame& a, const Frame& b) {
    EXPECT_EQ(a.writer, b.writer);
    EXPECT_EQ(a.meta_json, b.meta_json);
    ASSERT_EQ(a.tables.size(), b.tables.size());
    for (std::size_t t = 0; t < a.tables.size(); ++t) {
        EXPECT_EQ(a.tables[t].name, b.tables[t].name);
        EXPECT_EQ(a.tables[t].rows, b.tables[t].rows);
        ASSERT_EQ(a.tables[t].columns.size(), b.tables[t].columns.size());
        for (std::size_t c = 0; c < a.tables[t].columns.size(); ++c) {
            const FrameColumn &x = a.tables[t].columns[c], &y = b.tables[t].columns[c];
            EXPECT_EQ(x.name, y.name);
            EXPECT_EQ(x.unit, y.unit);
            EXPECT_EQ(x.type, y.type);
            EXPECT_EQ(x.bytes, y.bytes) << x.name;
        }
    }
}

/// The sentence of the FileError that `call` throws; empty if it throws none.
template <class Call>
std::string file_error(Call&& call) {
    try {
        call();
    } catch (const FileError& error) {
        return error.what();
    }
    return {};
}

}  // namespace mote::testing
