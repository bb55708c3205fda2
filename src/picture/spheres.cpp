// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From hits to colours: three lights, a soft highlight, a ground that only shows its shadows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mote/error.h"
#include "picture/colour.h"
#include "picture/occlusion.h"
#include "picture/tiles.h"

namespace mote {
namespace {

constexpr int largest_picture = 8192;

void check_look(const SphereSet& spheres, const Look& look) {
    const auto outside = [](int v) { return v < 1 || v > largest_picture; };
    if (outside(look.width) || outside(look.height))
        throw SceneError(fmt::format("a picture of {} x {} pixels cannot be drawn: each side must lie between 1 and {}",
                                     look.width, look.height, largest_picture));
    check(spheres.radius.empty() || spheres.radius.size() == spheres.centre.size(), "one radius per sphere",
          spheres.radius.size(), spheres.centre.size());
    check(spheres.colour.empty() || spheres.colour.size() == spheres.centre.size(), "one colour per sphere",
          spheres.colour.size(), spheres.centre.size());
    check(spheres.centre.size() < ground_hit, "row numbers of spheres fit in 32 bits", spheres.centre.size());
}

/// Dark corners seem darker than they are because light bounces between bright surfaces
/// (Jimenez et al. 2016, "Practical realtime strategies for accurate indirect occlusion", section 4: their fit).
float with_bounces(float seen, float albedo) {
    const float a = 2.0404f * albedo - 0.3324f, b = -4.7951f * albedo + 0.6417f, c = 2.7552f * albedo + 0.6903f;
    return max(seen, ((seen * a + b) * seen + c) * seen);
}

/// Directions are in view coordinates.
struct Lights {
    Vec3 key, fill, up;

    explicit Lights(const Lens& lens)
        : key(lens.direction_to_view(key_direction(lens))),
          fill(normalised(Vec3{0.8f, 0.15f, -0.35f})),
          up(lens.direction_to_view({0, 1, 0})) {}
};

constexpr Vec3 key_colour{0.92f, 0.895f, 0.86f}, fill_colour{0.13f, 0.15f, 0.18f}, sky_colour{0.50f, 0.53f, 0.57f},
    floor_colour{0.25f, 0.24f, 0.23f};

template <int n>
float power(float x) {
    if constexpr (n == 1)
        return x;
    else
        return power<n / 2>(x * x);
}

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

Vec3 shade_surface(const Lights& lights, const Vec3& albedo, const SurfacePoint& p, const Vec3& towards_eye,
                   const Occlusion::Light& open) {
    const float facing = dot(p.normal, lights.key);
    const float key    = open.key * max(0.f, facing);
    const float fill   = max(0.f, dot(p.normal, lights.fill));
    const Vec3  sky    = mix(floor_colour, sky_colour, 0.5f + 0.5f * dot(p.normal, lights.up));
    const Vec3  seen{with_bounces(open.sky, albedo.x), with_bounces(open.sky, albedo.y),
                    with_bounces(open.sky, albedo.z)};
    const Vec3  diffuse = key * key_colour + times(seen, sky + fill * fill_colour);

    const Vec3  half  = normalised(lights.key + towards_eye);
    const float gloss = power<32>(max(0.f, dot(p.normal, half))) * open.key * (facing > 0 ? 1.f : 0.f);
    const float rim   = power<4>(1 - clamp(dot(p.normal, towards_eye), 0.f, 1.f)) * open.sky;
    return times(albedo, diffuse) + 0.16f * gloss * key_colour + 0.10f * rim * sky_colour;
}

/// The ground takes the colour of the background, so it has no edge and no horizon; what arrives less of the light
/// darkens it, and faint squares near the bulk tell its perspective.
Vec3 shade_ground(const Vec3& background, const Lens& lens, const Bulk& bulk, const Look& look, const Vec3& position,
                   const Occlusion::Light& open) {
    const Vec3  world = lens.to_world(position);
    const Vec3  away{world.x - bulk.centre.x, 0, world.z - bulk.centre.z};
    const float near  = 1 - smooth_step(1.2f * bulk.reach, 4 * bulk.reach, length(away));
    float       light = (0.45f + 0.55f * open.key) * (0.15f + 0.85f * open.sky * open.sky);
    if (look.checker > 0) {
        const float cell = std::floor(world.x / look.checker) + std::floor(world.z / look.checker);
        const bool  odd  = cell - 2 * std::floor(0.5f * cell) > 0.5f;
        light *= 1 - (odd ? 0.035f : 0.f) * near;
    }
    return light * background;
}

/// Everything a sample needs to find its colour.
struct Shader {
    const Subject&   subject;
    const Look&      look;
    const Lens&      lens;
    const Bulk&      bulk;
    const Hits&      hits;
    const Occlusion& occlusion;
    Lights           lights;

