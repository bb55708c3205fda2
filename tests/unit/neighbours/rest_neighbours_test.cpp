// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rest-shape lists: whatever happens to the rows, a particle keeps the neighbours it had when it took its shape.
#include "mote/rest_neighbours.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "brute_force.h"

namespace mote {
namespace {

constexpr float radius = 0.2f;

struct Matter : Table {
    Column<Index> id{*this, "id"};
    Column<Vec4>  position_mass{*this, "position_mass", "m, kg", {1e15f, 1e15f, 1e15f, 0}};
    Index         next_id = 0;

    void add(Index count) {
        for (Index i = append(count); i < rows(); ++i) {
            id.edit()[i]            = next_id;
            position_mass.edit()[i] = with_w(random_point(3, next_id, 0, Purpose::test), 1);
            next_id += 2;  // ids need not be without gaps
        }
    }
    std::span<const Index> ids() const { return {id.read().data, rows()}; }
    Points                 points() const { return {position_mass.read(), size(), rows(), radius}; }
};

using ById = std::map<Index, std::vector<Index>>;

/// The lists of Neighbours, in names instead of rows.
ById by_id(const Matter& m, const Neighbours& neighbours) {
    ById lists;
    for (Index i = 0; i < m.size(); ++i)
        for (const Index j : neighbours.view().of(i)) lists[m.ids()[i]].push_back(m.ids()[j]);
    return lists;
}

/// Every list holds the rows of the expected ids, in their order; those that are gone are nobody; padding is nobody.
testing::AssertionResult holds(const RestNeighbours& rest, const Matter& m, const ById& expected) {
    const auto view = rest.view();
    const auto ids  = m.ids();
    for (Index i = 0; i < m.rows(); ++i) {
        const auto               entry  = expected.find(ids[i]);
        const std::vector<Index> wanted = entry == expected.end() ? std::vector<Index>{} : entry->second;
        if (view.count(i) != wanted.size())
            return testing::AssertionFailure()
                   << "id " << ids[i] << " has " << view.count(i) << " for " << wanted.size();
        for (Index k = 0; k < wanted.size(); ++k) {
            const Index j    = view.of(i)[k];
            const bool  gone = std::find(ids.begin(), ids.end(), wanted[k]) == ids.end();
            if (gone ? j != m.rows() : (j >= m.rows() || ids[j] != wanted[k]))
                return testing::AssertionFailure() << "place " << k << " of id " << ids[i] << " is row " << j;
        }
        for (Index k = view.count(i); k % list_padding != 0; ++k)
            if (view.of(i).padded(k) != m.rows()) return testing::AssertionFailure() << "padding of id " << ids[i];
    }
    return testing::AssertionSuccess();
}

class RestLists : public testing::Test {
protected:
    Exec           exec{2};
    Matter         m;
    Neighbours     neighbours;
    RestNeighbours rest;

