// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/units.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mote {
namespace {

struct Row {
    const char* text;
    const char* unit;
    double      si;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.text << " in " << row.unit; }

class UnitTable : public testing::TestWithParam<Row> {};

// A quantity in any unit of its dimension has one SI value.
TEST_P(UnitTable, ConvertsToSi) {
    const Row& row = GetParam();
    EXPECT_NEAR(read_quantity(row.text, row.unit), row.si, 1e-12 * std::abs(row.si)) << row.text;
}

constexpr double pi_exact = 3.14159265358979323846;

INSTANTIATE_TEST_SUITE_P(
    Units, UnitTable,
    testing::Values(
        Row{"8 mm", "m", 8e-3}, Row{"8mm", "m", 8e-3}, Row{"  8  mm ", "m", 8e-3}, Row{"3 \u00b5m", "m", 3e-6},
        Row{"3 \u03bcm", "m", 3e-6}, Row{"3 um", "m", 3e-6}, Row{"2 in", "m", 0.0508}, Row{"1.5 km", "m", 1500},
        Row{"40 kPa", "Pa", 4e4}, Row{"1 atm", "Pa", 101325}, Row{"2 bar", "Pa", 2e5}, Row{"5 mbar", "Pa", 500},
        Row{"1 N/m^2", "Pa", 1}, Row{"0.5 Pa s", "Pa s", 0.5}, Row{"0.5 Pa*s", "Pa s", 0.5},
        Row{"0.5 Pa\u00b7s", "Pa s", 0.5}, Row{"1 cP", "Pa s", 1e-3}, Row{"1 kg/(m s)", "Pa s", 1},
        Row{"62 degC", "K", 335.15}, Row{"-40 degF", "K", 233.15}, Row{"20 \u00b0C", "K", 293.15}, Row{"5 K", "K", 5},
        Row{"200 kJ/kg", "J/kg", 2e5}, Row{"4.2 kJ/(kg K)", "J/(kg K)", 4200},
        Row{"4.2 kJ/(kg degC)", "J/(kg K)", 4200}, Row{"4.2 kJ/kg/K", "J/(kg K)", 4200},
        Row{"0.6 W/(m K)", "W/(m K)", 0.6}, Row{"72 mN/m", "N/m", 0.072}, Row{"1 J/m^2", "N/m", 1},
        Row{"30 deg", "rad", pi_exact / 6}, Row{"30\u00b0", "rad", pi_exact / 6}, Row{"2 rad/s", "rad/s", 2},
        Row{"60 rpm", "rad/s", 2 * pi_exact}, Row{"1 rev/s", "rad/s", 2 * pi_exact}, Row{"1 g/cm^3", "kg/m^3", 1000},
        Row{"1 g/cm3", "kg/m^3", 1000}, Row{"1 g cm^-3", "kg/m^3", 1000}, Row{"1 t/m\u00b3", "kg/m^3", 1000},
        Row{"1 kg/L", "kg/m^3", 1000}, Row{"9.81 m/s^2", "m/s^2", 9.81}, Row{"9.81 m/s\u00b2", "m/s^2", 9.81},
        Row{"9.81 m s-2", "m/s^2", 9.81}, Row{"36 km/h", "m/s", 10}, Row{"2 min", "s", 120}, Row{"2 h", "s", 7200},
        Row{"1 d", "s", 86400}, Row{"1 L", "m^3", 1e-3}, Row{"1 ml", "m^3", 1e-6}, Row{"30 Hz", "1/s", 30},
        Row{"30 1/s", "1/s", 30}, Row{"2e-4 1/K", "1/K", 2e-4}, Row{"5 %", "", 0.05}, Row{"5%", "", 0.05},
        Row{"0.5", "m", 0.5}, Row{".5", "m", 0.5}, Row{"5.", "m", 5}, Row{"+5", "m", 5}, Row{"-5", "m", -5},
        Row{"1e-3", "m", 1e-3}, Row{"1E3 mm", "m", 1}, Row{"010", "m", 10}, Row{"1e-999", "m", 0}));

struct BadRow {
    const char *text, *unit, *sentence;
};
void PrintTo(const BadRow& row, std::ostream* out) { *out << row.text << " in " << row.unit; }

class BadUnitTable : public testing::TestWithParam<BadRow> {};

// What is no quantity of the dimension is refused with a sentence that says what it is and how to write it.
TEST_P(BadUnitTable, IsRefused) {
    const BadRow& row = GetParam();
    try {
        const double value = read_quantity(row.text, row.unit);
        FAIL() << row.text << " was read as " << value;
    } catch (const UnitError& e) {
        EXPECT_NE(std::string(e.what()).find(row.sentence), std::string::npos) << e.what();
    }
}

INSTANTIATE_TEST_SUITE_P(
    Units, BadUnitTable,
    testing::Values(BadRow{"8 kg", "m", "expects a length (m), found a mass (kg); write it as in 8 mm"},
                    BadRow{"8 m", "", "expects a plain number, found a length (m)"},
                    BadRow{"30 deg", "", "expects a plain number, found an angle (deg)"},
                    BadRow{"2 Hz", "rad/s", "expects an angular velocity (rad/s), found a rate (Hz)"},
                    BadRow{"1 W/m K", "W/(m K)", "write it as in 0.6 W/(m K)"},
                    BadRow{"8 mmm", "m", "unknown unit 'mmm'; did you mean mm?"},
                    BadRow{"8 parsec", "m", "mote help units"}, BadRow{"8 m^", "m", "is not a unit"},
                    BadRow{"8 m/", "m", "is not a unit"}, BadRow{"8 (m", "m", "is not a unit"},
                    BadRow{"8 m)", "m", "is not a unit"}, BadRow{"8 m^99", "m", "is not a unit"},
                    BadRow{"8 12 m", "m", "is not a unit"}, BadRow{"8 9", "m", "is not a unit"},
                    BadRow{"8 1", "", "is not a unit"}, BadRow{"1,5", "m", "decimal sign is a point"},
                    BadRow{"1_000", "m", "without underscores"}, BadRow{"1:30", "s", "is not a unit"},
                    BadRow{"0x10", "m", "unknown unit 'x'"}, BadRow{"nan", "m", "write a number"},
                    BadRow{".nan", "m", "write a number"}, BadRow{"inf", "m", "write a number"},
                    BadRow{"-inf", "m", "write a number"}, BadRow{"-.inf", "m", "write a number"},
                    BadRow{"+-5", "m", "write a number"}, BadRow{"--5", "m", "write a number"},
                    BadRow{"", "m", "write a number"}, BadRow{"yes", "m", "expects a length (m), found 'yes'"},
                    BadRow{"mm 8", "m", "write a number"}, BadRow{"1e999", "m", "too large"},
                    BadRow{"1e300 Gm^12", "m^12", "too large"}));

// A number without unit is rounded to single precision once, from its decimal digits.
TEST(Quantity, PlainNumbersAreRoundedOnce) {
    EXPECT_EQ(read_single("0.1", "m"), 0.1f);
    // 1 + 2^-24 + 2^-60: by way of double it would first become a tie and then round down.
    EXPECT_EQ(read_single("1.00000005960464477626", "m"), std::nextafter(1.f, 2.f));
    EXPECT_EQ(read_single("1e-60", "m"), 0.f);
    EXPECT_THROW((void)read_single("1e39", "m"), UnitError);
    EXPECT_THROW((void)read_single("1e36 km", "m"), UnitError);
}

// Long and deep units end with an error, not with a full stack.
TEST(Quantity, LongTextIsNoNumber) {
    EXPECT_THROW((void)read_quantity("1 " + std::string(5000, '('), "m"), UnitError);
    EXPECT_THROW((void)read_quantity(std::string(5000, '9'), "m"), UnitError);
}

}  // namespace
}  // namespace mote
