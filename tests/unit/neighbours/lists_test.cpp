// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Neighbour lists of points with one radius against brute force, in easy and in awkward places.
#include <gtest/gtest.h>

#include "brute_force.h"

namespace mote {
namespace {

class EverySearch : public testing::TestWithParam<Search> {};
INSTANTIATE_TEST_SUITE_P(Lists, EverySearch, testing::Values(Search::grid, Search::tree),
                         [](const auto& choice) { return choice.param == Search::grid ? "grid" : "tree"; });

// A cloud of points anywhere, thin and dense.
TEST_P(EverySearch, FindsARandomCloud) {
    for (const float radius : {0.02f, 0.1f, 0.3f, 2.f}) {
        const Cloud c = random_cloud(1500, 1, radius);
        EXPECT_TRUE(are_neighbours(build(c, Reach::largest, GetParam()), c));
    }
}

// A lattice with a little noise, as particles of a scene lie.
TEST_P(EverySearch, FindsAJitteredLattice) {
    Cloud c = lattice(12, 0.0625f, 0.125f, -0.3f);
    for (Index i = 0; i < c.rows(); ++i) {
        const Vec3 d = 0.02f * random_point(5, i, 0, Purpose::jitter);
        c.position[i].x += d.x, c.position[i].y += d.y, c.position[i].z += d.z;
    }
    EXPECT_TRUE(are_neighbours(build(c, Reach::largest, GetParam()), c));
}

// On a lattice of exact numbers r == h is not near: with spacing h a point has no neighbour, with h/2 it has the 26
// around it, the two-steps-away ones on the axes lying exactly at h.
TEST_P(EverySearch, ExcludesTheBorderExactly) {
    for (const float low : {0.f, -0.5f, -8.f, 1024.f}) {
        const Cloud whole = lattice(9, 0.125f, 0.125f, low);
        for (const auto& list : build(whole, Reach::largest, GetParam())) ASSERT_TRUE(list.empty());
        const Cloud half  = lattice(9, 0.0625f, 0.125f, low);
        const Lists lists = build(half, Reach::largest, GetParam());
        EXPECT_TRUE(are_neighbours(lists, half, Reach::largest, 0));
        EXPECT_EQ(lists[(4 * 9 + 4) * 9 + 4].size(), 26u);
        EXPECT_EQ(lists[0].size(), 7u);
        const Cloud third = lattice(9, 0.046875f, 0.125f, low);  // 3/64: neither on cell borders nor beside them
        EXPECT_TRUE(are_neighbours(build(third, Reach::largest, GetParam()), third, Reach::largest, 0));
    }
}

// A hair more than the spacing lets the six neighbours of a lattice in, on every cell border.
TEST_P(EverySearch, IncludesJustInsideTheBorder) {
    const Cloud c     = lattice(9, 0.125f, std::nextafter(0.125f, 1.f), -0.5f);
    const Lists lists = build(c, Reach::largest, GetParam());
    EXPECT_TRUE(are_neighbours(lists, c, Reach::largest, 0));
    EXPECT_EQ(lists[(4 * 9 + 4) * 9 + 4].size(), 6u);
}

// Pairs that are as far apart as neighbours can be, one of them just before a cell border: the other is never missed
// by lying two cells on.
TEST_P(EverySearch, FindsTheFarthestNeighbours) {
    Cloud c;
    c.radius = 0.1f;
    for (int n = 1; n <= 10; ++n)
        for (int e = 4; e <= 24; ++e) {
            const float a = 0.1f * float(n) - std::ldexp(0.1f, -e), y = float(c.rows());
            float       b = a + 0.1f;
            while (!((b - a) * (b - a) < c.radius * c.radius)) b = std::nextafter(b, 0.f);
            c.add(a, y, 0), c.add(b, y, 0);
        }
    const Index pairs = c.rows() / 2;
    c.add(0, -1, 0);  // the corner that cells are counted from
    const Lists lists = build(c, Reach::largest, GetParam());
    for (Index k = 0; k < pairs; ++k) {
        ASSERT_EQ(lists[2 * k], std::vector<Index>{2 * k + 1}) << k;
        ASSERT_EQ(lists[2 * k + 1], std::vector<Index>{2 * k}) << k;
    }
}

// Coincident points are all neighbours of each other, and of no other matter.
TEST_P(EverySearch, FindsCoincidentPoints) {
    Cloud c;
    for (int k = 0; k < 1000; ++k) c.add(0.3f, -0.7f, 1.1f);
    c.add(0.3f, -0.7f, 1.3f);
    const Lists lists = build(c, Reach::largest, GetParam());
    EXPECT_TRUE(are_neighbours(lists, c));
    EXPECT_EQ(lists[500].size(), 999u);
    EXPECT_TRUE(lists[1000].empty());
}

TEST_P(EverySearch, HandlesOneAndNone) {
    Cloud c;
    EXPECT_TRUE(build(c, Reach::largest, GetParam()).empty());
    c.add(1, 2, 3);
    EXPECT_EQ(build(c, Reach::largest, GetParam()), Lists{{}});
}

// A line and a plane (two dimensions: z = 0) have neighbours along themselves only.
TEST_P(EverySearch, FindsLinesAndPlanes) {
    for (int axis = 0; axis < 3; ++axis) {
        Cloud line, plane;
        for (int k = -500; k < 500; ++k) {
            float p[3] = {0.25f, 0.5f, -3};
            p[axis]    = 0.03125f * float(k);
            line.add(p[0], p[1], p[2]);
        }
        EXPECT_TRUE(are_neighbours(build(line, Reach::largest, GetParam()), line, Reach::largest, 0));
        for (int k = 0; k < 40 * 40; ++k) {
            float p[3]        = {0, 0, 0};
            p[axis]           = 0.0625f * float(k % 40) - 1;
            p[(axis + 1) % 3] = 0.0625f * float(k / 40) - 1;
            plane.add(p[0], p[1], p[2]);
        }
        EXPECT_TRUE(are_neighbours(build(plane, Reach::largest, GetParam()), plane, Reach::largest, 0));
    }
}

/// Three copies of a cloud: here, far away along `step`, and farther still.
Cloud far_copies(const Vec3& step) {
    const Cloud one = random_cloud(400, 1, 0.25f);
    Cloud       c;
    c.radius = one.radius;
    for (const float k : {-1.f, 0.f, 1.f})
        for (const Vec4& p : one.position) c.add(p.x + k * step.x, p.y + k * step.y, p.z + k * step.z);
    return c;
}

// Clusters may be as far apart as they like, in one axis or in all: 10^6 m, where keys need names instead of numbers.
TEST_P(EverySearch, FindsFarClusters) {
    for (const Vec3 step :
         {Vec3{1e6f, 1e6f, 1e6f}, Vec3{1e6f, 0, 0}, Vec3{0, 1e6f, 0}, Vec3{0, 0, 1e6f}, Vec3{1e7f, 1e7f, 0}}) {
        Cloud c = far_copies(step);
        EXPECT_TRUE(are_neighbours(build(c, Reach::largest, GetParam()), c));
        shuffle(c, 3);
        EXPECT_TRUE(are_neighbours(build(c, Reach::largest, GetParam()), c));
    }
}

// Far from the origin, where coordinates are rounded to half the radius, and so would be the middle of a cell.
TEST_P(EverySearch, FindsNeighboursWhereNumbersAreCoarse) {
    Cloud c = random_cloud(600, 8, 1);
    for (Vec4& x : c.position) x.x += 1 << 22, x.y -= 1 << 21, x.z += 1 << 20;
    EXPECT_TRUE(are_neighbours(build(c, Reach::largest, GetParam()), c));
}

// Positions that no scene has, but that a run which goes wrong may reach: still no wrong list and no crash.
TEST_P(EverySearch, SurvivesTheLargestFloats) {
    Cloud c = random_cloud(100, 1, 0.25f);
    for (const float big : {1e12f, 1e20f, 1e30f, 3e38f}) {
        c.add(big, 0, 0), c.add(big, 0, 0), c.add(-big, big, -big), c.add(0, -big, 0);
    }
    const Lists lists = build(c, Reach::largest, GetParam());
    for (Index i = 0; i < 100; ++i)
        for (const Index j : lists[i]) EXPECT_LT(j, 100u);
    EXPECT_TRUE(are_neighbours(lists, c));
}

// Rows of others (walls, after the movers) are in the lists of ours and have none themselves.
TEST_P(EverySearch, ListsWallsAfterMovers) {
    Cloud c = random_cloud(1200, 1, 0.125f);
    for (const Index others : {1u, 300u, 1199u, 1200u}) {
        c.others = others;
        EXPECT_TRUE(are_neighbours(build(c, Reach::largest, GetParam()), c));
    }
}

// j is in the list of i exactly when i is in the list of j.
TEST_P(EverySearch, ListsAreSymmetric) {
    const Cloud c     = lattice(14, 0.05f, 0.1f);  // inexact numbers: many pairs at the limit, rounded either way
    const Lists lists = build(c, Reach::largest, GetParam());
    for (Index i = 0; i < c.rows(); ++i)
        for (const Index j : lists[i])
            ASSERT_TRUE(std::binary_search(lists[j].begin(), lists[j].end(), i)) << i << " " << j;
}

// One and many threads build identical lists.
TEST_P(EverySearch, SameListsForAnyThreadCount) {
    Cloud c         = random_cloud(5000, 1, 0.08f);
    c.others        = 1000;
    const Lists one = build(c, Reach::largest, GetParam(), 1);
    for (const int threads : {2, 8}) EXPECT_EQ(build(c, Reach::largest, GetParam(), threads), one);
}

// Shuffled rows give the same neighbours by name as rows in their cells' order.
TEST(Lists, DoNotDependOnTheOrderOfRows) {
    const Cloud  c = random_cloud(3000, 1, 0.1f);
    CellOrder    finder;
    const Order  order = finder.find(Exec(2), c.points());
    Cloud        sorted;
    sorted.radius = c.radius;
    for (const Index old : order.on_host(Exec(1))) sorted.position.push_back(c.position[old]);
    const Lists shuffled = build(c), in_order = build(sorted);
    for (Index i = 0; i < c.rows(); ++i) {
        std::vector<Index> named;
        for (const Index j : in_order[i]) named.push_back(order.old_row[j]);
        std::sort(named.begin(), named.end());
        ASSERT_EQ(named, shuffled[order.old_row[i]]);
    }
}

// Others that are promised not to have changed are not looked at again, in whatever order they come; their rows follow when
// there are fewer of ours, and a change of the number has them looked at.
TEST(Lists, KnownOthersFollowTheNumberOfOurs) {
    for (const bool sorted : {true, false}) {
        Cloud c  = random_cloud(1500, 1, 0.15f);
        c.others = 500;
        if (sorted)
            std::sort(c.position.begin() + c.ours(), c.position.end(), [](const Vec4& a, const Vec4& b) { return a.z < b.z; });
        Neighbours kept;
        const auto compare = [&](std::uint64_t number) {
            Points points = c.points();
            points.others = number;
            kept.build(Exec(2), points);
            Neighbours fresh;
            fresh.build(Exec(2), c.points());
            for (Index i = 0; i < c.ours(); ++i) {
                const auto a = kept.view().of(i), b = fresh.view().of(i);
                ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << "row " << i << " of " << c.ours();
            }
        };
        compare(7);
        compare(7);
        c.position.erase(c.position.begin(), c.position.begin() + 100);
        compare(7);
        for (Index i = c.ours(); i < c.rows(); ++i) c.position[i].x *= 0.5f;
        compare(8);
    }
}

// Ten thousand candidates in one cell, few of them near: a grid of large cells for one large particle.
TEST(Lists, CrowdedCell) {
    Cloud c  = random_cloud(10000, 0.9f, 1, 4);
    c.others = 9900;
    EXPECT_TRUE(are_neighbours(build(c, Reach::largest, Search::grid), c));
    c.others    = 0;
    c.support   = std::vector<float>(10000, 0.03f);
    Lists lists = build(c, Reach::largest, Search::grid);
    lists.resize(1000);  // brute force over the first thousand
    c.others = 9000;
    EXPECT_TRUE(are_neighbours(lists, c));
}

// So many cells on a diagonal that even their names do not fit a key: cells become wider, lists stay right.
TEST(Lists, MoreCellsThanKeys) {
    constexpr Index n = 900000;
    Cloud           c;
    c.radius = 1;
    for (Index i = 0; i < n; ++i) c.add(4 * float(i), 4 * float(i), 4 * float(i));
    for (Index i = 0; i < 1000; ++i) c.add(3600 * float(i), 3600 * float(i) + 0.5f, 3600 * float(i));
    const Lists lists = build(c, Reach::largest, Search::grid);
    std::size_t pairs = 0;
    for (const auto& list : lists) pairs += list.size();
    EXPECT_EQ(pairs, 2000u);
    for (Index i = 0; i < 1000; ++i) {
        ASSERT_EQ(lists[900 * i], std::vector<Index>{n + i});
        ASSERT_EQ(lists[n + i], std::vector<Index>{900 * i});
    }
}

}  // namespace
}  // namespace mote
