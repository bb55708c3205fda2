// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What core asks of a GPU: memory, copies and times. Compiled without CUDA there is none, and `why_none` says so. Everything is
// done in the order it is asked for; only what comes back to the host is waited for.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "mote/portable.h"

namespace mote::gpu {

/// A sentence that says why no GPU can be used; empty where one can.
const std::string& why_none();
/// What it is called, and how much memory it has free [bytes].
std::string name();
std::size_t free_memory();
std::size_t peak_memory();  ///< of what this process has taken of it; what others take meanwhile counts too

/// Throws Error where there is not enough.
std::byte* allocate(std::size_t bytes);
void       release(std::byte* bytes);

void to_gpu(std::byte* gpu, const std::byte* host, std::size_t bytes);
void to_host(std::byte* host, const std::byte* gpu, std::size_t bytes);
void copy(std::byte* to, const std::byte* from, std::size_t bytes);
/// Writes `count` rows of `width` bytes, all equal to the one on the host.
void fill(std::byte* to, const std::byte* row, std::size_t width, Index count);
void clear(std::byte* to, std::size_t bytes);  ///< to 0
/// Row k of `to` becomes row old_row[k] of `from`; all of them on the GPU.
void gather(std::byte* to, const std::byte* from, const Index* old_row, std::size_t width, Index count);
/// The same for many columns in two launches: `spare` has as much room as `values`. Both are aligned to 16 bytes.
struct Moved {
    std::byte * values, *spare;
    std::size_t width;
};
void gather(std::span<const Moved> columns, const Index* old_row, Index count);

/// Room for what one operation needs until the next one asks.
class Room {
public:
    Room() = default;
    Room(Room&&) = delete;
    ~Room();
    std::byte* take(std::size_t bytes);
    /// A place on the host that kernels write to; it holds what they wrote after `finish`.
    std::byte* answer(std::size_t bytes);

private:
    std::byte * memory_ = nullptr, *answer_ = nullptr;
    std::size_t capacity_ = 0;
};

/// Sorts by the lowest `bits` of the keys into `sorted` and `values_sorted`; equal keys keep their order.
void sort(Room&, const std::uint32_t* keys, std::uint32_t* sorted, const Index* values, Index* values_sorted, Index count, int bits);
void sort(Room&, const std::uint64_t* keys, std::uint64_t* sorted, const Index* values, Index* values_sorted, Index count, int bits);
/// As of mote::exclusive_scan.
Index exclusive_scan(Room&, Index* values, Index count);
/// Each value becomes the highest of those up to it.
void running_highest(Room&, Index* values, std::size_t count);

/// After a launch: throws Error with the name of the stage where the GPU refused it. What goes wrong later is told where the host
/// waits next, with the stage that was launched last; with MOTE_GPU_WAIT=1 in the environment every launch is waited for.
void check_launch(const char* stage);

/// Waits until all is done.
void finish();

/// A moment in the order of things, and the seconds between two of them that have passed.
struct Mark;
Mark*  mark();
void   wait(const Mark*);
double seconds(Mark* from, Mark* to);  ///< gives both back
void   drop(Mark*);                    ///< gives it back; null: nothing to do

/// From another thread than that of the kernels: what was there at the mark. Returns when it is on the host; kernels go on meanwhile.
void to_host_aside(std::byte* host, const std::byte* gpu, std::size_t bytes, const Mark* from);

}  // namespace mote::gpu
