// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <array>
#include <cmath>

#include "picture/colour.h"

namespace mote {
namespace {

/// A colour by lightness [0, 1], chroma and hue [degrees] of Oklab (Ottosson 2020, "A perceptual color space for image
/// processing"), in which equal steps look equal.
struct Lch {
    float lightness, chroma, hue;
};

Vec3 linear_from(const Lch& c) {
    const float a = c.chroma * std::cos(c.hue * pi / 180), b = c.chroma * std::sin(c.hue * pi / 180);
    const float l  = c.lightness + 0.3963377774f * a + 0.2158037573f * b;
    const float m  = c.lightness - 0.1055613458f * a - 0.0638541728f * b;
    const float s  = c.lightness - 0.0894841775f * a - 1.2914855480f * b;
    const float l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
    return {4.0767416621f * l3 - 3.3077115913f * m3 + 0.2309699292f * s3,
            -1.2684380046f * l3 + 2.6097574011f * m3 - 0.3413193965f * s3,
            -0.0041960863f * l3 - 0.7034186147f * m3 + 1.7076147010f * s3};
}

/// The nearest colour a screen can show: chroma is taken back until every component lies within [0, 1].
Vec3 shown(Lch c) {
    for (int k = 0; k < 100; ++k) {
        const Vec3 rgb  = linear_from(c);
        const bool fits = min(rgb.x, min(rgb.y, rgb.z)) >= 0 && max(rgb.x, max(rgb.y, rgb.z)) <= 1;
        if (fits) return rgb;
        c.chroma *= 0.97f;
    }
    const float grey = clamp(c.lightness * c.lightness * c.lightness, 0.f, 1.f);
    return {grey, grey, grey};
}

// Control points at equal distances. Hue turns monotonically and lightness is (nearly) linear in the position.
constexpr std::array<Lch, 7> sequential_points{{{0.26f, 0.13f, 305},
                                                {0.37f, 0.14f, 283},
                                                {0.48f, 0.12f, 250},
                                                {0.59f, 0.105f, 205},
                                                {0.70f, 0.14f, 162},
                                                {0.81f, 0.18f, 130},
                                                {0.92f, 0.185f, 103}}};
constexpr std::array<Lch, 7> diverging_points{{{0.36f, 0.15f, 262},
                                               {0.57f, 0.15f, 256},
                                               {0.78f, 0.085f, 250},
                                               {0.96f, 0.f, 140},
                                               {0.78f, 0.10f, 35},
                                               {0.57f, 0.18f, 29},
                                               {0.36f, 0.15f, 25}}};
constexpr std::array<Lch, 7> heat_points{{{0.18f, 0.06f, 330},
                                          {0.28f, 0.12f, 5},
                                          {0.43f, 0.17f, 25},
                                          {0.57f, 0.20f, 36},
                                          {0.71f, 0.18f, 56},
                                          {0.85f, 0.16f, 86},
                                          {0.98f, 0.05f, 100}}};

constexpr int table_size = 256;
using Table              = std::array<Vec3, table_size>;

/// Interpolates the points in Oklab. A point without chroma has no hue of its own and takes its neighbour's.
Table tabulate(const std::array<Lch, 7>& points) {
    Table table;
    for (int k = 0; k < table_size; ++k) {
        const float x = 6.f * float(k) / float(table_size - 1);
        const int   i = std::min(5, int(x));
        const float f = x - float(i);
        Lch         a = points[std::size_t(i)], b = points[std::size_t(i) + 1];
        if (a.chroma == 0) a.hue = b.hue;
        if (b.chroma == 0) b.hue = a.hue;
        float turn = b.hue - a.hue;  // the short way round
        if (turn > 180) turn -= 360;
        if (turn < -180) turn += 360;
        table[std::size_t(k)] = shown(
            {a.lightness + f * (b.lightness - a.lightness), a.chroma + f * (b.chroma - a.chroma), a.hue + f * turn});
    }
    return table;
}

const Table& table_of(ColourMap map) {
    static const Table sequential = tabulate(sequential_points), diverging = tabulate(diverging_points),
                       heat = tabulate(heat_points);
    switch (map) {
        case ColourMap::diverging:
            return diverging;
        case ColourMap::heat:
            return heat;
        case ColourMap::sequential:
            break;
    }
    return sequential;
}

float linear_from_srgb(float v) { return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f); }
float srgb_from_linear(float v) { return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f; }

}  // namespace

