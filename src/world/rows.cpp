// Copyright (c) 2026 The Mote authors. MIT licence.
#include "rows.h"

namespace mote {

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
    std::vector<Index> kept;
    kept.reserve(p.rows());
    const auto x    = p.position_volume.host();
    Index      ours = 0;
    for (Index i = 0; i < p.rows(); ++i)
        if (i >= p.size() || domain.contains(xyz(x[i]))) kept.push_back(i), ours += i < p.size();
    w.removed += p.rows() - kept.size();
    p.reorder(w.exec, kept, ours);
}

void sort_rows(World& w) {
    Particles& p = w.particles;
    const bool still = p.size() < p.rows() && !w.sources && !w.boundaries.rest;  // the walls of a source move, and become matter
    if (still) return p.sort_ours(w.exec, w.order.find(w.exec, w.matter()).old_row);
    const Order order = w.order.find(w.exec, w.points(), p.role.read());
    p.reorder(w.exec, order.old_row, order.rows, order.ours);
    ++w.walls;
}

}  // namespace mote
