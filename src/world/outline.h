// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/boundaries.h"

namespace mote {

/// A box around a surface, from which follows how far it is away at least. Where it is the surface, that holds inside too.
struct Outline {
    Mat3 turn;
    Vec3 origin;
    Box  box;
    bool inside, exact, open;  // open: to be looked at by all

    MOTE_FN float ahead_at_least(const Vec3& x, bool flat) const {
        const Vec3 q = transpose(turn) * (x - origin), beyond = max(box.low - q, q - box.high);
        const float out = flat ? max(beyond.x, beyond.y) : max(beyond.x, max(beyond.y, beyond.z));
        if (inside) return exact ? -out : -1e30f;
        return out;
    }
};

inline Outline outline_of(const Boundary& b, bool open) {
    const Axes axes = b.is_box ? b.shape->axes().front() : Axes{identity(), {}, b.shape->bounds()};
    return {axes.turn, axes.origin, axes.box, b.inside, b.is_box, open};
}

}  // namespace mote
