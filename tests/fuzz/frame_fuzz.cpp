// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Any bytes at all are either a frame or a FileError. Each input is read twice: as it is, and without its checksums, so
// that the fuzzer gets behind them. What could be read must also survive being written and read again.
#include <cstdlib>

#include "io/frame_format.h"
#include "mote/error.h"

namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{16} << 20;

void read(std::span<const std::byte> bytes, mote::io::Checksums checksums) {
    mote::Frame frame;
    try {
        frame = mote::io::parse_frame(bytes, "fuzz", max_bytes, checksums);
    } catch (const mote::FileError&) {
        return;
    }
    const mote::Frame again = mote::parse_frame(mote::encode_frame(mote::view_of(frame)), "again", max_bytes);
    if (again.meta_json != frame.meta_json || again.tables.size() != frame.tables.size()) std::abort();
    for (std::size_t t = 0; t < frame.tables.size(); ++t)
        for (std::size_t c = 0; c < frame.tables[t].columns.size(); ++c)
            if (again.tables[t].columns[c].bytes != frame.tables[t].columns[c].bytes) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    read(bytes, mote::io::Checksums::verify);
    read(bytes, mote::io::Checksums::ignore);
    return 0;
}