    void capture_all() {
        neighbours.build(exec, m.points());
        rest.capture(exec, m.ids(), neighbours.view(), m.size());
    }
    void update() { rest.update(exec, m.id.read(), m.rows()); }
};

// Right after the capture the lists are those of the neighbours.
TEST_F(RestLists, AreTheNeighboursAtCapture) {
    m.add(400);
    capture_all();
    update();
    for (Index i = 0; i < m.rows(); ++i) {
        const auto now  = neighbours.view().of(i);
        const auto then = rest.view().of(i);
        ASSERT_TRUE(std::equal(now.begin(), now.end(), then.begin(), then.end()));
    }
}

// Twenty times rows are shuffled, removed and added, and particles move: the rest shape is that of the beginning.
TEST_F(RestLists, SurviveTwentyReorders) {
    m.add(500);
    capture_all();
    const ById expected = by_id(m, neighbours);
    for (std::uint32_t step = 0; step < 20; ++step) {
        const auto draw = [&](Index i) { return random_bits(17, i, step, Purpose::test); };
        m.add(draw(0).word[0] % 40);
        std::vector<Index> order;
        for (Index i = 0; i < m.rows(); ++i)
            if (draw(i).word[1] % 20 != 0) order.push_back(i);
        for (Index i = Index(order.size()); i > 1; --i) std::swap(order[i - 1], order[draw(i).word[2] % i]);
        m.reorder(exec, order, Index(order.size()) - draw(1).word[3] % 5);
        for (Index i = 0; i < m.rows(); ++i) m.position_mass.edit()[i].x += 0.3f * to_unit(draw(i).word[3]);
        update();
        ASSERT_TRUE(holds(rest, m, expected)) << "step " << step;
    }
}

// What freezes later gets a rest shape without touching that of others; capturing again replaces it.
TEST_F(RestLists, CaptureReplacesOnlyTheGivenRows) {
    m.add(300);
    capture_all();
    ById expected = by_id(m, neighbours);
    for (int again = 0; again < 30; ++again) {
        m.add(5);
        for (Index i = 0; i < m.rows(); ++i) m.position_mass.edit()[i].y *= 0.98f;
        neighbours.build(exec, m.points());
        std::vector<Index> which;
        for (Index i = Index(again) % 4; i < m.rows(); i += 4) which.push_back(i);
        const ById now = by_id(m, neighbours);
        for (const Index i : which) {
            expected.erase(m.ids()[i]);
            if (now.count(m.ids()[i])) expected[m.ids()[i]] = now.at(m.ids()[i]);
        }
        rest.capture(exec, m.ids(), neighbours.view(), which);
        update();
        ASSERT_TRUE(holds(rest, m, expected)) << "round " << again;
    }
    // Replaced lists are thrown away in time: thirty captures do not take thirty times the memory.
    std::size_t entries = 0;
    for (const auto& [id, list] : expected) entries += list.size() + list_padding;
    EXPECT_LT(rest.memory_bytes(), 12 * entries * sizeof(Index));
}

// Only what belongs to the same body is part of a rest shape.
TEST_F(RestLists, KeepChoosesTheBody) {
    m.add(300);
    neighbours.build(exec, m.points());
    const auto ids       = m.ids();
    const auto same_body = [&](Index i, Index j) { return ids[i] % 6 == ids[j] % 6; };
    rest.capture(exec, ids, neighbours.view(), m.size(), same_body);
    update();
    ById expected = by_id(m, neighbours);
    for (auto& [id, list] : expected)
        std::erase_if(list, [&, self = id](Index other) { return other % 6 != self % 6; });
    EXPECT_TRUE(holds(rest, m, expected));
}

// A molten particle has no rest shape, but stays in those of its neighbours, until it freezes again.
TEST_F(RestLists, ForgetTakesTheShapeOfTheGivenIds) {
    m.add(200);
    capture_all();
    ById               expected = by_id(m, neighbours);
    std::vector<Index> molten{0, 10, 12, 398, 399, 12345678};
    rest.forget(molten);
    rest.forget(molten);  // a second time changes nothing
    for (const Index id : molten) expected.erase(id);
    update();
    EXPECT_TRUE(holds(rest, m, expected));
    EXPECT_TRUE(rest.ids_of(10).empty());
    EXPECT_FALSE(rest.ids_of(14).empty());
    std::vector<Index> all(400);
    std::iota(all.begin(), all.end(), Index(0));
    rest.forget(all);
    update();
    EXPECT_TRUE(holds(rest, m, {}));
    capture_all();
    update();
    EXPECT_TRUE(holds(rest, m, by_id(m, neighbours)));
}

// A sum over a rest shape works as one over neighbours: who is gone adds nothing.
TEST_F(RestLists, SumsSkipWhoIsGone) {
    m.add(300);
    capture_all();
    std::vector<Index> order;
    for (Index i = 0; i < 300; i += 2) order.push_back(299 - i);
    m.reorder(exec, order);
    update();
    const auto p = m.position_mass.read();
    for (Index i = 0; i < m.rows(); ++i) {
        float alive = 0;
        for (const Index j : rest.view().of(i)) alive += j < m.rows() ? 1.f : 0.f;
        EXPECT_EQ(rest.view().sum(i, [&](auto j) { return p[j].w; }), alive);
    }
}

// Lists do not depend on the number of threads.
TEST_F(RestLists, SameForAnyThreadCount) {
    m.add(2000);
    capture_all();
    update();
    const auto one = rest.record();
    for (const int threads : {1, 8}) {
        RestNeighbours other;
        const Exec     many(threads);
        other.capture(many, m.ids(), neighbours.view(), m.size());
        other.update(many, m.id.read(), m.rows());
        EXPECT_EQ(other.record().neighbour, one.neighbour);
        for (Index i = 0; i < m.rows(); ++i) {
            const auto a = rest.view().of(i), b = other.view().of(i);
            ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
        }
    }
}

// Updating moves nothing in memory as long as nothing is captured.
TEST_F(RestLists, UpdateAllocatesOnlyOnce) {
    m.add(500);
    capture_all();
    update();
    const std::size_t  memory = rest.memory_bytes();
    const auto* const  lists  = rest.view().list;
    const auto* const  first  = rest.view().list[0].begin;
    std::vector<Index> order(500);
    std::iota(order.begin(), order.end(), Index(0));
    for (int k = 0; k < 5; ++k) {
        m.reorder(exec, order);
        update();
    }
    EXPECT_EQ(rest.memory_bytes(), memory);
    EXPECT_EQ(rest.view().list, lists);
    EXPECT_EQ(rest.view().list[0].begin, first);
}

// A record restores the same lists in the same order; one that contradicts itself is refused.
TEST_F(RestLists, RecordRestores) {
    m.add(300);
    capture_all();
    rest.forget(std::vector<Index>{4, 8});
    const auto     record = rest.record();
    RestNeighbours back;
    back.restore(record);
    for (Index id = 0; id < 700; ++id) {
        const auto a = rest.ids_of(id), b = back.ids_of(id);
        ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
    }
    update();
    back.update(exec, m.id.read(), m.rows());
    ById expected = by_id(m, neighbours);
    expected.erase(4), expected.erase(8);
    EXPECT_TRUE(holds(back, m, expected));

    auto broken = record;
    broken.neighbour.pop_back();
    EXPECT_THROW(back.restore(broken), FileError);
    broken = record;
    std::swap(broken.id[0], broken.id[1]);
    EXPECT_THROW(back.restore(broken), FileError);
    broken = record;
    broken.id.pop_back();
    EXPECT_THROW(back.restore(broken), FileError);
    EXPECT_TRUE(holds(back, m, expected));
    back.restore({});
    back.update(exec, m.id.read(), m.rows());
    EXPECT_TRUE(holds(back, m, {}));
}

// Without any capture, and without any row, there is nothing to list. Two rows of one id are a bug.
TEST_F(RestLists, EmptyAndBroken) {
    update();
    m.add(20);
    update();
    EXPECT_TRUE(holds(rest, m, {}));
    capture_all();
    m.id.edit()[3] = m.id.host()[7];
    EXPECT_THROW(rest.update(Exec(1), m.id.read(), m.rows()), BugError);
    EXPECT_THROW(rest.capture(exec, m.ids(), neighbours.view(), std::vector<Index>{20}), BugError);
    m.reorder(exec, std::vector<Index>{});
    update();
}

}  // namespace
}  // namespace mote
