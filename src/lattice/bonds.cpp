// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who is docked where [Wicke et al. 2006, section 3.2]. A neighbour belongs to the site that is nearest in the crystal as it was last seen, turned and stretched;
// of several the nearest has it. A bond is one that both want.
#include "bonds.h"

#include "mote/neighbours.h"
#include "mote/random.h"
#include "mote/svd.h"

namespace mote {

using namespace crystal;

namespace {

/// Its own inverse is asked for, so it must be sound: what is crushed or drawn out too far counts as turned only.
MOTE_HOT Mat3 sound(const Mat3& map) {
    const float size = norm(map), det = determinant(map);
    return det > 0.05f && det < 20 && size < 5 ? map : rotation_of(map);
}

struct Wish {
    NeighbourView          neighbours;
    Bonds                  bonds;
    View<const Vec4>       position;
    View<const BodyId>     body;
    View<const ParticleId> id;
    View<const Mat3>       map;
    View<const Vec4>       docking[3];  // empty: all sites are open
    View<Index>            wish;
    std::uint64_t          seed;
    std::uint32_t          step;
    float                  dt;

    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k];
        const Vec3  x = xyz(position[i]);
        const Mat3  inward = (1 / bonds.distance) * inverse(sound(map[i]));
        Index       best[most_sites];
        float       miss[most_sites];
        for (Index s = 0; s < most_sites; ++s) best[s] = nobody, miss[s] = 1e30f;
        neighbours.each_moving(i, [&](Index j) {
            if (bonds.place[j] == nobody || body[j] != body[i]) return;
            const Vec3 q = (1 / bonds.at.size_of(i)) * (inward * (xyz(position[j]) - x));
            if (dot(q, q) > 2.6f) return;  // nearer to a site of another shell, whichever way
            const Index s = site_for(i, q);
            if (s == no_site) return;
            const Vec3 off = q - bonds.at.unswollen(i, s);
            if (const float d = dot(off, off); d < miss[s]) miss[s] = d, best[s] = j;
        });
        for (Index s = 0; s < site_count(bonds.flat); ++s) wish[s * bonds.count + k] = best[s] != nobody && is_open(i, s) ? best[s] : nobody;
    }
    /// Of sites that are off the crystal, those that were taken come first.
    MOTE_FN Index site_for(Index i, const Vec3& q) const {
        const Index free = docking_site(q, bonds.flat);
        if (!bonds.at.offsets.data) return free;
        Index found = no_site;
        float least = 0.25f;
        for (Index s = 0; s < site_count(bonds.flat); ++s)
            if (bonds.at.offsets[i].is_taken(s)) {
                const Vec3 off = q - bonds.at.unswollen(i, s);
                if (const float d = dot(off, off); d < least) least = d, found = s;
            }
        return found != no_site ? found : free != no_site && bonds.at.offsets[i].is_taken(free) ? no_site : free;
    }
    /// A Poisson event where it was empty.
    MOTE_FN bool is_open(Index i, Index s) const {
        if (!docking[0].data) return true;
        const Vec4  four = docking[s / 4][i];
        const float rate = s % 4 == 0 ? four.x : s % 4 == 1 ? four.y : s % 4 == 2 ? four.z : four.w;
        if (rate >= 0) return rate > 0;
        const RandomBits bits = random_bits(seed, id[i], step, Purpose::docking);
        return to_unit(bits.word[s % 4] * (2 * (s / 4) + 1)) < 1 - exp(rate * dt);
    }
};
struct Agree {
    Bonds             bonds;
    View<const Index> wish;
    View<Index>       bond;

    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k], shell = site_count(bonds.flat);
        for (Index s = 0; s < shell; ++s) {
            const Index j = wish[s * bonds.count + k];
            Index       made = nobody;
            if (j != nobody)
                for (Index t = 0; t < shell; ++t)
                    if (wish[t * bonds.count + bonds.place[j]] == i) made = Bonds::with(j, t);
            bond[s * bonds.count + k] = made;
        }
    }
};
/// Whoever is newly docked is held where he is; at the start all are on the crystal.
struct HoldInPlace {
    Bonds             bonds;
    View<const Vec4>  position;
    View<const Mat3>  map;
    View<const float> hold;
    View<SiteOffsets> offsets;

    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k];
        SiteOffsets now = offsets[i];
        const bool  crystal = now.taken == 0 && hold[i] == 1;
        const Mat3  inward  = (1 / bonds.distance) * inverse(sound(map[i]));
        unsigned    taken   = 0;
        bonds.each(k, [&](Index s, Index j, Index) {
            taken |= 1u << s;
            if (now.is_taken(s) || crystal) return;
            Vec3 off = (1 / bonds.at.size_of(i)) * (inward * (xyz(position[j]) - xyz(position[i]))) - site(s, bonds.flat);
            if (bonds.flat) off.z = 0;
            now.set(s, off);
        });
        for (Index s = 0; s < site_count(bonds.flat); ++s)
            if (!((taken >> s) & 1u)) now.set(s, {});
        now.taken  = std::uint16_t(taken);
        offsets[i] = now;
    }
};

