// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What implicit boundaries are in the coordinates of their rest: how much of what a particle sees is boundary. A field is a value that
// kernels look at; a new one is a struct with `look` and `holds`, and a name in the list below.
#pragma once
#include <memory>

#include "mote/one_of.h"
#include "mote/shape.h"
#include "mote/wall_profile.h"

namespace mote {

struct Boundary;

/// The share of a boundary in what is seen from a place, and how it grows; the gradient leads into the boundary.
struct Sight {
    float share = 0;
    Vec3  gradient{};  ///< [1/m]
};

/// A plane, exactly.
struct PlaneField {
    Vec3  normal;     ///< towards matter
    float at_origin;  ///< how far the origin is in front of it [m]

    MOTE_FN float ahead(const Vec3& x) const { return at_origin + dot(normal, x); }
    MOTE_FN bool  holds(const WallProfileView&, const Vec3& x) const { return ahead(x) < 0; }
    MOTE_FN Sight look(const WallProfileView& profile, const Vec3& x) const {
        const float d = ahead(x);
        if (d >= profile.reach) return {};
        const auto share = profile.at(d);
        return {share.value, -share.slope * normal};
    }
};

/// A box that is turned as its axes are. The kernel is nearly a product of one factor for each axis, and what is seen of a box is their
/// product. At the corner of a lattice this is right within 0.4 % of all that is seen.
struct BoxField {
    Axes axes;
    bool inside, flat;

    /// How far x is behind each of two opposite faces, seen along the axes of the box [m].
    struct Depth {
        Vec3  low, high;
        float least;
    };
    MOTE_FN Depth depth(const Vec3& x) const {
        const Vec3 q = transpose(axes.turn) * (x - axes.origin), low = q - axes.box.low, high = axes.box.high - q;
        return {low, high, min(min(low.x, high.x), min(min(low.y, high.y), flat ? 1e30f : min(low.z, high.z)))};
    }
    MOTE_FN bool holds(const WallProfileView&, const Vec3& x) const {
        const float least = depth(x).least;
        return inside ? least < 0 : least > 0;
    }
    MOTE_FN Sight look(const WallProfileView& profile, const Vec3& x) const {
        const Depth d = depth(x);
        if (inside ? d.least >= profile.reach : d.least <= -profile.reach) return {};
        const Slice a = slice(profile, d.low.x, d.high.x), b = slice(profile, d.low.y, d.high.y);
        const Slice c = flat ? Slice{1, 0} : slice(profile, d.low.z, d.high.z);
        const float share = a.share * b.share * c.share;
        const Vec3  gradient = axes.turn * Vec3{a.slope * b.share * c.share, a.share * b.slope * c.share, a.share * b.share * c.slope};
        return inside ? Sight{1 - share, -1.f * gradient} : Sight{share, gradient};
    }

private:
    struct Slice {
        float share, slope;
    };
    /// What lies between two planes, seen from so far in front of each.
    MOTE_FN static Slice slice(const WallProfileView& profile, float low, float high) {
        const auto below = profile.at(low), above = profile.at(high);
        return {1 - below.value - above.value, below.slope - above.slope};
    }
};

/// Any bounded shape, by the logarithm of the part that is free of it and its gradient at the nodes of a grid, which is kept in blocks near
/// its surface. Parts thinner than a spacing push too little.
struct MapField {
    static constexpr int cells = 4, nodes = cells + 1;    ///< of a block, along each axis
    static constexpr int nothing = -1, everything = -2;  ///< seen of it where there is no block

    Vec3             low;       ///< where the grid begins [m]
    float            width;     ///< of a cell [m]
    int              count[3];  ///< of blocks
    bool             inside, flat;
    View<const int>  block;     ///< by place in the grid: its number, or what is there instead
    View<const Vec4> value;     ///< gradient and logarithm at the nodes of each block

    MOTE_FN std::size_t place(int i, int j, int k) const {
        return (std::size_t(k) * std::size_t(count[1]) + std::size_t(j)) * std::size_t(count[0]) + std::size_t(i);
    }
    MOTE_FN std::size_t per_block() const { return std::size_t(nodes * nodes * (flat ? 1 : nodes)); }
    MOTE_FN static std::size_t node(int i, int j, int k) { return std::size_t((k * nodes + j) * nodes + i); }

