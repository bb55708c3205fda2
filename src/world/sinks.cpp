// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Shapes have virtual methods, so the host asks them; a kernel finds those few who are in the box of a sink.
#include "sinks.h"

#include "rows.h"

namespace mote {
namespace {

struct MarkInBoxes {
    View<const Vec4> position_volume;
    View<const Box>  box;
    View<const Index> solid;  // Solids::place, where there are any: bodies are not taken apart
    View<Index>      mark;
    Index            rows, boxes;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows && !is_solid(i) && is_in_any(xyz(position_volume[i])) ? 1 : 0; }
    MOTE_FN bool is_solid(Index i) const { return solid.data && solid[i] != Solids::none; }
    MOTE_FN bool is_in_any(const Vec3& x) const {
        for (Index k = 0; k < boxes; ++k)
            if (box[k].contains(x)) return true;
        return false;
    }
};

/// The fate of who is inside a sink is its number; the first one takes it.
struct AskSinks {
    View<MarkedRow>          list;
    const std::vector<Sink>& sinks;
    const std::vector<Box>&  bounds;

    void operator()(Index k) const {
        const Vec3 x = xyz(list[k].position_volume);
        for (std::size_t s = 0; s < sinks.size(); ++s)
            if (bounds[s].contains(x) && sinks[s].shape->distance(x) < 0) {
                list[k].fate = Index(s);
                return;
            }
    }
};

}  // namespace

std::uint64_t Sinks::drained() const {
    std::uint64_t sum = 0;
    for (const Sink& s : list) sum += s.drained;
    return sum;
}

void drain_sinks(World& w) {
    Particles& p = w.particles;
    Sinks&     s = w.sinks;
    if (s.list.empty() || p.size() == 0) return;
    s.bounds.clear();
    for (const Sink& sink : s.list) s.bounds.push_back(sink.shape->bounds());
    w.marked.mark.resize(w.exec, p.size() + 1);
    parallel_for(w.exec, "sinks", p.size() + 1,
                 MarkInBoxes{p.position_volume.read(), s.bound_settings.on(w.exec, s.bounds), w.solids ? w.solids->place.read() : View<const Index>{}, w.marked.mark.write(), p.size(), Index(s.list.size())});
    const Index near = list_marked(w, p.size());
    if (near == 0) return;
    const auto list = w.marked.list.edit();
    host_for(w.exec, "sinks", near, AskSinks{list, s.list, s.bounds});
    bool any = false;
    for (Index k = 0; k < near; ++k)
        if (list[k].fate != MarkedRow::stays) ++s.list[list[k].fate].drained, any = true;
    if (any) take_out_listed(w, near, p.size());
}

}  // namespace mote
