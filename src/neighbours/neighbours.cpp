// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/neighbours.h"

#include "cells.h"
#include "gpu_grid.h"
#include "lists.h"

namespace mote {
namespace {

/// Above this ratio of the largest to the smallest radius the tree is the quicker search: a cell as wide as the
/// largest radius holds the cube of the ratio too many small points.
constexpr float tree_contrast = 4;

float smallest_support(const Exec& exec, const Points& points) {
    return host_reduce(
        exec, "support range", points.rows, points.radius, [&](Index i) { return points.support[i]; },
        [](float a, float b) { return min(a, b); });
}

}  // namespace

struct Neighbours::Lists {
    Reach       reach;
    Search      search;
    GridBuilder grid;
    ListStore   store;
    GpuGrid     gpu;
    bool        on_gpu = false, unwoven = false;  // unwoven: `store` holds what the GPU has
    Index       padding = 0;

    void unweave();
};

/// The lists of a GPU as the host has them.
void Neighbours::Lists::unweave() {
    const Index rows = gpu.rows();
    const auto  take = [](const Index* from, std::size_t count) {
        std::vector<Index> values(count);
        gpu::to_host(reinterpret_cast<std::byte*>(values.data()), reinterpret_cast<const std::byte*>(from), count * sizeof(Index));
        return values;
    };
    const WovenLists w     = gpu.lists();
    const auto       entry = take(w.entry, gpu.entries()), first = take(w.first, (rows + 31) / 32), count = take(w.count, rows), moving = take(w.moving, rows);
    store.start(rows);
    ListWriter out;
    for (Index from = 0; from < rows; from += ListWriter::rows) {
        const Index to = std::min(rows, from + ListWriter::rows);
        out.start();
        for (Index i = from; i < to; ++i) {
            Index* const list = out.room(count[i]);
            for (Index k = 0; k < count[i]; ++k) list[k] = entry[32 * (std::size_t(first[i / 32]) + k) + i % 32];
            store.lists[i] = out.take(count[i], moving[i], padding);
        }
        out.finish(store, from, to, [](Index i) { return i; });
    }
    unwoven = true;
}

Neighbours::Neighbours(Reach reach, Search search) : lists_(new Lists{reach, search, {}, {}, {}, false, false, 0}) {}
Neighbours::~Neighbours()                                = default;
Neighbours::Neighbours(Neighbours&&) noexcept            = default;
Neighbours& Neighbours::operator=(Neighbours&&) noexcept = default;

void Neighbours::build(const Exec& exec, const Points& points) {
    const Timed timed(exec, "neighbours");
    Lists&      l = *lists_;
    check(points.ours <= points.rows, "no more lists than points", points.ours, points.rows);
    check(points.rows == 0 || points.radius > 0, "the support radius is positive", points.radius);
    l.on_gpu = exec.on_gpu(), l.unwoven = false;
    l.padding = points.rows;
    if (l.on_gpu) return l.gpu.build(exec, points, l.reach);
    l.store.start(points.ours);
    Search search = l.search;
    if (search == Search::automatic) {
        const bool varied = points.support.data && smallest_support(exec, points) * tree_contrast < points.radius;
        search            = varied ? Search::tree : Search::grid;
    }
    if (search == Search::tree) {
        extent_of(exec, points, 0, points.rows);  // refuses what is not finite
        build_with_tree(exec, points, l.reach, l.store);
    } else {
        l.grid.build(exec, points, l.reach, l.store);
    }
}

NeighbourView Neighbours::view() const {
    if (lists_->on_gpu) return {nullptr, 0, lists_->gpu.lists()};
    return {lists_->store.lists.data(), lists_->padding};
}

NeighbourView Neighbours::host() const {
    if (lists_->on_gpu && !lists_->unwoven) lists_->unweave();
    return {lists_->store.lists.data(), lists_->padding};
}

std::size_t Neighbours::woven_entries() const { return lists_->gpu.entries(); }

std::uint64_t Neighbours::pairs() const {
    std::uint64_t pairs = 0;
    host();
    for (const NeighbourView::List& list : lists_->store.lists) pairs += list.count;
    return pairs;
}

std::size_t Neighbours::memory_bytes() const {
    if (lists_->on_gpu) return lists_->gpu.memory_bytes();
    return lists_->store.memory_bytes();
}

}  // namespace mote
