// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The order of rows by cells, and lists of a table whose rows come, go and move.
#include <gtest/gtest.h>

#include <numeric>

#include "brute_force.h"

namespace mote {
namespace {

// Every row once, cells along x, then y, then z; rows of one cell keep their order.
TEST(CellOrder, SortsByCells) {
    Cloud c = lattice(6, 1, 0.75f);  // each point in a cell of its own
    c.add(2, 3, 4), c.add(0, 0, 0);  // and two that share one
    std::vector<Vec4> in_order = c.position;
    shuffle(c, 2);
    CellOrder    finder;
    const Order order = finder.find(Exec(2), c.points());
    EXPECT_EQ(order.ours, c.rows());
    std::vector<bool> seen(c.rows());
    for (Index k = 0; k < c.rows(); ++k) {
        ASSERT_FALSE(seen[order.old_row[k]]);
        seen[order.old_row[k]] = true;
        if (k == 0) continue;
        const Vec4 a = c.position[order.old_row[k - 1]], b = c.position[order.old_row[k]];
        ASSERT_LE(std::tie(a.z, a.y, a.x), std::tie(b.z, b.y, b.x));
        if (xyz(a) == xyz(b)) {
            ASSERT_LT(order.old_row[k - 1], order.old_row[k]);
        }
    }
}

// Higher zones come last, each in the order of cells; zone 0 is ours.
TEST(CellOrder, PutsZonesApart) {
    const Cloud               c = random_cloud(2000, 1, 0.1f);
    std::vector<std::uint8_t> zone(c.rows());
    for (Index i = 0; i < c.rows(); ++i) zone[i] = std::uint8_t(random_bits(8, i, 0, Purpose::test).word[0] % 2);
    CellOrder                plain_finder, finder;
    const std::vector<Index> plain = plain_finder.find(Exec(2), c.points()).on_host(Exec(1));
    const Order              order = finder.find(Exec(2), c.points(), {zone.data()});
    std::vector<Index>       expected;
    for (int z = 0; z < 2; ++z)
        for (const Index i : plain)
            if (zone[i] == z) expected.push_back(i);
    EXPECT_EQ(order.on_host(Exec(1)), expected);
    EXPECT_EQ(order.ours, Index(std::count(zone.begin(), zone.end(), 0)));
}

TEST(CellOrder, SameForAnyThreadCount) {
    const Cloud              c   = random_cloud(100000, 1, 0.02f);
    CellOrder                finder;
    const std::vector<Index> one = finder.find(Exec(1), c.points()).on_host(Exec(1));
    for (const int threads : {2, 8}) EXPECT_EQ(finder.find(Exec(threads), c.points()).on_host(Exec(1)), one);
    EXPECT_EQ(finder.find(Exec(2), Cloud().points()).rows, 0u);
}

struct Matter : Table {
    Matter() : Table(test_exec(1).device()) {}

    Column<Index>        id{*this, "id"};
    Column<Vec4>         position{*this, "position", "m", {1e15f, 1e15f, 1e15f, 0}};
    Column<std::uint8_t> zone{*this, "zone"};

    Points points(float radius) const { return {position.read(), size(), rows(), radius, {}, id.read()}; }
};

void move_and_replace(const Exec& exec, Matter& m, std::uint32_t step, Index& next_id) {
    const auto draw = [&](std::uint64_t id, Purpose purpose) { return random_point(6, id, step, purpose); };
    for (Index i = m.append(Index(30 * draw(0, Purpose::surface).x)); i < m.rows(); ++i) {
        m.id.edit()[i]       = next_id;
        m.position.edit()[i] = with_w(draw(next_id, Purpose::packing), 0);
        m.zone.edit()[i]     = next_id % 5 == 0;
        ++next_id;
    }
    std::vector<Index> keep;
    for (Index i = 0; i < m.rows(); ++i) {
        const Vec3 d = draw(m.id.host()[i], Purpose::jitter);
        if (d.x < 0.05f) continue;
        const Vec3 x          = xyz(m.position.host()[i]) + 0.02f * (d - Vec3{0.5f, 0.5f, 0.5f});
        m.position.edit()[i] = with_w(x, 0);
        keep.push_back(i);
    }
    m.reorder(exec, keep);
}

// After any appends, removals and moves, lists that are built again are those of a fresh build and of brute force.
TEST(CellOrder, EditsAndRebuildsAreAFreshBuild) {
    constexpr float radius = 0.15f;
    const Exec      exec = test_exec(2);
    Matter          m;
    Neighbours      kept;
    CellOrder       finder;
    Index           next_id = 0;
    for (std::uint32_t step = 0; step < 60; ++step) {
        move_and_replace(exec, m, step, next_id);
        if (step % 3 != 2) {
            const Order order = finder.find(exec, m.points(radius), m.zone.read());
            m.reorder(exec, order.old_row, order.rows, order.ours);
        }
        kept.build(exec, m.points(radius));
        Neighbours fresh;
        fresh.build(exec, m.points(radius));
        const Lists lists = lists_of(kept, m.size());
        ASSERT_EQ(lists, lists_of(fresh, m.size())) << "step " << step;
        Cloud c;
        c.radius = radius;
        c.position.assign(m.position.host().data, m.position.host().data + m.rows());
        c.others = m.rows() - m.size();
        ASSERT_TRUE(are_neighbours(lists, c)) << "step " << step;
    }
    EXPECT_GT(m.rows(), 100u);
}

}  // namespace
}  // namespace mote
