// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is seen of a shape, summed once at the nodes of a grid that is kept in blocks near its surface ("volume maps", Bender,
// Kugelstadt, Weiler & Koschier 2019). A node holds the distance at which a plane is seen as much, and its gradient: both
// are nearly linear, so cells as wide as a spacing will do where shares themselves would need a quarter of that.
#include <algorithm>
#include <cmath>
#include <vector>

#include "mote/boundaries.h"
#include "mote/wall_field.h"

namespace mote {
namespace {

constexpr int   cells = 4, nodes = cells + 1;  // of a block, along each axis
constexpr int   grain = 2, fine = 4, coarse = 2;  // in a spacing: nodes, places where the boundary is summed, and where distances are found
constexpr float least = 1e-4f;                 // of a share that a distance is taken from
constexpr float corner_loss = 0.045f;          // a kernel is no product of one for each axis: what corners of a lattice have less than that

Vec4 mixed(const Vec4& a, const Vec4& b, float t) { return with_w(xyz(a) + t * (xyz(b) - xyz(a)), a.w + t * (b.w - a.w)); }

/// A cube (square) of numbers.
struct Cube {
    int                count[3];
    std::vector<float> value;

    Cube(int n, bool flat) : count{n, n, flat ? 1 : n}, value(std::size_t(count[0]) * std::size_t(count[1]) * std::size_t(count[2])) {}
    std::size_t place(int i, int j, int k) const { return (std::size_t(k) * std::size_t(count[1]) + std::size_t(j)) * std::size_t(count[0]) + std::size_t(i); }
};

/// One place behind a node, and what it adds to the share and to its gradient.
struct Step {
    int   i, j, k;
    float weight;
    Vec3  gradient;
};

class FieldMap final : public WallField {
public:
    FieldMap(const Exec& exec, const Boundary& b, const WallProfile& profile, const Kernel& kernel, float spacing)
        : profile_(profile), spacing_(spacing), width_(spacing / grain), flat_(kernel.dimension == 2) {
        const float block = float(cells) * width_, more = width_ + (b.inside ? 0 : profile.reach());
        const Box   box   = b.shape->bounds();
        low_              = box.low - Vec3{more, more, more};
        const Vec3 size   = box.high - low_ + Vec3{more, more, more};
        count_[0] = int(std::ceil(size.x / block)), count_[1] = int(std::ceil(size.y / block));
        count_[2] = flat_ ? 1 : int(std::ceil(size.z / block));
        if (flat_) low_.z = 0;
        choose_blocks(b);
        values_.resize(used_.size() * per_block());
        const std::vector<Step> steps = steps_behind(kernel);
        measure_even_planes(kernel, steps);
        for_pieces(exec, Index(used_.size()), 1, [&](Index first, Index last) {
            for (Index k = first; k < last; ++k) fill(b, kernel, steps, k);
        });
    }

    Sight look(const Vec3& x) const override {
        const Vec3 q = (x - low_) / width_;
        const int  i = int(std::floor(q.x)), j = int(std::floor(q.y)), k = flat_ ? 0 : int(std::floor(q.z));
        if (i < 0 || j < 0 || k < 0 || i >= cells * count_[0] || j >= cells * count_[1] || (!flat_ && k >= cells * count_[2])) return {};
        const int block = index_[place(i / cells, j / cells, k / cells)];
        if (block < 0) return {};
        const Vec4* const at = values_.data() + std::size_t(block) * per_block() + node(i % cells, j % cells, k % cells);
        const float       u = q.x - float(i), v = q.y - float(j), w = flat_ ? 0 : q.z - float(k);
        Vec4              sum = plane(at, u, v, 0);
        if (!flat_) sum = mixed(plane(at, u, v, w), plane(at + nodes * nodes, u, v, w - 1), w);
        if (sum.w >= profile_.reach()) return {};
        const auto share = profile_.at(sum.w);
        return {share.value, -share.slope * xyz(sum)};
    }

