// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The way of a particle through a step, seen from a boundary, is followed by its distance ("sphere tracing", Hart 1996), so that a plate
// of any thinness has two sides and a wall that moves is like one that rests.
#pragma once
#include "mote/boundaries.h"

namespace mote {

inline constexpr float clearance = 0.1f;  ///< in spacings: nobody comes nearer

/// A particle on its way, seen from a boundary.
struct Way {
    Vec3 from, to;
};

/// Keeps a particle in front of a boundary.
class Fence {
public:
    Fence(const Boundary& b, float spacing, bool flat) : b_(b), clear_(clearance * spacing), step_(0.02f * spacing), flat_(flat) {}

    /// Shortens the way where it leads into the boundary; false where it does not.
    bool hold(Way& way) const {
        const float full = length(way.to - way.from), end = b_.ahead(way.to);
        if (end > full + clear_) return false;
        const float start = b_.ahead(way.from);
        if (start > 0 && start + end <= full && slide(way, start)) return true;
        if (end >= clear_ || end >= start) return false;  // clear of it, or on the way out
        meet(way.to);
        return true;
    }

private:
    Vec3 normal(const Vec3& x) const {
        Vec3 n = (b_.inside ? -1.f : 1.f) * b_.shape->normal(x, step_);
        if (flat_) n.z = 0;
        return n;
    }

    /// Puts x in front of the boundary; returns where to.
    Vec3 meet(Vec3& x) const {
        Vec3 n = normal(x);
        for (int k = 0; k < 4; ++k) {
            const float d = b_.ahead(x);
            if (d >= clear_) break;
            n = normal(x);
            x += (clear_ - d) * n;
        }
        return n;
    }

    /// Goes until it meets the boundary, and from there along it.
    bool slide(Way& way, float start) const {
        Vec3 x = way.from;
        bool held = false;
        for (int hit = 0; hit < most_hits; ++hit) {
            if (!march(x, way.to, hit == 0 ? start : b_.ahead(x))) return held;
            held = true;
            const Vec3  n    = meet(x), rest = way.to - x;
            const float into = dot(rest, n);
            way.to           = hit + 1 == most_hits ? x : x + rest - min(into, 0.f) * n;
        }
        return held;
    }

    /// Moves x towards `to` until it is nearly at the boundary; false where the way is free.
    bool march(Vec3& x, const Vec3& to, float start) const {
        const float full = length(to - x), near = min(clear_, 0.5f * start);
        if (!(full > 0) || near <= 0) return near <= 0;
        const Vec3 along = (to - x) / full, from = x;
        float      gone  = 0;
        for (int k = 0; k < 200; ++k) {
            const float d = b_.ahead(x);
            if (k > 0 && d <= near) return true;
            gone += max(d - near, 0.25f * near);
            if (gone >= full) {
                if (b_.ahead(to) > near) return false;
                x = to;
                return true;
            }
            x = from + gone * along;
        }
        return true;
    }

    static constexpr int most_hits = 4;

    const Boundary& b_;
    float           clear_, step_;
    bool            flat_;
};

}  // namespace mote
