// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "bodies.h"
#include "mote/rigid_contact.h"

namespace mote::rigid {

/// A surface where it stands: what was at q is at to + turn (q - from).
struct Site {
    const Shape* shape;
    bool         inside;  // matter is kept inside it
    Mat3d        turn;
    Vec3d        from, to;

    Vec3d  rest(const Vec3d& x) const { return from + transpose(turn) * (x - to); }
    Vec3d  now(const Vec3d& q) const { return to + turn * (q - from); }
    double ahead(const Vec3d& x) const { return (inside ? -1 : 1) * double(shape->distance(narrow(rest(x)))); }
    /// Away from it.
    Vec3d normal(const Vec3d& x, double step) const { return (inside ? -1. : 1.) * (turn * wide(shape->normal(narrow(rest(x)), float(step)))); }
};

/// A body as its contact knows it.
struct Mover {
    Site                     site;
    const RigidContact::Surface* surface;
    Vec3d                    velocity, spin;
    Mat3d                    ease;       // inverse of its inertia as it stands; 0 where a pin leads it
    double                   lightness;  // 1/mass, or 0
    double                   radius;     // about the centre of mass
    const Drive*             pin;        // null: free
    Box                      box;        // now, and where it may be at the end of the step
    Vec3d                    impulse{}, moment{};  // of all pushes, the second about the centre

    Vec3d centre() const { return site.to; }
    /// Of its matter at x.
    Vec3d speed(const Vec3d& x) const { return pin ? wide((*pin)(narrow(x))) : velocity + cross(spin, x - centre()); }
    double fastest() const { return length(velocity) + length(spin) * radius; }
};

/// Two surfaces near each other at a place. The normal leads from b to a.
struct Touch {
    Index  a, b;
    Vec3d  x, normal;
    double gap;
    bool   of_b;                       // it is a point of b
    // For impulses.
    Vec3d  wall{};                     // velocity of what cannot be pushed
    double weight = 0;                 // what one unit of push along the normal changes of the speed there, inverted
    double asked = 0, settled = 0;     // least speed along the normal: with that of parting, without
    double friction = 0;
    double before = 0;                 // speed before contact
    double press = 0;                  // impulse along the normal,
    Vec3d  rub{};                      // and across it
};

/// Where bodies and walls are near each other, a few places for each pair.
class TouchFinder {
public:
    void find(const Exec&, std::span<const Mover>, std::span<const RigidContact::Wall> walls, const RigidContact::Pace&, std::vector<Touch>& touches);

private:
    struct Pair {
        Index              a, b;
        std::vector<Touch> touches;
    };
    void find_pairs(std::span<const Mover>, std::span<const RigidContact::Wall> walls, const RigidContact::Pace&);
    Pair& next_pair(Index a, Index b);

    std::vector<Index> order_;
    std::vector<Pair>  pairs_;
    std::size_t        used_ = 0;
};

}  // namespace mote::rigid
