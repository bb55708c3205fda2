// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Sorting and scanning on a GPU, by CUB. A file of its own: its headers take long to read.
#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "mote/gpu.h"

namespace mote::gpu {
namespace {

template <class Key>
void sort_by(Room& room, const Key* keys, Key* sorted, const Index* values, Index* values_sorted, Index count, int bits) {
    std::size_t bytes = 0;
    cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, sorted, values, values_sorted, count, 0, bits);
    cub::DeviceRadixSort::SortPairs(room.take(bytes), bytes, keys, sorted, values, values_sorted, count, 0, bits);
    check_launch("sort");
}

struct Higher {
    __device__ Index operator()(Index a, Index b) const { return a > b ? a : b; }
};

__global__ void take_last(const Index* value, Index* last) { *last = *value; }
__global__ void add_last(const Index* scanned, const Index* last, Index* sum) { *sum = *scanned + *last; }

}  // namespace

void sort(Room& room, const std::uint32_t* keys, std::uint32_t* sorted, const Index* values, Index* values_sorted, Index count, int bits) {
    sort_by(room, keys, sorted, values, values_sorted, count, bits);
}
void sort(Room& room, const std::uint64_t* keys, std::uint64_t* sorted, const Index* values, Index* values_sorted, Index count, int bits) {
    sort_by(room, keys, sorted, values, values_sorted, count, bits);
}

Index exclusive_scan(Room& room, Index* values, Index count) {
    if (count == 0) return 0;
    std::size_t bytes = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, values, values, count);
    Index* const last = reinterpret_cast<Index*>(room.take(bytes + 16));
    Index* const sum  = reinterpret_cast<Index*>(room.answer(sizeof(Index)));
    take_last<<<1, 1>>>(values + count - 1, last);
    cub::DeviceScan::ExclusiveSum(reinterpret_cast<std::byte*>(last) + 16, bytes, values, values, count);
    add_last<<<1, 1>>>(values + count - 1, last, sum);
    check_launch("scan");
    finish();
    return *sum;
}

void running_highest(Room& room, Index* values, std::size_t count) {
    std::size_t bytes = 0;
    cub::DeviceScan::InclusiveScan(nullptr, bytes, values, values, Higher{}, count);
    cub::DeviceScan::InclusiveScan(room.take(bytes), bytes, values, values, Higher{}, count);
    check_launch("scan");
}

}  // namespace mote::gpu
#endif
