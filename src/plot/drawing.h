// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A page worked out to lines, rings and words at places: what SVG and pictures are both drawn from.
#pragma once
#include <variant>

#include "mote/plot.h"

namespace mote::plot {

struct Spot {
    float x, y;   ///< y is down
};
struct Path {
    std::vector<Spot> points;
    float             width;
    Pixel             ink;
};
struct Ring {
    Spot  centre;
    float radius, width;
    Pixel ink;
};
struct Words {
    Spot        base;   ///< of the line of text: its start, middle or end
    std::string text;   ///< `^` raises digits, as in draw_text
    float       cap;    ///< height of a capital
    Pixel       ink;
    Align       align = Align::left;
};

struct Drawing {
    float                                          width = 0, height = 0;
    std::vector<std::variant<Path, Ring, Words>> marks;   ///< later ones lie above
};

Drawing lay_out(const PlotPage&);

/// One axis: what it spans and where its ticks are. Values with many digits share a power of ten, which goes to the title.
struct Axis {
    double low = 0, high = 1;
    bool   logarithmic = false;
    int    exponent    = 0;   ///< labels are in units of 10^exponent
    Ticks  ticks{};

    /// 0 at the low end, 1 at the high one; not finite where the value has no place.
    double share(double value) const;
    /// `title [10^3 unit]`
    std::string title(const std::string& name, const std::string& unit) const;
};
Axis axis_along(const std::vector<PlotCurve>& curves);
Axis axis_upwards(const PlotPanel& panel);

}  // namespace mote::plot
