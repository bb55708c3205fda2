// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who is near whom: sweeping the lists. They are built once per step and swept many times; a stage sums over them with
// `neighbours.sum(i, [&](auto j) { ... })` and never sees how they are stored.
#pragma once
#include <iterator>

#include "mote/lane.h"
#include "mote/neighbour_search.h"

namespace mote {

/// So many entries of a list, next to each other. Here each is a row.
struct PlainBatch {
    Index entry[list_padding];

    Index row(Index k, Index) const { return entry[k]; }
    template <class F, class T>
    MOTE_HOT void add(Index, const F& f, T& s) const {
        for (Index k = 0; k < list_padding; k += lane_width) s = s + f(lanes(entry + k));
    }
    MOTE_HOT static Lanes lanes(const Index* row) {
#if MOTE_SIMD
        return {row};
#else
        return *row;
#endif
    }
};

/// The same in 20 bytes: each is how far its row is beyond the first. Neighbours in space are neighbours in memory, so 16 bits are nearly always
/// enough; where they are not, the rows stand elsewhere.
struct PackedBatch {
    static constexpr std::uint16_t none = 0xffff;  ///< nobody; where all are: the rows are as many numbers after this batch as `base` says

    Index         base;
    std::uint16_t beyond[list_padding];

    MOTE_HOT bool is_far() const { return beyond[0] == none; }
    MOTE_HOT const Index* far() const { return &base + base; }
    Index row(Index k, Index nobody) const { return is_far() ? far()[k] : beyond[k] == none ? nobody : base + beyond[k]; }
    /// s += f(rows), a batch at a time. Whole batches, which most are, need no unpacking.
    template <class F, class T>
    MOTE_HOT void add(Index nobody, const F& f, T& s) const {
#if MOTE_SIMD
        if (beyond[list_padding - 1] != none) {
            for (Index k = 0; k < list_padding; k += lane_width) s = s + f(NearLanes{base, beyond + k});
            return;
        }
#endif
        alignas(32) Index room[list_padding];
        const Index*      rows = room;
        if (__builtin_expect(is_far(), 0))
            rows = far();
        else
            unpack(nobody, room);
        for (Index k = 0; k < list_padding; k += lane_width) s = s + f(PlainBatch::lanes(rows + k));
    }

private:
    MOTE_HOT void unpack(Index nobody, Index* room) const {
#if MOTE_SIMD && defined(__AVX2__)
        const __m256i on   = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(beyond)));
        const __m256i here = _mm256_add_epi32(on, _mm256_set1_epi32(int(base))), pad = _mm256_cmpeq_epi32(on, _mm256_set1_epi32(none));
        _mm256_store_si256(reinterpret_cast<__m256i*>(room), _mm256_blendv_epi8(here, _mm256_set1_epi32(int(nobody)), pad));
#else
        for (Index k = 0; k < list_padding; ++k) room[k] = beyond[k] == none ? nobody : base + beyond[k];
#endif
    }
};
static_assert(sizeof(PackedBatch) == 20 && list_padding == 8);

/// The neighbours of one row without the padding, ascending.
template <class Batch>
class NeighbourRange {
public:
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type        = Index;
        using difference_type   = std::ptrdiff_t;
        using pointer           = const Index*;
        using reference         = Index;

        Iterator() = default;
        Iterator(const NeighbourRange& range, Index k) : range_(&range), k_(k) {}
        Index     operator*() const { return (*range_)[k_]; }
        Iterator& operator++() {
            ++k_;
            return *this;
        }
        Iterator operator++(int) {
            const Iterator was = *this;
            ++k_;
            return was;
        }
        bool operator==(const Iterator& b) const { return k_ == b.k_; }

