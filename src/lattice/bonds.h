// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/lattice_sites.h"
#include "mote/lattice.h"

namespace mote::crystal {

inline constexpr Index nobody = ~Index(0);

inline constexpr float soft = 0.25f;  // hold of what has just frozen

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
    /// With sites nearer than those of a crystal it would be stiffer than short steps allow for, the more so the fewer they are.
    MOTE_HOT float of_volume(const LatticeLaw& law, float squares, Index taken, float size) const { return law.lame * bulk / max(squares, 0.9f * float(taken) * size * size); }
};

/// The rotation that fits sites best to places, from the last one; the mean stretch, sum l^2 over D^2, and how many sites are taken.
struct Fit {
    Mat3  turn{};
    float delta   = 0;  // sum r.R l / sum l^2 - 1
    float squares = 0;
    Index taken   = 0;
};
template <class Counts>
MOTE_HOT Fit fit(const Bonds& bonds, View<const Vec4> site_of, Index k, const Mat3& last, const Counts& counts) {
    const Index i = bonds.row[k];
    const Vec3  x = xyz(site_of[i]);
    Mat3d       moved{}, r = straightened(wide(last));
    Fit         sum;
    bonds.each(k, [&](Index s, Index j, Index) {
        if (!counts(s)) return;
        const Vec3 l = bonds.at(i, s);
        moved        = moved + outer(wide(xyz(site_of[j]) - x), wide(l));
        sum.squares += dot(l, l);
        ++sum.taken;
    });
    if (sum.taken == 0) return {narrow(r)};
    moved = (1 / double(bonds.distance)) * moved;
    if (bonds.flat) moved.row[2].z = 0.5 * double(sum.squares);  // nothing turns out of the plane
    r            = turned_to(r, moved);
    double along = dot(r.row[0], moved.row[0]) + dot(r.row[1], moved.row[1]);
    if (!bonds.flat) along += dot(r.row[2], moved.row[2]);  // in a plane the third row is no length
    sum.turn  = narrow(r);
    sum.delta = float(along / double(sum.squares)) - 1;
    return sum;
}
MOTE_HOT Fit fit(const Bonds& bonds, View<const Vec4> site_of, Index k, const Mat3& last) {
    return fit(bonds, site_of, k, last, [](Index) { return true; });
}

/// What bonds pull with; formulas in motion.cpp.
struct BondForce {
    Bonds            bonds;
    View<const Vec4> site_of, motion_of;
    MatrixRows       pull;  // behind it half of k, and of the dashpots

    MOTE_HOT Vec3 operator()(Index k) const {
        const Index i = bonds.row[k];
        const Vec3  x = xyz(site_of[i]), v = xyz(motion_of[i]);
        const Mat3  own = pull[i];
        const float half = pull.row[0][i].w, rub = pull.row[1][i].w;
        Vec3        f{};
        bonds.each(k, [&](Index s, Index j, Index t) {
            const Vec3  r = xyz(site_of[j]) - x;
            const float c = rub + pull.row[1][j].w;
            f += (pull[j] * bonds.at(j, t) - own * bonds.at(i, s)) + (half + pull.row[0][j].w) * r;
            if (c > 0) f += (c * dot(xyz(motion_of[j]) - v, r) / dot(r, r)) * r;
        });
        return f;
    }
};

/// In D: from where on particles that are not docked touch. What froze within a body may be as near as particles of liquids are.
MOTE_HOT float contact_gap(bool same_body, bool froze) { return same_body ? (froze ? 0.7f : 0.9f) : 1.f; }
/// As stiff as bonds [N/m].
MOTE_HOT float contact_stiffness(const LatticeLaw& a, const LatticeLaw& b, float distance, bool flat) { return (flat ? 0.5f : 0.5f * distance) * (a.lame + 2 * a.shear + b.lame + 2 * b.shear); }

}  // namespace mote::crystal
