// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The calls to the operating system: retried where a signal interrupted them, and turned into a FileError that names
// path and reason where they fail.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace mote::io {

using Path = std::filesystem::path;

/// Throws `cannot VERB PATH: reason`.
[[noreturn]] void throw_file_error(std::string_view verb, const Path& path, int error);

/// An open file that is closed when it goes out of scope.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor();
    Descriptor(const Descriptor&)            = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int         number() const { return number_; }

private:
    int number_;
};

int  open_for_writing(const Path& path, int extra_flags, const Path& named);
void write_all(int descriptor, std::span<const std::byte> bytes, const Path& named);
void sync_file(int descriptor, const Path& named);
void close_file(int descriptor, const Path& named);
void rename_file(const Path& from, const Path& to);

/// Makes a new or changed name in the folder last. File systems that cannot flush a folder are left alone.
void sync_folder_of(const Path& path);

/// Opens a regular file; refuses folders, and pipes, which could keep the reader waiting for ever.
int open_for_reading(const Path& path);

/// How many bytes the open file has.
std::size_t size_of_file(int descriptor, const Path& named);

/// Reads up to bytes.size() bytes at `offset` and returns how many there were.
std::size_t read_at(int descriptor, std::size_t offset, std::span<std::byte> bytes, const Path& named);

}  // namespace mote::io
