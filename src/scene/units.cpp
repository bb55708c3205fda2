// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Factors: BIPM, The International System of Units, 9th edition (2019), tables 7 and 8; inch, foot, pound and psi from
// NIST Special Publication 811 (2008), appendix B.
#include "scene/units.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "scene/words.h"

namespace mote {

namespace {

constexpr double pi_exact      = 3.14159265358979323846;
constexpr int    largest_power = 12;

struct NamedUnit {
    std::string_view name;
    double           factor;
    Dimension        dimension;  // m kg s K rad
    bool             prefixed = false;
    double           offset   = 0;
};

// clang-format off
const NamedUnit unit_table[] = {
    {"m",    1,              {{1, 0, 0, 0, 0}},   true},
    {"g",    1e-3,           {{0, 1, 0, 0, 0}},   true},
    {"s",    1,              {{0, 0, 1, 0, 0}},   true},
    {"K",    1,              {{0, 0, 0, 1, 0}},   true},
    {"rad",  1,              {{0, 0, 0, 0, 1}},   true},
    {"N",    1,              {{1, 1, -2, 0, 0}},  true},
    {"Pa",   1,              {{-1, 1, -2, 0, 0}}, true},
    {"J",    1,              {{2, 1, -2, 0, 0}},  true},
    {"W",    1,              {{2, 1, -3, 0, 0}},  true},
    {"Hz",   1,              {{0, 0, -1, 0, 0}},  true},
    {"L",    1e-3,           {{3, 0, 0, 0, 0}},   true},
    {"l",    1e-3,           {{3, 0, 0, 0, 0}},   true},
    {"t",    1e3,            {{0, 1, 0, 0, 0}}},
    {"bar",  1e5,            {{-1, 1, -2, 0, 0}}, true},
    {"P",    0.1,            {{-1, 1, -1, 0, 0}}, true},
    {"St",   1e-4,           {{2, 0, -1, 0, 0}},  true},
    {"cal",  4.184,          {{2, 1, -2, 0, 0}},  true},
    {"min",  60,             {{0, 0, 1, 0, 0}}},
    {"h",    3600,           {{0, 0, 1, 0, 0}}},
    {"d",    86400,          {{0, 0, 1, 0, 0}}},
    {"deg",  pi_exact / 180, {{0, 0, 0, 0, 1}}},
    {"\u00b0", pi_exact / 180, {{0, 0, 0, 0, 1}}},
    {"rev",  2 * pi_exact,   {{0, 0, 0, 0, 1}}},
    {"rpm",  2 * pi_exact / 60, {{0, 0, -1, 0, 1}}},
    {"degC", 1,              {{0, 0, 0, 1, 0}},   false, 273.15},
    {"\u00b0C", 1,           {{0, 0, 0, 1, 0}},   false, 273.15},
    {"degF", 5.0 / 9,        {{0, 0, 0, 1, 0}},   false, 273.15 - 32 * 5.0 / 9},
    {"\u00b0F", 5.0 / 9,     {{0, 0, 0, 1, 0}},   false, 273.15 - 32 * 5.0 / 9},
    {"atm",  101325,         {{-1, 1, -2, 0, 0}}},
    {"psi",  6894.757,       {{-1, 1, -2, 0, 0}}},
    {"in",   0.0254,         {{1, 0, 0, 0, 0}}},
    {"ft",   0.3048,         {{1, 0, 0, 0, 0}}},
    {"lb",   0.45359237,     {{0, 1, 0, 0, 0}}},
    {"mph",  0.44704,        {{1, 0, -1, 0, 0}}},
    {"%",    0.01,           {{0, 0, 0, 0, 0}}},
};

const struct { std::string_view name; double factor; } prefix_table[] = {
    {"p", 1e-12}, {"n", 1e-9}, {"\u00b5", 1e-6}, {"\u03bc", 1e-6}, {"u", 1e-6}, {"m", 1e-3}, {"c", 1e-2}, {"d", 1e-1},
    {"h", 1e2},  {"k", 1e3},       {"M", 1e6},       {"G", 1e9},
};

const struct { Dimension dimension; const char *name, *example; } dimension_table[] = {
    {{{0, 0, 0, 0, 0}},   "a plain number",          "0.5"},
    {{{1, 0, 0, 0, 0}},   "a length",                "8 mm"},
    {{{2, 0, 0, 0, 0}},   "an area",                 "4 cm^2"},
    {{{3, 0, 0, 0, 0}},   "a volume",                "2 L"},
    {{{0, 1, 0, 0, 0}},   "a mass",                  "5 g"},
    {{{0, 0, 1, 0, 0}},   "a time",                  "20 ms"},
    {{{0, 0, 0, 1, 0}},   "a temperature",           "62 degC"},
    {{{0, 0, 0, 0, 1}},   "an angle",                "30 deg"},
    {{{1, 0, -1, 0, 0}},  "a velocity",              "3 m/s"},
    {{{1, 0, -2, 0, 0}},  "an acceleration",         "9.81 m/s^2"},
    {{{0, 0, -1, 0, 0}},  "a rate",                  "30 Hz"},
    {{{0, 0, -1, 0, 1}},  "an angular velocity",     "2 rad/s"},
    {{{-3, 1, 0, 0, 0}},  "a density",               "1 g/cm^3"},
    {{{-1, 1, -2, 0, 0}}, "a pressure",              "40 kPa"},
    {{{-1, 1, -1, 0, 0}}, "a dynamic viscosity",     "0.5 Pa s"},
    {{{2, 0, -1, 0, 0}},  "a kinematic viscosity or diffusivity", "1 mm^2/s"},
    {{{1, 1, -2, 0, 0}},  "a force",                 "10 N"},
    {{{0, 1, -2, 0, 0}},  "a surface tension",       "72 mN/m"},
    {{{2, 1, -2, 0, 0}},  "an energy",               "3 kJ"},
    {{{2, 1, -3, 0, 0}},  "a power",                 "50 W"},
    {{{2, 0, -2, 0, 0}},  "a specific energy",       "200 kJ/kg"},
    {{{2, 0, -2, -1, 0}}, "a specific heat",         "4.2 kJ/(kg K)"},
    {{{1, 1, -3, -1, 0}}, "a heat conductivity",     "0.6 W/(m K)"},
    {{{0, 1, -3, -1, 0}}, "a heat transfer coefficient", "10 W/(m^2 K)"},
    {{{0, 0, 0, -1, 0}},  "an expansion coefficient", "2e-4 1/K"},
    {{{0, 1, -1, 0, 0}},  "a mass flow",             "2 kg/s"},
    {{{-2, 1, -1, 0, 0}}, "a mass flow through a surface", "0.2 g/(m^2 s)"},
    {{{3, 0, -1, 0, 0}},  "a volume flow",           "1 L/min"},
};
// clang-format on

std::optional<Unit> find_unit(std::string_view name) {
    for (const NamedUnit& u : unit_table)
        if (u.name == name) return Unit{u.factor, u.offset, u.dimension};
    for (const auto& prefix : prefix_table)
        if (name.starts_with(prefix.name))
            for (const NamedUnit& u : unit_table)
                if (u.prefixed && u.name == name.substr(prefix.name.size()))
                    return Unit{prefix.factor * u.factor, 0, u.dimension};
    return {};
}

std::vector<std::string> unit_names() {
    std::vector<std::string> names;
    for (const NamedUnit& u : unit_table) names.emplace_back(u.name);
    for (const char* common :
         {"mm", "cm", "km", "kg", "mg", "ms", "kN", "mN", "kPa", "MPa", "kJ", "kW", "mL", "mbar", "cP"})
        names.emplace_back(common);
    return names;
}

// unit := factor { ('*' | '/' | ' ' | '·') factor };  factor := (name | '(' unit ')') [power] | '1' before '/'
class UnitParser {
public:
    explicit UnitParser(std::string_view text) : text_(text) {}