    private:
        const NeighbourRange* range_ = nullptr;
        Index                 k_     = 0;
    };

    NeighbourRange(const Batch* first, Index count, Index moving, Index gap, Index nobody) : first_(first), count_(count), moving_(moving), gap_(gap), nobody_(nobody) {}
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, count_}; }
    Index    size() const { return count_; }
    Index    operator[](Index k) const { return padded(k < moving_ ? k : k + gap_); }
    /// With the padding.
    Index padded(Index k) const { return first_[k / list_padding].row(k % list_padding, nobody_); }

private:
    const Batch* first_;
    Index        count_, moving_, gap_, nobody_;
};

/// The lists as they are on a GPU: entry k of row i is entry[32 (first[i / 32] + k) + i % 32]. There is no padding.
struct WovenLists {
    const Index* entry = nullptr;
    const Index *first = nullptr, *count = nullptr, *moving = nullptr;
};

/// The lists as kernels see them: of each row first the neighbours that move, then the others, both padded with nobody.
template <class Batch>
struct ListView {
    struct List {
        const Batch* begin;
        Index        count;
        Index        moving;  ///< how many of them, the first, are rows that move
    };
    const List* list   = nullptr;
    Index       nobody = 0;
    WovenLists  woven{};

#ifdef __CUDA_ARCH__
    MOTE_HOT Index count(Index i) const { return woven.count[i]; }
    MOTE_HOT Index moving(Index i) const { return woven.moving[i]; }
#else
    MOTE_HOT Index count(Index i) const { return list[i].count; }
    MOTE_HOT Index moving(Index i) const { return list[i].moving; }
#endif
    /// Not on a GPU.
    NeighbourRange<Batch> of(Index i) const {
        const List& l = list[i];
        return {l.begin, l.count, l.moving, padded(l.moving) - l.moving, nobody};
    }

    /// Neighbour k of i, of those that move.
    MOTE_HOT Index moving_row(Index i, Index k) const {
#ifdef __CUDA_ARCH__
        return woven.entry[(std::size_t(woven.first[i / 32]) + k) * 32 + i % 32];
#else
        return list[i].begin[k / list_padding].row(k % list_padding, nobody);
#endif
    }
    /// f(j) for each of them, one after the other: for what is not a sum.
    template <class F>
    MOTE_HOT void each_moving(Index i, const F& f) const {
        for (Index k = 0; k < moving(i); ++k) f(moving_row(i, k));
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
        return sum_batches(list[i].begin, list[i].begin + batches(list[i]), f);
    }
    /// Sum of f(j) over the neighbours of i that stand still.
    template <class F>
    MOTE_HOT auto sum_still(Index i, const F& f) const {
        return sum_batches(list[i].begin + batches_of(list[i].moving), list[i].begin + batches(list[i]), f);
    }
    /// Sum of f(j, k) over the neighbours of i that move. `k` is the place of the pair in a PairValues, where those of i begin at
    /// batch `first`.
    template <class F>
    MOTE_HOT auto sum_moving(Index i, Index first, const F& f) const {
        const Batch* const begin = list[i].begin;
        std::size_t        k     = std::size_t(first) * list_padding;
        return sum_batches(begin, begin + batches_of(list[i].moving), [&](auto j) {
            const auto part = f(j, k);
            k += lane_width;
            return part;
        });
    }
#endif

    MOTE_HOT static Index batches_of(Index count) { return (count + list_padding - 1) / list_padding; }
    MOTE_HOT static Index padded(Index count) { return batches_of(count) * list_padding; }
    /// Of both parts of a list.
    MOTE_HOT static Index batches(const List& l) { return batches_of(l.moving) + batches_of(l.count - l.moving); }

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
    MOTE_HOT auto sum_batches(const Batch* batch, const Batch* end, const F& f) const {
        using T = decltype(f(Lanes{}));
        T s     = Zero<T>::value();
        if (batch == end) return decltype(total(s))(Zero<decltype(total(s))>::value());
        for (; batch < end; ++batch) batch->add(nobody, f, s);
        return total(s);
    }
};

}  // namespace mote
