// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Light that does not arrive. Sky light: ambient obscurance from the depth of the picture (McGuire et al. 2011, "The
// Alchemy screen-space ambient obscurance algorithm", eq. 10). Key light: a depth map seen from the light, with a
// penumbra that grows with the distance of what casts it (Fernando 2005, "Percentage-closer soft shadows"). Both are
// sampled with a pattern that differs between the sixteen pixels of a 4 x 4 square and then averaged over such squares,
// which removes the pattern.
#include "picture/occlusion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "picture/colour.h"
#include "picture/tiles.h"

namespace mote {
namespace {

constexpr int sky_taps = 16, search_taps = 8, key_taps = 12;

struct Offset {
    float x, y;
};

/// Points spread evenly over the unit disc (Vogel 1979, the seed head of a sunflower), turned by `turn` [0, 1) of the
/// golden pattern. The power > 0.5 crowds them towards the middle.
template <std::size_t count>
std::array<std::array<Offset, count>, 16> patterns(float power) {
    std::array<std::array<Offset, count>, 16> all;
    for (std::size_t p = 0; p < 16; ++p)
        for (std::size_t k = 0; k < count; ++k) {
            const float angle  = 2.39996323f * float(k) + 2 * pi * float(p) / 16;
            const float radius = std::pow((float(k) + 0.5f + (float(p) - 7.5f) / 16) / float(count), power);
            all[p][k]          = {radius * std::cos(angle), radius * std::sin(angle)};
        }
    return all;
}

/// Which of the sixteen patterns a pixel uses: neighbours differ much.
std::size_t pattern_of(int x, int y) {
    static constexpr std::array<std::uint8_t, 16> order{0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    return order[std::size_t((y & 3) * 4 + (x & 3))];
}

/// The scene as the key light sees it.
class KeyLight {
public:
    KeyLight(const Subject& subject, const Vec3& towards, const Bulk& bulk, int side, int threads) : bulk_(bulk) {
        Camera camera;
        camera.to          = bulk.centre;
        camera.from        = bulk.centre + 4 * bulk.reach * towards;
        camera.flat_height = 2 * bulk.reach;
        lens_              = make_lens(camera, 1);
        hits_              = find_hits(subject, lens_, SampleGrid(lens_, side, side, 1), threads);
    }

    /// The share of the light that arrives at a world point; `bias` [m] keeps a surface from shading itself.
    float arriving(const Vec3& point, float bias, std::size_t pattern) const {
        static const auto search = patterns<search_taps>(0.5f);
        static const auto filter = patterns<key_taps>(0.5f);
        constexpr float   spread = 0.10f;  // radius of the light over its distance
        const Vec3        p      = lens_.to_view(point);
        if (!(abs(p.x) < 1.5f * bulk_.reach && abs(p.y) < 1.5f * bulk_.reach)) return 1;
        const float texel = hits_.grid.step_x, limit = p.z - bias;

        const float wide = clamp(spread * (p.z - 3 * bulk_.reach), 2 * texel, 0.12f * bulk_.reach);
        float       sum = 0, blockers = 0;
        for (const Offset& o : search[pattern]) {
            const float depth = depth_at(p.x + wide * o.x, p.y + wide * o.y);
            if (depth < limit) sum += depth, blockers += 1;
        }
        if (blockers == 0) return 1;
        const float penumbra = clamp(spread * (p.z - sum / blockers), 1.2f * texel, wide);
        float       open     = 0;
        for (const Offset& o : filter[pattern])
            open += depth_at(p.x + penumbra * o.x, p.y + penumbra * o.y) < limit ? 0.f : 1.f;
        return open / float(key_taps);
    }

private:
    float depth_at(float x, float y) const {
        const float i = (x - hits_.grid.left) / hits_.grid.step_x, j = (hits_.grid.top - y) / hits_.grid.step_y;
        if (!(i >= 0 && j >= 0 && i < float(hits_.grid.width) && j < float(hits_.grid.height))) return far_away;
        return hits_.depth[hits_.at(int(i), int(j))];
    }

    Bulk bulk_;
    Lens lens_;
    Hits hits_;
};

/// The pixels as a coarser picture: of every pixel its nearest sample.
struct Front {
    int                width, height, n;
    std::vector<float> depth, plane_x, plane_y;  // of that sample
    std::vector<char>  ground;                   // 1 where it sees the ground
    std::vector<int>   sample_x, sample_y;

    Front(const Hits& hits, int threads)
        : width(hits.grid.width / hits.grid.per_pixel),
          height(hits.grid.height / hits.grid.per_pixel),
          n(hits.grid.per_pixel),
          depth(std::size_t(width) * std::size_t(height)),
          plane_x(depth.size()),
          plane_y(depth.size()),
          ground(depth.size()),
          sample_x(depth.size()),
          sample_y(depth.size()) {
        for_each_tile(threads, height, [&](int y) {
            for (int x = 0; x < width; ++x) {
                const std::size_t k = std::size_t(y) * std::size_t(width) + std::size_t(x);
                depth[k] = far_away, sample_x[k] = x * n, sample_y[k] = y * n;
                for (int j = y * n; j < (y + 1) * n; ++j)
                    for (int i = x * n; i < (x + 1) * n; ++i)
                        if (const float d = hits.depth[hits.at(i, j)]; d < depth[k])
                            depth[k] = d, sample_x[k] = i, sample_y[k] = j;
                ground[k]  = hits.sphere[hits.at(sample_x[k], sample_y[k])] == ground_hit;
                plane_x[k] = hits.grid.plane_x(sample_x[k], sample_y[k]);
                plane_y[k] = hits.grid.plane_y(sample_x[k], sample_y[k]);
            }
        });
    }
};

/// Share of the sky seen from a point: one minus the crowding of nearby surface above its tangent plane.
float sky_seen(const Lens& lens, const Hits& hits, const Front& front, const SurfacePoint& p, int x, int y,
               const Bulk& bulk) {
    static const auto taps    = patterns<sky_taps>(1.6f);
    const float       reach   = max(5 * bulk.radius, 0.22f * bulk.reach);
    const float       scale   = lens.flat ? 1 : p.position.z;
    const float       pixel   = float(front.n) * hits.grid.step_y * scale;  // size of a pixel there [m]
    const float       pixels  = clamp(reach / pixel, 3.f, 0.2f * float(front.height) + 3);
    const float       bias    = 0.02f * bulk.radius + 0.5f * pixel;
    float             crowded = 0;
    for (const Offset& o : taps[pattern_of(x, y)]) {
        const int u = int(float(x) + 0.5f + o.x * pixels), v = int(float(y) + 0.5f + o.y * pixels);
        if (u < 0 || v < 0 || u >= front.width || v >= front.height) continue;
        const std::size_t k = std::size_t(v) * std::size_t(front.width) + std::size_t(u);
        if (front.depth[k] == far_away) continue;
        const Vec3  to    = lens.at_depth(front.plane_x[k], front.plane_y[k], front.depth[k]) - p.position;
        const float above = dot(to, p.normal) - bias, far2 = dot(to, to);
        if (above > 0 && far2 < 2 * reach * reach)
            crowded += above / sqrt(far2 + 0.01f * bulk.radius * bulk.radius) * (1 - 0.5f * far2 / (reach * reach));
    }
    return clamp(1 - 1.9f * crowded / float(sky_taps), 0.f, 1.f);
}

/// Averages over the 4 x 4 pixels around each, as far as they see the same surface.
std::vector<Occlusion::Light> smoothed(const Occlusion& rough, float tolerance, int threads) {
    std::vector<Occlusion::Light> out(rough.light.size());
    for_each_tile(threads, rough.height, [&](int y) {
        for (int x = 0; x < rough.width; ++x) {
            const std::size_t k = std::size_t(y) * std::size_t(rough.width) + std::size_t(x);
            if (rough.depth[k] == far_away) continue;
            float sky = 0, key = 0, weight = 0;
            for (int v = std::max(0, y - 2); v < std::min(rough.height, y + 2); ++v)
                for (int u = std::max(0, x - 2); u < std::min(rough.width, x + 2); ++u) {
                    const std::size_t m = std::size_t(v) * std::size_t(rough.width) + std::size_t(u);
                    if (rough.ground[m] != rough.ground[k]) continue;
                    const float w = max(0.f, 1 - abs(rough.depth[m] - rough.depth[k]) / tolerance);
                    sky += w * rough.light[m].sky, key += w * rough.light[m].key, weight += w;
                }
            out[k] = {sky / weight, key / weight};  // the pixel itself weighs 1
        }
    });
    return out;
}

}  // namespace

Occlusion::Light Occlusion::at(int i, int j, int per_pixel, float sample_depth, bool sample_ground) const {
    // The pixel of the sample and the three neighbours on its side of it; the one nearest in depth, of its own kind.
    const int   x = i / per_pixel, y = j / per_pixel;
    const int   u     = std::clamp(2 * (i % per_pixel) >= per_pixel ? x + 1 : x - 1, 0, width - 1);
    const int   v     = std::clamp(2 * (j % per_pixel) >= per_pixel ? y + 1 : y - 1, 0, height - 1);
    std::size_t best  = 0;
    float       least = far_away;
    for (const auto& [a, b] : {std::pair(x, y), std::pair(u, y), std::pair(x, v), std::pair(u, v)}) {
        const std::size_t k    = std::size_t(b) * std::size_t(width) + std::size_t(a);
        const float       step = abs(depth[k] - sample_depth) + (bool(ground[k]) != sample_ground ? 1e30f : 0.f);
        if (step < least) least = step, best = k;
    }
    return light[best];
}

Occlusion find_occlusion(const Subject& subject, const Lens& lens, const Hits& hits, const Bulk& bulk,
                         const Look& look, int threads) {
    const Front front(hits, threads);
    Occlusion   out{front.width, front.height, front.depth, front.ground, {}};
    out.light.resize(front.depth.size());
    if (subject.empty()) return out;

    const bool                    shadows = look.shadows && !lens.flat;
    const int                     side    = std::clamp(std::max(look.width, look.height), 256, 2048);
    const Vec3                    towards = key_direction(lens);
    const std::optional<KeyLight> key =
        shadows ? std::optional<KeyLight>(std::in_place, subject, towards, bulk, side, threads) : std::nullopt;

    for_each_tile(threads, front.height, [&](int y) {
        for (int x = 0; x < front.width; ++x) {
            const std::size_t k = std::size_t(y) * std::size_t(front.width) + std::size_t(x);
            if (front.depth[k] == far_away) continue;
            const int           i = front.sample_x[k], j = front.sample_y[k];
            const SurfacePoint  p     = surface_point(subject, lens, hits, i, j);
            const std::uint32_t hit   = hits.sphere[hits.at(i, j)];
            const Vec3          world = lens.to_world(p.position);
            // The light's map holds no ground, so that cannot shade itself.
            const float bias   = hit == ground_hit ? 0 : subject.bias(hit);
            const bool  lonely = hit == ground_hit && length(world - bulk.centre) > 1.4f * bulk.reach;
            if (look.ambient_occlusion && !lonely) out.light[k].sky = sky_seen(lens, hits, front, p, x, y, bulk);
            if (key) out.light[k].key = key->arriving(world, bias, pattern_of(x, y));
        }
    });
    const float tolerance = max(2 * bulk.radius, 0.01f * bulk.reach);
    if (look.ambient_occlusion || key) out.light = smoothed(out, tolerance, threads);
    return out;
}

}  // namespace mote
