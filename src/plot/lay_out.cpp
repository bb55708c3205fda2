// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Colours: Okabe and Ito 2008, "Color Universal Design", which people with any vision tell apart; black is left to axes.
#include <algorithm>
#include <cmath>

#include "plot/drawing.h"

namespace mote::plot {
namespace {

constexpr Pixel ink{38, 43, 50, 255}, pale{224, 227, 230, 255};
constexpr Pixel colours[] = {{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255}, {86, 180, 233, 255}};

// Lengths in pixels of the SVG.
constexpr float box_width = 330, box_height = 170, cap = 7.4f, line = 15, gap = 26, edge = 14, tick = 4, sample = 18, ring = 2.6f;

/// Measures of the page, the same for all panels so that their boxes line up.
struct Measures {
    float left = 0, above = 0, below = 0, right = edge;   ///< what a panel needs beside its box

    float panel_width() const { return left + box_width + gap; }
    float panel_height() const { return above + box_height + below; }
};

/// A line has the colour of its place among the lines. The first marks are of ink, more of them in the colours that lines leave.
Pixel colour_of(const PlotPanel& panel, std::size_t k) {
    const bool  marks = panel.curves[k].marks;
    std::size_t lines = 0, before = 0;
    for (const PlotCurve& c : panel.curves) lines += !c.marks;
    for (std::size_t i = 0; i < k; ++i) before += panel.curves[i].marks == marks;
    return marks && before == 0 ? ink : colours[(marks ? lines + before - 1 : before) % std::size(colours)];
}

/// Where the names of the curves stand, from the left of the box; they go to the next line where one is full.
std::vector<Spot> legend_places(const PlotPanel& panel) {
    std::vector<Spot> places;
    Spot              at{0, 0};
    if (panel.curves.size() < 2) return places;
    for (const PlotCurve& c : panel.curves) {
        const float width = sample + 6 + 1.08f * text_width(c.name, cap) + 14;   // another face may be wider than ours
        if (at.x > 0 && at.x + width > box_width) at = {0, at.y + line};
        places.push_back(at);
        at.x += width;
    }
    return places;
}

class Panel {
public:
    Panel(Drawing& out, const PlotPanel& panel, Spot corner) : out_(out), panel_(panel), along_(axis_along(panel.curves)), up_(axis_upwards(panel)), corner_(corner) {}

    float label_width() const {
        float width = 0;
        for (const std::string& label : up_.ticks.label) width = std::max(width, text_width(label, cap));
        return width;
    }
    /// How far the numbers below the box stand out at its right.
    float overhang() const {
        float most = 0;
        for (std::size_t k = 0; k < along_.ticks.at.size(); ++k)
            most = std::max(most, (float(along_.share(along_.ticks.at[k])) - 1) * box_width + 0.54f * text_width(along_.ticks.label[k], cap));
        return most;
    }
    float legend_height() const {
        const auto places = legend_places(panel_);
        return places.empty() ? 0 : places.back().y + line;
    }
    void draw() {
        draw_axes();
        for (std::size_t k = 0; k < panel_.curves.size(); ++k) draw_curve(panel_.curves[k], colour_of(panel_, k));
        draw_words();
    }

private:
    Spot place(double x, double y) const {
        return {corner_.x + float(along_.share(x)) * box_width, corner_.y + (1 - float(up_.share(y))) * box_height};
    }
    float right() const { return corner_.x + box_width; }
    float bottom() const { return corner_.y + box_height; }
    void  path(std::vector<Spot> points, float width, Pixel colour) { out_.marks.push_back(Path{std::move(points), width, colour}); }

