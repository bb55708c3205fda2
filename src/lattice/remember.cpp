// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Cracks that stay open [Wicke et al. 2006, section 4.2, with rates in place of steps], and what tears [Rankine]: where the largest tension is above the strength, and nowhere
// around more so, the bonds on one side across that direction break for good. One side, so that a crack is a cut and not a row of dust.
#include <type_traits>

#include "flow.h"
#include "laws/pair/bond_strength.h"
#include "mote/random.h"
#include "mote/svd.h"

namespace mote {

using namespace crystal;

namespace {

/// Hooke's stress of the map, A = R S: in the crystal's own axes.
MOTE_HOT Mat3 stress_of(const LatticeLaw& law, const Mat3& map, const Mat3& turn, bool flat) {
    Mat3 strain = symmetric(transpose(turn) * map) - identity();
    if (flat) strain.row[2].z = 0;
    return 2 * law.shear * strain + diagonal(law.lame * trace(strain));
}

/// Whether a cut across that direction, on its side, goes through the bond along r.
MOTE_HOT bool is_cut(const Vec3& r, const Vec3& direction) {
    const float along = dot(r, direction);
    return along > 0 && along * along > 0.25f * dot(r, r);
}

/// `flows`: something does, and its tension is that of its elastic part.
template <bool flows>
struct FindTension {
    Bonds                  bonds;
    View<const Vec4>       position;
    View<const Mat3>       map;
    MatrixRows             turn;
    View<const ParticleId> id;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      temperature;
    Flowing                flowing;
    View<Vec4>             tension;
    std::uint64_t          seed;

    MOTE_FN void operator()(Index k) const {
        const Index       i   = bonds.row[k];
        const LatticeLaw& law = materials[material[i]].lattice;
        tension[i]            = {};
        const float       strength = law.strength_curve(temperature[i], law.strength);
        if (!(strength > 0)) return;
        Mat3 now = map[i], r = turn[i];
        bool flat = bonds.flat;
        if constexpr (flows)
            if (flowing.may(i)) now = map[i] * flowing.inverse_plastic[i], r = rotation_of(now), flat = false;
        const float large = 1e3f * (law.shear + abs(law.lame));
        float       share = 1 - law.flaws * random_uniform(seed, id[i], 0, Purpose::flaw);
        // Shifted, so that the largest singular value is the largest tension.
        const auto  parts = svd(bonds.at.firmness_of(i) * stress_of(law, now, r, flat) + diagonal(large));
        const float most  = parts.sigma.x - large;
        Vec3        across = r * Vec3{parts.v.row[0].x, parts.v.row[1].x, parts.v.row[2].x};
        if (law.spread > 0 && most > (1 - law.spread) * share * strength) {
            const float one = strength_of_cut(i, k, across, law.spread), other = strength_of_cut(i, k, -across, law.spread);
            if (other < one) across = -across;
            share *= min(one, other);
        }
        if (most > share * strength) tension[i] = with_w(across, most / (share * strength));
    }
    /// The mean of the bonds that it goes through.
    MOTE_HOT float strength_of_cut(Index i, Index k, const Vec3& direction, float spread) const {
        float sum = 0, count = 0;
        bonds.each(k, [&](Index, Index j, Index) {
            if (is_cut(xyz(position[j]) - xyz(position[i]), direction)) sum += bond_strength(seed, id[i], id[j], spread), count += 1;
        });
        return count > 0 ? sum / count : 1.f + spread;
    }
};

struct Remember {
    Bonds                  bonds;
    View<const Vec4>       position, tension;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Vec4>             docking[3];
    float                  dt;

    /// Whether the bond from i, whose tension is the largest around, breaks.
    MOTE_HOT bool tears(Index i, Index j) const {
        const Vec4 t = tension[i];
        if (!(t.w > 0)) return false;
        if (!is_cut(xyz(position[j]) - xyz(position[i]), xyz(t))) return false;
        bool largest = true;
        bonds.each(bonds.place[i], [&](Index, Index other, Index) { largest = largest && (tension[other].w < t.w || (tension[other].w == t.w && i < other)); });
        return largest;
    }
    MOTE_HOT float changed(float rate, Index taken_by, Index i) const {
        const LatticeLaw& law = materials[material[i]].lattice;
        if (taken_by != nobody && (tears(i, taken_by) || tears(taken_by, i))) return 0;
        if (taken_by != nobody) return min(abs(rate) + law.closing * dt, law.docking > 0 ? law.docking : abs(rate));
        return rate == 0 || !(law.docking > 0) ? rate : -max(abs(rate) - law.closing * dt, 0.f);
    }
    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k];
        Index       by[most_sites];
        for (Index s = 0; s < most_sites; ++s) by[s] = nobody;
        bonds.each(k, [&](Index s, Index j, Index) { by[s] = j; });
        for (Index q = 0; q < site_count(bonds.flat); q += 4) {
            Vec4& four = docking[q / 4][i];
            four       = {changed(four.x, by[q], i), changed(four.y, by[q + 1], i), changed(four.z, by[q + 2], i), changed(four.w, by[q + 3], i)};
        }
    }
};

