// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Pictures by following light: what refracts, absorbs, glows and throws soft shadows. Slower than mote/picture.h, which is the quick
// way; cameras, images, captions and legends are the same. The same scene and seed give the same bytes for any number of threads.
//
//     TraceScene scene;
//     scene.meshes.push_back({.point = points, .normal = normals, .triangle = triangles, .finish = *find_finish("water")});
//     scene.ground = Ground{.height = 0, .checker = 0.1f};
//     Image picture = trace(scene, {.camera = frame_box(box, 16 / 9.f)}, {.width = 960, .height = 540});
#pragma once
#include <optional>

#include "mote/picture.h"

namespace mote {

// ---- how light meets matter -------------------------------------------------------------------------------

/// Colours are linear RGB. Light is first reflected at the surface (as much as `index` tells); the rest enters. What enters comes
/// back out in the colour, or goes through where matter is clear.
struct Finish {
    Vec3  colour{0.8f, 0.8f, 0.8f};  ///< Share of the light that comes back; of metal what it reflects.
    float roughness = 0;             ///< Of the surface [0, 1]: 0 is a mirror.
    float metal     = 0;             ///< [0, 1]
    float index     = 1;             ///< Of refraction, at least 1; 1 reflects nothing at the surface.
    float clear     = 0;             ///< Share of what enters that goes through [0, 1].
    Vec3  absorption{};              ///< In clear matter [1/m].
    float soft = 0;                  ///< How far light spreads below the surface before it comes back [m]; 0: not at all.
    float glow = 0;                  ///< Share of a black body's light at the temperature of the matter.
};

/// A finish by name. `own_colour` is false where matter brings its own.
struct NamedFinish {
    const char* name;
    const char* about;
    Finish      finish;
    bool        own_colour = true;
};
std::span<const NamedFinish> finishes();

/// The finish of that name, in `colour` where it has none of its own; nothing where there is no such name.
std::optional<Finish> find_finish(std::string_view name, const Vec3& colour = {0.8f, 0.8f, 0.8f});

/// What a black body sends out at a temperature [K], as RGB; 1 is a bright white surface in the sun.
Vec3 black_body(float temperature);

// ---- what is seen -----------------------------------------------------------------------------------------

/// Triangles that turn counter-clockwise seen from outside; closed where they are clear. Where clear parts overlap, matter is that of
/// the later one. Those with corners that are not finite or
/// not there are left out.
struct TraceMesh {
    std::span<const Vec3>                         point{};        ///< [m]
    std::span<const Vec3>                         normal{};       ///< Of length 1, one per point; empty: flat triangles.
    std::span<const std::array<std::uint32_t, 3>> triangle{};     ///< Rows of `point`.
    std::span<const Vec3>                         colour{};       ///< Instead of the finish's, one per point.
    std::span<const Vec3>                         velocity{};     ///< [m/s], one per point, for motion blur.
    std::span<const float>                        temperature{};  ///< [K], one per point, of what glows.
    Finish                                        finish{};
};

/// Balls, or discs where there are normals. Those with centres that are not finite or radii that are not positive are left out.
struct TraceBalls {
    std::span<const Vec3>  centre{};               ///< [m]
    std::span<const float> radius{};               ///< [m], one each; empty: all `common_radius`.
    float                  common_radius = 0.01f;  ///< [m]
    std::span<const Vec3>  normal{};               ///< Of discs, one each; both sides are seen.
    std::span<const Vec3>  colour{};
    std::span<const Vec3>  velocity{};
    std::span<const float> temperature{};
    Finish                 finish{};
};

/// Soft puffs that thin out towards their rim: smoke.
struct TracePuffs {
    std::span<const Vec3> centre{};       ///< [m]
    float                 radius  = 0.02f;  ///< Where a puff ends [m].
    float                 density = 10;     ///< Share of light lost per way in the middle of one [1/m].
    Vec3                  colour{0.8f, 0.8f, 0.8f};  ///< What is sent on of the light that is lost.
};

/// A floor without end that fades into the horizon, with a round plate on it where wanted.
struct Ground {
    float height  = 0;                     ///< [m]
    float checker = 0;                     ///< Side of its squares [m]; 0: none.
    float contact = 0;                     ///< Clear matter whose lower side is so near stands on it, without air between [m].
    Vec3  colour{0.27f, 0.265f, 0.26f};
    Vec3  other_colour{0.20f, 0.197f, 0.195f};  ///< Of every other square.
    float fade   = 100;                    ///< Distance at which it is half horizon [m].
    Vec3  centre{};                        ///< Squares begin here, and the fade.
    float plate_radius = 0;                ///< Of a round plate about the centre that matter stands on [m]; 0: none.
    float plate_height = 0;                ///< How much lower the floor around it is [m].
};

/// Light from everywhere and from a round sun that is wide enough for soft shadows.
struct Sky {
    Vec3  zenith{0.22f, 0.36f, 0.62f}, horizon{0.76f, 0.83f, 0.90f};  ///< Radiance.
    Vec3  below{0.30f, 0.30f, 0.30f};                                 ///< Straight down, where there is no ground.
    Vec3  to_sun{-0.55f, 1.f, 0.25f};                                 ///< Of any length.
    Vec3  sun{3.3f, 3.05f, 2.7f};       ///< Irradiance of what faces it; 0: no sun.
    float sun_radius = 0.06f;           ///< Half the angle it fills [rad].
};

/// Everything on the side that the normal points to is cut away.
struct Cut {
    Vec3 at{}, normal{0, 0, 1};
};

struct TraceScene {
    std::vector<TraceMesh>  meshes;
    std::vector<TraceBalls> balls;
    std::vector<TracePuffs> puffs;
    std::optional<Ground>   ground;
    Sky                     sky;
    float                   contact = 0;  ///< Clear parts touch what is so near to them: light goes on into it without air between [m].
    std::optional<Cut>      cut;  ///< Of meshes, balls and puffs; closed meshes show a cut face.
};

struct TraceCamera {
    Camera camera;
    float  lens_radius = 0;  ///< [m]; 0: all is sharp.
    float  focus       = 0;  ///< Distance that is sharp [m]; 0: that of `camera.to`.
    float  shutter     = 0;  ///< Time it is open [s], half of it before the moment of the scene; 0: nothing is blurred.
};

// ---- pictures ---------------------------------------------------------------------------------------------

struct TraceOptions {
    int           width = 960, height = 540;  ///< Pixels, each in [1, 8192], else a SceneError.
    int           samples = 16;               ///< Per pixel, [1, 65536].
    std::uint64_t seed    = 0;
    int           threads = 0;                ///< 0: as many as the machine has.
    bool          denoise = true;
    float         brightest = 8;              ///< No single path brings more radiance: no lone bright dots.
};

/// Radiance; rows from top to bottom.
struct LinearImage {
    int               width = 0, height = 0;
    std::vector<Vec3> pixels;
    const Vec3&       at(int x, int y) const { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

LinearImage trace_linear(const TraceScene&, const TraceCamera&, const TraceOptions& = {});

/// As a camera would show it: radiance up to 0.6 as it is, above it ever more gently up to white.
Image tone_mapped(const LinearImage&);

/// Both.
Image trace(const TraceScene&, const TraceCamera&, const TraceOptions& = {});

}  // namespace mote
