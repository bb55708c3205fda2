// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "picture/paint.h"

namespace mote {
namespace {

/// Sizes that follow the height of the picture: capitals of 10 pixels where it is 540 high.
struct Layout {
    float cap, line, pad;

    explicit Layout(const Image& image)
        : cap(std::round(std::clamp(float(image.height) / 54, 7.f, 60.f))),
          line(std::round(2 * cap)),
          pad(std::round(1.1f * cap)) {}
};

/// The panel of a legend, top right; what is inside starts at (x, y).
struct Panel {
    float x, y;

    Panel(Image& image, const Layout& layout, float width, float height) {
        const float right = float(image.width) - layout.pad, left = right - std::ceil(width) - 2 * layout.pad;
        fill_panel(image, left, layout.pad, right, layout.pad + height + 2 * layout.pad, 0.6f * layout.cap,
                   panel_white);
        x = left + layout.pad, y = 2 * layout.pad;
    }
};

/// 1, 2 or 5 times a power of ten, near `rough` (Heckbert 1990, "Nice numbers for graph labels").
double nice_step(double rough) {
    const double power = std::pow(10, std::floor(std::log10(rough))), share = rough / power;
    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

std::vector<std::string> labels_of(const std::vector<double>& at, double step) {
    double largest = 0;
    for (const double v : at) largest = std::max(largest, std::abs(v));
    const int  exponent = int(std::floor(std::log10(step) + 1e-9)), decimals = std::max(0, -exponent);
    const bool plain = largest < 1e6 && decimals <= 4;
    // Digits after the first that tell neighbouring ticks apart, where powers of ten are split off.
    const int digits = largest > 0 ? std::clamp(int(std::floor(std::log10(largest))) - exponent, 0, 15) : 0;

    std::vector<std::string> labels;
    for (const double v : at) {
        if (plain || v == 0) {
            labels.push_back(fmt::format("{:.{}f}", v, plain ? decimals : 0));
            continue;
        }
        std::string text = fmt::format("{:.{}e}", v, digits);
        const auto  e    = text.find('e');
        labels.push_back(fmt::format("{}e{}", text.substr(0, e), std::stoi(text.substr(e + 1))));
    }
    return labels;
}

}  // namespace

Ticks nice_ticks(double low, double high, int about) {
    if (low > high) std::swap(low, high);
    if (!std::isfinite(low) || !std::isfinite(high) || !std::isfinite(high - low)) return {};
    // So little extent that the numbers could not be told apart: one value.
    if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high)) || high - low < 1e-300)
        return {{low}, {fmt::format("{:.6g}", low)}};

    const double step  = nice_step((high - low) / std::clamp(about - 1, 1, 50));
    const double slack = 1e-9 * step;
    Ticks        ticks;
    for (double k = std::ceil((low - slack) / step); k * step <= high + slack; k += 1)
        ticks.at.push_back(k == 0 ? 0.0 : k * step);  // never minus zero
    ticks.label = labels_of(ticks.at, step);
    return ticks;
}

void draw_legend(Image& image, const Legend& legend) {
    const Layout layout(image);
    const double low   = std::isfinite(legend.low) ? legend.low : 0;
    const double high  = std::isfinite(legend.high) ? legend.high : low + 1;
    const Ticks  ticks = nice_ticks(low, high);
    const float  cap = layout.cap, bar_width = std::round(1.5f * cap);
    const float  bar_height = std::round(std::clamp(0.38f * float(image.height), 4 * cap, 40 * cap));

    float label_width = 0;
    for (const std::string& label : ticks.label) label_width = std::max(label_width, text_width(label, cap));
    const float title_room = legend.title.empty() ? 0 : layout.line;
    const float width      = std::max(text_width(legend.title, cap), bar_width + 1.1f * cap + label_width);
    const Panel at(image, layout, width, title_room + bar_height + 0.5f * cap);

    draw_text(image, at.x, at.y + cap, legend.title, cap, dark_ink);
    const float     top = std::round(at.y + title_room + 0.25f * cap);
    constexpr Pixel outline{38, 43, 50, 120};  // white ends would be lost on the panel
    fill_panel(image, at.x - 1, top - 1, at.x + bar_width + 1, top + bar_height + 1, 0, outline);
    for (int row = 0; row < int(bar_height); ++row) {
        const Pixel colour = to_srgb(colour_at(legend.map, 1 - (float(row) + 0.5f) / bar_height));
        fill_panel(image, at.x, top + float(row), at.x + bar_width, top + float(row) + 1, 0, colour);
    }
    for (std::size_t k = 0; k < ticks.at.size(); ++k) {
        const double share = high != low ? std::clamp((ticks.at[k] - low) / (high - low), 0.0, 1.0) : 0.5;
        const float  y = std::round(top + bar_height * float(1 - share) - 0.5f), x = at.x + bar_width;
        fill_panel(image, x, y, x + std::round(0.5f * cap), y + 1, 0, dark_ink);
        draw_text(image, x + 0.8f * cap, y + 1 + 0.5f * cap, ticks.label[k], cap, dark_ink);
    }
}

void draw_legend(Image& image, const CategoryLegend& legend) {
    const Layout layout(image);
    const float  cap = layout.cap, swatch = std::round(1.4f * cap), line = layout.line;
    float        width = text_width(legend.title, cap);
    for (const Category& c : legend.entries) width = std::max(width, swatch + 0.8f * cap + text_width(c.name, cap));
    const float title_room = legend.title.empty() ? 0 : line;
    const Panel at(image, layout, width, title_room + line * float(legend.entries.size()) - 0.5f * cap);

    draw_text(image, at.x, at.y + cap, legend.title, cap, dark_ink);
    float y = at.y + title_room;
    for (const Category& c : legend.entries) {
        fill_panel(image, at.x, y - 0.2f * cap, at.x + swatch, y - 0.2f * cap + swatch, 0.3f * cap, to_srgb(c.colour));
        draw_text(image, at.x + swatch + 0.8f * cap, y + cap, c.name, cap, dark_ink);
        y += line;
    }
}

void draw_caption(Image& image, std::string_view text) {
    if (text.empty()) return;
    const Layout layout(image);
    const float  bottom = float(image.height) - layout.pad, width = text_width(text, layout.cap);
    fill_panel(image, layout.pad, bottom - 2.2f * layout.cap, layout.pad + width + 1.6f * layout.cap, bottom,
               0.6f * layout.cap, panel_white);
    draw_text(image, layout.pad + 0.8f * layout.cap, bottom - 0.6f * layout.cap, text, layout.cap, dark_ink);
}

}  // namespace mote
