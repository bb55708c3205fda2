// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/bytes.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace mote {
namespace {

constexpr std::align_val_t line{64};
constexpr std::size_t      many = 1 << 20;

/// The allocator would keep the holes that columns of many sizes leave behind.
std::byte* map_pages(std::size_t size) {
    void* const pages = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(pages);
}

}  // namespace

void Bytes::Free::operator()(std::byte* p) const {
    if (mapped > 0)
        ::munmap(p, mapped);
    else
        ::operator delete(p, line);
}

void Bytes::grow(std::size_t capacity, std::size_t keep) {
    if (capacity <= capacity_) return;
    if (keep == 0) data_.reset(), capacity_ = 0;  // never both at once
    const bool                       paged = capacity >= many;
    std::unique_ptr<std::byte, Free> larger(paged ? map_pages(capacity) : static_cast<std::byte*>(::operator new(capacity, line)),
                                            Free{paged ? capacity : 0});
    if (keep > 0) std::memcpy(larger.get(), data_.get(), keep);
    data_     = std::move(larger);
    capacity_ = capacity;
}

/// The smallest that is large enough; if there is none, the largest becomes so. What is short by little goes on growing: it
/// gets a quarter more.
Bytes Workspace::take(std::size_t size) {
    if (size == 0) return {};
    const auto less = [](const Bytes& a, const Bytes& b) { return a.capacity() < b.capacity(); };
    std::sort(free_.begin(), free_.end(), less);
    auto best = std::find_if(free_.begin(), free_.end(), [&](const Bytes& b) { return b.capacity() >= size; });
    if (best == free_.end() && !free_.empty()) --best;
    Bytes taken;
    if (best != free_.end()) taken = std::move(*best), free_.erase(best);
    const std::size_t had = taken.capacity();
    taken.grow(had < size && size < had + had / 4 ? size + size / 4 : size, 0);
    return taken;
}

void Workspace::give(Bytes bytes) {
    if (bytes.capacity() > 0) free_.push_back(std::move(bytes));
}

}  // namespace mote
