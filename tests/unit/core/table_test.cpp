// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Tables: all columns of a table change rows together, and the row after the last always holds the defaults.
#include "mote/table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "device.h"
#include "mote/random.h"

namespace mote {
namespace {

struct Dust : Table {
    Dust() : Table(test_exec(1).device()) {}

    Column<Index>         id{*this, "id", "", 77};
    Column<float>         heat{*this, "heat", "K", 293.f};
    Column<Vec4>          place{*this, "place", "m, kg", {1e30f, 1e30f, 1e30f, 0}};
    Column<std::uint8_t>  zone{*this, "zone"};
    Column<std::uint16_t> kind{*this, "kind", "", 9};
    Column<double>        age{*this, "age", "s", -1.5};
    Column<Mat3>          strain{*this, "strain", "", identity()};
    Column<Vec3>          push{*this, "push", "m/s^2", {1, 2, 3}};
};

/// Every number of a row says which particle it belongs to.
void mark(Dust& t, Index row, Index id) {
    const float f         = float(id);
    t.id.edit()[row]     = id;
    t.heat.edit()[row]   = f;
    t.place.edit()[row]  = {f, f + 1, f + 2, f + 3};
    t.zone.edit()[row]   = std::uint8_t(id);
    t.kind.edit()[row]   = std::uint16_t(id);
    t.age.edit()[row]    = double(id) + 0.25;
    t.strain.edit()[row] = diagonal(f);
    t.push.edit()[row]   = {f, -f, f + 5};
}

/// Whether all columns of a row speak of the same particle.
testing::AssertionResult row_is(const Dust& t, Index row, Index id) {
    const float f    = float(id);
    const Vec4  p    = t.place.host()[row];
    const bool  same = t.id.host()[row] == id && t.heat.host()[row] == f && xyz(p) == Vec3{f, f + 1, f + 2} &&
                      p.w == f + 3 && t.zone.host()[row] == std::uint8_t(id) &&
                      t.kind.host()[row] == std::uint16_t(id) && t.age.host()[row] == double(id) + 0.25 &&
                      norm(t.strain.host()[row] - diagonal(f)) == 0 && t.push.host()[row] == Vec3{f, -f, f + 5};
    if (same) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "row " << row << " holds id " << t.id.host()[row] << ", expected " << id;
}

testing::AssertionResult row_is_default(const Dust& t, Index row) {
    const Vec4 p    = t.place.host()[row];
    const bool same = t.id.host()[row] == 77 && t.heat.host()[row] == 293 && xyz(p) == Vec3{1e30f, 1e30f, 1e30f} &&
                      p.w == 0 && t.zone.host()[row] == 0 && t.kind.host()[row] == 9 && t.age.host()[row] == -1.5 &&
                      norm(t.strain.host()[row] - identity()) == 0 && t.push.host()[row] == Vec3{1, 2, 3};
    return same ? testing::AssertionSuccess() : testing::AssertionFailure() << "row " << row << " is not the default";
}

void fill(Dust& t, Index count) {
    const Index first = t.append(count);
    for (Index k = 0; k < count; ++k) mark(t, first + k, first + k);
}

std::vector<Index> ids_of(const Dust& t) { return {t.id.host().data, t.id.host().data + t.rows()}; }

// An empty table has no rows, and already its nobody row holds the defaults.
TEST(Table, EmptyHasADefaultNobody) {
    Dust t;
    EXPECT_EQ(t.size(), 0u);
    EXPECT_EQ(t.rows(), 0u);
    EXPECT_TRUE(row_is_default(t, 0));
}

// New rows and the row after them hold the defaults; old rows keep their values.
TEST(Table, AppendGivesDefaultsAndKeepsTheRest) {
    Dust t;
    fill(t, 100);
    EXPECT_TRUE(row_is_default(t, 100));
    EXPECT_EQ(t.append(1000), 100u);
    EXPECT_EQ(t.rows(), 1100u);
    EXPECT_EQ(t.size(), 1100u);
    for (Index i = 0; i < 100; ++i) ASSERT_TRUE(row_is(t, i, i));
    for (Index i = 100; i <= 1100; ++i) ASSERT_TRUE(row_is_default(t, i));
    EXPECT_EQ(t.append(0), 1100u);
    EXPECT_TRUE(row_is_default(t, 1100));
}

// A permutation sorts, a shorter list removes, a list with repeats splits: all columns follow.
TEST(Table, ReorderSortsRemovesAndSplits) {
    const Exec exec = test_exec(2);
    Dust       t;
    fill(t, 1000);
    std::vector<Index> order(1000);
    for (Index i = 0; i < 1000; ++i) order[i] = (i * 387) % 1000;  // 387 and 1000 share no factor
    t.reorder(exec, order);
    ASSERT_EQ(t.rows(), 1000u);
    for (Index i = 0; i < 1000; ++i) ASSERT_TRUE(row_is(t, i, order[i]));
    EXPECT_TRUE(row_is_default(t, 1000));

    const std::vector<Index> fewer{5, 3, 998};
    t.reorder(exec, fewer);
    ASSERT_EQ(t.rows(), 3u);
    for (Index i = 0; i < 3; ++i) EXPECT_TRUE(row_is(t, i, order[fewer[i]]));
    EXPECT_TRUE(row_is_default(t, 3));

    std::vector<Index> copies(5000);
    for (Index i = 0; i < 5000; ++i) copies[i] = i % 3;
    t.reorder(exec, copies);
    ASSERT_EQ(t.rows(), 5000u);
    for (Index i = 0; i < 5000; ++i) ASSERT_TRUE(row_is(t, i, order[fewer[i % 3]]));
    EXPECT_TRUE(row_is_default(t, 5000));

    t.reorder(exec, std::vector<Index>{});
    EXPECT_EQ(t.rows(), 0u);
    EXPECT_TRUE(row_is_default(t, 0));
}

// Whatever is appended, removed, split and sorted: rows stay whole and match a list of ids kept beside the table.
TEST(Table, ColumnsNeverFallOutOfStep) {
    const Exec         exec = test_exec(2);
    Dust               t;
    std::vector<Index> model;
    for (std::uint32_t step = 0; step < 60; ++step) {
        const auto draw = [&](Index n, std::uint64_t id) {
            return random_bits(1, id, step, Purpose::test).word[0] % n;
        };
        const Index first = t.append(draw(50, 0));
        for (Index i = first; i < t.rows(); ++i) {
            const Index id = step * 64 + (i - first);
            mark(t, i, id);
            model.push_back(id);
        }
        std::vector<Index> order;
        for (Index i = 0; i < t.rows(); ++i)
            for (Index k = 0, roll = draw(8, 100 + i), copies = roll < 2 ? roll * 2 : 1; k < copies; ++k)
                order.push_back(i);
        for (Index i = Index(order.size()); i > 1; --i) std::swap(order[i - 1], order[draw(i, 100000 + i)]);
        std::vector<Index> next;
        for (const Index old : order) next.push_back(model[old]);
        const Index ours = draw(Index(order.size()) + 1, 7);
        t.reorder(exec, order, ours);
        model = next;
        ASSERT_EQ(t.size(), ours);
        ASSERT_EQ(ids_of(t), model);
        for (Index i = 0; i < t.rows(); ++i) ASSERT_TRUE(row_is(t, i, model[i]));
        ASSERT_TRUE(row_is_default(t, t.rows()));
    }
}

// The first rows are ours, the rest others'; an append makes all of them ours until the next reorder.
TEST(Table, ZonesAreSetByReorder) {
    const Exec exec = test_exec(1);
    Dust       t;
    fill(t, 10);
    std::vector<Index> order(10);
    std::iota(order.begin(), order.end(), Index(0));
    t.reorder(exec, order, 7);
    EXPECT_EQ(t.size(), 7u);
    EXPECT_EQ(t.rows(), 10u);
    t.append(1);
    EXPECT_EQ(t.size(), 11u);
    EXPECT_EQ(t.rows(), 11u);
    t.reorder(exec, order, 0);
    EXPECT_EQ(t.size(), 0u);
    EXPECT_EQ(t.rows(), 10u);
}

// Restoring sets rows and zones, longer or shorter than before, and the nobody row with them.
TEST(Table, RestoreTakesExactlySoManyRows) {
    Dust t;
    fill(t, 20);
    t.restore(5, 3);
    EXPECT_EQ(t.rows(), 5u);
    EXPECT_EQ(t.size(), 3u);
    for (Index i = 0; i < 5; ++i) EXPECT_TRUE(row_is(t, i, i));
    EXPECT_TRUE(row_is_default(t, 5));
    t.restore(40, 40);
    for (Index i = 5; i <= 40; ++i) EXPECT_TRUE(row_is_default(t, i));
    EXPECT_EQ(t.heat.bytes().size(), 40 * sizeof(float));
}

// A column that is declared when there are rows already starts with its default, follows, and leaves without a trace.
TEST(Table, PrivateColumnsComeAndGo) {
    const Exec exec = test_exec(1);
    Dust       t;
    fill(t, 4);
    const std::size_t            before = t.columns().size();
    std::optional<Column<float>> factor(std::in_place, t, "solver.factor", "1", 0.5f);
    for (Index i = 0; i <= 4; ++i) EXPECT_EQ(factor->host()[i], 0.5f);
    factor->edit()[3] = 8;
    t.reorder(exec, std::vector<Index>{3, 3, 0});
    EXPECT_EQ(factor->host()[0], 8);
    EXPECT_EQ(factor->host()[1], 8);
    EXPECT_EQ(factor->host()[2], 0.5f);
    EXPECT_EQ(factor->host()[3], 0.5f);
    EXPECT_EQ(t.find("solver.factor"), &*factor);
    factor.reset();
    EXPECT_EQ(t.columns().size(), before);
    EXPECT_EQ(t.find("solver.factor"), nullptr);
    t.append(100);
    for (Index i = 0; i < 3; ++i) EXPECT_TRUE(row_is(t, i, i == 2 ? 0 : 3));
    Column<float> again(t, "solver.factor");  // the name is free again
    EXPECT_EQ(again.host()[103], 0);
}

// Columns start on a cache line, whatever grew or was swapped, so that 16-byte rows load aligned.
TEST(Table, ColumnsAreAligned) {
    const Exec exec = test_exec(1);
    Dust       t;
    for (int k = 0; k < 20; ++k) {
        const Index        rows = t.append(Index(k) * 7 + 1) + Index(k) * 7 + 1;
        std::vector<Index> order(rows);
        std::iota(order.rbegin(), order.rend(), Index(0));
        if (k % 2) t.reorder(exec, order);
        for (const AnyColumn* c : t.columns())
            ASSERT_EQ(reinterpret_cast<std::uintptr_t>(c->bytes().data()) % 64, 0u) << c->name;
    }
}

// What only our rows have follows their number and costs others nothing; who becomes ours begins with the default.
TEST(Table, OthersLackWhatOnlyOursHave) {
    const Exec exec = test_exec(2);
    struct Small : Table {
        explicit Small(Device device) : Table(device) {}
        Column<float> value{*this, "value", "", 7.f};
        Column<float> push{*this, "push", "", 3.f, Life::step_ours};
    } t(exec.device());
    t.append(4);
    for (Index i = 0; i < 4; ++i) t.value.edit()[i] = t.push.edit()[i] = float(i);
    t.reorder(exec, std::vector<Index>{2, 0, 3, 1}, 2);
    EXPECT_EQ(t.value.rows(), 4u);
    EXPECT_EQ(t.push.rows(), 2u);
    EXPECT_EQ(t.push.bytes().size(), 2 * sizeof(float));
    t.append_copies(exec, std::vector<Index>{0, 2});
    EXPECT_EQ(t.push.rows(), 2u);
    t.drop_copies();
    t.trim();
    for (Index i = 0; i < 4; ++i) EXPECT_EQ(t.value.host()[i], (std::vector<float>{2, 0, 3, 1})[i]);
    EXPECT_EQ(t.value.host()[4], 7.f);  // nobody
    t.push.edit()[0] = t.push.edit()[1] = 5;
    t.reorder(exec, std::vector<Index>{0, 1, 2, 3}, 4);
    EXPECT_EQ(t.push.rows(), 4u);
    EXPECT_EQ(t.push.host()[1], 5.f);
    EXPECT_EQ(t.push.host()[2], 3.f);
    EXPECT_EQ(t.push.host()[3], 3.f);
}

// Sorting a table of constant size goes on in the same memory.
TEST(Table, SteadyReorderReusesItsMemory) {
    const Exec exec = test_exec(1);
    struct Small : Table {
        explicit Small(Device device) : Table(device) {}
        Column<float> a{*this, "a"}, b{*this, "b"};
    } t(exec.device());
    t.append(1000);
    std::vector<Index> order(1000);
    std::iota(order.begin(), order.end(), Index(0));
    t.reorder(exec, order);
    std::vector<const float*> seen{t.a.host().data, t.b.host().data};
    t.reorder(exec, order);
    seen.push_back(t.a.host().data), seen.push_back(t.b.host().data);
    std::sort(seen.begin(), seen.end());
    const auto buffers = std::unique(seen.begin(), seen.end()) - seen.begin();
    EXPECT_LE(buffers, 3);  // two columns and one spare
    EXPECT_EQ(t.width().all, 8u);
    EXPECT_EQ(t.width().ours, 0u);
}

TEST(Bytes, GrowKeepsWhatItIsAskedTo) {
    Bytes b;
    EXPECT_EQ(b.capacity(), 0u);
    b.grow(10, 0);
    for (int k = 0; k < 10; ++k) b.edit()[k] = std::byte(k);
    b.grow(5, 5);
    EXPECT_EQ(b.capacity(), 10u);
    b.grow(1000, 10);
    EXPECT_EQ(b.capacity(), 1000u);
    for (int k = 0; k < 10; ++k) EXPECT_EQ(b.host()[k], std::byte(k));
}

// Copies of rows come last, are others', and go without a trace; meanwhile no row changes.
TEST(Table, CopiesComeAndGo) {
    const Exec exec = test_exec(2);
    Dust       t;
    fill(t, 5);
    t.reorder(exec, std::vector<Index>{4, 3, 2, 1, 0}, 3);
    const std::vector<Index> of{0, 4, 0};
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(t.append_copies(exec, of), 5u);
        EXPECT_EQ(t.size(), 3u);
        EXPECT_EQ(t.rows(), 8u);
        EXPECT_EQ(t.copies(), 3u);
        for (Index k = 0; k < 3; ++k) EXPECT_TRUE(row_is(t, 5 + k, 4 - of[k]));
        EXPECT_TRUE(row_is_default(t, 8));
        EXPECT_THROW(t.append(1), BugError);
        EXPECT_THROW(t.append_copies(exec, of), BugError);
        EXPECT_THROW(t.reorder(exec, of), BugError);
        t.drop_copies();
        EXPECT_EQ(t.rows(), 5u);
        EXPECT_EQ(t.size(), 3u);
        for (Index k = 0; k < 5; ++k) EXPECT_TRUE(row_is(t, k, 4 - k));
        EXPECT_TRUE(row_is_default(t, 5));
    }
    t.append_copies(exec, of);
    t.restore(2, 1);
    EXPECT_EQ(t.copies(), 0u);
}

// A column knows its name, unit and type; saving and restoring need nothing else.
TEST(Column, SpeaksForItself) {
    Dust t;
    fill(t, 3);
    AnyColumn* c = t.find("place");
    ASSERT_NE(c, nullptr);
    EXPECT_EQ(c->unit, "m, kg");
    EXPECT_EQ(c->type, (ColumnType{Scalar::f32, 4}));
    EXPECT_EQ(c->bytes().size(), 48u);
    EXPECT_EQ(t.find("nothing"), nullptr);
    EXPECT_EQ(t.columns().front()->name, "id");
}

// Whoever reads what nobody wrote gets no number in tests, where else it might be a 0 by luck.
TEST(Scratch, HoldsNoNumbersUntilTheyAreWrittenInTests) {
    if (!std::getenv("MOTE_SPOIL")) GTEST_SKIP() << "./test sets MOTE_SPOIL";
    const Exec     exec(1);
    Scratch<float> kept, lent;
    kept.resize(exec, 3), lent.borrow(exec, 3);
    EXPECT_TRUE(std::isnan(kept.host()[2]));
    lent.edit()[2] = 1;
    lent.give_back(exec);
    lent.borrow(exec, 3);
    EXPECT_TRUE(std::isnan(lent.host()[2]));
}

// Broken rules are bugs, say so, and leave the table as it was.
TEST(Table, BrokenRulesAreBugs) {
    const Exec exec = test_exec(1);
    Dust       t;
    fill(t, 3);
    EXPECT_THROW((Column<float>{t, "heat"}), BugError);
    EXPECT_THROW(t.reorder(exec, std::vector<Index>{0, 1}, 3), BugError);
    EXPECT_THROW(t.reorder(exec, std::vector<Index>{0, 3}), BugError);
    EXPECT_THROW(t.restore(2, 3), BugError);
    EXPECT_THROW(t.append(0xfffffffeu), BugError);
    EXPECT_EQ(t.columns().size(), 8u);
    EXPECT_EQ(t.rows(), 3u);
    for (Index i = 0; i < 3; ++i) EXPECT_TRUE(row_is(t, i, i));
    try {
        t.restore(2, 3);
    } catch (const Error& e) {
        EXPECT_EQ(e.exit_code, 70);
        EXPECT_NE(std::string(e.what()).find("3, 2"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace mote
