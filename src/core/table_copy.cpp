// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/table_copy.h"

namespace mote {

TableCopy::~TableCopy() { gpu::drop(taken_); }

void TableCopy::take(const std::vector<const AnyColumn*>& columns, Index rows) {
    parts_.resize(columns.size());
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const std::size_t size = rows * columns[k]->type.bytes();
        parts_[k].gpu.grow(size, 0);
        gpu::copy(parts_[k].gpu.write(), columns[k]->on_gpu(), size);
        parts_[k].host.resize(size);
    }
    gpu::drop(taken_);
    taken_ = gpu::mark();
}

std::span<const std::byte> TableCopy::fetch(std::size_t k) {
    Part& part = parts_[k];
    gpu::to_host_aside(part.host.data(), part.gpu.read(), part.host.size(), taken_);
    return part.host;
}

}  // namespace mote