/// The map that leads from sites to places best, a little drawn to the last one, so that missing neighbours leave it as it was.
struct Map {
    Bonds            bonds;
    View<const Vec4> position;
    View<Mat3>       map;
    View<Vec4>       turn[3];

    MOTE_FN void operator()(Index k) const {
        constexpr float little = 1e-3f;
        const Index     i      = bonds.row[k];
        const Mat3      last = map[i], before = rotation_of(last);
        const Fit       sum  = fit(bonds, position, k);
        Mat3            sites{};
        bonds.each(k, [&](Index s, Index, Index) { sites = sites + outer(bonds.at(i, s), bonds.at(i, s)); });
        const float weight = little * float(sum.taken + 1);
        Mat3        now    = (narrow(sum.moved) + weight * last) * inverse(sites + diagonal(weight));
        if (bonds.flat) now.row[0].z = now.row[1].z = now.row[2].x = now.row[2].y = 0, now.row[2].z = 1;
        map[i]       = now;
        const Mat3 r = sum.taken > 0 ? narrow(turned_to(wide(before), sum.moved)) : before;
        for (int a = 0; a < 3; ++a) turn[a][i] = with_w(r.row[a], 0);
    }
};

}  // namespace

float LatticeSettings::distance() const { return site_distance(spacing, flat()); }

Bonds Lattice::bonds_of(const LatticeSettings& settings) const {
    return {row_.read(), place_.read(), bond_.read(), {offsets ? offsets->read() : View<const SiteOffsets>{}, swells ? size_.read() : View<const float>{}, settings.flat()}, count_, settings.distance(), settings.flat()};
}

void Lattice::dock(const Exec& exec, const Particles& p, const Neighbours& neighbours, const LatticeSettings& settings) {
    const std::size_t sites = std::size_t(count_) * site_count(settings.flat());
    wish_.resize(exec, sites + 1), bond_.resize(exec, sites + 1);
    for (Scratch<Vec4>* rows : {&turn_[0], &turn_[1], &turn_[2]}) rows->resize(exec, p.size() + 1);
    const Bonds made = bonds_of(settings);
    Wish        wish{neighbours.view(), made, p.position_volume.read(), p.body.read(), p.id.read(), map.read(), {}, wish_.write(), settings.seed, std::uint32_t(settings.step), settings.dt};
    if (docking) wish.docking[0] = docking->first.read(), wish.docking[1] = docking->second.read(), wish.docking[2] = docking->third.read();
    parallel_for(exec, "lattice docking", count_, wish);
    parallel_for(exec, "lattice docking", count_, Agree{made, wish_.read(), bond_.write()});
    if (offsets) parallel_for(exec, "lattice docking", count_, HoldInPlace{made, p.position_volume.read(), map.read(), hold.read(), offsets->write()});
    parallel_for(exec, "lattice docking", count_, Map{made, p.position_volume.read(), map.write(), {turn_[0].write(), turn_[1].write(), turn_[2].write()}});
}

void Lattice::find(const Exec& exec, Particles& p, const Neighbours& neighbours, View<const Material> materials, const Kernel& kernel, const LatticeSettings& settings,
                   const SolidRows& others) {
    check(p.rows() < Bonds::row_mask, "bonds can name every row");
    find_rows(exec, p, materials);
    adopt(exec, p, neighbours);
    measure(exec, p, materials, settings);
    dock(exec, p, neighbours, settings);
    mark(exec, p, kernel, settings, others);
}

}  // namespace mote
