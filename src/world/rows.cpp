// Copyright (c) 2026 The Mote authors. MIT licence.
#include "rows.h"

namespace mote {
namespace {

struct List {
    View<const Index> place;  // in the list; the next row's tells whether it is in it
    View<const Vec4>  position_volume;
    View<MarkedRow>   list;

    MOTE_FN void operator()(Index i) const {
        if (place[i] != place[i + 1]) list[place[i]] = {position_volume[i], i, MarkedRow::stays};
    }
};
struct ListKept {
    View<const Index> place;
    View<Index>       old_row;

    MOTE_FN void operator()(Index i) const {
        if (place[i] != place[i + 1]) old_row[place[i]] = i;
    }
};
struct MarkAll {
    View<Index> mark;
    Index       rows;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows ? 1 : 0; }
};
struct Unmark {
    View<const MarkedRow> list;
    View<Index>           mark;

    MOTE_FN void operator()(Index k) const {
        if (list[k].fate != MarkedRow::stays) mark[list[k].row] = 0;
    }
};
struct MarkWhoIsHere {
    View<const Vec4> position_volume;
    View<Index>      mark;
    Box              domain;
    Index            ours, rows;

    MOTE_FN void operator()(Index i) const {
        mark[i] = i < rows && (i >= ours || domain.contains(xyz(position_volume[i]))) ? 1 : 0;
    }
};

}  // namespace

Index list_marked(World& w, Index rows) {
    MarkedRows& m     = w.marked;
    const Index count = exclusive_scan(w.exec, m.mark.write().data, rows + 1);
    if (count == 0) return 0;
    m.list.resize(w.exec, count);
    parallel_for(w.exec, "marked rows", rows, List{m.mark.read(), w.particles.position_volume.read(), m.list.write()});
    return count;
}

Index keep_marked(World& w, Index ours) {
    MarkedRows& m    = w.marked;
    const Index rows = w.particles.rows(), kept = exclusive_scan(w.exec, m.mark.write().data, rows + 1), gone = rows - kept;
    m.old_row.resize(w.exec, kept);
    parallel_for(w.exec, "marked rows", rows, ListKept{m.mark.read(), m.old_row.write()});
    w.particles.reorder(w.exec, m.old_row.read(), kept, ours - gone);
    return gone;
}

Index take_out_listed(World& w, Index listed, Index ours) {
    const Index rows = w.particles.rows();
    w.marked.mark.resize(w.exec, rows + 1);
    parallel_for(w.exec, "marked rows", rows + 1, MarkAll{w.marked.mark.write(), rows});
    parallel_for(w.exec, "marked rows", listed, Unmark{w.marked.list.read(), w.marked.mark.write()});
    return keep_marked(w, ours);
}

Periodic World::periodic() const {
    const auto along = [](Face face, float low, float high) { return face == Face::periodic ? high - low : 0.f; };
    return {domain.low,
            {along(domain.faces.x, domain.low.x, domain.high.x), along(domain.faces.y, domain.low.y, domain.high.y),
             dimension == 3 ? along(domain.faces.z, domain.low.z, domain.high.z) : 0.f}};
}

Box World::allowed() const {
    const float depth = float(wall_layers(support / spacing)) * spacing;
    const auto  more  = [&](Face face) { return face == Face::closed ? depth : 0.f; };
    const Vec3  by{more(domain.faces.x), more(domain.faces.y), more(domain.faces.z)};
    return {domain.low - by, domain.high + by};
}

void remove_lost(World& w) {
    Particles& p = w.particles;
    const Box  domain = w.allowed();
    if (!find_lost(w.exec, p, domain)) return;
    w.marked.mark.resize(w.exec, p.rows() + 1);
    parallel_for(w.exec, "marked rows", p.rows() + 1, MarkWhoIsHere{p.position_volume.read(), w.marked.mark.write(), domain, p.size(), p.rows()});
    w.removed += keep_marked(w, p.size());
}

void sort_rows(World& w) {
    Particles& p = w.particles;
    const bool still = p.size() < p.rows() && !w.boundaries.rest;  // where a source has let go of a layer all count as ours
    if (still) {
        p.sort_ours(w.exec, w.order.find(w.exec, w.matter()).old_row);
        if (w.sources) ++w.walls;  // those behind its opening have moved
    } else {
        const Order order = w.order.find(w.exec, w.points(), p.role.read());
        p.reorder(w.exec, order.old_row, order.rows, order.ours);
        ++w.walls;
    }
    w.order.give_back(w.exec);
}

}  // namespace mote
