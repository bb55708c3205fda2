// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Classic .bgeo files, read back from the description of the format by code that shares nothing with the exporter.
#include <bit>
#include <map>

#include "mote/export.h"
#include "unit/io/io_testing.h"

namespace mote {
namespace {

using testing::bytes_of;
using testing::every_type_frame;
using testing::file_error;

struct BgeoColumn {
    int                 type = -1, size = 0;
    std::vector<double> values;
};

/// Takes big-endian numbers from the front of a file.
class BigEndian {
public:
    explicit BigEndian(const std::string& file) : file_(file) {}

    std::uint32_t number(std::size_t bytes) {
        std::uint32_t value = 0;
        for (const char c : text(bytes)) value = value << 8 | std::uint8_t(c);
        return value;
    }
    float       real() { return std::bit_cast<float>(number(4)); }
    std::string text(std::size_t bytes) {
        EXPECT_LE(at_ + bytes, file_.size());
        const std::string part = at_ < file_.size() ? file_.substr(at_, bytes) : "";
        at_ += bytes;
        return part;
    }

private:
    std::string file_;
    std::size_t at_ = 0;
};

std::map<std::string, BgeoColumn> read_bgeo(const std::string& bytes) {
    BigEndian file(bytes);
    EXPECT_EQ(file.text(5), "BgeoV");
    EXPECT_EQ(file.number(4), 5u);
    const std::uint32_t points = file.number(4);
    for (const char* count : {"primitives", "point groups", "primitive groups"}) EXPECT_EQ(file.number(4), 0u) << count;
    const std::uint32_t attributes = file.number(4);
    EXPECT_LE(16 * std::uint64_t(points) + 8 * std::uint64_t(attributes), bytes.size());
    if (::testing::Test::HasFailure()) return {};
    for (const char* count : {"vertex", "primitive", "whole"}) EXPECT_EQ(file.number(4), 0u) << count;

    std::vector<std::pair<std::string, BgeoColumn>> columns{{"P", {0, 4, {}}}};
    for (std::uint32_t k = 0; k < attributes; ++k) {
        const std::string name = file.text(file.number(2));
        const int         size = int(file.number(2)), type = int(file.number(4));
        for (int c = 0; c < size; ++c) EXPECT_EQ(file.number(4), 0u);
        columns.push_back({name, {type, size, {}}});
    }
    for (std::uint32_t i = 0; i < points; ++i)
        for (auto& [name, column] : columns)
            for (int c = 0; c < column.size; ++c) column.values.push_back(column.type == 1 ? double(std::int32_t(file.number(4))) : double(file.real()));
    EXPECT_EQ(file.number(2), 0x00ffu);
    EXPECT_EQ(file.text(0), "");
    std::map<std::string, BgeoColumn> named(columns.begin(), columns.end());
    EXPECT_EQ(named.size(), columns.size());
    return named;
}

class ExportBgeo : public testing::InAFolder {
protected:
    std::map<std::string, BgeoColumn> sent(const FrameTable& table, double diameter = 0) {
        export_bgeo(folder / "a.bgeo", table, diameter);
        return read_bgeo(read_text_file(folder / "a.bgeo", 1 << 20));
    }
};

using Numbers = std::vector<double>;

// Every number that fits arrives, under the names and in the types that Houdini knows.
TEST_F(ExportBgeo, HoldsEveryNumber) {
    FrameTable table = every_type_frame().tables[0];
    std::erase_if(table.columns, [](const FrameColumn& c) { return c.name == "seed" || c.name == "ticks"; });
    table.columns[0].bytes = bytes_of(std::vector<std::uint64_t>{1, 2, 2147483647});
    auto columns           = sent(table, 0.5);
    EXPECT_EQ(columns["P"].values, (Numbers{1, 2, 3, 1, -1, -2, -3, 1, 1e-30f, 0, 0, 1}));
    EXPECT_EQ(columns["v"].type, 5);
    EXPECT_EQ(columns["v"].values, (Numbers{.1f, .2f, .3f, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(columns["mass"].type, 0);
    EXPECT_EQ(columns["mass"].values, (Numbers{.5, .25, 8}));
    EXPECT_EQ(columns["id"].type, 1);
    EXPECT_EQ(columns["id"].values, (Numbers{1, 2, 2147483647}));
    EXPECT_EQ(columns["stress"].size, 9);
    EXPECT_EQ(columns["stress"].values, Numbers(27, float(1.0 / 3)));
    EXPECT_EQ(columns["phase"].values, (Numbers{0, 7, 255}));
    EXPECT_EQ(columns["material"].values, (Numbers{1, 2, 65535}));
    EXPECT_EQ(columns["charge"].values, (Numbers{-1, 0, 1}));
    EXPECT_EQ(columns["pscale"].values, Numbers(3, 0.25));
    EXPECT_EQ(columns.size(), 9u);
}

// Colours lie between 0 and 1, names are those of variables and no two are alike, a plane lies at z = 0.
TEST_F(ExportBgeo, UsesKnownNamesWhereTheyAreTrue) {
    const std::vector<std::byte> one = bytes_of(std::vector<float>{1}), two = bytes_of(std::vector<float>{2});
    auto columns = sent({"t",
                         1,
                         {{"position", "m", {Scalar::f64, 2}, bytes_of(std::vector<double>{1, 2})},
                          {"normal", "", {Scalar::f32, 3}, bytes_of(std::vector<float>{0, 1, 0})},
                          {"colour", "", {Scalar::u8, 3}, bytes_of(std::vector<std::uint8_t>{255, 51, 0})},
                          {"a.b", "", {Scalar::f32, 1}, one},
                          {"a_b", "", {Scalar::f32, 1}, two},
                          {"2nd", "", {Scalar::f32, 1}, two}}});
    EXPECT_EQ(columns["P"].values, (Numbers{1, 2, 0, 1}));
    EXPECT_EQ(columns["N"].values, (Numbers{0, 1, 0}));
    EXPECT_EQ(columns["Cd"].values, (Numbers{1, .2f, 0}));
    EXPECT_EQ(columns["a_b"].values, Numbers{1});
    EXPECT_EQ(columns["a_b_2"].values, Numbers{2});
    EXPECT_EQ(columns["_2nd"].values, Numbers{2});
    EXPECT_FALSE(columns.contains("pscale"));
}

// An empty table is written; one without positions, or with integers that 32 bits do not hold, is told where to go.
TEST_F(ExportBgeo, OddTablesAreHandled) {
    EXPECT_TRUE(sent({"t", 0, {{"position", "m", {Scalar::f32, 3}, {}}}})["P"].values.empty());
    const Frame frame = every_type_frame();
    const auto  why   = [&](const FrameTable& table) { return file_error([&] { export_bgeo(folder / "b.bgeo", table); }); };
    EXPECT_NE(why(frame.tables[1]).find("Export it as csv"), std::string::npos);
    EXPECT_EQ(why(frame.tables[0]), "column 'id' of table 'all' has integers beyond 32 bits, which bgeo does not know. Export it as npz");
    EXPECT_FALSE(std::filesystem::exists(folder / "b.bgeo"));
}

}  // namespace
}  // namespace mote
