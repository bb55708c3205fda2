// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How a path goes on from a surface.
#include "trace/walk.h"

namespace mote {

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
bool Paths::pass_clear(Walk& w, const Hit& hit, const Step& step, Trail& trail) const {
    const bool    entering = dot(w.ray.along, hit.face) < 0;
    const Finish& finish   = *hit.finish;
    const Vec3    face     = entering ? hit.face : -hit.face;
    Vec3          n        = entering ? hit.normal : -hit.normal;
    if (w.diffuse > 0 || step.nothing()) {  // straight on
        const float lost = step.nothing() ? 0 : fresnel(abs(dot(w.ray.along, n)), step.straight_ratio());
        trail.add(w, lost * heaven_.ambient());
        w.weight   = (1 - lost) * w.weight;
        w.media    = step.after;
        w.ray.from = Rays::off(step.last, w.ray.along);
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
    const float ratio = step.ratio();
    if (dot(back, face) <= 0) back = reflected(w.ray.along, face);
    std::optional<Vec3> on = refracted(w.ray.along, n, ratio);
    if (on && dot(*on, face) >= 0) on = refracted(w.ray.along, face, ratio);
    const float share = on ? fresnel(-dot(w.ray.along, n), ratio) : 1;

    const auto go = [&](Walk& walk, bool through) {
        walk.ray.along = through ? *on : back;
        walk.ray.from  = Rays::off(through ? step.last : hit, walk.ray.along);
        walk.media     = through ? step.after : step.before;
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

}  // namespace mote
