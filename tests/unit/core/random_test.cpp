// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Random numbers: the published known answers of Philox 4x32-10, and what one expects of uniform numbers.
#include "mote/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mote {
namespace {

struct Known {
    std::uint32_t counter[4], key[2], answer[4];
};

// Known answers from the kat_vectors file of the Random123 library [Salmon et al. 2011]. Our id is counter words
// 0 and 1, the step word 2, the purpose word 3, and the seed is the key.
TEST(Random, KnownAnswersOfPhilox) {
    constexpr Known known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (const Known& k : known) {
        const std::uint64_t id   = std::uint64_t(k.counter[1]) << 32 | k.counter[0],
                            seed = std::uint64_t(k.key[1]) << 32 | k.key[0];
        const RandomBits b       = random_bits(seed, id, k.counter[2], Purpose(k.counter[3]));
        for (int w = 0; w < 4; ++w) EXPECT_EQ(b.word[w], k.answer[w]);
    }
}

// Unit numbers reach 0 and stay below 1.
TEST(Random, UnitNumbersStayBelowOne) {
    EXPECT_EQ(to_unit(0), 0.f);
    EXPECT_LT(to_unit(0xffffffffu), 1.f);
    EXPECT_EQ(to_unit(0x80000000u), 0.5f);
}

/// Chi-squared of counts in equal bins; about bins - 1 for uniform numbers, with a deviation of sqrt(2 bins).
double chi_squared(const std::vector<int>& bins, double samples) {
    const double expected = samples / double(bins.size());
    double       sum      = 0;
    for (const int n : bins) sum += (n - expected) * (n - expected) / expected;
    return sum;
}

// Numbers of successive ids fill 100 bins evenly, and so do those of successive steps.
TEST(Random, UniformOverIdsAndSteps) {
    constexpr int    samples = 200000;
    std::vector<int> by_id(100), by_step(100);
    double           sum = 0, sum_of_squares = 0;
    for (Index i = 0; i < samples; ++i) {
        const float u = random_uniform(7, i, 3, Purpose::test);
        ++by_id[std::size_t(u * 100)];
        ++by_step[std::size_t(random_uniform(7, 3, i, Purpose::test) * 100)];
        sum += u, sum_of_squares += double(u) * u;
    }
    EXPECT_LT(std::abs(chi_squared(by_id, samples) - 99), 5 * std::sqrt(200.));
    EXPECT_LT(std::abs(chi_squared(by_step, samples) - 99), 5 * std::sqrt(200.));
    EXPECT_NEAR(sum / samples, 0.5, 5 * std::sqrt(1. / 12 / samples));
    EXPECT_NEAR(sum_of_squares / samples, 1. / 3, 0.004);
}

// Coordinates of a random point do not follow each other, nor do purposes or neighbouring ids.
TEST(Random, NotCorrelated) {
    constexpr int samples = 100000;
    double        xy = 0, purposes = 0, ids = 0;
    for (Index i = 0; i < samples; ++i) {
        const Vec3 p = random_point(1, i, 0, Purpose::jitter);
        xy += (p.x - 0.5) * (p.y - 0.5);
        purposes += (p.x - 0.5) * (random_uniform(1, i, 0, Purpose::surface) - 0.5);
        ids += (p.x - 0.5) * (random_uniform(1, i + 1, 0, Purpose::jitter) - 0.5);
    }
    const double limit = 5 * std::sqrt(double(samples)) / 12;
    EXPECT_LT(std::abs(xy), limit);
    EXPECT_LT(std::abs(purposes), limit);
    EXPECT_LT(std::abs(ids), limit);
}

}  // namespace
}  // namespace mote
