// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/lattice_sites.h"
#include "mote/batches.h"
#include "mote/lattice.h"

namespace mote::crystal {

inline constexpr Index nobody = ~Index(0);

inline constexpr float soft = 0.25f;  // hold of what has just frozen

/// Where the sites are.
struct Sites {
    View<const SiteOffsets> offsets;  // empty: on the crystal
    View<const float>       size;     // of particles that swell and shrink; empty: 1
    View<const float>       firm;     // share of their moduli that they have as warm as they are; empty: 1
    bool                    flat;

    MOTE_HOT float size_of(Index i) const { return size.data ? size[i] : 1.f; }
    /// What was as stiff per volume is by so much stiffer or softer.
    MOTE_HOT float stiffness_of(Index i) const { return firmness_of(i) * (flat ? 1.f : size_of(i)); }
    MOTE_HOT float firmness_of(Index i) const { return firm.data ? firm[i] : 1.f; }
    MOTE_HOT Vec3  unswollen(Index i, Index s) const { return offsets.data ? site(s, flat) + offsets[i].of(s) : site(s, flat); }
    MOTE_HOT Vec3  operator()(Index i, Index s) const { return size.data ? size[i] * unswollen(i, s) : unswollen(i, s); }
    MOTE_HOT bool  on_crystal() const { return !offsets.data && !size.data; }
#if MOTE_SIMD
    MOTE_HOT Vec3T<Lane> operator()(const RowLanes& i, Index s) const {
        const Vec3        of_crystal = site(s, flat);
        const Vec3T<Lane> l{Lane(of_crystal.x), Lane(of_crystal.y), Lane(of_crystal.z)};
        if (on_crystal()) return l;
        if (size.data) return gathered([&](Index n) { return (*this)(i.at(n), s); });
        alignas(64) Vec4 off[lane_width];  // four at a time: the last is not looked at
        for (Index n = 0; n < lane_width; ++n) {
            std::int16_t by[4];
            std::memcpy(by, reinterpret_cast<const std::byte*>(&offsets[i.at(n)]) + 6 * s, sizeof by);
            off[n] = {float(by[0]), float(by[1]), float(by[2]), float(by[3])};
        }
        return l + SiteOffsets::unit * xyz(load_rows(off, RowBatch(0)));
    }
#endif
};

/// Who is docked in one site of some row, or of each of a batch.
template <class J, class R>
struct Docked {
    J    row, site;  // itself, in the site on the other side, where nobody is
    R    there;      // 1, or 0 where nobody is
    bool facing;     // all sites are on the other side
};

/// Who is docked where. A bond is mutual: each has the other in one of its sites. It is written down once for each of the two: whose row, and above that his site.
struct Bonds {
    static constexpr Index row_bits = 28, row_mask = (1u << row_bits) - 1;

    View<const Index> row, place, bond;  // as of Lattice
    Sites             at;
    Index             count, stride;     // of places; of the bonds of one site
    float             distance;          // D [m]
    bool              flat;

