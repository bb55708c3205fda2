// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A particle of a virtual material and one of an elastic body are held apart by a spring from where their faces meet, half of what separates particles in either. It is as stiff as bonds of the
// softer of the two, or twice as stiff where the other is far stiffer: then it is stable in the short steps of both, and gives way no more than they do. What friction lacks of a moment each passes on
// to those of its own body that are near the other too (solids/couple.h): with s of both, the impulse on i of one at r from it is (s_i + s_j) x -r.
#include "mote/mixed_contact.h"

#include "bonds.h"
#include "held_apart.h"
#include "mote/neighbours.h"
#include "solids/couple.h"

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

/// Who is near, where they are and how they move in a short step.
struct Near {
    NeighbourView      neighbours;
    Kinds              kinds;
    View<const Index>  row, place;  // of those that are near: their particle, and back
    View<const BodyId> body;
    View<const Vec4>   crystal_site, crystal_motion, elastic_site, elastic_motion;
    Vec3               origin;  // of elastic sites
    Index              rows;

    MOTE_HOT Vec3 place_of(Index i) const { return kinds.is_crystal(i) ? xyz(crystal_site[i]) - origin : xyz(elastic_site[kinds.elastic[i]]); }
    MOTE_HOT Vec3 velocity_of(Index i) const { return xyz(kinds.is_crystal(i) ? crystal_motion[i] : elastic_motion[kinds.elastic[i]]); }
    /// f(j, r) of those of its own body that are near too.
    template <class F>
    MOTE_HOT void each_own(Index i, const F& f) const {
        neighbours.each_moving(i, [&](Index j) {
            if (j < rows && place[j] != place[j + 1] && body[j] == body[i] && kinds.is_crystal(i) == kinds.is_crystal(j)) f(place[j], place_of(j) - place_of(i));
        });
    }
    MOTE_HOT Mat3d spread(Index i) const {
        Mat3d sum{};
        each_own(i, [&](Index, const Vec3& r) { sum = sum + outer(wide(r), wide(r)); });
        return sum;
    }
};
/// Whether they are many enough, and not in a line.
struct CanPassOn {
    Near       near;
    View<Vec4> passes;
    bool       flat;

    MOTE_FN void operator()(Index n) const {
        const Mat3d  m   = near.spread(near.row[n]);
        const double all = trace(m);
        passes[n]        = {all > 0 && (flat || determinant(diagonal<double>(all) - m) > 0.01 * all * all * all) ? 1.f : 0.f, 0, 0, 0};
    }
};
struct Press {
    Near                   near;
    View<const float>      mass, hold;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec4>       passes;
    View<Vec4>             give, spin;            // spin: s
    float                  gap, thickness, kick;  // thickness: [m], in a plane 1

    /// For waves of pressure; what has just frozen is soft.
    MOTE_HOT float modulus_of(Index i) const {
        const Material& m = materials[material[i]];
        return near.kinds.is_crystal(i) ? hold[i] * (m.lattice.lame + 2 * m.lattice.shear) : m.elastic.lame + 2 * m.elastic.shear + m.elastic.volume;
    }
    MOTE_FN void operator()(Index n) const {
        const Index i = near.row[n];
        const Vec3  x = near.place_of(i), v = near.velocity_of(i);
        const float own = modulus_of(i);
        Vec3        f{}, moment{};
        near.neighbours.each_moving(i, [&](Index j) {
            if (!near.kinds.differ(i, j)) return;
            const Vec3  r     = near.place_of(j) - x;
            const float apart = length(r);
            if (!(apart < gap)) return;
            const float other    = modulus_of(j), stiff = 2 * thickness * own * other / max(own + other, 1e-30f);  // both may have become something else in this step
            const float friction = 0.5f * passes[n].x * passes[near.place[j]].x * (materials[material[i]].friction + materials[material[j]].friction);
            const Vec3  along    = apart > 0 ? r / apart : Vec3{0, i < j ? 1.f : -1.f, 0};
            const auto  held     = held_apart(along, near.velocity_of(j) - v, {stiff, gap - apart, friction, mass[i] * mass[j] / (mass[i] + mass[j]), kick});
            f += held.push + held.rub, moment += (0.5f * kick) * cross(r, held.rub);
        });
        give[n] = with_w((kick / mass[i]) * f, 0);
        spin[n] = with_w(dot(moment, moment) > 0 ? solid::spin_of(near.spread(i), moment) : Vec3{}, 0);
    }
};
struct Give {
    Near              near;
    View<const float> mass;
    View<const Vec4>  give, spin;
    View<Vec4>        crystal_motion, elastic_motion;

    MOTE_FN void operator()(Index n) const {
        const Index i = near.row[n];
        const Vec3  s = xyz(spin[n]);
        Vec3        passed{};
        near.each_own(i, [&](Index m, const Vec3& r) { passed += cross(r, s + xyz(spin[m])); });
        Vec4& v = near.kinds.is_crystal(i) ? crystal_motion[i] : elastic_motion[near.kinds.elastic[i]];
        v       = with_w(xyz(v) + xyz(give[n]) + (1 / mass[i]) * passed, v.w);
    }
};

}  // namespace

Index MixedContact::find(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Solids& solids, const Lattice& lattice) {
    count_ = 0;
    if (solids.elastic_rows() == 0 || lattice.count() == 0) return 0;
    mark_.resize(exec, p.size() + 1);
    parallel_for(exec, "mixed contact", p.size() + 1, MarkNear{neighbours.view(), {lattice.places(), solids.place.read(), solids.elastic_rows()}, mark_.write(), p.size()});
    count_ = exclusive_scan(exec, mark_.write().data, p.size() + 1);
    row_.resize(exec, count_ + 1), give_.resize(exec, 3 * count_ + 1);
    parallel_for(exec, "mixed contact", p.size(), ListNear{mark_.read(), row_.write()});
    return count_;
}

void MixedContact::press(const Exec& exec, const Particles& p, const Neighbours& neighbours, View<const Material> materials, Solids& solids, Lattice& lattice, const LatticeSettings& settings, float kick) {
    if (count_ == 0) return;
    const auto crystal_motion = lattice.short_velocities(), elastic_motion = solids.short_velocities(), give = give_.write();
    const View<Vec4> spin{give.data + count_}, passes{give.data + 2 * count_};
    const Near near{neighbours.view(), {lattice.places(), solids.place.read(), solids.elastic_rows()}, row_.read(), mark_.read(), p.body.read(), lattice.short_places(), {crystal_motion.data}, solids.short_places(),
                    {elastic_motion.data}, solids.origin(), p.size()};
    parallel_for(exec, "mixed contact", count_, CanPassOn{near, passes, settings.flat()});
    parallel_for(exec, "mixed contact", count_,
                 Press{near, p.mass.read(), lattice.hold.read(), p.material.read(), materials, {passes.data}, give, spin, 0.5f * (settings.spacing + settings.distance()),
                       settings.flat() ? 1.f : settings.distance(), kick});
    parallel_for(exec, "mixed contact", count_, Give{near, p.mass.read(), {give.data}, {spin.data}, crystal_motion, elastic_motion});
}

}  // namespace mote
