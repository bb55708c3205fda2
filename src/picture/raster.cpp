// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Spheres are projected, put in order from front to back, and handed to the tiles of the picture they may touch. A
// tile walks its spheres, tests eight samples at once, and drops what lies behind everything it has: of a solid block
// of a million spheres only the skin is ever looked at.
#include "picture/raster.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "mote/lane.h"
#include "picture/tiles.h"

namespace mote {
namespace {

constexpr int tile   = 32;  // samples
constexpr int block  = 8;   // samples; the unit of hidden-surface rejection within a tile
constexpr int blocks = tile / block;

/// Samples [x0, x1) x [y0, y1).
struct Rect {
    int  x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool empty() const { return x0 >= x1 || y0 >= y1; }
};

struct Interval {
    float low, high;
};

/// The slopes x/z between which a sphere at (x, z), z > r, is seen: its two tangents through the origin.
Interval tangents(float x, float z, float r) {
    const float root = r * std::sqrt(max(0.f, x * x + z * z - r * r)), under = (z - r) * (z + r);
    return {(x * z - root) / under, (x * z + root) / under};
}

/// The samples that may see the sphere with view centre c.
Rect bounds(const Lens& lens, const SampleGrid& grid, const Vec3& c, float r) {
    const Rect all{0, 0, grid.width, grid.height};
    Interval   x{c.x - r, c.x + r}, y{c.y - r, c.y + r};
    if (!lens.flat) {
        // Outside one of the four planes through the edges of the view?
        const auto outside = [&](float across, float half) {
            return (abs(across) - half * c.z) > r * std::sqrt(1 + half * half);
        };
        if (c.z <= -r || outside(c.x, lens.half_width) || outside(c.y, lens.half_height)) return {};
        if (dot(c, c) <= r * r) return {};   // the camera is inside
        if (c.z <= 1.0001f * r) return all;  // reaches beside the camera: no tangents
        x = tangents(c.x, c.z, r), y = tangents(c.y, c.z, r);
    }
    // Samples sit up to half a step off the grid (SampleGrid::turn), hence the rounding outwards.
    const auto sample = [](float v, int count) { return int(clamp(v, -2.f, float(count) + 2)); };
    return {std::clamp(sample((x.low - grid.left) / grid.step_x - 1, grid.width), 0, grid.width),
            std::clamp(sample((grid.top - y.high) / grid.step_y - 1, grid.height), 0, grid.height),
            std::clamp(sample((x.high - grid.left) / grid.step_x + 1, grid.width), 0, grid.width),
            std::clamp(sample((grid.top - y.low) / grid.step_y + 1, grid.height), 0, grid.height)};
}

/// No point of the sphere is nearer than this, measured along rays.
float nearest(const Lens& lens, const Vec3& c, float r) { return lens.flat ? c.z - r : length(c) - r; }

/// What a sphere touches, in tiles, and how near it is.
struct Placed {
    std::uint16_t x0 = 1, y0 = 1, x1 = 0, y1 = 0;  // first and last tile; x0 > x1: not seen
    float         near = 0;

