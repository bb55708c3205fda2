// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The array format: "NEP 1: A Simple File Format for NumPy Arrays". The archive: PKWARE, "APPNOTE.TXT: .ZIP File Format
// Specification", 6.3. Entries are stored, not compressed, and sizes stand in the 64-bit fields always: one way for
// every size.
#include <fmt/format.h>
#include <zlib.h>

#include <array>

#include "io/export_parts.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

constexpr std::uint16_t zip_version  = 45;      // the first with 64-bit sizes
constexpr std::uint16_t first_day    = 0x0021;  // 1 January 1980: the same table gives the same bytes
constexpr std::uint16_t extra_64     = 1;       // the kind of extra field that holds 64-bit sizes
constexpr std::uint32_t stands_there = ~0u;     // instead of a size that stands in that field

/// Bytes, lowest first, of numbers one after another.
template <class... Number>
auto packed(Number... number) {
    std::array<std::byte, (sizeof(Number) + ...)> bytes;
    std::size_t                                   at = 0;
    ((std::memcpy(&bytes[at], &number, sizeof number), at += sizeof number), ...);
    return bytes;
}

std::string array_header(const Quantity& q, std::size_t rows) {
    constexpr std::array types = {"<f4", "<f8", "|u1", "<u2", "<u4", "<u8", "<i4", "<i8"};
    const int            n     = q.part.components;
    const std::string    shape = n == 1 ? fmt::format("{},", rows) : n == 9 ? fmt::format("{}, 3, 3", rows) : fmt::format("{}, {}", rows, n);
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", types[std::size_t(q.scalar())], shape);
    // Magic, version and length are 10 bytes; the numbers begin at a multiple of 64.
    text.resize((10 + text.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
    text += '\n';
    const auto length = std::uint16_t(text.size());
    return std::string("\x93NUMPY\x01\0", 8) + char(length & 0xff) + char(length >> 8) + text;
}

/// Something to write to that keeps only the checksum.
struct Crc {
    void write(std::span<const std::byte> bytes) {
        value = std::uint32_t(crc32_z(value, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    }
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    std::uint32_t value = 0;
};

template <class File>
void write_entry(File& file, const std::string& header, const Quantity& q, std::size_t rows) {
    file.write(header);
    write_in_blocks(file, rows, q.bytes(), [&](std::vector<std::byte>& block, std::size_t i) { append_bytes(block, q.row(i), q.bytes()); });
}

/// An archive that is written from front to back.
class Zip {
public:
    explicit Zip(const std::filesystem::path& path) : file_(path) {}

    void add(const Quantity& q, std::size_t rows) {
        const std::string   name = q.part.name + ".npy", header = array_header(q, rows);
        const std::uint64_t size = header.size() + rows * q.bytes(), start = at_;
        Crc                 crc;
        write_entry(crc, header, q, rows);

        const auto length = std::uint16_t(name.size());
        // Version, flags, stored, time, date, checksum, both sizes, length of the name: the same in both headers.
        const auto about = packed(zip_version, std::uint16_t(0), std::uint16_t(0), std::uint16_t(0), first_day, crc.value, stands_there, stands_there, length);
        write(packed(std::uint32_t(0x04034b50)), about, packed(std::uint16_t(20)), name, packed(extra_64, std::uint16_t(16), size, size));
        write_entry(file_, header, q, rows);
        at_ += size;

        append(packed(std::uint32_t(0x02014b50), zip_version), about, packed(std::uint16_t(28)));
        // No comment, disk 0, no attributes, then where the entry begins.
        append(packed(std::uint16_t(0), std::uint16_t(0), std::uint16_t(0), std::uint32_t(0), stands_there), name,
               packed(extra_64, std::uint16_t(24), size, size, start));
        ++entries_;
    }

    void commit() {
        const std::uint64_t start = at_, size = list_.size(), end = start + size;
        write(list_);
        write(packed(std::uint32_t(0x06064b50), std::uint64_t(44), zip_version, zip_version, 0u, 0u, entries_, entries_, size, start));
        write(packed(std::uint32_t(0x07064b50), 0u, end, 1u));
        write(packed(std::uint32_t(0x06054b50), std::uint16_t(0), std::uint16_t(0), std::uint16_t(0xffff), std::uint16_t(0xffff), stands_there, stands_there,
                     std::uint16_t(0)));
        file_.commit();
    }

private:
    template <class... Piece>
    void write(const Piece&... piece) {
        ((file_.write(std::as_bytes(std::span(piece))), at_ += piece.size()), ...);
    }
    template <class... Piece>
    void append(const Piece&... piece) {
        (append_bytes(list_, piece.data(), piece.size()), ...);
    }

    AtomicFile             file_;
    std::vector<std::byte> list_;  // the central directory
    std::uint64_t          at_ = 0, entries_ = 0;
};

}  // namespace

void export_npz(const std::filesystem::path& path, const FrameTable& table) {
    const std::vector<Quantity> quantities = quantities_of(table);
    Zip                         zip(path);
    for (const Quantity& q : quantities) zip.add(q, table.rows);
    zip.commit();
}

}  // namespace mote
