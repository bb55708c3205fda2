// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The CUDA half of the patterns of exec.h: one thread a row, and sums in an order that is always the same.
#pragma once
#include <cstring>
#include <type_traits>
#include <utility>

#include "mote/gpu.h"

#ifdef __CUDACC__
namespace mote::detail {

template <class Kernel>
__global__ void run_row(Index count, Kernel kernel) {
    const Index i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) kernel(i);
}

/// What the thread `by` lanes on holds.
template <class T>
__device__ T of_lane(const T& mine, unsigned by) {
    constexpr std::size_t count = (sizeof(T) + 3) / 4;
    unsigned              words[count];
    T                     other = mine;
    memcpy(words, &mine, sizeof(T));
    for (std::size_t k = 0; k < count; ++k) words[k] = __shfl_down_sync(0xffffffffu, words[k], by);
    memcpy(&other, words, sizeof(T));
    return other;
}
template <class T, class Combine>
__device__ T sum_warp(T mine, const Combine& combine) {
    for (unsigned by = 16; by > 0; by /= 2) mine = combine(mine, of_lane(mine, by));
    return mine;
}
/// The sum over a block, for its first thread.
template <Index threads, class T, class Combine>
__device__ T sum_block(T mine, const T& identity, const Combine& combine) {
    constexpr Index warps = threads / 32;
    static_assert(threads % 32 == 0 && warps <= 32 && std::is_trivially_copyable_v<T>);
    __shared__ alignas(T) unsigned char room[warps * sizeof(T)];
    mine = sum_warp(mine, combine);
    if (threadIdx.x % 32 == 0) memcpy(room + threadIdx.x / 32 * sizeof(T), &mine, sizeof(T));
    __syncthreads();
    if (threadIdx.x >= 32) return mine;
    mine = identity;
    if (threadIdx.x < warps) memcpy(&mine, room + threadIdx.x * sizeof(T), sizeof(T));
    return sum_warp(mine, combine);
}

/// Each thread takes `each` rows, a block apart.
template <Index threads, class T, class Map, class Combine>
__global__ void reduce_rows(Index count, Index each, T identity, Map map, Combine combine, T* sums) {
    Index i   = blockIdx.x * threads * each + threadIdx.x;
    T     sum = i < count ? map(i) : identity;
    for (Index k = 1; k < each && (i += threads) < count; ++k) sum = combine(sum, map(i));
    sum = sum_block<threads>(sum, identity, combine);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
template <Index threads, class T, class Kernel, class Combine>
__global__ void reduce_group(Index count, T identity, Kernel kernel, Combine combine, T* sums) {
    const Index i   = blockIdx.x * threads + threadIdx.x;
    const T     sum = sum_block<threads>(i < count ? kernel.finish(i, kernel.sweep(i)) : identity, identity, combine);
    if (threadIdx.x == 0) sums[blockIdx.x] = kernel.close(sum);
}

/// Each block sums so many values of the level below.
inline constexpr Index level_threads = 1024, level_values = 16 * level_threads;
template <class T, class Combine>
__global__ void __launch_bounds__(level_threads) reduce_level(Index count, T identity, Combine combine, const T* from, T* to) {
    const Index first = blockIdx.x * level_values;
    T           sum   = identity;
    for (Index i = first + threadIdx.x; i < count && i < first + level_values; i += level_threads) sum = combine(sum, from[i]);
    sum = sum_block<level_threads>(sum, identity, combine);
    if (threadIdx.x == 0) to[blockIdx.x] = sum;
}

/// By blocks of `rows`, which launch(blocks, sums) sums, then by levels, until one is left; that one the GPU writes to the host.
template <class T, class Combine, class Launch>
T reduce_on_gpu(gpu::Room& room, const char* name, Index count, Index rows, const T& identity, const Combine& combine, const Launch& launch) {
    if (count == 0) return identity;
    Index      left   = (count + rows - 1) / rows;
    const auto blocks = [](Index values) { return (values + level_values - 1) / level_values; };
    T*         sums   = reinterpret_cast<T*>(room.take((std::size_t(left) + blocks(left)) * sizeof(T)));
    T*         next   = sums + left;
    T* const   answer = reinterpret_cast<T*>(room.answer(sizeof(T)));
    launch(left, sums);
    gpu::check_launch(name);
    do {
        const Index before = left;
        left               = blocks(before);
        reduce_level<<<left, level_threads>>>(before, identity, combine, sums, left == 1 ? answer : next);
        gpu::check_launch(name);
        std::swap(sums, next);
    } while (left > 1);
    gpu::finish();
    return *answer;
}

}  // namespace mote::detail
#endif
