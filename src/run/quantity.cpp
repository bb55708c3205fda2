// Copyright (c) 2026 The Mote authors. MIT licence.
#include "quantity.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace mote {

double number_at(const std::byte* at, Scalar type) {
    const auto as = [&]<class T>(T value) {
        std::memcpy(&value, at, sizeof value);
        return double(value);
    };
    switch (type) {
        case Scalar::f32:
            return as(float());
        case Scalar::f64:
            return as(double());
        case Scalar::u8:
            return as(std::uint8_t());
        case Scalar::u16:
            return as(std::uint16_t());
        case Scalar::u32:
            return as(std::uint32_t());
        case Scalar::u64:
            return as(std::uint64_t());
        case Scalar::i32:
            return as(std::int32_t());
        case Scalar::i64:
            return as(std::int64_t());
    }
    return 0;
}

Quantity find_quantity(const FrameTable& table, const std::string& name, const std::vector<Index>& rows, const char* purpose) {
    if (name == "speed") {
        Quantity q = find_quantity(table, "velocity", rows, purpose);
        q.title    = "speed [m/s]";
        return q;
    }
    std::string known = "speed";
    for (const FrameColumn& column : table.columns)
        for (const ColumnPart& part : named_parts(column)) {
            known += ", " + part.name;
            std::uint8_t first = part.first, last = std::uint8_t(part.first + part.components);
            bool         found = part.name == name;
            for (std::uint8_t k = 0; k < part.components && !found; ++k)
                if (component_name(part, k) == name)
                    found = true, first = std::uint8_t(part.first + k), last = std::uint8_t(first + 1);
            if (!found) continue;
            Quantity          q{{}, part.unit.empty() ? name : name + " [" + part.unit + "]", part.unit};
            const std::size_t width = column.type.bytes(), step = size_of(column.type.scalar);
            for (const Index i : rows) {
                double square = 0, value = 0;
                for (std::uint8_t k = first; k < last; ++k) {
                    value = number_at(&column.bytes[i * width + k * step], column.type.scalar);
                    square += value * value;
                }
                q.value.push_back(float(last - first == 1 ? value : std::sqrt(square)));
            }
            return q;
        }
    const char* remedy = name == "strain" || name.starts_with("strain_") ? "; frames keep it where the scene has output.strain: true" : "";
    throw Error(fmt::format("there is no column '{}' {}; there are {}{}", name, purpose, known, remedy), 2);
}

}  // namespace mote
