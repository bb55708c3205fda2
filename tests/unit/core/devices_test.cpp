// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The patterns where tests run (device.h), which may be a GPU: this file has kernels and is compiled like those of the program.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "device.h"
#include "mote/random.h"
#include "mote/table.h"

namespace mote {
namespace {

constexpr Index sizes[] = {0, 1, 31, 32, 33, 1000, 16384, 300'007, 3'000'001};

struct Square {
    View<const Index> in;
    View<Index>       out;
    MOTE_FN void      operator()(Index i) const { out[i] = in[i] * in[i]; }
};

/// Row i holds i.
Scratch<Index> numbers(const Exec& exec, Index count) {
    Scratch<Index> rows;
    rows.resize(exec, count + 1);
    std::iota(rows.edit().data, rows.edit().data + count + 1, Index(0));
    return rows;
}

// A kernel runs for each row and for no other, and the host sees what it wrote.
TEST(Devices, KernelsRunForEachRow) {
    const Exec exec = test_exec(2);
    for (const Index count : sizes) {
        const Scratch<Index> in  = numbers(exec, count);
        Scratch<Index>       out = numbers(exec, count);
        parallel_for(exec, "square", count, Square{in.read(), out.write()});
        for (Index i = 0; i < count; ++i) ASSERT_EQ(out.host()[i], i * i);
        ASSERT_EQ(out.host()[count], count);
    }
}

struct NumberAt {
    View<const Index> row;
    MOTE_FN std::uint64_t operator()(Index i) const { return row[i]; }
};
struct Least {
    MOTE_FN std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a < b ? a : b; }
};

// Sums and least values of all rows, whatever their number.
TEST(Devices, SumsTakeEachRowOnce) {
    const Exec exec = test_exec(2);
    for (const Index count : sizes) {
        const Scratch<Index> rows = numbers(exec, count);
        EXPECT_EQ(reduce(exec, "sum", count, std::uint64_t(0), NumberAt{rows.read()}, Plus{}), std::uint64_t(count) * (count ? count - 1 : 0) / 2);
        EXPECT_EQ(reduce(exec, "least", count, std::uint64_t(7), NumberAt{rows.read()}, Least{}), count ? 0u : 7u);
    }
}

struct Rough {
    MOTE_FN float operator()(Index i) const { return float(i % 7) * 1e-3f + float(i % 3) * 1e6f; }
};

// A sum that depends on its order has the same bits every time.
TEST(Devices, SumsHaveTheSameBitsEachTime) {
    const Exec exec = test_exec(2);
    for (const Index count : {1000u, 300'007u}) {
        const float first = reduce(exec, "sum", count, 0.f, Rough{}, Plus{});
        for (int again = 0; again < 20; ++again) ASSERT_EQ(reduce(exec, "sum", count, 0.f, Rough{}, Plus{}), first);
    }
}

struct GroupSums {
    MOTE_FN int  sweep(Index i) const { return i % 2 ? 1 : -1; }
    MOTE_FN long finish(Index, int swept) const { return swept; }
    MOTE_FN long close(long sum) const { return sum < 0 ? -sum : sum; }
};

// Each group of rows has its say on its own sum: an odd one at the end is left with -1.
TEST(Devices, GroupsAreClosed) {
    const Exec exec = test_exec(2);
    EXPECT_EQ((reduce_groups<64>(exec, "groups", 6400, 0l, GroupSums{}, Plus{})), 0);
    EXPECT_EQ((reduce_groups<64>(exec, "groups", 6401, 0l, GroupSums{}, Plus{})), 1);
}

// Each value becomes the sum of those before it.
TEST(Devices, ScansAgreeWithStd) {
    const Exec exec = test_exec(2);
    for (const Index count : sizes) {
        std::vector<Index> expected(count);
        Scratch<Index>     rows = numbers(exec, count);
        for (Index i = 0; i < count; ++i) expected[i] = rows.edit()[i] = random_bits(5, i, 0, Purpose::test).word[0] % 1000;
        const Index all = std::accumulate(expected.begin(), expected.end(), Index(0));
        std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), Index(0));
        ASSERT_EQ(exclusive_scan(exec, rows.write().data, count), all);
        for (Index i = 0; i < count; ++i) ASSERT_EQ(rows.host()[i], expected[i]);
    }
}

// Two worlds, each with threads of its own, do not write into each other's sums.
TEST(Devices, TwoOfThemDoNotMeet) {
    const Exec           a = test_exec(1), b = test_exec(1);
    const Scratch<Index> rows = numbers(a, 300'007);
    const auto           sum  = [&](const Exec& exec) { return reduce(exec, "sum", 300'007u, std::uint64_t(0), NumberAt{rows.read()}, Plus{}); };
    EXPECT_EQ(sum(a), sum(b));
    EXPECT_NE(&a.room(), &b.room());
}

}  // namespace
}  // namespace mote
