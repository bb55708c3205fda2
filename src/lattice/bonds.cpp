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

/// Whether the sites that are taken are those of the crystal: of what froze on it, and of what was laid.
MOTE_HOT bool is_crystal(const SiteOffsets& offsets, Index sites) {
    std::uint16_t any = 0;
    for (Index k = 0; k < 3 * sites; ++k) any |= offsets.by[k];
    return any == 0;
}

/// Where a neighbour docks, and how far it is from there, squared; in units of D. For one place or a batch of them.
template <class R>
struct Berth {
    R site, square;
};
/// The sites of a particle that is not on the crystal: those that are taken where they are, the others on the crystal.
struct SitesOff {
    Vec3  at[most_sites];
    Index taken, count;
    bool  flat;

    MOTE_HOT SitesOff(const Sites& sites, Index i) : taken(sites.offsets.data ? sites.offsets[i].taken : 0), count(site_count(sites.flat)), flat(sites.flat) {
        for (Index s = 0; s < count; ++s) at[s] = (taken >> s) & 1u ? sites.unswollen(i, s) : site(s, sites.flat);
    }
    /// A taken site that is surely the nearest; else a free one, if it is not further than another particle. What froze is held where it is: where its site is taken another will do,
    /// for who were left without a bond would be thrown apart.
    template <class R>
    MOTE_HOT Berth<R> operator()(const Vec3T<R>& q, float surely) const {
        const R  none = 0.f * q.x, far = none + 1e30f;
        Berth<R> held{none, far}, free{none, far};
        for (Index s = 0; s < count; ++s) {
            const Vec3T<R> miss{q.x - at[s].x, q.y - at[s].y, q.z - at[s].z};
            const R        square  = dot(miss, miss);
            Berth<R>&      nearest = (taken >> s) & 1u ? held : free;
            nearest.site   = select(square < nearest.square, none + float(s), nearest.site);
            nearest.square = min(nearest.square, square);
        }
        held.square = select(dot(q, q) <= 2.6f, held.square, far);  // others are nearer to a site of another shell, whichever way
        free.square = select(beyond_shell(q, flat) <= 0.f, free.square, far);
        const auto is_held = held.square < surely;
        return {select(is_held, held.site, free.site), select(is_held, held.square, free.square)};
    }
};

struct Wish {
    NeighbourView          neighbours;
    Bonds                  bonds;
    View<const Vec4>       position;
    View<const float>      part;      // as of FindPart
    View<const ParticleId> id;
    View<const Mat3>       map;
    View<const Vec4>       docking[3];  // empty: all sites are open
    View<Index>            wish;
    std::uint64_t          seed;
    std::uint32_t          step;
    float                  dt;

    static constexpr float surely = 0.25f;  // squared: nobody who is nearer to a site is as near to another

    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k];
        const Vec3  x = xyz(position[i]);
        const Mat3  inward  = (1 / (bonds.distance * bonds.at.size_of(i))) * inverse_of_sound(map[i]);
        const bool  whole   = bonds.at.offsets.data && bonds.at.offsets[i].is_full(site_count(bonds.flat));
        const bool  crystal = !bonds.flat && (!bonds.at.offsets.data || (whole && is_crystal(bonds.at.offsets[i], site_count(false))));
        Index       best[most_sites];
        float       miss[most_sites];
        for (Index s = 0; s < most_sites; ++s) best[s] = nobody, miss[s] = 1e30f;
        const auto offer = [&, own = part[i]](Index j, float to, float square) {
            if (square < miss[Index(to)] && part[j] == own) miss[Index(to)] = square, best[Index(to)] = j;
        };
        LaneQueue found;
        if (crystal)
            neighbours.sum_moving(i, 0, [&](auto j, auto) {
                const auto q    = inward * (xyz(position[j]) - x);
                const auto near = nearest_of_shell(q);
                const auto none = 0.f * near.square;
                found.add(select(near.square < surely, none, whole ? none + 1.f : beyond_shell(q, false)) <= 0.f, j, near.site, near.square, offer);  // of what froze none is free
                return near.square;
            });
        else
            neighbours.sum_moving(i, 0, [&, sites = SitesOff(bonds.at, i)](auto j, auto) {
                const auto q    = inward * (xyz(position[j]) - x);
                const auto near = sites(q, surely);
                found.add(near.square < 1.f, j, near.site, near.square, offer);
                return near.square;
            });
        found.finish(offer);
        for (Index s = 0; s < most_sites; ++s) wish[k * most_sites + s] = best[s] != nobody && is_open(i, s, best[s]) ? best[s] : nobody;
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
        const R weight = held ? max(little * (taken + 1.f), few_sites - least_spread(sites, bonds.flat)) : little * (taken + 1.f);
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
    Wish        wish{neighbours.view(), made, p.position_volume.read(), part_.read(), p.id.read(), map.read(), {}, wish_.write(), settings.seed, std::uint32_t(settings.step), settings.dt};
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
