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
void sort_by(const Key* keys, Key* sorted, const Index* values, Index* values_sorted, Index count, int bits) {
    std::size_t bytes = 0;
    cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, sorted, values, values_sorted, count, 0, bits);
    cub::DeviceRadixSort::SortPairs(room(bytes), bytes, keys, sorted, values, values_sorted, count, 0, bits);
    check_launch("sort");
}

}  // namespace

void sort(const std::uint32_t* keys, std::uint32_t* sorted, const Index* values, Index* values_sorted, Index count, int bits) {
    sort_by(keys, sorted, values, values_sorted, count, bits);
}
void sort(const std::uint64_t* keys, std::uint64_t* sorted, const Index* values, Index* values_sorted, Index count, int bits) {
    sort_by(keys, sorted, values, values_sorted, count, bits);
}

Index exclusive_scan(Index* values, Index count) {
    if (count == 0) return 0;
    Index last[2];
    to_host(reinterpret_cast<std::byte*>(&last[0]), reinterpret_cast<const std::byte*>(values + count - 1), sizeof(Index));
    std::size_t bytes = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, values, values, count);
    cub::DeviceScan::ExclusiveSum(room(bytes), bytes, values, values, count);
    check_launch("scan");
    to_host(reinterpret_cast<std::byte*>(&last[1]), reinterpret_cast<const std::byte*>(values + count - 1), sizeof(Index));
    return last[0] + last[1];
}

}  // namespace mote::gpu
#endif
