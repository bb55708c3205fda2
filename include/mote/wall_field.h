// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What implicit boundaries are in the coordinates of their rest: how much of what a particle sees is boundary. Host only.
#pragma once
#include <memory>

#include "mote/shape.h"
#include "mote/wall_profile.h"

namespace mote {

struct Boundary;

/// The share of a boundary in what is seen from a place, and how it grows; the gradient leads into the boundary.
struct Sight {
    float share = 0;
    Vec3  gradient{};  ///< [1/m]
};

class WallField {
public:
    virtual ~WallField()                          = default;
    virtual Sight       look(const Vec3& rest) const = 0;
    virtual std::size_t memory_bytes() const { return 0; }
};

/// A plane, exactly.
std::unique_ptr<WallField> make_plane_field(const Boundary&, const WallProfile&);
/// A box that is turned as its axes are; edges and corners within 0.4 % of all that is seen.
std::unique_ptr<WallField> make_box_field(const Axes&, bool inside, const WallProfile&, int dimension);
/// Any bounded shape, by summing over what is behind its surface, once, at the nodes of a grid near it. Parts thinner than a spacing
/// push too little.
std::unique_ptr<WallField> make_field_map(const Exec&, const Boundary&, const WallProfile&, const Kernel&, float spacing);

}  // namespace mote
