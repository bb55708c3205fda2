// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "mote/gpu.h"

namespace mote {

enum class Device { cpu, cuda };

/// Uninitialised bytes on a 64-byte boundary that can be swapped in one go. Where kernels run on a GPU they have two sides; each
/// is made, and brought up to date from the other, when it is asked for. Many of them are pages of their own, which the system has
/// back at once when they are freed.
class Bytes {
public:
    explicit Bytes(Device device = Device::cpu) : on_gpu_(device == Device::cuda) {}
    Bytes(Bytes&& from) noexcept : Bytes() { swap(from); }
    Bytes& operator=(Bytes&& from) noexcept {
        Bytes taken(std::move(from));
        swap(taken);
        return *this;
    }

    /// Where kernels run. What is written makes the host's side old.
    const std::byte* read() const { return on_gpu_ ? gpu_side() : host_.get(); }
    std::byte*       write() {
        std::byte* const bytes = on_gpu_ ? gpu_side() : host_.get();
        host_is_new_ = !on_gpu_;
        return bytes;
    }
    /// On the host. What is edited makes the GPU's side old.
    const std::byte* host() const { return on_gpu_ ? host_side() : host_.get(); }
    std::byte*       edit() {
        std::byte* const bytes = on_gpu_ ? host_side() : host_.get();
        gpu_is_new_ = false;
        return bytes;
    }
    std::size_t capacity() const { return capacity_; }
    /// Only so many of them hold something, which is all that goes from one side to the other; after `grow` all do.
    void use(std::size_t bytes) { used_ = bytes; }
    /// Where kernels run is where its values are.
    bool is_on_gpu() const { return gpu_is_new_; }
    /// Keeps the first `keep` bytes, on the side that is new.
    void grow(std::size_t capacity, std::size_t keep);
    /// With MOTE_SPOIL in the environment, as in all tests, so many become no numbers (on the host), so that who reads what nobody wrote is seen.
    void spoil(std::size_t bytes);

private:
    struct Free {
        std::size_t mapped;  // bytes, where they are pages; else 0
        void operator()(std::byte* p) const;
    };
    using HostBytes = std::unique_ptr<std::byte, Free>;
    static HostBytes allocate(std::size_t bytes);
    struct FreeGpu {
        void operator()(std::byte* p) const { gpu::release(p); }
    };
    void       swap(Bytes& other) noexcept;
    std::byte* gpu_side() const;
    std::byte* host_side() const;

    mutable HostBytes                           host_{nullptr, Free{0}};
    mutable std::unique_ptr<std::byte, FreeGpu> gpu_;
    std::size_t                                 capacity_ = 0, used_ = 0;
    bool                                        on_gpu_;
    mutable bool                                host_is_new_ = true, gpu_is_new_ = false;
};

/// Bytes that are lent to one after the other: what rows were sorted in, the pressure solver computes in. They hold nothing of use
/// when they come.
class Workspace {
public:
    explicit Workspace(Device device = Device::cpu) : device_(device) {}
    Bytes take(std::size_t size);
    void  give(Bytes bytes);
    /// Gives all that is not lent back to the system.
    void clear() { free_.clear(); }

private:
    Device             device_;
    std::vector<Bytes> free_;
};

}  // namespace mote
