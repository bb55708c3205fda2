// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The reader trusts nothing: every number of the header is compared with what the file can hold before anything is
// allocated for it.
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <cstring>

#include "io/frame_format.h"
#include "io/system_calls.h"
#include "mote/error.h"
#include "mote/files.h"

namespace mote {
namespace io {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
    throw FileError(fmt::format("{} {}", name, reason));
}

[[noreturn]] void refuse_damaged(const std::string& name, const std::string& reason) {
    refuse(name, fmt::format("is damaged and was not read: {}. Use another copy or an earlier frame", reason));
}

/// Takes numbers and counted texts off the front of the header.
class HeaderReader {
public:
    HeaderReader(std::span<const std::byte> bytes, const std::string& name) : rest_(bytes), name_(name) {}

    template <class Number>
    Number number() {
        Number value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    std::string raw(std::size_t size) {
        const auto bytes = take(size);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    template <class Length>
    std::string text() {
        return raw(number<Length>());
    }
    bool at_end() const { return rest_.empty(); }

private:
    std::span<const std::byte> take(std::size_t size) {
        if (size > rest_.size()) refuse_damaged(name_, "its table of contents ends too early");
        const auto front = rest_.first(size);
        rest_            = rest_.subspan(size);
        return front;
    }

    std::span<const std::byte> rest_;
    const std::string&         name_;
};

struct Preamble {
    std::string   writer;
    std::uint64_t header_bytes, file_bytes;
};

Preamble parse_preamble(std::span<const std::byte> bytes, const std::string& name, std::uint64_t file_bytes) {
    if (bytes.size() < magic.size() || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
        refuse(name, "is no .mote file: it does not begin with MOTE");
    if (bytes.size() < preamble_bytes) refuse_damaged(name, fmt::format("it is cut off after {} bytes", file_bytes));

    HeaderReader in(bytes, name);
    in.raw(magic.size());
    const auto  version = in.number<std::uint32_t>();
    const auto  flags   = in.number<std::uint64_t>();
    std::string padded  = in.raw(writer_bytes);
    std::string writer  = padded.substr(0, padded.find('\0'));
    if (!is_writer(writer) || padded.find_first_not_of('\0', writer.size()) != std::string::npos)
        refuse_damaged(name, "the name of the program that wrote it is not readable");
    if (version != frame_format_version)
        refuse(name, fmt::format("has frame format {}, written by '{}'; this program reads format {}. Read it with "
                                 "the version of Mote that wrote it or a newer one",
                                 version, writer, frame_format_version));
    if (flags != 0)
        refuse(name, fmt::format("uses features {:#x} of the frame format, written by '{}', that this program does not "
                                 "know. Read it with the version of Mote that wrote it or a newer one",
                                 flags, writer));

    Preamble preamble{std::move(writer), in.number<std::uint64_t>(), in.number<std::uint64_t>()};
    if (file_bytes < preamble.file_bytes)
        refuse_damaged(name, fmt::format("it is cut off after {} of {} bytes", file_bytes, preamble.file_bytes));
    if (file_bytes > preamble.file_bytes)
        refuse_damaged(name, fmt::format("{} bytes follow its end", file_bytes - preamble.file_bytes));
    if (preamble.header_bytes > max_header_bytes ||
        preamble_bytes + preamble.header_bytes + checksum_bytes > file_bytes)
        refuse_damaged(name, fmt::format("its table of contents claims {} bytes", preamble.header_bytes));
    return preamble;
}

/// Counts the bytes of the file that the chunks take, one behind the other.
struct Places {
    std::uint64_t next_offset, file_bytes;
};

FrameColumnHeader parse_column(HeaderReader& in, const FrameTableHeader& table, Places& places,
                               const std::string& name) {
    FrameColumnHeader column;
    column.name = in.text<std::uint8_t>();
    column.unit = in.text<std::uint8_t>();
    if (!is_name(column.name) || !is_unit(column.unit)) refuse_damaged(name, "a column has an impossible name or unit");

    const auto scalar      = in.number<std::uint8_t>();
    const auto components  = in.number<std::uint8_t>();
    const auto encoding    = in.number<std::uint8_t>();
    column.raw_bytes       = in.number<std::uint64_t>();
    column.stored_bytes    = in.number<std::uint64_t>();
    column.offset          = in.number<std::uint64_t>();
    column.checksum        = in.number<std::uint64_t>();
    const std::string here = fmt::format("column {}.{}", table.name, column.name);

    if (scalar > std::uint8_t(Scalar::i64) || components == 0) refuse_damaged(name, here + " has an unknown type");
    if (encoding != encoding_planes_zstd) refuse_damaged(name, here + " has an unknown encoding");
    column.type = {Scalar(scalar), components};
    if (column.offset != places.next_offset || column.stored_bytes > places.file_bytes - column.offset)
        refuse_damaged(name, here + " does not lie where the file has room for it");
    places.next_offset += column.stored_bytes;

    if (table.rows > ~std::uint64_t{0} / column.type.bytes() || column.raw_bytes != table.rows * column.type.bytes())
        refuse_damaged(name, fmt::format("{} claims {} bytes for {} rows of {}", here, column.raw_bytes, table.rows,
                                         column.type.bytes()));
    if (column.raw_bytes / max_growth > column.stored_bytes)
        refuse_damaged(name, fmt::format("{} claims {} bytes, more than {} stored bytes can hold", here,
                                         column.raw_bytes, column.stored_bytes));
    return column;
}

FrameTableHeader parse_table(HeaderReader& in, FrameHeader& header, Places& places, const std::string& name) {
    FrameTableHeader table;
    table.name = in.text<std::uint8_t>();
    table.rows = in.number<std::uint64_t>();
    if (!is_name(table.name)) refuse_damaged(name, "a table has an impossible name");

    const auto columns = in.number<std::uint32_t>();
    if (columns > max_columns || (columns == 0 && table.rows > 0))
        refuse_damaged(name, fmt::format("table {} claims {} rows in {} columns", table.name, table.rows, columns));
    for (std::uint32_t k = 0; k < columns; ++k) {
        FrameColumnHeader column = parse_column(in, table, places, name);
        if (__builtin_add_overflow(header.raw_bytes, column.raw_bytes, &header.raw_bytes))
            refuse_damaged(name, "its columns claim more bytes than can be counted");
        table.columns.push_back(std::move(column));
    }
    return table;
}

template <class Item>
void refuse_twins(const std::vector<Item>& items, const std::string& name) {
    const std::string_view twin = shared_name(items);
    if (!twin.empty()) refuse_damaged(name, fmt::format("the name {} occurs twice", twin));
}

std::uint64_t memory_of_this_machine() {
    return std::uint64_t(::sysconf(_SC_PHYS_PAGES)) * std::uint64_t(::sysconf(_SC_PAGESIZE));
}

void refuse_too_large(const FrameHeader& header, const std::string& name, std::uint64_t max_bytes) {
    const std::uint64_t limit = max_bytes ? max_bytes : memory_of_this_machine();
    if (header.raw_bytes > limit)
        refuse(name, fmt::format("holds {} bytes of columns, which is more than the {} there is memory for",
                                 header.raw_bytes, limit));
}

}  // namespace

std::size_t header_bytes_after_preamble(std::span<const std::byte> preamble, const std::string& name,
                                        std::uint64_t file_bytes) {
    return parse_preamble(preamble, name, file_bytes).header_bytes + checksum_bytes;
}

FrameHeader parse_header(std::span<const std::byte> start, const std::string& name, std::uint64_t file_bytes,
                         Checksums checksums) {
    const Preamble    preamble = parse_preamble(start, name, file_bytes);
    const std::size_t end      = preamble_bytes + preamble.header_bytes;
    if (start.size() < end + checksum_bytes) refuse_damaged(name, "it is cut off in its table of contents");
    const auto stored = HeaderReader(start.subspan(end), name).number<std::uint64_t>();
    if (checksums == Checksums::verify && stored != checksum(start.first(end)))
        refuse_damaged(name, "the checksum of its table of contents does not match");

    FrameHeader  header{preamble.writer, {}, file_bytes, 0, {}};
    HeaderReader in(start.first(end).subspan(preamble_bytes), name);
    header.meta_json = in.text<std::uint32_t>();
    if (!is_meta(header.meta_json)) refuse_damaged(name, "its meta text is no JSON");
    const auto tables = in.number<std::uint32_t>();
    if (tables > max_tables) refuse_damaged(name, fmt::format("it claims {} tables", tables));

    Places places{end + checksum_bytes, file_bytes};
    for (std::uint32_t k = 0; k < tables; ++k) header.tables.push_back(parse_table(in, header, places, name));
    if (!in.at_end()) refuse_damaged(name, "something follows its table of contents");
    if (places.next_offset != file_bytes) refuse_damaged(name, "something follows its last column");
    refuse_twins(header.tables, name);
    for (const FrameTableHeader& table : header.tables) refuse_twins(table.columns, name);
    return header;
}

std::vector<std::byte> parse_chunk(std::span<const std::byte> chunk, const FrameColumnHeader& column,
                                   const std::string& name, Checksums checksums) {
    const std::string here = "column " + column.name;
    if (checksums == Checksums::verify && checksum(chunk) != column.checksum)
        refuse_damaged(name, "the checksum of " + here + " does not match");
    if (ZSTD_getFrameContentSize(chunk.data(), chunk.size()) != column.raw_bytes ||
        ZSTD_findFrameCompressedSize(chunk.data(), chunk.size()) != chunk.size())
        refuse_damaged(name, here + " is not one zstd frame of the size it claims");

    std::vector<std::byte> planes(column.raw_bytes), rows(column.raw_bytes);
    const std::size_t      got = ZSTD_decompress(planes.data(), planes.size(), chunk.data(), chunk.size());
    if (got != column.raw_bytes) refuse_damaged(name, here + " cannot be decompressed");
    planes_to_rows(planes, column.type.bytes(), rows);
    return rows;
}

Frame parse_frame(std::span<const std::byte> bytes, const std::string& name, std::uint64_t max_bytes,
                  Checksums checksums) {
    FrameHeader header = parse_header(bytes, name, bytes.size(), checksums);
    refuse_too_large(header, name, max_bytes);
    Frame frame{std::move(header.writer), std::move(header.meta_json), {}};
    for (FrameTableHeader& table : header.tables) {
        FrameTable& into = frame.tables.emplace_back(FrameTable{std::move(table.name), table.rows, {}});
        for (FrameColumnHeader& column : table.columns) {
            auto rows = parse_chunk(bytes.subspan(column.offset, column.stored_bytes), column, name, checksums);
            into.columns.push_back({std::move(column.name), std::move(column.unit), column.type, std::move(rows)});
        }
    }
    return frame;
}

}  // namespace io

Frame parse_frame(std::span<const std::byte> bytes, const std::string& name, std::uint64_t max_bytes) {
    return io::parse_frame(bytes, name, max_bytes, io::Checksums::verify);
}

Frame read_frame(const std::filesystem::path& path, std::uint64_t max_bytes) {
    return parse_frame(read_file(path, io::memory_of_this_machine()), path.string(), max_bytes);
}

namespace {

FrameHeader read_header(int file, const std::filesystem::path& path) {
    const std::uint64_t    file_bytes = io::size_of_file(file, path);
    std::vector<std::byte> start(io::preamble_bytes);
    start.resize(io::read_at(file, 0, start, path));
    const std::size_t more = io::header_bytes_after_preamble(start, path.string(), file_bytes);
    start.resize(io::preamble_bytes + more);
    start.resize(io::read_at(file, 0, start, path));
    return io::parse_header(start, path.string(), file_bytes);
}

}  // namespace

FrameHeader read_frame_header(const std::filesystem::path& path) {
    const io::Descriptor file(io::open_for_reading(path));
    return read_header(file.number(), path);
}

FrameColumn read_frame_column(const std::filesystem::path& path, std::string_view table, std::string_view column) {
    const io::Descriptor file(io::open_for_reading(path));
    const FrameHeader    header = read_header(file.number(), path);
    io::refuse_too_large(header, path.string(), 0);
    for (const FrameTableHeader& t : header.tables)
        for (const FrameColumnHeader& c : t.columns) {
            if (t.name != table || c.name != column) continue;
            std::vector<std::byte> chunk(c.stored_bytes);
            chunk.resize(io::read_at(file.number(), c.offset, chunk, path));
            return {c.name, c.unit, c.type, io::parse_chunk(chunk, c, path.string())};
        }
    throw FileError(fmt::format("{} has no column {}.{}", path.string(), table, column));
}

}  // namespace mote
