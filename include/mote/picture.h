// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Pictures of particles without a graphics card: shaded spheres, legends and captions, contact sheets, PNG files
// and films. Everything here is a pure function of its arguments; the same input gives the same bytes for any
// number of threads.
//
//     const Camera camera = frame_box(box, 960 / 540.f);
//     Image picture = draw_spheres({.centre = positions, .common_radius = 0.01f, .colour = colours}, camera,
//                                  {.width = 960, .height = 540, .ground = 0.f});
//     draw_legend(picture, {.title = "speed [m/s]", .low = 0, .high = 3});
//     draw_caption(picture, "t = 1.25 s   100 000 particles");
//     save_png("0001.png", picture);
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mote/math.h"

namespace mote {

// ---- images -----------------------------------------------------------------------------------------------

/// 8-bit sRGB, not premultiplied.
struct Pixel {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    bool         operator==(const Pixel&) const = default;
};

/// Rows from top to bottom, pixels from left to right.
struct Image {
    int                width = 0, height = 0;
    std::vector<Pixel> pixels;

    Image() = default;
    Image(int width_, int height_, Pixel fill = {});  ///< Each side in [0, 32768], else a SceneError.

    Pixel&       at(int x, int y) { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    const Pixel& at(int x, int y) const { return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    bool         operator==(const Image&) const = default;
};

/// The image at another size, averaged over areas in linear light: for thumbnails. Sides at least 1.
Image resized(const Image&, int width, int height);

/// The bytes of a PNG file: RGB where every pixel is opaque, else RGBA. Throws FileError for an empty image. A note is kept in it as
/// its comment.
std::vector<std::byte> encode_png(const Image&, std::string_view note = {});

/// The note in a PNG file; empty where there is none, or no such file.
std::string note_in_png(const std::string& path);

/// Writes the PNG under a temporary name beside `path` and renames it: nobody ever sees half a picture.
/// Throws FileError.
void save_png(const std::string& path, const Image&, std::string_view note = {});

// ---- colour -----------------------------------------------------------------------------------------------

/// Linear RGB in [0, 1] from 8-bit sRGB values, and back (clamped).
Vec3  from_srgb(int r, int g, int b);
Pixel to_srgb(const Vec3& linear);

enum class ColourMap {
    sequential,  ///< Dark violet over teal to yellow: lightness grows evenly. For amounts (speed, density).
    diverging,   ///< Blue, white, red: for signed values around the middle of the range (divergence, curvature).
    heat,        ///< Black over red and orange to white: for temperatures.
};

/// Linear RGB at t in [0, 1] (clamped); a NaN is a neutral grey.
Vec3 colour_at(ColourMap, float t);

/// The colour of every value on the scale from `low` to `high`.
std::vector<Vec3> colours_of(std::span<const float> values, float low, float high, ColourMap = ColourMap::sequential);

/// Linear RGB of the k-th category (material): ten well separated colours, then lighter and darker turns of them.
Vec3 category_colour(std::size_t k);

struct ValueRange {
    float low = 0, high = 1;
};

/// Least and greatest finite value; {0, 1} where there is none.
ValueRange range_of(std::span<const float> values);

// ---- camera -----------------------------------------------------------------------------------------------

/// Perspective; orthographic where `flat_height` is positive. Values that make no camera (from == to, an `up`
/// along the view, NaN) fall back to a sound one.
struct Camera {
    Vec3  from{0, 0, 1}, to{0, 0, 0};  ///< [m]
    Vec3  up{0, 1, 0};
    float view_angle  = 0.7f;  ///< Vertical field of view [rad], kept within [0.01, 3].
    float flat_height = 0;     ///< Orthographic: the height of the view [m].
};

/// A view, three quarters and a little from above where not told otherwise, in which the whole box is centred and fills the picture up
/// to a margin. `aspect` is width / height. `backwards` points from the box to the eye. An empty box counts as the unit cube.
Camera frame_box(const Box&, float aspect, float view_angle = 0.7f, const Vec3& backwards = {0.52f, 0.50f, 1.f});

/// A two-dimensional scene seen along -z without perspective.
Camera frame_flat(const Box&, float aspect);

/// Where a point appears: x to the right and y down in pixels, depth along the view axis [m].
struct Projected {
    float x = 0, y = 0, depth = 0;  ///< A depth that is not positive is behind a perspective camera.
};
Projected project(const Camera&, int width, int height, const Vec3& point);

// ---- spheres ----------------------------------------------------------------------------------------------

/// What is drawn. Spheres with a NaN or infinite centre, or a radius that is not positive, are left out.
struct SphereSet {
    std::span<const Vec3>  centre;                 ///< [m]
    std::span<const float> radius{};               ///< [m], one per sphere; empty: all `common_radius`.
    float                  common_radius = 0.01f;  ///< [m]
    std::span<const Vec3>  colour{};               ///< Linear RGB, one per sphere; empty: all `common_colour`.
    Vec3                   common_colour{0.10f, 0.32f, 0.62f};
};

/// How it is drawn.
struct Look {
    int                  width = 960, height = 540;  ///< Pixels, each in [1, 8192], else a SceneError.
    int                  samples = 2;                ///< Per pixel and direction: 1, 2 or 4. 2 means four samples.
    std::optional<float> ground{};                   ///< Height of a ground that catches shadows [m].
    float                checker           = 0;      ///< Side of the faint squares on the ground [m]; 0: none.
    bool                 shadows           = true;   ///< Soft shadows of the key light; none in a flat view.
    bool                 ambient_occlusion = true;   ///< Darkening where spheres or ground are close together.
    bool                 transparent       = false;  ///< No background and no ground: alpha is coverage.
    Vec3                 background_top{0.80f, 0.83f, 0.86f};      ///< Linear RGB.
    Vec3                 background_bottom{0.56f, 0.585f, 0.61f};  ///< Linear RGB.
    int                  threads = 0;                              ///< 0: as many as the machine has.
};

Image draw_spheres(const SphereSet&, const Camera&, const Look& = {});

// ---- surfaces ---------------------------------------------------------------------------------------------

/// Closed triangles that turn counter-clockwise seen from outside; their other side is not seen. Those with a corner beside or
/// behind the camera are left out.
struct MeshSet {
    std::span<const Vec3>                         point{};     ///< [m]
    std::span<const Vec3>                         normal{};    ///< Of length 1, one per point.
    std::span<const std::array<std::uint32_t, 3>> triangle{};  ///< Rows of `point`.
    std::span<const Vec3>                         colour{};    ///< Linear RGB, one per point; empty: all `common_colour`.
    Vec3                                          common_colour{0.10f, 0.32f, 0.62f};
    float                                         detail = 0.01f;  ///< What is smaller throws no shadow on its neighbour [m].
};

/// A mesh, and spheres beside it.
Image draw_mesh(const MeshSet&, const SphereSet&, const Camera&, const Look& = {});

// ---- words and legends ------------------------------------------------------------------------------------

enum class Align { left, centre, right };

/// How wide a line of text is [pixels]. `cap_height` is the height of a capital letter [pixels].
float text_width(std::string_view text, float cap_height);

/// Draws one line; (x, y) is the base line's start, middle or end. ASCII; `^` before a digit or a minus raises what
/// follows (`kg/m^3`), any other character is a hollow box. What falls outside the image is cut off.
void draw_text(Image&, float x, float y, std::string_view text, float cap_height, Pixel ink, Align = Align::left);

/// A colour scale with ticks, top right.
struct Legend {
    std::string title;  ///< For example `speed [m/s]`.
    double      low = 0, high = 1;
    ColourMap   map = ColourMap::sequential;
};
void draw_legend(Image&, const Legend&);

/// Named colours, top right.
struct Category {
    std::string name;
    Vec3        colour;  ///< Linear RGB.
};
struct CategoryLegend {
    std::string           title;
    std::vector<Category> entries;
};
void draw_legend(Image&, const CategoryLegend&);

/// A line of text, bottom left (time, frame, particle count).
void draw_caption(Image&, std::string_view text);

/// Round numbers (1, 2 or 5 times a power of ten) within [low, high], about `about` of them, and how to write them.
/// The range may be given in either order; one without extent, or not finite, has one tick at most.
struct Ticks {
    std::vector<double>      at;
    std::vector<std::string> label;
};
Ticks nice_ticks(double low, double high, int about = 5);

// ---- sheets and films -------------------------------------------------------------------------------------

/// Pictures side by side, `columns` in a row, each scaled to `cell_width` pixels, with a title and a caption below
/// each (fewer captions than pictures: the rest have none). No pictures give a sheet with the title alone.
Image contact_sheet(std::span<const Image> pictures, int columns, std::string_view title,
                    std::span<const std::string> captions, int cell_width = 480);

/// The PNG files of a folder in the order of their numbers; empty if there is no such folder.
std::vector<std::string> find_pictures(const std::string& folder);

struct MovieReport {
    bool        made = false;
    std::string sentence;  ///< What was made, or why not and what to do.
};

/// Makes an H.264 film (yuv420p, BT.709; odd sizes are padded by one pixel) of PNG files of one size with the ffmpeg
/// program; an animated GIF or WebP without end where `output` ends in .gif or .webp. Never throws for a missing program or a bad picture; `output` appears only when it is whole.
MovieReport make_movie(std::span<const std::string> pictures, double frames_per_second, const std::string& output);

}  // namespace mote
