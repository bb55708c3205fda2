// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A path is followed backwards from the eye. Through clear matter it bends; the first surface is followed both ways, later ones one
// way by chance. At the first surface that is not clear it asks for the sun and goes on once in a direction by chance. From there on
// clear matter is gone through straight, paying what is reflected and absorbed: what lies under water is lit without the noise of
// caustics. What a path may still find after two such surfaces is guessed, not followed.
#include "trace/path.h"

namespace mote {
namespace {

constexpr int most_clear = 12, most_diffuse = 2, most_coats = 4;

Vec3 left_after(const Vec3& absorption, float distance) {
    return {exp(-absorption.x * distance), exp(-absorption.y * distance), exp(-absorption.z * distance)};
}

bool is_clear(const Hit& hit, float chance) { return chance < hit.finish->clear; }

/// The share by which one of two ways to find the same light counts [Veach 1997, balance heuristic].
float balance(float mine, float other) { return mine / (mine + other); }

}  // namespace

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
        const float most  = (w.diffuse > 0 || w.clear > 2 ? 0.25f : 1) * brightest, much = luminance(c);
        if (!(much >= 0)) return;  // not a number
        seen.light += much > most ? (most / much) * c : c;
    }
    void saw(Walk& w, const Vec3& colour) {
        if (w.seen) return;
        w.seen = true;
        seen.colour += times(w.weight, colour);
    }
};

Paths::Paths(const TraceScene& scene, const Rays& rays, float brightest)
    : scene_(scene), rays_(rays), heaven_(scene.sky), smoke_(scene.puffs, scene.cut), brightest_(brightest), ground_part_(std::uint32_t(scene.meshes.size() + scene.balls.size())) {}

/// How much of the horizon is seen instead of a far part of the ground.
float Paths::horizon_share(const Hit& hit) const {
    if (hit.part != ground_part_ || !scene_.ground) return 0;
    const float x = length(hit.at - scene_.ground->centre) / max(scene_.ground->fade, 1e-6f);
    return 1 - 1 / (1 + x * x * x);
}

/// What comes through along a ray without being bent.
Vec3 Paths::passed(Ray ray) const {
    Vec3  left{1, 1, 1};
    if (!smoke_.empty()) left = exp(-smoke_.depth(ray, 1e30f, 0.5f)) * left;  // nothing behind smoke is left out
    for (int k = 0; k < most_clear; ++k) {
        const Hit hit = rays_.nearest(ray);
        if (!hit) return left;
        if (hit.part == ground_part_ || hit.finish->clear <= 0) return {};
        const float cosine = dot(ray.along, hit.face);
        if (cosine > 0) left = times(left, left_after(hit.finish->absorption, hit.distance));
        left = hit.finish->clear * (1 - fresnel(abs(dot(ray.along, hit.normal)), hit.finish->index)) * left;
        if (luminance(left) < 1e-3f) return {};
        ray.from = Rays::off(hit, ray.along);
    }
    return left;
}

Vec3 Paths::from_sun(const Hit& hit, const Opaque& surface, const Walk& w, Sampler& sampler) const {
    const Point2 p = sampler.next();
    if (!heaven_.shines()) return {};
    const Vec3 along = heaven_.towards_sun(p);
    const Vec3 value = surface.value(along);
    if (!(dot(along, hit.face) > 0) || !(luminance(value) > 0)) return {};
    const Vec3 left = passed({Rays::off(hit, along), along, w.ray.time});
    return balance(heaven_.density(), surface.density(along)) / heaven_.density() * times(times(value, heaven_.disc()), left);
}

