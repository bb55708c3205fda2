// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who is near whom. Lists are built once per step and swept many times; a stage sums over them with
// `neighbours.sum(i, [&](auto j) { ... })` and never sees how they are stored.
#pragma once
#include <memory>
#include <span>

#include "mote/lane.h"
#include "mote/table.h"

namespace mote {

/// When two points of different support radii are neighbours. Both are symmetric: j is in the list of i exactly
/// when i is in the list of j.
enum class Reach {
    largest,  ///< r < max(h_i, h_j)
    mean,     ///< r < (h_i + h_j) / 2
};

/// How neighbours are searched. The grid is fastest for radii of one size; the tree (nanoflann) pays where the
/// largest radius is several times the smallest.
enum class Search { automatic, grid, tree };

/// Points whose neighbours are wanted.
struct Points {
    View<const Vec4>  position;         ///< w is not looked at; points coincide or lie anywhere, but must be finite
    Index             ours = 0;         ///< lists are built for rows 0 .. ours,
    Index             rows = 0;         ///< and hold rows 0 .. rows
    float             radius = 0;       ///< support radius [m], or the largest where `support` is given
    View<const float> support{};        ///< support radius of each point [m]; left out: all have `radius`
    View<const Index> id{};             ///< names points in error messages; left out: their rows
};

/// The lists as kernels see them.
struct NeighbourView {
    struct List {
        const Index* begin;
        Index        count;
    };
    const List* list = nullptr;

    MOTE_HOT Index count(Index i) const { return list[i].count; }
    /// The neighbours of i without the padding, ascending.
    std::span<const Index> of(Index i) const { return {list[i].begin, list[i].count}; }

    /// Sum of f(j) over the neighbours of i. `j` indexes views; f returns a number, Vec3, Mat3 or Both of these.
    template <class F>
    MOTE_HOT auto sum(Index i, const F& f) const {
        using T            = decltype(f(Lanes{}));
        T          s       = Zero<T>::value();
        const List of_i    = list[i];
        const auto end     = of_i.begin + of_i.count;
        for (const Index* row = of_i.begin; row < end; row += lane_width) {
#if MOTE_SIMD
            s = s + f(Lanes{row});
#else
            s = s + f(*row);
#endif
        }
        return total(s);
    }
};

/// The neighbour lists of a set of points. Points may come in any order; in the order of `cell_order` everything
/// is faster.
class Neighbours {
public:
    explicit Neighbours(Reach reach = Reach::largest, Search search = Search::automatic);
    ~Neighbours();
    Neighbours(Neighbours&&) noexcept;
    Neighbours& operator=(Neighbours&&) noexcept;

    /// Throws UnsoundError naming the first point whose position or radius is not a finite number.
    void build(const Exec& exec, const Points& points);

    NeighbourView view() const;
    std::uint64_t pairs() const;        ///< entries of all lists, padding left out
    std::size_t   memory_bytes() const;

private:
    struct Lists;
    std::unique_ptr<Lists> lists_;
};

/// The order that puts points of one cell of width `points.radius` next to each other, cells along x, then y, then z;
/// rows with a higher `zone` (may be null) come after all rows with a lower one. Ties keep their order.
struct Order {
    std::vector<Index> old_row;
    Index              ours = 0;   ///< rows of zone 0
};
class CellOrder {
public:
    CellOrder();
    ~CellOrder();
    const Order& find(const Exec& exec, const Points& points, View<const std::uint8_t> zone = {});

private:
    struct Room;
    std::unique_ptr<Room> room_;
};

}  // namespace mote