    void draw_axes() {
        for (std::size_t k = 0; k < up_.ticks.at.size(); ++k) {
            const float y = bottom() - float(up_.share(up_.ticks.at[k])) * box_height;
            path({{corner_.x, y}, {right(), y}}, 0.7f, pale);
            path({{corner_.x - tick, y}, {corner_.x, y}}, 0.9f, ink);
            out_.marks.push_back(Words{{corner_.x - tick - 4, y + 0.5f * cap}, up_.ticks.label[k], cap, ink, Align::right});
        }
        for (std::size_t k = 0; k < along_.ticks.at.size(); ++k) {
            const float x = corner_.x + float(along_.share(along_.ticks.at[k])) * box_width;
            path({{x, corner_.y}, {x, bottom()}}, 0.7f, pale);
            path({{x, bottom()}, {x, bottom() + tick}}, 0.9f, ink);
            out_.marks.push_back(Words{{x, bottom() + tick + 4 + cap}, along_.ticks.label[k], cap, ink, Align::centre});
        }
        path({corner_, {right(), corner_.y}, {right(), bottom()}, {corner_.x, bottom()}, corner_}, 0.9f, ink);
    }

    void draw_curve(const PlotCurve& c, Pixel colour) {
        std::vector<Spot> piece;
        const auto        finish = [&] {
            if (piece.size() == 1) out_.marks.push_back(Ring{piece[0], 1, 2, colour});   // alone between gaps: a dot
            if (piece.size() > 1) path(piece, 1.5f, colour);
            piece.clear();
        };
        for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
            const Spot at = place(c.x[i], c.y[i]);
            if (!std::isfinite(at.x) || !std::isfinite(at.y))
                finish();
            else if (c.marks)
                out_.marks.push_back(Ring{at, ring, 1.1f, colour});
            else
                piece.push_back(at);
        }
        finish();
    }

    void draw_words() {
        const float top = corner_.y - 6 - legend_height();
        out_.marks.push_back(Words{{corner_.x, top - 2}, up_.title(panel_.title, panel_.unit), 1.12f * cap, ink});
        const auto places = legend_places(panel_);
        for (std::size_t k = 0; k < places.size(); ++k) {
            const float x = corner_.x + places[k].x, y = top + places[k].y + line;
            if (panel_.curves[k].marks)
                out_.marks.push_back(Ring{{x + 0.5f * sample, y - 0.5f * cap}, ring, 1.1f, colour_of(panel_, k)});
            else
                path({{x, y - 0.5f * cap}, {x + sample, y - 0.5f * cap}}, 1.8f, colour_of(panel_, k));
            out_.marks.push_back(Words{{x + sample + 6, y}, panel_.curves[k].name, cap, ink});
        }
        const auto unit = panel_.x_title.rfind(" [");
        const bool has  = unit != std::string::npos && panel_.x_title.back() == ']';
        const auto name = has ? panel_.x_title.substr(0, unit) : panel_.x_title;
        out_.marks.push_back(Words{{corner_.x + 0.5f * box_width, bottom() + tick + 4 + cap + line},
                                   along_.title(name, has ? panel_.x_title.substr(unit + 2, panel_.x_title.size() - unit - 3) : ""), cap, ink, Align::centre});
    }

    Drawing&         out_;
    const PlotPanel& panel_;
    Axis             along_, up_;
    Spot             corner_;
};

}  // namespace

Drawing lay_out(const PlotPage& page) {
    Drawing        out;
    const int      count = int(page.panels.size()), columns = std::clamp(page.columns, 1, std::max(1, count)), rows = (count + columns - 1) / columns;
    Measures       m{0, 0, tick + 4 + cap + line + gap};
    for (const PlotPanel& p : page.panels) {
        const Panel panel(out, p, {0, 0});
        m.left  = std::max(m.left, panel.label_width() + tick + 8);
        m.above = std::max(m.above, panel.legend_height() + line + 4);
        m.right = std::max(m.right, panel.overhang() + 4);
    }
    const float top = edge + (page.title.empty() ? 0 : 2 * line);
    out.width       = std::ceil(edge + float(columns) * m.panel_width() - gap + m.right);
    out.height      = std::ceil(top + float(rows) * m.panel_height() - gap + edge);
    for (int k = 0; k < count; ++k)
        Panel(out, page.panels[std::size_t(k)], {edge + float(k % columns) * m.panel_width() + m.left, top + float(k / columns) * m.panel_height() + m.above}).draw();
    if (!page.title.empty()) out.marks.push_back(Words{{edge + m.left, edge + 1.5f * cap}, page.title, 1.35f * cap, ink});
    return out;
}

}  // namespace mote::plot
