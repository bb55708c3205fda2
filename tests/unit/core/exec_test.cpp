// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The parallel patterns: every row once, and the same bits for any number of threads.
#include "mote/exec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <thread>

#include "mote/error.h"
#include "mote/random.h"

namespace mote {
namespace {

constexpr int thread_counts[] = {1, 2, 3, 8};

struct CountVisits {
    std::atomic<int>* visits;
    void              operator()(Index i) const { visits[i].fetch_add(1, std::memory_order_relaxed); }
};

// A kernel runs exactly once for each row, for row counts around the size of a piece too.
TEST(ParallelFor, VisitsEachRowOnce) {
    for (const int threads : thread_counts) {
        const Exec exec(threads);
        for (const Index count : {0u, 1u, 255u, 256u, 257u, 10007u, 300001u}) {
            std::vector<std::atomic<int>> visits(count + 1);
            parallel_for(exec, "visit", count, CountVisits{visits.data()});
            for (Index i = 0; i < count; ++i) ASSERT_EQ(visits[i], 1) << threads << " threads, row " << i;
            ASSERT_EQ(visits[count], 0);
        }
    }
}

// Pieces cover the range without overlap and are no shorter than asked, but for a short range.
TEST(ForPieces, CoverTheRange) {
    struct Piece {
        Index first, last;
    };
    struct Seen {
        std::atomic<Index> next{0};
        Piece              piece[10000];
    };
    for (const int threads : thread_counts) {
        Seen seen;
        Exec(threads).for_pieces(
            9999, 100,
            [](const void* context, Index first, Index last) {
                Seen& s           = *static_cast<Seen*>(const_cast<void*>(context));
                s.piece[s.next++] = {first, last};
            },
            &seen);
        std::sort(seen.piece, seen.piece + seen.next, [](Piece a, Piece b) { return a.first < b.first; });
        Index at = 0;
        for (Index k = 0; k < seen.next; ++k) {
            ASSERT_EQ(seen.piece[k].first, at);
            ASSERT_GE(seen.piece[k].last - seen.piece[k].first, 100u);
            at = seen.piece[k].last;
        }
        EXPECT_EQ(at, 9999u);
    }
}

// A loop inside a piece, and two callers that share their threads, each get every row once.
TEST(ForPieces, LoopsInsideLoopsAndTwoCallersAtOnce) {
    const Exec                    exec(3);
    std::vector<std::atomic<int>> visits(2 * 40'000);
    const auto                    caller = [&](Index base) {
        for (int round = 0; round < 50; ++round)
            for_pieces(exec, 40, 1, [&](Index first, Index last) {
                for (Index block = first; block < last; ++block)
                    for_pieces(exec, 1000, 10, [&](Index from, Index to) {
                        for (Index i = from; i < to; ++i) ++visits[base + block * 1000 + i];
                    });
            });
    };
    std::thread other([&] { caller(40'000); });
    caller(0);
    other.join();
    for (const auto& v : visits) ASSERT_EQ(v, 50);
}

/// Numbers of very different size and sign: any other order of the sum gives other bits.
std::vector<float> ill_conditioned(Index count) {
    std::vector<float> values(count);
    for (Index i = 0; i < count; ++i) {
        const RandomBits b = random_bits(3, i, 0, Purpose::test);
        values[i]          = (to_unit(b.word[0]) - 0.5f) * std::ldexp(1.f, int(b.word[1] % 60) - 30);
    }
    return values;
}

float sum_of(const Exec& exec, const std::vector<float>& values) {
    return reduce(
        exec, "sum", Index(values.size()), 0.f, [&](Index i) { return values[i]; },
        [](float a, float b) { return a + b; });
}

// A sum has one bit pattern for any number of threads, although floats do not add associatively.
TEST(Reduce, SameBitsForAnyThreadCount) {
    for (const Index count : {1u, 1000u, 1024u, 1025u, 250007u}) {
        const auto  values = ill_conditioned(count);
        const float one    = sum_of(Exec(1), values);
        for (const int threads : thread_counts)
            for (int again = 0; again < 5; ++again)
                ASSERT_EQ(std::bit_cast<std::uint32_t>(sum_of(Exec(threads), values)),
                          std::bit_cast<std::uint32_t>(one));
        auto reversed = values;
        std::reverse(reversed.begin(), reversed.end());
        if (count == 250007u) {
            EXPECT_NE(sum_of(Exec(1), reversed), one) << "the data is not ill-conditioned enough for the test";
        }
    }
}

/// Rows of a group cancel, groups do not.
struct Alternating {
    Index shift;
    float sweep(Index i) const { return (i + shift) % 2 == 0 ? 1.f : -1.f; }
    float finish(Index i, float swept) const { return i < 8 ? swept : 2 * swept; }
    float close(float sum) const { return std::abs(sum) + 100; }
};

// Whole groups of four sum to nothing, the last half of one to what is in it; each is closed once, for any number of threads.
TEST(Reduce, ClosesEachGroup) {
    for (const int threads : thread_counts) {
        const Exec exec(threads);
        EXPECT_EQ((reduce_groups<4>(exec, "groups", 8, 0.f, Alternating{0}, Plus{})), 200.f);
        EXPECT_EQ((reduce_groups<4>(exec, "groups", 9, 0.f, Alternating{1}, Plus{})), 302.f);
        EXPECT_EQ((reduce_groups<4>(exec, "groups", 0, 0.f, Alternating{0}, Plus{})), 0.f);
        EXPECT_EQ((reduce_groups<4>(exec, "groups", 40'000, 0.f, Alternating{0}, Plus{})), 1'000'000.f);
    }
}

// An empty range gives the identity; a full one what std::accumulate gives where arithmetic is exact.
TEST(Reduce, AgreesWithStd) {
    const Exec exec(2);
    EXPECT_EQ(sum_of(exec, {}), 0.f);
    const auto sum = [&](Index n) {
        return reduce(
            exec, "sum", n, std::uint64_t(0), [](Index i) { return std::uint64_t(i); },
            [](std::uint64_t a, std::uint64_t b) { return a + b; });
    };
    EXPECT_EQ(sum(100003), std::uint64_t(100003) * 100002 / 2);
    const auto least = reduce(
        exec, "least", Index(5000), 1e30f, [](Index i) { return float(i) - 17.f; },
        [](float a, float b) { return min(a, b); });
    EXPECT_EQ(least, -17.f);
}

// Copies share threads and profile; a count of 0 takes every core.
TEST(Exec, CopiesShareTheProfile) {
    const Exec exec(3), copy = exec;
    EXPECT_EQ(exec.threads(), 3);
    EXPECT_EQ(copy.threads(), 3);
    EXPECT_GE(Exec(0).threads(), 1);
    EXPECT_EQ(exec.device(), Device::cpu);
    { const Timed timed(copy, "work"); }
    ASSERT_EQ(exec.profile().entries().size(), 1u);
    EXPECT_EQ(exec.profile().entries()[0].calls, 1u);
}

// The profile counts calls by name, in the order of first use, and adds up their times.
TEST(Profile, CountsCalls) {
    const Exec                    exec(1);
    std::vector<std::atomic<int>> visits(10);
    for (int k = 0; k < 3; ++k) parallel_for(exec, "first", 10, CountVisits{visits.data()});
    parallel_for(exec, "second", 10, CountVisits{visits.data()});
    const std::string same_words = std::string("fir") + "st";
    exec.profile().add(same_words.c_str(), 2.5);
    const auto& rows = exec.profile().entries();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, "first");
    EXPECT_EQ(rows[0].calls, 4u);
    EXPECT_GE(rows[0].seconds, 2.5);
    EXPECT_EQ(rows[1].name, "second");
    EXPECT_EQ(rows[1].calls, 1u);
    EXPECT_DOUBLE_EQ(exec.profile().total(), rows[0].seconds + rows[1].seconds);
    exec.profile().clear();
    EXPECT_TRUE(exec.profile().entries().empty());
}

struct FailAt {
    Index at;
    void  operator()(Index i) const { check(i != at, "rows are fine", i); }
};

// What a kernel throws reaches the caller, from any thread.
TEST(ParallelFor, PassesOnErrors) {
    for (const int threads : thread_counts)
        EXPECT_THROW(parallel_for(Exec(threads), "fail", 100000, FailAt{77777}), BugError);
}

// A broken rule names itself and prints the values that broke it.
TEST(Check, PrintsRuleAndValues) {
    EXPECT_NO_THROW(check(true, "all is well", 1));
    try {
        check(false, "a row for each", 3, 4u);
        FAIL();
    } catch (const BugError& e) {
        EXPECT_NE(std::string(e.what()).find("a row for each (values: 3, 4)"), std::string::npos) << e.what();
        EXPECT_EQ(e.exit_code, 70);
    }
    EXPECT_EQ(SceneError("").exit_code, 3);
    EXPECT_EQ(UnsoundError("").exit_code, 4);
    EXPECT_EQ(FileError("").exit_code, 5);
}

}  // namespace
}  // namespace mote
