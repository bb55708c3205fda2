// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a browser shows beside particles, from the scene alone: materials, boundaries and where to look from. Runs and live scenes have one alike.
#pragma once
#include <string>

#include "mote/run.h"
#include "packet.h"

namespace mote::studio {

class Stage {
public:
    explicit Stage(const Scene& scene);

    /// Title, sizes, materials, cameras: what a browser is told once.
    Json describe() const;
    /// Boundaries: boxes and planes as they are, other shapes as triangles. Takes a while; any thread may ask.
    std::string walls_packet(Json header) const;
    /// Where boundaries that move are: [{boundary, matrix of 16}].
    Json poses(double time) const;

    float support() const { return scene_.support * scene_.spacing; }
    float fps() const { return scene_.output.fps; }
    const std::vector<std::string>& materials() const { return materials_; }

private:
    Scene                    scene_;     ///< with closed faces as a boundary
    Box                      box_;
    std::vector<std::string> materials_;
    std::vector<std::optional<Motion>> motions_;   ///< of boundaries
};

}  // namespace mote::studio
