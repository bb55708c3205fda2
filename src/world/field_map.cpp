// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is seen of a shape, summed once at the nodes of a grid that is kept in blocks near its surface ("volume maps", Bender,
// Kugelstadt, Weiler & Koschier 2019). A node holds the logarithm of the part that is free of it, and its gradient: where faces meet
// free parts multiply, so their logarithms add and have no edges. Sums over a body without layers are raised to the power that
// makes a plane right.
#include <algorithm>
#include <cmath>
#include <vector>

#include "mote/boundaries.h"
#include "mote/wall_field.h"

namespace mote {
namespace {

constexpr int   cells = MapField::cells, nodes = MapField::nodes;
constexpr int   grain = 2, fine = 4;           // in a spacing: nodes, and places where the boundary is summed
constexpr float least = 1e-4f;                 // of what is free
constexpr float corner_loss = 0.9f;            // kernels are no products: what is left where faces meet of all that they would take one by one

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

class MapMaker {
public:
    MapMaker(const Exec& exec, const Boundary& b, const WallProfile& profile, const Kernel& kernel, float spacing)
        : profile_(profile.host()), spacing_(spacing), width_(spacing / grain), flat_(kernel.dimension == 2) {
        const float block = float(cells) * width_, more = width_ + (b.inside ? 0 : profile.reach());
        const Box   box   = b.shape->bounds();
        const Vec3  low = box.low - Vec3{more, more, more}, size = box.high - low + Vec3{more, more, more};
        grid_ = {{low.x, low.y, flat_ ? 0 : low.z},
                 width_,
                 {int(std::ceil(size.x / block)), int(std::ceil(size.y / block)), flat_ ? 1 : int(std::ceil(size.z / block))},
                 b.inside, flat_, {}, {}};
        choose_blocks(b);
        values_.resize(exec, used_.size() * grid_.per_block());
        const std::vector<Step> steps = steps_behind(kernel);
        measure_even_planes(kernel, steps);
        const int around = int(std::ceil(kernel.h / width_));
        find_distances(exec, b, around);
        for_pieces(exec, Index(used_.size()), 1, [&, values = values_.edit()](Index first, Index last) {
            for (Index k = first; k < last; ++k) fill(steps, around, k, values.data + k * grid_.per_block());
        });
    }

    std::unique_ptr<WallField> make(const Exec& exec) {
        Scratch<int> block;
        block.resize(exec, index_.size());
        std::copy(index_.begin(), index_.end(), block.edit().data);
        const std::size_t bytes = index_.size() * sizeof(int) + used_.size() * grid_.per_block() * sizeof(Vec4);
        return std::make_unique<WallField>(grid_, std::move(block), std::move(values_), bytes);
    }

private:
    struct Place {
        int i, j, k;
    };

    Vec3 corner(int i, int j, int k) const { return grid_.low + float(cells) * width_ * Vec3{float(i), float(j), float(k)}; }

