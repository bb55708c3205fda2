// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <span>
#include <vector>

#include "mote/table.h"

namespace mote {

/// The columns of a table as they were at one moment of a run on a GPU. Taking them is quick; they come to the host while kernels go on.
class TableCopy {
public:
    TableCopy() = default;
    TableCopy(TableCopy&&) = delete;
    ~TableCopy();
    /// On the thread that runs kernels.
    void take(const std::vector<const AnyColumn*>& columns, Index rows);
    /// On any thread: waits for the copy. Column k, on the host.
    std::span<const std::byte> fetch(std::size_t k);

private:
    struct Part {
        Bytes                  gpu{Device::cuda};
        std::vector<std::byte> host{};
    };
    std::vector<Part> parts_;
    gpu::Mark*        taken_ = nullptr;
};

}  // namespace mote