    Vec3 background(int j) const {
        return mix(look.background_top, look.background_bottom, (float(j) + 0.5f) / float(hits.grid.height));
    }

    Vec3 colour(int i, int j) const {
        const std::size_t      k      = hits.at(i, j);
        const std::uint32_t    sphere = hits.sphere[k];
        const bool             ground = sphere == ground_hit;
        const SurfacePoint     p      = surface_point(subject, lens, hits, i, j);
        const Occlusion::Light open   = occlusion.at(i, j, hits.grid.per_pixel, hits.depth[k], ground);
        if (ground) return shade_ground(background(j), lens, bulk, look, p.position, open);
        const Vec3 albedo = subject.colour(sphere, lens.to_world(p.position));
        return shade_surface(lights, albedo, p, lens.flat ? Vec3{0, 0, -1} : normalised(-p.position), open);
    }

    Pixel pixel(int x, int y) const {
        const int n = hits.grid.per_pixel;
        Vec3      sum;
        float     covered = 0;
        for (int j = y * n; j < (y + 1) * n; ++j)
            for (int i = x * n; i < (x + 1) * n; ++i) {
                const bool hit = hits.sphere[hits.at(i, j)] != no_sphere;
                if (hit) covered += 1;
                if (hit)
                    sum += min(colour(i, j), Vec3{1, 1, 1});  // before the average: a speck must not tear an edge
                else if (!look.transparent)
                    sum += background(j);
            }
        if (!look.transparent) return to_srgb(sum / float(n * n));
        Pixel result = to_srgb(sum / max(1.f, covered));
        result.a     = std::uint8_t(255 * covered / float(n * n) + 0.5f);
        return result;
    }
};

}  // namespace

Image draw_spheres(const SphereSet& spheres, const Camera& camera, const Look& look) { return draw_mesh({}, spheres, camera, look); }

Image draw_mesh(const MeshSet& mesh, const SphereSet& spheres, const Camera& camera, const Look& look) {
    check_look(spheres, look);
    check(mesh.normal.size() == mesh.point.size(), "one normal per point", mesh.normal.size(), mesh.point.size());
    check(mesh.colour.empty() || mesh.colour.size() == mesh.point.size(), "one colour per point", mesh.colour.size(), mesh.point.size());
    check(mesh.triangle.size() + spheres.centre.size() < ground_hit, "row numbers of triangles fit in 32 bits", mesh.triangle.size());
    const Subject subject{spheres, mesh};
    const int  threads = drawing_threads(look.threads), samples = look.samples >= 4 ? 4 : look.samples >= 2 ? 2 : 1;
    const Lens lens = make_lens(camera, float(look.width) / float(look.height));
    const Bulk bulk = find_bulk(subject, lens);

    Hits hits = find_hits(subject, lens, SampleGrid(lens, look.width, look.height, samples), threads);
    if (look.ground && !look.transparent) add_ground(hits, lens, *look.ground, threads);
    const Occlusion occlusion = find_occlusion(subject, lens, hits, bulk, look, threads);

    const Shader shader{subject, look, lens, bulk, hits, occlusion, Lights(lens)};
    Image        image(look.width, look.height);
    for_each_tile(threads, look.height, [&](int y) {
        for (int x = 0; x < look.width; ++x) image.at(x, y) = shader.pixel(x, y);
    });
    return image;
}

}  // namespace mote
