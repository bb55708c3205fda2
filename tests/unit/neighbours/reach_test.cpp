// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Neighbour lists of points with radii of their own, on the grid and on the tree.
#include <gtest/gtest.h>

#include "brute_force.h"

namespace mote {
namespace {

using Choice = std::tuple<Reach, Search>;

class EveryReach : public testing::TestWithParam<Choice> {
protected:
    Reach  reach  = std::get<0>(GetParam());
    Search search = std::get<1>(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Reach, EveryReach,
                         testing::Combine(testing::Values(Reach::largest, Reach::mean),
                                          testing::Values(Search::grid, Search::tree, Search::automatic)),
                         [](const auto& choice) {
                             const Search s = std::get<1>(choice.param);
                             return std::string(std::get<0>(choice.param) == Reach::largest ? "largest" : "mean") +
                                    "_" +
                                    (s == Search::grid   ? "grid"
                                     : s == Search::tree ? "tree"
                                                         : "automatic");
                         });

// Radii that differ by a factor of ten: lists are those of the definition.
TEST_P(EveryReach, FindsVariedRadii) {
    for (const float contrast : {1.f, 2.f, 10.f}) {
        Cloud c = random_cloud(1500, 1, 0.3f);
        vary_support(c, contrast);
        EXPECT_TRUE(are_neighbours(build(c, reach, search), c, reach));
        c.others = 500;
        EXPECT_TRUE(are_neighbours(build(c, reach, search), c, reach));
    }
}

// Two sizes on one exact lattice: r == reach is excluded, whether it is the larger radius or the mean of both.
TEST_P(EveryReach, ExcludesTheBorderExactly) {
    Cloud c = lattice(10, 0.125f, 0.375f, -0.5f);
    for (Index i = 0; i < c.rows(); ++i) c.support.push_back(i % 3 ? 0.125f : 0.375f);
    EXPECT_TRUE(are_neighbours(build(c, reach, search), c, reach, 0));
}

// Reach is symmetric, whoever has the larger radius.
TEST_P(EveryReach, ListsAreSymmetric) {
    Cloud c = lattice(11, 0.1f, 0.5f);
    vary_support(c, 10);
    const Lists lists = build(c, reach, search);
    for (Index i = 0; i < c.rows(); ++i)
        for (const Index j : lists[i])
            ASSERT_TRUE(std::binary_search(lists[j].begin(), lists[j].end(), i)) << i << " " << j;
}

// One and many threads build identical lists.
TEST_P(EveryReach, SameListsForAnyThreadCount) {
    Cloud c = random_cloud(4000, 1, 0.2f);
    vary_support(c, 6);
    const Lists one = build(c, reach, search, 1);
    for (const int threads : {2, 8}) EXPECT_EQ(build(c, reach, search, threads), one);
}

// A large particle among coincident small ones.
TEST_P(EveryReach, FindsCoincidentPointsOfTwoSizes) {
    Cloud c;
    for (Index k = 0; k < 300; ++k) c.add(0.5f, 0.5f, 0.5f), c.support.push_back(k % 100 == 7 ? 0.125f : 0.01f);
    EXPECT_TRUE(are_neighbours(build(c, reach, search), c, reach));
}

// All radii the same is the same as no radii, to the last pair.
TEST_P(EveryReach, EqualRadiiAreOneRadius) {
    Cloud       c     = random_cloud(2000, 1, 0.125f);
    const Lists plain = build(c, reach, search);
    c.support.assign(c.rows(), c.radius);
    EXPECT_EQ(build(c, reach, search), plain);
}

// One builder serves clouds with and without radii, small and large, in turn: nothing of the last build shows.
TEST_P(EveryReach, BuildsMayAlternate) {
    Neighbours neighbours(reach, search);
    const Exec exec(1);
    for (const Index rows : {2000u, 1500u, 100u, 0u, 1u, 1800u})
        for (const bool varied : {false, true, false}) {
            Cloud c = random_cloud(rows, 1, 0.2f, rows);
            if (varied && rows > 0) vary_support(c, 3);
            neighbours.build(exec, c.points());
            ASSERT_TRUE(are_neighbours(lists_of(neighbours, rows), c, reach)) << rows << varied;
        }
}

// Grid and tree agree on all pairs but those at the very limit.
TEST(Reach, GridAndTreeAgree) {
    for (const Reach reach : {Reach::largest, Reach::mean}) {
        Cloud c = random_cloud(3000, 1, 0.25f);
        vary_support(c, 8);
        const Lists grid = build(c, reach, Search::grid), tree = build(c, reach, Search::tree);
        for (Index i = 0; i < c.rows(); ++i) {
            std::vector<Index> differ;
            std::set_symmetric_difference(grid[i].begin(), grid[i].end(), tree[i].begin(), tree[i].end(),
                                          std::back_inserter(differ));
            for (const Index j : differ) EXPECT_NEAR(ratio_squared(c, i, j, reach), 1, 2e-6);
        }
    }
}

}  // namespace
}  // namespace mote