/// Becomes stiffer after it has frozen. Its sites go towards where its neighbours are, so that it pulls as before: else it would give more than was put into it while it was soft.
struct Set {
    Bonds                  bonds;
    View<const Vec4>       position;
    MatrixRows             turn;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<float>            hold;
    View<SiteOffsets>      offsets;
    float                  dt;

    MOTE_FN void operator()(Index k) const {
        const Index i      = bonds.row[k];
        const float before = hold[i];
        if (before == 1) return;
        hold[i] = min(before + materials[material[i]].lattice.setting * dt, 1.f);
        const float share = before / hold[i];
        const Mat3  inward = (1 / (bonds.distance * bonds.at.size_of(i))) * transpose(turn[i]);
        SiteOffsets now    = offsets[i];
        bonds.each(k, [&](Index s, Index j, Index) {
            const Vec3 q = inward * (xyz(position[j]) - xyz(position[i]));
            now.set(s, q + share * (bonds.at.unswollen(i, s) - q) - site(s, bonds.flat));
        });
        offsets[i] = now;
    }
};
/// What froze goes on with the crystal: two rows go to where both would have each other on it, with their centre of mass at rest, and their sites go along, so that nobody is pulled by it.
struct FindWay {
    Bonds                  bonds;
    MatrixRows             turn;
    View<const Index>      pin;
    View<const float>      mass;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Vec3>             way;
    float                  dt;

    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k];
        way[k]        = {};
        if (!(rate(i) > 0) || pin[i] > 0) return;
        const float most = 1 / float(site_count(bonds.flat));  // else what all ask for at once is too far
        bonds.each(k, [&](Index s, Index j, Index t) {
            const float share = min(dt * min(rate(i), rate(j)), most) * (pin[j] > 0 ? 1.f : mass[j] / (mass[i] + mass[j]));
            way[k] += (0.5f * share * bonds.distance) * (turn[i] * bonds.at.offsets[i].of(s) - turn[j] * bonds.at.offsets[j].of(t));
        });
    }
    MOTE_HOT float rate(Index i) const { return materials[material[i]].lattice.annealing; }
};
struct GoOn {
    FindWay           find;
    View<const Vec3>  way;
    View<Vec4>        position;
    View<SiteOffsets> offsets;

    MOTE_FN void operator()(Index k) const {
        const Bonds& bonds = find.bonds;
        const Index  i     = bonds.row[k];
        if (!(find.rate(i) > 0)) return;
        SiteOffsets now    = offsets[i];
        const Mat3  inward = (1 / (bonds.distance * bonds.at.size_of(i))) * transpose(find.turn[i]);
        bonds.each(k, [&](Index s, Index j, Index) { now.set(s, now.of(s) + inward * (way[bonds.place[j]] - way[k])); });
        offsets[i]  = now;
        position[i] = with_w(xyz(position[i]) + way[k], position[i].w);
    }
};

}  // namespace

void Lattice::remember(const Exec& exec, Particles& p, View<const Material> materials, const LatticeSettings& settings, float dt) {
    const Bonds made = bonds_of(settings);
    if (offsets) {
        parallel_for(exec, "lattice memory", count_,
                     Set{made, p.position_volume.read(), {{turn_[0].read(), turn_[1].read(), turn_[2].read()}}, p.material.read(), materials, hold.write(), offsets->write(), dt});
        drift_.resize(exec, count_ + 1);
        const FindWay find{made, {{turn_[0].read(), turn_[1].read(), turn_[2].read()}}, pin.read(), p.mass.read(), p.material.read(), materials, drift_.write(), dt};
        parallel_for(exec, "lattice memory", count_, find);
        parallel_for(exec, "lattice memory", count_, GoOn{find, drift_.read(), p.position_volume.write(), offsets->write()});
    }
    if (!docking) return;
    tension_.resize(exec, p.size() + 1);
    const auto find_tension = [&]<bool flows>(std::bool_constant<flows>) {
        parallel_for(exec, "lattice memory", count_,
                     FindTension<flows>{made, p.position_volume.read(), map.read(), {{turn_[0].read(), turn_[1].read(), turn_[2].read()}}, p.id.read(), p.material.read(), materials, p.temperature.read(), flowing(p, materials, settings), tension_.write(), settings.seed});
    };
    flow ? find_tension(std::true_type{}) : find_tension(std::false_type{});
    parallel_for(exec, "lattice memory", count_,
                 Remember{made, p.position_volume.read(), tension_.read(), p.material.read(), materials, {docking->first.write(), docking->second.write(), docking->third.write()}, dt});
}

}  // namespace mote
