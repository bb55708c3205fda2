// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <deque>
#include <functional>
#include <future>

#include "mote/frame.h"
#include "mote/table_copy.h"
#include "mote/world.h"

namespace mote {

/// Writes frames. Those of a GPU are copied and written while the next steps run.
class FrameSaver {
public:
    ~FrameSaver();
    /// then() follows when the file is there. Waits for the frame before.
    void save(const World& world, const std::filesystem::path& path, const std::function<void()>& then);
    /// Until the last one is written; throws what went wrong with it.
    void wait();

private:
    std::deque<TableCopy> copies_;  // of each table
    std::future<void>     last_;
};

}  // namespace mote
