// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A path is followed backwards from the eye. Through clear matter it bends; the first surface is followed both ways, later ones one
// way by chance. At the first surface that is not clear it asks for the sun and goes on once in a direction by chance. From there on
// clear matter is gone through straight, paying what is reflected and absorbed: what lies under water is lit without the noise of
// caustics. What a path may still find after two such surfaces is guessed, not followed.
#include "trace/walk.h"

namespace mote {
Paths::Paths(const TraceScene& scene, const Rays& rays, float brightest)
    : scene_(scene), rays_(rays), heaven_(scene.sky), smoke_(scene.puffs, scene.cut), brightest_(brightest), ground_part_(std::uint32_t(scene.meshes.size() + scene.balls.size())) {}

/// How much of the horizon is seen instead of a far part of the ground.
float Paths::horizon_share(const Hit& hit) const {
    if (hit.part != ground_part_ || !scene_.ground) return 0;
    const float x = length(hit.at - scene_.ground->centre) / max(scene_.ground->fade, 1e-6f);
    return 1 - 1 / (1 + x * x * x);
}

/// Where other clear matter begins so near behind the end of this one, or ends so near behind its beginning, that they touch, both
/// surfaces are one. Where matter that is not clear touches, light meets it at the end of this one.
Paths::Step Paths::step_across(const Ray& ray, const Hit& hit, const Media& in) const {
    if (hit.finish->clear <= 0) return {in, in, hit};
    const bool leaving = leaves(ray, hit);
    Step       step{leaving ? in.with(hit) : in.without(hit), leaving ? in.without(hit) : in.with(hit), hit};
    if (!leaving && !step.before.of_ray()) return step;
    const Vec3 across = leaving ? hit.face : -hit.face;
    const Hit  other  = rays_.touching(hit, across, ray.time);
    if (!other || leaving == (dot(across, other.face) > 0)) return step;
    step.last = other;
    if (other.finish->clear <= 0)
        step.wall = other, step.wall.at = hit.at, step.wall.distance = hit.distance;
    else if (leaving)
        step.after = step.after.with(other);
    else
        step.before = step.before.with(other), step.after = step.after.without(other);
    return step;
}

/// What comes through along a ray without being bent.
Vec3 Paths::passed(Ray ray, Media media) const {
    Vec3  left{1, 1, 1};
    if (!smoke_.empty()) left = exp(-smoke_.depth(ray, 1e30f, 0.5f)) * left;  // nothing behind smoke is left out
    for (int k = 0; k < most_clear; ++k) {
        const Hit hit = rays_.nearest(ray);
        if (!hit) return left;
        if (hit.part == ground_part_ || hit.finish->clear <= 0) return {};
        const Step step = step_across(ray, hit, media);
        if (step.wall) return {};
        if (const Finish* medium = step.before.of_ray()) left = times(left, left_after(medium->absorption, hit.distance));
        if (!step.nothing()) left = hit.finish->clear * (1 - fresnel(abs(dot(ray.along, hit.normal)), step.straight_ratio())) * left;
        if (luminance(left) < 1e-3f) return {};
        ray.from = Rays::off(step.last, ray.along);
        media    = step.after;
    }
    return left;
}

Vec3 Paths::from_sun(const Hit& hit, const Opaque& surface, const Walk& w, Sampler& sampler) const {
    const Point2 p = sampler.next();
    if (!heaven_.shines()) return {};
    const Vec3 along = heaven_.towards_sun(p);
    const Vec3 value = surface.value(along);
    if (!(dot(along, hit.face) > 0) || !(luminance(value) > 0)) return {};
    const Vec3 left = passed({Rays::off(hit, along), along, w.ray.time}, w.media);
    return balance(heaven_.density(), surface.density(along)) / heaven_.density() * times(times(value, heaven_.disc()), left);
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
        const Step step = step_across(w.ray, hit, w.media);
        w.media         = step.before;  // also where it was not seen to enter
        if (const Finish* medium = w.media.of_ray()) w.weight = times(w.weight, left_after(medium->absorption, hit.distance));
        if (const float far = horizon_share(hit); far > 0) {
            trail.add(w, far * heaven_.horizon());
            w.weight = (1 - far) * w.weight;
            if (far > 0.99f) {
                trail.saw(w, heaven_.horizon());
                return;
            }
        }
        const float share = hit.finish->clear;
        const bool  clear = share >= 1 || (share > 0 && trail.sampler.next().x < share);
        if (!(step.wall ? bounce(w, step.wall, trail) : clear ? pass_clear(w, hit, step, trail) : bounce(w, hit, trail))) return;
    }
}

Seen Paths::follow(const Ray& ray, Sampler& sampler) const {
    Trail trail{.sampler = sampler, .brightest = brightest_};
    walk({.ray = ray}, trail);
    if (trail.split) walk(trail.other, trail);
    return trail.seen;
}

}  // namespace mote
