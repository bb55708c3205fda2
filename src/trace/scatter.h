// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How a surface sends light on. Directions point away from the surface; `n` is on the side of `out`.
#pragma once
#include "trace/light.h"

namespace mote {

/// Share of unpolarised light that is reflected where `cosine` is that of the incoming ray and `ratio` the index beyond over the
/// index before (Fresnel's equations).
float fresnel(float cosine, float ratio);

/// The direction beyond the surface after Snell; nothing where all is reflected. `in` goes towards the surface.
std::optional<Vec3> refracted(const Vec3& in, const Vec3& n, float ratio);
inline Vec3 reflected(const Vec3& in, const Vec3& n) { return in - 2 * dot(in, n) * n; }

/// A facet's normal of a rough surface, as often as facets are seen from `out`.
Vec3 facet(const Vec3& out, const Vec3& n, float roughness, Point2 p);

/// An opaque surface: a coat that reflects, over a colour.
class Opaque {
public:
    Opaque(const Finish&, const Vec3& colour, const Vec3& n, const Vec3& out);

    struct Sent {
        Vec3  along, weight;  ///< weight: what of the light from there goes out, over the density.
        float density = 0;    ///< Per solid angle; 0: a mirror's only direction.
        bool  diffuse = false;
    };
    Sent sample(Point2 which, Point2 p) const;
    Vec3 value(const Vec3& along) const;     ///< Reflected radiance per radiance and solid angle, with the cosine.
    float density(const Vec3& along) const;  ///< Of `sample`.
    const Vec3& diffuse() const { return diffuse_; }
    float coat_share() const { return coat_share_; }  ///< How often `sample` takes the coat.

private:
    Vec3  n_, out_, diffuse_, at_normal_;
    float alpha_, index_, metal_, coat_share_ = 0;
    bool  mirror_;
    Vec3  coat(float cosine) const;
    float lambda(float cosine) const;
    float facets(float cosine) const;
};

}  // namespace mote