    bool        seen() const { return x0 <= x1; }
    std::size_t tiles() const { return std::size_t(x1 - x0 + 1) * std::size_t(y1 - y0 + 1); }
};

struct Entry {
    float         near;
    std::uint32_t sphere;
};

/// The spheres of every tile, from front to back: tile t has the entries [first[t], first[t + 1]).
struct Bins {
    std::vector<std::uint32_t> first;
    std::vector<Entry>         entries;
};

constexpr std::size_t chunk = 16384;  // spheres that one thread places at a time

std::vector<Placed> place(const SphereSet& spheres, const Lens& lens, const SampleGrid& grid, int threads) {
    std::vector<Placed> placed(spheres.centre.size());
    const int           chunks = int((placed.size() + chunk - 1) / chunk);
    for_each_tile(threads, chunks, [&](int k) {
        const std::size_t end = std::min(placed.size(), (std::size_t(k) + 1) * chunk);
        for (std::size_t i = std::size_t(k) * chunk; i < end; ++i) {
            if (!drawable(spheres, i)) continue;
            const float r = radius_of(spheres, i);
            const Vec3  c = lens.to_view(spheres.centre[i]);
            if (!finite(dot(c, c) + r * r)) continue;
            const Rect rect = bounds(lens, grid, c, r);
            if (rect.empty()) continue;
            placed[i] = {std::uint16_t(rect.x0 / tile), std::uint16_t(rect.y0 / tile),
                         std::uint16_t((rect.x1 - 1) / tile), std::uint16_t((rect.y1 - 1) / tile), nearest(lens, c, r)};
        }
    });
    return placed;
}

/// Rows of `placed` that are seen, from front to back as far as 4096 equal steps of depth tell: exact order is not
/// needed, only that most hidden spheres come after those that hide them.
std::vector<std::uint32_t> front_to_back(const std::vector<Placed>& placed) {
    constexpr std::size_t steps = 4096;
    float                 low = far_away, high = -far_away;
    for (const Placed& p : placed)
        if (p.seen()) low = min(low, p.near), high = max(high, p.near);
    const float scale = high > low ? float(steps - 1) / (high - low) : 0;
    const auto  step  = [&](const Placed& p) { return std::size_t((p.near - low) * scale); };

    std::vector<std::uint32_t> start(steps + 1, 0);
    for (const Placed& p : placed)
        if (p.seen()) ++start[step(p) + 1];
    for (std::size_t s = 0; s < steps; ++s) start[s + 1] += start[s];
    std::vector<std::uint32_t> order(start[steps]);
    for (std::size_t i = 0; i < placed.size(); ++i)
        if (placed[i].seen()) order[start[step(placed[i])]++] = std::uint32_t(i);
    return order;
}

Bins fill_bins(const std::vector<Placed>& placed, std::span<const std::uint32_t> order, int tiles_x, int tiles_y) {
    Bins bins;
    bins.first.assign(std::size_t(tiles_x) * std::size_t(tiles_y) + 1, 0);
    const auto each_tile = [&](const Placed& p, auto&& visit) {
        for (std::size_t y = p.y0; y <= p.y1; ++y)
            for (std::size_t x = p.x0; x <= p.x1; ++x) visit(y * std::size_t(tiles_x) + x);
    };
    for (const std::uint32_t i : order) each_tile(placed[i], [&](std::size_t t) { ++bins.first[t + 1]; });
    for (std::size_t t = 1; t < bins.first.size(); ++t) bins.first[t] += bins.first[t - 1];

    bins.entries.resize(bins.first.back());
    std::vector<std::uint32_t> next(bins.first.begin(), bins.first.end() - 1);
    for (const std::uint32_t i : order)
        each_tile(placed[i], [&](std::size_t t) { bins.entries[next[t]++] = {placed[i].near, i}; });
    return bins;
}

/// How many spheres, from the front of `order`, touch about `batch` tiles together.
std::size_t batch_size(const std::vector<Placed>& placed, std::span<const std::uint32_t> order, std::size_t batch) {
    std::size_t tiles = 0, count = 0;
    while (count < order.size() && tiles < batch) tiles += placed[order[count++]].tiles();
    return count;
}

#if MOTE_SIMD
MOTE_HOT Lane load(const float* p) { return Lane::load_aligned(p); }
MOTE_HOT void store(float* p, Lane v) { v.store_aligned(p); }
#else
MOTE_HOT Lane load(const float* p) { return *p; }
MOTE_HOT void store(float* p, Lane v) { *p = v; }
#endif

/// The samples of one tile: their rays and what they have hit so far.
class Tile {
public:
    /// Takes up where an earlier batch left off.
    Tile(const Lens& lens, const Hits& hits, int x, int y)
        : lens_(lens),
          grid_(hits.grid),
          x_(x * tile),
          y_(y * tile),
          width_(std::min(tile, grid_.width - x_)),
          height_(std::min(tile, grid_.height - y_)) {
        for (int j = 0; j < tile; ++j)
            for (int i = 0; i < tile; ++i) {
                const int   k  = j * tile + i;
                const float px = grid_.plane_x(x_ + i, y_ + j), py = grid_.plane_y(x_ + i, y_ + j);
                const float inverse = lens.flat ? 1 : 1 / std::sqrt(px * px + py * py + 1);
                from_x_[k] = lens.flat ? px : 0, from_y_[k] = lens.flat ? py : 0;
                along_x_[k] = lens.flat ? 0 : px * inverse, along_y_[k] = lens.flat ? 0 : py * inverse;
                along_z_[k] = inverse;
                sphere_[k] = distance_[k] = 0;  // beyond the edge of the picture: nothing is nearer
            }
        for (int j = 0; j < height_; ++j)
            for (int i = 0; i < width_; ++i) {
                const int k  = j * tile + i;
                distance_[k] = hits.depth[hits.at(x_ + i, y_ + j)] / along_z_[k];
            }
        for (int j = 0; j < height_; ++j)
            std::memcpy(&sphere_[j * tile], &hits.sphere[hits.at(x_, y_ + j)], std::size_t(width_) * sizeof(float));
        for (int b = 0; b < blocks * blocks; ++b) farthest_[b] = farthest_in(b / blocks, b % blocks);
    }

    float farthest() const { return *std::max_element(std::begin(farthest_), std::end(farthest_)); }

