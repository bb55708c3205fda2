// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/math.h"

namespace mote {

/// How the pull along a surface falls off with distance: the cohesion spline of Akinci, Akinci & Teschner [2013, eq. 2],
/// C = 64 (1 - q)^3 q^3 for q = r/h > 1/2, and 128 (1 - q)^3 q^3 - 1 below. It grows with distance up to h/2, so that a
/// chain of particles under tension does not clump; the slope of a smoothing kernel falls and lets it clump.
struct CohesionSpline {
    /// What makes -norm C x_ij/r / h^(d+1) a gradient: sums with it are exact for linear fields. d / (S_d int C q^d dq) with
    /// S_d = 2 pi, 4 pi.
    MOTE_FN static float norm(int dimension) { return dimension == 2 ? 2.70765f : 3.24097f; }

    template <class R>
    MOTE_HOT static R at(R q) {
        const R a = max(R(1) - q, R(0)), cube = a * a * a * q * q * q;
        return R(64) * cube + select(q < R(0.5f), R(64) * cube - R(1), R(0));
    }
};

/// How strongly a wall attracts: A = (6 q - 4 q^2 - 2)^(1/4) for 1/2 < q < 1, else 0 [Akinci et al. 2013, eq. 7].
struct AdhesionSpline {
    template <class R>
    MOTE_HOT static R at(R q) {
        return sqrt(sqrt(max((q + q - R(1)) * (R(2) - q - q), R(0))));
    }
};

}  // namespace mote
