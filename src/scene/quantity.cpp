// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A number and its unit as one text, read without regard to the locale.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "scene/units.h"
#include "scene/words.h"

namespace mote {

namespace {

struct Split {
    std::string_view number, unit;
};

[[noreturn]] void fail_expected(std::string_view unit, const std::string& found) {
    throw UnitError(fmt::format("expects {}, found {}", dimension_text(parse_unit(unit).dimension, unit), found));
}

// "-8.5 mm" into "-8.5" and "mm"; the number keeps no plus sign, which from_chars does not know.
Split split(std::string_view text, std::string_view unit) {
    const std::string_view whole   = trimmed(text);
    const std::string_view rest    = whole.starts_with('+') ? whole.substr(1) : whole;
    const std::size_t      first   = rest.starts_with('-') && rest == whole ? 1 : 0;
    const char             start   = rest.size() > first ? rest[first] : ' ';
    double                 ignored = 0;
    const auto [end, problem]      = std::from_chars(rest.data(), rest.data() + rest.size(), ignored);
    // from_chars also reads "inf" and "nan", which are no values for anything.
    if (whole.size() > 100 || !((start >= '0' && start <= '9') || start == '.') ||
        problem == std::errc::invalid_argument)
        fail_expected(unit, fmt::format("{}; write a number, or a number with a unit as in {}", in_quotes(text),
                                        unit_example(unit)));
    const std::size_t length = std::size_t(end - rest.data());
    const Split       parts{rest.substr(0, length), trimmed(rest.substr(length))};
    if (parts.unit.starts_with(',')) fail_expected(unit, in_quotes(text) + "; the decimal sign is a point, as in 1.5");
    if (parts.unit.starts_with('_'))
        fail_expected(unit, in_quotes(text) + "; write digits without underscores, as in 1000");
    return parts;
}

[[noreturn]] void fail_large(std::string_view unit, std::string_view text) {
    fail_expected(unit, in_quotes(text) + ", which is too large to compute with; use a smaller number");
}

template <class Number>
Number convert(std::string_view digits, std::string_view unit) {
    Number value{};
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem == std::errc{}) return value;
    if constexpr (std::is_same_v<Number, float>) {
        const double wide = convert<double>(digits, unit);  // out of range in single precision: zero or too large
        if (std::abs(wide) > 1) fail_large(unit, digits);
        return Number(wide);
    } else {
        // Out of range: with at most 100 digits only a negative exponent makes it small, and then it is zero.
        if (digits.find("e-") == digits.npos && digits.find("E-") == digits.npos) fail_large(unit, digits);
        return 0;
    }
}

Unit checked_unit(std::string_view written, std::string_view expected) {
    const Unit unit = parse_unit(written), wanted = parse_unit(expected);
    if (unit.dimension == wanted.dimension) return unit;
    fail_expected(expected, fmt::format("{}; write it as in {}", dimension_text(unit.dimension, written),
                                        unit_example(expected)));
}

}  // namespace

double read_quantity(std::string_view text, std::string_view unit) {
    const auto [number, written] = split(text, unit);
    const double value           = convert<double>(number, unit);
    if (written.empty()) return value;
    const Unit   scale  = checked_unit(written, unit);
    const double result = scale.factor * value + scale.offset;
    if (!std::isfinite(result)) fail_large(unit, text);
    return result;
}

float read_single(std::string_view text, std::string_view unit) {
    const auto [number, written] = split(text, unit);
    if (written.empty()) return convert<float>(number, unit);
    const double value = read_quantity(text, unit);
    if (std::abs(value) > double(std::numeric_limits<float>::max())) fail_large(unit, text);
    return float(value);
}

}  // namespace mote
