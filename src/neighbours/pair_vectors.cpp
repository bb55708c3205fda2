// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/pair_vectors.h"

namespace mote {
namespace {

struct Batches {
    NeighbourView neighbours;
    View<Index>   count;

    MOTE_FN void operator()(Index i) const { count[i] = NeighbourView::batches_of(neighbours.list[i].moving); }
};

}  // namespace

void PairVectors::resize(const Exec& exec, const NeighbourView& neighbours, Index rows, float largest) {
    first_.resize(rows);
    parallel_for(exec, "pair batches", rows, Batches{neighbours, first_.write()});
    constexpr std::size_t beyond = 2;  // numbers that load_short_rows reads too many
    values_.resize(std::size_t(exclusive_scan(exec, first_.write().data, rows)) * 3 * list_padding + beyond);
    step_ = largest / 32767;
}

}  // namespace mote