    /// Those that matter in front of the surface may come into.
    void choose_blocks(const Boundary& b) {
        const float half = 0.5f * float(cells) * width_, across = half * std::sqrt(flat_ ? 2.f : 3.f);
        index_.assign(std::size_t(grid_.count[0]) * std::size_t(grid_.count[1]) * std::size_t(grid_.count[2]), MapField::nothing);
        for (int k = 0; k < grid_.count[2]; ++k)
            for (int j = 0; j < grid_.count[1]; ++j)
                for (int i = 0; i < grid_.count[0]; ++i) {
                    const float d = b.ahead(corner(i, j, k) + Vec3{half, half, flat_ ? 0 : half});
                    int&        block = index_[grid_.place(i, j, k)];
                    if (d < -across) block = MapField::everything;
                    if (d > across + profile_.reach || d < -across) continue;
                    block = int(used_.size());
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
    Cube distances(const Place& block, int around) const {
        const int n = cells + 2 * around + 1;
        Cube      cube(n, flat_);
        for (int k = 0; k < cube.count[2]; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i)
                    cube.value[cube.place(i, j, k)] = known_at(cells * block.i + i - around, cells * block.j + j - around, flat_ ? 0 : cells * block.k + k - around);
        return cube;
    }

    // Distances are found once for each node and kept in blocks too, until the map is made.
    static constexpr int margin = 4;  // blocks more than the map has
    std::size_t known_place(int i, int j, int k) const {
        const auto across = std::size_t(grid_.count[0] + 2 * margin), up = std::size_t(grid_.count[1] + 2 * margin);
        return ((flat_ ? 0 : std::size_t(k + margin)) * up + std::size_t(j + margin)) * across + std::size_t(i + margin);
    }
    float known_at(int i, int j, int k) const {
        const auto part = [](int x) { return x + margin * cells; };  // not negative
        const int  own  = ((flat_ ? 0 : part(k) % cells) * cells + part(j) % cells) * cells + part(i) % cells;
        return known_[std::size_t(known_index_[known_place(part(i) / cells - margin, part(j) / cells - margin, flat_ ? 0 : part(k) / cells - margin)]) *
                          per_known() + std::size_t(own)];
    }
    std::size_t per_known() const { return std::size_t(cells * cells * (flat_ ? 1 : cells)); }

    void find_distances(const Exec& exec, const Boundary& b, int around) {
        const int          reach = (around + cells - 1) / cells, deep = flat_ ? 0 : reach;
        std::vector<Place> wanted;
        known_index_.assign(known_place(grid_.count[0] + margin - 1, grid_.count[1] + margin - 1, grid_.count[2] + margin - 1) + 1, -1);
        for (const Place& p : used_)
            for (int k = -deep; k <= (flat_ ? 0 : deep + 1); ++k)
                for (int j = -reach; j <= reach + 1; ++j)
                    for (int i = -reach; i <= reach + 1; ++i)
                        if (int& index = known_index_[known_place(p.i + i, p.j + j, p.k + k)]; index < 0) {
                            index = int(wanted.size());
                            wanted.push_back({p.i + i, p.j + j, p.k + k});
                        }
        known_.resize(wanted.size() * per_known());
        for_pieces(exec, Index(wanted.size()), 1, [&](Index first, Index last) {
            for (Index n = first; n < last; ++n)
                for (std::size_t c = 0; c < per_known(); ++c) {
                    const Vec3 by{float(c % cells), float(c / cells % cells), float(c / (cells * cells))};
                    known_[n * per_known() + c] = b.ahead(corner(wanted[n].i, wanted[n].j, flat_ ? 0 : wanted[n].k) + width_ * by);
                }
        });
    }

    /// How much of each fine place the boundary fills.
    Cube filled(const Cube& distance, int n) const {
        Cube      cube(n, flat_);
        const int ratio = fine / grain;
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

    void fill(const std::vector<Step>& steps, int around, Index number, Vec4* value) const {
        const int  ratio = fine / grain, shift = around * ratio;
        const Cube distance = distances(used_[number], around), wall = filled(distance, (cells + 2 * around) * ratio);
        for (int k = 0; k < (flat_ ? 1 : nodes); ++k)
            for (int j = 0; j < nodes; ++j)
                for (int i = 0; i < nodes; ++i) {
                    double share = 0;
                    Vec3   gradient{};
                    for (const Step& s : steps) {
                        const float there = wall.value[wall.place(shift + ratio * i + s.i, shift + ratio * j + s.j, flat_ ? 0 : shift + ratio * k + s.k)];
                        if (there == 0) continue;
                        share += double(there * s.weight);
                        gradient += there * s.gradient;
                    }
                    value[MapField::node(i, j, k)] =
                        free_part(distance, around + i, around + j, flat_ ? 0 : around + k, float(share), gradient);
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
    float even_distance(float share) const {
        if (share > 0.5f) return -even_distance(1 - share);
        const auto after = std::partition_point(even_.begin() + 1, even_.end() - 1, [&](float e) { return e > share; });
        const float t    = clamp((after[-1] - share) / max(after[-1] - after[0], 1e-20f), 0.f, 1.f);
        return width_ / 16 * (float(after - 1 - even_.begin()) + t);
    }

    /// Logarithms of what a plane leaves free, as a body without layers and as it should be, and the second from the first.
    float log_even(float distance) const { return std::log(max(1 - even_share(distance), least)); }
    float log_plane(float distance) const { return std::log(max(1 - profile_.at(distance).value, least)); }
    float plane_of(float log_of_even) const { return log_plane(even_distance(1 - std::exp(log_of_even))); }

    /// The same of the boundary. The nearest face is a plane at its distance; what is seen besides is a second face and then a third,
    /// neither nearer than the first. Where less is seen than a plane, it is a part of one.
    float log_free(float distance, float log_of_even, bool whole) const {
        const float first = log_even(distance), more = min(corner_loss * (log_of_even - first), 0.f);
        if (!whole) return log_plane(distance) * log_of_even / min(first, -least);
        return log_plane(distance) + plane_of(max(more, first)) + plane_of(min(more - first, 0.f));
    }

    /// Of the distance: across edges the mean of both sides.
    Vec3 slope_at(const Cube& distance, int i, int j, int k) const {
        const float* at  = &distance.value[distance.place(i, j, k)];
        const auto   row = std::ptrdiff_t(distance.count[0]), layer = row * distance.count[1];
        return Vec3{at[1] - at[-1], at[row] - at[-row], flat_ ? 0 : at[layer] - at[-layer]} / (2 * width_);
    }

    Vec4 free_part(const Cube& distance, int i, int j, int k, float even, const Vec3& even_gradient) const {
        const float d = distance.value[distance.place(i, j, k)], free = max(1 - even, least), l = std::log(free), step = 0.02f * spacing_, small = 0.01f;
        if (d >= profile_.reach) return {0, 0, 0, 0};
        const bool  whole       = l <= log_even(d);
        const float by_distance = (log_free(d + step, l, whole) - log_free(d - step, l, whole)) / (2 * step);
        const float by_even     = (log_free(d, l + small, whole) - log_free(d, l - small, whole)) / (2 * small);
        return with_w(by_distance * slope_at(distance, i, j, k) - (by_even / free) * even_gradient, log_free(d, l, whole));
    }

    WallProfileView    profile_;
    float              spacing_, width_;  // of nodes
    bool               flat_;
    MapField           grid_;
    std::vector<int>   index_;   // of each block, or what is there instead
    std::vector<Place> used_;
    Scratch<Vec4>      values_;
    std::vector<float> known_;   // distances at the nodes
    std::vector<int>   known_index_;
    std::vector<float> even_;    // share of a plane by distance, 16 to a cell
};

}  // namespace

std::unique_ptr<WallField> make_field_map(const Exec& exec, const Boundary& b, const WallProfile& profile, const Kernel& kernel, float spacing) {
    return MapMaker(exec, b, profile, kernel, spacing).make(exec);
}

}  // namespace mote
