// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "picture/font.h"
#include "picture/paint.h"
#include "plot/drawing.h"

namespace mote {
namespace {

using namespace plot;

/// How much of each pixel in a part of the image something covers. A whole path is gathered before it is painted, or its
/// corners would be painted twice.
class Cover {
public:
    Cover(const Image& image, float left, float top, float right, float bottom)
        : x0_(cell(left, image.width)), y0_(cell(top, image.height)), x1_(cell(right + 1, image.width)), y1_(cell(bottom + 1, image.height)),
          share_(std::size_t(x1_ - x0_) * std::size_t(y1_ - y0_)) {}

    /// distance(x, y): how far the middle of a pixel is beyond the edge of what is drawn.
    template <class Distance>
    void add(float left, float top, float right, float bottom, const Distance& distance) {
        for (int y = std::max(y0_, int(top)); y < std::min(y1_, int(bottom) + 1); ++y)
            for (int x = std::max(x0_, int(left)); x < std::min(x1_, int(right) + 1); ++x) {
                float& share = share_[std::size_t(y - y0_) * std::size_t(x1_ - x0_) + std::size_t(x - x0_)];
                share        = std::max(share, std::clamp(0.5f - distance(float(x) + 0.5f, float(y) + 0.5f), 0.f, 1.f));
            }
    }
    void paint(Image& image, Pixel ink) const {
        auto share = share_.begin();
        for (int y = y0_; y < y1_; ++y)
            for (int x = x0_; x < x1_; ++x, ++share)
                if (*share > 0) blend(image.at(x, y), ink, *share);
    }

private:
    static int cell(float v, int count) { return int(std::clamp(v, 0.f, float(count))); }

    int                x0_, y0_, x1_, y1_;
    std::vector<float> share_;
};

struct Painter {
    Image& image;
    float  scale;

    void operator()(const Path& p) const {
        const float half = 0.5f * scale * p.width, reach = half + 1;
        const auto [left, right] = std::minmax_element(p.points.begin(), p.points.end(), [](const Spot& a, const Spot& b) { return a.x < b.x; });
        const auto [top, bottom] = std::minmax_element(p.points.begin(), p.points.end(), [](const Spot& a, const Spot& b) { return a.y < b.y; });
        Cover cover(image, scale * left->x - reach, scale * top->y - reach, scale * right->x + reach, scale * bottom->y + reach);
        for (std::size_t k = 1; k < p.points.size(); ++k) {
            const Stroke s{scale * p.points[k - 1].x, scale * p.points[k - 1].y, scale * p.points[k].x, scale * p.points[k].y};
            cover.add(std::min(s.x0, s.x1) - reach, std::min(s.y0, s.y1) - reach, std::max(s.x0, s.x1) + reach, std::max(s.y0, s.y1) + reach,
                      [&](float x, float y) { return distance_to(s, x, y) - half; });
        }
        cover.paint(image, p.ink);
    }
    void operator()(const Ring& r) const {
        const float x0 = scale * r.centre.x, y0 = scale * r.centre.y, radius = scale * r.radius, half = 0.5f * scale * r.width, reach = radius + half + 1;
        Cover       cover(image, x0 - reach, y0 - reach, x0 + reach, y0 + reach);
        cover.add(x0 - reach, y0 - reach, x0 + reach, y0 + reach,
                  [&](float x, float y) { return std::abs(std::hypot(x - x0, y - y0) - radius) - half; });
        cover.paint(image, r.ink);
    }
    void operator()(const Words& w) const { draw_text(image, scale * w.base.x, scale * w.base.y, w.text, scale * w.cap, w.ink, w.align); }
};

}  // namespace

Image plot_image(const PlotPage& page, float scale) {
    const Drawing drawing = lay_out(page);
    Image         image(int(std::ceil(scale * drawing.width)), int(std::ceil(scale * drawing.height)), {255, 255, 255, 255});
    for (const auto& mark : drawing.marks) std::visit(Painter{image, scale}, mark);
    return image;
}

}  // namespace mote
