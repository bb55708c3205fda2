// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include "io/frame_format.h"
#include "mote/error.h"
#include "mote/exec.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

/// Little-endian numbers and counted texts, one after another.
class HeaderWriter {
public:
    template <class Number>
    void number(Number value) {
        const auto bytes = std::as_bytes(std::span(&value, 1));
        out_.insert(out_.end(), bytes.begin(), bytes.end());
    }
    void raw(std::string_view text) {
        const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
        out_.insert(out_.end(), bytes.begin(), bytes.end());
    }
    template <class Length>
    void text(std::string_view value) {
        number(Length(value.size()));
        raw(value);
    }
    std::vector<std::byte>& bytes() { return out_; }

private:
    std::vector<std::byte> out_;
};

void require(bool holds, const std::string& sentence) {
    if (!holds) throw BugError("this frame cannot be written: " + sentence);
}

template <class Item>
void require_distinct(const std::vector<Item>& items) {
    const std::string_view twin = shared_name(items);
    require(twin.empty(), fmt::format("the name '{}' occurs twice in one list", twin));
}

void check_column(const FrameTableView& table, const FrameColumnView& column) {
    require(is_name(column.name),
            fmt::format("'{}' is no name for a column (letters, digits, '_', '.', '-')", column.name));
    require(is_unit(column.unit), fmt::format("column '{}' has a unit that is no printable ASCII", column.name));
    require(column.type.components > 0 && column.type.scalar <= Scalar::i64,
            fmt::format("column '{}' has no type", column.name));
    require(table.rows <= ~std::uint64_t{0} / column.type.bytes() &&
                column.bytes.size() == table.rows * column.type.bytes(),
            fmt::format("column '{}' has {} bytes, {} rows of {} bytes are announced", column.name, column.bytes.size(),
                        table.rows, column.type.bytes()));
}

void check_frame(const FrameView& frame) {
    require(is_writer(frame.writer), "the writer is not a text of at most 24 printable ASCII characters");
    require(is_meta(frame.meta_json), "the meta text is no JSON, or longer than 16 MiB");
    require(frame.tables.size() <= max_tables, "it has more than 256 tables");
    require_distinct(frame.tables);
    for (const FrameTableView& table : frame.tables) {
        require(is_name(table.name),
                fmt::format("'{}' is no name for a table (letters, digits, '_', '.', '-')", table.name));
        require(table.columns.size() <= max_columns, fmt::format("table '{}' has more than 4096 columns", table.name));
        require(table.rows == 0 || !table.columns.empty(),
                fmt::format("table '{}' has rows but no columns", table.name));
        require_distinct(table.columns);
        for (const FrameColumnView& column : table.columns) check_column(table, column);
    }
}

struct Chunk {
    std::vector<std::byte> bytes;
    std::uint64_t          sum;
};

struct EncodedFrame {
    std::vector<std::byte> header;
    std::vector<Chunk>     chunks;
};

/// The table of contents. Its size does not depend on the numbers in it, so a first pass with offset 0 measures it.
std::vector<std::byte> encode_header(const FrameView& frame, const std::vector<Chunk>& chunks,
                                     std::uint64_t header_bytes) {
    std::uint64_t offset = preamble_bytes + header_bytes + checksum_bytes, file_bytes = offset;
    for (const Chunk& chunk : chunks) file_bytes += chunk.bytes.size();

    HeaderWriter out;
    out.raw(magic);
    out.number(frame_format_version);
    out.number(std::uint64_t{0});  // feature flags
    out.raw(frame.writer);
    out.raw(std::string(writer_bytes - frame.writer.size(), '\0'));
    out.number(header_bytes);
    out.number(file_bytes);

    out.text<std::uint32_t>(frame.meta_json);
    out.number(std::uint32_t(frame.tables.size()));
    auto chunk = chunks.begin();
    for (const FrameTableView& table : frame.tables) {
        out.text<std::uint8_t>(table.name);
        out.number(table.rows);
        out.number(std::uint32_t(table.columns.size()));
        for (const FrameColumnView& column : table.columns) {
            out.text<std::uint8_t>(column.name);
            out.text<std::uint8_t>(column.unit);
            out.number(std::uint8_t(column.type.scalar));
            out.number(column.type.components);
            out.number(encoding_planes_zstd);
            out.number(std::uint64_t(column.bytes.size()));
            out.number(std::uint64_t(chunk->bytes.size()));
            out.number(offset);
            out.number(chunk->sum);
            offset += chunk->bytes.size();
            ++chunk;
        }
    }
    out.number(checksum(out.bytes()));
    return std::move(out.bytes());
}

EncodedFrame encode(const FrameView& frame, const Exec* exec = nullptr) {
    check_frame(frame);
    std::vector<const FrameColumnView*> columns;
    for (const FrameTableView& table : frame.tables)
        for (const FrameColumnView& column : table.columns) columns.push_back(&column);
    EncodedFrame encoded;
    encoded.chunks.resize(columns.size());
    const auto compress = [&](Index first, Index last) {
        for (Index k = first; k < last; ++k) {
            std::vector<std::byte> bytes = compress_column(columns[k]->bytes, columns[k]->type);
            const std::uint64_t    sum   = checksum(bytes);
            encoded.chunks[k]            = {std::move(bytes), sum};
        }
    };
    if (exec)
        for_pieces(*exec, Index(columns.size()), 1, compress);
    else
        compress(0, Index(columns.size()));

    const std::size_t header_bytes = encode_header(frame, encoded.chunks, 0).size() - preamble_bytes - checksum_bytes;
    require(header_bytes <= max_header_bytes, "its table of contents is longer than 32 MiB");
    encoded.header = encode_header(frame, encoded.chunks, header_bytes);
    return encoded;
}

}  // namespace

std::vector<std::byte> encode_frame(const FrameView& frame) {
    EncodedFrame encoded = encode(frame);
    for (const Chunk& chunk : encoded.chunks)
        encoded.header.insert(encoded.header.end(), chunk.bytes.begin(), chunk.bytes.end());
    return std::move(encoded.header);
}

void write_frame(const std::filesystem::path& path, const FrameView& frame, const Exec* exec) {
    const EncodedFrame encoded = encode(frame, exec);
    AtomicFile         file(path);
    file.write(encoded.header);
    for (const Chunk& chunk : encoded.chunks) file.write(chunk.bytes);
    file.commit();
}

void write_frame(const std::filesystem::path& path, const Frame& frame) { write_frame(path, view_of(frame)); }

}  // namespace mote
