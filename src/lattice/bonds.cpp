// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who is docked where [Wicke et al. 2006, section 3.2]. A neighbour belongs to the site that is nearest in the crystal as it was last seen, turned and stretched;
// of several the nearest has it. A bond is one that both want.
#include "bonds.h"

#include "laws/pair/bond_strength.h"
#include "mote/neighbours.h"
#include "mote/svd.h"

namespace mote {

using namespace crystal;

namespace {

/// The inverse of a map. What is crushed or drawn out too far counts as turned only.
MOTE_HOT Mat3 inverse_of_sound(const Mat3& map) {
    const Mat3  c      = cofactor(map);
    const float square = dot(map.row[0], map.row[0]) + dot(map.row[1], map.row[1]) + dot(map.row[2], map.row[2]), det = dot(map.row[0], c.row[0]);
    return det > 0.05f && det < 20 && square < 25 ? (1 / det) * transpose(c) : transpose(rotation_of(map));
}

/// The sites of a particle as columns: a place is compared with all of them at once.
struct SiteColumns {
    static constexpr Index width   = 16;
    static constexpr float nowhere = 1e9f;
    struct Nearest {
        Index site;
        float square;  // of the distance
    };
    float x[width], y[width], z[width];

    /// Of the crystal.
    explicit SiteColumns(bool flat) {
        for (Index s = 0; s < width; ++s) set(s, s < site_count(flat) ? site(s, flat) : Vec3{nowhere, 0, 0});
    }
    MOTE_HOT void set(Index s, const Vec3& at) { x[s] = at.x, y[s] = at.y, z[s] = at.z; }
    /// Squares that agree to 18 bits are equal: the lower site has it.
    MOTE_HOT Nearest nearest(const Vec3& q) const {
        std::uint32_t best = ~0u;
#ifndef __CUDA_ARCH__
#pragma GCC unroll 1  // else nothing is left to make one vector of
#endif
        for (Index s = 0; s < width; ++s) {
            const float dx = q.x - x[s], dy = q.y - y[s], dz = q.z - z[s];
            const auto  key = (__builtin_bit_cast(std::uint32_t, dx * dx + dy * dy + dz * dz) & ~31u) | s;
            best            = key < best ? key : best;
        }
        return {best & 31u, __builtin_bit_cast(float, best & ~31u)};
    }
};

/// Whether the sites that are taken are those of the crystal: of what froze on it, and of what was laid.
MOTE_HOT bool is_crystal(const SiteOffsets& offsets, Index sites) {
    std::uint16_t any = 0;
    for (Index k = 0; k < 3 * sites; ++k) any |= offsets.by[k];
    return any == 0;
}

struct Wish {
    NeighbourView          neighbours;
    Bonds                  bonds;
    View<const Vec4>       position;
    View<const float>      part;      // as of FindPart
    View<const ParticleId> id;
    View<const Mat3>       map;
    View<const Vec4>       docking[3];  // empty: all sites are open
    View<Index>            wish;
    SiteColumns            crystal;
    std::uint64_t          seed;
    std::uint32_t          step;
    float                  dt;

    static constexpr float surely = 0.25f;  // squared: nobody who is nearer to a site is as near to another

