// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <array>
#include <cmath>

#include "picture/lens.h"

namespace mote {
namespace {

constexpr float margin = 0.08f;   // of half the picture, on every side

Box sound(const Box& box) {
    const bool usable = !box.empty() && finite(box.low) && finite(box.high) && finite(box.size());
    if (!usable) return {{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    const Vec3  size    = box.size();
    const float largest = max(size.x, max(size.y, size.z));
    if (largest > 0) return box;
    const Vec3 half{0.5f, 0.5f, 0.5f};   // a single point: show a metre around it
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

Camera frame_box(const Box& asked, float aspect, float view_angle) {
    const Box  box       = sound(asked);
    const Vec3 backwards = normalised(Vec3{0.52f, 0.40f, 1.f});   // three quarters: front, right and top are seen

    Camera camera;
    camera.view_angle = sound_angle(view_angle);
    camera.to         = box.centre();
    float distance    = length(box.size());
    // The picture of the box is not centred on the picture of its centre, so aim and distance are found in turns.
    for (int turn = 0; turn < 12; ++turn) {
        camera.from     = camera.to + distance * backwards;
        const Lens lens = make_lens(camera, aspect);
        const float width = (1 - margin) * lens.half_width, height = (1 - margin) * lens.half_height;
        float needed = 0, left = 1e30f, right = -1e30f, bottom = 1e30f, top = -1e30f;
        for (const Vec3& corner : corners(box)) {
            const Vec3 v = lens.to_view(corner);
            const float behind_aim = v.z - distance;   // of the corner, along the view
            needed = max(needed, max(abs(v.x) / width, abs(v.y) / height) - behind_aim);
            const float depth = max(v.z, 1e-3f * distance);
            left = min(left, v.x / depth), right = max(right, v.x / depth);
            bottom = min(bottom, v.y / depth), top = max(top, v.y / depth);
        }
        const bool last = turn >= 10;   // close by widening only, so that nothing is cut off
        if (!last) camera.to += 0.5f * distance * ((left + right) * lens.right + (bottom + top) * lens.up);
        distance = max(needed, 1e-6f);
    }
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
