// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A particle of a virtual material and one of an elastic body are held apart by a spring from where their faces meet, half of what separates particles in either. It is as stiff as bonds of the
// softer of the two, or twice as stiff where the other is far stiffer: then it is stable in the short steps of both, and gives way no more than they do.
#include "mote/mixed_contact.h"

#include "bonds.h"
#include "held_apart.h"
#include "mote/neighbours.h"

namespace mote {

using namespace crystal;

namespace {

/// What particles are.
struct Kinds {
    View<const Index> crystal, elastic;  // places, as of Lattice and Solids
    Index             elastic_rows;

    MOTE_HOT bool is_crystal(Index i) const { return crystal[i] != nobody; }
    MOTE_HOT bool is_elastic(Index i) const { return elastic[i] < elastic_rows; }
    MOTE_HOT bool differ(Index i, Index j) const { return is_crystal(i) ? is_elastic(j) : is_crystal(j); }
};
struct MarkNear {
    NeighbourView neighbours;
    Kinds         kinds;
    View<Index>   mark;
    Index         rows;

    MOTE_FN void operator()(Index i) const {
        mark[i] = 0;
        if (i == rows || !(kinds.is_crystal(i) || kinds.is_elastic(i))) return;
        neighbours.each_moving(i, [&](Index j) {
            if (kinds.differ(i, j)) mark[i] = 1;
        });
    }
};
struct ListNear {
    View<const Index> place;
    View<Index>       row;

    MOTE_FN void operator()(Index i) const {
        if (place[i] != place[i + 1]) row[place[i]] = i;
    }
};

struct Press {
    NeighbourView          neighbours;
    Kinds                  kinds;
    View<const Index>      row;
    View<const Vec4>       crystal_site, crystal_motion, elastic_site, elastic_motion;
    View<const float>      mass, hold;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Vec4>             give;
    Vec3                   origin;                // of elastic sites
    float                  gap, thickness, kick;  // thickness: [m], in a plane 1

    MOTE_HOT Vec3  place_of(Index i) const { return kinds.is_crystal(i) ? xyz(crystal_site[i]) - origin : xyz(elastic_site[kinds.elastic[i]]); }
    MOTE_HOT Vec3  velocity_of(Index i) const { return xyz(kinds.is_crystal(i) ? crystal_motion[i] : elastic_motion[kinds.elastic[i]]); }
    /// For waves of pressure; what has just frozen is soft.
    MOTE_HOT float modulus_of(Index i) const {
        const Material& m = materials[material[i]];
        return kinds.is_crystal(i) ? hold[i] * (m.lattice.lame + 2 * m.lattice.shear) : m.elastic.lame + 2 * m.elastic.shear + m.elastic.volume;
    }
    MOTE_FN void operator()(Index n) const {
        const Index i = row[n];
        const Vec3  x = place_of(i), v = velocity_of(i);
        const float own = modulus_of(i);
        Vec3        f{};
        neighbours.each_moving(i, [&](Index j) {
            if (!kinds.differ(i, j)) return;
            const Vec3  r     = place_of(j) - x;
            const float apart = length(r);
            if (!(apart < gap)) return;
            const float other    = modulus_of(j), stiff = 2 * thickness * own * other / (own + other);
            const float friction = 0.5f * (materials[material[i]].friction + materials[material[j]].friction);
            const Vec3  along    = apart > 0 ? r / apart : Vec3{0, i < j ? 1.f : -1.f, 0};
            const auto  held     = held_apart(along, velocity_of(j) - v, {stiff, gap - apart, friction, mass[i] * mass[j] / (mass[i] + mass[j]), kick});
            f += held.push + held.rub;
        });
        give[n] = with_w((kick / mass[i]) * f, 0);
    }
};
struct Give {
    Kinds             kinds;
    View<const Index> row;
    View<const Vec4>  give;
    View<Vec4>        crystal_motion, elastic_motion;

    MOTE_FN void operator()(Index n) const {
        const Index i = row[n];
        Vec4&       v = kinds.is_crystal(i) ? crystal_motion[i] : elastic_motion[kinds.elastic[i]];
        v             = with_w(xyz(v) + xyz(give[n]), v.w);
    }
};

}  // namespace

Index MixedContact::find(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Solids& solids, const Lattice& lattice) {
    count_ = 0;
    if (solids.elastic_rows() == 0 || lattice.count() == 0) return 0;
    mark_.resize(exec, p.size() + 1);
    parallel_for(exec, "mixed contact", p.size() + 1, MarkNear{neighbours.view(), {lattice.places(), solids.place.read(), solids.elastic_rows()}, mark_.write(), p.size()});
    count_ = exclusive_scan(exec, mark_.write().data, p.size() + 1);
    row_.resize(exec, count_ + 1), give_.resize(exec, count_ + 1);
    parallel_for(exec, "mixed contact", p.size(), ListNear{mark_.read(), row_.write()});
    return count_;
}

void MixedContact::press(const Exec& exec, const Particles& p, const Neighbours& neighbours, View<const Material> materials, Solids& solids, Lattice& lattice, const LatticeSettings& settings, float kick) {
    if (count_ == 0) return;
    const Kinds kinds{lattice.places(), solids.place.read(), solids.elastic_rows()};
    const auto  crystal_motion = lattice.short_velocities(), elastic_motion = solids.short_velocities();
    parallel_for(exec, "mixed contact", count_,
                 Press{neighbours.view(), kinds, row_.read(), lattice.short_places(), {crystal_motion.data}, solids.short_places(), {elastic_motion.data}, p.mass.read(), lattice.hold.read(), p.material.read(), materials,
                       give_.write(), solids.origin(), 0.5f * (settings.spacing + settings.distance()), settings.flat() ? 1.f : settings.distance(), kick});
    parallel_for(exec, "mixed contact", count_, Give{kinds, row_.read(), give_.read(), crystal_motion, elastic_motion});
}

}  // namespace mote