    MOTE_HOT static Index with(Index j, Index site_of_j) { return j | site_of_j << row_bits; }
    /// f(own site, row, his site) of each bond of row[k].
    template <class F>
    MOTE_HOT void each(Index k, const F& f) const {
        for (Index s = 0; s < site_count(flat); ++s)
            if (const Index b = bond[s * stride + k]; b != nobody) f(s, b & row_mask, b >> row_bits);
    }
    /// Sites are the twelve of the crystal, and no others.
    MOTE_HOT bool in_space() const { return !flat && at.on_crystal(); }
    /// Who is docked in site s of row i at place k.
    MOTE_HOT Docked<Index, float> docked(Index k, Index i, Index s) const {
        const Index b = bond[s * stride + k];
        return b == nobody ? Docked<Index, float>{i, opposite(s, flat), 0, false} : Docked<Index, float>{b & row_mask, b >> row_bits, 1, false};
    }
    /// f(own site, Docked) of the row or rows k.
    template <class F>
    MOTE_HOT void sweep(Index k, const F& f) const {
        each(k, [&](Index s, Index j, Index t) { f(s, Docked<Index, float>{j, t, 1, false}); });
    }
    MOTE_HOT Vec3 his_site(Index, const Docked<Index, float>& d) const { return at(d.row, d.site); }
#if MOTE_SIMD
    MOTE_HOT Docked<RowLanes, Lane> docked(RowBatch k, const RowLanes& i, Index s) const {
        using Word = xsimd::batch<Index, LaneArch>;
        const Word             b = Word::load_unaligned(bond.data + s * stride + k.first), facing(opposite(s, flat));
        const auto             nobody_is = b == Word(nobody);
        const Word             site_of_j = xsimd::select(nobody_is, facing, b >> int(row_bits));
        Docked<RowLanes, Lane> d;
        xsimd::select(nobody_is, Word::load_aligned(i.row), b & Word(row_mask)).store_aligned(d.row.row);
        site_of_j.store_aligned(d.site.row);
        d.there  = xsimd::bitwise_cast<Lane>(xsimd::select(nobody_is, Word(0), Word(__builtin_bit_cast(Index, 1.f))));
        d.facing = xsimd::all(site_of_j == facing);
        return d;
    }
    template <class F>
    MOTE_HOT void sweep(RowBatch k, const F& f) const {
        const auto i = row[k];
        for (Index s = 0; s < site_count(flat); ++s) f(s, docked(k, i, s));
    }
    MOTE_HOT Vec3T<Lane> his_site(Index s, const Docked<RowLanes, Lane>& d) const {
        return d.facing ? at(d.row, opposite(s, flat)) : gathered([&](Index n) { return at(d.row.at(n), d.site.at(n)); });
    }
#endif
    MOTE_HOT bool holds(Index k, Index j) const {
        bool found = false;
        each(k, [&](Index, Index other, Index) { found = found || other == j; });
        return found;
    }
    /// How far apart nearest sites are, between two that may have swollen [m].
    MOTE_HOT float gap(Index i, Index j) const { return distance * (0.5f * (at.size_of(i) + at.size_of(j))); }
    MOTE_HOT Index taken(Index k) const {
        Index n = 0;
        each(k, [&](Index, Index, Index) { ++n; });
        return n;
    }
};

/// Three 16-byte rows as a matrix.
struct MatrixRows {
    View<const Vec4> row[3];

    template <class J>
    MOTE_HOT auto operator[](const J& i) const {
        const auto a = row[0][i], b = row[1][i], c = row[2][i];
        return Mat3T<decltype(a.x)>{{xyz(a), xyz(b), xyz(c)}};
    }
};

/// Off the crystal sites may lie nearly in a line or in a plane, and what stretches across it says nothing: a map that believed it would be mirrored, or tear at whoever is docked next.
inline constexpr float few_sites = 0.2f;  // less than a corner has
/// About the least of the spread of sites in any direction, by their sum l l^T, and not more.
template <class R>
MOTE_HOT R least_spread(const Mat3T<R>& sites, bool flat) {
    const R all = max(trace(sites), R(1e-12f));
    if (flat) return (sites.row[0].x * sites.row[1].y - sites.row[0].y * sites.row[1].x) / all;
    return 4.f * determinant(sites) / (all * all);
}

/// Energy of particle i with n of its sites taken, l the sites and r where who is docked there is:
///     U_i = 1/4 k_i sum |r - R l|^2 + 1/2 V lambda (d delta)^2,   delta = sum r.R l / sum l^2 - 1,
/// with R from the polar decomposition of sum r l^T: then neither its torque nor what a turn of R changes counts [spec E7], and strain eps has the energy
/// mu eps:eps + 1/2 lambda (tr eps)^2 where all sites are taken. Fewer pull harder, so that faces are about as stiff as the inside. In a plane delta of a face is 5/8 of the strain along it and 3/8 of that
/// across: bars would be too stiff by as much as they keep their volume, so there fewer sites count for less of it.
struct Stiffness {
    float pair;           // k over the shear modulus, where all sites are taken [m]
    float bulk;           // V d^2/D^2 [m]
    float distance;
    Index shell;
    float face[most_sites + 1];  // k_i / k by the number of sites taken
    float part[most_sites + 1];  // of the volume term that counts, by the same

