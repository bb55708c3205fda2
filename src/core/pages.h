// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Memory fresh from the system holds zeros and costs nothing until somebody writes to it. So what walls have and leave at zero
// (mass, velocity, pressure), two wall samples a particle in a small scene, takes no room.
#pragma once
#include <cstddef>

namespace mote {

/// So many bytes or more are pages of their own (Bytes).
inline constexpr std::size_t paged_bytes = 1 << 16;

/// Copies bytes; those of pages that hold zeros only where the memory is not `fresh`.
void copy_pages(std::byte* to, const std::byte* from, std::size_t bytes, bool fresh);

}  // namespace mote
