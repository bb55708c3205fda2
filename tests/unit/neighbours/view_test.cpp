// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What stages see of the lists: padded with the nobody row, summed in lanes, refused where positions make no sense.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "brute_force.h"

namespace mote {
namespace {

// Both parts of every list, what moves and what stands still, are padded to whole batches with the row after the last.
TEST(View, PadsWithNobody) {
    for (const Search search : {Search::grid, Search::tree}) {
        Cloud c  = random_cloud(2000, 1, 0.15f);
        c.others = 300;
        Neighbours neighbours(Reach::largest, search);
        neighbours.build(Exec(2), c.points());
        const NeighbourView view  = neighbours.view();
        std::uint64_t       pairs = 0;
        for (Index i = 0; i < c.ours(); ++i) {
            const NeighbourView::List list = view.list[i];
            Index n = 0;
            for (Index k = 0; k < list_padding * NeighbourView::batches(list); ++k) {
                const Index row   = view.of(i).padded(k);
                const bool  still = k >= NeighbourView::padded(list.moving), nobody = row == c.rows();
                ASSERT_TRUE(nobody || still == (row >= c.ours())) << i;
                ASSERT_EQ(nobody, still ? k - NeighbourView::padded(list.moving) >= list.count - list.moving : k >= list.moving) << i;
                n += !nobody;
            }
            ASSERT_EQ(n, list.count);
            pairs += view.count(i);
        }
        EXPECT_EQ(neighbours.pairs(), pairs);
        EXPECT_GE(neighbours.memory_bytes(), pairs * sizeof(std::uint16_t));
    }
}

// Some lists of others are theirs, the rest are empty; built anew they are their own.
TEST(View, TakesSomeLists) {
    const Cloud        c = random_cloud(2000, 1, 0.15f);
    Neighbours         all, some;
    std::vector<Index> keep(c.ours());
    for (Index i = 0; i < c.ours(); ++i) keep[i] = i % 3 == 0;
    all.build(Exec(2), c.points());
    some.take_some(Exec(2), all, {keep.data()}, c.ours());
    for (Index i = 0; i < c.ours(); ++i) {
        const auto of_all = all.view().of(i), of_some = some.view().of(i);
        ASSERT_EQ(of_some.size(), keep[i] ? of_all.size() : 0);
        EXPECT_TRUE(std::equal(of_some.begin(), of_some.end(), of_all.begin()));
    }
    some.build(Exec(2), c.points());
    EXPECT_EQ(some.pairs(), all.pairs());
}

// Rows so far apart that 16 bits do not tell them are in a list like others, with other batches before and after them.
TEST(View, RowsFarApart) {
    constexpr Index many = 70000;
    Cloud           c;
    c.radius = 1;
    c.others = many;
    for (Index i = 0; i < 20; ++i) c.position.push_back({0.01f * float(i), 0, 0, 1});
    for (Index k = 0; k < many; ++k) c.position.push_back({k < 11 || k + 12 > many ? 0.3f : 5.f, float(k % 2000), float(k / 2000), 1});
    for (Index k = 0; k < many; ++k)
        if (k < 11 || k + 12 > many) c.position[20 + k].y = c.position[20 + k].z = 0.01f * float(k % 10);
    const Points points = c.points();
    Neighbours   neighbours;
    neighbours.build(Exec(2), points);
    const auto view = neighbours.view();
    c.position.push_back({9, 9, 9, 0});  // nobody
    const View<const Vec4> position{c.position.data()};
    for (Index i = 0; i < c.ours() && i < 20; ++i) {
        std::vector<Index> expected;
        for (Index j = 0; j < points.rows; ++j)
            if (j != i && length(xyz(c.position[i]) - xyz(c.position[j])) < 1) expected.push_back(j);
        const auto list = view.of(i);
        ASSERT_EQ(std::vector<Index>(list.begin(), list.end()), expected) << i;
        ASSERT_GT(expected.back() - expected[expected.size() - 20], 65536u);
        ASSERT_EQ(view.sum(i, [&](auto j) { return position[j].w; }), float(expected.size()));
        ASSERT_EQ(view.sum_still(i, [&](auto j) { return position[j].w; }), float(expected.size() - 19));
    }
}

struct Matter : Table {
    Column<Vec4>  position_mass{*this, "position_mass", "m, kg", {1e15f, 1e15f, 1e15f, 0}};
    Column<float> heat{*this, "heat"};
};

// A sum over lanes is the sum over the list: padding adds nothing. Numbers, vectors, matrices and pairs of these.
TEST(View, LaneSumsAreScalarSums) {
    const Cloud c = random_cloud(1500, 1, 0.15f);
    Matter      m;
    m.append(c.rows());
    for (Index i = 0; i < c.rows(); ++i) {
        m.position_mass.edit()[i] = with_w(xyz(c.position[i]), 1 + 0.001f * float(i));
        m.heat.edit()[i]          = float(i % 7);
    }
    Neighbours neighbours;
    neighbours.build(Exec(1), {m.position_mass.read(), m.size(), m.rows(), c.radius});
    const auto view = neighbours.view();
    const auto p    = m.position_mass.read();
    const auto heat = m.heat.read();
    for (Index i = 0; i < m.size(); ++i) {
        const Vec3 x_i    = xyz(p[i]);
        const auto sums   = view.sum(i, [&](auto j) {
            const auto p_j  = p[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto w    = p_j.w * max(c.radius - length(x_ij), Zero<decltype(p_j.w)>::value());
            return Both{w * heat[j], Both{w * x_ij, w * outer(x_ij, x_ij)}};
        });
        double     number = 0;
        Vec3d      vector;
        Mat3d      matrix;
        for (const Index j : view.of(i)) {
            const Vec3   d = x_i - xyz(p[j]);
            const Vec3d  x{d.x, d.y, d.z};
            const double w = p[j].w * std::max(0., c.radius - length(x));
            number += w * heat[j];
            vector += w * x;
            matrix = matrix + w * outer(x, x);
        }
        ASSERT_NEAR(sums.first, number, 1e-5 + 1e-5 * number);
        ASSERT_LT(length(sums.second.first - vector), 1e-5);
        ASSERT_LT(norm(sums.second.second - matrix), 1e-5);
        const float count =
            view.sum(i, [&](auto j) { return p[j].w / max(p[j].w, Zero<decltype(p[j].w)>::value() + 1e-6f); });
        ASSERT_EQ(count, float(view.count(i)));
    }
}

/// The sentence with which a build refuses a cloud.
std::string refusal(const Cloud& c, Search search) {
    try {
        build(c, Reach::largest, search);
    } catch (const UnsoundError& e) {
        return e.what();
    }
    return "accepted";
}

// A position or radius that is not a finite number is refused, naming the first particle that has one.
TEST(View, RefusesWhatIsNotFinite) {
    using Limits = std::numeric_limits<float>;
    for (const Search search : {Search::grid, Search::tree, Search::automatic})
        for (const float bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()})
            for (int part = 0; part < 4; ++part) {
                Cloud c = random_cloud(3000, 1, 0.05f);
                c.support.assign(c.rows(), c.radius);
                EXPECT_EQ(refusal(c, search), "accepted");
                for (const Index row : {1234u, 2345u}) {
                    if (part < 3) (&c.position[row].x)[part] = bad;
                    if (part == 3) c.support[row] = bad;
                }
                EXPECT_NE(refusal(c, search).find("point 1234 "), std::string::npos) << refusal(c, search);
                c.id.resize(c.rows());
                std::iota(c.id.begin(), c.id.end(), Index(700000));
                EXPECT_NE(refusal(c, search).find("particle 701234 "), std::string::npos) << refusal(c, search);
            }
}

// The order of cells refuses them too, and a builder works again after a refusal.
TEST(View, RecoversFromARefusal) {
    Cloud      c    = random_cloud(1000, 1, 0.1f);
    const Vec4 good = c.position[17];
    Neighbours neighbours;
    const Exec exec  = test_exec(2);
    const auto again = [&] { neighbours.build(exec, Placed(exec, c).points()); };
    again();
    c.position[17].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(again(), UnsoundError);
    EXPECT_THROW(CellOrder().find(exec, Placed(exec, c).points()), UnsoundError);
    c.position[17] = good;
    again();
    EXPECT_TRUE(are_neighbours(lists_of(neighbours, c.rows()), c));
}

// A radius that is not positive, or more lists than points, is a bug of the caller.
TEST(View, BrokenRulesAreBugs) {
    Cloud c = random_cloud(10, 1, 0.1f);
    for (const float radius : {0.f, -1.f, std::numeric_limits<float>::quiet_NaN()}) {
        c.radius = radius;
        for (const Search search : {Search::grid, Search::tree})
            EXPECT_THROW(build(c, Reach::largest, search), BugError);
        EXPECT_THROW(CellOrder().find(Exec(1), c.points()), BugError);
    }
    c.radius = 0.1f;
    Points p = c.points();
    p.ours   = 11;
    EXPECT_THROW(Neighbours().build(Exec(1), p), BugError);
}

}  // namespace
}  // namespace mote
