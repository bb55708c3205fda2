// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace mote {

/// How many threads a picture is drawn with: what was asked for, or what the machine has; [1, 64].
inline int drawing_threads(int asked) {
    const int count = asked > 0 ? asked : int(std::thread::hardware_concurrency());
    return count < 1 ? 1 : count > 64 ? 64 : count;
}

/// body(k) for every k in [0, count), each once, on some thread. A body writes only what belongs to its k, so the
/// result does not depend on the number of threads. Bodies must not throw.
template <class Body>
void for_each_tile(int threads, int count, const Body& body) {
    std::atomic<int> next{0};
    const auto       work = [&] {
        for (int k = next++; k < count; k = next++) body(k);
    };
    const int extra = (threads < count ? threads : count) - 1;

    std::vector<std::jthread> others;
    try {
        for (int t = 0; t < extra; ++t) others.emplace_back(work);
    } catch (const std::system_error&) {
        // The machine gives no more threads: those at hand do it all.
    }
    work();
}

}  // namespace mote
