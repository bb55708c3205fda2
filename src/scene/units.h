// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Numbers with units: "8 mm", "0.5 Pa s", "62 degC", "200 kJ/kg", "1 g/cm^3", "5 %".
#pragma once
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mote {

/// Powers of metre, kilogram, second, kelvin and radian. The angle counts as a dimension of its own, so that a
/// degree is not taken for a share.
struct Dimension {
    std::array<int, 5> power{};
    friend bool        operator==(const Dimension&, const Dimension&) = default;
};

/// SI value = factor * number + offset; only a lone degC or degF has an offset.
struct Unit {
    double    factor = 1, offset = 0;
    Dimension dimension;
};

/// What is wrong with a number or its unit: a sentence without place.
struct UnitError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Prefixes, products ("Pa s", "Pa*s"), quotients, powers ("m^2", "m2", "s^-1") and parentheses. "" is a plain number.
Unit parse_unit(std::string_view text);

/// "a length (m)", for messages; `unit` is what stands in the parentheses.
std::string dimension_text(const Dimension& dimension, std::string_view unit);

/// How a value of this unit may be written: "8 mm".
std::string unit_example(std::string_view unit);

/// The SI value of `text` where a quantity in `unit` is expected. Plain numbers are SI and are rounded once, straight
/// from their decimal digits. Throws UnitError. Not-a-number and infinity are no numbers.
double read_quantity(std::string_view text, std::string_view unit);

/// The same rounded to single precision; a text without unit is rounded only once, so that written scenes read back
/// to the bit. Throws UnitError where the value does not fit.
float read_single(std::string_view text, std::string_view unit);

/// Names of the units there are, for the help page.
std::string unit_overview();

}  // namespace mote
