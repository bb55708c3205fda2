// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>

#include "worlds.h"

namespace mote {

/// A beam of which the end at the left is held up to the layer at x = 0, and which ends at x = length.
struct Beam {
    double                 length, spacing;
    std::unique_ptr<World> world;

    Beam(double long_, double thick, int across, const std::string& rest) : length(long_), spacing(thick / across) {
        const double in = 2.5 * spacing;  // three layers are held
        world = world_of(fmt::format(R"(
dimension: 2
spacing: {}
objects: {{beam: {{box: [{}, {}], at: [{}, 0], material: matter}}}}
pins: {{wall: {{box: [{}, 1], at: [{}, 0]}}}}
{})", spacing, length + in, thick, 0.5 * (length - in), in + spacing / 2, -0.5 * in + spacing / 4, rest));
    }
    /// How far the middle of its end face has moved.
    Vec3 tip() const {
        const Particles& p = world->particles;
        Vec3             sum{};
        double           shares = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec4   rest = world->solids->rest.rest_position_volume.host()[world->solids->place.host()[i]];
            const double layer = (length - double(rest.x)) / spacing;  // 0.5, 1.5 and so on, from the end
            if (layer > 2 || std::abs(double(rest.y)) > 0.6 * spacing) continue;
            const double share = layer < 1 ? 1.5 : -0.5;
            sum += float(share) * (xyz(p.position_volume.host()[i]) - xyz(rest));
            shares += share;
        }
        return float(1 / shares) * sum;
    }
};

/// Turek & Hron (2006): a beam behind a cylinder, without the flow.
inline std::string turek_hron(double youngs_modulus, const std::string& damping, const std::string& more) {
    return fmt::format("gravity: [0, -2]\nmaterials: {{matter: {{density: 1000, elastic: {{law: saint_venant, youngs_modulus: {}, poissons_ratio: 0.4, damping: {}}}}}}}\n{}",
                       youngs_modulus, damping, more);
}

}  // namespace mote
