// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace mote {

/// Uninitialised bytes on a 64-byte boundary that can be swapped in one go. Many of them are pages of their own, which the system has
/// back at once when they are freed.
class Bytes {
public:
    Bytes() = default;
    Bytes(Bytes&& from) noexcept : data_(std::move(from.data_)), capacity_(std::exchange(from.capacity_, 0)) {}
    Bytes& operator=(Bytes&& from) noexcept {
        data_     = std::move(from.data_);
        capacity_ = std::exchange(from.capacity_, 0);
        return *this;
    }

    std::byte*       data() { return data_.get(); }
    const std::byte* data() const { return data_.get(); }
    std::size_t      capacity() const { return capacity_; }
    /// Keeps the first `keep` bytes.
    void grow(std::size_t capacity, std::size_t keep);

private:
    struct Free {
        std::size_t mapped;  // bytes, where they are pages; else 0
        void operator()(std::byte* p) const;
    };
    std::unique_ptr<std::byte, Free> data_;
    std::size_t                      capacity_ = 0;
};

/// Bytes that are lent to one after the other: what rows were sorted in, the pressure solver computes in. They hold nothing of use
/// when they come.
class Workspace {
public:
    Bytes take(std::size_t size);
    void  give(Bytes bytes);
    /// Gives all that is not lent back to the system.
    void clear() { free_.clear(); }

private:
    std::vector<Bytes> free_;
};

}  // namespace mote
