// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Lagrangian kernels: neighbours and shape functions are found once in material space [Adams & Wicke 2009, "Meshless
// approximation methods and applications in physics based modeling and animation", sections 2 and 7].
#include "mote/rest_neighbours.h"

#include <algorithm>
#include <numeric>

#include "cells.h"
#include "lists.h"

namespace mote {
namespace {

Index groups_of(Index count) { return NeighbourView::padded(count) / list_padding; }

/// Ids are unique, so no two rows write to the same place.
struct FindRows {
    View<const Index> id;
    View<Index>       row_of_id;
    Index             ids;

    MOTE_FN void operator()(Index i) const {
        if (id[i] < ids) row_of_id[id[i]] = i;
    }
};

/// The neighbours of one list, from ids to rows; the padding too, because the nobody row moves with the row count.
MOTE_FN void translate(const Index* from, Index* to, Index count, const Index* row_of_id, Index nobody) {
    Index k = 0;
    for (; k < count; ++k) to[k] = row_of_id[from[k]];
    for (; k % list_padding != 0; ++k) to[k] = nobody;
}

}  // namespace

void RestNeighbours::make_places(Index largest_id) {
    check(largest_id < 0xffffffffu, "a particle id is less than 2^32 - 1", largest_id);
    if (place_of_id_.size() <= largest_id) place_of_id_.resize(std::size_t(largest_id) + 1);
}

void RestNeighbours::capture(const Exec& exec, std::span<const Index> id_of_row, const NeighbourView& now, Index rows,
                             const Keep& keep) {
    std::vector<Index> which(rows);
    std::iota(which.begin(), which.end(), Index(0));
    capture(exec, id_of_row, now, which, keep);
}

void RestNeighbours::capture(const Exec& exec, std::span<const Index> id_of_row, const NeighbourView& now,
                             std::span<const Index> which, const Keep& keep) {
    const Timed timed(exec, "rest capture");
    if (which.empty()) return;
    for (const Index i : which) check(i < id_of_row.size(), "a captured row has an id", i, id_of_row.size());
    make_places(*std::max_element(id_of_row.begin(), id_of_row.end()));

    const auto         kept  = [&](Index i, Index j) { return !keep || keep(i, j); };
    const Index        count = Index(which.size());
    std::vector<Index> group(count), length(count);
    for_each_index(exec, count, 256, [&](Index n) {
        const auto of_i = now.of(which[n]);
        length[n]       = Index(std::count_if(of_i.begin(), of_i.end(), [&](Index j) { return kept(which[n], j); }));
        group[n]        = groups_of(length[n]);
    });
    const Index first = Index(neighbour_id_.size() / list_padding);
    const Index more  = exclusive_scan(exec, group.data(), count);
    neighbour_id_.resize((std::size_t(first) + more) * list_padding);
    for_each_index(exec, count, 256, [&](Index n) {
        Index* to = neighbour_id_.data() + (std::size_t(first) + group[n]) * list_padding;
        for (const Index j : now.of(which[n]))
            if (kept(which[n], j)) *to++ = id_of_row[j];
    });
    for (Index n = 0; n < count; ++n) {
        Place& place = place_of_id_[id_of_row[which[n]]];
        unused_ += NeighbourView::padded(place.count);
        place = {first + group[n], length[n]};
    }
    if (unused_ > neighbour_id_.size() / 2) compact();
}

/// Closes the gaps that replaced and forgotten lists have left.
void RestNeighbours::compact() {
    std::vector<Index> packed;
    packed.reserve(neighbour_id_.size() - unused_);
    for (Place& place : place_of_id_) {
        const auto from = neighbour_id_.begin() + std::ptrdiff_t(std::size_t(place.first) * list_padding);
        place.first     = Index(packed.size() / list_padding);
        packed.insert(packed.end(), from, from + NeighbourView::padded(place.count));
    }
    neighbour_id_.swap(packed);
    unused_ = 0;
}

void RestNeighbours::forget(std::span<const Index> ids) {
    for (const Index id : ids) {
        if (id >= place_of_id_.size()) continue;
        unused_ += NeighbourView::padded(place_of_id_[id].count);
        place_of_id_[id] = {};
    }
    if (unused_ > neighbour_id_.size() / 2) compact();
}

void RestNeighbours::update(const Exec& exec, View<const Index> id, Index rows) {
    const Timed timed(exec, "rest neighbours");
    const Index ids = Index(place_of_id_.size());
    row_of_id_.assign(ids, rows);
    neighbour_row_.resize(neighbour_id_.size());
    lists_.resize(rows);

    const View<Index> row_of_id{row_of_id_.data()};
    host_for(exec, "rest rows", rows, FindRows{id, row_of_id, ids});
    const Index doubles = host_reduce(
        exec, "rest rows", rows, Index(0), [&](Index i) { return Index(id[i] < ids && row_of_id[id[i]] != i); },
        Plus{});
    check(doubles == 0, "every particle has an id of its own", doubles, rows);

    for_each_index(exec, rows, 256, [&](Index i) {
        lists_[i] = {};
        if (id[i] >= ids || place_of_id_[id[i]].count == 0) return;
        const Place       place = place_of_id_[id[i]];
        const std::size_t start = std::size_t(place.first) * list_padding;
        translate(&neighbour_id_[start], &neighbour_row_[start], place.count, row_of_id.data, rows);
        lists_[i] = {reinterpret_cast<const PlainBatch*>(&neighbour_row_[start]), place.count, place.count};
    });
}

std::span<const Index> RestNeighbours::ids_of(Index id) const {
    if (id >= place_of_id_.size() || place_of_id_[id].count == 0) return {};
    return {&neighbour_id_[std::size_t(place_of_id_[id].first) * list_padding], place_of_id_[id].count};
}

RestNeighbours::Record RestNeighbours::record() const {
    Record out;
    for (Index id = 0; id < place_of_id_.size(); ++id) {
        const auto ids = ids_of(id);
        if (ids.empty()) continue;
        out.id.push_back(id);
        out.count.push_back(Index(ids.size()));
        out.neighbour.insert(out.neighbour.end(), ids.begin(), ids.end());
    }
    return out;
}

void RestNeighbours::restore(const Record& record) {
    const auto total = std::accumulate(record.count.begin(), record.count.end(), std::uint64_t(0));
    if (record.id.size() != record.count.size() || total != record.neighbour.size() ||
        std::adjacent_find(record.id.begin(), record.id.end(), std::greater_equal<>()) != record.id.end())
        throw FileError("the rest-shape lists contradict themselves: " + std::to_string(record.id.size()) + " ids, " +
                        std::to_string(record.count.size()) + " lengths that make " + std::to_string(total) +
                        " neighbours, " + std::to_string(record.neighbour.size()) +
                        " neighbours; ids must ascend. Resume from an earlier frame.");
    RestNeighbours fresh;
    if (!record.id.empty()) fresh.make_places(record.id.back());
    if (!record.neighbour.empty())
        fresh.make_places(*std::max_element(record.neighbour.begin(), record.neighbour.end()));
    auto from = record.neighbour.begin();
    for (std::size_t n = 0; n < record.id.size(); ++n) {
        const Index count                = record.count[n];
        fresh.place_of_id_[record.id[n]] = {Index(fresh.neighbour_id_.size() / list_padding), count};
        fresh.neighbour_id_.insert(fresh.neighbour_id_.end(), from, from + count);
        fresh.neighbour_id_.resize((fresh.neighbour_id_.size() + list_padding - 1) / list_padding * list_padding);
        from += count;
    }
    *this = std::move(fresh);
}

std::size_t RestNeighbours::memory_bytes() const {
    return place_of_id_.capacity() * sizeof(Place) + lists_.capacity() * sizeof(ListView<PlainBatch>::List) +
           (neighbour_id_.capacity() + neighbour_row_.capacity() + row_of_id_.capacity()) * sizeof(Index);
}

}  // namespace mote
