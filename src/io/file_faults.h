// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The seam where tests make the disk fail. Every call to the system that can fail while a file is written asks here.
#pragma once
#include <cstddef>
#include <functional>

namespace mote::io {

enum class FileCall { open, write, sync, close, rename, sync_folder };

/// Returns the errno the call shall fail with, or 0 to let it pass. For a write it may lower `bytes`: then only so
/// many are written.
using FileFault = std::function<int(FileCall, std::size_t& bytes)>;

/// Empty outside of tests.
inline FileFault file_fault;

inline int injected_fault(FileCall call, std::size_t& bytes) { return file_fault ? file_fault(call, bytes) : 0; }

}  // namespace mote::io
