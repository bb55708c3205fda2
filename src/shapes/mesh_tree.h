// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "mote/math.h"

namespace mote {

/// Corners of a triangle; in two dimensions a segment, whose third corner repeats the second.
using Corners = std::array<Vec3, 3>;

/// A tree of boxes over triangles (or segments of the plane z = 0): nearest point and winding number.
class MeshTree {
public:
    MeshTree(std::vector<Corners> faces, int dimension);

    struct Nearest {
        Vec3d       point{};
        double      distance2 = 1e300;
        std::size_t face      = 0;
    };
    Nearest nearest(const Vec3& p) const;

    /// How often the surface winds about a point: 0 outside, 1 inside, more where parts overlap.
    double winding(const Vec3& p) const;

    std::span<const Corners> faces() const { return faces_; }
    Box                      bounds() const { return nodes_.front().box; }

private:
    /// A leaf has `count` faces from `first`; an inner node has its children at `first` and `first + 1`.
    struct Node {
        Box   box;
        Vec3  centre{}, area{};  // area-weighted middle, and sum of the area vectors of the faces below
        float radius2 = 0;       // squared distance from the middle to the farthest corner below
        Index first = 0, count = 0;
    };
    void build();
    void summarise();
    void split(Index node, std::vector<Index>& order, std::vector<Vec3>& middles);

    int                  dimension_;
    std::vector<Corners> faces_;
    std::vector<Node>    nodes_;
};

/// Outward normal times area; of a segment times length, outside on its right.
Vec3d area_vector(const Corners& face, int dimension);

/// Point of a triangle (or segment, or point) nearest to p.
Vec3d nearest_on(const Corners& face, const Vec3d& p);

}  // namespace mote
