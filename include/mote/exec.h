// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where kernels run, who times them, and the few parallel patterns everything is made of. A kernel is a struct
// with `void operator()(Index i) const`; it reads what it likes and writes row i only. All patterns give the same
// bits for any number of threads, and on a GPU the same from run to run. host_for and host_reduce are for what only the host
// can do, whatever the device.
#pragma once
#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

#include "mote/bytes.h"
#include "mote/error.h"
#include "mote/gpu.h"
#include "mote/launch.h"

namespace mote {

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
    /// `threads` 0 takes every core. Throws Error where the device cannot be used.
    explicit Exec(int threads = 0, Device device = Device::cpu);

    Device   device() const { return device_; }
    bool     on_gpu() const { return device_ == Device::cuda; }
    int      threads() const;
    /// On a GPU only of what was timed while `watch` was on, since that takes time too.
    Profile& profile() const;
    void     watch(bool on) const;
    /// Waits for what runs on a GPU.
    void     finish() const {
        if (on_gpu()) gpu::finish();
    }
    bool     watches() const;
    void     add_time(const char* name, gpu::Mark* from, gpu::Mark* to) const;
    /// Room that stages share.
    Workspace& workspace() const;
    gpu::Room& room() const;

    /// Calls body(context, first, last) over pieces of [0, count) no shorter than `grain`, on all threads.
    using Body = void (*)(const void* context, Index first, Index last);
    void for_pieces(Index count, Index grain, Body body, const void* context) const;

private:
    struct Threads;
    std::shared_ptr<Threads> threads_;
    Device                   device_;
};

/// The device of a name: cpu, cuda, or auto, which is the GPU where one can be used.
Device device_named(std::string_view name);

/// Adds the time from its construction to its end to a profile row.
class Timed {
public:
    Timed(const Exec& exec, const char* name) : exec_(exec), name_(name) {
        if (exec.on_gpu() && exec.watches()) mark_ = gpu::mark();
    }
    ~Timed() {
        if (mark_)
            exec_.add_time(name_, mark_, gpu::mark());
        else if (!exec_.on_gpu())
            exec_.profile().add(name_, std::chrono::duration<double>(Clock::now() - start_).count());
    }
    Timed(const Timed&)            = delete;
    Timed& operator=(const Timed&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    const Exec&       exec_;
    const char*       name_;
    Clock::time_point start_ = Clock::now();
    gpu::Mark*        mark_  = nullptr;
};

namespace detail {
template <class Kernel>
__attribute__((flatten)) void run_rows(const void* kernel, Index first, Index last) {
    const Kernel& k = *static_cast<const Kernel*>(kernel);
    for (Index i = first; i < last; ++i) k(i);
}
}  // namespace detail

/// body(first, last) over pieces of [0, count) no shorter than `grain`.
template <class F>
void for_pieces(const Exec& exec, Index count, Index grain, const F& body) {
    exec.for_pieces(
        count, grain, [](const void* f, Index first, Index last) { (*static_cast<const F*>(f))(first, last); }, &body);
}

/// A file that was not compiled as CUDA has no kernels for a GPU.
inline void check_host(const Exec& exec) {
    if (exec.on_gpu()) fail_check("kernels that run on a GPU are compiled for it", "");
}

/// kernel(i) for every i in [0, count). `name` (a literal) is the profiler row.
template <class Kernel>
void parallel_for(const Exec& exec, const char* name, Index count, const Kernel& kernel) {
    const Timed timed(exec, name);
#ifdef __CUDACC__
    if (exec.on_gpu()) {
        if (count == 0) return;
        detail::run_row<<<(count + 127) / 128, 128>>>(count, kernel);
        return gpu::check_launch(name);
    }
#endif
    check_host(exec);
    exec.for_pieces(count, 256, &detail::run_rows<Kernel>, &kernel);
}
template <class Kernel>
void host_for(const Exec& exec, const char* name, Index count, const Kernel& kernel) {
    const Timed timed(exec, name);
    exec.for_pieces(count, 256, &detail::run_rows<Kernel>, &kernel);
}

/// What sums are combined with.
struct Plus {
    template <class T>
    MOTE_FN T operator()(const T& a, const T& b) const {
        return a + b;
    }
};

/// combine(... combine(map(0), map(1)) ...) over fixed blocks of rows: one bit pattern for any thread count.
/// `identity` is what an empty range gives; `block` is how many rows one thread takes at least.
template <class T, class Map, class Combine>
T host_reduce(const Exec& exec, const char* name, Index count, const T& identity, const Map& map, const Combine& combine,
              Index block = 256) {
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

/// The same where the device is; `map` and `combine` are structs with MOTE_FN, or lambdas with MOTE_LAMBDA.
template <class T, class Map, class Combine>
T reduce(const Exec& exec, const char* name, Index count, const T& identity, const Map& map, const Combine& combine) {
#ifdef __CUDACC__
    if (exec.on_gpu()) {
        const Timed     timed(exec, name);
        constexpr Index threads = 128;
        const Index     each    = count < (1u << 23) ? 1 + count / (1u << 20) : 8;  // as many as leave work for all
        return detail::reduce_on_gpu(exec.room(), name, count, threads * each, identity, combine, [&](Index blocks, T* sums) {
            detail::reduce_rows<threads><<<blocks, threads>>>(count, each, identity, map, combine, sums);
        });
    }
#endif
    check_host(exec);
    return host_reduce(exec, name, count, identity, map, combine);
}

/// The same with a word on the sum of each group of `group` rows: close(sum). What a row adds is finish(i, sweep(i)); the sweeps of a
/// group come first, since what follows is short and would wait for the end of each list.
template <Index group, class T, class Kernel, class Combine>
T reduce_groups(const Exec& exec, const char* name, Index count, const T& identity, const Kernel& kernel, const Combine& combine) {
#ifdef __CUDACC__
    if (exec.on_gpu()) {
        const Timed timed(exec, name);
        return detail::reduce_on_gpu(exec.room(), name, count, group, identity, combine, [&](Index blocks, T* sums) {
            detail::reduce_group<group><<<blocks, group>>>(count, identity, kernel, combine, sums);
        });
    }
#endif
    const auto of_group = [&](Index number) {
        const Index           first = number * group, rows = count - first < group ? count - first : group;
        decltype(kernel.sweep(0)) swept[group];
        for (Index k = 0; k < rows; ++k) swept[k] = kernel.sweep(first + k);
        T sum = identity;
        for (Index k = 0; k < rows; ++k) sum = combine(sum, kernel.finish(first + k, swept[k]));
        return kernel.close(sum);
    };
    return host_reduce(exec, name, (count + group - 1) / group, identity, of_group, combine, 256 / group);
}

/// Replaces each value by the sum of those before it; returns the sum of all.
Index exclusive_scan(const Exec& exec, Index* values, Index count);

/// Sorts keys of `bits` significant bits ascending, and the values with them; equal keys keep their order.
/// Least-significant-digit radix sort.
void sort_by_key(const Exec& exec, std::uint64_t* keys, Index* values, Index count, int bits);

}  // namespace mote