    Unit whole() {
        const Unit unit = product();
        if (!rest().empty()) fail();
        return unit;
    }

private:
    std::string_view text_;
    std::size_t      at_ = 0;

    std::string_view  rest() const { return text_.substr(at_); }
    [[noreturn]] void fail() const {
        throw UnitError(
            fmt::format("{} is not a unit; write for example mm, kg/m^3, Pa s or W/(m K)", in_quotes(text_)));
    }
    bool take(std::string_view token) {
        if (!rest().starts_with(token)) return false;
        at_ += token.size();
        return true;
    }
    void skip_blanks() {
        while (take(" ")) {
        }
    }

    Unit product() {
        Unit result = factor();
        bool alone  = true;
        for (;;) {
            skip_blanks();
            const bool divide = take("/");
            if (!divide && !(take("*") || take("\u00b7") || take("\u00d7")) && (rest().empty() || rest()[0] == ')'))
                break;
            skip_blanks();
            const Unit next = factor();
            result.factor   = divide ? result.factor / next.factor : result.factor * next.factor;
            for (std::size_t i = 0; i < 5; ++i)
                add_power(result.dimension.power[i], (divide ? -1 : 1) * next.dimension.power[i]);
            alone = false;
        }
        if (!alone) result.offset = 0;  // a temperature inside a compound is a difference
        return result;
    }

