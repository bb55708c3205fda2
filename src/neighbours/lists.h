// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How neighbour lists are stored and filled. The lists of each block of rows lie in a buffer of their own that
// grows when it must and is kept from step to step.
#pragma once
#include <algorithm>
#include <vector>

#include "mote/neighbours.h"

namespace mote {

/// The lists of so many rows, in the order they were made.
struct ListBlock {
    static constexpr Index rows = 512;

    Index used = 0, made = 0;  ///< entries and lists

    void start() { used = made = 0; }

    Index*       entries() { return reinterpret_cast<Index*>(bytes_.edit()); }
    const Index* entries() const { return reinterpret_cast<const Index*>(bytes_.host()); }
    std::size_t  capacity() const { return bytes_.capacity(); }

    /// Room for so many entries more and their padding; returns where they go. May move what is there.
    Index* room(Index wanted) {
        const std::size_t needed = (std::size_t(used) + wanted + 2 * list_padding) * sizeof(Index);
        if (bytes_.capacity() < needed) bytes_.grow(std::max(needed, likely()), used * sizeof(Index));
        return entries() + used;
    }
    /// Takes the first `count` entries of that room, ascending, and the row's own as its list; there must be room for the padding too.
    NeighbourView::List take(Index count, const Points& points, Index row) {
        for (Index k = 0, own = points.own_rows(row); k < own; ++k)
            entries()[used + count++] = points.rows - points.hidden + points.own[row] + k;
        const Index* list = entries() + used;
        const Index  end  = points.moving > 0 ? points.moving : points.ours;
        return take(count, count == 0 || list[count - 1] < end ? count : Index(std::lower_bound(list, list + count, end) - list), points.rows);
    }
    /// Takes the first `count` entries, of which the first `moving` are rows that move, and pads them with nobody. The list begins
    /// where connect() says.
    NeighbourView::List take(Index count, Index moving, Index nobody) {
        Index* const              list = entries() + used;
        const NeighbourView::List taken{nullptr, count, moving};
        if (moving == count) {
            std::fill_n(list + count, list_padding, nobody);
        } else {
            Index* const still = list + NeighbourView::padded(moving);
            std::copy_backward(list + moving, list + count, still + (count - moving));
            std::fill(list + moving, still, nobody);
            std::fill_n(still + (count - moving), list_padding, nobody);
        }
        used += NeighbourView::length(taken);
        ++made;
        return taken;
    }

private:
    /// Bytes of all lists, by those that are made, once they are some.
    std::size_t likely() const {
        if (made < rows / 8) return bytes_.capacity() * 3 / 2;
        return std::max(bytes_.capacity() * 9 / 8, std::size_t(used) * rows / made * 33 / 32 * sizeof(Index));
    }

    Bytes bytes_;
};

struct ListStore {
    std::vector<ListBlock>           blocks;
    std::vector<NeighbourView::List> lists;

    void start(Index rows) {
        const std::size_t count = (std::size_t(rows) + ListBlock::rows - 1) / ListBlock::rows;
        if (blocks.size() < count) blocks.resize(count);
        lists.resize(rows);
    }
    /// Points the lists at their entries, once a block is full and moves no more. row_at(first) .. row_at(last - 1) are
    /// the rows whose lists it holds, in the order they were made.
    template <class RowAt>
    void connect(Index block, Index first, Index last, const RowAt& row_at) {
        const Index* begin = blocks[block].entries();
        for (Index place = first; place < last; ++place) {
            NeighbourView::List& list = lists[row_at(place)];
            list.begin                = begin;
            begin += NeighbourView::length(list);
        }
    }
};

/// Fills `store` by walking the cells of a grid; by a kd-tree where radii vary strongly.
class GridBuilder {
public:
    void build(const Exec& exec, const Points& points, Reach reach, ListStore& store);
    GridBuilder();
    ~GridBuilder();

private:
    struct Room;
    std::unique_ptr<Room> room_;
};
void build_with_tree(const Exec& exec, const Points& points, Reach reach, ListStore& store);

}  // namespace mote
