// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mixing.h"

#include "mote/random.h"
#include "rows.h"

namespace mote {
namespace {

constexpr float most = 1.6f;  // spacings cubed that a particle of a liquid fills before it becomes two

struct MarkMatter {
    View<const float> mass;
    View<Index>       mark;
    Index             ours, rows;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows && (i >= ours || mass[i] > 0) ? 1 : 0; }
};
struct IsEmpty {
    View<const float> mass;

    MOTE_FN Index operator()(Index i) const { return mass[i] > 0 ? 0 : 1; }
};

/// Solids are not split: their crystal has one particle in a site.
struct MarkSwollen {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      mass, dry;
    View<Index>            mark;
    Index                  ours;
    float                  largest;

    MOTE_FN void operator()(Index i) const {
        mark[i] = 0;
        if (i >= ours) return;
        const Material& m = materials[material[i]];
        if (m.uptake.takes() && !m.is_lattice() && mixture_volume(m, materials[m.uptake.liquid], dry[i], mass[i] - dry[i]) > largest) mark[i] = 1;
    }
};
struct MakeRoom {
    View<const Index> before;  // how many of those above are split
    View<Index>       old_row, child;

    MOTE_FN void operator()(Index i) const {
        const Index to = i + before[i];
        old_row[to]    = i;
        if (before[i] != before[i + 1]) old_row[to + 1] = i, child[before[i]] = to;
    }
};
/// Two of half the mass, half a spacing apart about where it was.
struct Halve {
    View<const Index> child;
    View<ParticleId>  id;
    View<float>       mass, dry, rest;
    View<Vec4>        position_volume;
    ParticleId        next_id;
    std::uint64_t     seed;
    std::uint32_t     step;
    float             spacing;
    bool              flat;

    MOTE_FN void operator()(Index k) const {
        const Index a = child[k];
        Vec3        way = random_point(seed, id[a], step, Purpose::split) - Vec3{0.5f, 0.5f, 0.5f};
        if (flat) way.z = 0;
        way = (0.25f * spacing / max(length(way), 1e-6f)) * way;
        for (Index n = 0; n < 2; ++n) {
            const Vec4 x = position_volume[a + n];
            mass[a + n] *= 0.5f, dry[a + n] *= 0.5f, rest[a + n] *= 0.5f;
            position_volume[a + n] = with_w(n == 0 ? xyz(x) + way : xyz(x) - way, 0.5f * x.w);
        }
        id[a + 1] = next_id + k;
    }
};

void take_out_empty(World& w) {
    Particles& p = w.particles;
    if (reduce(w.exec, "marked rows", p.size(), Index(0), IsEmpty{p.mass.read()}, Plus{}) == 0) return;
    w.marked.mark.resize(w.exec, p.rows() + 1);
    parallel_for(w.exec, "marked rows", p.rows() + 1, MarkMatter{p.mass.read(), w.marked.mark.write(), p.size(), p.rows()});
    keep_marked(w, p.size());
}

void split_swollen(World& w) {
    Particles&  p    = w.particles;
    Mixture&    mix  = *w.mixture;
    const Index rows = p.rows(), ours = p.size();
    const float cell = w.dimension == 3 ? w.spacing * w.spacing * w.spacing : w.spacing * w.spacing;
    w.marked.mark.resize(w.exec, rows + 1);
    parallel_for(w.exec, "marked rows", rows + 1, MarkSwollen{w.material_view(), p.material.read(), p.mass.read(), mix.dry.read(), w.marked.mark.write(), ours, most * cell});
    const Index more = exclusive_scan(w.exec, w.marked.mark.write().data, rows + 1);
    if (more == 0) return;
    w.marked.old_row.resize(w.exec, rows + more), mix.child.resize(w.exec, more);
    parallel_for(w.exec, "marked rows", rows, MakeRoom{w.marked.mark.read(), w.marked.old_row.write(), mix.child.write()});
    p.reorder(w.exec, w.marked.old_row.read(), rows + more, ours + more);
    parallel_for(w.exec, "marked rows", more,
                 Halve{mix.child.read(), p.id.write(), p.mass.write(), mix.dry.write(), mix.rest.write(), p.position_volume.write(), p.next_id, w.seed, std::uint32_t(w.step_number), w.spacing, w.dimension == 2});
    p.next_id += more;
}

}  // namespace

void count_anew(World& w) {
    if (!w.mixture) return;
    take_out_empty(w);
    split_swollen(w);
}

void mix_liquids(World& w, float dt) {
    if (w.mixture) exchange_liquids(w.exec, w.particles, w.neighbours, w.kernel(), w.material_view(), *w.mixture, w.heat.get(), {dt, w.spacing, w.dimension, w.facing ? w.facing->read() : View<const float>{}});
}

}  // namespace mote