    MOTE_FN void operator()(Index k) const {
        const Index       i = bonds.row[k];
        const Vec3        x = xyz(position[i]);
        const Mat3        inward = (1 / (bonds.distance * bonds.at.size_of(i))) * inverse_of_sound(map[i]);
        const bool        off    = bonds.flat || (bonds.at.offsets.data && !is_crystal(bonds.at.offsets[i], site_count(false)));
        const bool        whole  = bonds.at.offsets.data && bonds.at.offsets[i].is_full(site_count(bonds.flat));
        const SiteColumns sites  = off && bonds.at.offsets.data ? columns(i) : crystal;  // where it is not simply that
        Index             best[most_sites];
        float             miss[most_sites];
        for (Index s = 0; s < most_sites; ++s) best[s] = nobody, miss[s] = 1e30f;
        const auto docks = [&, own = part[i]](Index j) { return part[j] == own; };
        const auto offer = [&](Index j, Index to, float square) {
            if (square < miss[to] && docks(j)) miss[to] = square, best[to] = j;
        };
        const auto place_of = [&](Index j) { return inward * (xyz(position[j]) - x); };
        const auto offer_near = [&](Index j, float to, float square) { offer(j, Index(to), square); };
        LaneQueue  found;
        const auto offer_off = [&](Index j, float, float) {
            if (!docks(j)) return;
            if (const auto to = site_for(i, place_of(j), sites); to.site != no_site) offer(j, to.site, to.square);
        };
        if (off)
            neighbours.sum_moving(i, 0, [&](auto j, auto) {
                const auto q = inward * (xyz(position[j]) - x);
                found.add(dot(q, q) <= 2.6f, j, q.x, q.y, offer_off);  // others are nearer to a site of another shell, whichever way
                return q.x;
            });
        else
            neighbours.sum_moving(i, 0, [&](auto j, auto) {
                const auto q    = inward * (xyz(position[j]) - x);
                const auto near = nearest_of_shell(q);
                found.add(near.square < surely, j, near.site, near.square, offer_near);
                // No site of the crystal is further than that from what is nearest to it; what is nearest to the centre docks too. Of what froze none is free.
                if (!whole) each_lane_where(select(near.square < surely, 0.f * near.square + 1, min(near.square, dot(q, q))) < 0.51f, [&](Index n) {
                    if (!docks(lane(j, n))) return;
                    if (const auto to = free_site(i, place_of(lane(j, n))); to.site != no_site) offer(lane(j, n), to.site, to.square);
                });
                return near.square;
            });
        if (off)
            found.finish(offer_off);
        else
            found.finish(offer_near);
        for (Index s = 0; s < most_sites; ++s) wish[k * most_sites + s] = best[s] != nobody && is_open(i, s, best[s]) ? best[s] : nobody;
    }
    /// Off the crystal only those that are taken.
    MOTE_FN SiteColumns columns(Index i) const {
        SiteColumns all = crystal;
        for (Index s = 0; s < site_count(bonds.flat); ++s) all.set(s, bonds.at.offsets[i].is_taken(s) ? bonds.at.unswollen(i, s) : Vec3{SiteColumns::nowhere, 0, 0});
        return all;
    }
    /// Of sites that are off the crystal, those that were taken come first.
    MOTE_FN SiteColumns::Nearest site_for(Index i, const Vec3& q, const SiteColumns& sites) const {
        const auto near = sites.nearest(q);
        if (near.square < surely) return near;
        if (!bonds.at.offsets.data && near.square > 0.5f && dot(q, q) > 0.5f) return {no_site, 0};  // further than the corners of what is nearest to a site
        return free_site(i, q);
    }
    MOTE_FN SiteColumns::Nearest free_site(Index i, const Vec3& q) const {
        const bool  off  = bonds.at.offsets.data;
        const Index free = off && bonds.at.offsets[i].is_full(site_count(bonds.flat)) ? no_site : docking_site(q, bonds.flat);
        if (free == no_site) return {no_site, 0};
        if (off && bonds.at.offsets[i].is_taken(free)) return nearest_free(i, q);
        const Vec3 miss = q - bonds.at.unswollen(i, free);
        return {free, dot(miss, miss)};
    }
    /// What froze is not on a crystal: where its site is taken another will do, for he is held where he is. Who were left without a bond would be thrown apart.
    MOTE_FN SiteColumns::Nearest nearest_free(Index i, const Vec3& q) const {
        SiteColumns::Nearest best{no_site, 1.f};
        for (Index s = 0; s < site_count(bonds.flat); ++s) {
            const Vec3 miss = q - site(s, bonds.flat);
            if (const float square = dot(miss, miss); square < best.square && !bonds.at.offsets[i].is_taken(s)) best = {s, square};
        }
        return best;
    }
    /// A Poisson event where it was empty. One draw serves both who would dock: the slower of their sites says how fast they do, whatever the step is.
    MOTE_FN bool is_open(Index i, Index s, Index j) const {
        if (!docking[0].data) return true;
        const Vec4  four = docking[s / 4][i];
        const float rate = s % 4 == 0 ? four.x : s % 4 == 1 ? four.y : s % 4 == 2 ? four.z : four.w;
        if (rate >= 0) return rate > 0;
        return random_of_pair(seed, id[i], id[j], step, Purpose::docking) < 1 - exp(rate * dt);
    }
};
struct Agree {
    Bonds             bonds;
    View<const Index> wish;
    View<Index>       bond;

    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k];
        for (Index s = 0; s < site_count(bonds.flat); ++s) {
            const Index j = k < bonds.count ? wish[k * most_sites + s] : nobody;  // beyond are the rest of a batch
            Index       found = 0;
            if (j != nobody) {
                const Index* const his = wish.data + bonds.place[j] * most_sites;
                if (const Index t = opposite(s, bonds.flat); his[t] == i)  // nearly always
                    found = t + 1;
                else
                    for (Index u = 0; u < most_sites; ++u) found |= his[u] == i ? u + 1 : 0;  // one at most
            }
            bond[s * bonds.stride + k] = found > 0 ? Bonds::with(j, found - 1) : nobody;
        }
    }
};
/// Whoever is newly docked is held where he is, in a crystal turned as those see it who were docked before; at the start all are on the crystal.
struct HoldInPlace {
    Bonds             bonds;
    View<const Vec4>  position;
    View<const Mat3>  map;
    View<SiteOffsets> offsets;
    bool              crystal;  // at the start

