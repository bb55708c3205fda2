// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/point_tree.h"

#include <algorithm>
#include <limits>
#include <cstdint>  // nanoflann 1.4 forgets it
#include <nanoflann.hpp>

#include "cells.h"
#include "lists.h"

namespace mote {
namespace {

struct Cloud {
    std::span<const Vec4> points;

    std::size_t kdtree_get_point_count() const { return points.size(); }
    float       kdtree_get_pt(std::size_t i, std::size_t axis) const { return (&points[i].x)[axis]; }
    template <class BoundingBox>
    bool kdtree_get_bbox(BoundingBox&) const {
        return false;
    }
};

using Index3 = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 3, Index>;

/// Never inlined: copies of it could be contracted to fused multiply-adds differently, and a pair at the border would
/// then be near to one of its two points only.
__attribute__((noinline)) float distance_squared(const Vec3& a, const Vec4& b) {
    const Vec3 d = a - xyz(b);
    return dot(d, d);
}

/// Collects what lies nearer than the radius; nanoflann's own collectors keep pairs we do not need.
struct Within {
    using DistanceType = float;
    float               limit;
    std::vector<Index>& found;

    std::size_t size() const { return found.size(); }
    bool        full() const { return true; }
    float       worstDist() const { return limit; }
    bool        addPoint(float distance, Index i) {
               if (distance < limit) found.push_back(i);
        return true;
    }
};

}  // namespace

struct PointTree::Tree {
    Cloud  cloud;
    Index3 index;
    explicit Tree(std::span<const Vec4> points)
        : cloud{points}, index(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16)) {}

    /// All points with |p - x|^2 <= limit and perhaps a few at a hair more: the tree prunes with rounded distances to
    /// its planes, so the caller decides about the border.
    void collect(const Vec3& x, float limit, std::vector<Index>& found) const {
        found.clear();
        Within result{limit * 1.00001f + std::numeric_limits<float>::min(), found};
        index.findNeighbors(result, &x.x, nanoflann::SearchParams());
    }
};

PointTree::PointTree(std::span<const Vec4> points) : tree_(std::make_unique<Tree>(points)) {}
PointTree::~PointTree()                               = default;
PointTree::PointTree(PointTree&&) noexcept            = default;
PointTree& PointTree::operator=(PointTree&&) noexcept = default;

void PointTree::within(const Vec3& x, float radius, std::vector<Index>& found) const {
    found.clear();
    if (tree_->cloud.points.empty() || !(radius > 0)) return;
    tree_->collect(x, radius * radius, found);
    std::erase_if(found, [&](Index i) { return !(distance_squared(x, tree_->cloud.points[i]) < radius * radius); });
    std::sort(found.begin(), found.end());
}

void PointTree::nearest(const Vec3& x, Index k, std::vector<Index>& found) const {
    k = std::min<Index>(k, Index(tree_->cloud.points.size()));
    found.resize(k);
    if (k == 0) return;
    std::vector<float> distance(k);
    k = Index(tree_->index.knnSearch(&x.x, k, found.data(), distance.data()));
    // Which of several points at the k-th distance the tree met first is its own affair: take the lowest indices.
    tree_->collect(x, k == 0 ? 0 : distance[k - 1], found);
    std::sort(found.begin(), found.end(), [&](Index a, Index b) {
        const float da = distance_squared(x, tree_->cloud.points[a]), db = distance_squared(x, tree_->cloud.points[b]);
        return da < db || (da == db && a < b);
    });
    found.resize(k);
}

// ---- neighbour lists for strongly varying radii -----------------------------------------------------------

/// Each point finds those within its own radius; a point that was found by a larger one but did not find it is told.
/// That gives r < max(h_i, h_j) at a cost that follows the number of pairs, whatever the contrast of the radii.
void build_with_tree(const Exec& exec, const Points& points, Reach reach, ListStore& store) {
    const Index                     shared = points.rows - points.hidden;
    const std::span<const Vec4>     cloud(points.position.data, shared);
    const PointTree                 tree(cloud);
    std::vector<std::vector<Index>> near(shared);
    const auto reach_of = [&](Index i) { return points.support.data ? points.support[i] : points.radius; };
    for_each_index(exec, shared, 64, [&](Index i) {
        static thread_local std::vector<Index> found;
        tree.within(xyz(cloud[i]), reach_of(i), found);
        near[i] = found;
    });
    std::vector<std::vector<Index>> told(shared);
    for (Index i = 0; i < shared; ++i)
        for (const Index j : near[i])
            if (!(distance_squared(xyz(cloud[i]), cloud[j]) < reach_of(j) * reach_of(j))) told[j].push_back(i);

    for_each_index(exec, (points.ours + ListWriter::rows - 1) / ListWriter::rows, 1, [&](Index b) {
        static thread_local ListWriter block;
        const Index first = b * ListWriter::rows, last = std::min(points.ours, first + ListWriter::rows);
        block.start();
        for (Index i = first; i < last; ++i) {
            Index* const list    = block.room(Index(near[i].size() + told[i].size()) + points.own_rows(i));
            Index* const end     = std::merge(near[i].begin(), near[i].end(), told[i].begin(), told[i].end(), list);
            Index* const kept    = std::remove_if(list, end, [&](Index j) {
                const float mean = 0.5f * (reach_of(i) + reach_of(j));
                return j == i || (reach == Reach::mean && !(distance_squared(xyz(cloud[i]), cloud[j]) < mean * mean));
            });
            store.lists[i] = block.take(Index(kept - list), points, i);
        }
        block.finish(store, first, last, [](Index i) { return i; });
    });
}

}  // namespace mote
