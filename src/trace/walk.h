// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the files of Paths share.
#pragma once
#include "trace/path.h"

namespace mote {

inline constexpr int most_clear = 12, most_diffuse = 2, most_coats = 4;

inline Vec3 left_after(const Vec3& absorption, float distance) {
    return {exp(-absorption.x * distance), exp(-absorption.y * distance), exp(-absorption.z * distance)};
}

/// The share by which one of two ways to find the same light counts [Veach 1997, balance heuristic].
inline float balance(float mine, float other) { return mine / (mine + other); }

/// A path in the making.
struct Paths::Walk {
    Ray           ray;
    Vec3          weight{1, 1, 1};
    const Finish* medium = nullptr;  ///< Clear matter it is in.
    int           clear = 0, diffuse = 0, coats = 0, passed = 0;
    float         density = 0;       ///< With which its direction was chosen; 0: the only one there was.
    bool          seen    = false;   ///< The denoiser knows what it leads to.
};

struct Paths::Trail {
    Sampler& sampler;
    Seen     seen{};
    float    brightest;
    Walk     other{};              ///< The way that was split off.
    bool     split = false, first = true;

    void add(const Walk& w, const Vec3& light) {
        const Vec3  c     = times(w.weight, light);
        const float most  = (w.diffuse > 0 ? 0.125f : w.clear > 2 ? 0.25f : 1) * brightest, much = luminance(c);
        if (!(much >= 0)) return;  // not a number
        seen.light += much > most ? (most / much) * c : c;
    }
    void saw(Walk& w, const Vec3& colour) {
        if (w.seen) return;
        w.seen = true;
        seen.colour += times(w.weight, colour);
    }
};

}  // namespace mote
