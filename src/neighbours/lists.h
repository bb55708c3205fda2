// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How neighbour lists are stored and filled. Each thread makes the lists of a block of rows in room of its own, then copies them to where
// all lists lie, block after block as they come. Nothing is left between them, and the room is kept from step to step.
#pragma once
#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "mote/neighbours.h"

namespace mote {

struct ListStore {
    std::vector<NeighbourView::List> lists;

    void start(Index rows) {
        lists.resize(rows);
        piece_ = used_ = 0;
    }
    /// Room for so many bytes, which stays where it is. Threads may ask at once.
    std::byte* take(std::size_t bytes) {
        const std::lock_guard lock(lock_);
        bytes = (bytes + 63) / 64 * 64;
        while (piece_ < pieces_.size() && used_ + bytes > pieces_[piece_].capacity()) ++piece_, used_ = 0;
        if (piece_ == pieces_.size()) pieces_.emplace_back().grow(std::max(bytes, piece_bytes), 0);
        used_ += bytes;
        return pieces_[piece_].edit() + (used_ - bytes);
    }
    std::size_t memory_bytes() const {
        std::size_t bytes = lists.capacity() * sizeof(NeighbourView::List);
        for (const Bytes& piece : pieces_) bytes += piece.capacity();
        return bytes;
    }

private:
    static constexpr std::size_t piece_bytes = 1 << 20;  // pages of their own

    std::mutex         lock_;
    std::vector<Bytes> pieces_;
    std::size_t        piece_ = 0, used_ = 0;  // bytes of that piece
};

/// The lists of a block of rows while they are made.
class ListWriter {
public:
    static constexpr Index rows = 512;

    void start() { used_ = 0, far_.clear(), far_batch_.clear(); }

    /// Room for so many neighbours of the next row.
    Index* room(Index wanted) {
        if (found_.size() < wanted + list_padding) found_.resize(wanted + list_padding);
        return found_.data();
    }
    /// Takes the first `count` entries of that room, ascending, and the row's own as its list.
    NeighbourView::List take(Index count, const Points& points, Index row) {
        Index* const list = found_.data();
        for (Index k = 0, own = points.own_rows(row); k < own; ++k) list[count++] = points.rows - points.hidden + points.own[row] + k;
        const Index end = points.moving > 0 ? points.moving : points.ours;
        return take(count, count == 0 || list[count - 1] < end ? count : Index(std::lower_bound(list, list + count, end) - list), points.rows);
    }
    /// Takes the first `count` entries, of which the first `moving` are rows that move. The list begins where finish() says.
    NeighbourView::List take(Index count, Index moving, Index nobody) {
        const NeighbourView::List taken{nullptr, count, moving};
        const std::size_t         needed = used_ + NeighbourView::batches(taken);
        if (batches_.size() < needed) batches_.resize(std::max(needed, batches_.size() * 5 / 4));
        pack(found_.data(), moving, nobody);
        pack(found_.data() + moving, count - moving, nobody);
        return taken;
    }
    /// Puts all lists into the store. row_at(first) .. row_at(last - 1) are the rows whose lists they are, in the order they were made.
    template <class RowAt>
    void finish(ListStore& store, Index first, Index last, const RowAt& row_at) {
        const std::size_t near = used_ * sizeof(PackedBatch), far = far_.size() * sizeof(Index);
        for (std::size_t k = 0; k < far_batch_.size(); ++k)
            batches_[far_batch_[k]].base = Index(((used_ - far_batch_[k]) * sizeof(PackedBatch)) / sizeof(Index) + k * list_padding);
        std::byte* const to = store.take(near + far);
        if (near > 0) std::memcpy(to, batches_.data(), near);
        if (far > 0) std::memcpy(to + near, far_.data(), far);
        const PackedBatch* begin = reinterpret_cast<const PackedBatch*>(to);
        for (Index place = first; place < last; ++place) {
            NeighbourView::List& list = store.lists[row_at(place)];
            list.begin                = begin;
            begin += NeighbourView::batches(list);
        }
    }

private:
    void pack(const Index* list, Index count, Index nobody) {
        for (; count > 0; list += list_padding) {
            PackedBatch& to = batches_[used_];
            const Index  n  = std::min(count, list_padding);
            to.base         = list[0];
            for (Index k = 0; k < list_padding; ++k) to.beyond[k] = std::uint16_t(list[k] - to.base);
            std::fill(to.beyond + n, to.beyond + list_padding, PackedBatch::none);
            if (list[n - 1] - list[0] >= PackedBatch::none) {
                std::fill_n(to.beyond, list_padding, PackedBatch::none);
                far_batch_.push_back(used_);
                far_.insert(far_.end(), list, list + n);
                far_.resize(far_batch_.size() * list_padding, nobody);
            }
            ++used_, count -= n;
        }
    }

    std::vector<Index>       found_;
    std::vector<PackedBatch> batches_;
    std::size_t              used_ = 0;
    std::vector<Index>       far_;        // rows of batches that need 32 bits
    std::vector<std::size_t> far_batch_;  // which these are
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
