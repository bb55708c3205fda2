// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <vector>

#include "mote/math.h"

namespace mote {

/// What tells the denoiser where edges are: the first surface, and the colour of the first one that is not clear.
struct GuidePixel {
    Vec3  colour, normal;
    float distance = 0;
    Vec3  spread;  ///< Of colour, normal and distance: variance of their means.

    void add(const Vec3& c, const Vec3& n, float d) {
        colour += c, normal += n, distance += d;
        squares_ += Vec3{dot(c, c), dot(n, n), d * d};
    }
    GuidePixel mean(int count) const {
        GuidePixel  g;
        const float n = float(count);
        g.colour = colour / n, g.normal = normal / n, g.distance = distance / n;
        g.spread = squares_ / n - Vec3{dot(g.colour, g.colour), dot(g.normal, g.normal), g.distance * g.distance};
        g.spread = max(Vec3{}, g.spread) / n;
        return g;
    }

private:
    Vec3 squares_;
};

struct NoisyImage {
    int                     width, height;
    std::vector<Vec3>       light, variance;  ///< Mean, and variance of the mean.
    std::vector<GuidePixel> guide;

    NoisyImage(int w, int h) : width(w), height(h), light(std::size_t(w) * std::size_t(h)), variance(light.size()), guide(light.size()) {}
    std::size_t at(int x, int y) const { return std::size_t(y) * std::size_t(width) + std::size_t(x); }
};

/// The light without noise.
std::vector<Vec3> denoised(const NoisyImage&, int threads);

}  // namespace mote
