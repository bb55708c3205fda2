// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Files that are whole or absent. Whatever Mote leaves behind goes through here: it is written to a temporary name in
// the same folder, flushed to the disk and renamed, so a kill or a power cut at any moment leaves either the old file
// or the new one. Every failure throws a FileError that names the path and the reason, and leaves no temporary.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mote {

/// A file that appears under its name when it is committed, and never if it is not.
class AtomicFile {
public:
    explicit AtomicFile(std::filesystem::path path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&)            = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Small pieces are gathered and written together.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

    /// Flushes, renames and flushes the folder. Nothing may be written afterwards.
    void commit();

private:
    void flush_gathered();
    void write_through(std::span<const std::byte> bytes);
    void discard() noexcept;

    std::filesystem::path  path_, temporary_;
    std::vector<std::byte> gathered_;
    int                    descriptor_ = -1;
};

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// The bytes of a regular file. A folder, a pipe or a file of more than `max_bytes` is refused.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);
std::string            read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes);

/// Makes the folder and those above it; fine if it is there already.
void make_folder(const std::filesystem::path& folder);

/// 64-bit XXH3 of the bytes: the checksum of frames and manifests.
std::uint64_t checksum(std::span<const std::byte> bytes);

// ---- stats.csv: a file that grows by one row a frame --------------------------------------------------------
//
// Append the row before its frame is written: then every frame has its row whenever the run is killed, and a resume
// that goes on after frame N calls truncate_csv(path, N + 1), for the start has a row too, to drop the rows of frames that never became whole.

/// Adds `line` and a line end and flushes to the disk. The file is made if it is missing. `line` holds no line end.
/// A failed append takes its part of a line back.
void append_line(const std::filesystem::path& path, std::string_view line);

/// Keeps the heading and the first `keep_rows` whole rows; a half-written last line is dropped. Returns how many rows
/// remain, which is less than `keep_rows` if the file had fewer. A missing file has 0 rows and stays missing.
std::size_t truncate_csv(const std::filesystem::path& path, std::size_t keep_rows);

// ---- the folder of frames -----------------------------------------------------------------------------------

/// folder/0001.mote; numbers above 9999 take more digits.
std::filesystem::path frame_path(const std::filesystem::path& folder, std::uint32_t number);

/// The numbers of the frames in the folder, ascending. Temporaries and files of other names are passed over; a
/// missing folder has no frames.
std::vector<std::uint32_t> list_frames(const std::filesystem::path& folder);

/// Removes what killed writers left in the folder and returns how many files that were. Only for a folder that
/// nobody writes to at the moment.
std::size_t remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace mote
