// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Curves on a page: panels with axes, a legend and marks for what was measured elsewhere, as SVG for papers or as a picture.
//
//     PlotPage page{"A dam breaks", {{"energy", "J", "time [s]", {{"kinetic", time, kinetic}}}}};
//     save_plot("energy.svg", page);
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "mote/picture.h"

namespace mote {

/// A line through points, in their order; a value that is not finite leaves a gap.
struct PlotCurve {
    std::string         name;          ///< in the legend
    std::vector<double> x, y;          ///< as many of each
    bool                marks = false; ///< a ring at every point instead of a line
};

struct PlotPanel {
    std::string            title, unit;   ///< of the values: above the panel, `title [unit]`
    std::string            x_title;       ///< with its unit
    std::vector<PlotCurve> curves;
    bool                   logarithmic = false;   ///< powers of ten upwards; what is not above 0 leaves a gap
};

struct PlotPage {
    std::string            title;
    std::vector<PlotPanel> panels;
    int                    columns = 2;   ///< panels side by side
};

/// An SVG 1.1 document; words are text that can be searched and set in another face.
std::string plot_svg(const PlotPage&);

/// The same as a picture, with so many pixels for each of the SVG's.
Image plot_image(const PlotPage&, float scale = 2);

/// Writes .svg or .png by the ending; throws Error (exit code 2) for another.
void save_plot(const std::filesystem::path& path, const PlotPage&);

}  // namespace mote