    std::size_t memory_bytes() const override { return index_.size() * sizeof(int) + values_.size() * sizeof(Vec4); }

private:
    std::size_t per_block() const { return std::size_t(nodes * nodes * (flat_ ? 1 : nodes)); }
    std::size_t place(int i, int j, int k) const {
        return (std::size_t(k) * std::size_t(count_[1]) + std::size_t(j)) * std::size_t(count_[0]) + std::size_t(i);
    }
    static std::size_t node(int i, int j, int k) { return std::size_t((k * nodes + j) * nodes + i); }
    /// What a node says of a place so far from it: with half of the slope, the mean over nodes is exact for squares too.
    Vec4 from_node(const Vec4& at, float u, float v, float w) const {
        return with_w(xyz(at), at.w + 0.5f * width_ * dot(xyz(at), Vec3{u, v, w}));
    }
    Vec4 plane(const Vec4* at, float u, float v, float w) const {
        return mixed(mixed(from_node(at[0], u, v, w), from_node(at[1], u - 1, v, w), u),
                     mixed(from_node(at[nodes], u, v - 1, w), from_node(at[nodes + 1], u - 1, v - 1, w), u), v);
    }
    Vec3 corner(int i, int j, int k) const { return low_ + float(cells) * width_ * Vec3{float(i), float(j), float(k)}; }

    /// Those that matter in front of the surface may come into.
    void choose_blocks(const Boundary& b) {
        const float half = 0.5f * float(cells) * width_, across = half * std::sqrt(flat_ ? 2.f : 3.f);
        index_.assign(std::size_t(count_[0]) * std::size_t(count_[1]) * std::size_t(count_[2]), -1);
        for (int k = 0; k < count_[2]; ++k)
            for (int j = 0; j < count_[1]; ++j)
                for (int i = 0; i < count_[0]; ++i) {
                    const float d = b.ahead(corner(i, j, k) + Vec3{half, half, flat_ ? 0 : half});
                    if (d > across + profile_.reach() || d < -across) continue;
                    index_[place(i, j, k)] = int(used_.size());
                    used_.push_back({i, j, k});
                }
    }

    std::vector<Step> steps_behind(const Kernel& kernel) const {
        std::vector<Step> steps;
        const int         n = int(std::ceil(kernel.h / spacing_ * fine)), deep = flat_ ? 0 : n;
        const float       e = spacing_ / fine, volume = flat_ ? e * e : e * e * e;
        for (int k = -deep; k <= std::max(deep - 1, 0); ++k)
            for (int j = -n; j < n; ++j)
                for (int i = -n; i < n; ++i) {
                    const Vec3  x{(float(i) + 0.5f) * e, (float(j) + 0.5f) * e, flat_ ? 0 : (float(k) + 0.5f) * e};
                    const float r = length(x);
                    if (r < kernel.h) steps.push_back({i, j, k, volume * kernel(r), -volume * kernel.slope_over_r(r) * x});
                }
        return steps;
    }

    /// Distances in front of the boundary, in and around a block.
    Cube distances(const Boundary& b, const Vec3& from, int n) const {
        Cube cube(n, flat_);
        for (int k = 0; k < cube.count[2]; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i)
                    cube.value[cube.place(i, j, k)] = b.ahead(from + spacing_ / coarse * Vec3{float(i), float(j), flat_ ? 0 : float(k)});
        return cube;
    }

    /// How much of each fine place the boundary fills.
    Cube filled(const Cube& distance, int n) const {
        Cube      cube(n, flat_);
        const int ratio = fine / coarse;
        const auto along = [&](int i, int& at) { return at = i / ratio, (float(i % ratio) + 0.5f) / float(ratio); };
        for (int k = 0; k < cube.count[2]; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i) {
                    int         a, b, c;
                    const float u = along(i, a), v = along(j, b), w = along(k, c);
                    float       d[2];
                    for (int up = 0; up < (flat_ ? 1 : 2); ++up) {
                        const float* at = &distance.value[distance.place(a, b, flat_ ? 0 : c + up)];
                        const int    row = distance.count[0];
                        d[up] = (1 - v) * ((1 - u) * at[0] + u * at[1]) + v * ((1 - u) * at[row] + u * at[row + 1]);
                    }
                    cube.value[cube.place(i, j, k)] = part_behind(flat_ ? d[0] : (1 - w) * d[0] + w * d[1]);
                }
        return cube;
    }

