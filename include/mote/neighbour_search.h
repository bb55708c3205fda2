// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who is near whom: building the lists. Sweeping them is in neighbours.h, which only kernels need.
#pragma once
#include <memory>

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
    std::uint64_t     others = 0;       ///< rows ours .. rows are as they were when this number was last given; 0: look anew
    Index             moving = 0;       ///< rows 0 .. moving are what List::moving counts; 0: ours
    Index             hidden = 0;       ///< the last rows, which nobody finds:
    View<const Index> own{};            ///< of them, own[i] .. own[i + 1] end the list of i; none where null

    Index own_rows(Index i) const { return hidden > 0 && own.data ? own[i + 1] - own[i] : 0; }
};

struct PackedBatch;  // neighbours.h
template <class Batch>
struct ListView;
using NeighbourView = ListView<PackedBatch>;

/// The neighbour lists of a set of points. Points may come in any order; in the order of a CellOrder everything
/// is faster.
class Neighbours {
public:
    explicit Neighbours(Reach reach = Reach::largest, Search search = Search::automatic);
    ~Neighbours();
    Neighbours(Neighbours&&) noexcept;
    Neighbours& operator=(Neighbours&&) noexcept;

    /// Throws UnsoundError naming the first point whose position or radius is not a finite number.
    void build(const Exec& exec, const Points& points);

    /// The lists of `all` for rows with keep[i] above 0, and empty ones for others. They last until those are built anew.
    void take_some(const Exec& exec, const Neighbours& all, View<const Index> keep, Index rows);

    NeighbourView view() const;         ///< for kernels
    NeighbourView host() const;         ///< for the host; where they are on a GPU they are copied first
    std::uint64_t pairs() const;        ///< entries of all lists, padding left out
    std::size_t   woven_entries() const;  ///< on a GPU, those that belong to no row included
    std::size_t   memory_bytes() const;

private:
    struct Lists;
    std::unique_ptr<Lists> lists_;
};

/// The order that puts points of one cell of width `points.radius` next to each other, cells along x, then y, then z;
/// rows whose `zone` is not 0 come after all others (it may be left out). Ties keep their order.
struct Order {
    View<const Index> old_row;
    Index             rows = 0;
    Index             ours = 0;   ///< rows of zone 0

    std::vector<Index> on_host(const Exec& exec) const;
};
class CellOrder {
public:
    CellOrder();
    ~CellOrder();
    Order find(const Exec& exec, const Points& points, View<const std::uint8_t> zone = {});
    /// The order that was found is not needed any more.
    void give_back(const Exec& exec);

private:
    struct Room;
    std::unique_ptr<Room> room_;
};

}  // namespace mote
