// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <numeric>

#include "cells.h"
#include "lists.h"
#include "near.h"

namespace mote {
namespace {

/// Nine cursors into the occupied cells, one for each row of three cells around the current one. Cells come in
/// ascending order, so every cursor only ever moves forward: finding a neighbouring run costs a step or two.
class Surroundings {
public:
    Surroundings(const CellKeys& keys, const Cells& cells) : cells_(cells) {
        int k = 0;
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                offset_[k++] = std::uint64_t(dz) * keys.stride_z() + std::uint64_t(dy) * keys.stride_y() - 1;
    }
    /// Before the first cell of a block.
    void seek(std::uint64_t key) {
        for (int k = 0; k < 9; ++k)
            cursor_[k] = std::size_t(std::lower_bound(cells_.key.begin(), cells_.key.end(), key + offset_[k]) -
                                     cells_.key.begin());
    }
    /// Calls run(first_row, last_row) for what lies around the cell `key`, in ascending order of rows.
    template <class F>
    void each_run(std::uint64_t key, const F& run) {
        const std::size_t count = cells_.key.size();
        for (int k = 0; k < 9; ++k) {
            const std::uint64_t left = key + offset_[k];
            std::size_t         c    = cursor_[k];
            while (c < count && cells_.key[c] < left) ++c;
            cursor_[k]              = c;
            const std::size_t start = c;
            while (c < count && cells_.key[c] <= left + 2) ++c;
            if (c > start) run(cells_.first[start], cells_.first[c]);
        }
    }

private:
    const Cells&  cells_;
    std::uint64_t offset_[9];
    std::size_t   cursor_[9] = {};
};

}  // namespace

struct GridBuilder::Room {
    CellKeys                   keys;
    std::vector<std::uint64_t> row_key;
    std::vector<Index>         row;  // rows in the order of their cells, where they do not come in it
    SortRoom                   sort;
    Cells                      ours, others;
    Coordinates                at;  // of all points, by place
    bool                       in_order = false;

    Index row_at(Index place) const { return in_order ? place : row[place]; }
    void  sort_rows(const Exec& exec, const Points& points);
    void  separate_coordinates(const Exec& exec, const Points& points);
    void  to_rows(Index* list, Index count) const;
    template <class Rule>
    void fill(const Exec& exec, const Points& points, ListStore& store);
    template <class Rule>
    void fill_block(const Points& points, Index block, ListStore& store);
};

GridBuilder::GridBuilder() : room_(std::make_unique<Room>()) {}
GridBuilder::~GridBuilder() = default;

/// Keys of all rows in ascending order, ours and others' apart. Costs nothing where rows come sorted.
void GridBuilder::Room::sort_rows(const Exec& exec, const Points& points) {
    keys.fit(exec, points);
    row_key.resize(points.rows);
    for_each_index(exec, points.rows, 4096, [&](Index i) { row_key[i] = keys.key(points.position[i]); });
    const auto middle = row_key.begin() + points.ours;
    in_order          = std::is_sorted(row_key.begin(), middle) && std::is_sorted(middle, row_key.end());
    if (in_order) return;
    const int           zone_bit = keys.bits();
    const std::uint64_t zone     = std::uint64_t(1) << zone_bit;
    row.resize(points.rows);
    std::iota(row.begin(), row.end(), Index(0));
    for (Index i = points.ours; i < points.rows; ++i) row_key[i] |= zone;
    sort_by_key(exec, row_key, row, zone_bit + 1, sort);
    for (Index i = points.ours; i < points.rows; ++i) row_key[i] &= ~zone;
}

void GridBuilder::Room::separate_coordinates(const Exec& exec, const Points& points) {
    at.resize(points.rows, points.support.data);
    for_each_index(exec, points.rows, 4096, [&](Index place) {
        const Index i = row_at(place);
        const Vec4  x = points.position[i];
        at.x[place] = x.x, at.y[place] = x.y, at.z[place] = x.z;
        if (points.support.data) at.support[place] = points.support[i];
    });
}

/// A list of places becomes a list of rows, ascending.
void GridBuilder::Room::to_rows(Index* list, Index count) const {
    for (Index k = 0; k < count; ++k) list[k] = row[list[k]];
    std::sort(list, list + count);
}

/// The lists of one block of rows. Points of a cell share their candidates, gathered once with separate coordinates.
template <class Rule>
void GridBuilder::Room::fill_block(const Points& points, Index block, ListStore& store) {
    static thread_local Candidates near;
    const Index first = block * ListBlock::rows, last = std::min(points.ours, first + ListBlock::rows);
    ListBlock&  out = store.blocks[block];
    std::size_t cell =
        std::size_t(std::upper_bound(ours.first.begin(), ours.first.end(), first) - ours.first.begin()) - 1;
    Surroundings around(keys, ours), around_others(keys, others);
    around.seek(ours.key[cell]);
    around_others.seek(ours.key[cell]);
    out.used = 0;
    for (Index place = first; place < last; ++cell) {
        near.count         = 0;
        const auto collect = [&](Index from, Index to) { near.add_run(at, from, to); };
        around.each_run(ours.key[cell], collect);
        around_others.each_run(ours.key[cell], collect);
        near.close();
        for (const Index cell_end = std::min(last, ours.first[cell + 1]); place < cell_end; ++place) {
            const Centre centre{at.x[place], at.y[place], at.z[place],
                                at.support.empty() ? points.radius : at.support[place], place};
            Index*       list  = out.room(near.count + Coordinates::chunk);
            const Index  count = find_near<Rule>(near, centre, list);
            if (!in_order) to_rows(list, count);
            store.lists[row_at(place)].count = count;
            out.take(count, points.rows);
        }
    }
    store.connect(block, first, last, [this](Index place) { return row_at(place); });
}

template <class Rule>
void GridBuilder::Room::fill(const Exec& exec, const Points& points, ListStore& store) {
    const Index blocks = (points.ours + ListBlock::rows - 1) / ListBlock::rows;
    for_each_index(exec, blocks, 1, [&](Index b) { fill_block<Rule>(points, b, store); });
}

void GridBuilder::build(const Exec& exec, const Points& points, Reach reach, ListStore& store) {
    Room& r = *room_;
    r.sort_rows(exec, points);
    r.separate_coordinates(exec, points);
    const std::span<const std::uint64_t> keys = r.row_key;
    r.ours.find(exec, keys.first(points.ours), 0);
    r.others.find(exec, keys.subspan(points.ours), points.ours);
    if (points.ours == 0) return;
    if (!points.support.data)
        r.fill<SameRadius>(exec, points, store);
    else if (reach == Reach::largest)
        r.fill<LargestRadius>(exec, points, store);
    else
        r.fill<MeanRadius>(exec, points, store);
}

}  // namespace mote
