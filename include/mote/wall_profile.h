// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How much of what a particle sees lies behind a plane, and the few rows that stand for it.
#pragma once
#include "mote/stages.h"

namespace mote {

/// A flat wall without end as matter at some distance sees it: layers of lattice half a spacing, one and a half and so on behind its
/// surface, spread evenly over each layer. This is what kernels hold.
struct WallProfileView {
    struct Entry {
        float share, slope, cosine;  ///< cosine: of the angle between the normal and the way to a row
    };
    static constexpr int pieces = 512;

    Kernel            kernel;
    float             reach, step;  ///< [m]; from `reach` on there is nothing to see
    View<const Entry> entry;        ///< by distance, from 0 to reach: pieces + 1

    /// The sum of V W over the wall, and how fast it falls with the distance [1/m]. Behind the surface the rest is what is missing.
    struct Share {
        float value = 0, slope = 0;
    };
    MOTE_FN Share at(float distance) const {
        const float  place = abs(distance) / step;
        const Index  k     = Index(min(place, float(pieces - 1)));
        const Entry &a = entry[k], &b = entry[k + 1];
        const float  t = place - float(k), share = t > 1 ? 0.f : a.share + t * (b.share - a.share);
        return {distance < 0 ? 1 - share : share, t > 1 ? 0.f : a.slope + t * (b.slope - a.slope)};
    }

    /// Where a wall has this share [m].
    MOTE_FN float distance_of(float share) const {
        const bool  behind = share > 0.5f;
        const float part   = behind ? 1 - share : share;
        Index       before = 0, after = pieces;  // shares fall: it lies between these two
        while (after - before > 1) {
            const Index middle = (before + after) / 2;
            (entry[middle].share > part ? before : after) = middle;
        }
        const Entry &a = entry[before], &b = entry[after];
        const float  t = clamp((a.share - part) / max(a.share - b.share, 1e-20f), 0.f, 1.f), d = step * (float(before) + t);
        return behind ? -d : d;
    }

    /// Rows on a circle about the normal that have a share and its gradient, and rub and conduct as a plane with that share.
    struct Rows {
        int   count  = 0;
        float volume = 0;            ///< of each [m^3]
        float back = 0, aside = 0;   ///< how far behind the particle, and from the normal through it [m]
    };
    MOTE_FN Rows rows(float share, float steepness) const {
        const float c = cosine_of(share), r = place_of_ratio(kernel, double(c * share / max(steepness, 1e-20f)));
        const int   count = rows_each();
        return {count, share / (float(count) * kernel(r)), r * c, r * sqrt(max(1 - c * c, 0.f))};
    }
    MOTE_FN int rows_each() const { return kernel.dimension == 3 ? 3 : 2; }

    /// Where W / |W'| has this value; it falls with the distance. No row is almost on top of its particle, or almost out of sight.
    MOTE_FN static float place_of_ratio(const Kernel& kernel, double ratio) {
        constexpr double almost_on_top = 0.02, almost_away = 0.98;  // of the support
        const double     h = double(kernel.h);
        if (ratio <= h / 6) return float(h * clamp(1 - 3 * ratio / h, 0.5, almost_away));  // the outer piece is (1 - q)^3
        double low = almost_on_top, high = 0.5;
        for (int k = 0; k < 24; ++k) {
            const double q = 0.5 * (low + high);
            ((1 - 6 * q * q * (1 - q)) * h > ratio * (12 * q - 18 * q * q) ? low : high) = q;
        }
        return float(h * low);
    }

private:
    MOTE_FN float cosine_of(float share) const {
        const Index k = Index(max(distance_of(share), 0.f) / step + 0.5f);
        return entry[k < Index(pieces) ? k : Index(pieces)].cosine;
    }
};

/// It is found once, on the host.
class WallProfile {
public:
    WallProfile(const Exec&, const Kernel&, float spacing);

    float           reach() const { return reach_; }
    WallProfileView view() const { return {kernel_, reach_, step_, entries_.read()}; }
    WallProfileView host() const { return {kernel_, reach_, step_, entries_.host()}; }

private:
    Kernel                          kernel_;
    float                           reach_ = 0, step_ = 0;
    Scratch<WallProfileView::Entry> entries_;
};

}  // namespace mote