    MOTE_FN void operator()(Index k) const {
        const Index i     = bonds.row[k];
        unsigned    taken = 0;
        bonds.each(k, [&](Index s, Index, Index) { taken |= 1u << s; });
        if (taken == offsets[i].taken) return;  // as in most steps
        SiteOffsets now    = offsets[i];
        const Mat3  inward = (1 / (bonds.distance * bonds.at.size_of(i))) * transpose(turned(k, rotation_of(map[i]), now));
        bonds.each(k, [&](Index s, Index j, Index) {
            if (now.is_taken(s) || crystal) return;
            Vec3 off = inward * (xyz(position[j]) - xyz(position[i])) - site(s, bonds.flat);
            if (bonds.flat) off.z = 0;
            now.set(s, off);
        });
        for (Index s = 0; s < site_count(bonds.flat); ++s)
            if (!((taken >> s) & 1u)) now.set(s, {});
        now.taken  = std::uint16_t(taken);
        offsets[i] = now;
    }
    MOTE_HOT Mat3 turned(Index k, const Mat3& last, const SiteOffsets& before) const {
        const Index i = bonds.row[k];
        Mat3d       moved{};
        double      squares = 0;
        bonds.each(k, [&](Index s, Index j, Index) {
            if (!crystal && !before.is_taken(s)) return;
            const Vec3 l = bonds.at(i, s);
            moved        = moved + outer(wide(xyz(position[j]) - xyz(position[i])), wide(l));
            squares += double(dot(l, l));
        });
        return squares > 0 ? narrow(best_turn(bonds, wide(last), moved, squares)) : last;
    }
};

/// The rotation of a map that is nearly one, by Newton steps as of rotation_of; of the others, which it tells, that one is asked.
template <class R>
MOTE_HOT Mat3T<R> rotation_near(const Mat3T<R>& map, R& off) {
    Mat3T<R> x = map;
    for (int k = 0; k < 4; ++k) {
        const Mat3T<R> c = cofactor(x), y = R(0.5f) * x + (R(0.5f) / dot(x.row[0], c.row[0])) * c, change = y - x;
        off = dot(change.row[0], change.row[0]) + dot(change.row[1], change.row[1]) + dot(change.row[2], change.row[2]);
        x   = y;
    }
    return x;
}

/// The map that leads from sites to places best, a little drawn to the last one, so that missing neighbours leave it as it was. Rotations go on from that of the last one.
struct Map {
    Bonds            bonds;
    View<const Vec4> position;
    View<Mat3>       map;
    View<Vec4>       turn[3];

