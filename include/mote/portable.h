// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdint>

/// MOTE_FN marks a function that runs on the host and, compiled as CUDA, on the device.
/// MOTE_HOT does the same for the short functions of a pair loop, which must be inlined to stay in registers; MOTE_LAMBDA,
/// written between captures and parameters, for lambdas that are handed to `reduce`.
#ifdef __CUDACC__
#define MOTE_LAMBDA __host__ __device__
#define MOTE_FN __host__ __device__ inline
#define MOTE_HOT __host__ __device__ __forceinline__
#else
#define MOTE_LAMBDA
#define MOTE_FN inline
#define MOTE_HOT inline __attribute__((always_inline))
#endif

namespace mote {

using Real = float;            ///< What positions and all other columns are stored in.
using Index = std::uint32_t;   ///< A row of a table, valid until rows change.

/// Neighbour lists are padded to a multiple of this with nobody's row (table.h), so that batches are always whole.
inline constexpr Index list_padding = 8;

}  // namespace mote
