// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/csv.h"

#include <cmath>

#include "unit/io/io_testing.h"

namespace mote {
namespace {

class CsvFile : public testing::InAFolder {
protected:
    Csv read(const std::string& text) const {
        write_file_atomically(folder / "a.csv", text);
        return read_csv(folder / "a.csv");
    }
    std::string refusal(const std::string& text) const {
        try {
            read(text);
        } catch (const FileError& e) {
            return e.what();
        }
        return "it was taken";
    }
};

// Names, units and numbers as they were written; not-a-number and empty cells are not a number.
TEST_F(CsvFile, HoldsWhatWasWritten) {
    const Csv csv = read("\xef\xbb\xbftime [s], \"a, b [kg m^2/s]\" ,c\r\n# a remark\n0,1e-3,+7\r\n\n0.5, nan ,\n1,-inf,1e9\n");
    EXPECT_EQ(csv.names(), (std::vector<std::string>{"time", "a, b", "c"}));
    EXPECT_EQ(csv.columns[1].unit, "kg m^2/s");
    EXPECT_EQ(csv.columns[2].unit, "");
    ASSERT_EQ(csv.rows(), 3u);
    EXPECT_EQ(csv.columns[0].value, (std::vector<double>{0, 0.5, 1}));
    EXPECT_EQ(csv.columns[1].value[0], 1e-3);
    EXPECT_TRUE(std::isnan(csv.columns[1].value[1]) && std::isnan(csv.columns[2].value[1]));
    EXPECT_EQ(csv.columns[1].value[2], -INFINITY);
    EXPECT_EQ(csv.columns[2].value[0], 7);
    EXPECT_FALSE(csv.cut_off);
}

// A last line that stops short is left out and told of; anywhere else it is refused, as is everything that is no table.
TEST_F(CsvFile, DamageIsNamed) {
    const Csv csv = read("a,b\n1,2\n3");
    EXPECT_TRUE(csv.cut_off);
    EXPECT_EQ(csv.rows(), 1u);
    EXPECT_EQ(read("a,b\n1,2").rows(), 1u) << "only the end of the line is missing";
    EXPECT_NE(refusal("a,b\n1\n2,3\n").find("a.csv:2: the line has 1 cells, the heading 2"), std::string::npos);
    EXPECT_NE(refusal("a,b\n1,2\n3,4,5\n").find("a.csv:3"), std::string::npos);
    EXPECT_NE(refusal("a,b\n1,two\n").find("'two' in column 'b' is no number"), std::string::npos);
    EXPECT_NE(refusal("1,2\n3,4\n").find("expected a heading"), std::string::npos);
    EXPECT_NE(refusal("").find("empty"), std::string::npos);
    EXPECT_NE(refusal(std::string("\0\x01\xff,\n1,2\n", 9)).find("a.csv"), std::string::npos);
}

}  // namespace
}  // namespace mote