float linear_from_byte(std::uint8_t value) {
    static const auto table = [] {
        std::array<float, 256> t{};
        for (std::size_t k = 0; k < t.size(); ++k) t[k] = linear_from_srgb(float(k) / 255);
        return t;
    }();
    return table[value];
}

std::uint8_t byte_from_linear(float value) {
    // 4096 steps are too coarse for the darkest shades only, and there the curve itself is cheap.
    static const auto table = [] {
        std::array<std::uint8_t, 4097> t{};
        for (std::size_t k = 0; k < t.size(); ++k) t[k] = std::uint8_t(255 * srgb_from_linear(float(k) / 4096) + 0.5f);
        return t;
    }();
    if (!(value > 0)) return 0;  // a NaN too
    if (value >= 1) return 255;
    if (value < 0.02f) return std::uint8_t(255 * srgb_from_linear(value) + 0.5f);
    return table[std::size_t(value * 4096 + 0.5f)];
}

Vec3 from_srgb(int r, int g, int b) {
    const auto one = [](int v) { return linear_from_byte(std::uint8_t(std::clamp(v, 0, 255))); };
    return {one(r), one(g), one(b)};
}

Pixel to_srgb(const Vec3& c) { return {byte_from_linear(c.x), byte_from_linear(c.y), byte_from_linear(c.z), 255}; }

Vec3 colour_at(ColourMap map, float t) {
    if (t != t) return {0.2f, 0.2f, 0.2f};
    const float  x     = clamp(t, 0.f, 1.f) * float(table_size - 1);
    const auto   i     = std::min(std::size_t(x), std::size_t(table_size - 2));
    const float  f     = x - float(i);
    const Table& table = table_of(map);
    return (1 - f) * table[i] + f * table[i + 1];
}

std::vector<Vec3> colours_of(std::span<const float> values, float low, float high, ColourMap map) {
    const float       extent = high - low;
    const float       scale  = extent != 0 && finite(extent) ? 1 / extent : 0;
    std::vector<Vec3> colours(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float offset = values[i] - low;  // a scale without extent puts equal values in the middle
        colours[i]         = colour_at(map, scale != 0   ? offset * scale
                                            : offset < 0 ? 0.f
                                            : offset > 0 ? 1.f
                                                         : 0.5f + 0 * offset);
    }
    return colours;
}

Vec3 category_colour(std::size_t k) {
    // Ordered so that the first few, which most scenes need, are as far apart as possible; told apart by lightness too.
    static const std::array<Lch, 10>      wheel{{{0.58f, 0.14f, 250},
                                                 {0.70f, 0.16f, 60},
                                                 {0.64f, 0.13f, 150},
                                                 {0.56f, 0.19f, 27},
                                                 {0.55f, 0.15f, 305},
                                                 {0.84f, 0.15f, 95},
                                                 {0.75f, 0.11f, 205},
                                                 {0.72f, 0.15f, 350},
                                                 {0.48f, 0.07f, 60},
                                                 {0.68f, 0.01f, 250}}};
    static constexpr std::array<float, 3> shift{0, 0.12f, -0.14f};
    Lch                                   c = wheel[k % wheel.size()];
    c.lightness += shift[(k / wheel.size()) % shift.size()];
    return shown(c);
}

ValueRange range_of(std::span<const float> values) {
    ValueRange range{1, 0};
    for (const float v : values) {
        if (!finite(v)) continue;
        if (range.low > range.high) range = {v, v};
        range = {min(range.low, v), max(range.high, v)};
    }
    return range.low > range.high ? ValueRange{} : range;
}

}  // namespace mote
