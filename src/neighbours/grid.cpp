// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cells.h"
#include "lists.h"
#include "near.h"

namespace mote {
namespace {

/// The runs of the nine rows of three cells around one.
struct Runs {
    Run   run[9];
    Index count = 0, points = 0;

    void add(Run r) { run[count++] = r, points += r.last - r.first; }
    const Run* begin() const { return run; }
    const Run* end() const { return run + count; }
    operator std::span<const Run>() const { return {run, count}; }
};

/// Two cursors into the occupied cells for each row of three cells around the current one. Cells come in ascending order,
/// so every cursor only ever moves forward: finding a neighbouring run costs a step or two.
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
            first_[k] = last_[k] = std::size_t(
                std::lower_bound(cells_.key.begin(), cells_.key.end(), key + offset_[k]) - cells_.key.begin());
    }
    /// What lies around the cell `key`, in ascending order of places.
    Runs runs(std::uint64_t key) {
        Runs                       runs;
        const std::uint64_t* const keys  = cells_.key.data();
        const std::size_t          count = cells_.key.size();
        for (int k = 0; k < 9; ++k) {
            const std::uint64_t left = key + offset_[k];
            std::size_t         a = first_[k], b = last_[k];
            while (a < count && keys[a] < left) ++a;
            while (b < count && keys[b] <= left + 2) ++b;
            first_[k] = a, last_[k] = b;
            if (b > a) runs.add({cells_.first[a], cells_.first[b]});
        }
        return runs;
    }

private:
    const Cells&  cells_;
    std::uint64_t offset_[9];
    std::size_t   first_[9] = {}, last_[9] = {};
};

bool is_sorted(const Exec& exec, const std::uint64_t* key, Index count) {
    constexpr Index block = 8192;
    const auto      wrong = [&](Index b) { return Index(!std::is_sorted(key + b * block, key + std::min(count, (b + 1) * block + 1))); };
    return host_reduce(exec, "cell check", (count + block - 1) / block, Index(0), wrong, Plus{}, 1) == 0;
}

/// Points in the order of their cells: ours, or others'. A place counts within its set.
struct CellSet {
    std::vector<Index>         row;  // of each place, from the first of the set, where rows do not come in the order of cells
    Cells                      cells;
    Coordinates                at;   // of ours; those of others are taken from their rows when somebody is near
    Index                      first_row = 0, count = 0;
    bool                       in_order = true;

    Index row_at(Index place) const { return first_row + (in_order ? place : row[place]); }

    template <class Rule>
    Centre point(Index place, float radius) const {
        const Vec3 x{at.x.read()[place], at.y.read()[place], at.z.read()[place]};
        return {x, Rule::varied ? at.support.read()[place] : radius, place};
    }
    /// A ball around the points first .. last, a hair too large, because distances from it are rounded.
    template <class Rule>
    Centre ball(Index first, Index last, float radius) const {
        Box   box;
        float largest = 0, squared = 0;
        for (Index k = first; k < last; ++k) {
            const Centre c = point<Rule>(k, radius);
            box.include(c.x);
            largest = max(largest, c.radius);
        }
        const Vec3 middle = 0.5f * box.low + 0.5f * box.high;
        for (Index k = first; k < last; ++k) {
            const Vec3 x = point<Rule>(k, radius).x - middle;
            squared      = max(squared, dot(x, x));
        }
        const float farthest = std::sqrt(squared);
        return {middle, largest, 0, farthest + 1e-5f * (farthest + radius)};
    }
    /// Costs little where rows come sorted.
    void fill(const Exec& exec, const Points& points, const CellKeys& keys, Index first, Index last,
              Scratch<std::uint64_t>& room) {
        first_row = first, count = last - first;
        room.borrow(exec, count);
        std::uint64_t* const key = room.write().data;
        keys.find(exec, points.position, first, last, key);
        in_order = is_sorted(exec, key, count);
        if (!in_order) {
            row.resize(count);
            std::iota(row.begin(), row.end(), Index(0));
            sort_by_key(exec, key, row.data(), count, keys.bits());
        }
        cells.find(exec, {key, count}, 0);
        room.give_back(exec);
    }
    /// Coordinates of the places first .. last, apart, from `at_first` on.
    void spread(const Points& points, Index first, Index last, Coordinates& to, Index at_first) const {
        const View<float> x = to.x.write(), y = to.y.write(), z = to.z.write(), support = to.support.write();
        for (Index place = first, k = at_first; place < last; ++place, ++k) {
            const Index i = row_at(place);
            const Vec4  p = points.position[i];
            x[k] = p.x, y[k] = p.y, z[k] = p.z;
            if (points.support.data) support[k] = points.support[i];
        }
    }
};

}  // namespace

struct GridBuilder::Room {
    CellKeys               keys;
    Scratch<std::uint64_t> key;  // of each place of the set that is being filled
    CellSet                ours, others;
    Box                    others_box;
    std::uint64_t          others_number = 0;  // Points::others of the set that is there