/// Light enters soft matter at another place than it leaves: a point of the same surface near by, found by a ray across it at a
/// distance that falls off like the profile of multiple scattering [Christensen & Burley 2015; King et al. 2013].
Hit Paths::spread(const Hit& hit, float time, Sampler& sampler) const {
    const Point2 p = sampler.next(), q = sampler.next();
    const float  soft = hit.finish->soft;
    // Two exponentials of the profile: a quarter falls off by s, the rest by 3 s.
    const float  scale = q.x < 0.25f ? soft / 3 : soft, r = min(-scale * log(1 - 0.97f * p.x), 4 * soft);
    const Across a(hit.face);
    Vec3         axis = hit.face, u = a.u, v = a.v;
    if (q.y < 0.5f) axis = q.y < 0.25f ? a.u : a.v, u = hit.face, v = q.y < 0.25f ? a.v : a.u;
    const float half = sqrt(max(0.f, 16 * soft * soft - r * r));
    const Vec3  from = hit.at + r * std::cos(2 * pi * p.y) * u + r * std::sin(2 * pi * p.y) * v + half * axis;
    Ray         ray{from, -axis, time, 2 * half};
    for (int k = 0; k < 3; ++k) {
        const Hit other = rays_.nearest(ray);
        if (!other) return hit;
        if (other.part == hit.part) return other;
        ray.from     = Rays::off(other, ray.along);
        ray.farthest -= other.distance;
    }
    return hit;
}

/// Goes on through, or back from, a clear surface.
bool Paths::pass_clear(Walk& w, const Hit& hit, Trail& trail) const {
    const bool     entering = dot(w.ray.along, hit.face) < 0;
    const Finish&  finish   = *hit.finish;
    const float    before   = entering ? (w.medium && w.medium != &finish ? w.medium->index : 1) : finish.index;
    const float    ratio    = (entering ? finish.index : 1) / before;
    const Vec3     face     = entering ? hit.face : -hit.face;
    Vec3           n        = entering ? hit.normal : -hit.normal;
    if (!entering) w.medium = &finish;
    if (w.diffuse > 0) {  // straight on
        const float lost = fresnel(abs(dot(w.ray.along, n)), finish.index);
        trail.add(w, lost * heaven_.ambient());
        w.weight   = (1 - lost) * w.weight;
        w.medium   = entering ? &finish : nullptr;
        w.ray.from = Rays::off(hit, w.ray.along);
        return ++w.passed < 2 * most_clear;
    }
    if (++w.clear > most_clear) {
        trail.add(w, heaven_.ambient());
        return false;
    }
    const Point2 p = trail.sampler.next();
    if (finish.roughness > 0.02f) n = facet(-w.ray.along, n, finish.roughness, trail.sampler.next());
    if (dot(w.ray.along, n) > -1e-3f) n = face;  // a smoothed normal may look away
    Vec3 back = reflected(w.ray.along, n);
    if (dot(back, face) <= 0) back = reflected(w.ray.along, face);
    std::optional<Vec3> on = refracted(w.ray.along, n, ratio);
    if (on && dot(*on, face) >= 0) on = refracted(w.ray.along, face, ratio);
    const float share = on ? fresnel(-dot(w.ray.along, n), ratio) : 1;

    const auto go = [&](Walk& walk, bool through) {
        walk.ray.along = through ? *on : back;
        walk.ray.from  = Rays::off(hit, walk.ray.along);
        walk.medium    = through == entering ? &finish : (entering ? walk.medium : nullptr);
        walk.density   = 0;
    };
    if (w.clear == 1 && !trail.split && share < 1) {
        trail.split = true;
        trail.other = w;
        trail.other.weight = share * w.weight;
        go(trail.other, false);
        w.weight = (1 - share) * w.weight;
        go(w, true);
    } else {
        go(w, !(p.x < share));
    }
    return true;
}

/// Goes on from a surface that is not clear.
bool Paths::bounce(Walk& w, Hit hit, Trail& trail) const {
    trail.add(w, hit.glow);
    trail.saw(w, hit.colour + hit.glow);
    if (dot(w.ray.along, hit.face) > 0) hit.face = -hit.face, hit.normal = -hit.normal;
    Vec3 n = hit.normal;
    if (dot(w.ray.along, n) > -1e-3f) n = hit.face;
    Opaque surface(*hit.finish, hit.colour, n, -w.ray.along);
    if (w.diffuse >= most_diffuse) {
        trail.add(w, 0.5f * times(surface.diffuse(), heaven_.ambient()));
        return false;
    }
    const Point2 which = trail.sampler.next(), p = trail.sampler.next();
    if (hit.finish->soft > 0) {  // either the coat alone, or what comes from below it
        const float share = surface.coat_share();
        if (which.x < share) {
            w.weight = w.weight / share;
            surface  = Opaque(*hit.finish, {}, n, -w.ray.along);
        } else {
            w.weight = times(w.weight, surface.diffuse()) / (1 - share);
            hit      = spread(hit, w.ray.time, trail.sampler);
            surface  = Opaque(Finish{}, {1, 1, 1}, hit.normal, hit.face);
        }
    }
    trail.add(w, from_sun(hit, surface, w, trail.sampler));
    const Opaque::Sent sent = surface.sample(which, p);
    if (!(dot(sent.along, hit.face) > 0) || !(luminance(sent.weight) > 0)) return false;
    w.weight   = times(w.weight, sent.weight);
    w.density  = sent.density;
    w.ray      = {Rays::off(hit, sent.along), sent.along, w.ray.time};
    w.diffuse += sent.diffuse;
    w.coats += !sent.diffuse;
    if (w.coats > most_coats) {
        trail.add(w, heaven_.ambient());
        return false;
    }
    return luminance(w.weight) > 1e-4f;
}