    explicit Stiffness(const LatticeSettings&);
    MOTE_HOT float of_pairs(const LatticeLaw& law, Index taken) const { return law.shear * pair * face[taken]; }
    /// With sites nearer than those of a crystal, or fewer than half of them, it would be stiffer than short steps allow for.
    MOTE_HOT float of_volume(const LatticeLaw& law, float squares, Index taken, float size) const { return law.lame * part[taken] * bulk / max(squares, 0.9f * max(float(taken), 0.5f * float(shell)) * size * size); }
};

/// The rotation that fits sites best to places, from the last one, and the mean stretch: sum r.R l / sum l^2 - 1. Of the row or rows k.
template <class R, class D>
struct Fit {
    Mat3T<D> turn;
    R        delta;
};
/// The turn for sum r l^T, which becomes one of lengths over D.
template <class D>
MOTE_HOT Mat3T<D> best_turn(const Bonds& bonds, const Mat3T<D>& last, Mat3T<D>& moved, D squares) {
    moved = D(1 / double(bonds.distance)) * moved;
    if (bonds.flat) moved.row[2].z = D(0.5) * squares;  // nothing turns out of the plane
    return turned_to(straightened(last), moved);
}
/// sum r l^T where sites are those of the crystal in space. Those of opposite ones are the same but for the sign: r is from one of these to the other.
template <class K, class I>
MOTE_HOT auto sum_in_space(const Bonds& bonds, View<const Vec4> site_of, K k, const I& i) {
    const auto across = [&](Index s) { return wide(xyz(site_of[bonds.docked(k, i, s).row]) - xyz(site_of[bonds.docked(k, i, opposite(s, false)).row])); };
    using D           = decltype(across(0).x);
    const D    half(double(site(0, false).x));
    const auto xy = across(0), yx = across(1), xz = across(4), zx = across(5), yz = across(8), zy = across(9);
    const auto along = [&](const Vec3T<D>& x, const Vec3T<D>& y, const Vec3T<D>& z) { return Mat3T<D>{{{half * x.x, half * y.x, half * z.x}, {half * x.y, half * y.y, half * z.y}, {half * x.z, half * y.z, half * z.z}}}; };
    return along((xy - yx) + (xz - zx), (xy + yx) + (yz - zy), (xz + zx) + (yz + zy));
}
template <class K, class R>
MOTE_HOT auto fit(const Bonds& bonds, View<const Vec4> site_of, K k, const Mat3T<R>& last, const R& squares) {
    const auto i = bonds.row[k];
    const auto x = xyz(site_of[i]);
    using D      = decltype(wide(x.x));
    Mat3T<D> moved{{{D(0), D(0), D(0)}, {D(0), D(0), D(0)}, {D(0), D(0), D(0)}}};
    if (bonds.in_space())
        moved = sum_in_space(bonds, site_of, k, i);
    else
        bonds.sweep(k, [&](Index s, const auto& d) { moved = moved + outer(wide(xyz(site_of[d.row]) - x), wide(bonds.at(i, s))); });
    const Mat3T<D> r     = best_turn(bonds, wide(last), moved, wide(squares));
    D              along = dot(r.row[0], moved.row[0]) + dot(r.row[1], moved.row[1]);
    if (!bonds.flat) along = along + dot(r.row[2], moved.row[2]);  // in a plane the third row is no length
    return Fit<R, D>{r, narrow(along - wide(squares)) / squares};
}

/// What bonds pull with; formulas in motion.cpp.
struct BondForce {
    Bonds            bonds;
    View<const Vec4> site_of, motion_of;  // behind the latter its dashpots
    View<const Vec4> pull[3];             // columns of a; behind each half of k
    bool             rubs = true;         // anybody: else how neighbours move is not asked

