// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rough surfaces are facets with the GGX distribution [Walter et al. 2007, "Microfacet models for refraction through rough surfaces"],
// sampled by what is seen of them [Heitz 2018, "Sampling the GGX distribution of visible normals", JCGT 7(4)].
#include "trace/scatter.h"

namespace mote {

float fresnel(float cosine, float ratio) {
    const float c = clamp(cosine, 0.f, 1.f), s2 = (1 - c * c) / (ratio * ratio);
    if (s2 >= 1) return 1;
    const float t = sqrt(1 - s2);
    const float across = (c - ratio * t) / (c + ratio * t), along = (t - ratio * c) / (t + ratio * c);
    return 0.5f * (across * across + along * along);
}

std::optional<Vec3> refracted(const Vec3& in, const Vec3& n, float ratio) {
    const float c = -dot(in, n), s2 = (1 - c * c) / (ratio * ratio);
    if (s2 >= 1) return std::nullopt;
    return normalised((1 / ratio) * in + (c / ratio - sqrt(1 - s2)) * n);
}

Vec3 facet(const Vec3& out, const Vec3& n, float roughness, Point2 p) {
    const float  alpha = max(roughness * roughness, 1e-4f);
    const Across a(n);
    const Vec3   view = normalised(Vec3{alpha * dot(out, a.u), alpha * dot(out, a.v), max(dot(out, n), 1e-4f)});
    const float  flat = view.x * view.x + view.y * view.y;
    const Vec3   t1   = flat > 1e-12f ? (1 / sqrt(flat)) * Vec3{-view.y, view.x, 0} : Vec3{1, 0, 0};
    const Vec3   t2   = cross(view, t1);
    const Point2 d    = on_disc(p);
    const float  s    = 0.5f * (1 + view.z);
    const float  y    = (1 - s) * sqrt(max(0.f, 1 - d.x * d.x)) + s * d.y;
    const Vec3   h    = d.x * t1 + y * t2 + sqrt(max(0.f, 1 - d.x * d.x - y * y)) * view;
    return normalised(alpha * h.x * a.u + alpha * h.y * a.v + max(1e-6f, h.z) * n);
}

Opaque::Opaque(const Finish& f, const Vec3& colour, const Vec3& n, const Vec3& out)
    : n_(n),
      out_(out),
      alpha_(max(f.roughness * f.roughness, 1e-4f)),
      index_(max(f.index, 1.f)),
      metal_(clamp(f.metal, 0.f, 1.f)),
      mirror_(f.roughness < 0.04f) {
    at_normal_            = colour;
    const float cosine    = max(dot(n, out), 1e-3f);
    const Vec3  reflected = coat(cosine);
    diffuse_              = (1 - metal_) * times(colour, Vec3{1, 1, 1} - reflected);
    const float a = luminance(reflected), b = luminance(diffuse_);
    coat_share_ = a > 1e-6f ? max(a / (a + b), 0.1f) : 0;  // an index of 1 reflects what rounding leaves
    if (!(b > 0) && coat_share_ > 0) coat_share_ = 1;
}

/// What the coat reflects; metals after Schlick [1994].
Vec3 Opaque::coat(float cosine) const {
    const float f = fresnel(cosine, index_), m = 1 - clamp(cosine, 0.f, 1.f), m5 = m * m * m * m * m;
    return blend(Vec3{f, f, f}, blend(at_normal_, {1, 1, 1}, m5), metal_);
}
float Opaque::lambda(float cosine) const {
    const float c2 = max(cosine * cosine, 1e-6f);
    return 0.5f * (sqrt(1 + alpha_ * alpha_ * (1 - c2) / c2) - 1);
}
float Opaque::facets(float cosine) const {
    const float a2 = alpha_ * alpha_, d = cosine * cosine * (a2 - 1) + 1;
    return a2 / (pi * d * d);
}

Vec3 Opaque::value(const Vec3& along) const {
    const float i = dot(n_, along), o = max(dot(n_, out_), 1e-3f);
    if (!(i > 0)) return {};
    Vec3 sum = (i / pi) * diffuse_;
    if (coat_share_ > 0 && !mirror_) {
        const Vec3 h = normalised(along + out_);
        sum += facets(dot(n_, h)) / ((1 + lambda(i) + lambda(o)) * 4 * o) * coat(dot(h, out_));
    }
    return sum;
}

float Opaque::density(const Vec3& along) const {
    const float i = dot(n_, along), o = max(dot(n_, out_), 1e-3f);
    if (!(i > 0)) return 0;
    float sum = (1 - coat_share_) * i / pi;
    if (coat_share_ > 0 && !mirror_) sum += coat_share_ * facets(dot(n_, normalised(along + out_))) / ((1 + lambda(o)) * 4 * o);
    return sum;
}

Opaque::Sent Opaque::sample(Point2 which, Point2 p) const {
    Sent sent;
    if (which.x < coat_share_) {
        if (mirror_) {
            sent.along  = reflected(-out_, n_);
            sent.weight = coat(dot(n_, out_)) / coat_share_;
            return sent;
        }
        sent.along = reflected(-out_, facet(out_, n_, sqrt(alpha_), p));
    } else {
        sent.along   = cosine_about(n_, p);
        sent.diffuse = true;
        if (mirror_ || coat_share_ == 0) {
            sent.density = dot(n_, sent.along) / pi;
            sent.weight  = diffuse_ / (1 - coat_share_);
            return sent;
        }
    }
    sent.density = density(sent.along);
    if (sent.density > 1e-9f) sent.weight = value(sent.along) / sent.density;
    return sent;
}

}  // namespace mote
