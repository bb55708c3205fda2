// Copyright (c) 2026 The Mote authors. MIT licence.
#include <cmath>

#include "mote/trace.h"

namespace mote {
namespace {

// Indices at 589 nm from the CRC Handbook. Water absorbs four times what pure water does at 620 and 550 nm, and a little blue, as lakes do
// [R. M. Pope and E. S. Fry, Absorption spectrum (380-700 nm) of pure water, Appl. Opt. 36 (1997)]. The rest is ours, by eye.
constexpr NamedFinish table[] = {
    {"matte", "no shine, in the colour of the material", {}, false},
    {"water", "clear, blue green where deep", {.index = 1.333f, .clear = 1, .absorption = {1.1f, 0.23f, 0.1f}}},
    {"ice", "clear, a little frosted, blue where thick", {.roughness = 0.22f, .index = 1.31f, .clear = 1, .absorption = {2.6f, 0.7f, 0.3f}}},
    {"glass", "clear, faintly green", {.index = 1.5f, .clear = 1, .absorption = {1.2f, 0.35f, 0.7f}}},
    {"oil", "clear and yellow", {.index = 1.47f, .clear = 1, .absorption = {1.5f, 4, 35}}},
    {"honey", "clear and amber", {.index = 1.49f, .clear = 1, .absorption = {8, 45, 260}}},
    {"milk", "white, light spreads in it", {.colour = {0.93f, 0.91f, 0.86f}, .roughness = 0.08f, .index = 1.345f, .soft = 0.004f}},
    {"wax", "light spreads in it, a soft sheen", {.roughness = 0.35f, .index = 1.43f, .soft = 0.008f}, false},
    {"rubber", "dull sheen", {.roughness = 0.45f, .index = 1.52f}, false},
    {"clay", "nearly matte", {.roughness = 0.75f, .index = 1.4f}, false},
    {"metal", "reflects in its colour", {.roughness = 0.18f, .metal = 1, .index = 1.5f}, false},
    {"sand", "matte grains", {.roughness = 0.9f, .index = 1.2f}, false},
    {"lava", "dark rock that glows by its temperature", {.colour = {0.05f, 0.045f, 0.04f}, .roughness = 0.6f, .index = 1.5f, .glow = 1}},
    {"smoke", "a cloud", {.absorption = {30, 30, 30}}, false},
};

}  // namespace

std::span<const NamedFinish> finishes() { return table; }

std::optional<Finish> find_finish(std::string_view name, const Vec3& colour) {
    for (const NamedFinish& f : table)
        if (name == f.name) {
            Finish finish = f.finish;
            if (!f.own_colour) finish.colour = colour;
            return finish;
        }
    return std::nullopt;
}

Vec3 black_body(float temperature) {
    if (!(temperature > 300) || !finite(temperature)) return {};
    // Planck's law at 610, 550 and 465 nm against green at 1550 K, which shall be as bright as white in the sun.
    const auto at = [&](double wavelength) {
        constexpr double c2 = 0.0143877688;  // h c / k [m K]
        const double     t  = min(double(temperature), 3000.);
        const auto planck = [](double l, double k) { return std::pow(l, -5.) / (std::exp(c2 / (l * k)) - 1); };
        return float(planck(wavelength, t) / planck(550e-9, 1550));
    };
    return {at(610e-9), at(550e-9), at(465e-9)};
}

}  // namespace mote
