// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who was near whom when a solid took its shape. Solids compute with the neighbours they had at rest ("Lagrangian
// kernels": shape functions are made once and used until the rest shape changes). Rows move from step to step, so
// the lists are kept by particle id and translated once per step.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "mote/neighbours.h"

namespace mote {

/// Rest-shape lists of particles. They survive any reordering, removal and insertion of rows.
///
/// The order in a list is the order at capture, not that of rows, and stays until the id is captured again: numbers
/// that belong to the k-th rest neighbour may be stored at place k. A neighbour that is gone leaves its place to the
/// nobody row (row `rows`, which has no mass), so places and counts do not change when a particle dies.
/// Lists need not be symmetric: j may have been captured when i was not there yet.
class RestNeighbours {
public:
    /// Whether row j belongs to the rest shape of row i: matter of the same body does, a wall does not.
    using Keep = std::function<bool(Index i, Index j)>;

    /// The rest shape of the rows 0 .. rows becomes who is near them now. `id_of_row` has an id for every row that the
    /// lists name; ids are unique and less than a few times the number of particles ever made. Without `keep` all
    /// neighbours are kept. Lists of other ids stay as they are. Takes effect with the next update.
    void capture(const Exec& exec, std::span<const Index> id_of_row, const NeighbourView& now, Index rows,
                 const Keep& keep = {});

    /// The same for the given rows only: those that freeze in this step, or whose rest shape is absorbed.
    void capture(const Exec& exec, std::span<const Index> id_of_row, const NeighbourView& now,
                 std::span<const Index> which, const Keep& keep = {});

    /// These ids have no rest shape any more: they melted, or left for good. As neighbours of others they stay. Unknown
    /// ids are skipped. Takes effect with the next update.
    void forget(std::span<const Index> ids);

    /// Translates ids to the rows of this step: `rows` of them, ours and others'. Cost is linear in rows, pairs and the
    /// largest id; allocates only after a capture or when there are more rows than ever.
    void update(const Exec& exec, View<const Index> id, Index rows);

    /// Lists of the rows of the last update, padded with the nobody row as those of Neighbours are. A row without a
    /// rest shape has an empty list.
    ListView<PlainBatch> view() const { return {lists_.data()}; }

    /// The ids of the rest neighbours of an id, in the order of its list.
    std::span<const Index> ids_of(Index id) const;

    /// All lists, one after the other by ascending id: what a checkpoint stores.
    struct Record {
        std::vector<Index> id, count;  ///< whose list, and how long it is
        std::vector<Index> neighbour;  ///< ids of all lists
    };
    Record record() const;
    /// Throws FileError where the record contradicts itself.
    void restore(const Record& record);

    std::size_t memory_bytes() const;

private:
    struct Place {
        Index first = 0, count = 0;  // `first` counts in units of list_padding
    };
    void make_places(Index largest_id);
    void compact();

    std::vector<Place>               place_of_id_;
    std::vector<Index>               neighbour_id_;   // all lists, each padded
    std::vector<Index>               neighbour_row_;  // the same places, translated
    std::vector<Index>               row_of_id_;
    std::vector<ListView<PlainBatch>::List> lists_;
    std::size_t                      unused_ = 0;  // entries that belong to replaced or forgotten lists
};

}  // namespace mote
