// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where kernels run, who times them, and the few parallel patterns everything is made of. A kernel is a struct
// with `void operator()(Index i) const`; it reads what it likes and writes row i only. All patterns give the same
// bits for any number of threads.
#pragma once
#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

#include "mote/bytes.h"
#include "mote/portable.h"

namespace mote {

enum class Device { cpu, cuda };

/// Wall time by name, in the order of first use. A row may lie inside another (cell extent in neighbours), so rows do
/// not add up.
class Profile {
public:
    struct Entry {
        std::string_view name;
        double           seconds = 0;
        std::uint64_t    calls   = 0;
    };
    void                      add(const char* name, double seconds);
    const std::vector<Entry>& entries() const { return entries_; }
    double                    total() const;
    void                      clear() { entries_.clear(); }

private:
    std::vector<Entry> entries_;
};

/// The device and threads of a world. Cheap to copy; copies share threads and profile. One per world.
class Exec {
public:
    /// `threads` 0 takes every core.
    explicit Exec(int threads = 0);

    Device   device() const { return Device::cpu; }
    int      threads() const;
    Profile& profile() const;
    /// Room that stages share.
    Workspace& workspace() const;

    /// Calls body(context, first, last) over pieces of [0, count) no shorter than `grain`, on all threads.
    using Body = void (*)(const void* context, Index first, Index last);
    void for_pieces(Index count, Index grain, Body body, const void* context) const;

private:
    struct Threads;
    std::shared_ptr<Threads> threads_;
};

/// Adds the time from its construction to its end to a profile row.
class Timed {
public:
    Timed(const Exec& exec, const char* name) : exec_(exec), name_(name) {}
    ~Timed() { exec_.profile().add(name_, std::chrono::duration<double>(Clock::now() - start_).count()); }
    Timed(const Timed&)            = delete;
    Timed& operator=(const Timed&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    const Exec&       exec_;
    const char*       name_;
    Clock::time_point start_ = Clock::now();
};

namespace detail {
template <class Kernel>
__attribute__((flatten)) void run_rows(const void* kernel, Index first, Index last) {
    const Kernel& k = *static_cast<const Kernel*>(kernel);
    for (Index i = first; i < last; ++i) k(i);
}
#ifdef __CUDACC__
template <class Kernel>
__global__ void run_row(Index count, Kernel kernel) {
    const Index i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) kernel(i);
}
#endif
}  // namespace detail

/// body(first, last) over pieces of [0, count) no shorter than `grain`.
template <class F>
void for_pieces(const Exec& exec, Index count, Index grain, const F& body) {
    exec.for_pieces(
        count, grain, [](const void* f, Index first, Index last) { (*static_cast<const F*>(f))(first, last); }, &body);
}

/// kernel(i) for every i in [0, count). `name` (a literal) is the profiler row.
template <class Kernel>
void parallel_for(const Exec& exec, const char* name, Index count, const Kernel& kernel) {
    const Timed timed(exec, name);
#ifdef __CUDACC__
    if (exec.device() == Device::cuda) {
        if (count > 0) detail::run_row<<<(count + 127) / 128, 128>>>(count, kernel);
        return;
    }
#endif
    exec.for_pieces(count, 256, &detail::run_rows<Kernel>, &kernel);
}

/// combine(... combine(map(0), map(1)) ...) over fixed blocks of rows: one bit pattern for any thread count.
/// `identity` is what an empty range gives; `block` is how many rows one thread takes at least.
template <class T, class Map, class Combine>
T reduce(const Exec& exec, const char* name, Index count, const T& identity, const Map& map, const Combine& combine,
         Index block = 1024) {
    const Timed     timed(exec, name);
    const Index     blocks = (count + block - 1) / block;
    static thread_local std::vector<T> partial;  // kept, so that a step allocates nothing
    partial.assign(blocks, identity);
    for_pieces(exec, blocks, 1, [&, out = partial.data()](Index first, Index last) __attribute__((flatten)) {
        for (Index b = first; b < last; ++b) {
            T sum = identity;
            for (Index i = b * block; i < count && i < (b + 1) * block; ++i) sum = combine(sum, map(i));
            out[b] = sum;
        }
    });
    T sum = identity;
    for (Index b = 0; b < blocks; ++b) sum = combine(sum, partial[b]);
    return sum;
}

/// Replaces each value by the sum of those before it; returns the sum of all.
Index exclusive_scan(const Exec& exec, Index* values, Index count);

/// Sorts keys of `bits` significant bits ascending, and the values with them; equal keys keep their order.
/// Least-significant-digit radix sort.
void sort_by_key(const Exec& exec, std::uint64_t* keys, Index* values, Index count, int bits);

}  // namespace mote
