// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Numbers of a frame's particles, by name.
#pragma once
#include <string>
#include <vector>

#include "mote/error.h"
#include "mote/frame.h"
#include "mote/math.h"

namespace mote {

template <class T>
const T* rows_of(const FrameTable& table, const char* name) {
    const FrameColumn* c = table.find(name);
    if (!c || c->type != column_type<T>) throw FileError(std::string("the frame has no column '") + name + "'");
    return reinterpret_cast<const T*>(c->bytes.data());
}

/// One number of a row, whatever it is stored as.
double number_at(const std::byte* at, Scalar type);

/// A number for each row by the name of a column, of a part of it (mass of position_volume) or of one component; vectors
/// give their length.
struct Quantity {
    std::vector<float> value;
    std::string        title;
    std::string        unit{};
};
/// `purpose` completes the sentence that refuses a name: "to colour by".
Quantity find_quantity(const FrameTable& table, const std::string& name, const std::vector<Index>& rows, const char* purpose = "to colour by");

}  // namespace mote
