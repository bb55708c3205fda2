// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Fields that need no more than the particles' places.
#include "surface/fields.h"

#include <algorithm>

namespace mote::surfaces {
namespace {

/// sum_j exp(-a r^2) - threshold [Blinn 1982, "A generalization of algebraic surface drawing", eq. 2]. The sum ends where the
/// exponential is small, and the rest is taken off so that it does not end with a step.
class Blobs final : public SurfaceField {
public:
    Blobs(std::span<const Vec4> points, float reach, float threshold) : threshold_(threshold) {
        for (const Vec4& p : points) splats_.push_back(ball(xyz(p), 1, reach));
    }
    void sample(const SurfaceNodes& nodes, std::span<const Index> near, float* value) const override {
        constexpr float decay = 10;  // of the exponent, out to the reach
        const Lane      end(::expf(-decay)), none(0.f);
        std::fill_n(value, SurfaceNodes::count, -threshold_);
        for (const Index j : near)
            for_nodes(nodes, splats_[j], [&](int at, Lane u, Lane, float, float) {
                const Lane part = select(u > none, exp(Lane(decay) * (min(u, Lane(1.f)) - Lane(1.f))) - end, none);
                store(value + at, load(value + at) + part);
            });
    }

private:
    std::vector<Splat> splats_;
    float              threshold_;
};

/// radius - |x - a(x)|, where a(x) is the mean of the particles near x [Zhu & Bridson 2005, "Animating sand as a fluid", sec. 5].
class Average final : public SurfaceField {
public:
    Average(std::span<const Vec4> points, float reach, float radius) : radius_(radius) {
        for (const Vec4& p : points) splats_.push_back(ball(xyz(p), 1, reach));
    }
    void sample(const SurfaceNodes& nodes, std::span<const Index> near, float* value) const override {
        constexpr int             n = SurfaceNodes::count;
        static thread_local std::vector<float> room;
        room.assign(4 * n, 0.f);
        float *const sum = room.data(), *const x = sum + n, *const y = x + n, *const z = y + n;
        for (const Index j : near)
            for_nodes(nodes, splats_[j], [&](int at, Lane u, Lane dx, float dy, float dz) {
                const Lane in = max(u, Lane(0.f)), w = in * in * in;
                store(sum + at, load(sum + at) + w);
                store(x + at, load(x + at) + w * dx);
                store(y + at, load(y + at) + w * Lane(dy));
                store(z + at, load(z + at) + w * Lane(dz));
            });
        const float away = radius_ - splats_.front().half.x;
        for (int k = 0; k < n; ++k) value[k] = sum[k] > 0 ? radius_ - length(Vec3{x[k], y[k], z[k]} / sum[k]) : away;
    }

private:
    std::vector<Splat> splats_;
    float              radius_;
};

}  // namespace

void SplatField::sample(const SurfaceNodes& nodes, std::span<const Index> near, float* value) const {
    std::fill_n(value, SurfaceNodes::count, -threshold_);
    for (const Index j : near) {
        const Splat& s = splats_[j];
        const Lane   weight(s.weight);
        for_nodes(nodes, s, [&](int at, Lane u, Lane, float, float) {
            const Lane in = max(u, Lane(0.f));
            store(value + at, load(value + at) + weight * in * in * in);
        });
    }
}

PreparedField make_blobs(std::span<const Vec4> points, float reach, float threshold) {
    return {std::make_unique<Blobs>(points, reach, threshold), {points.begin(), points.end()}, reach};
}

PreparedField make_average(std::span<const Vec4> points, float reach, float radius, float threshold) {
    return {std::make_unique<Average>(points, reach, threshold * radius), {points.begin(), points.end()}, reach};
}

}  // namespace mote::surfaces

namespace mote {
using namespace surfaces;

float usual_threshold(SurfaceSpec::Method method) {
    switch (method) {
        case SurfaceSpec::Method::anisotropic:
            return 0.5f;
        case SurfaceSpec::Method::colour:
            return 0.6f;
        case SurfaceSpec::Method::average:
            return 1.f;
        case SurfaceSpec::Method::blobs:
            return 0.6f;
    }
    return 0.5f;
}

PreparedField make_surface_field(const Exec& exec, std::span<const Vec4> points, float spacing, const SurfaceSpec& spec) {
    const float reach = support_of(spec, spacing), threshold = spec.threshold.value_or(usual_threshold(spec.method));
    switch (spec.method) {
        case SurfaceSpec::Method::anisotropic:
            return make_anisotropic(exec, points, spacing, reach, threshold);
        case SurfaceSpec::Method::colour:
            return make_colour(exec, points, reach, threshold);
        case SurfaceSpec::Method::average:
            return make_average(points, reach, 0.5f * spacing, threshold);
        case SurfaceSpec::Method::blobs:
            return make_blobs(points, reach, threshold);
    }
    throw BugError("a surface has no method");
}

}  // namespace mote
