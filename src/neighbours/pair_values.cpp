// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/pair_values.h"

namespace mote {
namespace {

struct Batches {
    NeighbourView neighbours;
    View<Index>   count;

    MOTE_FN void operator()(Index i) const { count[i] = NeighbourView::batches_of(neighbours.list[i].moving); }
};

}  // namespace

void PairValues::resize(const Exec& exec, const NeighbourView& neighbours, Index rows, float largest) {
    first_.resize(rows);
    parallel_for(exec, "pair batches", rows, Batches{neighbours, first_.write()});
    values_.resize(std::size_t(exclusive_scan(exec, first_.write().data, rows)) * list_padding);
    step_ = largest / 65535;
}

}  // namespace mote