    void sort_points(const Exec& exec, const Points& points);
    void to_rows(Index* list, Index count) const;
    template <class Rule>
    void fill(const Exec& exec, const Points& points, ListStore& store);
    template <class Rule>
    void fill_block(const Points& points, Index block, ListStore& store);
};

GridBuilder::GridBuilder() : room_(std::make_unique<Room>()) {}
GridBuilder::~GridBuilder() = default;

/// Others that have not changed, in cells that have not either, are not looked at again.
void GridBuilder::Room::sort_points(const Exec& exec, const Points& points) {
    const Index shared = points.rows - points.hidden;
    const bool known = points.others != 0 && points.others == others_number && others.count == shared - points.ours;
    Box        box   = extent_of(exec, points, 0, points.ours);
    if (!known) others_box = extent_of(exec, points, points.ours, shared);
    box.low  = min(box.low, others_box.low);
    box.high = max(box.high, others_box.high);
    const bool moved = keys.fit(points, box);
    ours.fill(exec, points, keys, 0, points.ours, key);
    if (!known || moved) others.fill(exec, points, keys, points.ours, shared, key);
    others.first_row = points.ours;
    others_number    = points.others;
    ours.at.borrow(exec, points.ours, points.support.data);
    for_pieces(exec, points.ours, 1024, [&](Index first, Index last) { ours.spread(points, first, last, ours.at, first); });
}

/// A list of places, others' counted on from ours, becomes a list of rows, ascending.
void GridBuilder::Room::to_rows(Index* list, Index count) const {
    for (Index k = 0; k < count; ++k)
        list[k] = list[k] < ours.count ? ours.row_at(list[k]) : others.row_at(list[k] - ours.count);
    if (!std::is_sorted(list, list + count)) std::sort(list, list + count);
}

/// The lists of one block of rows. Points of a cell share their candidates, gathered once.
template <class Rule>
void GridBuilder::Room::fill_block(const Points& points, Index block, ListStore& store) {
    static thread_local Candidates candidates;
    static thread_local Coordinates spread_walls;
    static thread_local ListWriter writer;
    Candidates&  near  = candidates;
    Coordinates& beside = spread_walls;  // of a run of others, of which few are near
    ListWriter&  out   = writer;
    const Cells& cells = ours.cells;
    const Index  first = block * ListWriter::rows, last = std::min(points.ours, first + ListWriter::rows);
    const bool   in_order = ours.in_order && others.in_order;
    std::size_t  cell =
        std::size_t(std::upper_bound(cells.first.begin(), cells.first.end(), first) - cells.first.begin()) - 1;
    Surroundings around(keys, cells), around_others(keys, others.cells);
    around.seek(cells.key[cell]);
    around_others.seek(cells.key[cell]);
    out.start();
    for (Index place = first; place < last; ++cell) {
        const Index  cell_end = std::min(last, cells.first[cell + 1]);
        const Runs   runs = around.runs(cells.key[cell]), runs_others = around_others.runs(cells.key[cell]);
        const Centre ball = ours.ball<Rule>(place, cell_end, points.radius);
        near.start(runs.points + runs_others.points, Rule::varied);
        near.add<Rule>(ours.at, runs, 0, ball);
        for (const Run run : runs_others) {
            const Index count = run.last - run.first;
            beside.resize(count, Rule::varied);
            others.spread(points, run.first, run.last, beside, 0);
            const Run all{0, count};
            near.add<Rule>(beside, {&all, 1}, ours.count + run.first, ball);
        }
        for (; place < cell_end; ++place) {
            const Index row   = ours.row_at(place);
            Index*      list  = out.room(near.count + points.own_rows(row) + Coordinates::chunk);
            const Index count = find_near<Rule>(near, ours.point<Rule>(place, points.radius), list);
            if (!in_order) to_rows(list, count);
            store.lists[row] = out.take(count, points, row);
        }
    }
    out.finish(store, first, last, [this](Index place) { return ours.row_at(place); });
}

template <class Rule>
void GridBuilder::Room::fill(const Exec& exec, const Points& points, ListStore& store) {
    const Index blocks = (points.ours + ListWriter::rows - 1) / ListWriter::rows;
    for_each_index(exec, blocks, 1, [&](Index b) { fill_block<Rule>(points, b, store); });
}

void GridBuilder::build(const Exec& exec, const Points& points, Reach reach, ListStore& store) {
    Room& r = *room_;
    r.sort_points(exec, points);
    if (points.ours == 0) return;
    if (!points.support.data)
        r.fill<SameRadius>(exec, points, store);
    else if (reach == Reach::largest)
        r.fill<LargestRadius>(exec, points, store);
    else
        r.fill<MeanRadius>(exec, points, store);
    r.ours.at.give_back(exec);
}

}  // namespace mote
