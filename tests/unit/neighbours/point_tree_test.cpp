// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The kd-tree against brute force.
#include "mote/point_tree.h"

#include <gtest/gtest.h>

#include <numeric>

#include "brute_force.h"

namespace mote {
namespace {

double distance_squared(const Vec3& x, const Vec4& p) {
    const double a = double(x.x) - p.x, b = double(x.y) - p.y, c = double(x.z) - p.z;
    return a * a + b * b + c * c;
}

/// Every point nearer than the radius, ascending; exact where coordinates are short.
std::vector<Index> all_within(const Cloud& c, const Vec3& x, float radius) {
    std::vector<Index> found;
    for (Index i = 0; i < c.rows(); ++i)
        if (distance_squared(x, c.position[i]) < double(radius) * radius) found.push_back(i);
    return found;
}

std::vector<Index> by_distance(const Cloud& c, const Vec3& x) {
    std::vector<Index> order(c.rows());
    std::iota(order.begin(), order.end(), Index(0));
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
        return distance_squared(x, c.position[a]) < distance_squared(x, c.position[b]);
    });
    return order;
}

/// Points on a coarse lattice, so that distances are exact and many coincide.
Cloud coarse_cloud(Index count) {
    Cloud c;
    for (Index i = 0; i < count; ++i) {
        const RandomBits b = random_bits(12, i, 0, Purpose::test);
        c.add(0.25f * float(b.word[0] % 9), 0.25f * float(b.word[1] % 9) - 1, 0.25f * float(b.word[2] % 9) - 7);
    }
    return c;
}

// All points nearer than the radius, ascending, with duplicates, none at the radius itself.
TEST(PointTree, WithinIsBruteForce) {
    const Cloud        c = coarse_cloud(1000);
    const PointTree    tree(c.position);
    std::vector<Index> found{1, 2, 3};
    for (Index q = 0; q < 200; ++q) {
        const Vec3 x = q % 2 ? xyz(c.position[q]) : 3.f * random_point(3, q, 0, Purpose::test) - Vec3{0.5f, 1, 7};
        for (const float radius : {0.25f, 0.5f, 0.75f, 10.f}) {
            tree.within(x, radius, found);
            if (q % 2) {
                ASSERT_EQ(found, all_within(c, x, radius));
            } else {
                ASSERT_TRUE(std::is_sorted(found.begin(), found.end()));
                ASSERT_GE(found.size(), all_within(c, x, radius * 0.999999f).size());
                ASSERT_LE(found.size(), all_within(c, x, radius * 1.000001f).size());
            }
        }
    }
    tree.within({0, 0, 0}, 0, found);
    EXPECT_TRUE(found.empty());
}

// The nearest k, nearest first; of equally near ones the lowest rows; never more than there are.
TEST(PointTree, NearestIsBruteForce) {
    const Cloud        c = coarse_cloud(700);
    const PointTree    tree(c.position);
    std::vector<Index> found;
    for (Index q = 0; q < 100; ++q) {
        const Vec3               x      = xyz(c.position[q * 7]) + (q % 2 ? Vec3{} : Vec3{0.125f, 4, 0});
        const std::vector<Index> sorted = by_distance(c, x);
        for (const Index k : {0u, 1u, 2u, 10u, 100u, 699u, 700u, 5000u}) {
            tree.nearest(x, k, found);
            ASSERT_EQ(found, std::vector<Index>(sorted.begin(), sorted.begin() + std::min(k, 700u))) << "k = " << k;
        }
    }
}

// Asked at a point itself, the nearest is that point, or the first of those that coincide with it.
TEST(PointTree, NearestOfAPointIsItself) {
    const Cloud        c = random_cloud(500, 1, 0.1f);
    const PointTree    tree(c.position);
    std::vector<Index> found;
    for (Index i = 0; i < c.rows(); ++i) {
        tree.nearest(xyz(c.position[i]), 1, found);
        ASSERT_EQ(found, std::vector<Index>{i});
    }
    Cloud same;
    for (int k = 0; k < 1000; ++k) same.add(0.1f, 0.2f, 0.3f);
    const PointTree heap(same.position);
    heap.nearest({0.1f, 0.2f, 0.3f}, 5, found);
    EXPECT_EQ(found, (std::vector<Index>{0, 1, 2, 3, 4}));
    heap.nearest({9, 9, 9}, 3, found);
    EXPECT_EQ(found, (std::vector<Index>{0, 1, 2}));
    heap.within({0.1f, 0.2f, 0.3f}, 1e-3f, found);
    EXPECT_EQ(found.size(), 1000u);
}

TEST(PointTree, HandlesOneAndNone) {
    std::vector<Index> found{7};
    const PointTree    none{std::span<const Vec4>{}};
    none.within({0, 0, 0}, 1, found);
    EXPECT_TRUE(found.empty());
    none.nearest({0, 0, 0}, 3, found);
    EXPECT_TRUE(found.empty());
    const std::vector<Vec4> single{{1, 2, 3, 0}};
    PointTree               one(single);
    const PointTree         moved = std::move(one);
    moved.nearest({-5, 0, 0}, 3, found);
    EXPECT_EQ(found, std::vector<Index>{0});
    moved.within({1, 2, 3}, 0.5f, found);
    EXPECT_EQ(found, std::vector<Index>{0});
}

// Far from the origin and far from the points the answer is still that of brute force.
TEST(PointTree, NearestFromFarAway) {
    Cloud c = random_cloud(300, 1, 0.1f);
    for (Vec4& p : c.position) p.x += 1000;
    const PointTree    tree(c.position);
    std::vector<Index> found;
    tree.nearest({-50, 20, 10}, 1, found);
    ASSERT_EQ(found.size(), 1u);
    const Vec3 x{-50, 20, 10};
    EXPECT_NEAR(std::sqrt(distance_squared(x, c.position[found[0]])),
                std::sqrt(distance_squared(x, c.position[by_distance(c, x)[0]])), 1e-3);
}

}  // namespace
}  // namespace mote
