// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the exporters share: the quantities of a table one by one, whatever rows they share.
#pragma once
#include <cstring>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mote/error.h"
#include "mote/frame.h"

namespace mote::io {

/// Calls visit(T{}) with the type that a number of the column is stored as.
template <class Visit>
decltype(auto) with_scalar(Scalar scalar, Visit&& visit) {
    switch (scalar) {
        case Scalar::f32:
            return visit(float{});
        case Scalar::f64:
            return visit(double{});
        case Scalar::u8:
            return visit(std::uint8_t{});
        case Scalar::u16:
            return visit(std::uint16_t{});
        case Scalar::u32:
            return visit(std::uint32_t{});
        case Scalar::u64:
            return visit(std::uint64_t{});
        case Scalar::i32:
            return visit(std::int32_t{});
        case Scalar::i64:
            return visit(std::int64_t{});
    }
    throw BugError("a column has no type");
}

/// One quantity: some numbers of each row of a column. Its name is its own in the table.
struct Quantity {
    ColumnPart         part;
    const FrameColumn* column = nullptr;

    Scalar           scalar() const { return column->type.scalar; }
    std::size_t      bytes() const { return size_of(scalar()) * part.components; }
    const std::byte* row(std::size_t i) const {
        return column->bytes.data() + i * column->type.bytes() + part.first * size_of(scalar());
    }
    /// Component k of row i; 64-bit integers are rounded to 53 bits.
    double number(std::size_t i, std::size_t k) const {
        return with_scalar(scalar(), [&](auto value) {
            std::memcpy(&value, row(i) + k * sizeof value, sizeof value);
            return double(value);
        });
    }
};

/// Every quantity of the table in the order of its columns. A name that occurs twice is told apart by the column's.
std::vector<Quantity> quantities_of(const FrameTable& table);

/// Takes the position out of the list; a table without one is refused.
Quantity take_position(std::vector<Quantity>& quantities, const FrameTable& table, std::string_view format);

/// The diameter of each point [m]: its `size`, where particles have one, or that of all.
class Diameters {
public:
    Diameters(const std::vector<Quantity>& quantities, double all) : all_(all) {
        for (const Quantity& q : quantities)
            if (q.part.name == "size" && q.part.components == 1) size_ = q;
    }
    double of(std::size_t row) const { return size_.column ? size_.number(row, 0) : all_; }

private:
    Quantity size_;
    double   all_;
};

/// The position of a row in float; a plane lies at z = 0.
struct Point {
    float xyz[3];
};
Point point_of(const Quantity& position, std::size_t row);

/// Names that other programs take for variables: letters, digits and `_`, no digit first, no two alike.
class Identifiers {
public:
    std::string of(std::string_view name);

private:
    std::set<std::string> taken_;
};

/// Appends component k of row i as the shortest text that reads back as the same number; not-a-number is `nan`.
void append_number(std::vector<std::byte>& out, const Quantity& q, std::size_t i, std::size_t k);

/// Whether the file has these words near its beginning and ends with these.
bool begins_and_ends(const std::filesystem::path& path, const std::string& near_beginning, const std::string& ending);

/// Collects bytes until they are worth a write.
template <class File, class Append>
void write_in_blocks(File& file, std::size_t rows, std::size_t row_bytes, Append&& append) {
    std::vector<std::byte> block;
    constexpr std::size_t  block_rows = 4096;
    block.reserve(block_rows * row_bytes);
    for (std::size_t i = 0; i < rows; ++i) {
        append(block, i);
        if ((i + 1) % block_rows != 0 && i + 1 != rows) continue;
        file.write(std::span<const std::byte>(block));
        block.clear();
    }
}

inline void append_bytes(std::vector<std::byte>& to, const void* from, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(from);
    to.insert(to.end(), bytes, bytes + size);
}

}  // namespace mote::io
