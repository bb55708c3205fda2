// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/neighbours.h"

#include "lists.h"
#include "cells.h"

namespace mote {
namespace {

/// Above this ratio of the largest to the smallest radius the tree is the quicker search: a cell as wide as the
/// largest radius holds the cube of the ratio too many small points.
constexpr float tree_contrast = 4;

float smallest_support(const Exec& exec, const Points& points) {
    return reduce(
        exec, "support range", points.rows, points.radius, [&](Index i) { return points.support[i]; },
        [](float a, float b) { return min(a, b); });
}

}  // namespace

struct Neighbours::Lists {
    Reach       reach;
    Search      search;
    GridBuilder grid;
    ListStore   store;
};

Neighbours::Neighbours(Reach reach, Search search) : lists_(new Lists{reach, search, {}, {}}) {}
Neighbours::~Neighbours()                                = default;
Neighbours::Neighbours(Neighbours&&) noexcept            = default;
Neighbours& Neighbours::operator=(Neighbours&&) noexcept = default;

void Neighbours::build(const Exec& exec, const Points& points) {
    const Timed timed(exec, "neighbours");
    Lists&      l = *lists_;
    check(points.ours <= points.rows, "no more lists than points", points.ours, points.rows);
    check(points.rows == 0 || points.radius > 0, "the support radius is positive", points.radius);
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

NeighbourView Neighbours::view() const { return {lists_->store.lists.data()}; }

std::uint64_t Neighbours::pairs() const {
    std::uint64_t pairs = 0;
    for (const NeighbourView::List& list : lists_->store.lists) pairs += list.count;
    return pairs;
}

std::size_t Neighbours::memory_bytes() const {
    std::size_t bytes = lists_->store.lists.capacity() * sizeof(NeighbourView::List);
    for (const ListBlock& block : lists_->store.blocks) bytes += block.capacity();
    return bytes;
}

}  // namespace mote