    void fill(const Boundary& b, const Kernel& kernel, const std::vector<Step>& steps, Index number) {
        const auto [bi, bj, bk] = used_[number];
        const int  around = int(std::ceil(kernel.h / spacing_ * coarse));  // coarse places
        const int  n = cells * coarse / grain + 2 * around, shift = around * (fine / coarse), apart = fine / grain;
        const Vec3 from = corner(bi, bj, bk) - float(around) * spacing_ / coarse * Vec3{1, 1, flat_ ? 0.f : 1.f};
        const Cube wall = filled(distances(b, from, n + 1), n * (fine / coarse));
        for (int k = 0; k < (flat_ ? 1 : nodes); ++k)
            for (int j = 0; j < nodes; ++j)
                for (int i = 0; i < nodes; ++i) {
                    double share = 0;
                    Vec3   gradient{};
                    for (const Step& s : steps) {
                        const float there = wall.value[wall.place(shift + apart * i + s.i, shift + apart * j + s.j, flat_ ? 0 : shift + apart * k + s.k)];
                        if (there == 0) continue;
                        share += double(there * s.weight);
                        gradient += there * s.gradient;
                    }
                    const Vec3 x = corner(bi, bj, bk) + width_ * Vec3{float(i), float(j), flat_ ? 0 : float(k)};
                    values_[std::size_t(number) * per_block() + node(i, j, k)] = as_distance(b, x, float(share), gradient);
                }
    }

    /// How much of a fine place lies behind a surface so far away.
    float part_behind(float distance) const { return clamp(0.5f - distance * fine / spacing_, 0.f, 1.f); }

    /// What a plane would be as a body without layers.
    float even_share(float distance) const {
        const float place = min(abs(distance) / width_ * 16, float(even_.size()) - 1.001f);
        const auto  k     = std::size_t(place);
        const float share = even_[k] + (place - float(k)) * (even_[k + 1] - even_[k]);
        return distance < 0 ? 1 - share : share;
    }
    void measure_even_planes(const Kernel& kernel, const std::vector<Step>& steps) {
        for (float d = 0; d < kernel.h + width_; d += width_ / 16) {
            double sum = 0;
            for (const Step& s : steps) sum += double(s.weight * part_behind(d - (float(s.i) + 0.5f) * spacing_ / fine));
            even_.push_back(float(sum));
        }
        const float missing = 0.5f / even_.front();  // the sum of all weights is nearly 1
        for (float& share : even_) share *= missing;
    }
    /// What the free part of an even body is to be raised to, so that layers are seen: free = even^power.
    float power(float distance) const {
        const float d = clamp(distance, -profile_.reach(), profile_.reach());
        const float even = 1 - even_share(d), free = 1 - profile_.at(d).value;
        return even > 0.9999f || free < 1e-6f ? (free < 1e-6f ? 1.f : 0.f) : std::log(free) / std::log(even);
    }

    /// Of the distance: across edges the mean of both sides.
    Vec3 slope_of_distance(const Boundary& b, const Vec3& x) const {
        const float step = 0.25f * spacing_;
        const auto  along = [&](const Vec3& by) { return (b.ahead(x + by) - b.ahead(x - by)) / (2 * step); };
        return {along({step, 0, 0}), along({0, step, 0}), flat_ ? 0 : along({0, 0, step})};
    }

    Vec4 as_distance(const Boundary& b, const Vec3& x, float even, const Vec3& even_gradient) const {
        const Vec3  slope = slope_of_distance(b, x);
        const float d = b.ahead(x), step = 0.02f * spacing_, free = 1 - even;
        if (free < least || d >= profile_.reach()) return with_w(slope, d);
        const float bend = 1 - corner_loss * (even / max(even_share(d), least) - 1);
        const float p = bend * power(d), change = bend * (power(d + step) - power(d - step)) / (2 * step), share = 1 - std::pow(free, p);
        if (share < least) return with_w(slope, max(d, profile_.distance_of(least)));
        const Vec3  gradient = (1 - share) * ((p / free) * even_gradient - (change * std::log(free)) * slope);
        const float as_plane = profile_.distance_of(share);
        return with_w((-1 / profile_.at(as_plane).slope) * gradient, as_plane);
    }

    struct Place {
        int i, j, k;
    };

    const WallProfile& profile_;
    float              spacing_, width_;  // of nodes
    bool               flat_;
    Vec3               low_;
    int                count_[3];
    std::vector<int>   index_;   // of each block; -1: nothing to see there
    std::vector<Place> used_;
    std::vector<Vec4>  values_;  // gradient and distance at the nodes of each block
    std::vector<float> even_;    // share of a plane by distance, 16 to a cell
};

}  // namespace

std::unique_ptr<WallField> make_field_map(const Exec& exec, const Boundary& b, const WallProfile& profile, const Kernel& kernel, float spacing) {
    return std::make_unique<FieldMap>(exec, b, profile, kernel, spacing);
}

}  // namespace mote