    MOTE_FN void operator()(RowBatch k) const {
        constexpr float little = 1e-3f;
        const auto      i      = bonds.row[k];
        const auto      x      = xyz(position[i]);
        using R                = std::remove_const_t<decltype(x.x)>;
        const bool      held   = bonds.at.offsets.data;  // in place
        auto            last   = of_rows(i);
        turn_from(k, last);
        auto sites = Zero<Mat3T<R>>::value(), places = sites;
        R    taken(0.f), squares(0.f);
        bonds.sweep(k, [&](Index s, const auto& d) {
            const auto l = bonds.at(i, s);
            sites = sites + d.there * outer(l, l), places = places + outer(xyz(position[d.row]) - x, l), taken = taken + d.there, squares = squares + d.there * dot(l, l);
        });
        if (held) {  // drawn to how forces will see it
            const Mat3T<R> before{{xyz(turn[0][i]), xyz(turn[1][i]), xyz(turn[2][i])}};
            last = narrow(fit(bonds, position, k, before, max(squares, R(1e-6f))).turn);
            for (int a = 0; a < 3; ++a) store_rows(turn[a].data, i, {last.row[a].x, last.row[a].y, last.row[a].z, R(0.f)});
        }
        const R weight = held ? max(little * (taken + 1.f), few - least_spread(sites)) : little * (taken + 1.f);
        auto    now    = ((R(1 / bonds.distance) * places) + weight * last) * inverse(sites + diagonal<R>(weight));
        if (bonds.flat) now.row[0].z = now.row[1].z = now.row[2].x = now.row[2].y = R(0.f), now.row[2].z = R(1.f);
        for (int a = 0; a < 3; ++a)
            each_lane(now.row[a], [&](Index n, const Vec3& row) {
                if (lane(k, n) < bonds.count) map[lane(i, n)].row[a] = row;
            });
    }
    /// Rotations go on from that of the last map.
    template <class M>
    MOTE_HOT void turn_from(RowBatch k, const M& last) const {
        const auto i = bonds.row[k];
        using R      = std::remove_const_t<decltype(last.row[0].x)>;
        R          off(0.f);
        const auto before = rotation_near(last, off);
        const auto size = spread(off), det = spread(determinant(last));
        for (int a = 0; a < 3; ++a) store_rows(turn[a].data, i, {before.row[a].x, before.row[a].y, before.row[a].z, R(0.f)});
        each_lane(before.row[0], [&](Index n, const Vec3&) {
            if (lane(k, n) < bonds.count && !(size[n] < 6e-8f && det[n] > 0.05f)) set_turn(lane(i, n), rotation_of(map[lane(i, n)]));
        });
    }
    /// Off the crystal sites may lie nearly in a line or in a plane, and what stretches across it says nothing: a map that believed it would be mirrored, or tear at whoever is docked next.
    static constexpr float few = 0.2f;  // less than a corner has
    /// About the least of the spread of sites in any direction, and not more.
    template <class R>
    MOTE_HOT R least_spread(const Mat3T<R>& sites) const {
        const R all = max(trace(sites), R(1e-12f));
        if (bonds.flat) return (sites.row[0].x * sites.row[1].y - sites.row[0].y * sites.row[1].x) / all;
        return 4.f * determinant(sites) / (all * all);
    }
    MOTE_HOT void set_turn(Index i, const Mat3& r) const {
        for (int a = 0; a < 3; ++a) turn[a][i] = with_w(r.row[a], 0);
    }
    MOTE_HOT Mat3 of_rows(Index i) const { return map[i]; }
#if MOTE_SIMD
    MOTE_HOT Mat3T<Lane> of_rows(const RowLanes& i) const {
        const auto row = [&](int a) { return gathered([&](Index n) { return map[i.at(n)].row[a]; }); };
        return {{row(0), row(1), row(2)}};
    }
#endif
};

}  // namespace

float LatticeSettings::distance() const { return site_distance(spacing, flat()); }

Bonds Lattice::bonds_of(const LatticeSettings& settings) const {
    return {row_.read(), place_.read(), bond_.read(), {offsets ? offsets->read() : View<const SiteOffsets>{}, swells ? size_.read() : View<const float>{}, warms_ ? firm_.read() : View<const float>{}, settings.flat()}, count_, whole_batches(count_), settings.distance(), settings.flat()};
}

void Lattice::dock(const Exec& exec, const Particles& p, const Neighbours& neighbours, const LatticeSettings& settings) {
    const std::size_t sites = std::size_t(whole_batches(count_)) * most_sites;
    wish_.resize(exec, sites + 1), bond_.resize(exec, sites + 1);
    for (Scratch<Vec4>* rows : {&turn_[0], &turn_[1], &turn_[2]}) rows->resize(exec, p.size() + 1);
    const Bonds made = bonds_of(settings);
    Wish        wish{neighbours.view(), made, p.position_volume.read(), part_.read(), p.id.read(), map.read(), {}, wish_.write(), SiteColumns(settings.flat()), settings.seed, std::uint32_t(settings.step), settings.dt};
    if (docking) wish.docking[0] = docking->first.read(), wish.docking[1] = docking->second.read(), wish.docking[2] = docking->third.read();
    parallel_for(exec, "lattice docking", count_, wish);
    parallel_for(exec, "lattice docking", made.stride, Agree{made, wish_.read(), bond_.write()});
    if (offsets) parallel_for(exec, "lattice docking", count_, HoldInPlace{made, p.position_volume.read(), map.read(), offsets->write(), settings.step == 0});
    parallel_for_batches(exec, "lattice docking", count_, Map{made, p.position_volume.read(), map.write(), {turn_[0].write(), turn_[1].write(), turn_[2].write()}});
}

void Lattice::find(const Exec& exec, Particles& p, const Neighbours& neighbours, View<const Material> materials, const Kernel& kernel, const LatticeSettings& settings,
                   const SolidRows& others) {
    check(p.rows() < Bonds::row_mask, "bonds can name every row");
    find_rows(exec, p, materials);
    adopt(exec, p, neighbours);
    find_parts(exec, p);
    measure(exec, p, materials, settings);
    follow_heat(exec, p, materials);
    dock(exec, p, neighbours, settings);
    mark(exec, p, neighbours, kernel, settings, others);
    if (count_ < p.size()) find_wet(exec, p, neighbours);
}

}  // namespace mote
