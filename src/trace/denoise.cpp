// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Non-local means: every pixel becomes the mean of pixels near by that look alike, where alike is measured in patches against the noise
// that the samples show [Rousselle, Knaus & Zwicker 2012, "Adaptive rendering with non-local means filtering"], and no pixel is taken
// across an edge of the guides [Rousselle, Manzi & Zwicker 2013, "Robust denoising using feature and color information"].
#include "trace/denoise.h"

#include <algorithm>
#include <cmath>

#include "picture/tiles.h"

namespace mote {
namespace {

constexpr int reach = 6, patch = 1, rim = reach + patch;  // pixels
constexpr int tile = 48, side = tile + 2 * rim;
constexpr float strength = 0.45f;  // of the noise: as much of it counts as alike
constexpr float floor_of_noise = 2e-5f;

/// A tile with its rim, one plane per number.
struct Planes {
    static constexpr int colours = 3, guides = 7;
    alignas(64) float light[colours][side * side], variance[colours][side * side];
    alignas(64) float guide[guides][side * side], guide_variance[3][side * side];
    alignas(64) float difference[side * side], rows[side * side], weight[side * side];
    alignas(64) float sum[colours][side * side], sum_weight[side * side];
};

/// The variance of a few samples is itself uncertain; that of nine pixels less so.
Vec3 steadied_variance(const NoisyImage& image, int x, int y) {
    Vec3  sum;
    float count = 0;
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, image.height - 1); ++j)
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, image.width - 1); ++i) sum += image.variance[image.at(i, j)], ++count;
    return sum / count;
}

void fill(Planes& p, const NoisyImage& image, int left, int top) {
    for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i) {
            const int         x = std::clamp(left + i - rim, 0, image.width - 1), y = std::clamp(top + j - rim, 0, image.height - 1);
            const std::size_t from = image.at(x, y);
            const int         k    = j * side + i;
            const Vec3&       c = image.light[from];
            const Vec3        v = steadied_variance(image, x, y);
            const GuidePixel& g = image.guide[from];
            p.light[0][k] = c.x, p.light[1][k] = c.y, p.light[2][k] = c.z;
            p.variance[0][k] = v.x, p.variance[1][k] = v.y, p.variance[2][k] = v.z;
            const float d = max(g.distance, 1e-6f);
            const float values[] = {g.colour.x, g.colour.y, g.colour.z, g.normal.x, g.normal.y, g.normal.z, std::log(d)};
            for (int f = 0; f < Planes::guides; ++f) p.guide[f][k] = values[f];
            p.guide_variance[0][k] = g.spread.x, p.guide_variance[1][k] = g.spread.y, p.guide_variance[2][k] = g.spread.z / (d * d);
        }
}

/// How much each pixel of the tile differs from the one an offset away, in units of noise.
void compare(Planes& p, int offset) {
    const int first = reach * side + reach, last = side * side - first;
    for (int k = first; k < last; ++k) p.difference[k] = 0;
    for (int c = 0; c < Planes::colours; ++c)
        for (int k = first; k < last; ++k) {
            const float d = p.light[c][k] - p.light[c][k + offset], v = p.variance[c][k], w = p.variance[c][k + offset];
            p.difference[k] += (d * d - strength * (v + min(v, w))) / (floor_of_noise + strength * (v + w));
        }
}

/// The mean over a patch, then the weight: 1 where alike, 0 beyond a few units, less across edges of the guides.
void weigh(Planes& p, int offset) {
    const int first = rim * side + rim, last = side * side - first;
    for (int k = first - side; k < last + side; ++k) p.rows[k] = p.difference[k - 1] + p.difference[k] + p.difference[k + 1];
    for (int k = first; k < last; ++k) {
        const auto apart = [&](int from, int to, int v, float least) {
            float sum = 0;
            for (int f = from; f < to; ++f) {
                const float d = p.guide[f][k] - p.guide[f][k + offset];
                sum += d * d;
            }
            return sum / (least + 2 * (p.guide_variance[v][k] + p.guide_variance[v][k + offset]));
        };
        const float light = (p.rows[k - side] + p.rows[k] + p.rows[k + side]) * (1.f / (9 * Planes::colours));
        const float edge  = apart(0, 3, 0, 1e-3f) + apart(3, 6, 1, 2e-2f) + apart(6, 7, 2, 4e-3f);
        const float w     = max(0.f, 1 - 0.25f * (max(light, 0.f) + edge));
        p.weight[k]       = w * w * w;
    }
}

void gather(Planes& p, int offset) {
    const int first = rim * side + rim, last = side * side - first;
    for (int c = 0; c < Planes::colours; ++c)
        for (int k = first; k < last; ++k) p.sum[c][k] += p.weight[k] * p.light[c][k + offset];
    for (int k = first; k < last; ++k) p.sum_weight[k] += p.weight[k];
}

void denoise_tile(const NoisyImage& image, int left, int top, std::vector<Vec3>& clean) {
    static thread_local Planes p;
    fill(p, image, left, top);
    for (int c = 0; c < Planes::colours; ++c) std::fill_n(p.sum[c], side * side, 0.f);
    std::fill_n(p.sum_weight, side * side, 0.f);
    for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx) {
            if (dx * dx + dy * dy > reach * reach) continue;
            const int offset = dy * side + dx;
            compare(p, offset);
            weigh(p, offset);
            gather(p, offset);
        }
    for (int y = top; y < std::min(top + tile, image.height); ++y)
        for (int x = left; x < std::min(left + tile, image.width); ++x) {
            const int   k = (y - top + rim) * side + x - left + rim;
            const float w = p.sum_weight[k];  // never 0: a pixel is like itself
            clean[image.at(x, y)] = Vec3{p.sum[0][k], p.sum[1][k], p.sum[2][k]} / w;
        }
}

}  // namespace

std::vector<Vec3> denoised(const NoisyImage& image, int threads) {
    std::vector<Vec3> clean(image.light.size());
    const int         across = (image.width + tile - 1) / tile, down = (image.height + tile - 1) / tile;
    for_each_tile(threads, across * down, [&](int t) { denoise_tile(image, t % across * tile, t / across * tile, clean); });
    return clean;
}

}  // namespace mote