    MOTE_FN bool holds(const WallProfileView&, const Vec3& x) const {
        const Cell cell = cell_of((x - low) / width);
        return cell.block < 0 ? cell.block == everything : look_in(cell).share > 0.5f;
    }
    MOTE_FN Sight look(const WallProfileView&, const Vec3& x) const {
        const Cell cell = cell_of((x - low) / width);
        return cell.block < 0 ? Sight{} : look_in(cell);
    }

private:
    struct Cell {
        int   block, i, j, k;
        float u, v, w;  // where in it, from 0 to 1
    };
    MOTE_FN Cell cell_of(const Vec3& q) const {
        const int i = int(::floorf(q.x)), j = int(::floorf(q.y)), k = flat ? 0 : int(::floorf(q.z));
        if (i < 0 || j < 0 || k < 0 || i >= cells * count[0] || j >= cells * count[1] || (!flat && k >= cells * count[2]))
            return {inside ? everything : nothing, 0, 0, 0, 0, 0, 0};
        return {block.data[place(i / cells, j / cells, k / cells)], i % cells, j % cells, k % cells,
                q.x - float(i), q.y - float(j), flat ? 0 : q.z - float(k)};
    }
    MOTE_FN Sight look_in(const Cell& at) const {
        const Vec4* const corner = value.data + std::size_t(at.block) * per_block() + node(at.i, at.j, at.k);
        float             sum = 0;
        Vec3              slope{}, mean{};
        for (int c = 0; c < (flat ? 1 : 2); ++c)
            for (int b = 0; b < 2; ++b)
                for (int a = 0; a < 2; ++a) {
                    const Vec4& there = corner[node(a, b, c)];
                    const float p = a ? at.u : 1 - at.u, q = b ? at.v : 1 - at.v, r = flat ? 1 : c ? at.w : 1 - at.w;
                    // With half of its slope what a node says of other places is exact for squares.
                    const float says = there.w + 0.5f * width * dot(xyz(there), Vec3{at.u - float(a), at.v - float(b), flat ? 0 : at.w - float(c)});
                    sum += p * q * r * says;
                    slope += says / width * Vec3{(a ? 1.f : -1.f) * q * r, (b ? 1.f : -1.f) * p * r, flat ? 0.f : (c ? 1.f : -1.f) * p * q};
                    mean += (p * q * r) * xyz(there);
                }
        const float free = exp(min(sum, 0.f));
        // Of the slope of that sum and the mean of the slopes, which are wrong in opposite places, the half.
        return {1 - free, -free * (0.5f * slope + 0.75f * mean)};
    }
};

/// What kernels look at.
class WallFieldView {
public:
    template <class T>
    WallFieldView(const T& field) : field_(field) {}

    MOTE_FN Sight look(const WallProfileView& profile, const Vec3& rest) const {
        return field_.visit([&](const auto& f) { return f.look(profile, rest); });
    }
    /// Whether a place is in the boundary; where its surface is known by a map only, about.
    MOTE_FN bool holds(const WallProfileView& profile, const Vec3& rest) const {
        return field_.visit([&](const auto& f) { return f.holds(profile, rest); });
    }

private:
    OneOf<PlaneField, BoxField, MapField> field_;
};

/// The same with the memory it reads, which only a map has.
class WallField {
public:
    explicit WallField(const WallFieldView& view) : view_(view) {}
    WallField(MapField, Scratch<int> block, Scratch<Vec4> value, std::size_t bytes);

    const WallFieldView& view() const { return view_; }
    std::size_t          memory_bytes() const { return bytes_; }

private:
    Scratch<int>  block_;
    Scratch<Vec4> value_;
    std::size_t   bytes_ = 0;
    WallFieldView view_;
};

std::unique_ptr<WallField> make_plane_field(const Boundary&);
std::unique_ptr<WallField> make_box_field(const Axes&, bool inside, int dimension);
/// Sums over what is behind the surface, once, at all nodes.
std::unique_ptr<WallField> make_field_map(const Exec&, const Boundary&, const WallProfile&, const Kernel&, float spacing);

}  // namespace mote
