// Copyright (c) 2026 The Mote authors. MIT licence.
#include "trace/smoke.h"

#include <algorithm>
#include <cmath>

namespace mote {
namespace {

constexpr int most_nodes = 192;  // along the longest side
constexpr int most_steps = 256;

bool seen(const std::optional<Cut>& cut, const Vec3& x) { return finite(x) && !(cut && dot(x - cut->at, cut->normal) > 0); }

bool sound(const TracePuffs& p) { return finite(p.radius) && p.radius > 0 && finite(p.density) && p.density > 0; }

}  // namespace

Smoke::Smoke(const std::vector<TracePuffs>& puffs, const std::optional<Cut>& cut) {
    float radius = 0, count = 0;
    for (const TracePuffs& p : puffs) {
        if (!sound(p)) continue;
        const Vec3 rim{p.radius, p.radius, p.radius};
        for (const Vec3& x : p.centre)
            if (seen(cut, x)) box_.include(x - rim), box_.include(x + rim), radius += p.radius, colour_ += p.colour, ++count;
    }
    if (count == 0) return;
    colour_          = colour_ / count;
    const Vec3 size  = box_.size();
    cell_            = max(0.5f * radius / count, max(size.x, max(size.y, size.z)) / float(most_nodes));
    const float sides[] = {size.x, size.y, size.z};
    for (int a = 0; a < 3; ++a) count_[a] = int(sides[a] / cell_) + 2;
    density_.assign(std::size_t(count_[0]) * std::size_t(count_[1]) * std::size_t(count_[2]), 0.f);

    for (const TracePuffs& p : puffs)
        for (const Vec3& x : p.centre) {
            if (!sound(p) || !seen(cut, x) || !box_.contains(x)) continue;
            const Vec3  at    = (x - box_.low) / cell_;
            const float reach = max(p.radius / cell_, 1.f);
            // What a puff takes stays the same where the grid is too coarse for it.
            const float much = p.density * std::pow(p.radius / (cell_ * reach), 3.f);
            for (int k = std::max(0, int(at.z - reach)); k <= std::min(count_[2] - 1, int(at.z + reach) + 1); ++k)
                for (int j = std::max(0, int(at.y - reach)); j <= std::min(count_[1] - 1, int(at.y + reach) + 1); ++j)
                    for (int i = std::max(0, int(at.x - reach)); i <= std::min(count_[0] - 1, int(at.x + reach) + 1); ++i) {
                        const Vec3  d = Vec3{float(i), float(j), float(k)} - at;
                        const float u = max(0.f, 1 - dot(d, d) / (reach * reach));
                        node(i, j, k) += much * u * u;
                    }
        }
}

float Smoke::density(const Vec3& x) const {
    const Vec3 at = (x - box_.low) / cell_;
    if (!(at.x >= 0 && at.y >= 0 && at.z >= 0)) return 0;
    const int i = int(at.x), j = int(at.y), k = int(at.z);
    if (i + 1 >= count_[0] || j + 1 >= count_[1] || k + 1 >= count_[2]) return 0;
    const float u = at.x - float(i), v = at.y - float(j), w = at.z - float(k);
    const auto  row = [&](int b, int c) { return (1 - u) * node(i, b, c) + u * node(i + 1, b, c); };
    return (1 - w) * ((1 - v) * row(j, k) + v * row(j + 1, k)) + w * ((1 - v) * row(j, k + 1) + v * row(j + 1, k + 1));
}

/// The part of the ray in the box, in steps of about a cell.
Smoke::Way Smoke::way(const Ray& ray, float distance) const {
    float      near = 0, far = distance;
    const auto clip = [&](float from, float along, float low, float high) {
        if (along == 0) {
            if (from < low || from > high) far = -1;
            return;
        }
        const float a = (low - from) / along, b = (high - from) / along;
        near = max(near, min(a, b)), far = min(far, max(a, b));
    };
    clip(ray.from.x, ray.along.x, box_.low.x, box_.high.x);
    clip(ray.from.y, ray.along.y, box_.low.y, box_.high.y);
    clip(ray.from.z, ray.along.z, box_.low.z, box_.high.z);
    if (!(far > near)) return {};
    Way w{near, 0, std::clamp(int((far - near) / cell_) + 1, 1, most_steps)};
    w.step = (far - near) / float(w.steps);
    return w;
}

float Smoke::depth(const Ray& ray, float distance, float jitter) const {
    const Way w   = way(ray, distance);
    float     sum = 0;
    for (int s = 0; s < w.steps; ++s) sum += density(ray.from + (w.from + (float(s) + jitter) * w.step) * ray.along);
    return sum * w.step;
}

Smoke::Scattered Smoke::scatter(const Ray& ray, float distance, float jitter, float chance) const {
    const float total = depth(ray, distance, jitter);
    Scattered   s{exp(-total), 0, colour_};
    if (!(total > 1e-5f)) return {};
    const float goal = -log(1 - chance * (1 - s.through));  // the depth at which this share is lost
    const Way   w    = way(ray, distance);
    float       sum  = 0;
    for (int k = 0; k < w.steps; ++k) {
        const float more = w.step * density(ray.from + (w.from + (float(k) + jitter) * w.step) * ray.along);
        if (sum + more >= goal || k == w.steps - 1) {
            s.at = w.from + (float(k) + (more > 0 ? clamp((goal - sum) / more, 0.f, 1.f) : 0.5f)) * w.step;
            break;
        }
        sum += more;
    }
    return s;
}

}  // namespace mote
