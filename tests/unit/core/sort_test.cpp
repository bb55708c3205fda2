// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Scans and sorts against the standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "mote/exec.h"
#include "mote/random.h"

namespace mote {
namespace {

constexpr Index sizes[] = {0, 1, 2, 1000, 32768, 32769, 100003};

std::uint64_t random_key(Index i, int bits) {
    const RandomBits b = random_bits(11, i, std::uint32_t(bits), Purpose::test);
    return (std::uint64_t(b.word[0]) << 32 | b.word[1]) >> (64 - bits);
}

// Each value becomes the sum of those before it, for any number of threads.
TEST(ExclusiveScan, AgreesWithStd) {
    for (const int threads : {1, 2, 8})
        for (const Index n : sizes) {
            std::vector<Index> values(n), expected(n);
            for (Index i = 0; i < n; ++i) values[i] = random_bits(5, i, 0, Purpose::test).word[0] % 1000;
            const Index all = std::accumulate(values.begin(), values.end(), Index(0));
            std::exclusive_scan(values.begin(), values.end(), expected.begin(), Index(0));
            EXPECT_EQ(exclusive_scan(Exec(threads), values.data(), n), all);
            ASSERT_EQ(values, expected) << n << " values, " << threads << " threads";
        }
}

void expect_sorted_as_std(const Exec& exec, std::vector<std::uint64_t> keys, int bits) {
    std::vector<Index> values(keys.size()), expected(keys.size());
    std::iota(values.begin(), values.end(), Index(0));
    expected = values;
    std::stable_sort(expected.begin(), expected.end(), [&](Index a, Index b) { return keys[a] < keys[b]; });
    std::vector<std::uint64_t> expected_keys = keys;
    std::sort(expected_keys.begin(), expected_keys.end());
    sort_by_key(exec, keys.data(), values.data(), Index(keys.size()), bits);
    ASSERT_EQ(keys, expected_keys) << bits << " bits";
    ASSERT_EQ(values, expected) << bits << " bits";  // equal keys in the order they came: the sort is stable
}

// Every count of significant bits sorts as std::stable_sort does; few bits mean many equal keys.
TEST(SortByKey, AgreesWithStdForEveryBitCount) {
    const Exec exec(2);
    for (int bits = 1; bits <= 63; ++bits) {
        std::vector<std::uint64_t> keys(1000);
        for (Index i = 0; i < keys.size(); ++i) keys[i] = random_key(i, bits);
        keys[500] = (std::uint64_t(1) << bits) - 1, keys[501] = 0;
        expect_sorted_as_std(exec, keys, bits);
    }
}

// Sizes around the blocks of the sort, with threads, in room that is used again and again.
TEST(SortByKey, AgreesWithStdForEverySize) {
    for (const int threads : {1, 2, 8}) {
        const Exec exec(threads);
        for (const Index n : sizes)
            for (const int bits : {3, 22, 47}) {
                std::vector<std::uint64_t> keys(n);
                for (Index i = 0; i < n; ++i) keys[i] = random_key(i, bits);
                expect_sorted_as_std(exec, keys, bits);
            }
    }
}

// Rows that have moved a little: nearly all keys come in order, some are far too early or too late, and many are equal.
TEST(SortByKey, AgreesWithStdWhereNearlySorted) {
    for (const Index n : {16u, 1000u, 100003u})
        for (const Index every : {17u, 50u, 999u}) {
            std::vector<std::uint64_t> keys(n);
            for (Index i = 0; i < n; ++i) keys[i] = i / 3;
            for (Index i = every; i < n; i += every) keys[i] = random_key(i, 30) % (i % 2 ? n / 3 : i);
            expect_sorted_as_std(Exec(2), keys, 22);
        }
}

// All keys equal: nothing moves.
TEST(SortByKey, EqualKeysStay) {
    for (const Index n : sizes) expect_sorted_as_std(Exec(2), std::vector<std::uint64_t>(n, 5), 40);
    expect_sorted_as_std(Exec(2), std::vector<std::uint64_t>(1000, 0), 0);
}

}  // namespace
}  // namespace mote
