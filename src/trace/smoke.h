// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "trace/rays.h"

namespace mote {

/// Puffs as a density on a grid, between whose nodes it is linear.
class Smoke {
public:
    Smoke(const std::vector<TracePuffs>&, const std::optional<Cut>&);
    bool empty() const { return density_.empty(); }

    /// Optical depth along a ray up to a distance: exp(-depth) comes through.
    float depth(const Ray&, float distance, float jitter) const;

    struct Scattered {
        float through = 1;   ///< Share that comes through.
        float at = 0;        ///< Distance of one place where the rest is lost, chosen as often as it is lost there.
        Vec3  colour;
    };
    Scattered scatter(const Ray&, float distance, float jitter, float chance) const;

private:
    struct Way {
        float from = 0, step = 0;
        int   steps = 0;
    };
    Way   way(const Ray&, float distance) const;
    float density(const Vec3&) const;
    float& node(int i, int j, int k) { return density_[(std::size_t(k) * std::size_t(count_[1]) + std::size_t(j)) * std::size_t(count_[0]) + std::size_t(i)]; }
    float  node(int i, int j, int k) const { return const_cast<Smoke*>(this)->node(i, j, k); }

    Box                box_;
    float              cell_ = 1;
    int                count_[3]{};
    Vec3               colour_{};
    std::vector<float> density_;
};

}  // namespace mote
