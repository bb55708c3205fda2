// Copyright (c) 2026 The Mote authors. MIT licence.
#include "pool.h"

#include <algorithm>
#include <chrono>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mote {
namespace {

thread_local bool in_a_piece = false;

struct Inside {
    Inside() { in_a_piece = true; }
    ~Inside() { in_a_piece = false; }
};

/// Looks again and again until `done`, at first at once, then giving way to others; false after a fifth of a millisecond.
template <class F>
bool look_out(const F& done) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    for (int k = 1;; ++k) {
        if (done()) return true;
#if defined(__x86_64__)
        _mm_pause();
#endif
        if (k % 64 == 0 && Clock::now() - start > std::chrono::microseconds(200)) return false;
    }
}

}  // namespace

Pool::Pool(int threads) {
    for (int k = 1; k < threads; ++k) workers_.emplace_back([this] { wait_for_loops(); });
}

Pool::~Pool() {
    over_ = true;
    state_ += number;
    state_.notify_all();
    for (std::thread& worker_thread : workers_) worker_thread.join();
}

void Pool::wait_for_loops() {
    std::uint32_t seen = state_;
    while (!over_) {
        const auto  news = [&] { return state_.load(std::memory_order_relaxed) / number != seen / number; };
        if (!look_out(news)) {
            const std::uint32_t now = state_;
            if (now / number == seen / number) state_.wait(now);
            continue;
        }
        std::uint32_t now = state_;
        seen              = now;
        // Whoever comes too late for a loop leaves it alone: nobody waits for him.
        while (now & open)
            if (state_.compare_exchange_weak(now, now + worker)) {
                work();
                state_ -= worker;
                break;
            }
    }
}

/// Takes pieces until none is left: long ones first, so that few are taken, then shorter ones, so that all end together.
void Pool::work() {
    const Inside inside;
    const Index  shares = 4 * Index(threads());
    Index        first  = next_;
    for (;;) {
        Index last;
        do {
            if (first >= count_) return;
            const Index left = count_ - first;
            last             = first + std::min(left, std::max(grain_, left / shares / grain_ * grain_));
            if (count_ - last < grain_) last = count_;
        } while (!next_.compare_exchange_weak(first, last));
        try {
            body_(context_, first, last);
        } catch (...) {
            const std::lock_guard lock(error_lock_);
            if (!error_) error_ = std::current_exception();
            next_ = count_;
        }
        first = next_;
    }
}

void Pool::run(Index count, Index grain, Exec::Body body, const void* context) {
    if (in_a_piece || workers_.empty() || count <= grain || !caller_.try_lock()) return body(context, 0, count);
    const std::lock_guard unlock(caller_, std::adopt_lock);
    count_ = count, grain_ = std::max<Index>(grain, 1), body_ = body, context_ = context;
    next_ = 0;
    state_ += number + open;
    state_.notify_all();
    work();
    state_ -= open;
    while (!look_out([&] { return state_.load() % open == 0; })) std::this_thread::yield();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

}  // namespace mote
