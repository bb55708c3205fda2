// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "mote/error.h"
#include "mote/plot.h"
#include "plot/drawing.h"

namespace mote {
namespace {

using namespace plot;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

PlotPage page_of(std::vector<double> x, std::vector<double> y, bool logarithmic = false) {
    return {"", {{"speed", "m/s", "time [s]", {{"a", std::move(x), std::move(y)}}, logarithmic}}};
}

/// The lines of the first curve: those that have its colour.
std::vector<Path> curves_in(const Drawing& drawing) {
    std::vector<Path> found;
    for (const auto& mark : drawing.marks)
        if (const Path* p = std::get_if<Path>(&mark); p && p->ink.b == 178) found.push_back(*p);
    return found;
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++n;
    return n;
}

// Points of a straight line stand on a straight line, the first at the left of the box and the last at its right.
TEST(Plot, PlacesAreInProportion) {
    const auto lines = curves_in(lay_out(page_of({0, 1, 2, 4}, {10, 20, 30, 50})));
    ASSERT_EQ(lines.size(), 1u);
    const auto& p = lines[0].points;
    ASSERT_EQ(p.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
        const float share = (p[k].x - p[0].x) / (p[3].x - p[0].x);
        EXPECT_NEAR(share, k == 3 ? 1 : 0.25f * float(k), 1e-5f);
        EXPECT_NEAR((p[k].y - p[0].y) / (p[3].y - p[0].y), share, 1e-4f);
    }
    EXPECT_GT(p[0].y, p[3].y) << "up is up";
}

// Over powers of ten equal factors are equal steps; zero has no place there.
TEST(Plot, PowersOfTen) {
    const auto lines = curves_in(lay_out(page_of({0, 1, 2, 3, 4}, {0, 1e-6, 1e-4, 1e-2, 1}, true)));
    ASSERT_EQ(lines.size(), 1u);
    const auto& p = lines[0].points;
    ASSERT_EQ(p.size(), 4u);
    EXPECT_TRUE(curves_in(lay_out(page_of({0, 1, 2}, {1e-320, 1e308, 1}, true))).empty()) << "one point has a place";
    for (int k : {1, 2}) EXPECT_NEAR(p[std::size_t(k)].y - p[std::size_t(k + 1)].y, p[0].y - p[1].y, 1e-3f);
}

// What is not a number is a gap; a lone point is a dot; nothing at all are axes alone.
TEST(Plot, GapsAndLonePoints) {
    EXPECT_EQ(curves_in(lay_out(page_of({0, 1, 2, 3, 4}, {1, 2, nan, 3, 4}))).size(), 2u);
    for (const auto& values : {std::vector<double>{7}, {nan, 7, nan}, {0}}) {
        const Drawing drawing = lay_out(page_of(std::vector<double>(values.size(), 0.5), values));
        EXPECT_TRUE(curves_in(drawing).empty());
        EXPECT_EQ(std::count_if(drawing.marks.begin(), drawing.marks.end(), [](const auto& m) { return std::holds_alternative<Ring>(m); }), 1);
    }
    for (const auto& values : {std::vector<double>{}, {nan}, {INFINITY, -INFINITY}})
        EXPECT_TRUE(curves_in(lay_out(page_of(std::vector<double>(values.size(), 0.5), values))).empty());
}

// Whatever the numbers are, everything stands on the page and ticks are few.
TEST(Plot, EveryMarkIsOnThePage) {
    for (const std::vector<double>& values : {std::vector<double>{1e308, -1e308}, {1e-320, 2e-320}, {5, 5}, {0, 0}, {-3e-7, 4e-7}, {1e15, 1e15 + 1}, {-7, -2}}) {
        const Drawing drawing = lay_out(page_of({0, 1}, values));
        EXPECT_LT(drawing.marks.size(), 80u);
        for (const auto& mark : drawing.marks)
            if (const Path* p = std::get_if<Path>(&mark))
                for (const Spot& s : p->points) {
                    EXPECT_TRUE(s.x >= 0 && s.x <= drawing.width) << s.x << " for " << values[0];
                    EXPECT_TRUE(s.y >= 0 && s.y <= drawing.height) << s.y << " for " << values[0];
                }
    }
}

// A wide number at the right end of the axis is not cut off.
TEST(Plot, NumbersAtTheEndFit) {
    const Drawing drawing = lay_out(page_of({0, 0.001}, {0, 1}));
    float         most    = 0;
    for (const auto& mark : drawing.marks)
        if (const Words* w = std::get_if<Words>(&mark); w && w->align == Align::centre) most = std::max(most, w->base.x + 0.5f * text_width(w->text, w->cap));
    EXPECT_LE(most, drawing.width);
}

// Two references can be told apart, and from the line: each has its colour, in the panel and in the legend.
TEST(Plot, EveryReferenceHasItsColour) {
    PlotPage page = page_of({0, 1}, {0, 1});
    for (const char* name : {"b", "c"}) page.panels[0].curves.push_back({name, {0.5}, {0.5}, true});
    std::vector<Pixel> rings;
    const Drawing      drawing = lay_out(page);
    for (const auto& mark : drawing.marks)
        if (const Ring* r = std::get_if<Ring>(&mark)) rings.push_back(r->ink);
    ASSERT_EQ(rings.size(), 4u);
    EXPECT_NE(rings[0], rings[1]);
    EXPECT_NE(rings[1].b, curves_in(drawing)[0].ink.b);
    EXPECT_EQ(rings[0], rings[2]);
    EXPECT_EQ(rings[1], rings[3]);
}

// Small numbers share a power of ten, which stands with the unit: labels times it are the ticks.
TEST(Plot, ExponentGoesToTheTitle) {
    const PlotPanel panel = page_of({0, 1}, {0, 4.4e-7}).panels[0];
    const Axis      axis  = axis_upwards(panel);
    EXPECT_EQ(axis.title("speed", "m/s"), "speed [10^-7 m/s]");
    EXPECT_EQ(axis.title("share", ""), "share [10^-7]");
    for (std::size_t k = 0; k < axis.ticks.at.size(); ++k)
        EXPECT_NEAR(std::stod(axis.ticks.label[k]) * 1e-7, axis.ticks.at[k], 1e-15) << axis.ticks.label[k];
    EXPECT_EQ(axis_upwards(page_of({0, 1}, {0, 4}).panels[0]).title("speed", "m/s"), "speed [m/s]");
}

// The SVG has the curve, the rings of a reference and every word as text; `<` and `&` in a name do not break it.
TEST(Plot, SvgHoldsLinesRingsAndWords) {
    PlotPage page = page_of({0, 1, 2}, {1, 2, 3});
    page.title    = "a <b> & c^2";
    page.panels[0].curves.push_back({"measured", {0, 1, 2}, {1, nan, 2}, true});
    const std::string svg = plot_svg(page);
    EXPECT_TRUE(svg.starts_with("<?xml"));
    EXPECT_EQ(count(svg, "<circle"), 3u) << "two points and the legend";
    EXPECT_EQ(count(svg, "#0072b2"), 2u) << "the curve and the legend";
    EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
    EXPECT_EQ(count(svg, "<tspan"), count(svg, "</tspan>"));
    for (const char* words : {">measured<", ">speed [m/s]<", ">time [s]<", "a &lt;b&gt; &amp; c<tspan"}) EXPECT_NE(svg.find(words), std::string::npos) << words;
    EXPECT_EQ(svg, plot_svg(page)) << "same bytes";
    page.panels[0].title = "10^-6 kg m^2/s";
    const std::string raised = plot_svg(page);
    EXPECT_NE(raised.find(">-6</tspan><tspan dy=\"4.37\"> kg m</tspan><tspan"), std::string::npos) << raised;
    EXPECT_NE(raised.find(">2</tspan><tspan dy=\"4.37\">/s [m/s]</tspan></text>"), std::string::npos) << "what follows is low again";
    page.title = "caf\xe9 \xc3\xa9\x01";
    EXPECT_NE(plot_svg(page).find(">caf\xc3\xa9 \xc3\xa9<"), std::string::npos) << "Latin 1 becomes UTF-8";
}

// The picture has the colour of the curve where the drawing has the curve, and nothing but white beside the panels.
TEST(Plot, PictureShowsTheCurve) {
    const PlotPage page    = page_of({0, 1}, {2, 2.4});
    const Drawing  drawing = lay_out(page);
    const Image    image   = plot_image(page, 2);
    EXPECT_EQ(image.width, 2 * int(drawing.width));
    const auto p = curves_in(drawing)[0].points;
    for (const float t : {0.1f, 0.35f, 0.85f}) {
        const Pixel at = image.at(int(2 * (p[0].x + t * (p[1].x - p[0].x))), int(2 * (p[0].y + t * (p[1].y - p[0].y))));
        EXPECT_TRUE(at.b > 150 && at.r < 60) << t;
    }
    EXPECT_EQ(image.at(2, 2), (Pixel{255, 255, 255, 255}));
}

TEST(Plot, AnotherEndingIsRefused) {
    try {
        save_plot("plot.pdf", page_of({0}, {1}));
        FAIL() << "it was taken";
    } catch (const Error& e) {
        EXPECT_EQ(e.exit_code, 2);
        EXPECT_NE(std::string(e.what()).find(".svg or .png"), std::string::npos);
    }
}

}  // namespace
}  // namespace mote
