// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <array>
#include <cmath>

#include "picture/lens.h"

namespace mote {
namespace {

constexpr float margin = 0.08f;  // of half the picture, on every side

Box sound(const Box& box) {
    const bool usable = !box.empty() && finite(box.low) && finite(box.high) && finite(box.size());
    if (!usable) return {{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    const Vec3  size    = box.size();
    const float largest = max(size.x, max(size.y, size.z));
    if (largest > 0) return box;
    const Vec3 half{0.5f, 0.5f, 0.5f};  // a single point: show a metre around it
    return {box.low - half, box.high + half};
}

float sound_aspect(float aspect) { return finite(aspect) && aspect > 0 ? aspect : 1; }
float sound_angle(float angle) { return finite(angle) ? clamp(angle, 0.01f, 3.f) : 0.7f; }

std::array<Vec3, 8> corners(const Box& box) {
    std::array<Vec3, 8> all;
    for (unsigned k = 0; k < 8; ++k)
        all[k] = {k & 1u ? box.high.x : box.low.x, k & 2u ? box.high.y : box.low.y, k & 4u ? box.high.z : box.low.z};
    return all;
}

/// How far back a camera, free to move sideways, must stand for all points to be within a slope k of its axis:
/// |x - o| <= k (z + d) for all points is two bounds on o, and they leave room for one where d is at least this.
float distance_needed(const std::array<Vec3, 8>& view, float Vec3::*across, float k) {
    float right = -1e30f, left = -1e30f;
    for (const Vec3& p : view) right = max(right, p.*across - k * p.z), left = max(left, -(p.*across) - k * p.z);
    return (right + left) / (2 * k);
}

/// The sideways position from which the points, seen from a distance, reach equally far to both sides: by bisection, as
/// both extremes fall when the camera moves on.
float centred(const std::array<Vec3, 8>& view, float Vec3::*across, float distance, float size) {
    float low = -size, high = size;
    for (int turn = 0; turn < 40; ++turn) {
        const float o     = 0.5f * (low + high);
        float       least = 1e30f, most = -1e30f;
        for (const Vec3& p : view) {
            const float slope = (p.*across - o) / (p.z + distance);
            least = min(least, slope), most = max(most, slope);
        }
        (least + most > 0 ? low : high) = o;
    }
    return 0.5f * (low + high);
}

}  // namespace

Lens make_lens(const Camera& camera, float aspect) {
    Lens lens;
    lens.origin  = finite(camera.from) ? camera.from : Vec3{0, 0, 1};
    lens.forward = normalised((finite(camera.to) ? camera.to : Vec3{}) - lens.origin);
    if (!(length(lens.forward) > 0.5f)) lens.forward = {0, 0, -1};

    const Vec3 up = finite(camera.up) ? normalised(camera.up) : Vec3{0, 1, 0};
    lens.right    = cross(lens.forward, up);
    if (!(length(lens.right) > 1e-4f)) lens.right = cross(lens.forward, Vec3{0, 0, -1});  // looking straight down
    if (!(length(lens.right) > 1e-4f)) lens.right = {1, 0, 0};
    lens.right = normalised(lens.right);
    lens.up    = cross(lens.right, lens.forward);

    lens.flat        = finite(camera.flat_height) && camera.flat_height > 0;
    lens.half_height = lens.flat ? 0.5f * camera.flat_height : std::tan(0.5f * sound_angle(camera.view_angle));
    lens.half_width  = lens.half_height * sound_aspect(aspect);
    return lens;
}

Camera frame_box(const Box& asked, float aspect, float view_angle, const Vec3& to_eye) {
    const Box  box       = sound(asked);
    const Vec3 backwards = normalised(to_eye);

    Camera camera;
    camera.view_angle        = sound_angle(view_angle);
    camera.to                = box.centre();
    camera.from              = box.centre() + backwards;
    Lens lens                = make_lens(camera, aspect);
    lens.origin              = box.centre();
    std::array<Vec3, 8> view = corners(box);
    for (Vec3& corner : view) corner = lens.to_view(corner);

    const float size     = length(box.size());
    float       distance = 0;  // of the camera from the plane through the centre; no corner may touch it
    for (const Vec3& corner : view) distance = max(distance, 0.01f * size - corner.z);
    distance = max(distance, distance_needed(view, &Vec3::x, (1 - margin) * lens.half_width));
    distance = max(distance, distance_needed(view, &Vec3::y, (1 - margin) * lens.half_height));
    const Vec3 o =
        centred(view, &Vec3::x, distance, size) * lens.right + centred(view, &Vec3::y, distance, size) * lens.up;
    camera.to   = box.centre() + o;
    camera.from = camera.to + distance * backwards;
    return camera;
}

Camera frame_flat(const Box& asked, float aspect) {
    const Box  box  = sound(asked);
    const Vec3 size = box.size();

    Camera camera;
    camera.to          = box.centre();
    camera.flat_height = max(size.y, size.x / sound_aspect(aspect)) / (1 - margin);
    camera.from        = camera.to + Vec3{0, 0, size.z + camera.flat_height};
    return camera;
}

Projected project(const Camera& camera, int width, int height, const Vec3& point) {
    const Lens  lens  = make_lens(camera, float(width) / float(std::max(1, height)));
    const Vec3  v     = lens.to_view(point);
    const float scale = lens.flat ? 1.f : 1 / v.z;
    return {0.5f * float(width) * (1 + v.x * scale / lens.half_width),
            0.5f * float(height) * (1 - v.y * scale / lens.half_height), v.z};
}

}  // namespace mote
