// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstddef>
#include <cstdint>

#include "mote/math.h"

namespace mote {

/// What one number of a column is stored as. The values are part of the .mote file format.
enum class Scalar : std::uint8_t { f32 = 0, f64 = 1, u8 = 2, u16 = 3, u32 = 4, u64 = 5, i32 = 6, i64 = 7 };

constexpr std::size_t size_of(Scalar s) {
    constexpr std::size_t sizes[] = {4, 8, 1, 2, 4, 8, 4, 8};
    return sizes[std::size_t(s)];
}

/// What one row of a column is: so many numbers of one kind, stored without gaps.
struct ColumnType {
    Scalar       scalar     = Scalar::f32;
    std::uint8_t components = 1;

    constexpr std::size_t bytes() const { return size_of(scalar) * components; }
    friend constexpr bool operator==(ColumnType, ColumnType) = default;
};

// clang-format off
template <class T> inline constexpr ColumnType column_type = T::column_type;  // a user's own row type says so itself
template <> inline constexpr ColumnType column_type<float>         {Scalar::f32, 1};
template <> inline constexpr ColumnType column_type<double>        {Scalar::f64, 1};
template <> inline constexpr ColumnType column_type<std::uint8_t>  {Scalar::u8,  1};
template <> inline constexpr ColumnType column_type<std::uint16_t> {Scalar::u16, 1};
template <> inline constexpr ColumnType column_type<std::uint32_t> {Scalar::u32, 1};
template <> inline constexpr ColumnType column_type<std::uint64_t> {Scalar::u64, 1};
template <> inline constexpr ColumnType column_type<std::int32_t>  {Scalar::i32, 1};
template <> inline constexpr ColumnType column_type<std::int64_t>  {Scalar::i64, 1};
template <> inline constexpr ColumnType column_type<Vec3>          {Scalar::f32, 3};
template <> inline constexpr ColumnType column_type<Vec4>          {Scalar::f32, 4};
template <> inline constexpr ColumnType column_type<Mat3>          {Scalar::f32, 9};
// clang-format on

}  // namespace mote