/// Smoke takes some of the light and sends on, to all sides, what falls on it at one place: from the sun, and from some part of the sky.
/// Light that is scattered often still comes through, so that a unit of depth counts a fifth on its
/// way there [the idea: Wrenninge, Kulla & Lundqvist 2013, "Oz: the great and volumetric"].
void Paths::cross_smoke(Walk& w, float distance, Trail& trail) const {
    const Point2           p = trail.sampler.next(), q = trail.sampler.next();
    const Smoke::Scattered s = smoke_.scatter(w.ray, distance, p.x, p.y);
    if (!(s.through < 1)) return;
    const Vec3  at = w.ray.from + s.at * w.ray.along, sun = heaven_.towards_sun(q);
    const auto  dimmed = [&](const Vec3& along) { return exp(-0.2f * smoke_.depth({at, along}, 1e30f, q.x)); };
    const Point2 r = trail.sampler.next();
    const float  y = 2 * r.x - 1, level = sqrt(max(0.f, 1 - y * y));
    const Vec3   some{level * std::cos(2 * pi * r.y), y, level * std::sin(2 * pi * r.y)};
    Vec3         light = dimmed(some) * heaven_.sky(some);
    if (heaven_.shines() && !rays_.nearest({at, sun, w.ray.time})) light += dimmed(sun) / (4 * pi * heaven_.density()) * heaven_.disc();
    Walk part   = w;
    part.weight = (1 - s.through) * w.weight;
    trail.add(part, times(s.colour, light));
    if (!w.seen) trail.seen.colour += times(part.weight, s.colour);
    w.weight = s.through * w.weight;
}

void Paths::walk(Walk w, Trail& trail) const {
    for (;;) {
        const Hit hit = rays_.nearest(w.ray);
        if (!smoke_.empty()) cross_smoke(w, hit.distance, trail);
        if (trail.first) {
            trail.first         = false;
            trail.seen.distance = hit ? hit.distance : 0;
            if (hit) trail.seen.normal = hit.normal;
        }
        if (!hit) {
            trail.saw(w, heaven_.sky(w.ray.along));
            trail.add(w, heaven_.sky(w.ray.along));
            if (heaven_.in_sun(w.ray.along)) trail.add(w, (w.density > 0 ? balance(w.density, heaven_.density()) : 1) * heaven_.disc());
            return;
        }
        const bool leaving = dot(w.ray.along, hit.face) > 0 && hit.finish->clear > 0;
        if (const Finish* medium = leaving ? hit.finish : w.medium) w.weight = times(w.weight, left_after(medium->absorption, hit.distance));
        if (const float far = horizon_share(hit); far > 0) {
            trail.add(w, far * heaven_.horizon());
            w.weight = (1 - far) * w.weight;
            if (far > 0.99f) {
                trail.saw(w, heaven_.horizon());
                return;
            }
        }
        const bool clear = hit.finish->clear > 0 && is_clear(hit, hit.finish->clear < 1 ? trail.sampler.next().x : 0);
        if (!(clear ? pass_clear(w, hit, trail) : bounce(w, hit, trail))) return;
    }
}

Seen Paths::follow(const Ray& ray, Sampler& sampler) const {
    Trail trail{.sampler = sampler, .brightest = brightest_};
    walk({.ray = ray}, trail);
    if (trail.split) walk(trail.other, trail);
    return trail.seen;
}

}  // namespace mote
