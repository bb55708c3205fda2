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

struct TakeSome {
    NeighbourView             all;
    View<const Index>         keep;
    View<NeighbourView::List> list;
    View<Index>               count, moving;

    MOTE_FN void operator()(Index i) const {
#ifdef __CUDA_ARCH__
        count[i] = keep[i] ? all.count(i) : 0, moving[i] = keep[i] ? all.moving(i) : 0;
#else
        list[i] = keep[i] ? all.list[i] : NeighbourView::List{all.list[i].begin, 0, 0};
#endif
    }
};

}  // namespace

/// Some lists of others, as of a CPU or of a GPU.
struct SomeLists {
    Scratch<NeighbourView::List> list;
    Scratch<Index>               count, moving;
    const Neighbours*            all = nullptr;  // null: they are its own
};

struct Neighbours::Lists {
    Reach       reach;
    Search      search;
    GridBuilder grid;
    ListStore   store;
    GpuGrid     gpu;
    bool        on_gpu = false, unwoven = false;  // unwoven: `store` holds what the GPU has
    Index       padding = 0;
    SomeLists   some{};

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
    l.on_gpu = exec.on_gpu(), l.unwoven = false, l.some.all = nullptr;
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

void Neighbours::take_some(const Exec& exec, const Neighbours& all, View<const Index> keep, Index rows) {
    SomeLists& s = lists_->some;
    s.all        = &all;
    if (exec.on_gpu())
        s.count.resize(exec, rows), s.moving.resize(exec, rows);
    else
        s.list.resize(exec, rows);
    parallel_for(exec, "neighbours", rows, TakeSome{all.view(), keep, s.list.write(), s.count.write(), s.moving.write()});
}

NeighbourView Neighbours::view() const {
    if (const SomeLists& s = lists_->some; s.all) {
        const NeighbourView all = s.all->view();
        return {s.list.read().data, all.nobody, {all.woven.entry, all.woven.first, s.count.read().data, s.moving.read().data}};
    }
    if (lists_->on_gpu) return {nullptr, 0, lists_->gpu.lists()};
    return {lists_->store.lists.data(), lists_->padding};
}

NeighbourView Neighbours::host() const {
    if (lists_->on_gpu && !lists_->unwoven) lists_->unweave();
    return {lists_->store.lists.data(), lists_->padding};
}

std::size_t Neighbours::woven_entries() const { return lists_->some.all ? lists_->some.all->woven_entries() : lists_->gpu.entries(); }

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