    /// Returns whether anything changed.
    bool add(const Vec3& c, float r, float near, std::uint32_t sphere) {
        const Rect rect = bounds(lens_, grid_, c, r);
        const int  bx0 = std::max(0, rect.x0 - x_) / block, bx1 = (std::min(tile, rect.x1 - x_) + block - 1) / block;
        const int  row0 = std::max(0, rect.y0 - y_), row1 = std::min(tile, rect.y1 - y_);
        bool       changed = false;
        for (int by = row0 / block; by * block < row1; ++by)
            for (int bx = bx0; bx < bx1; ++bx) {
                float& block_farthest = farthest_[by * blocks + bx];
                if (near >= block_farthest) continue;
                const int first = std::max(row0, by * block), last = std::min(row1, (by + 1) * block);
                for (int j = first; j < last; ++j) test_row(j * tile + bx * block, c, r, sphere);
                block_farthest = farthest_in(by, bx);
                changed        = true;
            }
        return changed;
    }

    void copy_to(Hits& hits) const {
        for (int j = 0; j < height_; ++j) {
            const std::size_t to = hits.at(x_, y_ + j);
            for (int i = 0; i < width_; ++i) {
                const int k                     = j * tile + i;
                hits.depth[to + std::size_t(i)] = distance_[k] * along_z_[k];
            }
            std::memcpy(&hits.sphere[to], &sphere_[j * tile], std::size_t(width_) * sizeof(float));
        }
    }

private:
    /// One row of a block. The ray is p + t u with |u| = 1; e leads from its point nearest to c to c itself, so
    /// t = (c - p).u - sqrt(r^2 - e.e). Unlike the discriminant of the quadratic, e loses no digits far away.
    void test_row(int start, const Vec3& c, float r, std::uint32_t sphere) {
        const Lane cx(c.x), cy(c.y), cz(c.z), r2(r * r), zero(0.f), id(__builtin_bit_cast(float, sphere));
        for (int k = start; k < start + block; k += int(lane_width)) {
            const Lane ux = load(along_x_ + k), uy = load(along_y_ + k), uz = load(along_z_ + k);
            const Lane dx = cx - load(from_x_ + k), dy = cy - load(from_y_ + k);
            const Lane middle = dx * ux + dy * uy + cz * uz;
            const Lane ex = dx - middle * ux, ey = dy - middle * uy, ez = cz - middle * uz;
            const Lane half2 = r2 - (ex * ex + ey * ey + ez * ez);
            const Lane t     = middle - sqrt(max(half2, zero));
            const Lane best  = load(distance_ + k);
            const Lane reach = select(half2 > zero, select(t > zero, t, best), best);  // a hit in front, or no change
            store(sphere_ + k, select(reach < best, id, load(sphere_ + k)));
            store(distance_ + k, min(reach, best));
        }
    }

    float farthest_in(int by, int bx) const {
        Lane most(0.f);
        for (int j = by * block; j < (by + 1) * block; ++j)
            for (int k = 0; k < block; k += int(lane_width))
                most = max(most, load(distance_ + j * tile + bx * block + k));
        alignas(64) float part[lane_width];
        store(part, most);
        return *std::max_element(std::begin(part), std::end(part));
    }

    const Lens&       lens_;
    const SampleGrid& grid_;
    int               x_, y_, width_, height_;
    float             farthest_[blocks * blocks];
    alignas(64) float from_x_[tile * tile], from_y_[tile * tile];
    alignas(64) float along_x_[tile * tile], along_y_[tile * tile], along_z_[tile * tile];
    alignas(64) float distance_[tile * tile];
    alignas(64) float sphere_[tile * tile];  // the bits of a row number, so that it can be selected like a distance
};

}  // namespace

Hits find_hits(const SphereSet& spheres, const Lens& lens, const SampleGrid& grid, int threads, std::size_t batch) {
    const std::size_t samples = std::size_t(grid.width) * std::size_t(grid.height);
    Hits              hits{grid, std::vector<float>(samples, far_away), std::vector<std::uint32_t>(samples, no_sphere)};
    const int         tiles_x = (grid.width + tile - 1) / tile, tiles_y = (grid.height + tile - 1) / tile;

    const std::vector<Placed>        placed = place(spheres, lens, grid, threads);
    const std::vector<std::uint32_t> order  = front_to_back(placed);
    for (std::span<const std::uint32_t> rest(order); !rest.empty();) {
        const std::size_t count = batch_size(placed, rest, batch);
        const Bins        bins  = fill_bins(placed, rest.first(count), tiles_x, tiles_y);
        rest                    = rest.subspan(count);
        for_each_tile(threads, tiles_x * tiles_y, [&](int t) {
            const std::uint32_t begin = bins.first[std::size_t(t)], end = bins.first[std::size_t(t) + 1];
            if (begin == end) return;
            Tile  here(lens, hits, t % tiles_x, t / tiles_x);
            float farthest = here.farthest();
            for (std::uint32_t k = begin; k < end; ++k) {
                const auto [near, i] = bins.entries[k];
                if (near >= farthest) continue;
                if (here.add(lens.to_view(spheres.centre[i]), radius_of(spheres, i), near, i))
                    farthest = here.farthest();
            }
            here.copy_to(hits);
        });
    }
    return hits;
}

}  // namespace mote
