// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "mote/math.h"

namespace mote {

/// A kd-tree over points, for queries at any place and any radius: strongly varying sampling, k nearest, closest
/// point. Built from scratch; queries are safe from several threads at once. Points may coincide.
class PointTree {
public:
    /// The points must be finite and must outlive the tree.
    explicit PointTree(std::span<const Vec4> points);
    ~PointTree();
    PointTree(PointTree&&) noexcept;
    PointTree& operator=(PointTree&&) noexcept;

    /// Points with |p - x| < radius, ascending. Reuses `found`.
    void within(const Vec3& x, float radius, std::vector<Index>& found) const;

    /// The k points nearest to x (all of them where there are fewer), nearest first; ties by index.
    void nearest(const Vec3& x, Index k, std::vector<Index>& found) const;

private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

}  // namespace mote
