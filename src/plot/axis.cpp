// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plot/drawing.h"

namespace mote::plot {
namespace {

constexpr double most = 1e300, least = 1e-300;   // beyond them there is no room for arithmetic: such values are taken as infinite, or as 0 where powers are drawn

struct Span {
    double low = std::numeric_limits<double>::infinity(), high = -low;

    bool empty() const { return low > high; }
    void take(double v) {
        if (std::abs(v) < most) low = std::min(low, v), high = std::max(high, v);
    }
};

/// A span that has extent, whatever the values were.
Span opened(const Span& s) {
    if (s.empty()) return {0, 1};
    if (s.high - s.low > 1e-9 * std::max(std::abs(s.low), std::abs(s.high)) && s.high - s.low > 1e-290) return s;
    const double room = s.low == 0 ? 1 : 0.05 * std::abs(s.low);
    return {s.low - (s.low == 0 ? 0 : room), s.high + room};
}

/// Numbers below the ticks that need an exponent share one.
void share_exponent(Axis& axis) {
    const auto has_exponent = [](const std::string& label) { return label.find('e') != std::string::npos; };
    if (std::none_of(axis.ticks.label.begin(), axis.ticks.label.end(), has_exponent)) return;
    double largest = 0;
    for (const double v : axis.ticks.at) largest = std::max(largest, std::abs(v));
    axis.exponent     = int(std::floor(std::log10(largest) + 1e-9));
    const double unit = std::pow(10.0, axis.exponent);
    const Ticks  in_units = nice_ticks(axis.low / unit, axis.high / unit);
    axis.ticks = in_units;
    for (double& v : axis.ticks.at) v *= unit;
}

Axis linear(const Span& span, bool from_data) {
    Axis axis{span.low, span.high};
    if (!from_data) {  // room above and below; from zero where that is near
        const double room = 0.05 * (span.high - span.low);
        const bool   zero = span.low >= 0 && span.low < 0.5 * span.high;
        axis.low          = zero ? 0 : span.low - room;
        axis.high         = span.high <= 0 && span.high > 0.5 * span.low ? 0 : span.high + room;
    }
    axis.ticks = nice_ticks(axis.low, axis.high);
    share_exponent(axis);
    return axis;
}

Axis logarithmic(const Span& span) {
    int       low = int(std::floor(std::log10(span.low))), high = int(std::ceil(std::log10(span.high)));
    if (low == high) ++high;
    Axis      axis{std::pow(10.0, low), std::pow(10.0, high), true};
    const int step = std::max(1, (high - low + 5) / 6);
    for (int k = low; k <= high; k += step) {
        axis.ticks.at.push_back(std::pow(10.0, k));
        axis.ticks.label.push_back(k == 0 ? "1" : k == 1 ? "10" : fmt::format("10^{}", k));
    }
    return axis;
}

}  // namespace

double Axis::share(double value) const {
    if (logarithmic) return value > least && value < most ? std::log(value / low) / std::log(high / low) : std::numeric_limits<double>::quiet_NaN();
    return std::abs(value) < most ? (value - low) / (high - low) : std::numeric_limits<double>::quiet_NaN();
}

std::string Axis::title(const std::string& name, const std::string& unit) const {
    const std::string power = exponent == 0 ? "" : fmt::format("10^{}", exponent);
    const std::string both  = power + (power.empty() || unit.empty() ? "" : " ") + unit;
    return both.empty() ? name : fmt::format("{} [{}]", name, both);
}

Axis axis_along(const std::vector<PlotCurve>& curves) {
    Span span;
    for (const PlotCurve& c : curves)
        for (const double x : c.x) span.take(x);
    return linear(opened(span), true);
}

Axis axis_upwards(const PlotPanel& panel) {
    Span span;
    for (const PlotCurve& c : panel.curves)
        for (const double y : c.y)
            if (!panel.logarithmic || y > least) span.take(y);
    return panel.logarithmic && !span.empty() ? logarithmic(span) : linear(opened(span), false);
}

}  // namespace mote::plot