    /// Of the row or rows k.
    template <class K>
    MOTE_HOT auto operator()(K k) const {
        return bonds.in_space() ? in_space(k) : of_any(k);
    }

private:
    /// Along the bond with j, r away, of one that moves with v: springs and dashpots.
    template <class J, class V, class W, class R>
    MOTE_HOT R along(const J& j, const V& r, const W& v, const R& stiff) const {
        if (!rubs) return stiff;
        const auto w = motion_of[j];
        return stiff + (v.w + w.w) * dot(xyz(w) - xyz(v), r) / max(dot(r, r), 0.f * stiff + 1e-30f);
    }
    template <class K>
    MOTE_HOT auto of_any(K k) const {
        const auto i = bonds.row[k];
        const auto x = xyz(site_of[i]);
        const auto v = motion_of[i], a = pull[0][i], b = pull[1][i], c = pull[2][i];
        auto       f = Zero<std::remove_const_t<decltype(x)>>::value();
        bonds.sweep(k, [&](Index s, const auto& d) {
            const auto p = pull[0][d.row], q = pull[1][d.row], o = pull[2][d.row];
            const auto r = xyz(site_of[d.row]) - x, l = bonds.his_site(s, d), own = bonds.at(i, s);
            const auto his = l.x * xyz(p) + l.y * xyz(q) + l.z * xyz(o), ours = own.x * xyz(a) + own.y * xyz(b) + own.z * xyz(c);
            f += d.there * ((his - ours) + along(d.row, r, v, a.w + p.w) * r);
        });
        return f;
    }
    /// A site is as far along two of three axes, so two columns are enough.
    struct Axes {
        Index one, two;
        float sign_one, sign_two;

        MOTE_HOT explicit Axes(Index s) : one(s < 8 ? 0 : 1), two(s < 4 ? 1 : 2), sign_one(s & 1 ? -1.f : 1.f), sign_two(s & 2 ? -1.f : 1.f) {}
        template <class V>
        MOTE_HOT V sum(const V& a, const V& b) const { return {sign_one * a.x + sign_two * b.x, sign_one * a.y + sign_two * b.y, sign_one * a.z + sign_two * b.z, a.w}; }
    };
    template <class K>
    MOTE_HOT auto in_space(K k) const {
        const auto        i = bonds.row[k];
        const auto        x = xyz(site_of[i]);
        const auto        v = motion_of[i];
        const decltype(v) own[3] = {pull[0][i], pull[1][i], pull[2][i]};
        const float       far    = site(0, false).x;
        auto              f = Zero<std::remove_const_t<decltype(x)>>::value();
        bonds.sweep(k, [&](Index s, const auto& d) {
            const Axes axes(s);
            const auto mine = axes.sum(s < 8 ? own[0] : own[1], s < 4 ? own[1] : own[2]), his = his_pull(s, d);
            const auto r = xyz(site_of[d.row]) - x;
            f += d.there * (along(d.row, r, v, mine.w + his.w) * r + far * (xyz(his) - xyz(mine)));
        });
        return f;
    }
    /// What he pulls with, over how far a site is along an axis; behind it half of his k.
    MOTE_HOT Vec4 his_pull(Index, const Docked<Index, float>& d) const {
        const Axes axes(d.site);
        return axes.sum((d.site < 8 ? pull[0] : pull[1])[d.row], (d.site < 4 ? pull[1] : pull[2])[d.row]);
    }
#if MOTE_SIMD
    MOTE_HOT Vec4T<Lane> his_pull(Index s, const Docked<RowLanes, Lane>& d) const {
        const Axes axes(opposite(s, false));
        if (d.facing) return axes.sum(pull[axes.one][d.row], pull[axes.two][d.row]);
        alignas(64) Vec4 each[lane_width];
        for (Index n = 0; n < lane_width; ++n) each[n] = his_pull(s, Docked<Index, float>{d.row.at(n), d.site.at(n), 1, false});
        return load_rows(each, RowBatch(0));
    }
#endif
};

/// In D: from where on particles that are not docked touch. What froze within a body may be as near as particles of liquids are.
MOTE_HOT float contact_gap(bool same_body, bool froze) { return same_body ? (froze ? 0.7f : 0.9f) : 1.f; }
/// Whether its neighbours can pass on a moment about any axis: by sum l^2 of its taken sites.
MOTE_HOT bool can_be_turned(float squares, bool flat) { return squares > (flat ? 1.5f : 2.5f); }
/// As stiff as bonds [N/m].
MOTE_HOT float contact_stiffness(const LatticeLaw& a, const LatticeLaw& b, float distance, bool flat) { return (flat ? 0.5f : 0.5f * distance) * (a.lame + 2 * a.shear + b.lame + 2 * b.shear); }

}  // namespace mote::crystal
