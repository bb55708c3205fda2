// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/lattice_sites.h"
#include "mote/lattice.h"

namespace mote::crystal {

inline constexpr Index nobody = ~Index(0);

inline constexpr float soft = 0.05f;  // hold of what has just frozen

/// Where the sites are.
struct Sites {
    View<const SiteOffsets> offsets;  // empty: on the crystal
    View<const float>       size;     // of particles that swell and shrink; empty: 1
    bool                    flat;

    MOTE_HOT float size_of(Index i) const { return size.data ? size[i] : 1.f; }
    /// What was as stiff per volume is by so much stiffer or softer.
    MOTE_HOT float stiffness_of(Index i) const { return flat ? 1.f : size_of(i); }
    MOTE_HOT Vec3  unswollen(Index i, Index s) const { return offsets.data ? site(s, flat) + offsets[i].of(s) : site(s, flat); }
    MOTE_HOT Vec3  operator()(Index i, Index s) const { return size.data ? size[i] * unswollen(i, s) : unswollen(i, s); }
};

/// Who is docked where. A bond is mutual: each has the other in one of its sites. It is written down once for each of the two: whose row, and above that his site.
struct Bonds {
    static constexpr Index row_bits = 28, row_mask = (1u << row_bits) - 1;

    View<const Index> row, place, bond;  // as of Lattice
    Sites             at;
    Index             count;
    float             distance;          // D [m]
    bool              flat;

    MOTE_HOT static Index with(Index j, Index site_of_j) { return j | site_of_j << row_bits; }
    /// f(own site, row, his site) of each bond of row[k].
    template <class F>
    MOTE_HOT void each(Index k, const F& f) const {
        for (Index s = 0; s < site_count(flat); ++s)
            if (const Index b = bond[s * count + k]; b != nobody) f(s, b & row_mask, b >> row_bits);
    }
    MOTE_HOT bool holds(Index k, Index j) const {
        bool found = false;
        each(k, [&](Index, Index other, Index) { found = found || other == j; });
        return found;
    }
    MOTE_HOT Index taken(Index k) const {
        Index n = 0;
        each(k, [&](Index, Index, Index) { ++n; });
        return n;
    }
};

/// Three 16-byte rows as a matrix.
struct MatrixRows {
    View<const Vec4> row[3];

    MOTE_HOT Mat3 operator[](Index i) const { return {{xyz(row[0][i]), xyz(row[1][i]), xyz(row[2][i])}}; }
};

/// Energy of particle i with n of its sites taken, l the sites and r where who is docked there is:
///     U_i = 1/4 k_i sum |r - R l|^2 + 1/2 V lambda (d delta)^2,   delta = sum r.R l / sum l^2 - 1,
/// with R from the polar decomposition of sum r l^T: then neither its torque nor what a turn of R changes counts [spec E7], and strain eps has the energy
/// mu eps:eps + 1/2 lambda (tr eps)^2 where all sites are taken. Fewer pull harder, so that faces are about as stiff as the inside.
struct Stiffness {
    float pair;           // k over the shear modulus, where all sites are taken [m]
    float bulk;           // V d^2/D^2 [m]
    float distance;
    Index shell;
    float face[most_sites + 1];  // k_i / k by the number of sites taken

    explicit Stiffness(const LatticeSettings&);
    MOTE_HOT float of_pairs(const LatticeLaw& law, Index taken) const { return law.shear * pair * face[taken]; }
    MOTE_HOT float of_volume(const LatticeLaw& law, float squares) const { return law.lame * bulk / squares; }
};

/// sum r l^T over D^2, how many sites are taken, and sum l^2 over D^2.
struct Fit {
    Mat3d moved{};
    Index taken   = 0;
    float squares = 0;
};
MOTE_HOT Fit fit(const Bonds& bonds, View<const Vec4> site_of, Index k) {
    const Index  i   = bonds.row[k];
    const Vec3   x   = xyz(site_of[i]);
    const double per = 1 / double(bonds.distance);
    Fit          sum;
    bonds.each(k, [&](Index s, Index j, Index) {
        const Vec3 l = bonds.at(i, s);
        sum.moved    = sum.moved + outer(wide(xyz(site_of[j]) - x), wide(l));
        sum.squares += dot(l, l);
        ++sum.taken;
    });
    sum.moved = per * sum.moved;
    if (bonds.flat) sum.moved.row[2].z = 0.5 * double(sum.squares);  // nothing turns out of the plane
    return sum;
}
/// delta + 1: sum r.R l / sum l^2. In a plane the third row is no length.
MOTE_HOT float mean_stretch(const Bonds& bonds, const Fit& sum, const Mat3d& turn) {
    double r = 0;
    for (int a = 0; a < (bonds.flat ? 2 : 3); ++a) r += dot(turn.row[a], sum.moved.row[a]);
    return sum.taken > 0 ? float(r / double(sum.squares)) : 1.f;
}

}  // namespace mote::crystal
