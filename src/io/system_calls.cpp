// Copyright (c) 2026 The Mote authors. MIT licence.
#include "io/system_calls.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "io/file_faults.h"
#include "mote/error.h"

namespace mote::io {
namespace {

/// Calls until no signal interrupts; `fail` is what the fault seam answered.
template <class Call>
auto retried(FileCall kind, Call&& call) -> decltype(call(std::size_t{})) {
    for (;;) {
        std::size_t bytes = ~std::size_t{0};
        if (const int fault = injected_fault(kind, bytes)) {
            errno = fault;
            if (fault != EINTR) return -1;
            continue;
        }
        const auto result = call(bytes);
        if (result >= 0 || errno != EINTR) return result;
    }
}

template <class Call>
auto retried(Call&& call) -> decltype(call()) {
    for (;;) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) return result;
    }
}

}  // namespace

void throw_file_error(std::string_view verb, const Path& path, int error) {
    throw FileError(fmt::format("cannot {} {}: {}", verb, path.string(), std::generic_category().message(error)));
}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

int open_for_writing(const Path& path, int extra_flags, const Path& named) {
    const int descriptor = retried(FileCall::open, [&](std::size_t) {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | extra_flags, 0666);
    });
    if (descriptor < 0) throw_file_error("write", named, errno);
    return descriptor;
}

void write_all(int descriptor, std::span<const std::byte> bytes, const Path& named) {
    while (!bytes.empty()) {
        const auto written = retried(FileCall::write, [&](std::size_t at_most) {
            return ::write(descriptor, bytes.data(), bytes.size() < at_most ? bytes.size() : at_most);
        });
        // A write of nothing without an error would repeat for ever; the disk takes no more.
        if (written <= 0) throw_file_error("write", named, written < 0 ? errno : ENOSPC);
        bytes = bytes.subspan(std::size_t(written));
    }
}

void sync_file(int descriptor, const Path& named) {
    if (retried(FileCall::sync, [&](std::size_t) { return ::fsync(descriptor); }) < 0)
        throw_file_error("flush", named, errno);
}

void close_file(int descriptor, const Path& named) {
    // Not retried: on Linux the descriptor is gone even where a signal interrupted the close.
    std::size_t unused = 0;
    const int   fault  = injected_fault(FileCall::close, unused);
    const int   error  = ::close(descriptor) < 0 ? errno : 0;
    if (fault || (error && error != EINTR)) throw_file_error("close", named, fault ? fault : error);
}

void rename_file(const Path& from, const Path& to) {
    if (retried(FileCall::rename, [&](std::size_t) { return std::rename(from.c_str(), to.c_str()); }) < 0)
        throw_file_error("write", to, errno);
}

void sync_folder_of(const Path& path) {
    const Path       folder = path.has_parent_path() ? path.parent_path() : Path(".");
    const Descriptor open_folder(retried([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    // A folder that may be written but not read cannot be opened, and some network file systems refuse to flush one.
    if (open_folder.number() < 0) {
        if (errno == EACCES) return;
        throw_file_error("open folder", folder, errno);
    }
    if (retried(FileCall::sync_folder, [&](std::size_t) { return ::fsync(open_folder.number()); }) < 0 &&
        errno != EINVAL && errno != ENOTSUP)
        throw_file_error("flush folder", folder, errno);
}

int open_for_reading(const Path& path) {
    const int descriptor = retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); });
    if (descriptor < 0) throw_file_error("read", path, errno);
    struct stat about {};
    if (::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode)) return descriptor;
    ::close(descriptor);
    throw FileError(fmt::format("cannot read {}: it is {}", path.string(),
                                S_ISDIR(about.st_mode) ? "a folder, a file is needed" : "not a regular file"));
}

std::size_t size_of_file(int descriptor, const Path& named) {
    struct stat about {};
    if (::fstat(descriptor, &about) < 0) throw_file_error("read", named, errno);
    return std::size_t(about.st_size);
}

std::size_t read_at(int descriptor, std::size_t offset, std::span<std::byte> bytes, const Path& named) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = retried(
            [&] { return ::pread(descriptor, bytes.data() + done, bytes.size() - done, off_t(offset + done)); });
        if (count < 0) throw_file_error("read", named, errno);
        if (count == 0) break;
        done += std::size_t(count);
    }
    return done;
}

}  // namespace mote::io
