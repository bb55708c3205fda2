// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/pair_values.h"

namespace mote {
namespace {

struct Batches {
    NeighbourView neighbours;
    View<Index>   count;

    MOTE_FN void operator()(Index i) const { count[i] = NeighbourView::batches_of(neighbours.moving(i)); }
};

}  // namespace

void PairValues::resize(const Exec& exec, const Neighbours& neighbours, Index rows, float largest) {
    step_ = largest / 65535;
    first_.resize(exec, rows);
    if (exec.on_gpu()) return values_.resize(exec, neighbours.woven_entries());
    parallel_for(exec, "pair batches", rows, Batches{neighbours.view(), first_.write()});
    values_.resize(exec, std::size_t(exclusive_scan(exec, first_.write().data, rows)) * list_padding);
}

}  // namespace mote
