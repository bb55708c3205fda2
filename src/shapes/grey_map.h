// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace mote {

/// Values from 0 to 1, row by row, picture by picture.
struct GreyMap {
    std::size_t        columns = 0, rows = 0, layers = 0;
    std::vector<float> values;

    float at(std::size_t column, std::size_t row, std::size_t layer = 0) const { return values[(layer * rows + row) * columns + column]; }
};

/// What a file is read for: what its numbers are called, what to do where they are not from 0 to 1, and how many there may be.
struct GreyUse {
    const char* field;   ///< "height field"
    const char* number;  ///< "height"
    const char* remedy;  ///< "scale the heights and set `size` instead"
    std::size_t most;
    bool        slices;  ///< several pictures, one after the other
};

/// Reads a .csv table (one layer) or a .pgm file of one picture or several of the same size. Throws FileError.
GreyMap load_grey_map(const std::string& path, const GreyUse& use);

}  // namespace mote
