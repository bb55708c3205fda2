// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Every settable struct lists its fields once, in a function found by its argument:
//
//     template <class Visit> void fields(Plastic& law, Visit&& field) {
//         fields(law.elastic, field);
//         field("yield_stress", law.yield_stress, "Pa", positive, "Stress at which it begins to flow.");
//     }
//
// Reading, writing, range checks, help, the JSON Schema and the reference page are visitors over such lists.
// A visitor takes  (name, number or vector, unit, range, help [, notes])
//                  (name, text or bool or block or named blocks, help [, notes])
//                  (name, enum, {names in the order of the enum}, help).
#pragma once
#include <initializer_list>
#include <limits>

namespace mote {

/// Which values a number may take, in SI units. `open` ends are not part of the range.
struct Range {
    double low       = -std::numeric_limits<double>::infinity();
    double high      = std::numeric_limits<double>::infinity();
    bool   open_low  = false;
    bool   open_high = false;

    constexpr bool contains(double x) const {
        return (open_low ? x > low : x >= low) && (open_high ? x < high : x <= high);
    }
};

inline constexpr Range any_number{};
inline constexpr Range positive{0, std::numeric_limits<double>::infinity(), true};
inline constexpr Range non_negative{0};
inline constexpr Range fraction{0, 1};  ///< 0 and 1 included.

constexpr Range between(double low, double high) { return {low, high}; }
constexpr Range positive_up_to(double high) { return {0, high, true}; }

/// What a field needs beside its unit and range.
struct Notes {
    bool required   = false;  ///< There is no sensible default.
    bool file       = false;  ///< Text: the path of a file, relative to the scene file.
    bool in_plane   = false;  ///< Vector: [x, y] is enough in a 2-D scene; z then keeps its default.
    bool one_is_all = false;  ///< Vector or block of x, y, z: a single value stands for all three.
    bool first_alone = false; ///< Block that may be missing: the value of its first field may stand for the block.
};

/// The names of an enum's values, in their order.
using Names = std::initializer_list<const char*>;

}  // namespace mote
