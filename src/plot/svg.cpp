// Copyright (c) 2026 The Mote authors. MIT licence.
//
// W3C, "Scalable Vector Graphics (SVG) 1.1", second edition, 2011.
#include <fmt/format.h>

#include "io/quoting.h"
#include "mote/error.h"
#include "mote/files.h"
#include "plot/drawing.h"

namespace mote {
namespace {

using namespace plot;

std::string hex(Pixel p) { return fmt::format("#{:02x}{:02x}{:02x}", p.r, p.g, p.b); }

/// How many bytes the character at `k` has in UTF-8; 0 where it is none.
std::size_t utf8_length(const std::string& text, std::size_t k) {
    const auto        first  = static_cast<unsigned char>(text[k]);
    const std::size_t length = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    for (std::size_t i = 1; i < length; ++i)
        if (k + i >= text.size() || (static_cast<unsigned char>(text[k + i]) & 0xc0u) != 0x80u) return 0;
    return length;
}

/// The words as UTF-8. Bytes that are none are taken for Latin 1, as spreadsheets write it.
std::string as_utf8(const std::string& text) {
    std::string out;
    for (std::size_t k = 0; k < text.size();) {
        const auto byte = static_cast<unsigned char>(text[k]);
        if (const std::size_t length = byte < 0x80 ? 1 : utf8_length(text, k))
            out += text.substr(k, length), k += length;
        else
            out += char(0xc0u | byte >> 6), out += char(0x80u | (byte & 0x3fu)), ++k;
    }
    return out;
}

/// What follows `^` stands higher and smaller, as in draw_text; then the base line comes back.
std::string rich(const std::string& text, float size) {
    const auto  exponent = [](char c) { return (c >= '0' && c <= '9') || c == '-'; };
    const float rise     = 0.38f * size;
    std::string out;
    bool        raised = false, open = false;
    const auto  go_on  = [&](bool up) {
        if (open) out += "</tspan>";
        out += up ? fmt::format("<tspan dy=\"{:.2f}\" font-size=\"{:.2f}\">", -rise, 0.7f * size) : fmt::format("<tspan dy=\"{:.2f}\">", rise);
        raised = up, open = true;
    };
    for (std::size_t k = 0; k < text.size(); ++k)
        if (!raised && text[k] == '^' && k + 1 < text.size() && exponent(text[k + 1]))
            go_on(true);
        else {
            if (raised && !exponent(text[k])) go_on(false);
            io::append_xml(out, text[k]);
        }
    return open ? out + "</tspan>" : out;
}

struct Svg {
    std::string out;

    void operator()(const Path& p) {
        out += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" points=\"", hex(p.ink), p.width);
        for (std::size_t k = 0; k < p.points.size(); ++k) out += fmt::format("{}{:.2f},{:.2f}", k ? " " : "", p.points[k].x, p.points[k].y);
        out += "\"/>\n";
    }
    void operator()(const Ring& r) {
        out += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n", r.centre.x, r.centre.y,
                           r.radius, hex(r.ink), r.width);
    }
    void operator()(const Words& w) {
        constexpr const char* anchors[] = {"start", "middle", "end"};
        const float           size      = w.cap / 0.72f;   // capitals of usual faces are so high
        out += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n", w.base.x, w.base.y, size,
                           hex(w.ink), anchors[int(w.align)], rich(as_utf8(w.text), size));
    }
};

}  // namespace

std::string plot_svg(const PlotPage& page) {
    const Drawing drawing = lay_out(page);
    Svg           svg;
    svg.out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, Liberation Sans, sans-serif\" stroke-linejoin=\"round\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        drawing.width, drawing.height);
    for (const auto& mark : drawing.marks) std::visit(svg, mark);
    return svg.out + "</svg>\n";
}

void save_plot(const std::filesystem::path& path, const PlotPage& page) {
    if (path.extension() == ".svg")
        write_file_atomically(path, plot_svg(page));
    else if (path.extension() == ".png")
        save_png(path.string(), plot_image(page));
    else
        throw Error(path.string() + ": a plot is written as .svg or .png", 2);
}

}  // namespace mote
