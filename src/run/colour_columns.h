// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <vector>

#include "mote/surface.h"

namespace mote {

/// Colours of particles as three columns that a surface carries to its vertices.
class ColourColumns {
public:
    void add(const Vec3& colour) { channel_[0].push_back(colour.x), channel_[1].push_back(colour.y), channel_[2].push_back(colour.z); }
    /// After the columns that are there; `points` refers to them.
    void give_to(SurfacePoints& points) const {
        for (const auto& channel : channel_) points.columns.push_back(channel);
    }
    /// From a surface whose last columns they are.
    static std::vector<Vec3> of(const Surface& s) {
        std::vector<Vec3> colour;
        const auto*       c = s.columns.data() + (s.columns.size() - 3);
        for (std::size_t v = 0; v < s.normal.size(); ++v) colour.push_back({c[0][v], c[1][v], c[2][v]});
        return colour;
    }

private:
    std::vector<float> channel_[3];
};

}  // namespace mote
