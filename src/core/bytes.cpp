// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/bytes.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "pages.h"

namespace mote {
namespace {

constexpr std::align_val_t line{64};
constexpr std::size_t      page = 4096;

/// The allocator would keep the holes that columns of many sizes leave behind.
std::byte* map_pages(std::size_t size) {
    void* const pages = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(pages);
}

bool is_zero(const std::byte* from) { return from[0] == std::byte{0} && std::memcmp(from, from + 1, page - 1) == 0; }

}  // namespace

void copy_pages(std::byte* to, const std::byte* from, std::size_t bytes, bool fresh) {
    std::size_t at = 0;
    for (; fresh && at + page <= bytes; at += page)
        if (!is_zero(from + at)) std::memcpy(to + at, from + at, page);
    if (at < bytes) std::memcpy(to + at, from + at, bytes - at);
}

void Bytes::Free::operator()(std::byte* p) const {
    if (mapped > 0)
        ::munmap(p, mapped);
    else
        ::operator delete(p, line);
}

Bytes::HostBytes Bytes::allocate(std::size_t bytes) {
    const bool paged = bytes >= paged_bytes;
    return {paged ? map_pages(bytes) : static_cast<std::byte*>(::operator new(bytes, line)), Free{paged ? bytes : 0}};
}

void Bytes::grow(std::size_t capacity, std::size_t keep) {
    if (capacity <= capacity_) return;
    if (on_gpu_ && (keep == 0 || gpu_is_new_)) {
        std::unique_ptr<std::byte, FreeGpu> larger;
        if (keep == 0) gpu_.reset();  // never both at once
        if (keep > 0) {
            larger.reset(gpu::allocate(capacity));
            gpu::copy(larger.get(), gpu_.get(), keep);
        }
        gpu_ = std::move(larger);
        host_.reset();
        gpu_is_new_ = keep > 0, host_is_new_ = !gpu_is_new_;
    } else {
        if (keep == 0) host_.reset(), capacity_ = 0;
        HostBytes larger = allocate(capacity);
        if (keep > 0) copy_pages(larger.get(), host_.get(), keep, capacity >= paged_bytes);
        host_ = std::move(larger);
        gpu_.reset();
        gpu_is_new_ = false;
    }
    capacity_ = used_ = capacity;
}

void Bytes::spoil(std::size_t bytes) {
    if (host_ && std::getenv("MOTE_SPOIL")) std::memset(host_.get(), 255, bytes);
}

std::byte* Bytes::gpu_side() const {
    if (!gpu_ && capacity_ > 0) gpu_.reset(gpu::allocate(capacity_));
    if (!gpu_is_new_ && host_) gpu::to_gpu(gpu_.get(), host_.get(), used_);
    gpu_is_new_ = true;
    return gpu_.get();
}

std::byte* Bytes::host_side() const {
    if (!host_ && capacity_ > 0) host_ = allocate(capacity_);
    if (!host_is_new_) gpu::to_host(host_.get(), gpu_.get(), used_);
    host_is_new_ = true;
    return host_.get();
}

void Bytes::swap(Bytes& other) noexcept {
    std::swap(host_, other.host_), std::swap(gpu_, other.gpu_);
    std::swap(capacity_, other.capacity_), std::swap(used_, other.used_);
    std::swap(on_gpu_, other.on_gpu_), std::swap(host_is_new_, other.host_is_new_), std::swap(gpu_is_new_, other.gpu_is_new_);
}

/// The smallest that is large enough; if there is none, the largest becomes so. What is short by little goes on growing: it
/// gets a quarter more.
Bytes Workspace::take(std::size_t size) {
    if (size == 0) return Bytes(device_);
    const auto less = [](const Bytes& a, const Bytes& b) { return a.capacity() < b.capacity(); };
    std::sort(free_.begin(), free_.end(), less);
    auto best = std::find_if(free_.begin(), free_.end(), [&](const Bytes& b) { return b.capacity() >= size; });
    if (best == free_.end() && !free_.empty()) --best;
    Bytes taken(device_);
    if (best != free_.end()) taken = std::move(*best), free_.erase(best);
    const std::size_t had = taken.capacity();
    taken.grow(had < size && size < had + had / 4 ? size + size / 4 : size, 0);
    return taken;
}

void Workspace::give(Bytes bytes) {
    if (bytes.capacity() > 0) free_.push_back(std::move(bytes));
}

}  // namespace mote