    Unit factor() {
        Unit unit;
        skip_blanks();
        if (take("(")) {
            unit = product();
            skip_blanks();
            if (!take(")")) fail();
        } else if (rest().starts_with("1/") || rest().starts_with("1 /")) {
            take("1");
            return unit;
        } else {
            unit = name();
        }
        const int  power  = this->power();
        const Unit single = unit;
        if (power != 1) unit.offset = 0;
        unit.factor = std::pow(single.factor, power);
        for (std::size_t i = 0; i < 5; ++i) {
            unit.dimension.power[i] = 0;
            add_power(unit.dimension.power[i], power * single.dimension.power[i]);
        }
        return unit;
    }

    Unit name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_unit_letter()) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (word.empty()) fail();
        if (const auto unit = find_unit(word)) return *unit;
        const auto near = nearest(word, unit_names());
        throw UnitError(
            fmt::format("unknown unit {}; {}", in_quotes(word),
                        near ? fmt::format("did you mean {}?", *near) : "`mote help units` lists them all"));
    }

    bool is_unit_letter() const {
        const char c = text_[at_];
        if (c == '%' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return true;
        if (!(c & 0x80)) return false;
        // Of other alphabets: micro and degree, but not the raised 2 and 3 or a multiplication sign.
        for (const char* stop : {"\u00b2", "\u00b3", "\u00b7", "\u00d7"})
            if (rest().starts_with(stop)) return false;
        return true;
    }

    int power() {
        if (take("\u00b2")) return 2;
        if (take("\u00b3")) return 3;
        const bool marked         = take("^") || take("**");
        int        value          = 1;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (problem == std::errc{}) {
            at_ = std::size_t(end - text_.data());
        } else if (marked) {
            fail();
        }
        if (value < -largest_power || value > largest_power) fail();
        return value;
    }

    void add_power(int& sum, int more) const {
        sum += more;
        if (sum < -largest_power || sum > largest_power) fail();
    }
};

}  // namespace

Unit parse_unit(std::string_view text) { return trimmed(text).empty() ? Unit{} : UnitParser(trimmed(text)).whole(); }

std::string dimension_text(const Dimension& dimension, std::string_view unit) {
    const std::string suffix = unit.empty() ? "" : fmt::format(" ({})", unit);
    for (const auto& row : dimension_table)
        if (row.dimension == dimension) return row.name + suffix;
    return "a quantity" + suffix;
}

std::string unit_example(std::string_view unit) {
    const Dimension dimension = parse_unit(unit).dimension;
    for (const auto& row : dimension_table)
        if (row.dimension == dimension) return row.example;
    return fmt::format("1 {}", unit);
}

std::string unit_overview() {
    std::string names, prefixes, rows;
    for (const NamedUnit& u : unit_table) names += fmt::format("{}{}", names.empty() ? "" : ", ", u.name);
    for (const auto& p : prefix_table) prefixes += fmt::format("{}{}", prefixes.empty() ? "" : ", ", p.name);
    for (const auto& d : dimension_table) rows += fmt::format("  {:<40} {}\n", d.name, d.example);
    return fmt::format(
        "Plain numbers are SI. A number with a unit is converted, and its dimension is checked.\n"
        "Units are multiplied by a blank or *, divided by /, raised by ^ or a digit, grouped by parentheses.\n\n"
        "units     {}\nprefixes  {} (of m, g, s, K, rad, N, Pa, J, W, Hz, L, bar, P, St, cal)\n\n{}",
        names, prefixes, rows);
}

}  // namespace mote
