// Copyright (c) 2026 The Mote authors. MIT licence.
#include "trace/floor.h"

#include <cmath>

namespace mote {

Vec3 Rays::off(const Hit& hit, const Vec3& along) {
    const float size = max(max(abs(hit.at.x), abs(hit.at.y)), max(abs(hit.at.z), 0.1f * min(hit.distance, 1e3f)));
    const float step = 1e-5f * size + 1e-9f;
    return hit.at + (dot(along, hit.face) > 0 ? step : -step) * hit.face;
}

/// Where the ray meets the round plate: its top, else its rim.
Hit Floor::on_plate(const Ray& ray) const {
    Hit         hit;
    const float r = ground_.plate_radius, top = ground_.height;
    const Vec3  from = ray.from - Vec3{ground_.centre.x, top, ground_.centre.z};
    const auto  meet = [&](float distance, const Vec3& face) {
        hit.distance = distance, hit.at = ray.from + distance * ray.along;
        hit.face = hit.normal = face;
        hit.finish = &plate_, hit.part = part_, hit.colour = plate_.colour;
    };
    if (from.y > 0 && ray.along.y < 0) {
        const float t = -from.y / ray.along.y;
        const Vec3  x = from + t * ray.along;
        if (x.x * x.x + x.z * x.z < r * r) return meet(t, {0, 1, 0}), hit.at.y = top, hit;
    }
    const float a = ray.along.x * ray.along.x + ray.along.z * ray.along.z, c = from.x * from.x + from.z * from.z - r * r;
    const float b = from.x * ray.along.x + from.z * ray.along.z, root = b * b - a * c;
    if (!(c > 0 && b < 0 && root > 0 && a > 0)) return hit;
    const float t = (-b - sqrt(root)) / a;
    const Vec3  x = from + t * ray.along;
    if (x.y < 0 && x.y > -ground_.plate_height) meet(t, normalised(Vec3{x.x, 0, x.z}));
    return hit;
}

Hit Floor::meet(const Ray& ray) const {
    Hit         hit;
    const bool  stands = ground_.plate_radius > 0;
    const float height = ground_.height - (stands ? ground_.plate_height : 0), drop = ray.from.y - height;
    if (!(drop > 0)) return hit;  // seen from below, the ground would hide everything
    if (stands) hit = on_plate(ray);
    if (hit || !(ray.along.y < 0)) return hit;
    const float distance = -drop / ray.along.y;
    if (!(distance < 1e6f * drop && distance < ray.farthest)) return hit;
    hit.distance = distance;
    hit.at       = ray.from + distance * ray.along;
    hit.at.y     = height;
    hit.finish   = &floor_;
    hit.part     = part_;
    hit.colour   = ground_.colour;
    if (ground_.checker > 0) {
        const Vec3  p    = (hit.at - ground_.centre) / ground_.checker;
        const bool  odd  = std::fmod(std::floor(p.x) + std::floor(p.z), 2.f) != 0;
        const float thin = distance / (-ray.along.y * ground_.checker);  // squares so far and so flat are too thin for a pixel
        const float far  = clamp((thin - 60) / 260, 0.f, 1.f);
        hit.colour = hit.colour + (far * 0.5f + (1 - far) * float(odd)) * (ground_.other_colour - ground_.colour);
    }
    return hit;
}

}  // namespace mote
