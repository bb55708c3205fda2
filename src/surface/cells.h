// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "mote/exec.h"
#include "mote/math.h"

namespace mote::surfaces {

using Place = std::array<int, 3>;  ///< Of a cell or a block, in widths of it; by x, y, z.

/// Numbers places of a box, x running fastest, so that places in a row are numbers in a row.
class PlaceKeys {
public:
    PlaceKeys() = default;
    /// Throws UnsoundError where there are more places than numbers.
    PlaceKeys(const Place& low, const Place& high);

    std::uint64_t key(const Place& p) const {
        return (std::uint64_t(p[2] - low_[2]) << shift_[2]) | (std::uint64_t(p[1] - low_[1]) << shift_[1]) |
               std::uint64_t(p[0] - low_[0]);
    }
    Place place(std::uint64_t key) const;
    bool  holds(int axis, int at) const { return at >= low_[std::size_t(axis)] && at <= high_[std::size_t(axis)]; }
    int   low(int axis) const { return low_[std::size_t(axis)]; }
    int   high(int axis) const { return high_[std::size_t(axis)]; }
    int   bits() const { return bits_; }

private:
    Place              low_{}, high_{};
    std::array<int, 3> shift_{};
    int                bits_ = 1;
};

/// floor(x / width). Throws UnsoundError where that is no number an `int` can hold with room to spare.
int place_of(float x, float width);

/// Points sorted by the cell they are in; equal ones keep their order. Only cells with points are kept.
class Cells {
public:
    Cells(const Exec& exec, std::span<const Vec4> points, float width);

    float                     width() const { return width_; }
    const PlaceKeys&          keys() const { return keys_; }
    const std::vector<Index>& order() const { return order_; }  ///< row i of the sorted points was row order()[i]
    Index                     size() const { return Index(cell_.size()); }
    Place                     place(Index cell) const { return keys_.place(cell_[cell]); }
    Index                     first(Index cell) const { return first_[cell]; }  ///< sorted row; of size() the end of all

    struct Run {
        Index begin = 0, end = 0;
    };
    /// Sorted rows of the cells x0 .. x1 at y, z.
    Run run(int x0, int x1, int y, int z) const;

private:
    float                      width_;
    PlaceKeys                  keys_;
    std::vector<Index>         order_;
    std::vector<std::uint64_t> cell_;
    std::vector<Index>         first_;
};

}  // namespace mote::surfaces
