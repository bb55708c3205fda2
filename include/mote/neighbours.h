// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who is near whom: sweeping the lists. They are built once per step and swept many times; a stage sums over them with
// `neighbours.sum(i, [&](auto j) { ... })` and never sees how they are stored.
#pragma once
#include <iterator>

#include "mote/lane.h"
#include "mote/neighbour_search.h"

namespace mote {

/// The neighbours of one row without the padding, ascending.
class NeighbourRange {
public:
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type        = Index;
        using difference_type   = std::ptrdiff_t;
        using pointer           = const Index*;
        using reference         = const Index&;

        Iterator() = default;
        Iterator(const Index* at, const Index* gap, Index width) : at_(at), gap_(gap), width_(width) {}
        reference operator*() const { return *at_; }
        Iterator& operator++() {
            if (++at_ == gap_) at_ += width_;
            return *this;
        }
        Iterator operator++(int) {
            const Iterator was = *this;
            ++*this;
            return was;
        }
        bool operator==(const Iterator& b) const { return at_ == b.at_; }

    private:
        const Index* at_    = nullptr;
        const Index* gap_   = nullptr;  // where padding begins that has neighbours behind it
        Index        width_ = 0;        // of it
    };

    NeighbourRange(const Index* first, Index count, Index moving, Index gap) : first_(first), count_(count), moving_(moving), gap_(gap) {}
    Iterator begin() const { return {first_, first_ + moving_, gap_}; }
    Iterator end() const { return {first_ + count_ + gap_, nullptr, 0}; }
    Index    size() const { return count_; }
    Index    operator[](Index k) const { return first_[k < moving_ ? k : k + gap_]; }

private:
    const Index* first_;
    Index        count_, moving_, gap_;
};

/// The lists as they are on a GPU: entry k of row i is entry[32 (first[i / 32] + k) + i % 32]. There is no padding.
struct WovenLists {
    const Index* entry = nullptr;
    const Index *first = nullptr, *count = nullptr, *moving = nullptr;
};

/// The lists as kernels see them: of each row first the neighbours that move, then the others, both padded with nobody.
struct NeighbourView {
    struct List {
        const Index* begin;
        Index        count;
        Index        moving;  ///< how many of them, the first, are rows that move
    };
    const List* list = nullptr;
    WovenLists  woven{};

#ifdef __CUDA_ARCH__
    MOTE_HOT Index count(Index i) const { return woven.count[i]; }
    MOTE_HOT Index moving(Index i) const { return woven.moving[i]; }
#else
    MOTE_HOT Index count(Index i) const { return list[i].count; }
    MOTE_HOT Index moving(Index i) const { return list[i].moving; }
#endif
    /// Not on a GPU.
    NeighbourRange of(Index i) const {
        const List& l = list[i];
        return {l.begin, l.count, l.moving, padded(l.moving) - l.moving};
    }

    /// f(j) for each neighbour of i that moves, one after the other: for what is not a sum.
    template <class F>
    MOTE_HOT void each_moving(Index i, const F& f) const {
#ifdef __CUDA_ARCH__
        const std::size_t start = std::size_t(woven.first[i / 32]) * 32 + i % 32;
        for (Index k = 0; k < woven.moving[i]; ++k) f(woven.entry[start + std::size_t(k) * 32]);
#else
        for (Index k = 0; k < list[i].moving; ++k) f(list[i].begin[k]);
#endif
    }

#ifdef __CUDA_ARCH__
    template <class F>
    MOTE_HOT auto sum(Index i, const F& f) const {
        return sum_woven(i, 0, count(i), [&](Index j, std::size_t) { return f(j); });
    }
    template <class F>
    MOTE_HOT auto sum_still(Index i, const F& f) const {
        return sum_woven(i, moving(i), count(i), [&](Index j, std::size_t) { return f(j); });
    }
    template <class F>
    MOTE_HOT auto sum_moving(Index i, Index, const F& f) const {
        return sum_woven(i, 0, moving(i), f);
    }
#else
    /// Sum of f(j) over the neighbours of i. `j` indexes views; f returns a number, Vec3, Mat3 or Both of these.
    template <class F>
    MOTE_HOT auto sum(Index i, const F& f) const {
        return sum_rows(list[i].begin, list[i].begin + length(list[i]), f);
    }
    /// Sum of f(j) over the neighbours of i that stand still.
    template <class F>
    MOTE_HOT auto sum_still(Index i, const F& f) const {
        return sum_rows(list[i].begin + padded(list[i].moving), list[i].begin + length(list[i]), f);
    }
    /// Sum of f(j, k) over the neighbours of i that move. `k` is the place of the pair in a PairValues, where those of i begin at
    /// batch `first`.
    template <class F>
    MOTE_HOT auto sum_moving(Index i, Index first, const F& f) const {
        const Index* const begin = list[i].begin;
        std::size_t        k     = std::size_t(first) * list_padding;
        return sum_rows(begin, begin + padded(list[i].moving), [&](auto j) {
            const auto part = f(j, k);
            k += lane_width;
            return part;
        });
    }
#endif

    MOTE_HOT static Index batches_of(Index count) { return (count + list_padding - 1) / list_padding; }
    MOTE_HOT static Index padded(Index count) { return batches_of(count) * list_padding; }
    /// Of a list with its padding.
    MOTE_HOT static Index length(const List& l) { return padded(l.moving) + padded(l.count - l.moving); }

private:
#ifdef __CUDA_ARCH__
    /// The sum of f(j, place in all lists) over entries `from` to `to`.
    template <class F>
    MOTE_HOT auto sum_woven(Index i, Index from, Index to, const F& f) const {
        const std::size_t start = std::size_t(woven.first[i / 32]) * 32 + i % 32;
        auto              s     = Zero<decltype(f(Index(), std::size_t()))>::value();
#pragma unroll 4
        for (Index k = from; k < to; ++k) {
            const std::size_t place = start + std::size_t(k) * 32;
            s                       = s + f(woven.entry[place], place);
        }
        return s;
    }
#endif
    template <class F>
    MOTE_HOT static auto sum_rows(const Index* row, const Index* end, const F& f) {
        using T = decltype(f(Lanes{}));
        T s     = Zero<T>::value();
        if (row == end) return decltype(total(s))(Zero<decltype(total(s))>::value());
        for (; row < end; row += lane_width) {
#if MOTE_SIMD
            s = s + f(Lanes{row});
#else
            s = s + f(*row);
#endif
        }
        return total(s);
    }
};

}  // namespace mote
