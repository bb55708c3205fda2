// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "picture/font.h"
#include "picture/paint.h"

namespace mote {
namespace {

constexpr float raised_size = 0.68f, raised_by = 4.6f;  // of letters after ^

/// Calls visit(glyph, x, rise, size) for every letter of a line, in units of the font; returns the width of the line.
template <class Visit>
float each_letter(std::string_view text, const Visit& visit) {
    const auto exponent = [](char c) { return (c >= '0' && c <= '9') || c == '-'; };
    float      x        = 0;
    bool       raised   = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const auto c = static_cast<unsigned char>(text[k]);
        if ((c & 0xc0u) == 0x80u) continue;  // the rest of a UTF-8 character: one box for all its bytes
        if (c == '^' && k + 1 < text.size() && exponent(text[k + 1])) {
            raised = true;
            continue;
        }
        raised            = raised && exponent(text[k]);
        const float  size = raised ? raised_size : 1;
        const Glyph& g    = glyph(c);
        visit(g, x, raised ? raised_by : 0.f, size);
        x += size * g.advance;
    }
    return x;
}

/// Covers pixels by their distance to the nearest stroke. Strokes are in pixels.
void draw_strokes(Image& image, std::span<const Stroke> strokes, float half_width, Pixel ink) {
    if (strokes.empty()) return;
    float left = 1e30f, right = -1e30f, top = 1e30f, bottom = -1e30f;
    for (const Stroke& s : strokes) {
        left = min(left, min(s.x0, s.x1)), right = max(right, max(s.x0, s.x1));
        top = min(top, min(s.y0, s.y1)), bottom = max(bottom, max(s.y0, s.y1));
    }
    const float edge = half_width + 1;
    const auto  cell = [](float v, int count) { return int(clamp(v, 0.f, float(count))); };
    for (int y = cell(top - edge, image.height); y < cell(bottom + edge + 1, image.height); ++y)
        for (int x = cell(left - edge, image.width); x < cell(right + edge + 1, image.width); ++x) {
            float nearest = edge;
            for (const Stroke& s : strokes) nearest = min(nearest, distance_to(s, float(x) + 0.5f, float(y) + 0.5f));
            blend(image.at(x, y), ink, clamp(half_width + 0.5f - nearest, 0.f, 1.f));
        }
}

}  // namespace

void blend(Pixel& under, Pixel over, float share) {
    const float a = share * float(over.a) / 255, rest = (1 - a) * float(under.a) / 255;
    const float sum   = a + rest;
    const auto  mixed = [&](std::uint8_t o, std::uint8_t u) {
        return std::uint8_t(sum > 0 ? (a * float(o) + rest * float(u)) / sum + 0.5f : 0.f);
    };
    under = {mixed(over.r, under.r), mixed(over.g, under.g), mixed(over.b, under.b), std::uint8_t(255 * sum + 0.5f)};
}

void fill_panel(Image& image, float x0, float y0, float x1, float y1, float corner, Pixel colour) {
    const auto cell = [](float v, int count) { return int(clamp(v, 0.f, float(count))); };
    for (int y = cell(y0 - 1, image.height); y < cell(y1 + 2, image.height); ++y)
        for (int x = cell(x0 - 1, image.width); x < cell(x1 + 2, image.width); ++x) {
            // Signed distance to a rectangle with rounded corners.
            const float dx      = abs(float(x) + 0.5f - 0.5f * (x0 + x1)) - 0.5f * (x1 - x0) + corner;
            const float dy      = abs(float(y) + 0.5f - 0.5f * (y0 + y1)) - 0.5f * (y1 - y0) + corner;
            const float outside = std::hypot(max(dx, 0.f), max(dy, 0.f)) + min(max(dx, dy), 0.f) - corner;
            blend(image.at(x, y), colour, clamp(0.5f - outside, 0.f, 1.f));
        }
}

float text_width(std::string_view text, float cap_height) {
    return each_letter(text, [](const Glyph&, float, float, float) {}) * cap_height / cap_units;
}

void draw_text(Image& image, float x, float y, std::string_view text, float cap_height, Pixel ink, Align align) {
    if (!finite(x) || !finite(y) || !finite(cap_height) || cap_height <= 0) return;
    const float unit = cap_height / cap_units, width = text_width(text, cap_height);
    const float start = align == Align::left ? x : align == Align::right ? x - width : x - 0.5f * width;
    // Level strokes look sharp where they lie on the middle of a pixel.
    const float base = std::floor(y) - 0.5f;

    std::vector<Stroke> strokes;
    each_letter(text, [&](const Glyph& g, float at, float rise, float size) {
        strokes.clear();
        const float left = start + unit * (at + 1);
        for (const Stroke& s : g.strokes)
            strokes.push_back({left + unit * size * s.x0, base - unit * (rise + size * s.y0), left + unit * size * s.x1,
                               base - unit * (rise + size * s.y1)});
        draw_strokes(image, strokes, max(0.55f, 0.60f * unit) * (size < 1 ? 0.92f : 1), ink);
    });
}

}  // namespace mote
