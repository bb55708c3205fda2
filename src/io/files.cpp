// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "io/system_calls.h"
#include "mote/error.h"

namespace mote {
namespace fs = std::filesystem;
using namespace io;

namespace {

constexpr std::string_view temporary_suffix = ".mote-tmp";
constexpr std::size_t      gather_bytes     = 1 << 18;

/// Hidden, in the same folder (a rename does not cross file systems), and unlike that of any other writer. Long names
/// are cut so that the temporary one still fits into the 255 bytes a file system allows.
fs::path temporary_name(const fs::path& path) {
    static std::atomic<unsigned> counter{0};
    const std::string            name = path.filename().string().substr(0, 200);
    return path.parent_path() / fmt::format(".{}.{}-{}{}", name, ::getpid(), counter++, temporary_suffix);
}

template <class Visit>
void for_each_name(const fs::path& folder, Visit&& visit) {
    std::error_code        error;
    fs::directory_iterator entry(folder, error);
    if (error == std::errc::no_such_file_or_directory) return;
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        visit(entry->path().filename().string());
    if (error) throw_file_error("list folder", folder, error.value());
}

}  // namespace

// ---- whole or absent ----------------------------------------------------------------------------------------

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
    if (!path_.has_filename()) throw FileError(fmt::format("cannot write {}: a file name is needed", path_.string()));
    temporary_  = temporary_name(path_);
    descriptor_ = open_for_writing(temporary_, O_EXCL, path_);
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
}

void AtomicFile::write_through(std::span<const std::byte> bytes) {
    try {
        write_all(descriptor_, bytes, path_);
    } catch (...) {
        discard();
        throw;
    }
}

void AtomicFile::flush_gathered() {
    write_through(gathered_);
    gathered_.clear();
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    if (descriptor_ < 0) throw BugError(fmt::format("{} is written after it was closed", path_.string()));
    if (gathered_.size() + bytes.size() > gather_bytes) flush_gathered();
    if (bytes.size() > gather_bytes)
        write_through(bytes);
    else
        gathered_.insert(gathered_.end(), bytes.begin(), bytes.end());
}

void AtomicFile::commit() {
    if (descriptor_ < 0) throw BugError(fmt::format("{} is committed after it was closed", path_.string()));
    try {
        flush_gathered();
        sync_file(descriptor_, path_);
        close_file(std::exchange(descriptor_, -1), path_);
        rename_file(temporary_, path_);
    } catch (...) {
        discard();
        throw;
    }
    temporary_.clear();
    sync_folder_of(path_);
}

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
    AtomicFile file(path);
    file.write(bytes);
    file.commit();
}

void write_file_atomically(const fs::path& path, std::string_view text) {
    write_file_atomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

// ---- reading ------------------------------------------------------------------------------------------------

namespace {

template <class Bytes>
Bytes read_whole(const fs::path& path, std::uint64_t max_bytes) {
    const Descriptor  file(open_for_reading(path));
    const std::size_t size = size_of_file(file.number(), path);
    if (size > max_bytes)
        throw FileError(
            fmt::format("cannot read {}: it has {} bytes, at most {} are allowed", path.string(), size, max_bytes));
    Bytes bytes(size, typename Bytes::value_type{});
    bytes.resize(read_at(file.number(), 0, std::as_writable_bytes(std::span(bytes.data(), bytes.size())), path));
    return bytes;
}

}  // namespace

std::vector<std::byte> read_file(const fs::path& path, std::uint64_t max_bytes) {
    return read_whole<std::vector<std::byte>>(path, max_bytes);
}

std::string read_text_file(const fs::path& path, std::uint64_t max_bytes) {
    return read_whole<std::string>(path, max_bytes);
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw_file_error("make folder", folder, error.value());
    if (!fs::is_directory(folder, error)) throw_file_error("make folder", folder, EEXIST);
}

std::uint64_t checksum(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

// ---- growing by lines ---------------------------------------------------------------------------------------

void append_line(const fs::path& path, std::string_view line) {
    std::error_code   unreachable;  // then the open below fails and says why
    const bool        is_new = !fs::exists(path, unreachable);
    const Descriptor  file(open_for_writing(path, O_APPEND, path));
    const std::size_t before = size_of_file(file.number(), path);
    const std::string text   = std::string(line) + '\n';
    try {
        write_all(file.number(), std::as_bytes(std::span(text)), path);
        sync_file(file.number(), path);
    } catch (...) {
        // Where even this fails the next truncate_csv drops the half line.
        [[maybe_unused]] const int ignored = ::ftruncate(file.number(), off_t(before));
        throw;
    }
    if (is_new) sync_folder_of(path);
}

std::size_t truncate_csv(const fs::path& path, std::size_t keep_rows) {
    std::error_code unreachable;
    if (fs::status(path, unreachable).type() == fs::file_type::not_found) return 0;
    const std::string text = read_text_file(path, std::uint64_t{1} << 32);

    std::size_t end = 0, lines = 0;
    while (lines <= keep_rows) {
        const std::size_t line_end = text.find('\n', end);
        if (line_end == std::string::npos) break;
        end = line_end + 1;
        ++lines;
    }
    if (end < text.size()) write_file_atomically(path, std::string_view(text).substr(0, end));
    return lines == 0 ? 0 : lines - 1;
}

// ---- frames -------------------------------------------------------------------------------------------------

fs::path frame_path(const fs::path& folder, std::uint32_t number) { return folder / fmt::format("{:04}.mote", number); }

std::vector<std::uint32_t> list_frames(const fs::path& folder) {
    std::vector<std::uint32_t> numbers;
    for_each_name(folder, [&](const std::string& name) {
        std::uint32_t number = 0;
        std::from_chars(name.data(), name.data() + name.size(), number);
        if (name == frame_path({}, number)) numbers.push_back(number);
    });
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::size_t remove_stale_temporaries(const fs::path& folder) {
    std::vector<std::string> stale;
    for_each_name(folder, [&](const std::string& name) {
        if (name.starts_with('.') && name.ends_with(temporary_suffix)) stale.push_back(name);
    });
    for (const std::string& name : stale)
        if (::unlink((folder / name).c_str()) < 0 && errno != ENOENT) throw_file_error("remove", folder / name, errno);
    return stale.size();
}

}  // namespace mote
