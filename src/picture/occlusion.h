// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "picture/stage.h"

namespace mote {

/// How much of the sky and of the key light arrives at what each pixel sees.
struct Occlusion {
    struct Light {
        float sky = 1, key = 1;  ///< [0, 1]
    };
    int                width = 0, height = 0;  ///< In pixels.
    std::vector<float> depth;                  ///< Of the nearest sample of the pixel.
    std::vector<char>  ground;                 ///< 1 where that sample sees the ground.
    std::vector<Light> light;

    /// For the sample (i, j), which sees something at this depth: from the nearby pixel that sees the same surface.
    Light at(int i, int j, int per_pixel, float sample_depth, bool sample_ground) const;
};

Occlusion find_occlusion(const Subject&, const Lens&, const Hits&, const Bulk&, const Look&, int threads);

}  // namespace mote
