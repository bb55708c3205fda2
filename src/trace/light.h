// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Directions: frames, samples of them, and the light that comes from the sky and the sun.
#pragma once
#include <cmath>

#include "mote/trace.h"
#include "trace/sampler.h"

namespace mote {

inline Vec3  times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline Vec3  blend(const Vec3& a, const Vec3& b, float t) { return (1 - t) * a + t * b; }
inline float luminance(const Vec3& c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; }

/// Two directions across a unit vector [Duff et al. 2017, "Building an orthonormal basis, revisited", JCGT 6(1)].
struct Across {
    Vec3 u, v;
    explicit Across(const Vec3& n) {
        const float sign = std::copysign(1.f, n.z), a = -1 / (sign + n.z), b = n.x * n.y * a;
        u = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
        v = {b, sign + n.y * n.y * a, -n.y};
    }
};

inline Point2 on_disc(Point2 p) {
    const float r = sqrt(p.x), turn = 2 * pi * p.y;
    return {r * std::cos(turn), r * std::sin(turn)};
}

/// About `n`, as many as their cosine tells (density cos / pi).
inline Vec3 cosine_about(const Vec3& n, Point2 p) {
    const Point2 d = on_disc(p);
    const Across a(n);
    return normalised(d.x * a.u + d.y * a.v + sqrt(max(0.f, 1 - p.x)) * n);
}

class Heaven {
public:
    explicit Heaven(const Sky& sky) : sky_(sky), to_sun_(normalised(sky.to_sun)) {
        const float angle = clamp(sky.sun_radius, 1e-3f, 1.f);
        cosine_           = std::cos(angle);
        density_          = 1 / (2 * pi * (1 - cosine_));
        disc_             = sky.sun / (pi * (1 - cosine_ * cosine_));
        shines_           = luminance(sky.sun) > 0 && length(to_sun_) > 0.5f;
        ambient_          = 0.5f * (sky.zenith + sky.horizon);
    }
    /// Radiance without the sun.
    Vec3 sky(const Vec3& along) const {
        const Vec3& end = along.y > 0 ? sky_.zenith : sky_.below;
        return blend(sky_.horizon, end, sqrt(min(1.f, abs(along.y))));
    }
    const Vec3& horizon() const { return sky_.horizon; }
    const Vec3& ambient() const { return ambient_; }  ///< About the mean of what comes from above.
    bool        shines() const { return shines_; }
    bool        in_sun(const Vec3& along) const { return shines_ && dot(along, to_sun_) > cosine_; }
    const Vec3& disc() const { return disc_; }        ///< Radiance of the sun.
    float       density() const { return density_; }  ///< Of `towards_sun`, per solid angle.
    Vec3        towards_sun(Point2 p) const {
        const float  c = 1 - p.x * (1 - cosine_), s = sqrt(max(0.f, 1 - c * c));
        const Across a(to_sun_);
        return normalised(s * std::cos(2 * pi * p.y) * a.u + s * std::sin(2 * pi * p.y) * a.v + c * to_sun_);
    }

private:
    Sky   sky_;
    Vec3  to_sun_, disc_, ambient_;
    float cosine_ = 1, density_ = 0;
    bool  shines_ = false;
};

}  // namespace mote
