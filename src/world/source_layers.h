// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The layers behind an opening: how they come and how they leave. Kernels find their rows; who leaves is decided on the host.
#pragma once
#include "mote/world.h"

namespace mote {

/// What the column `behind` calls a source.
inline std::uint16_t number_of(const World& w, const Source& s) { return std::uint16_t(&s - w.sources->list.data() + 1); }

/// An opening as kernels know it.
struct Mouth {
    Vec3  corner, across, up, direction;
    float pitch;
    int   columns, rows;

    explicit Mouth(const Source& s)
        : corner(s.lattice.corner), across(s.lattice.across), up(s.lattice.up), direction(s.direction), pitch(s.lattice.pitch),
          columns(s.lattice.columns), rows(s.lattice.rows) {}

    /// Column and row of x on the lattice, and how far it is above the opening [m].
    struct Spot {
        float u, v, height;
    };
    MOTE_FN Spot spot_of(const Vec3& x) const {
        const Vec3 d = x - corner;
        return {dot(d, across) / pitch, dot(d, up) / pitch, dot(d, direction)};
    }
    /// Whether a spot is less than so many pitches beside the lattice.
    MOTE_FN bool is_over(const Spot& at, float beside) const {
        return at.u > -beside && at.v > -beside && at.u < float(columns - 1) + beside && at.v < float(rows - 1) + beside;
    }
};

/// Lays the next layer behind the opening; `ahead` [m] is where, and negative.
void lay_layer(World&, Source&, float ahead, const Vec3& velocity);

/// Makes matter of the layer that is `ahead` [m] of the opening; of all behind it, the one that is farthest on.
void release_layer(World&, Source&, float ahead);

}  // namespace mote
