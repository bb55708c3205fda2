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

/// The clear parts that a ray is in. Where they overlap, the last one counts [Schmidt & Budge 2002, "Simple nested dielectrics in ray
/// traced images", J. Graphics Tools 7(2)].
class Media {
public:
    /// Null: air.
    const Finish* of_ray() const {
        int last = 0;
        for (int k = 1; k < count_; ++k)
            if (part_[k] > part_[last]) last = k;
        return count_ > 0 ? finish_[last] : nullptr;
    }
    Media with(const Hit& hit) const {
        Media m = without(hit);
        if (m.count_ == most) m = m.without(m.part_[0]);  // the one entered first is forgotten
        m.part_[m.count_] = hit.part, m.finish_[m.count_++] = hit.finish;
        return m;
    }
    Media without(const Hit& hit) const { return without(hit.part); }

private:
    Media without(std::uint32_t part) const {
        Media m;
        for (int k = 0; k < count_; ++k)
            if (part_[k] != part) m.part_[m.count_] = part_[k], m.finish_[m.count_++] = finish_[k];
        return m;
    }
    static constexpr int most = 4;
    std::uint32_t        part_[most]{};
    const Finish*        finish_[most]{};
    int                  count_ = 0;
};

inline bool  leaves(const Ray& ray, const Hit& hit) { return dot(ray.along, hit.face) > 0 && hit.finish->clear > 0; }
inline float index_of(const Finish* medium) { return medium ? medium->index : 1; }

/// A step from clear matter into other: what the ray was in, what it comes into, and the last surface of the step. Or its end at what
/// touches and is not clear.
struct Paths::Step {
    Media before, after;
    Hit   last, wall{};
    bool  nothing() const { return before.of_ray() == after.of_ray(); }
    float ratio() const { return index_of(after.of_ray()) / index_of(before.of_ray()); }
    /// For light that is not bent: from either side the same, and never all is reflected.
    float straight_ratio() const {
        const float a = index_of(before.of_ray()), b = index_of(after.of_ray());
        return max(a, b) / min(a, b);
    }
};

/// A path in the making.
struct Paths::Walk {
    Ray           ray;
    Vec3          weight{1, 1, 1};
    Media         media{};           ///< Clear matter it is in.
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
