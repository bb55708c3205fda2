// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A volume map [Bender, Kugelstadt, Weiler & Koschier 2019] puts one point with a volume in the place of the boundary that a
// particle sees, so that its density is right. That point lies on the normal and so cannot rub. Here it is a ring of two (2-D) or
// three rows, and their three numbers (volume, distance along the normal, distance from it) follow from three sums over the wall:
// density, its gradient, and the friction of a flow along the wall, sum V x_t^2 W'/r / (r^2 + eta). What heat conduction
// sums, V W'/r, is then met within 3 %.
#include "mote/wall_profile.h"

#include <cmath>

namespace mote {
namespace {

constexpr int pieces = WallProfileView::pieces, rings = 256;

struct Sums {
    double share = 0, slope = 0, friction = 0;
};

/// Over a plane that is so far away and as thick as a layer.
Sums over_plane(const Kernel& kernel, double away, double thickness) {
    Sums         s;
    const double h = double(kernel.h), width = h / rings;
    const bool   solid = kernel.dimension == 3;
    for (int k = 0; k < rings; ++k) {
        const double t = (k + 0.5) * width, rr = away * away + t * t;
        const double volume = thickness * width * (solid ? 2 * M_PI * t : 2), r = std::sqrt(rr);
        const double fall   = -volume * double(kernel.slope_over_r(float(r)));
        s.share += volume * double(kernel(float(r)));
        s.slope += fall * away;
        s.friction += fall * t * t * (solid ? 0.5 : 1) / (rr + 0.01 * h * h);
    }
    return s;
}

/// The cosine at which rows with this share and slope rub as much.
double cosine_for(const Kernel& kernel, const Sums& wanted) {
    const double part = kernel.dimension == 3 ? 0.5 : 1, h = double(kernel.h);
    double       low = 0, high = 1.5;
    for (int k = 0; k < 40; ++k) {
        const double angle = 0.5 * (low + high), c = std::cos(angle), s = std::sin(angle);
        const double r = double(WallProfileView::place_of_ratio(kernel, c * wanted.share / wanted.slope));
        (wanted.slope / (r * c) * part * r * r * s * s / (r * r + 0.01 * h * h) < wanted.friction ? low : high) = angle;
    }
    return std::cos(low);
}

}  // namespace

WallProfile::WallProfile(const Exec& exec, const Kernel& kernel, float spacing)
    : kernel_(kernel), reach_(kernel.h - 0.5f * spacing), step_(reach_ / pieces) {
    entries_.resize(exec, pieces + 1);
    const auto entry = entries_.edit();
    for (Index k = 0; k <= pieces; ++k) {
        const double d = k * double(step_), s = double(spacing);
        Sums         wall;
        for (double away = d + 0.5 * s; away < double(kernel.h); away += s) {
            const Sums layer = over_plane(kernel, away, s);
            wall.share += layer.share, wall.slope += layer.slope, wall.friction += layer.friction;
        }
        const double cosine = wall.share > 1e-9 ? cosine_for(kernel, wall) : 1;
        entry[k]            = {float(wall.share), float(wall.slope), float(cosine)};
    }
    // Half of everything lies behind the surface itself: layers miss that by 0.1 % with a support of 2 spacings, 10 % with 1.5.
    const float missing = 0.5f - entry[0].share;
    for (Index k = 0; k <= pieces; ++k) {
        const float near = max(1 - 2 * float(k) * step_ / spacing, 0.f);
        entry[k].share += missing * near * near;
        entry[k].slope += missing * near * 4 / spacing;
    }
}

}  // namespace mote
