// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Points for tests of neighbour lists, and the lists that follow from the definition alone.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "device.h"
#include "mote/neighbours.h"
#include "mote/random.h"

namespace mote {

using Lists = std::vector<std::vector<Index>>;

/// Owned points; `points()` is what a search takes.
struct Cloud {
    std::vector<Vec4>  position;
    std::vector<float> support;  // empty: all have `radius`
    std::vector<Index> id;       // empty: rows
    float              radius = 0.125f;
    Index              others = 0;  // so many rows at the end are not ours

    Index  rows() const { return Index(position.size()); }
    Index  ours() const { return rows() - others; }
    Points points() const { return {{position.data()}, ours(), rows(), radius, {support.data()}, {id.data()}}; }
    void   add(float x, float y, float z) { position.push_back({x, y, z, 0}); }
    float  support_of(Index i) const { return support.empty() ? radius : support[i]; }
};

inline Cloud random_cloud(Index count, float size, float radius, std::uint64_t seed = 1) {
    Cloud c;
    c.radius = radius;
    for (Index i = 0; i < count; ++i) {
        const Vec3 p = size * random_point(seed, i, 0, Purpose::test) - Vec3{size / 2, size / 2, size / 2};
        c.add(p.x, p.y, p.z);
    }
    return c;
}

/// n^3 points with a corner at `low`.
inline Cloud lattice(Index n, float spacing, float radius, float low = 0) {
    Cloud c;
    c.radius = radius;
    for (Index z = 0; z < n; ++z)
        for (Index y = 0; y < n; ++y)
            for (Index x = 0; x < n; ++x)
                c.add(low + spacing * float(x), low + spacing * float(y), low + spacing * float(z));
    return c;
}

/// Radii from radius / contrast to radius, each as likely as the other in the logarithm.
inline void vary_support(Cloud& c, float contrast) {
    c.support.resize(c.rows());
    for (Index i = 0; i < c.rows(); ++i)
        c.support[i] = c.radius * std::pow(contrast, -random_uniform(9, i, 0, Purpose::test));
    c.support[0] = c.radius;
}

inline void shuffle(Cloud& c, std::uint64_t seed) {
    for (Index i = c.rows(); i > 1; --i)
        std::swap(c.position[i - 1], c.position[random_bits(seed, i, 0, Purpose::test).word[0] % i]);
}

/// A cloud where kernels run.
class Placed {
public:
    Placed(const Exec& exec, const Cloud& c) : points_(c.points()) {
        points_.position = position_.on(exec, c.position);
        if (!c.support.empty()) points_.support = support_.on(exec, c.support);
        if (!c.id.empty()) points_.id = id_.on(exec, c.id);
    }
    const Points& points() const { return points_; }

private:
    Points          points_;
    Settings<Vec4>  position_;
    Settings<float> support_;
    Settings<Index> id_;
};

/// All lists without their padding. On a GPU they come by cells.
inline Lists lists_of(const Neighbours& neighbours, Index ours) {
    Lists      lists;
    const auto view = neighbours.host();
    for (Index i = 0; i < ours; ++i) {
        lists.emplace_back(view.of(i).begin(), view.of(i).end());
        if (neighbours.view().woven.entry) std::sort(lists.back().begin(), lists.back().end());
    }
    return lists;
}

inline Lists build(const Cloud& c, Reach reach = Reach::largest, Search search = Search::automatic, int threads = 2) {
    const Exec exec = test_exec(threads);
    Neighbours neighbours(reach, search);
    neighbours.build(exec, Placed(exec, c).points());
    return lists_of(neighbours, c.ours());
}

/// (r / reach)^2 of a pair: neighbours where it is less than one. Exact where the coordinates are short.
inline double ratio_squared(const Cloud& c, Index i, Index j, Reach reach) {
    const Vec4   a = c.position[i], b = c.position[j];
    const double x = double(a.x) - b.x, y = double(a.y) - b.y, z = double(a.z) - b.z, g = c.support_of(i),
                 h     = c.support_of(j);
    const double limit = reach == Reach::mean ? (g + h) / 2 : std::max(g, h);
    return (x * x + y * y + z * z) / (limit * limit);
}

/// Lists ascend, name nobody twice nor the point itself, and hold exactly the neighbours by definition. A pair whose
/// distance is within `tolerance` of the limit may or may not be in: floats are rounded.
inline testing::AssertionResult are_neighbours(const Lists& lists, const Cloud& c, Reach reach = Reach::largest,
                                               double tolerance = 2e-6) {
    if (lists.size() != c.ours())
        return testing::AssertionFailure() << lists.size() << " lists for " << c.ours() << " rows";
    for (Index i = 0; i < c.ours(); ++i) {
        std::size_t next = 0;
        for (Index j = 0; j < c.rows(); ++j) {
            const bool   in    = next < lists[i].size() && lists[i][next] == j;
            const double ratio = ratio_squared(c, i, j, reach);
            if (in) ++next;
            if (i != j && std::abs(ratio - 1) < tolerance) continue;
            if (in != (i != j && ratio < 1))
                return testing::AssertionFailure() << "row " << j << " is " << (in ? "" : "not ") << "in the list of "
                                                   << i << " at (r / reach)^2 = " << ratio;
        }
        if (next != lists[i].size())
            return testing::AssertionFailure()
                   << "the list of " << i << " does not ascend, or names rows that are not there";
    }
    return testing::AssertionSuccess();
}

}  // namespace mote
