// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Threads that wait for loops. A step has about a hundred loops of some tenths of a millisecond; to put threads to sleep
// between them and wake them would take longer than many of the loops (docs/decisions/009), so they look out for the
// next one for a while before they sleep.
#pragma once
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "mote/exec.h"

namespace mote {

class Pool {
public:
    /// `threads` with the one that calls.
    explicit Pool(int threads);
    ~Pool();

    int threads() const { return int(workers_.size()) + 1; }

    /// Exec::for_pieces. Throws what a piece throws first; then some pieces are left out. Loops inside pieces, and of two
    /// callers at once, run on the thread that calls them.
    void run(Index count, Index grain, Exec::Body body, const void* context);

private:
    void work();
    void wait_for_loops();

    // One word tells all: how many workers are in the loop, whether there is one, and its number.
    static constexpr std::uint32_t worker = 1, open = 1u << 16, number = 1u << 17;
    alignas(64) std::atomic<std::uint32_t> state_{0};
    alignas(64) std::atomic<Index> next_{0};  // the first row that nobody has taken

    Index              count_ = 0, grain_ = 1;
    Exec::Body         body_    = nullptr;
    const void*        context_ = nullptr;
    std::exception_ptr error_;
    std::mutex         error_lock_, caller_;
    std::atomic<bool>  over_{false};

    std::vector<std::thread> workers_;
};

}  // namespace mote
