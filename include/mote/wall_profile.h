// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How much of what a particle sees lies behind a plane, and the few rows that stand for it.
#pragma once
#include <vector>

#include "mote/stages.h"

namespace mote {

/// A flat wall without end as matter at some distance sees it: layers of lattice half a spacing, one and a half and so on behind its
/// surface, spread evenly over each layer. Host only.
class WallProfile {
public:
    WallProfile(const Kernel&, float spacing);

    /// The sum of V W over the wall, and how fast it falls with the distance [1/m]. Behind the surface the rest is what is missing.
    struct Share {
        float value = 0, slope = 0;
    };
    Share at(float distance) const;
    /// Where a wall has this share [m].
    float distance_of(float share) const;
    /// From here on there is nothing to see [m].
    float reach() const { return reach_; }

    /// Rows on a circle about the normal that have a share and its gradient, and rub and conduct as a plane with that share.
    struct Rows {
        int   count  = 0;
        float volume = 0;            ///< of each [m^3]
        float back = 0, aside = 0;   ///< how far behind the particle, and from the normal through it [m]
    };
    Rows rows(float share, float steepness) const;
    int  rows_each() const { return kernel_.dimension == 3 ? 3 : 2; }

private:
    struct Entry {
        float share, slope, cosine;  // cosine: of the angle between the normal and the way to a row
    };
    float cosine_of(float share) const;

    Kernel             kernel_;
    float              reach_ = 0, step_ = 0;
    std::vector<Entry> entries_;  // by distance, from 0 to reach
};

}  // namespace mote
